// gan: written by generate.py, which is the place to change it.
!n = tensor<?xf32>
!n1 = tensor<?x1xf32>
!n7x7x32 = tensor<?x7x7x32xf32>
!n14x14x16 = tensor<?x14x14x16xf32>
!n15x15x16 = tensor<?x15x15x16xf32>
!n16x16x16 = tensor<?x16x16x16xf32>
!n28x28x1 = tensor<?x28x28x1xf32>
!n28x28x2 = tensor<?x28x28x2xf32>
!n28x28x4 = tensor<?x28x28x4xf32>
!n29x29x1 = tensor<?x29x29x1xf32>
!n30x30x2 = tensor<?x30x30x2xf32>
!n30x30x4 = tensor<?x30x30x4xf32>
!n32 = tensor<?x32xf32>
!n64 = tensor<?x64xf32>
!n1568 = tensor<?x1568xf32>
!v1 = tensor<1xf32>
!v4 = tensor<4xf32>
!v64 = tensor<64xf32>
!v1568 = tensor<1568xf32>
!w3x3x1x16 = tensor<3x3x1x16xf32>
!w3x3x2x4 = tensor<3x3x2x4xf32>
!w3x3x4x1 = tensor<3x3x4x1xf32>
!w3x3x16x16 = tensor<3x3x16x16xf32>
!w3x3x16x32 = tensor<3x3x16x32xf32>
!w32x64 = tensor<32x64xf32>
!w64x1568 = tensor<64x1568xf32>
!w1568x1 = tensor<1568x1xf32>
#image0 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#image3 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d3)>, affine_map<(d0, d1, d2, d3) -> (d3)>, affine_map<(d0, d1, d2, d3) -> (d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#matrix0 = {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
#matrix1 = {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
#mean = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d3)>], iterator_types = ["reduction", "reduction", "reduction", "parallel"]}
#rows1 = {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
#rows2 = {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
#scalar = {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []}
#total = {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]}
#vec2 = {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
#vec3 = {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}

