// lenet: written by generate.py, which is the place to change it.
!n = tensor<?xf32>
!n5x5x16 = tensor<?x5x5x16xf32>
!n10 = tensor<?x10xf32>
!n10x10x16 = tensor<?x10x10x16xf32>
!n14x14x6 = tensor<?x14x14x6xf32>
!n28x28x1 = tensor<?x28x28x1xf32>
!n28x28x6 = tensor<?x28x28x6xf32>
!n32x32x1 = tensor<?x32x32x1xf32>
!n84 = tensor<?x84xf32>
!n120 = tensor<?x120xf32>
!n400 = tensor<?x400xf32>
!ni = tensor<?xi32>
!v6 = tensor<6xf32>
!v10 = tensor<10xf32>
!v16 = tensor<16xf32>
!v84 = tensor<84xf32>
!v120 = tensor<120xf32>
!w2x2 = tensor<2x2xf32>
!w5x5x1x6 = tensor<5x5x1x6xf32>
!w5x5x6x16 = tensor<5x5x6x16xf32>
!w84x10 = tensor<84x10xf32>
!w120x84 = tensor<120x84xf32>
!w400x120 = tensor<400x120xf32>
#image0 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#image1 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#matrix0 = {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
#matrix1 = {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
#row1 = {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
#row2 = {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
#rows2 = {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
#rows3 = {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
#scalar = {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []}
#total = {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]}

