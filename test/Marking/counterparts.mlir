// What other systems call checkpointing, on one net of twelve ops; the README's
// table names them. What a region may not save is computed again in the gradient.
// DEFINE: %{step} = --ckpt-differentiate="optimizer=sgd" --cse --ckpt-remat="policy=nothing" --cse --ckpt-verify-memory

// A function that may be checkpointed (davisyoshida's @checkpointable), a block
// under tf.recompute_grad, torch.utils.checkpoint of a module, jax.checkpoint of a
// function: each call of the function is a region. Of each call all but the result
// is computed again.
// RUN: ckpt-opt %s --ckpt-mark %{step} | FileCheck %s --check-prefix=NONE
// RUN: sed 's/-> tensor<8x8xf32> {  .. BLOCK/-> tensor<8x8xf32> attributes {ckpt.checkpoint} {/' %s > %t.checkpoint.mlir
// RUN: ckpt-opt %t.checkpoint.mlir --ckpt-mark %{step} | FileCheck %s --check-prefix=CALLS
// One call of three.
// RUN: sed '/SECOND/s/@block(\(.*\)) :/@block(\1) {ckpt.checkpoint} :/' %s > %t.call.mlir
// RUN: ckpt-opt %t.call.mlir --ckpt-mark %{step} | FileCheck %s --check-prefix=CALL

// Checkpoints evenly spaced (addons PR 1600), checkpoint_sequential with N
// segments, OpenAI's "memory".
// RUN: ckpt-opt %s --ckpt-mark="every=4" %{step} | FileCheck %s --check-prefix=CALLS
// RUN: ckpt-opt %s --ckpt-mark="count=3" %{step} | FileCheck %s --check-prefix=SOME
// RUN: ckpt-opt %s --ckpt-mark="sqrt" %{step} | FileCheck %s --check-prefix=SOME

// OpenAI's "collection" and JAX's save_only_these_names: the named values only.
// RUN: ckpt-opt %s --ckpt-mark="save=mid" %{step} | FileCheck %s --check-prefix=NAMES
// OpenAI's "speed", JAX's dots_saveable (checkpoint_dots), selective policies of
// PyTorch that must save matmuls.
// RUN: ckpt-opt %s --ckpt-mark="save=speed" %{step} | FileCheck %s --check-prefix=DOTS
// RUN: ckpt-opt %s --ckpt-mark="save=dots_saveable" %{step} | FileCheck %s --check-prefix=DOTS
// RUN: ckpt-opt %s --ckpt-mark="save=checkpoint_dots" %{step} | FileCheck %s --check-prefix=DOTS
// RUN: ckpt-opt %s --ckpt-mark="save=dots_with_no_batch_dims_saveable" %{step} | FileCheck %s --check-prefix=DOTS
// RUN: ckpt-opt %s --ckpt-mark="save=dots_saveable,mid" %{step} | FileCheck %s --check-prefix=BOTH
// RUN: ckpt-opt %s --ckpt-mark="save=nothing_saveable" %{step} | FileCheck %s --check-prefix=ALL
// RUN: ckpt-opt %s --ckpt-mark="save=everything_saveable" %{step} | FileCheck %s --check-prefix=NONE
// RUN: not ckpt-opt %s --ckpt-mark="save=nothing_saveable,mid" 2>&1 | FileCheck %s --check-prefix=ALONE
// RUN: ckpt-opt %s --ckpt-mark="save=convolutions_saveable" %{step} 2>&1 | FileCheck %s --check-prefix=NOCONV

// NONE-NOT: ckpt.clone_of
// ALONE: error: save: 'nothing_saveable' stands alone
// NOCONV: warning: region 'auto0': no value in it is called 'convolutions_saveable'

// Backward to forward: of each block the product, the exponential and the tanh.
// CALLS-LABEL: func.func @net_step
// CALLS:         ckpt.gradient
// CALLS-COUNT-3: linalg.{{matmul|contract}} {{.*}}ckpt.clone_of
// CALLS-NOT:     linalg.{{matmul|contract}} {{.*}}ckpt.clone_of
// CALL-LABEL:  func.func @net_step
// CALL:          ckpt.gradient
// CALL-COUNT-1:  linalg.{{matmul|contract}} {{.*}}ckpt.clone_of
// CALL-NOT:      linalg.{{matmul|contract}} {{.*}}ckpt.clone_of
// SOME-LABEL:  func.func @net_step
// SOME:          ckpt.gradient
// SOME:          ckpt.clone_of
// NAMES-LABEL: func.func @net_step
// NAMES:         ckpt.gradient
// NAMES-NOT:     ckpt.clone_of = "mid"
// NAMES:         linalg.{{matmul|contract}} {{.*}}ckpt.clone_of
// NAMES-NOT:     ckpt.clone_of = "mid"
// DOTS-LABEL:  func.func @net_step
// DOTS:          ckpt.gradient
// DOTS-NOT:      linalg.{{matmul|contract}} {{.*}}ckpt.clone_of
// DOTS:          ckpt.clone_of = "mid"
// DOTS-NOT:      linalg.{{matmul|contract}} {{.*}}ckpt.clone_of
// BOTH-LABEL:  func.func @net_step
// BOTH:          ckpt.gradient
// BOTH-NOT:      ckpt.clone_of = "mid"
// BOTH-NOT:      linalg.{{matmul|contract}} {{.*}}ckpt.clone_of
// BOTH:          math.exp {{.*}}ckpt.clone_of
// BOTH-NOT:      ckpt.clone_of = "mid"
// ALL-LABEL:   func.func @net_step
// ALL:           ckpt.gradient
// ALL:           ckpt.clone_of = "mid"
func.func private @block(%x: tensor<8x8xf32>, %w: tensor<8x8xf32>, %zero: tensor<8x8xf32>) -> tensor<8x8xf32> {  // BLOCK
  %0 = linalg.matmul ins(%x, %w : tensor<8x8xf32>, tensor<8x8xf32>) outs(%zero : tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = math.exp %0 : tensor<8x8xf32>
  %2 = math.tanh %1 : tensor<8x8xf32>
  %3 = math.sin %2 : tensor<8x8xf32>
  return %3 : tensor<8x8xf32>
}
func.func @net(%x: tensor<8x8xf32> {ckpt.data = "x"}, %u: tensor<8x8xf32> {ckpt.param}, %v: tensor<8x8xf32> {ckpt.param},
    %w: tensor<8x8xf32> {ckpt.param}, %z: tensor<8x8xf32> {ckpt.data = "z"}, %s: tensor<f32> {ckpt.data = "s"}) -> (tensor<f32> {ckpt.loss}) {
  %0 = call @block(%x, %u, %z) : (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %m = math.tanh %0 {ckpt.name = "mid"} : tensor<8x8xf32>
  %1 = call @block(%m, %v, %z) : (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>  // SECOND
  %2 = call @block(%1, %w, %z) : (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %flat = tensor.collapse_shape %2 [[0, 1]] : tensor<8x8xf32> into tensor<64xf32>
  %l = linalg.dot ins(%flat, %flat : tensor<64xf32>, tensor<64xf32>) outs(%s : tensor<f32>) -> tensor<f32>
  return %l : tensor<f32>
}