func.func @gan(
    %gen_fc0_w: !w32x64 {ckpt.param = "gen.fc0.w", ckpt.init = "glorot_uniform"},
    %gen_fc0_b: !v64 {ckpt.param = "gen.fc0.b", ckpt.init = "zeros"},
    %gen_fc1_w: !w64x1568 {ckpt.param = "gen.fc1.w", ckpt.init = "glorot_uniform"},
    %gen_fc1_b: !v1568 {ckpt.param = "gen.fc1.b", ckpt.init = "zeros"},
    %gen_conv0_w: !w3x3x2x4 {ckpt.param = "gen.conv0.w", ckpt.init = "glorot_uniform"},
    %gen_bn_scale: !v4 {ckpt.param = "gen.bn.scale", ckpt.init = "ones"},
    %gen_bn_shift: !v4 {ckpt.param = "gen.bn.shift", ckpt.init = "zeros"},
    %gen_conv1_w: !w3x3x4x1 {ckpt.param = "gen.conv1.w", ckpt.init = "glorot_uniform"},
    %disc_conv0_w: !w3x3x1x16 {ckpt.param = "disc.conv0.w", ckpt.init = "glorot_uniform"},
    %disc_conv1_w: !w3x3x16x16 {ckpt.param = "disc.conv1.w", ckpt.init = "glorot_uniform"},
    %disc_conv2_w: !w3x3x16x16 {ckpt.param = "disc.conv2.w", ckpt.init = "glorot_uniform"},
    %disc_conv3_w: !w3x3x16x32 {ckpt.param = "disc.conv3.w", ckpt.init = "glorot_uniform"},
    %disc_head_w: !w1568x1 {ckpt.param = "disc.head.w", ckpt.init = "glorot_uniform"},
    %disc_head_b: !v1 {ckpt.param = "disc.head.b", ckpt.init = "zeros"},
    %gen_bn_mean: !v4 {ckpt.state = "gen.bn.mean", ckpt.init = "zeros"},
    %gen_bn_var: !v4 {ckpt.state = "gen.bn.var", ckpt.init = "ones"},
    %x: !n28x28x1 {ckpt.data = "x"},
    %z: !n32 {ckpt.data = "z"}
) -> (
    tensor<f32> {ckpt.loss = "d"},
    tensor<f32> {ckpt.loss = "g"},
    tensor<f32> {ckpt.metric = "fooled"},
    !v4 {ckpt.state = "gen.bn.mean"},
    !v4 {ckpt.state = "gen.bn.var"}
) attributes {ckpt.objectives = [{loss = "d", params = "disc", optimizer = "adam"}, {loss = "g", params = "gen", optimizer = {kind = "adam", beta1 = 0.5}}]} {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %epsilon = arith.constant 0.001 : f32
  %keep = arith.constant 0.9 : f32
  %blend = arith.constant 0.1 : f32
  %c0 = arith.constant 0 : index
  %batch = tensor.dim %x, %c0 : !n28x28x1
  %batch_i64 = arith.index_cast %batch : index to i64
  %batch_size = arith.sitofp %batch_i64 : i64 to f32
  %empty_n64 = tensor.empty(%batch) : !n64
  %empty_n1568 = tensor.empty(%batch) : !n1568
  %empty_n28x28x4 = tensor.empty(%batch) : !n28x28x4
  %empty_v4 = tensor.empty() : !v4
  %zero_v4 = linalg.fill ins(%zero : f32) outs(%empty_v4 : !v4) -> !v4
  %empty_n28x28x1 = tensor.empty(%batch) : !n28x28x1
  %empty_n = tensor.empty(%batch) : !n
  %empty_s = tensor.empty() : tensor<f32>
  %pixels_28x28 = arith.constant 784.0 : f32
  %count_28x28 = arith.mulf %batch_size, %pixels_28x28 : f32
  %share_28x28 = arith.divf %one, %count_28x28 : f32
  %generator:3 = ckpt.region "generator" -> !n28x28x1, !v4, !v4 {
    %gen_fc0_product_0 = linalg.fill ins(%zero : f32) outs(%empty_n64 : !n64) -> !n64
    %gen_fc0_product = linalg.matmul ins(%z, %gen_fc0_w : !n32, !w32x64) outs(%gen_fc0_product_0 : !n64) -> !n64
    %gen_fc0 = linalg.generic #matrix1 ins(%gen_fc0_product, %gen_fc0_b : !n64, !v64) outs(%empty_n64 : !n64) {
    ^bb0(%v: f32, %b: f32, %acc: f32):
      %t = arith.addf %v, %b : f32  linalg.yield %t : f32
    } -> !n64
    %gen_fc0_relu = linalg.generic #matrix0 ins(%gen_fc0 : !n64) outs(%empty_n64 : !n64) {
    ^bb0(%v: f32, %acc: f32):
      %t = arith.maximumf %v, %zero : f32  linalg.yield %t : f32
    } -> !n64
    %gen_fc1_product_0 = linalg.fill ins(%zero : f32) outs(%empty_n1568 : !n1568) -> !n1568
    %gen_fc1_product = linalg.matmul ins(%gen_fc0_relu, %gen_fc1_w : !n64, !w64x1568) outs(%gen_fc1_product_0 : !n1568) -> !n1568
    %gen_fc1 = linalg.generic #matrix1 ins(%gen_fc1_product, %gen_fc1_b : !n1568, !v1568) outs(%empty_n1568 : !n1568) {
    ^bb0(%v: f32, %b: f32, %acc: f32):
      %t = arith.addf %v, %b : f32  linalg.yield %t : f32
    } -> !n1568
    %gen_fc1_relu = linalg.generic #matrix0 ins(%gen_fc1 : !n1568) outs(%empty_n1568 : !n1568) {
    ^bb0(%v: f32, %acc: f32):
      %t = arith.maximumf %v, %zero : f32  linalg.yield %t : f32
    } -> !n1568
    %gen_image = tensor.expand_shape %gen_fc1_relu [[0], [1, 2, 3]] output_shape [%batch, 28, 28, 2] : !n1568 into !n28x28x2
    %gen_conv0_pad = tensor.pad %gen_image low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%i: index, %j: index, %k: index, %l: index):
      tensor.yield %zero : f32
    } : !n28x28x2 to !n30x30x2
    %gen_conv0_0 = linalg.fill ins(%zero : f32) outs(%empty_n28x28x4 : !n28x28x4) -> !n28x28x4
    %gen_conv0 = linalg.conv_2d_nhwc_hwcf ins(%gen_conv0_pad, %gen_conv0_w : !n30x30x2, !w3x3x2x4) outs(%gen_conv0_0 : !n28x28x4) -> !n28x28x4
    %gen_bn_avg = linalg.generic #mean ins(%gen_conv0 : !n28x28x4) outs(%zero_v4 : !v4) {
    ^bb0(%v: f32, %acc: f32):
      %r = arith.mulf %v, %share_28x28 : f32  %t = arith.addf %acc, %r : f32  linalg.yield %t : f32
    } -> !v4
    %gen_bn_sq = linalg.generic #mean ins(%gen_conv0 : !n28x28x4) outs(%zero_v4 : !v4) {
    ^bb0(%v: f32, %acc: f32):
      %s = arith.mulf %v, %v : f32  %r = arith.mulf %s, %share_28x28 : f32  %t = arith.addf %acc, %r : f32
      linalg.yield %t : f32
    } -> !v4
    %gen_bn_gain = linalg.generic #vec3 ins(%gen_bn_avg, %gen_bn_sq, %gen_bn_scale : !v4, !v4, !v4) outs(%empty_v4 : !v4) {
    ^bb0(%m: f32, %q: f32, %g: f32, %acc: f32):
      %s = arith.mulf %m, %m : f32  %u = arith.subf %q, %s : f32  %d = arith.maximumf %u, %zero : f32
      %e = arith.addf %d, %epsilon : f32  %r = math.rsqrt %e : f32  %t = arith.mulf %r, %g : f32
      linalg.yield %t : f32
    } -> !v4
    %gen_bn_relu = linalg.generic #image3 ins(%gen_conv0, %gen_bn_avg, %gen_bn_gain, %gen_bn_shift : !n28x28x4, !v4, !v4, !v4)
        outs(%empty_n28x28x4 : !n28x28x4) {
    ^bb0(%v: f32, %m: f32, %g: f32, %b: f32, %acc: f32):
      %c = arith.subf %v, %m : f32  %n = arith.mulf %c, %g : f32  %p = arith.addf %n, %b : f32
      %t = arith.maximumf %p, %zero : f32  linalg.yield %t : f32
    } -> !n28x28x4
    %gen_conv1_pad = tensor.pad %gen_bn_relu low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%i: index, %j: index, %k: index, %l: index):
      tensor.yield %zero : f32
    } : !n28x28x4 to !n30x30x4
    %gen_conv1_0 = linalg.fill ins(%zero : f32) outs(%empty_n28x28x1 : !n28x28x1) -> !n28x28x1
    %gen_conv1 = linalg.conv_2d_nhwc_hwcf ins(%gen_conv1_pad, %gen_conv1_w : !n30x30x4, !w3x3x4x1) outs(%gen_conv1_0 : !n28x28x1) -> !n28x28x1
    %made = linalg.generic #image0 ins(%gen_conv1 : !n28x28x1) outs(%empty_n28x28x1 : !n28x28x1) {
    ^bb0(%v: f32, %acc: f32):
      %n = arith.negf %v : f32  %e = math.exp %n : f32  %d = arith.addf %e, %one : f32
      %t = arith.divf %one, %d : f32  linalg.yield %t : f32
    } -> !n28x28x1
    ckpt.yield %made, %gen_bn_avg, %gen_bn_sq : !n28x28x1, !v4, !v4
  }
  %new_gen_bn_mean = linalg.generic #vec2 ins(%gen_bn_mean, %generator#1 : !v4, !v4) outs(%empty_v4 : !v4) {
  ^bb0(%o: f32, %d: f32, %acc: f32):
    %k = arith.mulf %o, %keep : f32  %f = arith.mulf %d, %blend : f32  %t = arith.addf %k, %f : f32
    linalg.yield %t : f32
  } -> !v4
  %new_gen_bn_var = linalg.generic #vec3 ins(%gen_bn_var, %generator#1, %generator#2 : !v4, !v4, !v4) outs(%empty_v4 : !v4) {
  ^bb0(%o: f32, %m: f32, %q: f32, %acc: f32):
    %s = arith.mulf %m, %m : f32  %u = arith.subf %q, %s : f32  %d = arith.maximumf %u, %zero : f32
    %k = arith.mulf %o, %keep : f32  %f = arith.mulf %d, %blend : f32  %t = arith.addf %k, %f : f32
    linalg.yield %t : f32
  } -> !v4
  %real = func.call @discriminator_n28x28x1(%disc_conv0_w, %disc_conv1_w, %disc_conv2_w, %disc_conv3_w, %disc_head_w, %disc_head_b, %x, %share_28x28) : (!w3x3x1x16, !w3x3x16x16, !w3x3x16x16, !w3x3x16x32, !w1568x1, !v1, !n28x28x1, f32) -> !n
  %fake = func.call @discriminator_n28x28x1(%disc_conv0_w, %disc_conv1_w, %disc_conv2_w, %disc_conv3_w, %disc_head_w, %disc_head_b, %generator#0, %share_28x28) : (!w3x3x1x16, !w3x3x16x16, !w3x3x16x16, !w3x3x16x32, !w1568x1, !v1, !n28x28x1, f32) -> !n
  %d_losses = linalg.generic #rows2 ins(%real, %fake : !n, !n) outs(%empty_n : !n) {
  ^bb0(%r: f32, %f: f32, %acc: f32):
    %m = arith.negf %r : f32  %a_p = arith.maximumf %m, %zero : f32  %a_a = math.absf %m : f32
    %a_n = arith.negf %a_a : f32  %a_e = math.exp %a_n : f32  %a_l = math.log1p %a_e : f32
    %a = arith.addf %a_p, %a_l : f32  %b_p = arith.maximumf %f, %zero : f32  %b_a = math.absf %f : f32
    %b_n = arith.negf %b_a : f32  %b_e = math.exp %b_n : f32  %b_l = math.log1p %b_e : f32
    %b = arith.addf %b_p, %b_l : f32  %t = arith.addf %a, %b : f32  linalg.yield %t : f32
  } -> !n
  %g_losses = linalg.generic #rows1 ins(%fake : !n) outs(%empty_n : !n) {
  ^bb0(%f: f32, %acc: f32):
    %m = arith.negf %f : f32  %t_p = arith.maximumf %m, %zero : f32  %t_a = math.absf %m : f32
    %t_n = arith.negf %t_a : f32  %t_e = math.exp %t_n : f32  %t_l = math.log1p %t_e : f32
    %t = arith.addf %t_p, %t_l : f32  linalg.yield %t : f32
  } -> !n
  %fooled_each = linalg.generic #rows1 ins(%fake : !n) outs(%empty_n : !n) {
  ^bb0(%f: f32, %acc: f32):
    %is = arith.cmpf ogt, %f, %zero : f32  %t = arith.select %is, %one, %zero : f32
    linalg.yield %t : f32
  } -> !n
  %d_sum_0 = linalg.fill ins(%zero : f32) outs(%empty_s : tensor<f32>) -> tensor<f32>
  %d_sum = linalg.generic #total ins(%d_losses : !n) outs(%d_sum_0 : tensor<f32>) {
  ^bb0(%v: f32, %acc: f32):
    %t = arith.addf %acc, %v : f32  linalg.yield %t : f32
  } -> tensor<f32>
  %d = linalg.generic #scalar ins(%d_sum : tensor<f32>) outs(%empty_s : tensor<f32>) {
  ^bb0(%v: f32, %acc: f32):
    %t = arith.divf %v, %batch_size : f32  linalg.yield %t : f32
  } -> tensor<f32>
  %g_sum_0 = linalg.fill ins(%zero : f32) outs(%empty_s : tensor<f32>) -> tensor<f32>
  %g_sum = linalg.generic #total ins(%g_losses : !n) outs(%g_sum_0 : tensor<f32>) {
  ^bb0(%v: f32, %acc: f32):
    %t = arith.addf %acc, %v : f32  linalg.yield %t : f32
  } -> tensor<f32>
  %g = linalg.generic #scalar ins(%g_sum : tensor<f32>) outs(%empty_s : tensor<f32>) {
  ^bb0(%v: f32, %acc: f32):
    %t = arith.divf %v, %batch_size : f32  linalg.yield %t : f32
  } -> tensor<f32>
  %fooled_sum_0 = linalg.fill ins(%zero : f32) outs(%empty_s : tensor<f32>) -> tensor<f32>
  %fooled_sum = linalg.generic #total ins(%fooled_each : !n) outs(%fooled_sum_0 : tensor<f32>) {
  ^bb0(%v: f32, %acc: f32):
    %t = arith.addf %acc, %v : f32  linalg.yield %t : f32
  } -> tensor<f32>
  %fooled = linalg.generic #scalar ins(%fooled_sum : tensor<f32>) outs(%empty_s : tensor<f32>) {
  ^bb0(%v: f32, %acc: f32):
    %t = arith.divf %v, %batch_size : f32  linalg.yield %t : f32
  } -> tensor<f32>
  return %d, %g, %fooled, %new_gen_bn_mean, %new_gen_bn_var : tensor<f32>, tensor<f32>, tensor<f32>, !v4, !v4
}

