// RUN: ckpt-opt %s --ckpt-normalize | FileCheck %s

// Insertions that cover the destination are a concatenation.

// CHECK-LABEL: func.func @covers(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<2x3xf32>, %[[B:[a-z0-9]+]]: tensor<2x4xf32>, %[[C:[a-z0-9]+]]: tensor<2x1xf32>)
// CHECK-NEXT:    %[[R:.*]] = tensor.concat dim(1) %[[A]], %[[B]], %[[C]] {ckpt.name = "r"}
// CHECK-NEXT:    return %[[R]]
func.func @covers(%a: tensor<2x3xf32>, %b: tensor<2x4xf32>, %c: tensor<2x1xf32>) -> tensor<2x8xf32> {
  %e = tensor.empty() : tensor<2x8xf32>
  %0 = tensor.insert_slice %a into %e[0, 0] [2, 3] [1, 1] : tensor<2x3xf32> into tensor<2x8xf32>
  %1 = tensor.insert_slice %b into %0[0, 3] [2, 4] [1, 1] : tensor<2x4xf32> into tensor<2x8xf32>
  %2 = tensor.insert_slice %c into %1[0, 7] [2, 1] [1, 1] {ckpt.name = "r"} : tensor<2x1xf32> into tensor<2x8xf32>
  return %2 : tensor<2x8xf32>
}

// A gap, an overlap, another reader in between, a part of another dimension:
// these stay.

// CHECK-LABEL: func.func @others(
// CHECK-NOT:     tensor.concat
// CHECK-COUNT-8: tensor.insert_slice
func.func @others(%a: tensor<2x3xf32>, %b: tensor<2x4xf32>, %d: tensor<1x4xf32>, %o: tensor<2x8xf32>, %p: tensor<2x7xf32>)
    -> (tensor<2x8xf32>, tensor<2x7xf32>, tensor<2x7xf32>, tensor<2x7xf32>, tensor<2x7xf32>) {
  %0 = tensor.insert_slice %a into %o[0, 0] [2, 3] [1, 1] : tensor<2x3xf32> into tensor<2x8xf32>
  %1 = tensor.insert_slice %b into %0[0, 4] [2, 4] [1, 1] : tensor<2x4xf32> into tensor<2x8xf32>
  %2 = tensor.insert_slice %b into %p[0, 0] [2, 4] [1, 1] : tensor<2x4xf32> into tensor<2x7xf32>
  %3 = tensor.insert_slice %b into %2[0, 3] [2, 4] [1, 1] : tensor<2x4xf32> into tensor<2x7xf32>
  %4 = tensor.insert_slice %a into %p[0, 0] [2, 3] [1, 1] : tensor<2x3xf32> into tensor<2x7xf32>
  %5 = tensor.insert_slice %b into %4[0, 3] [2, 4] [1, 1] : tensor<2x4xf32> into tensor<2x7xf32>
  %6 = tensor.insert_slice %a into %p[0, 0] [2, 3] [1, 1] : tensor<2x3xf32> into tensor<2x7xf32>
  %7 = tensor.insert_slice %d into %6[1, 3] [1, 4] [1, 1] : tensor<1x4xf32> into tensor<2x7xf32>
  return %1, %3, %4, %5, %7 : tensor<2x8xf32>, tensor<2x7xf32>, tensor<2x7xf32>, tensor<2x7xf32>, tensor<2x7xf32>
}
