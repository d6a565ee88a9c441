// mlp: written by generate.py, which is the place to change it.
!n = tensor<?xf32>
!n10 = tensor<?x10xf32>
!n28x28x1 = tensor<?x28x28x1xf32>
!n128 = tensor<?x128xf32>
!n256 = tensor<?x256xf32>
!n784 = tensor<?x784xf32>
!ni = tensor<?xi32>
!v10 = tensor<10xf32>
!v128 = tensor<128xf32>
!v256 = tensor<256xf32>
!w128x10 = tensor<128x10xf32>
!w256x128 = tensor<256x128xf32>
!w784x256 = tensor<784x256xf32>
#matrix0 = {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
#matrix1 = {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
#row1 = {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
#row2 = {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
#rows2 = {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
#rows3 = {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
#scalar = {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []}
#total = {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]}

func.func @mlp(
    %fc0_w: !w784x256 {ckpt.param = "fc0.w", ckpt.init = "glorot_uniform"},
    %fc0_b: !v256 {ckpt.param = "fc0.b", ckpt.init = "zeros"},
    %fc1_w: !w256x128 {ckpt.param = "fc1.w", ckpt.init = "glorot_uniform"},
    %fc1_b: !v128 {ckpt.param = "fc1.b", ckpt.init = "zeros"},
    %head_w: !w128x10 {ckpt.param = "head.w", ckpt.init = "glorot_uniform"},
    %head_b: !v10 {ckpt.param = "head.b", ckpt.init = "zeros"},
    %x: !n28x28x1 {ckpt.data = "x"},
    %y: !ni {ckpt.data = "y"}
) -> (
    tensor<f32> {ckpt.loss},
    tensor<f32> {ckpt.metric = "accuracy"}
) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %lowest = arith.constant 0xFF800000 : f32
  %c0 = arith.constant 0 : index
  %batch = tensor.dim %x, %c0 : !n28x28x1
  %batch_i64 = arith.index_cast %batch : index to i64
  %batch_size = arith.sitofp %batch_i64 : i64 to f32
  %empty_n256 = tensor.empty(%batch) : !n256
  %empty_n128 = tensor.empty(%batch) : !n128
  %empty_n10 = tensor.empty(%batch) : !n10
  %empty_n = tensor.empty(%batch) : !n
  %empty_ni = tensor.empty(%batch) : !ni
  %empty_s = tensor.empty() : tensor<f32>
  %pixels = tensor.collapse_shape %x [[0], [1, 2, 3]] : !n28x28x1 into !n784
  %fc0 = ckpt.region "fc0" -> !n256 {
    %linear_product_0 = linalg.fill ins(%zero : f32) outs(%empty_n256 : !n256) -> !n256
    %linear_product = linalg.matmul ins(%pixels, %fc0_w : !n784, !w784x256) outs(%linear_product_0 : !n256) -> !n256
    %linear = linalg.generic #matrix1 ins(%linear_product, %fc0_b : !n256, !v256) outs(%empty_n256 : !n256) {
    ^bb0(%v: f32, %b: f32, %acc: f32):
      %t = arith.addf %v, %b : f32  linalg.yield %t : f32
    } -> !n256
    %relu = linalg.generic #matrix0 ins(%linear : !n256) outs(%empty_n256 : !n256) {
    ^bb0(%v: f32, %acc: f32):
      %t = arith.maximumf %v, %zero : f32  linalg.yield %t : f32
    } -> !n256
    ckpt.yield %relu : !n256
  }
  %fc1 = ckpt.region "fc1" -> !n128 {
    %linear_product_0 = linalg.fill ins(%zero : f32) outs(%empty_n128 : !n128) -> !n128
    %linear_product = linalg.matmul ins(%fc0, %fc1_w : !n256, !w256x128) outs(%linear_product_0 : !n128) -> !n128
    %linear = linalg.generic #matrix1 ins(%linear_product, %fc1_b : !n128, !v128) outs(%empty_n128 : !n128) {
    ^bb0(%v: f32, %b: f32, %acc: f32):
      %t = arith.addf %v, %b : f32  linalg.yield %t : f32
    } -> !n128
    %relu = linalg.generic #matrix0 ins(%linear : !n128) outs(%empty_n128 : !n128) {
    ^bb0(%v: f32, %acc: f32):
      %t = arith.maximumf %v, %zero : f32  linalg.yield %t : f32
    } -> !n128
    ckpt.yield %relu : !n128
  }
  %logits_product_0 = linalg.fill ins(%zero : f32) outs(%empty_n10 : !n10) -> !n10
  %logits_product = linalg.matmul ins(%fc1, %head_w : !n128, !w128x10) outs(%logits_product_0 : !n10) -> !n10
  %logits = linalg.generic #matrix1 ins(%logits_product, %head_b : !n10, !v10) outs(%empty_n10 : !n10) {
  ^bb0(%v: f32, %b: f32, %acc: f32):
    %t = arith.addf %v, %b : f32  linalg.yield %t : f32
  } -> !n10
  %largest_0 = linalg.fill ins(%lowest : f32) outs(%empty_n : !n) -> !n
  %largest = linalg.generic #row1 ins(%logits : !n10) outs(%largest_0 : !n) {
  ^bb0(%v: f32, %acc: f32):
    %t = arith.maximumf %acc, %v : f32  linalg.yield %t : f32
  } -> !n
  %exponentials_0 = linalg.fill ins(%zero : f32) outs(%empty_n : !n) -> !n
  %exponentials = linalg.generic #row2 ins(%logits, %largest : !n10, !n) outs(%exponentials_0 : !n) {
  ^bb0(%v: f32, %m: f32, %acc: f32):
    %d = arith.subf %v, %m : f32  %e = math.exp %d : f32  %t = arith.addf %acc, %e : f32
    linalg.yield %t : f32
  } -> !n
  %picked_0 = linalg.fill ins(%zero : f32) outs(%empty_n : !n) -> !n
  %picked = linalg.generic #row2 ins(%logits, %y : !n10, !ni) outs(%picked_0 : !n) {
  ^bb0(%v: f32, %label: i32, %acc: f32):
    %i = linalg.index 1 : index  %class = arith.index_cast %i : index to i32
    %is = arith.cmpi eq, %class, %label : i32  %p = arith.select %is, %v, %zero : f32
    %t = arith.addf %acc, %p : f32  linalg.yield %t : f32
  } -> !n
  %losses = linalg.generic #rows3 ins(%exponentials, %largest, %picked : !n, !n, !n) outs(%empty_n : !n) {
  ^bb0(%v: f32, %m: f32, %p: f32, %acc: f32):
    %g = math.log %v : f32  %s = arith.addf %g, %m : f32  %t = arith.subf %s, %p : f32
    linalg.yield %t : f32
  } -> !n
  %classes = arith.constant 10 : i32
  %predicted_0 = linalg.fill ins(%classes : i32) outs(%empty_ni : !ni) -> !ni
  %predicted = linalg.generic #row2 ins(%logits, %largest : !n10, !n) outs(%predicted_0 : !ni) {
  ^bb0(%v: f32, %m: f32, %acc: i32):
    %i = linalg.index 1 : index  %class = arith.index_cast %i : index to i32
    %is = arith.cmpf oeq, %v, %m : f32  %p = arith.select %is, %class, %classes : i32
    %t = arith.minsi %acc, %p : i32  linalg.yield %t : i32
  } -> !ni
  %hits = linalg.generic #rows2 ins(%predicted, %y : !ni, !ni) outs(%empty_n : !n) {
  ^bb0(%p: i32, %label: i32, %acc: f32):
    %is = arith.cmpi eq, %p, %label : i32  %t = arith.select %is, %one, %zero : f32
    linalg.yield %t : f32
  } -> !n
  %loss_sum_0 = linalg.fill ins(%zero : f32) outs(%empty_s : tensor<f32>) -> tensor<f32>
  %loss_sum = linalg.generic #total ins(%losses : !n) outs(%loss_sum_0 : tensor<f32>) {
  ^bb0(%v: f32, %acc: f32):
    %t = arith.addf %acc, %v : f32  linalg.yield %t : f32
  } -> tensor<f32>
  %loss = linalg.generic #scalar ins(%loss_sum : tensor<f32>) outs(%empty_s : tensor<f32>) {
  ^bb0(%v: f32, %acc: f32):
    %t = arith.divf %v, %batch_size : f32  linalg.yield %t : f32
  } -> tensor<f32>
  %accuracy_sum_0 = linalg.fill ins(%zero : f32) outs(%empty_s : tensor<f32>) -> tensor<f32>
  %accuracy_sum = linalg.generic #total ins(%hits : !n) outs(%accuracy_sum_0 : tensor<f32>) {
  ^bb0(%v: f32, %acc: f32):
    %t = arith.addf %acc, %v : f32  linalg.yield %t : f32
  } -> tensor<f32>
  %accuracy = linalg.generic #scalar ins(%accuracy_sum : tensor<f32>) outs(%empty_s : tensor<f32>) {
  ^bb0(%v: f32, %acc: f32):
    %t = arith.divf %v, %batch_size : f32  linalg.yield %t : f32
  } -> tensor<f32>
  return %loss, %accuracy : tensor<f32>, tensor<f32>
}