func.func private @discriminator_n28x28x1(
    %conv0_w: !w3x3x1x16, %conv1_w: !w3x3x16x16, %conv2_w: !w3x3x16x16, %conv3_w: !w3x3x16x32, %head_w: !w1568x1, %head_b: !v1, %image: !n28x28x1, %share: f32
) -> (
    !n
) attributes {ckpt.checkpoint} {
  %zero = arith.constant 0.0 : f32
  %slope = arith.constant 0.2 : f32
  %c0 = arith.constant 0 : index
  %batch = tensor.dim %image, %c0 : !n28x28x1
  %empty_n14x14x16 = tensor.empty(%batch) : !n14x14x16
  %empty_n7x7x32 = tensor.empty(%batch) : !n7x7x32
  %empty_n1 = tensor.empty(%batch) : !n1
  %conv0_pad = tensor.pad %image low[0, 0, 0, 0] high[0, 1, 1, 0] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : !n28x28x1 to !n29x29x1
  %conv0_0 = linalg.fill ins(%zero : f32) outs(%empty_n14x14x16 : !n14x14x16) -> !n14x14x16
  %conv0 = linalg.conv_2d_nhwc_hwcf {strides = dense<2> : tensor<2xi64>} ins(%conv0_pad, %conv0_w : !n29x29x1, !w3x3x1x16) outs(%conv0_0 : !n14x14x16) -> !n14x14x16
  %leaky0 = linalg.generic #image0 ins(%conv0 : !n14x14x16) outs(%empty_n14x14x16 : !n14x14x16) {
  ^bb0(%v: f32, %acc: f32):
    %s = arith.mulf %v, %slope : f32  %t = arith.maximumf %v, %s : f32  linalg.yield %t : f32
  } -> !n14x14x16
  %conv1_pad = tensor.pad %leaky0 low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : !n14x14x16 to !n16x16x16
  %conv1_0 = linalg.fill ins(%zero : f32) outs(%empty_n14x14x16 : !n14x14x16) -> !n14x14x16
  %conv1 = linalg.conv_2d_nhwc_hwcf ins(%conv1_pad, %conv1_w : !n16x16x16, !w3x3x16x16) outs(%conv1_0 : !n14x14x16) -> !n14x14x16
  %leaky1 = linalg.generic #image0 ins(%conv1 : !n14x14x16) outs(%empty_n14x14x16 : !n14x14x16) {
  ^bb0(%v: f32, %acc: f32):
    %s = arith.mulf %v, %slope : f32  %t = arith.maximumf %v, %s : f32  linalg.yield %t : f32
  } -> !n14x14x16
  %conv2_pad = tensor.pad %leaky1 low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : !n14x14x16 to !n16x16x16
  %conv2_0 = linalg.fill ins(%zero : f32) outs(%empty_n14x14x16 : !n14x14x16) -> !n14x14x16
  %conv2 = linalg.conv_2d_nhwc_hwcf ins(%conv2_pad, %conv2_w : !n16x16x16, !w3x3x16x16) outs(%conv2_0 : !n14x14x16) -> !n14x14x16
  %leaky2 = linalg.generic #image0 ins(%conv2 : !n14x14x16) outs(%empty_n14x14x16 : !n14x14x16) {
  ^bb0(%v: f32, %acc: f32):
    %s = arith.mulf %v, %slope : f32  %t = arith.maximumf %v, %s : f32  linalg.yield %t : f32
  } -> !n14x14x16
  %conv3_pad = tensor.pad %leaky2 low[0, 0, 0, 0] high[0, 1, 1, 0] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : !n14x14x16 to !n15x15x16
  %conv3_0 = linalg.fill ins(%zero : f32) outs(%empty_n7x7x32 : !n7x7x32) -> !n7x7x32
  %conv3 = linalg.conv_2d_nhwc_hwcf {strides = dense<2> : tensor<2xi64>} ins(%conv3_pad, %conv3_w : !n15x15x16, !w3x3x16x32) outs(%conv3_0 : !n7x7x32) -> !n7x7x32
  %leaky3 = linalg.generic #image0 ins(%conv3 : !n7x7x32) outs(%empty_n7x7x32 : !n7x7x32) {
  ^bb0(%v: f32, %acc: f32):
    %s = arith.mulf %v, %slope : f32  %t = arith.maximumf %v, %s : f32  linalg.yield %t : f32
  } -> !n7x7x32
  %flat = tensor.collapse_shape %leaky3 [[0], [1, 2, 3]] : !n7x7x32 into !n1568
  %score_product_0 = linalg.fill ins(%zero : f32) outs(%empty_n1 : !n1) -> !n1
  %score_product = linalg.matmul ins(%flat, %head_w : !n1568, !w1568x1) outs(%score_product_0 : !n1) -> !n1
  %score = linalg.generic #matrix1 ins(%score_product, %head_b : !n1, !v1) outs(%empty_n1 : !n1) {
  ^bb0(%v: f32, %b: f32, %acc: f32):
    %t = arith.addf %v, %b : f32  linalg.yield %t : f32
  } -> !n1
  %scores = tensor.collapse_shape %score [[0, 1]] : !n1 into !n
  return %scores : !n
}

