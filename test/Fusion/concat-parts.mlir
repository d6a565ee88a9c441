// RUN: env MALLOC_PERTURB_=165 ckpt-opt %s --ckpt-fuse | FileCheck %s

// What is cut for one concatenation is itself a part of the next one.

// CHECK-LABEL: func.func @parts_that_are_cut
// CHECK: ckpt.launch
// CHECK: return
func.func @parts_that_are_cut(%a: tensor<1024x8xf32>, %b: tensor<1024x8xf32>) -> tensor<24xf32> {
  %zero = arith.constant 0.0 : f32
  %c = tensor.concat dim(1) %a, %b : (tensor<1024x8xf32>, tensor<1024x8xf32>) -> tensor<1024x16xf32>
  %e = tensor.empty() : tensor<1024x16xf32>
  %x = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%c : tensor<1024x16xf32>) outs(%e : tensor<1024x16xf32>) {
  ^bb0(%v: f32, %o: f32):
    %t = math.tanh %v : f32
    linalg.yield %t : f32
  } -> tensor<1024x16xf32>
  %d = tensor.concat dim(1) %x, %a : (tensor<1024x16xf32>, tensor<1024x8xf32>) -> tensor<1024x24xf32>
  %f = tensor.empty() : tensor<24xf32>
  %z = linalg.fill ins(%zero : f32) outs(%f : tensor<24xf32>) -> tensor<24xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>], iterator_types = ["reduction", "parallel"]}
      ins(%d : tensor<1024x24xf32>) outs(%z : tensor<24xf32>) {
  ^bb0(%v: f32, %o: f32):
    %t = arith.addf %v, %o : f32
    linalg.yield %t : f32
  } -> tensor<24xf32>
  return %s : tensor<24xf32>
}
