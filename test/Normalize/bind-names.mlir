// RUN: not ckpt-opt %s --ckpt-normalize="bind=x=4" 2>&1 | FileCheck %s --check-prefix=SIZE
// RUN: not ckpt-opt %s --ckpt-normalize="bind=z=4 bind=a=1" 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: ckpt-opt %s --ckpt-normalize="bind=x=5 bind=arg1=2" | FileCheck %s
// SIZE: error: bind=x:0=4 does not fit argument 'x', which is 'tensor<5xf32>'
// NAME: error: bind=a: no argument has this name; known are x, arg1

// CHECK-LABEL: func.func @sizes(
// CHECK-SAME: %{{.*}}: tensor<5xf32> {ckpt.data = "x"}, %{{.*}}: tensor<2xf32>)
func.func @sizes(%x: tensor<5xf32> {ckpt.data = "x"}, %y: tensor<?xf32>) {
  return
}