func.func @lenet(
    %conv0_w: !w5x5x1x6 {ckpt.param = "conv0.w", ckpt.init = "glorot_uniform"},
    %conv0_b: !v6 {ckpt.param = "conv0.b", ckpt.init = "zeros"},
    %conv1_w: !w5x5x6x16 {ckpt.param = "conv1.w", ckpt.init = "glorot_uniform"},
    %conv1_b: !v16 {ckpt.param = "conv1.b", ckpt.init = "zeros"},
    %fc0_w: !w400x120 {ckpt.param = "fc0.w", ckpt.init = "glorot_uniform"},
    %fc0_b: !v120 {ckpt.param = "fc0.b", ckpt.init = "zeros"},
    %fc1_w: !w120x84 {ckpt.param = "fc1.w", ckpt.init = "glorot_uniform"},
    %fc1_b: !v84 {ckpt.param = "fc1.b", ckpt.init = "zeros"},
    %head_w: !w84x10 {ckpt.param = "head.w", ckpt.init = "glorot_uniform"},
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
  %empty_n28x28x6 = tensor.empty(%batch) : !n28x28x6
  %empty_w2x2 = tensor.empty() : !w2x2
  %empty_n14x14x6 = tensor.empty(%batch) : !n14x14x6
  %empty_n10x10x16 = tensor.empty(%batch) : !n10x10x16
  %empty_n5x5x16 = tensor.empty(%batch) : !n5x5x16
  %empty_n120 = tensor.empty(%batch) : !n120
  %empty_n84 = tensor.empty(%batch) : !n84
  %empty_n10 = tensor.empty(%batch) : !n10
  %empty_n = tensor.empty(%batch) : !n
  %empty_ni = tensor.empty(%batch) : !ni
  %empty_s = tensor.empty() : tensor<f32>
  %conv0_pad = tensor.pad %x low[0, 2, 2, 0] high[0, 2, 2, 0] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : !n28x28x1 to !n32x32x1
  %conv0_0 = linalg.fill ins(%zero : f32) outs(%empty_n28x28x6 : !n28x28x6) -> !n28x28x6
  %conv0 = linalg.conv_2d_nhwc_hwcf ins(%conv0_pad, %conv0_w : !n32x32x1, !w5x5x1x6) outs(%conv0_0 : !n28x28x6) -> !n28x28x6
  %biased0 = linalg.generic #image1 ins(%conv0, %conv0_b : !n28x28x6, !v6) outs(%empty_n28x28x6 : !n28x28x6) {
  ^bb0(%v: f32, %b: f32, %acc: f32):
    %t = arith.addf %v, %b : f32  linalg.yield %t : f32
  } -> !n28x28x6
  %relu0 = linalg.generic #image0 ins(%biased0 : !n28x28x6) outs(%empty_n28x28x6 : !n28x28x6) {
  ^bb0(%v: f32, %acc: f32):
    %t = arith.maximumf %v, %zero : f32  linalg.yield %t : f32
  } -> !n28x28x6
  %pool0_0 = linalg.fill ins(%lowest : f32) outs(%empty_n14x14x6 : !n14x14x6) -> !n14x14x6
  %pool0 = linalg.pooling_nhwc_max {strides = dense<2> : tensor<2xi64>} ins(%relu0, %empty_w2x2 : !n28x28x6, !w2x2) outs(%pool0_0 : !n14x14x6) -> !n14x14x6
  %conv1_0 = linalg.fill ins(%zero : f32) outs(%empty_n10x10x16 : !n10x10x16) -> !n10x10x16
  %conv1 = linalg.conv_2d_nhwc_hwcf ins(%pool0, %conv1_w : !n14x14x6, !w5x5x6x16) outs(%conv1_0 : !n10x10x16) -> !n10x10x16
  %biased1 = linalg.generic #image1 ins(%conv1, %conv1_b : !n10x10x16, !v16) outs(%empty_n10x10x16 : !n10x10x16) {
  ^bb0(%v: f32, %b: f32, %acc: f32):
    %t = arith.addf %v, %b : f32  linalg.yield %t : f32
  } -> !n10x10x16
  %relu1 = linalg.generic #image0 ins(%biased1 : !n10x10x16) outs(%empty_n10x10x16 : !n10x10x16) {
  ^bb0(%v: f32, %acc: f32):
    %t = arith.maximumf %v, %zero : f32  linalg.yield %t : f32
  } -> !n10x10x16
  %pool1_0 = linalg.fill ins(%lowest : f32) outs(%empty_n5x5x16 : !n5x5x16) -> !n5x5x16
  %pool1 = linalg.pooling_nhwc_max {strides = dense<2> : tensor<2xi64>} ins(%relu1, %empty_w2x2 : !n10x10x16, !w2x2) outs(%pool1_0 : !n5x5x16) -> !n5x5x16
  %flat = tensor.collapse_shape %pool1 [[0], [1, 2, 3]] : !n5x5x16 into !n400
  %fc0_product_0 = linalg.fill ins(%zero : f32) outs(%empty_n120 : !n120) -> !n120
  %fc0_product = linalg.matmul ins(%flat, %fc0_w : !n400, !w400x120) outs(%fc0_product_0 : !n120) -> !n120
  %fc0 = linalg.generic #matrix1 ins(%fc0_product, %fc0_b : !n120, !v120) outs(%empty_n120 : !n120) {
  ^bb0(%v: f32, %b: f32, %acc: f32):
    %t = arith.addf %v, %b : f32  linalg.yield %t : f32
  } -> !n120
  %fc0_relu = linalg.generic #matrix0 ins(%fc0 : !n120) outs(%empty_n120 : !n120) {
  ^bb0(%v: f32, %acc: f32):
    %t = arith.maximumf %v, %zero : f32  linalg.yield %t : f32
  } -> !n120
  %fc1_product_0 = linalg.fill ins(%zero : f32) outs(%empty_n84 : !n84) -> !n84
  %fc1_product = linalg.matmul ins(%fc0_relu, %fc1_w : !n120, !w120x84) outs(%fc1_product_0 : !n84) -> !n84
  %fc1 = linalg.generic #matrix1 ins(%fc1_product, %fc1_b : !n84, !v84) outs(%empty_n84 : !n84) {
  ^bb0(%v: f32, %b: f32, %acc: f32):
    %t = arith.addf %v, %b : f32  linalg.yield %t : f32
  } -> !n84
  %fc1_relu = linalg.generic #matrix0 ins(%fc1 : !n84) outs(%empty_n84 : !n84) {
  ^bb0(%v: f32, %acc: f32):
    %t = arith.maximumf %v, %zero : f32  linalg.yield %t : f32
  } -> !n84
  %logits_product_0 = linalg.fill ins(%zero : f32) outs(%empty_n10 : !n10) -> !n10
  %logits_product = linalg.matmul ins(%fc1_relu, %head_w : !n84, !w84x10) outs(%logits_product_0 : !n10) -> !n10
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
    %conv0_w: !w5x5x1x6 {ckpt.param = "conv0.w"},
    %conv0_b: !v6 {ckpt.param = "conv0.b"},
    %conv1_w: !w5x5x6x16 {ckpt.param = "conv1.w"},
    %conv1_b: !v16 {ckpt.param = "conv1.b"},
    %fc0_w: !w400x120 {ckpt.param = "fc0.w"},
    %fc0_b: !v120 {ckpt.param = "fc0.b"},
    %fc1_w: !w120x84 {ckpt.param = "fc1.w"},
    %fc1_b: !v84 {ckpt.param = "fc1.b"},
    %head_w: !w84x10 {ckpt.param = "head.w"},
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
  %empty_n28x28x6 = tensor.empty(%batch) : !n28x28x6
  %empty_w2x2 = tensor.empty() : !w2x2
  %empty_n14x14x6 = tensor.empty(%batch) : !n14x14x6
  %empty_n10x10x16 = tensor.empty(%batch) : !n10x10x16
  %empty_n5x5x16 = tensor.empty(%batch) : !n5x5x16
  %empty_n120 = tensor.empty(%batch) : !n120
  %empty_n84 = tensor.empty(%batch) : !n84
  %empty_n10 = tensor.empty(%batch) : !n10
  %empty_n = tensor.empty(%batch) : !n
  %empty_ni = tensor.empty(%batch) : !ni
  %empty_s = tensor.empty() : tensor<f32>
  %conv0_pad = tensor.pad %x low[0, 2, 2, 0] high[0, 2, 2, 0] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : !n28x28x1 to !n32x32x1
  %conv0_0 = linalg.fill ins(%zero : f32) outs(%empty_n28x28x6 : !n28x28x6) -> !n28x28x6
  %conv0 = linalg.conv_2d_nhwc_hwcf ins(%conv0_pad, %conv0_w : !n32x32x1, !w5x5x1x6) outs(%conv0_0 : !n28x28x6) -> !n28x28x6
  %biased0 = linalg.generic #image1 ins(%conv0, %conv0_b : !n28x28x6, !v6) outs(%empty_n28x28x6 : !n28x28x6) {
  ^bb0(%v: f32, %b: f32, %acc: f32):
    %t = arith.addf %v, %b : f32  linalg.yield %t : f32
  } -> !n28x28x6
  %relu0 = linalg.generic #image0 ins(%biased0 : !n28x28x6) outs(%empty_n28x28x6 : !n28x28x6) {
  ^bb0(%v: f32, %acc: f32):
    %t = arith.maximumf %v, %zero : f32  linalg.yield %t : f32
  } -> !n28x28x6
  %pool0_0 = linalg.fill ins(%lowest : f32) outs(%empty_n14x14x6 : !n14x14x6) -> !n14x14x6
  %pool0 = linalg.pooling_nhwc_max {strides = dense<2> : tensor<2xi64>} ins(%relu0, %empty_w2x2 : !n28x28x6, !w2x2) outs(%pool0_0 : !n14x14x6) -> !n14x14x6
  %conv1_0 = linalg.fill ins(%zero : f32) outs(%empty_n10x10x16 : !n10x10x16) -> !n10x10x16
  %conv1 = linalg.conv_2d_nhwc_hwcf ins(%pool0, %conv1_w : !n14x14x6, !w5x5x6x16) outs(%conv1_0 : !n10x10x16) -> !n10x10x16
  %biased1 = linalg.generic #image1 ins(%conv1, %conv1_b : !n10x10x16, !v16) outs(%empty_n10x10x16 : !n10x10x16) {
  ^bb0(%v: f32, %b: f32, %acc: f32):
    %t = arith.addf %v, %b : f32  linalg.yield %t : f32
  } -> !n10x10x16
  %relu1 = linalg.generic #image0 ins(%biased1 : !n10x10x16) outs(%empty_n10x10x16 : !n10x10x16) {
  ^bb0(%v: f32, %acc: f32):
    %t = arith.maximumf %v, %zero : f32  linalg.yield %t : f32
  } -> !n10x10x16
  %pool1_0 = linalg.fill ins(%lowest : f32) outs(%empty_n5x5x16 : !n5x5x16) -> !n5x5x16
  %pool1 = linalg.pooling_nhwc_max {strides = dense<2> : tensor<2xi64>} ins(%relu1, %empty_w2x2 : !n10x10x16, !w2x2) outs(%pool1_0 : !n5x5x16) -> !n5x5x16
  %flat = tensor.collapse_shape %pool1 [[0], [1, 2, 3]] : !n5x5x16 into !n400
  %fc0_product_0 = linalg.fill ins(%zero : f32) outs(%empty_n120 : !n120) -> !n120
  %fc0_product = linalg.matmul ins(%flat, %fc0_w : !n400, !w400x120) outs(%fc0_product_0 : !n120) -> !n120
  %fc0 = linalg.generic #matrix1 ins(%fc0_product, %fc0_b : !n120, !v120) outs(%empty_n120 : !n120) {
  ^bb0(%v: f32, %b: f32, %acc: f32):
    %t = arith.addf %v, %b : f32  linalg.yield %t : f32
  } -> !n120
  %fc0_relu = linalg.generic #matrix0 ins(%fc0 : !n120) outs(%empty_n120 : !n120) {
  ^bb0(%v: f32, %acc: f32):
    %t = arith.maximumf %v, %zero : f32  linalg.yield %t : f32
  } -> !n120
  %fc1_product_0 = linalg.fill ins(%zero : f32) outs(%empty_n84 : !n84) -> !n84
  %fc1_product = linalg.matmul ins(%fc0_relu, %fc1_w : !n120, !w120x84) outs(%fc1_product_0 : !n84) -> !n84
  %fc1 = linalg.generic #matrix1 ins(%fc1_product, %fc1_b : !n84, !v84) outs(%empty_n84 : !n84) {
  ^bb0(%v: f32, %b: f32, %acc: f32):
    %t = arith.addf %v, %b : f32  linalg.yield %t : f32
  } -> !n84
  %fc1_relu = linalg.generic #matrix0 ins(%fc1 : !n84) outs(%empty_n84 : !n84) {
  ^bb0(%v: f32, %acc: f32):
    %t = arith.maximumf %v, %zero : f32  linalg.yield %t : f32
  } -> !n84
  %logits_product_0 = linalg.fill ins(%zero : f32) outs(%empty_n10 : !n10) -> !n10
  %logits_product = linalg.matmul ins(%fc1_relu, %head_w : !n84, !w84x10) outs(%logits_product_0 : !n10) -> !n10
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