func.func @eval(
    %fc0_w: !w784x256 {ckpt.param = "fc0.w"},
    %fc0_b: !v256 {ckpt.param = "fc0.b"},
    %fc1_w: !w256x128 {ckpt.param = "fc1.w"},
    %fc1_b: !v128 {ckpt.param = "fc1.b"},
    %head_w: !w128x10 {ckpt.param = "head.w"},
    %head_b: !v10 {ckpt.param = "head.b"},
    %x: !n28x28x1 {ckpt.data = "x"},
    %y: !ni {ckpt.data = "y"},
    %mask: !n {ckpt.data = "mask"}
) -> (
    tensor<f32> {ckpt.metric = "loss"},
    tensor<f32> {ckpt.metric = "correct"}
) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %lowest = arith.constant 0xFF800000 : f32
  %c0 = arith.constant 0 : index
  %batch = tensor.dim %x, %c0 : !n28x28x1
  %batch_i64 = arith.index_cast %batch : index to i64
  %batch_size = arith.sitofp %batch_i64 : i64 to f32
  %empty_n256 = tensor.empty(%batch) : !n256
  %empty_n128 = tensor.empty(%batch) : !n128
  %empty_n10 = tensor.empty(%batch) : !n10
  %empty_n = tensor.empty(%batch) : !n
  %empty_ni = tensor.empty(%batch) : !ni
  %empty_s = tensor.empty() : tensor<f32>
  %pixels = tensor.collapse_shape %x [[0], [1, 2, 3]] : !n28x28x1 into !n784
  %fc0_linear_product_0 = linalg.fill ins(%zero : f32) outs(%empty_n256 : !n256) -> !n256
  %fc0_linear_product = linalg.matmul ins(%pixels, %fc0_w : !n784, !w784x256) outs(%fc0_linear_product_0 : !n256) -> !n256
  %fc0_linear = linalg.generic #matrix1 ins(%fc0_linear_product, %fc0_b : !n256, !v256) outs(%empty_n256 : !n256) {
  ^bb0(%v: f32, %b: f32, %acc: f32):
    %t = arith.addf %v, %b : f32  linalg.yield %t : f32
  } -> !n256
  %fc0_relu = linalg.generic #matrix0 ins(%fc0_linear : !n256) outs(%empty_n256 : !n256) {
  ^bb0(%v: f32, %acc: f32):
    %t = arith.maximumf %v, %zero : f32  linalg.yield %t : f32
  } -> !n256
  %fc1_linear_product_0 = linalg.fill ins(%zero : f32) outs(%empty_n128 : !n128) -> !n128
  %fc1_linear_product = linalg.matmul ins(%fc0_relu, %fc1_w : !n256, !w256x128) outs(%fc1_linear_product_0 : !n128) -> !n128
  %fc1_linear = linalg.generic #matrix1 ins(%fc1_linear_product, %fc1_b : !n128, !v128) outs(%empty_n128 : !n128) {
  ^bb0(%v: f32, %b: f32, %acc: f32):
    %t = arith.addf %v, %b : f32  linalg.yield %t : f32
  } -> !n128
  %fc1_relu = linalg.generic #matrix0 ins(%fc1_linear : !n128) outs(%empty_n128 : !n128) {
  ^bb0(%v: f32, %acc: f32):
    %t = arith.maximumf %v, %zero : f32  linalg.yield %t : f32
  } -> !n128
  %logits_product_0 = linalg.fill ins(%zero : f32) outs(%empty_n10 : !n10) -> !n10
  %logits_product = linalg.matmul ins(%fc1_relu, %head_w : !n128, !w128x10) outs(%logits_product_0 : !n10) -> !n10
  %logits = linalg.generic #matrix1 ins(%logits_product, %head_b : !n10, !v10) outs(%empty_n10 : !n10) {
  ^bb0(%v: f32, %b: f32, %acc: f32):
    %t = arith.addf %v, %b : f32  linalg.yield %t : f32
  } -> !n10
  %largest_0 = linalg.fill ins(%lowest : f32) outs(%empty_n : !n) -> !n
  %largest = linalg.generic #row1 ins(%logits : !n10) outs(%largest_0 : !n) {
  ^bb0(%v: f32, %acc: f32):
    %t = arith.maximumf %acc, %v : f32  linalg.yield %t : f32
  } -> !n
  %exponentials_0 = linalg.fill ins(%zero : f32) outs(%empty_n : !n) -> !n
  %exponentials = linalg.generic #row2 ins(%logits, %largest : !n10, !n) outs(%exponentials_0 : !n) {
  ^bb0(%v: f32, %m: f32, %acc: f32):
    %d = arith.subf %v, %m : f32  %e = math.exp %d : f32  %t = arith.addf %acc, %e : f32
    linalg.yield %t : f32
  } -> !n
  %picked_0 = linalg.fill ins(%zero : f32) outs(%empty_n : !n) -> !n
  %picked = linalg.generic #row2 ins(%logits, %y : !n10, !ni) outs(%picked_0 : !n) {
  ^bb0(%v: f32, %label: i32, %acc: f32):
    %i = linalg.index 1 : index  %class = arith.index_cast %i : index to i32
    %is = arith.cmpi eq, %class, %label : i32  %p = arith.select %is, %v, %zero : f32
    %t = arith.addf %acc, %p : f32  linalg.yield %t : f32
  } -> !n
  %losses = linalg.generic #rows3 ins(%exponentials, %largest, %picked : !n, !n, !n) outs(%empty_n : !n) {
  ^bb0(%v: f32, %m: f32, %p: f32, %acc: f32):
    %g = math.log %v : f32  %s = arith.addf %g, %m : f32  %t = arith.subf %s, %p : f32
    linalg.yield %t : f32
  } -> !n
  %classes = arith.constant 10 : i32
  %predicted_0 = linalg.fill ins(%classes : i32) outs(%empty_ni : !ni) -> !ni
  %predicted = linalg.generic #row2 ins(%logits, %largest : !n10, !n) outs(%predicted_0 : !ni) {
  ^bb0(%v: f32, %m: f32, %acc: i32):
    %i = linalg.index 1 : index  %class = arith.index_cast %i : index to i32
    %is = arith.cmpf oeq, %v, %m : f32  %p = arith.select %is, %class, %classes : i32
    %t = arith.minsi %acc, %p : i32  linalg.yield %t : i32
  } -> !ni
  %hits = linalg.generic #rows2 ins(%predicted, %y : !ni, !ni) outs(%empty_n : !n) {
  ^bb0(%p: i32, %label: i32, %acc: f32):
    %is = arith.cmpi eq, %p, %label : i32  %t = arith.select %is, %one, %zero : f32
    linalg.yield %t : f32
  } -> !n
  %loss_masked = linalg.generic #rows2 ins(%losses, %mask : !n, !n) outs(%empty_n : !n) {
  ^bb0(%v: f32, %m: f32, %acc: f32):
    %t = arith.mulf %v, %m : f32  linalg.yield %t : f32
  } -> !n
  %loss_0 = linalg.fill ins(%zero : f32) outs(%empty_s : tensor<f32>) -> tensor<f32>
  %loss = linalg.generic #total ins(%loss_masked : !n) outs(%loss_0 : tensor<f32>) {
  ^bb0(%v: f32, %acc: f32):
    %t = arith.addf %acc, %v : f32  linalg.yield %t : f32
  } -> tensor<f32>
  %correct_masked = linalg.generic #rows2 ins(%hits, %mask : !n, !n) outs(%empty_n : !n) {
  ^bb0(%v: f32, %m: f32, %acc: f32):
    %t = arith.mulf %v, %m : f32  linalg.yield %t : f32
  } -> !n
  %correct_0 = linalg.fill ins(%zero : f32) outs(%empty_s : tensor<f32>) -> tensor<f32>
  %correct = linalg.generic #total ins(%correct_masked : !n) outs(%correct_0 : tensor<f32>) {
  ^bb0(%v: f32, %acc: f32):
    %t = arith.addf %acc, %v : f32  linalg.yield %t : f32
  } -> tensor<f32>
  return %loss, %correct : tensor<f32>, tensor<f32>
}

