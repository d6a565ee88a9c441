// dense_lenet: written by generate.py, which is the place to change it.
!n = tensor<?xf32>
!n3x3x8 = tensor<?x3x3x8xf32>
!n3x3x32 = tensor<?x3x3x32xf32>
!n3x3x128 = tensor<?x3x3x128xf32>
!n3x3x136 = tensor<?x3x3x136xf32>
!n3x3x144 = tensor<?x3x3x144xf32>
!n3x3x152 = tensor<?x3x3x152xf32>
!n3x3x160 = tensor<?x3x3x160xf32>
!n3x3x168 = tensor<?x3x3x168xf32>
!n3x3x176 = tensor<?x3x3x176xf32>
!n3x3x184 = tensor<?x3x3x184xf32>
!n3x3x192 = tensor<?x3x3x192xf32>
!n3x3x200 = tensor<?x3x3x200xf32>
!n3x3x208 = tensor<?x3x3x208xf32>
!n5x5x32 = tensor<?x5x5x32xf32>
!n7x7x8 = tensor<?x7x7x8xf32>
!n7x7x32 = tensor<?x7x7x32xf32>
!n7x7x64 = tensor<?x7x7x64xf32>
!n7x7x72 = tensor<?x7x7x72xf32>
!n7x7x80 = tensor<?x7x7x80xf32>
!n7x7x88 = tensor<?x7x7x88xf32>
!n7x7x96 = tensor<?x7x7x96xf32>
!n7x7x104 = tensor<?x7x7x104xf32>
!n7x7x112 = tensor<?x7x7x112xf32>
!n7x7x120 = tensor<?x7x7x120xf32>
!n7x7x128 = tensor<?x7x7x128xf32>
!n7x7x136 = tensor<?x7x7x136xf32>
!n7x7x144 = tensor<?x7x7x144xf32>
!n9x9x32 = tensor<?x9x9x32xf32>
!n10 = tensor<?x10xf32>
!n14x14x4 = tensor<?x14x14x4xf32>
!n14x14x16 = tensor<?x14x14x16xf32>
!n14x14x32 = tensor<?x14x14x32xf32>
!n14x14x36 = tensor<?x14x14x36xf32>
!n14x14x40 = tensor<?x14x14x40xf32>
!n14x14x44 = tensor<?x14x14x44xf32>
!n14x14x48 = tensor<?x14x14x48xf32>
!n14x14x52 = tensor<?x14x14x52xf32>
!n14x14x64 = tensor<?x14x14x64xf32>
!n16x16x16 = tensor<?x16x16x16xf32>
!n28x28x1 = tensor<?x28x28x1xf32>
!n31x31x1 = tensor<?x31x31x1xf32>
!n208 = tensor<?x208xf32>
!ni = tensor<?xi32>
!v10 = tensor<10xf32>
!v16 = tensor<16xf32>
!v32 = tensor<32xf32>
!v36 = tensor<36xf32>
!v40 = tensor<40xf32>
!v44 = tensor<44xf32>
!v48 = tensor<48xf32>
!v52 = tensor<52xf32>
!v64 = tensor<64xf32>
!v72 = tensor<72xf32>
!v80 = tensor<80xf32>
!v88 = tensor<88xf32>
!v96 = tensor<96xf32>
!v104 = tensor<104xf32>
!v112 = tensor<112xf32>
!v120 = tensor<120xf32>
!v128 = tensor<128xf32>
!v136 = tensor<136xf32>
!v144 = tensor<144xf32>
!v152 = tensor<152xf32>
!v160 = tensor<160xf32>
!v168 = tensor<168xf32>
!v176 = tensor<176xf32>
!v184 = tensor<184xf32>
!v192 = tensor<192xf32>
!v200 = tensor<200xf32>
!v208 = tensor<208xf32>
!w1x1x32x16 = tensor<1x1x32x16xf32>
!w1x1x36x16 = tensor<1x1x36x16xf32>
!w1x1x40x16 = tensor<1x1x40x16xf32>
!w1x1x44x16 = tensor<1x1x44x16xf32>
!w1x1x48x16 = tensor<1x1x48x16xf32>
!w1x1x52x64 = tensor<1x1x52x64xf32>
!w1x1x64x32 = tensor<1x1x64x32xf32>
!w1x1x72x32 = tensor<1x1x72x32xf32>
!w1x1x80x32 = tensor<1x1x80x32xf32>
!w1x1x88x32 = tensor<1x1x88x32xf32>
!w1x1x96x32 = tensor<1x1x96x32xf32>
!w1x1x104x32 = tensor<1x1x104x32xf32>
!w1x1x112x32 = tensor<1x1x112x32xf32>
!w1x1x120x32 = tensor<1x1x120x32xf32>
!w1x1x128x32 = tensor<1x1x128x32xf32>
!w1x1x136x32 = tensor<1x1x136x32xf32>
!w1x1x144x32 = tensor<1x1x144x32xf32>
!w1x1x144x128 = tensor<1x1x144x128xf32>
!w1x1x152x32 = tensor<1x1x152x32xf32>
!w1x1x160x32 = tensor<1x1x160x32xf32>
!w1x1x168x32 = tensor<1x1x168x32xf32>
!w1x1x176x32 = tensor<1x1x176x32xf32>
!w1x1x184x32 = tensor<1x1x184x32xf32>
!w1x1x192x32 = tensor<1x1x192x32xf32>
!w1x1x200x32 = tensor<1x1x200x32xf32>
!w2x2 = tensor<2x2xf32>
!w3x3x16x4 = tensor<3x3x16x4xf32>
!w3x3x32x8 = tensor<3x3x32x8xf32>
!w5x5x1x32 = tensor<5x5x1x32xf32>
!w208x10 = tensor<208x10xf32>
#image0 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#image3 = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d3)>, affine_map<(d0, d1, d2, d3) -> (d3)>, affine_map<(d0, d1, d2, d3) -> (d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#image_sum = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d3)>], iterator_types = ["parallel", "reduction", "reduction", "parallel"]}
#matrix0 = {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
#matrix1 = {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
#mean = {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d3)>], iterator_types = ["reduction", "reduction", "reduction", "parallel"]}
#row1 = {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
#row2 = {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
#rows2 = {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
#rows3 = {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
#scalar = {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []}
#total = {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]}
#vec2 = {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
#vec3 = {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}

func.func @dense_lenet(
    %stem_w: !w5x5x1x32 {ckpt.param = "stem.w", ckpt.init = "glorot_uniform"},
    %b0_l0_bn1_scale: !v32 {ckpt.param = "b0.l0.bn1.scale", ckpt.init = "ones"},
    %b0_l0_bn1_shift: !v32 {ckpt.param = "b0.l0.bn1.shift", ckpt.init = "zeros"},
    %b0_l0_conv1_w: !w1x1x32x16 {ckpt.param = "b0.l0.conv1.w", ckpt.init = "glorot_uniform"},
    %b0_l0_bn2_scale: !v16 {ckpt.param = "b0.l0.bn2.scale", ckpt.init = "ones"},
    %b0_l0_bn2_shift: !v16 {ckpt.param = "b0.l0.bn2.shift", ckpt.init = "zeros"},
    %b0_l0_conv2_w: !w3x3x16x4 {ckpt.param = "b0.l0.conv2.w", ckpt.init = "glorot_uniform"},
    %b0_l1_bn1_scale: !v36 {ckpt.param = "b0.l1.bn1.scale", ckpt.init = "ones"},
    %b0_l1_bn1_shift: !v36 {ckpt.param = "b0.l1.bn1.shift", ckpt.init = "zeros"},
    %b0_l1_conv1_w: !w1x1x36x16 {ckpt.param = "b0.l1.conv1.w", ckpt.init = "glorot_uniform"},
    %b0_l1_bn2_scale: !v16 {ckpt.param = "b0.l1.bn2.scale", ckpt.init = "ones"},
    %b0_l1_bn2_shift: !v16 {ckpt.param = "b0.l1.bn2.shift", ckpt.init = "zeros"},
    %b0_l1_conv2_w: !w3x3x16x4 {ckpt.param = "b0.l1.conv2.w", ckpt.init = "glorot_uniform"},
    %b0_l2_bn1_scale: !v40 {ckpt.param = "b0.l2.bn1.scale", ckpt.init = "ones"},
    %b0_l2_bn1_shift: !v40 {ckpt.param = "b0.l2.bn1.shift", ckpt.init = "zeros"},
    %b0_l2_conv1_w: !w1x1x40x16 {ckpt.param = "b0.l2.conv1.w", ckpt.init = "glorot_uniform"},
    %b0_l2_bn2_scale: !v16 {ckpt.param = "b0.l2.bn2.scale", ckpt.init = "ones"},
    %b0_l2_bn2_shift: !v16 {ckpt.param = "b0.l2.bn2.shift", ckpt.init = "zeros"},
    %b0_l2_conv2_w: !w3x3x16x4 {ckpt.param = "b0.l2.conv2.w", ckpt.init = "glorot_uniform"},
    %b0_l3_bn1_scale: !v44 {ckpt.param = "b0.l3.bn1.scale", ckpt.init = "ones"},
    %b0_l3_bn1_shift: !v44 {ckpt.param = "b0.l3.bn1.shift", ckpt.init = "zeros"},
    %b0_l3_conv1_w: !w1x1x44x16 {ckpt.param = "b0.l3.conv1.w", ckpt.init = "glorot_uniform"},
    %b0_l3_bn2_scale: !v16 {ckpt.param = "b0.l3.bn2.scale", ckpt.init = "ones"},
    %b0_l3_bn2_shift: !v16 {ckpt.param = "b0.l3.bn2.shift", ckpt.init = "zeros"},
    %b0_l3_conv2_w: !w3x3x16x4 {ckpt.param = "b0.l3.conv2.w", ckpt.init = "glorot_uniform"},
    %b0_l4_bn1_scale: !v48 {ckpt.param = "b0.l4.bn1.scale", ckpt.init = "ones"},
    %b0_l4_bn1_shift: !v48 {ckpt.param = "b0.l4.bn1.shift", ckpt.init = "zeros"},
    %b0_l4_conv1_w: !w1x1x48x16 {ckpt.param = "b0.l4.conv1.w", ckpt.init = "glorot_uniform"},
    %b0_l4_bn2_scale: !v16 {ckpt.param = "b0.l4.bn2.scale", ckpt.init = "ones"},
    %b0_l4_bn2_shift: !v16 {ckpt.param = "b0.l4.bn2.shift", ckpt.init = "zeros"},
    %b0_l4_conv2_w: !w3x3x16x4 {ckpt.param = "b0.l4.conv2.w", ckpt.init = "glorot_uniform"},
    %t0_bn_scale: !v52 {ckpt.param = "t0.bn.scale", ckpt.init = "ones"},
    %t0_bn_shift: !v52 {ckpt.param = "t0.bn.shift", ckpt.init = "zeros"},
    %t0_conv_w: !w1x1x52x64 {ckpt.param = "t0.conv.w", ckpt.init = "glorot_uniform"},
    %b1_l0_bn1_scale: !v64 {ckpt.param = "b1.l0.bn1.scale", ckpt.init = "ones"},
    %b1_l0_bn1_shift: !v64 {ckpt.param = "b1.l0.bn1.shift", ckpt.init = "zeros"},
    %b1_l0_conv1_w: !w1x1x64x32 {ckpt.param = "b1.l0.conv1.w", ckpt.init = "glorot_uniform"},
    %b1_l0_bn2_scale: !v32 {ckpt.param = "b1.l0.bn2.scale", ckpt.init = "ones"},
    %b1_l0_bn2_shift: !v32 {ckpt.param = "b1.l0.bn2.shift", ckpt.init = "zeros"},
    %b1_l0_conv2_w: !w3x3x32x8 {ckpt.param = "b1.l0.conv2.w", ckpt.init = "glorot_uniform"},
    %b1_l1_bn1_scale: !v72 {ckpt.param = "b1.l1.bn1.scale", ckpt.init = "ones"},
    %b1_l1_bn1_shift: !v72 {ckpt.param = "b1.l1.bn1.shift", ckpt.init = "zeros"},
    %b1_l1_conv1_w: !w1x1x72x32 {ckpt.param = "b1.l1.conv1.w", ckpt.init = "glorot_uniform"},
    %b1_l1_bn2_scale: !v32 {ckpt.param = "b1.l1.bn2.scale", ckpt.init = "ones"},
    %b1_l1_bn2_shift: !v32 {ckpt.param = "b1.l1.bn2.shift", ckpt.init = "zeros"},
    %b1_l1_conv2_w: !w3x3x32x8 {ckpt.param = "b1.l1.conv2.w", ckpt.init = "glorot_uniform"},
    %b1_l2_bn1_scale: !v80 {ckpt.param = "b1.l2.bn1.scale", ckpt.init = "ones"},
    %b1_l2_bn1_shift: !v80 {ckpt.param = "b1.l2.bn1.shift", ckpt.init = "zeros"},
    %b1_l2_conv1_w: !w1x1x80x32 {ckpt.param = "b1.l2.conv1.w", ckpt.init = "glorot_uniform"},
    %b1_l2_bn2_scale: !v32 {ckpt.param = "b1.l2.bn2.scale", ckpt.init = "ones"},
    %b1_l2_bn2_shift: !v32 {ckpt.param = "b1.l2.bn2.shift", ckpt.init = "zeros"},
    %b1_l2_conv2_w: !w3x3x32x8 {ckpt.param = "b1.l2.conv2.w", ckpt.init = "glorot_uniform"},
    %b1_l3_bn1_scale: !v88 {ckpt.param = "b1.l3.bn1.scale", ckpt.init = "ones"},
    %b1_l3_bn1_shift: !v88 {ckpt.param = "b1.l3.bn1.shift", ckpt.init = "zeros"},
    %b1_l3_conv1_w: !w1x1x88x32 {ckpt.param = "b1.l3.conv1.w", ckpt.init = "glorot_uniform"},
    %b1_l3_bn2_scale: !v32 {ckpt.param = "b1.l3.bn2.scale", ckpt.init = "ones"},
    %b1_l3_bn2_shift: !v32 {ckpt.param = "b1.l3.bn2.shift", ckpt.init = "zeros"},
    %b1_l3_conv2_w: !w3x3x32x8 {ckpt.param = "b1.l3.conv2.w", ckpt.init = "glorot_uniform"},
    %b1_l4_bn1_scale: !v96 {ckpt.param = "b1.l4.bn1.scale", ckpt.init = "ones"},
    %b1_l4_bn1_shift: !v96 {ckpt.param = "b1.l4.bn1.shift", ckpt.init = "zeros"},
    %b1_l4_conv1_w: !w1x1x96x32 {ckpt.param = "b1.l4.conv1.w", ckpt.init = "glorot_uniform"},
    %b1_l4_bn2_scale: !v32 {ckpt.param = "b1.l4.bn2.scale", ckpt.init = "ones"},
    %b1_l4_bn2_shift: !v32 {ckpt.param = "b1.l4.bn2.shift", ckpt.init = "zeros"},
    %b1_l4_conv2_w: !w3x3x32x8 {ckpt.param = "b1.l4.conv2.w", ckpt.init = "glorot_uniform"},
    %b1_l5_bn1_scale: !v104 {ckpt.param = "b1.l5.bn1.scale", ckpt.init = "ones"},
    %b1_l5_bn1_shift: !v104 {ckpt.param = "b1.l5.bn1.shift", ckpt.init = "zeros"},
    %b1_l5_conv1_w: !w1x1x104x32 {ckpt.param = "b1.l5.conv1.w", ckpt.init = "glorot_uniform"},
    %b1_l5_bn2_scale: !v32 {ckpt.param = "b1.l5.bn2.scale", ckpt.init = "ones"},
    %b1_l5_bn2_shift: !v32 {ckpt.param = "b1.l5.bn2.shift", ckpt.init = "zeros"},
    %b1_l5_conv2_w: !w3x3x32x8 {ckpt.param = "b1.l5.conv2.w", ckpt.init = "glorot_uniform"},
    %b1_l6_bn1_scale: !v112 {ckpt.param = "b1.l6.bn1.scale", ckpt.init = "ones"},
    %b1_l6_bn1_shift: !v112 {ckpt.param = "b1.l6.bn1.shift", ckpt.init = "zeros"},
    %b1_l6_conv1_w: !w1x1x112x32 {ckpt.param = "b1.l6.conv1.w", ckpt.init = "glorot_uniform"},
    %b1_l6_bn2_scale: !v32 {ckpt.param = "b1.l6.bn2.scale", ckpt.init = "ones"},
    %b1_l6_bn2_shift: !v32 {ckpt.param = "b1.l6.bn2.shift", ckpt.init = "zeros"},
    %b1_l6_conv2_w: !w3x3x32x8 {ckpt.param = "b1.l6.conv2.w", ckpt.init = "glorot_uniform"},
    %b1_l7_bn1_scale: !v120 {ckpt.param = "b1.l7.bn1.scale", ckpt.init = "ones"},
    %b1_l7_bn1_shift: !v120 {ckpt.param = "b1.l7.bn1.shift", ckpt.init = "zeros"},
    %b1_l7_conv1_w: !w1x1x120x32 {ckpt.param = "b1.l7.conv1.w", ckpt.init = "glorot_uniform"},
    %b1_l7_bn2_scale: !v32 {ckpt.param = "b1.l7.bn2.scale", ckpt.init = "ones"},
    %b1_l7_bn2_shift: !v32 {ckpt.param = "b1.l7.bn2.shift", ckpt.init = "zeros"},
    %b1_l7_conv2_w: !w3x3x32x8 {ckpt.param = "b1.l7.conv2.w", ckpt.init = "glorot_uniform"},
    %b1_l8_bn1_scale: !v128 {ckpt.param = "b1.l8.bn1.scale", ckpt.init = "ones"},
    %b1_l8_bn1_shift: !v128 {ckpt.param = "b1.l8.bn1.shift", ckpt.init = "zeros"},
    %b1_l8_conv1_w: !w1x1x128x32 {ckpt.param = "b1.l8.conv1.w", ckpt.init = "glorot_uniform"},
    %b1_l8_bn2_scale: !v32 {ckpt.param = "b1.l8.bn2.scale", ckpt.init = "ones"},
    %b1_l8_bn2_shift: !v32 {ckpt.param = "b1.l8.bn2.shift", ckpt.init = "zeros"},
    %b1_l8_conv2_w: !w3x3x32x8 {ckpt.param = "b1.l8.conv2.w", ckpt.init = "glorot_uniform"},
    %b1_l9_bn1_scale: !v136 {ckpt.param = "b1.l9.bn1.scale", ckpt.init = "ones"},
    %b1_l9_bn1_shift: !v136 {ckpt.param = "b1.l9.bn1.shift", ckpt.init = "zeros"},
    %b1_l9_conv1_w: !w1x1x136x32 {ckpt.param = "b1.l9.conv1.w", ckpt.init = "glorot_uniform"},
    %b1_l9_bn2_scale: !v32 {ckpt.param = "b1.l9.bn2.scale", ckpt.init = "ones"},
    %b1_l9_bn2_shift: !v32 {ckpt.param = "b1.l9.bn2.shift", ckpt.init = "zeros"},
    %b1_l9_conv2_w: !w3x3x32x8 {ckpt.param = "b1.l9.conv2.w", ckpt.init = "glorot_uniform"},
    %t1_bn_scale: !v144 {ckpt.param = "t1.bn.scale", ckpt.init = "ones"},
    %t1_bn_shift: !v144 {ckpt.param = "t1.bn.shift", ckpt.init = "zeros"},
    %t1_conv_w: !w1x1x144x128 {ckpt.param = "t1.conv.w", ckpt.init = "glorot_uniform"},
    %b2_l0_bn1_scale: !v128 {ckpt.param = "b2.l0.bn1.scale", ckpt.init = "ones"},
    %b2_l0_bn1_shift: !v128 {ckpt.param = "b2.l0.bn1.shift", ckpt.init = "zeros"},
    %b2_l0_conv1_w: !w1x1x128x32 {ckpt.param = "b2.l0.conv1.w", ckpt.init = "glorot_uniform"},
    %b2_l0_bn2_scale: !v32 {ckpt.param = "b2.l0.bn2.scale", ckpt.init = "ones"},
    %b2_l0_bn2_shift: !v32 {ckpt.param = "b2.l0.bn2.shift", ckpt.init = "zeros"},
    %b2_l0_conv2_w: !w3x3x32x8 {ckpt.param = "b2.l0.conv2.w", ckpt.init = "glorot_uniform"},
    %b2_l1_bn1_scale: !v136 {ckpt.param = "b2.l1.bn1.scale", ckpt.init = "ones"},
    %b2_l1_bn1_shift: !v136 {ckpt.param = "b2.l1.bn1.shift", ckpt.init = "zeros"},
    %b2_l1_conv1_w: !w1x1x136x32 {ckpt.param = "b2.l1.conv1.w", ckpt.init = "glorot_uniform"},
    %b2_l1_bn2_scale: !v32 {ckpt.param = "b2.l1.bn2.scale", ckpt.init = "ones"},
    %b2_l1_bn2_shift: !v32 {ckpt.param = "b2.l1.bn2.shift", ckpt.init = "zeros"},
    %b2_l1_conv2_w: !w3x3x32x8 {ckpt.param = "b2.l1.conv2.w", ckpt.init = "glorot_uniform"},
    %b2_l2_bn1_scale: !v144 {ckpt.param = "b2.l2.bn1.scale", ckpt.init = "ones"},
    %b2_l2_bn1_shift: !v144 {ckpt.param = "b2.l2.bn1.shift", ckpt.init = "zeros"},
    %b2_l2_conv1_w: !w1x1x144x32 {ckpt.param = "b2.l2.conv1.w", ckpt.init = "glorot_uniform"},
    %b2_l2_bn2_scale: !v32 {ckpt.param = "b2.l2.bn2.scale", ckpt.init = "ones"},
    %b2_l2_bn2_shift: !v32 {ckpt.param = "b2.l2.bn2.shift", ckpt.init = "zeros"},
    %b2_l2_conv2_w: !w3x3x32x8 {ckpt.param = "b2.l2.conv2.w", ckpt.init = "glorot_uniform"},
    %b2_l3_bn1_scale: !v152 {ckpt.param = "b2.l3.bn1.scale", ckpt.init = "ones"},
    %b2_l3_bn1_shift: !v152 {ckpt.param = "b2.l3.bn1.shift", ckpt.init = "zeros"},
    %b2_l3_conv1_w: !w1x1x152x32 {ckpt.param = "b2.l3.conv1.w", ckpt.init = "glorot_uniform"},
    %b2_l3_bn2_scale: !v32 {ckpt.param = "b2.l3.bn2.scale", ckpt.init = "ones"},
    %b2_l3_bn2_shift: !v32 {ckpt.param = "b2.l3.bn2.shift", ckpt.init = "zeros"},
    %b2_l3_conv2_w: !w3x3x32x8 {ckpt.param = "b2.l3.conv2.w", ckpt.init = "glorot_uniform"},
    %b2_l4_bn1_scale: !v160 {ckpt.param = "b2.l4.bn1.scale", ckpt.init = "ones"},
    %b2_l4_bn1_shift: !v160 {ckpt.param = "b2.l4.bn1.shift", ckpt.init = "zeros"},
    %b2_l4_conv1_w: !w1x1x160x32 {ckpt.param = "b2.l4.conv1.w", ckpt.init = "glorot_uniform"},
    %b2_l4_bn2_scale: !v32 {ckpt.param = "b2.l4.bn2.scale", ckpt.init = "ones"},
    %b2_l4_bn2_shift: !v32 {ckpt.param = "b2.l4.bn2.shift", ckpt.init = "zeros"},
    %b2_l4_conv2_w: !w3x3x32x8 {ckpt.param = "b2.l4.conv2.w", ckpt.init = "glorot_uniform"},
    %b2_l5_bn1_scale: !v168 {ckpt.param = "b2.l5.bn1.scale", ckpt.init = "ones"},
    %b2_l5_bn1_shift: !v168 {ckpt.param = "b2.l5.bn1.shift", ckpt.init = "zeros"},
    %b2_l5_conv1_w: !w1x1x168x32 {ckpt.param = "b2.l5.conv1.w", ckpt.init = "glorot_uniform"},
    %b2_l5_bn2_scale: !v32 {ckpt.param = "b2.l5.bn2.scale", ckpt.init = "ones"},
    %b2_l5_bn2_shift: !v32 {ckpt.param = "b2.l5.bn2.shift", ckpt.init = "zeros"},
    %b2_l5_conv2_w: !w3x3x32x8 {ckpt.param = "b2.l5.conv2.w", ckpt.init = "glorot_uniform"},
    %b2_l6_bn1_scale: !v176 {ckpt.param = "b2.l6.bn1.scale", ckpt.init = "ones"},
    %b2_l6_bn1_shift: !v176 {ckpt.param = "b2.l6.bn1.shift", ckpt.init = "zeros"},
    %b2_l6_conv1_w: !w1x1x176x32 {ckpt.param = "b2.l6.conv1.w", ckpt.init = "glorot_uniform"},
    %b2_l6_bn2_scale: !v32 {ckpt.param = "b2.l6.bn2.scale", ckpt.init = "ones"},
    %b2_l6_bn2_shift: !v32 {ckpt.param = "b2.l6.bn2.shift", ckpt.init = "zeros"},
    %b2_l6_conv2_w: !w3x3x32x8 {ckpt.param = "b2.l6.conv2.w", ckpt.init = "glorot_uniform"},
    %b2_l7_bn1_scale: !v184 {ckpt.param = "b2.l7.bn1.scale", ckpt.init = "ones"},
    %b2_l7_bn1_shift: !v184 {ckpt.param = "b2.l7.bn1.shift", ckpt.init = "zeros"},
    %b2_l7_conv1_w: !w1x1x184x32 {ckpt.param = "b2.l7.conv1.w", ckpt.init = "glorot_uniform"},
    %b2_l7_bn2_scale: !v32 {ckpt.param = "b2.l7.bn2.scale", ckpt.init = "ones"},
    %b2_l7_bn2_shift: !v32 {ckpt.param = "b2.l7.bn2.shift", ckpt.init = "zeros"},
    %b2_l7_conv2_w: !w3x3x32x8 {ckpt.param = "b2.l7.conv2.w", ckpt.init = "glorot_uniform"},
    %b2_l8_bn1_scale: !v192 {ckpt.param = "b2.l8.bn1.scale", ckpt.init = "ones"},
    %b2_l8_bn1_shift: !v192 {ckpt.param = "b2.l8.bn1.shift", ckpt.init = "zeros"},
    %b2_l8_conv1_w: !w1x1x192x32 {ckpt.param = "b2.l8.conv1.w", ckpt.init = "glorot_uniform"},
    %b2_l8_bn2_scale: !v32 {ckpt.param = "b2.l8.bn2.scale", ckpt.init = "ones"},
    %b2_l8_bn2_shift: !v32 {ckpt.param = "b2.l8.bn2.shift", ckpt.init = "zeros"},
    %b2_l8_conv2_w: !w3x3x32x8 {ckpt.param = "b2.l8.conv2.w", ckpt.init = "glorot_uniform"},
    %b2_l9_bn1_scale: !v200 {ckpt.param = "b2.l9.bn1.scale", ckpt.init = "ones"},
    %b2_l9_bn1_shift: !v200 {ckpt.param = "b2.l9.bn1.shift", ckpt.init = "zeros"},
    %b2_l9_conv1_w: !w1x1x200x32 {ckpt.param = "b2.l9.conv1.w", ckpt.init = "glorot_uniform"},
    %b2_l9_bn2_scale: !v32 {ckpt.param = "b2.l9.bn2.scale", ckpt.init = "ones"},
    %b2_l9_bn2_shift: !v32 {ckpt.param = "b2.l9.bn2.shift", ckpt.init = "zeros"},
    %b2_l9_conv2_w: !w3x3x32x8 {ckpt.param = "b2.l9.conv2.w", ckpt.init = "glorot_uniform"},
    %head_bn_scale: !v208 {ckpt.param = "head.bn.scale", ckpt.init = "ones"},
    %head_bn_shift: !v208 {ckpt.param = "head.bn.shift", ckpt.init = "zeros"},
    %head_w: !w208x10 {ckpt.param = "head.w", ckpt.init = "glorot_uniform"},
    %head_b: !v10 {ckpt.param = "head.b", ckpt.init = "zeros"},
    %b0_l0_bn1_mean: !v32 {ckpt.state = "b0.l0.bn1.mean", ckpt.init = "zeros"},
    %b0_l0_bn1_var: !v32 {ckpt.state = "b0.l0.bn1.var", ckpt.init = "ones"},
    %b0_l0_bn2_mean: !v16 {ckpt.state = "b0.l0.bn2.mean", ckpt.init = "zeros"},
    %b0_l0_bn2_var: !v16 {ckpt.state = "b0.l0.bn2.var", ckpt.init = "ones"},
    %b0_l1_bn1_mean: !v36 {ckpt.state = "b0.l1.bn1.mean", ckpt.init = "zeros"},
    %b0_l1_bn1_var: !v36 {ckpt.state = "b0.l1.bn1.var", ckpt.init = "ones"},
    %b0_l1_bn2_mean: !v16 {ckpt.state = "b0.l1.bn2.mean", ckpt.init = "zeros"},
    %b0_l1_bn2_var: !v16 {ckpt.state = "b0.l1.bn2.var", ckpt.init = "ones"},
    %b0_l2_bn1_mean: !v40 {ckpt.state = "b0.l2.bn1.mean", ckpt.init = "zeros"},
    %b0_l2_bn1_var: !v40 {ckpt.state = "b0.l2.bn1.var", ckpt.init = "ones"},
    %b0_l2_bn2_mean: !v16 {ckpt.state = "b0.l2.bn2.mean", ckpt.init = "zeros"},
    %b0_l2_bn2_var: !v16 {ckpt.state = "b0.l2.bn2.var", ckpt.init = "ones"},
    %b0_l3_bn1_mean: !v44 {ckpt.state = "b0.l3.bn1.mean", ckpt.init = "zeros"},
    %b0_l3_bn1_var: !v44 {ckpt.state = "b0.l3.bn1.var", ckpt.init = "ones"},
    %b0_l3_bn2_mean: !v16 {ckpt.state = "b0.l3.bn2.mean", ckpt.init = "zeros"},
    %b0_l3_bn2_var: !v16 {ckpt.state = "b0.l3.bn2.var", ckpt.init = "ones"},
    %b0_l4_bn1_mean: !v48 {ckpt.state = "b0.l4.bn1.mean", ckpt.init = "zeros"},
    %b0_l4_bn1_var: !v48 {ckpt.state = "b0.l4.bn1.var", ckpt.init = "ones"},
    %b0_l4_bn2_mean: !v16 {ckpt.state = "b0.l4.bn2.mean", ckpt.init = "zeros"},
    %b0_l4_bn2_var: !v16 {ckpt.state = "b0.l4.bn2.var", ckpt.init = "ones"},
    %t0_bn_mean: !v52 {ckpt.state = "t0.bn.mean", ckpt.init = "zeros"},
    %t0_bn_var: !v52 {ckpt.state = "t0.bn.var", ckpt.init = "ones"},
    %b1_l0_bn1_mean: !v64 {ckpt.state = "b1.l0.bn1.mean", ckpt.init = "zeros"},
    %b1_l0_bn1_var: !v64 {ckpt.state = "b1.l0.bn1.var", ckpt.init = "ones"},
    %b1_l0_bn2_mean: !v32 {ckpt.state = "b1.l0.bn2.mean", ckpt.init = "zeros"},
    %b1_l0_bn2_var: !v32 {ckpt.state = "b1.l0.bn2.var", ckpt.init = "ones"},
    %b1_l1_bn1_mean: !v72 {ckpt.state = "b1.l1.bn1.mean", ckpt.init = "zeros"},
    %b1_l1_bn1_var: !v72 {ckpt.state = "b1.l1.bn1.var", ckpt.init = "ones"},
    %b1_l1_bn2_mean: !v32 {ckpt.state = "b1.l1.bn2.mean", ckpt.init = "zeros"},
    %b1_l1_bn2_var: !v32 {ckpt.state = "b1.l1.bn2.var", ckpt.init = "ones"},
    %b1_l2_bn1_mean: !v80 {ckpt.state = "b1.l2.bn1.mean", ckpt.init = "zeros"},
    %b1_l2_bn1_var: !v80 {ckpt.state = "b1.l2.bn1.var", ckpt.init = "ones"},
    %b1_l2_bn2_mean: !v32 {ckpt.state = "b1.l2.bn2.mean", ckpt.init = "zeros"},
    %b1_l2_bn2_var: !v32 {ckpt.state = "b1.l2.bn2.var", ckpt.init = "ones"},
    %b1_l3_bn1_mean: !v88 {ckpt.state = "b1.l3.bn1.mean", ckpt.init = "zeros"},
    %b1_l3_bn1_var: !v88 {ckpt.state = "b1.l3.bn1.var", ckpt.init = "ones"},
    %b1_l3_bn2_mean: !v32 {ckpt.state = "b1.l3.bn2.mean", ckpt.init = "zeros"},
    %b1_l3_bn2_var: !v32 {ckpt.state = "b1.l3.bn2.var", ckpt.init = "ones"},
    %b1_l4_bn1_mean: !v96 {ckpt.state = "b1.l4.bn1.mean", ckpt.init = "zeros"},
    %b1_l4_bn1_var: !v96 {ckpt.state = "b1.l4.bn1.var", ckpt.init = "ones"},
    %b1_l4_bn2_mean: !v32 {ckpt.state = "b1.l4.bn2.mean", ckpt.init = "zeros"},
    %b1_l4_bn2_var: !v32 {ckpt.state = "b1.l4.bn2.var", ckpt.init = "ones"},
    %b1_l5_bn1_mean: !v104 {ckpt.state = "b1.l5.bn1.mean", ckpt.init = "zeros"},
    %b1_l5_bn1_var: !v104 {ckpt.state = "b1.l5.bn1.var", ckpt.init = "ones"},
    %b1_l5_bn2_mean: !v32 {ckpt.state = "b1.l5.bn2.mean", ckpt.init = "zeros"},
    %b1_l5_bn2_var: !v32 {ckpt.state = "b1.l5.bn2.var", ckpt.init = "ones"},
    %b1_l6_bn1_mean: !v112 {ckpt.state = "b1.l6.bn1.mean", ckpt.init = "zeros"},
    %b1_l6_bn1_var: !v112 {ckpt.state = "b1.l6.bn1.var", ckpt.init = "ones"},
    %b1_l6_bn2_mean: !v32 {ckpt.state = "b1.l6.bn2.mean", ckpt.init = "zeros"},
    %b1_l6_bn2_var: !v32 {ckpt.state = "b1.l6.bn2.var", ckpt.init = "ones"},
    %b1_l7_bn1_mean: !v120 {ckpt.state = "b1.l7.bn1.mean", ckpt.init = "zeros"},
    %b1_l7_bn1_var: !v120 {ckpt.state = "b1.l7.bn1.var", ckpt.init = "ones"},
    %b1_l7_bn2_mean: !v32 {ckpt.state = "b1.l7.bn2.mean", ckpt.init = "zeros"},
    %b1_l7_bn2_var: !v32 {ckpt.state = "b1.l7.bn2.var", ckpt.init = "ones"},
    %b1_l8_bn1_mean: !v128 {ckpt.state = "b1.l8.bn1.mean", ckpt.init = "zeros"},
    %b1_l8_bn1_var: !v128 {ckpt.state = "b1.l8.bn1.var", ckpt.init = "ones"},
    %b1_l8_bn2_mean: !v32 {ckpt.state = "b1.l8.bn2.mean", ckpt.init = "zeros"},
    %b1_l8_bn2_var: !v32 {ckpt.state = "b1.l8.bn2.var", ckpt.init = "ones"},
    %b1_l9_bn1_mean: !v136 {ckpt.state = "b1.l9.bn1.mean", ckpt.init = "zeros"},
    %b1_l9_bn1_var: !v136 {ckpt.state = "b1.l9.bn1.var", ckpt.init = "ones"},
    %b1_l9_bn2_mean: !v32 {ckpt.state = "b1.l9.bn2.mean", ckpt.init = "zeros"},
    %b1_l9_bn2_var: !v32 {ckpt.state = "b1.l9.bn2.var", ckpt.init = "ones"},
    %t1_bn_mean: !v144 {ckpt.state = "t1.bn.mean", ckpt.init = "zeros"},
    %t1_bn_var: !v144 {ckpt.state = "t1.bn.var", ckpt.init = "ones"},
    %b2_l0_bn1_mean: !v128 {ckpt.state = "b2.l0.bn1.mean", ckpt.init = "zeros"},
    %b2_l0_bn1_var: !v128 {ckpt.state = "b2.l0.bn1.var", ckpt.init = "ones"},
    %b2_l0_bn2_mean: !v32 {ckpt.state = "b2.l0.bn2.mean", ckpt.init = "zeros"},
    %b2_l0_bn2_var: !v32 {ckpt.state = "b2.l0.bn2.var", ckpt.init = "ones"},
    %b2_l1_bn1_mean: !v136 {ckpt.state = "b2.l1.bn1.mean", ckpt.init = "zeros"},
    %b2_l1_bn1_var: !v136 {ckpt.state = "b2.l1.bn1.var", ckpt.init = "ones"},
    %b2_l1_bn2_mean: !v32 {ckpt.state = "b2.l1.bn2.mean", ckpt.init = "zeros"},
    %b2_l1_bn2_var: !v32 {ckpt.state = "b2.l1.bn2.var", ckpt.init = "ones"},
    %b2_l2_bn1_mean: !v144 {ckpt.state = "b2.l2.bn1.mean", ckpt.init = "zeros"},
    %b2_l2_bn1_var: !v144 {ckpt.state = "b2.l2.bn1.var", ckpt.init = "ones"},
    %b2_l2_bn2_mean: !v32 {ckpt.state = "b2.l2.bn2.mean", ckpt.init = "zeros"},
    %b2_l2_bn2_var: !v32 {ckpt.state = "b2.l2.bn2.var", ckpt.init = "ones"},
    %b2_l3_bn1_mean: !v152 {ckpt.state = "b2.l3.bn1.mean", ckpt.init = "zeros"},
    %b2_l3_bn1_var: !v152 {ckpt.state = "b2.l3.bn1.var", ckpt.init = "ones"},
    %b2_l3_bn2_mean: !v32 {ckpt.state = "b2.l3.bn2.mean", ckpt.init = "zeros"},
    %b2_l3_bn2_var: !v32 {ckpt.state = "b2.l3.bn2.var", ckpt.init = "ones"},
    %b2_l4_bn1_mean: !v160 {ckpt.state = "b2.l4.bn1.mean", ckpt.init = "zeros"},
    %b2_l4_bn1_var: !v160 {ckpt.state = "b2.l4.bn1.var", ckpt.init = "ones"},
    %b2_l4_bn2_mean: !v32 {ckpt.state = "b2.l4.bn2.mean", ckpt.init = "zeros"},
    %b2_l4_bn2_var: !v32 {ckpt.state = "b2.l4.bn2.var", ckpt.init = "ones"},
    %b2_l5_bn1_mean: !v168 {ckpt.state = "b2.l5.bn1.mean", ckpt.init = "zeros"},
    %b2_l5_bn1_var: !v168 {ckpt.state = "b2.l5.bn1.var", ckpt.init = "ones"},
    %b2_l5_bn2_mean: !v32 {ckpt.state = "b2.l5.bn2.mean", ckpt.init = "zeros"},
    %b2_l5_bn2_var: !v32 {ckpt.state = "b2.l5.bn2.var", ckpt.init = "ones"},
    %b2_l6_bn1_mean: !v176 {ckpt.state = "b2.l6.bn1.mean", ckpt.init = "zeros"},
    %b2_l6_bn1_var: !v176 {ckpt.state = "b2.l6.bn1.var", ckpt.init = "ones"},
    %b2_l6_bn2_mean: !v32 {ckpt.state = "b2.l6.bn2.mean", ckpt.init = "zeros"},
    %b2_l6_bn2_var: !v32 {ckpt.state = "b2.l6.bn2.var", ckpt.init = "ones"},
    %b2_l7_bn1_mean: !v184 {ckpt.state = "b2.l7.bn1.mean", ckpt.init = "zeros"},
    %b2_l7_bn1_var: !v184 {ckpt.state = "b2.l7.bn1.var", ckpt.init = "ones"},
    %b2_l7_bn2_mean: !v32 {ckpt.state = "b2.l7.bn2.mean", ckpt.init = "zeros"},
    %b2_l7_bn2_var: !v32 {ckpt.state = "b2.l7.bn2.var", ckpt.init = "ones"},
    %b2_l8_bn1_mean: !v192 {ckpt.state = "b2.l8.bn1.mean", ckpt.init = "zeros"},
    %b2_l8_bn1_var: !v192 {ckpt.state = "b2.l8.bn1.var", ckpt.init = "ones"},
    %b2_l8_bn2_mean: !v32 {ckpt.state = "b2.l8.bn2.mean", ckpt.init = "zeros"},
    %b2_l8_bn2_var: !v32 {ckpt.state = "b2.l8.bn2.var", ckpt.init = "ones"},
    %b2_l9_bn1_mean: !v200 {ckpt.state = "b2.l9.bn1.mean", ckpt.init = "zeros"},
    %b2_l9_bn1_var: !v200 {ckpt.state = "b2.l9.bn1.var", ckpt.init = "ones"},
    %b2_l9_bn2_mean: !v32 {ckpt.state = "b2.l9.bn2.mean", ckpt.init = "zeros"},
    %b2_l9_bn2_var: !v32 {ckpt.state = "b2.l9.bn2.var", ckpt.init = "ones"},
    %head_bn_mean: !v208 {ckpt.state = "head.bn.mean", ckpt.init = "zeros"},
    %head_bn_var: !v208 {ckpt.state = "head.bn.var", ckpt.init = "ones"},
    %x: !n28x28x1 {ckpt.data = "x"},
    %y: !ni {ckpt.data = "y"}
) -> (
    tensor<f32> {ckpt.loss},
    tensor<f32> {ckpt.metric = "accuracy"},
    !v32 {ckpt.state = "b0.l0.bn1.mean"},
    !v32 {ckpt.state = "b0.l0.bn1.var"},
    !v16 {ckpt.state = "b0.l0.bn2.mean"},
    !v16 {ckpt.state = "b0.l0.bn2.var"},
    !v36 {ckpt.state = "b0.l1.bn1.mean"},
    !v36 {ckpt.state = "b0.l1.bn1.var"},
    !v16 {ckpt.state = "b0.l1.bn2.mean"},
    !v16 {ckpt.state = "b0.l1.bn2.var"},
    !v40 {ckpt.state = "b0.l2.bn1.mean"},
    !v40 {ckpt.state = "b0.l2.bn1.var"},
    !v16 {ckpt.state = "b0.l2.bn2.mean"},
    !v16 {ckpt.state = "b0.l2.bn2.var"},
    !v44 {ckpt.state = "b0.l3.bn1.mean"},
    !v44 {ckpt.state = "b0.l3.bn1.var"},
    !v16 {ckpt.state = "b0.l3.bn2.mean"},
    !v16 {ckpt.state = "b0.l3.bn2.var"},
    !v48 {ckpt.state = "b0.l4.bn1.mean"},
    !v48 {ckpt.state = "b0.l4.bn1.var"},
    !v16 {ckpt.state = "b0.l4.bn2.mean"},
    !v16 {ckpt.state = "b0.l4.bn2.var"},
    !v52 {ckpt.state = "t0.bn.mean"},
    !v52 {ckpt.state = "t0.bn.var"},
    !v64 {ckpt.state = "b1.l0.bn1.mean"},
    !v64 {ckpt.state = "b1.l0.bn1.var"},
    !v32 {ckpt.state = "b1.l0.bn2.mean"},
    !v32 {ckpt.state = "b1.l0.bn2.var"},
    !v72 {ckpt.state = "b1.l1.bn1.mean"},
    !v72 {ckpt.state = "b1.l1.bn1.var"},
    !v32 {ckpt.state = "b1.l1.bn2.mean"},
    !v32 {ckpt.state = "b1.l1.bn2.var"},
    !v80 {ckpt.state = "b1.l2.bn1.mean"},
    !v80 {ckpt.state = "b1.l2.bn1.var"},
    !v32 {ckpt.state = "b1.l2.bn2.mean"},
    !v32 {ckpt.state = "b1.l2.bn2.var"},
    !v88 {ckpt.state = "b1.l3.bn1.mean"},
    !v88 {ckpt.state = "b1.l3.bn1.var"},
    !v32 {ckpt.state = "b1.l3.bn2.mean"},
    !v32 {ckpt.state = "b1.l3.bn2.var"},
    !v96 {ckpt.state = "b1.l4.bn1.mean"},
    !v96 {ckpt.state = "b1.l4.bn1.var"},
    !v32 {ckpt.state = "b1.l4.bn2.mean"},
    !v32 {ckpt.state = "b1.l4.bn2.var"},
    !v104 {ckpt.state = "b1.l5.bn1.mean"},
    !v104 {ckpt.state = "b1.l5.bn1.var"},
    !v32 {ckpt.state = "b1.l5.bn2.mean"},
    !v32 {ckpt.state = "b1.l5.bn2.var"},
    !v112 {ckpt.state = "b1.l6.bn1.mean"},
    !v112 {ckpt.state = "b1.l6.bn1.var"},
    !v32 {ckpt.state = "b1.l6.bn2.mean"},
    !v32 {ckpt.state = "b1.l6.bn2.var"},
    !v120 {ckpt.state = "b1.l7.bn1.mean"},
    !v120 {ckpt.state = "b1.l7.bn1.var"},
    !v32 {ckpt.state = "b1.l7.bn2.mean"},
    !v32 {ckpt.state = "b1.l7.bn2.var"},
    !v128 {ckpt.state = "b1.l8.bn1.mean"},
    !v128 {ckpt.state = "b1.l8.bn1.var"},
    !v32 {ckpt.state = "b1.l8.bn2.mean"},
    !v32 {ckpt.state = "b1.l8.bn2.var"},
    !v136 {ckpt.state = "b1.l9.bn1.mean"},
    !v136 {ckpt.state = "b1.l9.bn1.var"},
    !v32 {ckpt.state = "b1.l9.bn2.mean"},
    !v32 {ckpt.state = "b1.l9.bn2.var"},
    !v144 {ckpt.state = "t1.bn.mean"},
    !v144 {ckpt.state = "t1.bn.var"},
    !v128 {ckpt.state = "b2.l0.bn1.mean"},
    !v128 {ckpt.state = "b2.l0.bn1.var"},
    !v32 {ckpt.state = "b2.l0.bn2.mean"},
    !v32 {ckpt.state = "b2.l0.bn2.var"},
    !v136 {ckpt.state = "b2.l1.bn1.mean"},
    !v136 {ckpt.state = "b2.l1.bn1.var"},
    !v32 {ckpt.state = "b2.l1.bn2.mean"},
    !v32 {ckpt.state = "b2.l1.bn2.var"},
    !v144 {ckpt.state = "b2.l2.bn1.mean"},
    !v144 {ckpt.state = "b2.l2.bn1.var"},
    !v32 {ckpt.state = "b2.l2.bn2.mean"},
    !v32 {ckpt.state = "b2.l2.bn2.var"},
    !v152 {ckpt.state = "b2.l3.bn1.mean"},
    !v152 {ckpt.state = "b2.l3.bn1.var"},
    !v32 {ckpt.state = "b2.l3.bn2.mean"},
    !v32 {ckpt.state = "b2.l3.bn2.var"},
    !v160 {ckpt.state = "b2.l4.bn1.mean"},
    !v160 {ckpt.state = "b2.l4.bn1.var"},
    !v32 {ckpt.state = "b2.l4.bn2.mean"},
    !v32 {ckpt.state = "b2.l4.bn2.var"},
    !v168 {ckpt.state = "b2.l5.bn1.mean"},
    !v168 {ckpt.state = "b2.l5.bn1.var"},
    !v32 {ckpt.state = "b2.l5.bn2.mean"},
    !v32 {ckpt.state = "b2.l5.bn2.var"},
    !v176 {ckpt.state = "b2.l6.bn1.mean"},
    !v176 {ckpt.state = "b2.l6.bn1.var"},
    !v32 {ckpt.state = "b2.l6.bn2.mean"},
    !v32 {ckpt.state = "b2.l6.bn2.var"},
    !v184 {ckpt.state = "b2.l7.bn1.mean"},
    !v184 {ckpt.state = "b2.l7.bn1.var"},
    !v32 {ckpt.state = "b2.l7.bn2.mean"},
    !v32 {ckpt.state = "b2.l7.bn2.var"},
    !v192 {ckpt.state = "b2.l8.bn1.mean"},
    !v192 {ckpt.state = "b2.l8.bn1.var"},
    !v32 {ckpt.state = "b2.l8.bn2.mean"},
    !v32 {ckpt.state = "b2.l8.bn2.var"},
    !v200 {ckpt.state = "b2.l9.bn1.mean"},
    !v200 {ckpt.state = "b2.l9.bn1.var"},
    !v32 {ckpt.state = "b2.l9.bn2.mean"},
    !v32 {ckpt.state = "b2.l9.bn2.var"},
    !v208 {ckpt.state = "head.bn.mean"},
    !v208 {ckpt.state = "head.bn.var"}
) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %quarter = arith.constant 0.25 : f32
  %lowest = arith.constant 0xFF800000 : f32
  %epsilon = arith.constant 0.001 : f32
  %keep = arith.constant 0.9 : f32
  %blend = arith.constant 0.1 : f32
  %c0 = arith.constant 0 : index
  %batch = tensor.dim %x, %c0 : !n28x28x1
  %batch_i64 = arith.index_cast %batch : index to i64
  %batch_size = arith.sitofp %batch_i64 : i64 to f32
  %empty_n14x14x32 = tensor.empty(%batch) : !n14x14x32
  %empty_v32 = tensor.empty() : !v32
  %zero_v32 = linalg.fill ins(%zero : f32) outs(%empty_v32 : !v32) -> !v32
  %empty_n14x14x16 = tensor.empty(%batch) : !n14x14x16
  %empty_v36 = tensor.empty() : !v36
  %zero_v36 = linalg.fill ins(%zero : f32) outs(%empty_v36 : !v36) -> !v36
  %empty_n14x14x36 = tensor.empty(%batch) : !n14x14x36
  %empty_v40 = tensor.empty() : !v40
  %zero_v40 = linalg.fill ins(%zero : f32) outs(%empty_v40 : !v40) -> !v40
  %empty_n14x14x40 = tensor.empty(%batch) : !n14x14x40
  %empty_v44 = tensor.empty() : !v44
  %zero_v44 = linalg.fill ins(%zero : f32) outs(%empty_v44 : !v44) -> !v44
  %empty_n14x14x44 = tensor.empty(%batch) : !n14x14x44
  %empty_v48 = tensor.empty() : !v48
  %zero_v48 = linalg.fill ins(%zero : f32) outs(%empty_v48 : !v48) -> !v48
  %empty_n14x14x48 = tensor.empty(%batch) : !n14x14x48
  %empty_v52 = tensor.empty() : !v52
  %zero_v52 = linalg.fill ins(%zero : f32) outs(%empty_v52 : !v52) -> !v52
  %empty_n14x14x52 = tensor.empty(%batch) : !n14x14x52
  %empty_n14x14x64 = tensor.empty(%batch) : !n14x14x64
  %empty_w2x2 = tensor.empty() : !w2x2
  %empty_n7x7x64 = tensor.empty(%batch) : !n7x7x64
  %empty_v64 = tensor.empty() : !v64
  %zero_v64 = linalg.fill ins(%zero : f32) outs(%empty_v64 : !v64) -> !v64
  %empty_n7x7x32 = tensor.empty(%batch) : !n7x7x32
  %empty_v72 = tensor.empty() : !v72
  %zero_v72 = linalg.fill ins(%zero : f32) outs(%empty_v72 : !v72) -> !v72
  %empty_n7x7x72 = tensor.empty(%batch) : !n7x7x72
  %empty_v80 = tensor.empty() : !v80
  %zero_v80 = linalg.fill ins(%zero : f32) outs(%empty_v80 : !v80) -> !v80
  %empty_n7x7x80 = tensor.empty(%batch) : !n7x7x80
  %empty_v88 = tensor.empty() : !v88
  %zero_v88 = linalg.fill ins(%zero : f32) outs(%empty_v88 : !v88) -> !v88
  %empty_n7x7x88 = tensor.empty(%batch) : !n7x7x88
  %empty_v96 = tensor.empty() : !v96
  %zero_v96 = linalg.fill ins(%zero : f32) outs(%empty_v96 : !v96) -> !v96
  %empty_n7x7x96 = tensor.empty(%batch) : !n7x7x96
  %empty_v104 = tensor.empty() : !v104
  %zero_v104 = linalg.fill ins(%zero : f32) outs(%empty_v104 : !v104) -> !v104
  %empty_n7x7x104 = tensor.empty(%batch) : !n7x7x104
  %empty_v112 = tensor.empty() : !v112
  %zero_v112 = linalg.fill ins(%zero : f32) outs(%empty_v112 : !v112) -> !v112
  %empty_n7x7x112 = tensor.empty(%batch) : !n7x7x112
  %empty_v120 = tensor.empty() : !v120
  %zero_v120 = linalg.fill ins(%zero : f32) outs(%empty_v120 : !v120) -> !v120
  %empty_n7x7x120 = tensor.empty(%batch) : !n7x7x120
  %empty_v128 = tensor.empty() : !v128
  %zero_v128 = linalg.fill ins(%zero : f32) outs(%empty_v128 : !v128) -> !v128
  %empty_n7x7x128 = tensor.empty(%batch) : !n7x7x128
  %empty_v136 = tensor.empty() : !v136
  %zero_v136 = linalg.fill ins(%zero : f32) outs(%empty_v136 : !v136) -> !v136
  %empty_n7x7x136 = tensor.empty(%batch) : !n7x7x136
  %empty_v144 = tensor.empty() : !v144
  %zero_v144 = linalg.fill ins(%zero : f32) outs(%empty_v144 : !v144) -> !v144
  %empty_n7x7x144 = tensor.empty(%batch) : !n7x7x144
  %empty_n3x3x128 = tensor.empty(%batch) : !n3x3x128
  %empty_n3x3x32 = tensor.empty(%batch) : !n3x3x32
  %empty_n3x3x136 = tensor.empty(%batch) : !n3x3x136
  %empty_n3x3x144 = tensor.empty(%batch) : !n3x3x144
  %empty_v152 = tensor.empty() : !v152
  %zero_v152 = linalg.fill ins(%zero : f32) outs(%empty_v152 : !v152) -> !v152
  %empty_n3x3x152 = tensor.empty(%batch) : !n3x3x152
  %empty_v160 = tensor.empty() : !v160
  %zero_v160 = linalg.fill ins(%zero : f32) outs(%empty_v160 : !v160) -> !v160
  %empty_n3x3x160 = tensor.empty(%batch) : !n3x3x160
  %empty_v168 = tensor.empty() : !v168
  %zero_v168 = linalg.fill ins(%zero : f32) outs(%empty_v168 : !v168) -> !v168
  %empty_n3x3x168 = tensor.empty(%batch) : !n3x3x168
  %empty_v176 = tensor.empty() : !v176
  %zero_v176 = linalg.fill ins(%zero : f32) outs(%empty_v176 : !v176) -> !v176
  %empty_n3x3x176 = tensor.empty(%batch) : !n3x3x176
  %empty_v184 = tensor.empty() : !v184
  %zero_v184 = linalg.fill ins(%zero : f32) outs(%empty_v184 : !v184) -> !v184
  %empty_n3x3x184 = tensor.empty(%batch) : !n3x3x184
  %empty_v192 = tensor.empty() : !v192
  %zero_v192 = linalg.fill ins(%zero : f32) outs(%empty_v192 : !v192) -> !v192
  %empty_n3x3x192 = tensor.empty(%batch) : !n3x3x192
  %empty_v200 = tensor.empty() : !v200
  %zero_v200 = linalg.fill ins(%zero : f32) outs(%empty_v200 : !v200) -> !v200
  %empty_n3x3x200 = tensor.empty(%batch) : !n3x3x200
  %empty_v208 = tensor.empty() : !v208
  %zero_v208 = linalg.fill ins(%zero : f32) outs(%empty_v208 : !v208) -> !v208
  %empty_n3x3x208 = tensor.empty(%batch) : !n3x3x208
  %empty_n208 = tensor.empty(%batch) : !n208
  %empty_n10 = tensor.empty(%batch) : !n10
  %empty_n = tensor.empty(%batch) : !n
  %empty_ni = tensor.empty(%batch) : !ni
  %empty_s = tensor.empty() : tensor<f32>
  %stem_pad = tensor.pad %x low[0, 1, 1, 0] high[0, 2, 2, 0] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : !n28x28x1 to !n31x31x1
  %stem_0 = linalg.fill ins(%zero : f32) outs(%empty_n14x14x32 : !n14x14x32) -> !n14x14x32
  %stem = linalg.conv_2d_nhwc_hwcf {strides = dense<2> : tensor<2xi64>} ins(%stem_pad, %stem_w : !n31x31x1, !w5x5x1x32) outs(%stem_0 : !n14x14x32) -> !n14x14x32
  %pixels_14x14 = arith.constant 196.0 : f32
  %count_14x14 = arith.mulf %batch_size, %pixels_14x14 : f32
  %share_14x14 = arith.divf %one, %count_14x14 : f32
  %b0_l0:5 = ckpt.region "b0.l0" -> !n14x14x4, !v32, !v32, !v16, !v16 {
    %bn1_avg = linalg.generic #mean ins(%stem : !n14x14x32) outs(%zero_v32 : !v32) {
    ^bb0(%v: f32, %acc: f32):
      %r = arith.mulf %v, %share_14x14 : f32  %t = arith.addf %acc, %r : f32  linalg.yield %t : f32
    } -> !v32
    %bn1_sq = linalg.generic #mean ins(%stem : !n14x14x32) outs(%zero_v32 : !v32) {
    ^bb0(%v: f32, %acc: f32):
      %s = arith.mulf %v, %v : f32  %r = arith.mulf %s, %share_14x14 : f32  %t = arith.addf %acc, %r : f32
      linalg.yield %t : f32
    } -> !v32
    %bn1_gain = linalg.generic #vec3 ins(%bn1_avg, %bn1_sq, %b0_l0_bn1_scale : !v32, !v32, !v32) outs(%empty_v32 : !v32) {
    ^bb0(%m: f32, %q: f32, %g: f32, %acc: f32):
      %s = arith.mulf %m, %m : f32  %u = arith.subf %q, %s : f32  %d = arith.maximumf %u, %zero : f32
      %e = arith.addf %d, %epsilon : f32  %r = math.rsqrt %e : f32  %t = arith.mulf %r, %g : f32
      linalg.yield %t : f32
    } -> !v32
    %bn1_relu = linalg.generic #image3 ins(%stem, %bn1_avg, %bn1_gain, %b0_l0_bn1_shift : !n14x14x32, !v32, !v32, !v32) outs(%empty_n14x14x32 : !n14x14x32) {
    ^bb0(%v: f32, %m: f32, %g: f32, %b: f32, %acc: f32):
      %c = arith.subf %v, %m : f32  %n = arith.mulf %c, %g : f32  %p = arith.addf %n, %b : f32
      %t = arith.maximumf %p, %zero : f32  linalg.yield %t : f32
    } -> !n14x14x32
    %conv1_0 = linalg.fill ins(%zero : f32) outs(%empty_n14x14x16 : !n14x14x16) -> !n14x14x16
    %conv1 = linalg.conv_2d_nhwc_hwcf ins(%bn1_relu, %b0_l0_conv1_w : !n14x14x32, !w1x1x32x16) outs(%conv1_0 : !n14x14x16) -> !n14x14x16
    %grown:3 = func.call @grow_n14x14x16(%b0_l0_bn2_scale, %b0_l0_bn2_shift, %b0_l0_conv2_w, %conv1, %share_14x14) : (!v16, !v16, !w3x3x16x4, !n14x14x16, f32) -> (!n14x14x4, !v16, !v16)
    ckpt.yield %grown#0, %bn1_avg, %bn1_sq, %grown#1, %grown#2 : !n14x14x4, !v32, !v32, !v16, !v16
  }
  %new_b0_l0_bn1_mean = linalg.generic #vec2 ins(%b0_l0_bn1_mean, %b0_l0#1 : !v32, !v32) outs(%empty_v32 : !v32) {
  ^bb0(%o: f32, %d: f32, %acc: f32):
    %k = arith.mulf %o, %keep : f32  %f = arith.mulf %d, %blend : f32  %t = arith.addf %k, %f : f32
    linalg.yield %t : f32
  } -> !v32
  %new_b0_l0_bn1_var = linalg.generic #vec3 ins(%b0_l0_bn1_var, %b0_l0#1, %b0_l0#2 : !v32, !v32, !v32) outs(%empty_v32 : !v32) {
  ^bb0(%o: f32, %m: f32, %q: f32, %acc: f32):
    %s = arith.mulf %m, %m : f32  %u = arith.subf %q, %s : f32  %d = arith.maximumf %u, %zero : f32
    %k = arith.mulf %o, %keep : f32  %f = arith.mulf %d, %blend : f32  %t = arith.addf %k, %f : f32
    linalg.yield %t : f32
  } -> !v32
  %new_b0_l0_bn2:2 = func.call @running_v16(%b0_l0_bn2_mean, %b0_l0_bn2_var, %b0_l0#3, %b0_l0#4) : (!v16, !v16, !v16, !v16) -> (!v16, !v16)
  %b0_l0_out = tensor.concat dim(3) %stem, %b0_l0#0 : (!n14x14x32, !n14x14x4) -> !n14x14x36
  %b0_l1:5 = ckpt.region "b0.l1" -> !n14x14x4, !v36, !v36, !v16, !v16 {
    %bn1_avg = linalg.generic #mean ins(%b0_l0_out : !n14x14x36) outs(%zero_v36 : !v36) {
    ^bb0(%v: f32, %acc: f32):
      %r = arith.mulf %v, %share_14x14 : f32  %t = arith.addf %acc, %r : f32  linalg.yield %t : f32
    } -> !v36
    %bn1_sq = linalg.generic #mean ins(%b0_l0_out : !n14x14x36) outs(%zero_v36 : !v36) {
    ^bb0(%v: f32, %acc: f32):
      %s = arith.mulf %v, %v : f32  %r = arith.mulf %s, %share_14x14 : f32  %t = arith.addf %acc, %r : f32
      linalg.yield %t : f32
    } -> !v36
    %bn1_gain = linalg.generic #vec3 ins(%bn1_avg, %bn1_sq, %b0_l1_bn1_scale : !v36, !v36, !v36) outs(%empty_v36 : !v36) {
    ^bb0(%m: f32, %q: f32, %g: f32, %acc: f32):
      %s = arith.mulf %m, %m : f32  %u = arith.subf %q, %s : f32  %d = arith.maximumf %u, %zero : f32
      %e = arith.addf %d, %epsilon : f32  %r = math.rsqrt %e : f32  %t = arith.mulf %r, %g : f32
      linalg.yield %t : f32
    } -> !v36
    %bn1_relu = linalg.generic #image3 ins(%b0_l0_out, %bn1_avg, %bn1_gain, %b0_l1_bn1_shift : !n14x14x36, !v36, !v36, !v36) outs(%empty_n14x14x36 : !n14x14x36) {
    ^bb0(%v: f32, %m: f32, %g: f32, %b: f32, %acc: f32):
      %c = arith.subf %v, %m : f32  %n = arith.mulf %c, %g : f32  %p = arith.addf %n, %b : f32
      %t = arith.maximumf %p, %zero : f32  linalg.yield %t : f32
    } -> !n14x14x36
    %conv1_0 = linalg.fill ins(%zero : f32) outs(%empty_n14x14x16 : !n14x14x16) -> !n14x14x16
    %conv1 = linalg.conv_2d_nhwc_hwcf ins(%bn1_relu, %b0_l1_conv1_w : !n14x14x36, !w1x1x36x16) outs(%conv1_0 : !n14x14x16) -> !n14x14x16
    %grown:3 = func.call @grow_n14x14x16(%b0_l1_bn2_scale, %b0_l1_bn2_shift, %b0_l1_conv2_w, %conv1, %share_14x14) : (!v16, !v16, !w3x3x16x4, !n14x14x16, f32) -> (!n14x14x4, !v16, !v16)
    ckpt.yield %grown#0, %bn1_avg, %bn1_sq, %grown#1, %grown#2 : !n14x14x4, !v36, !v36, !v16, !v16
  }
  %new_b0_l1_bn1_mean = linalg.generic #vec2 ins(%b0_l1_bn1_mean, %b0_l1#1 : !v36, !v36) outs(%empty_v36 : !v36) {
  ^bb0(%o: f32, %d: f32, %acc: f32):
    %k = arith.mulf %o, %keep : f32  %f = arith.mulf %d, %blend : f32  %t = arith.addf %k, %f : f32
    linalg.yield %t : f32
  } -> !v36
  %new_b0_l1_bn1_var = linalg.generic #vec3 ins(%b0_l1_bn1_var, %b0_l1#1, %b0_l1#2 : !v36, !v36, !v36) outs(%empty_v36 : !v36) {
  ^bb0(%o: f32, %m: f32, %q: f32, %acc: f32):
    %s = arith.mulf %m, %m : f32  %u = arith.subf %q, %s : f32  %d = arith.maximumf %u, %zero : f32
    %k = arith.mulf %o, %keep : f32  %f = arith.mulf %d, %blend : f32  %t = arith.addf %k, %f : f32
    linalg.yield %t : f32
  } -> !v36
  %new_b0_l1_bn2:2 = func.call @running_v16(%b0_l1_bn2_mean, %b0_l1_bn2_var, %b0_l1#3, %b0_l1#4) : (!v16, !v16, !v16, !v16) -> (!v16, !v16)
  %b0_l1_out = tensor.concat dim(3) %b0_l0_out, %b0_l1#0 : (!n14x14x36, !n14x14x4) -> !n14x14x40
  %b0_l2:5 = ckpt.region "b0.l2" -> !n14x14x4, !v40, !v40, !v16, !v16 {
    %bn1_avg = linalg.generic #mean ins(%b0_l1_out : !n14x14x40) outs(%zero_v40 : !v40) {
    ^bb0(%v: f32, %acc: f32):
      %r = arith.mulf %v, %share_14x14 : f32  %t = arith.addf %acc, %r : f32  linalg.yield %t : f32
    } -> !v40
    %bn1_sq = linalg.generic #mean ins(%b0_l1_out : !n14x14x40) outs(%zero_v40 : !v40) {
    ^bb0(%v: f32, %acc: f32):
      %s = arith.mulf %v, %v : f32  %r = arith.mulf %s, %share_14x14 : f32  %t = arith.addf %acc, %r : f32
      linalg.yield %t : f32
    } -> !v40
    %bn1_gain = linalg.generic #vec3 ins(%bn1_avg, %bn1_sq, %b0_l2_bn1_scale : !v40, !v40, !v40) outs(%empty_v40 : !v40) {
    ^bb0(%m: f32, %q: f32, %g: f32, %acc: f32):
      %s = arith.mulf %m, %m : f32  %u = arith.subf %q, %s : f32  %d = arith.maximumf %u, %zero : f32
      %e = arith.addf %d, %epsilon : f32  %r = math.rsqrt %e : f32  %t = arith.mulf %r, %g : f32
      linalg.yield %t : f32
    } -> !v40
    %bn1_relu = linalg.generic #image3 ins(%b0_l1_out, %bn1_avg, %bn1_gain, %b0_l2_bn1_shift : !n14x14x40, !v40, !v40, !v40) outs(%empty_n14x14x40 : !n14x14x40) {
    ^bb0(%v: f32, %m: f32, %g: f32, %b: f32, %acc: f32):
      %c = arith.subf %v, %m : f32  %n = arith.mulf %c, %g : f32  %p = arith.addf %n, %b : f32
      %t = arith.maximumf %p, %zero : f32  linalg.yield %t : f32
    } -> !n14x14x40
    %conv1_0 = linalg.fill ins(%zero : f32) outs(%empty_n14x14x16 : !n14x14x16) -> !n14x14x16
    %conv1 = linalg.conv_2d_nhwc_hwcf ins(%bn1_relu, %b0_l2_conv1_w : !n14x14x40, !w1x1x40x16) outs(%conv1_0 : !n14x14x16) -> !n14x14x16
    %grown:3 = func.call @grow_n14x14x16(%b0_l2_bn2_scale, %b0_l2_bn2_shift, %b0_l2_conv2_w, %conv1, %share_14x14) : (!v16, !v16, !w3x3x16x4, !n14x14x16, f32) -> (!n14x14x4, !v16, !v16)
    ckpt.yield %grown#0, %bn1_avg, %bn1_sq, %grown#1, %grown#2 : !n14x14x4, !v40, !v40, !v16, !v16
  }
  %new_b0_l2_bn1_mean = linalg.generic #vec2 ins(%b0_l2_bn1_mean, %b0_l2#1 : !v40, !v40) outs(%empty_v40 : !v40) {
  ^bb0(%o: f32, %d: f32, %acc: f32):
    %k = arith.mulf %o, %keep : f32  %f = arith.mulf %d, %blend : f32  %t = arith.addf %k, %f : f32
    linalg.yield %t : f32
  } -> !v40
  %new_b0_l2_bn1_var = linalg.generic #vec3 ins(%b0_l2_bn1_var, %b0_l2#1, %b0_l2#2 : !v40, !v40, !v40) outs(%empty_v40 : !v40) {
  ^bb0(%o: f32, %m: f32, %q: f32, %acc: f32):
    %s = arith.mulf %m, %m : f32  %u = arith.subf %q, %s : f32  %d = arith.maximumf %u, %zero : f32
    %k = arith.mulf %o, %keep : f32  %f = arith.mulf %d, %blend : f32  %t = arith.addf %k, %f : f32
    linalg.yield %t : f32
  } -> !v40
  %new_b0_l2_bn2:2 = func.call @running_v16(%b0_l2_bn2_mean, %b0_l2_bn2_var, %b0_l2#3, %b0_l2#4) : (!v16, !v16, !v16, !v16) -> (!v16, !v16)
  %b0_l2_out = tensor.concat dim(3) %b0_l1_out, %b0_l2#0 : (!n14x14x40, !n14x14x4) -> !n14x14x44
  %b0_l3:5 = ckpt.region "b0.l3" -> !n14x14x4, !v44, !v44, !v16, !v16 {
    %bn1_avg = linalg.generic #mean ins(%b0_l2_out : !n14x14x44) outs(%zero_v44 : !v44) {
    ^bb0(%v: f32, %acc: f32):
      %r = arith.mulf %v, %share_14x14 : f32  %t = arith.addf %acc, %r : f32  linalg.yield %t : f32
    } -> !v44
    %bn1_sq = linalg.generic #mean ins(%b0_l2_out : !n14x14x44) outs(%zero_v44 : !v44) {
    ^bb0(%v: f32, %acc: f32):
      %s = arith.mulf %v, %v : f32  %r = arith.mulf %s, %share_14x14 : f32  %t = arith.addf %acc, %r : f32
      linalg.yield %t : f32
    } -> !v44
    %bn1_gain = linalg.generic #vec3 ins(%bn1_avg, %bn1_sq, %b0_l3_bn1_scale : !v44, !v44, !v44) outs(%empty_v44 : !v44) {
    ^bb0(%m: f32, %q: f32, %g: f32, %acc: f32):
      %s = arith.mulf %m, %m : f32  %u = arith.subf %q, %s : f32  %d = arith.maximumf %u, %zero : f32
      %e = arith.addf %d, %epsilon : f32  %r = math.rsqrt %e : f32  %t = arith.mulf %r, %g : f32
      linalg.yield %t : f32
    } -> !v44
    %bn1_relu = linalg.generic #image3 ins(%b0_l2_out, %bn1_avg, %bn1_gain, %b0_l3_bn1_shift : !n14x14x44, !v44, !v44, !v44) outs(%empty_n14x14x44 : !n14x14x44) {
    ^bb0(%v: f32, %m: f32, %g: f32, %b: f32, %acc: f32):
      %c = arith.subf %v, %m : f32  %n = arith.mulf %c, %g : f32  %p = arith.addf %n, %b : f32
      %t = arith.maximumf %p, %zero : f32  linalg.yield %t : f32
    } -> !n14x14x44
    %conv1_0 = linalg.fill ins(%zero : f32) outs(%empty_n14x14x16 : !n14x14x16) -> !n14x14x16
    %conv1 = linalg.conv_2d_nhwc_hwcf ins(%bn1_relu, %b0_l3_conv1_w : !n14x14x44, !w1x1x44x16) outs(%conv1_0 : !n14x14x16) -> !n14x14x16
    %grown:3 = func.call @grow_n14x14x16(%b0_l3_bn2_scale, %b0_l3_bn2_shift, %b0_l3_conv2_w, %conv1, %share_14x14) : (!v16, !v16, !w3x3x16x4, !n14x14x16, f32) -> (!n14x14x4, !v16, !v16)
    ckpt.yield %grown#0, %bn1_avg, %bn1_sq, %grown#1, %grown#2 : !n14x14x4, !v44, !v44, !v16, !v16
  }
  %new_b0_l3_bn1_mean = linalg.generic #vec2 ins(%b0_l3_bn1_mean, %b0_l3#1 : !v44, !v44) outs(%empty_v44 : !v44) {
  ^bb0(%o: f32, %d: f32, %acc: f32):
    %k = arith.mulf %o, %keep : f32  %f = arith.mulf %d, %blend : f32  %t = arith.addf %k, %f : f32
    linalg.yield %t : f32
  } -> !v44
  %new_b0_l3_bn1_var = linalg.generic #vec3 ins(%b0_l3_bn1_var, %b0_l3#1, %b0_l3#2 : !v44, !v44, !v44) outs(%empty_v44 : !v44) {
  ^bb0(%o: f32, %m: f32, %q: f32, %acc: f32):
    %s = arith.mulf %m, %m : f32  %u = arith.subf %q, %s : f32  %d = arith.maximumf %u, %zero : f32
    %k = arith.mulf %o, %keep : f32  %f = arith.mulf %d, %blend : f32  %t = arith.addf %k, %f : f32
    linalg.yield %t : f32
  } -> !v44
  %new_b0_l3_bn2:2 = func.call @running_v16(%b0_l3_bn2_mean, %b0_l3_bn2_var, %b0_l3#3, %b0_l3#4) : (!v16, !v16, !v16, !v16) -> (!v16, !v16)
  %b0_l3_out = tensor.concat dim(3) %b0_l2_out, %b0_l3#0 : (!n14x14x44, !n14x14x4) -> !n14x14x48
  %b0_l4:5 = ckpt.region "b0.l4" -> !n14x14x4, !v48, !v48, !v16, !v16 {
    %bn1_avg = linalg.generic #mean ins(%b0_l3_out : !n14x14x48) outs(%zero_v48 : !v48) {
    ^bb0(%v: f32, %acc: f32):
      %r = arith.mulf %v, %share_14x14 : f32  %t = arith.addf %acc, %r : f32  linalg.yield %t : f32
    } -> !v48
    %bn1_sq = linalg.generic #mean ins(%b0_l3_out : !n14x14x48) outs(%zero_v48 : !v48) {
    ^bb0(%v: f32, %acc: f32):
      %s = arith.mulf %v, %v : f32  %r = arith.mulf %s, %share_14x14 : f32  %t = arith.addf %acc, %r : f32
      linalg.yield %t : f32
    } -> !v48
    %bn1_gain = linalg.generic #vec3 ins(%bn1_avg, %bn1_sq, %b0_l4_bn1_scale : !v48, !v48, !v48) outs(%empty_v48 : !v48) {
    ^bb0(%m: f32, %q: f32, %g: f32, %acc: f32):
      %s = arith.mulf %m, %m : f32  %u = arith.subf %q, %s : f32  %d = arith.maximumf %u, %zero : f32
      %e = arith.addf %d, %epsilon : f32  %r = math.rsqrt %e : f32  %t = arith.mulf %r, %g : f32
      linalg.yield %t : f32
    } -> !v48
    %bn1_relu = linalg.generic #image3 ins(%b0_l3_out, %bn1_avg, %bn1_gain, %b0_l4_bn1_shift : !n14x14x48, !v48, !v48, !v48) outs(%empty_n14x14x48 : !n14x14x48) {
    ^bb0(%v: f32, %m: f32, %g: f32, %b: f32, %acc: f32):
      %c = arith.subf %v, %m : f32  %n = arith.mulf %c, %g : f32  %p = arith.addf %n, %b : f32
      %t = arith.maximumf %p, %zero : f32  linalg.yield %t : f32
    } -> !n14x14x48
    %conv1_0 = linalg.fill ins(%zero : f32) outs(%empty_n14x14x16 : !n14x14x16) -> !n14x14x16
    %conv1 = linalg.conv_2d_nhwc_hwcf ins(%bn1_relu, %b0_l4_conv1_w : !n14x14x48, !w1x1x48x16) outs(%conv1_0 : !n14x14x16) -> !n14x14x16
    %grown:3 = func.call @grow_n14x14x16(%b0_l4_bn2_scale, %b0_l4_bn2_shift, %b0_l4_conv2_w, %conv1, %share_14x14) : (!v16, !v16, !w3x3x16x4, !n14x14x16, f32) -> (!n14x14x4, !v16, !v16)
    ckpt.yield %grown#0, %bn1_avg, %bn1_sq, %grown#1, %grown#2 : !n14x14x4, !v48, !v48, !v16, !v16
  }
  %new_b0_l4_bn1_mean = linalg.generic #vec2 ins(%b0_l4_bn1_mean, %b0_l4#1 : !v48, !v48) outs(%empty_v48 : !v48) {
  ^bb0(%o: f32, %d: f32, %acc: f32):
    %k = arith.mulf %o, %keep : f32  %f = arith.mulf %d, %blend : f32  %t = arith.addf %k, %f : f32
    linalg.yield %t : f32
  } -> !v48
  %new_b0_l4_bn1_var = linalg.generic #vec3 ins(%b0_l4_bn1_var, %b0_l4#1, %b0_l4#2 : !v48, !v48, !v48) outs(%empty_v48 : !v48) {
  ^bb0(%o: f32, %m: f32, %q: f32, %acc: f32):
    %s = arith.mulf %m, %m : f32  %u = arith.subf %q, %s : f32  %d = arith.maximumf %u, %zero : f32
    %k = arith.mulf %o, %keep : f32  %f = arith.mulf %d, %blend : f32  %t = arith.addf %k, %f : f32
    linalg.yield %t : f32
  } -> !v48
  %new_b0_l4_bn2:2 = func.call @running_v16(%b0_l4_bn2_mean, %b0_l4_bn2_var, %b0_l4#3, %b0_l4#4) : (!v16, !v16, !v16, !v16) -> (!v16, !v16)
  %b0_l4_out = tensor.concat dim(3) %b0_l3_out, %b0_l4#0 : (!n14x14x48, !n14x14x4) -> !n14x14x52
  %t0_bn_avg = linalg.generic #mean ins(%b0_l4_out : !n14x14x52) outs(%zero_v52 : !v52) {
  ^bb0(%v: f32, %acc: f32):
    %r = arith.mulf %v, %share_14x14 : f32  %t = arith.addf %acc, %r : f32  linalg.yield %t : f32
  } -> !v52
  %t0_bn_sq = linalg.generic #mean ins(%b0_l4_out : !n14x14x52) outs(%zero_v52 : !v52) {
  ^bb0(%v: f32, %acc: f32):
    %s = arith.mulf %v, %v : f32  %r = arith.mulf %s, %share_14x14 : f32  %t = arith.addf %acc, %r : f32
    linalg.yield %t : f32
  } -> !v52
  %t0_bn_gain = linalg.generic #vec3 ins(%t0_bn_avg, %t0_bn_sq, %t0_bn_scale : !v52, !v52, !v52) outs(%empty_v52 : !v52) {
  ^bb0(%m: f32, %q: f32, %g: f32, %acc: f32):
    %s = arith.mulf %m, %m : f32  %u = arith.subf %q, %s : f32  %d = arith.maximumf %u, %zero : f32
    %e = arith.addf %d, %epsilon : f32  %r = math.rsqrt %e : f32  %t = arith.mulf %r, %g : f32
    linalg.yield %t : f32
  } -> !v52
  %t0_bn_relu = linalg.generic #image3 ins(%b0_l4_out, %t0_bn_avg, %t0_bn_gain, %t0_bn_shift : !n14x14x52, !v52, !v52, !v52)
      outs(%empty_n14x14x52 : !n14x14x52) {
  ^bb0(%v: f32, %m: f32, %g: f32, %b: f32, %acc: f32):
    %c = arith.subf %v, %m : f32  %n = arith.mulf %c, %g : f32  %p = arith.addf %n, %b : f32
    %t = arith.maximumf %p, %zero : f32  linalg.yield %t : f32
  } -> !n14x14x52
  %new_t0_bn_mean = linalg.generic #vec2 ins(%t0_bn_mean, %t0_bn_avg : !v52, !v52) outs(%empty_v52 : !v52) {
  ^bb0(%o: f32, %d: f32, %acc: f32):
    %k = arith.mulf %o, %keep : f32  %f = arith.mulf %d, %blend : f32  %t = arith.addf %k, %f : f32
    linalg.yield %t : f32
  } -> !v52
  %new_t0_bn_var = linalg.generic #vec3 ins(%t0_bn_var, %t0_bn_avg, %t0_bn_sq : !v52, !v52, !v52) outs(%empty_v52 : !v52) {
  ^bb0(%o: f32, %m: f32, %q: f32, %acc: f32):
    %s = arith.mulf %m, %m : f32  %u = arith.subf %q, %s : f32  %d = arith.maximumf %u, %zero : f32
    %k = arith.mulf %o, %keep : f32  %f = arith.mulf %d, %blend : f32  %t = arith.addf %k, %f : f32
    linalg.yield %t : f32
  } -> !v52
  %t0_conv_0 = linalg.fill ins(%zero : f32) outs(%empty_n14x14x64 : !n14x14x64) -> !n14x14x64
  %t0_conv = linalg.conv_2d_nhwc_hwcf ins(%t0_bn_relu, %t0_conv_w : !n14x14x52, !w1x1x52x64) outs(%t0_conv_0 : !n14x14x64) -> !n14x14x64
  %t0_pool_sum_0 = linalg.fill ins(%zero : f32) outs(%empty_n7x7x64 : !n7x7x64) -> !n7x7x64
  %t0_pool_sum = linalg.pooling_nhwc_sum {strides = dense<2> : tensor<2xi64>} ins(%t0_conv, %empty_w2x2 : !n14x14x64, !w2x2) outs(%t0_pool_sum_0 : !n7x7x64) -> !n7x7x64
  %t0_pool = linalg.generic #image0 ins(%t0_pool_sum : !n7x7x64) outs(%empty_n7x7x64 : !n7x7x64) {
  ^bb0(%v: f32, %acc: f32):
    %t = arith.mulf %v, %quarter : f32  linalg.yield %t : f32
  } -> !n7x7x64
  %pixels_7x7 = arith.constant 49.0 : f32
  %count_7x7 = arith.mulf %batch_size, %pixels_7x7 : f32
  %share_7x7 = arith.divf %one, %count_7x7 : f32
  %b1_l0:5 = ckpt.region "b1.l0" -> !n7x7x8, !v64, !v64, !v32, !v32 {
    %bn1_avg = linalg.generic #mean ins(%t0_pool : !n7x7x64) outs(%zero_v64 : !v64) {
    ^bb0(%v: f32, %acc: f32):
      %r = arith.mulf %v, %share_7x7 : f32  %t = arith.addf %acc, %r : f32  linalg.yield %t : f32
    } -> !v64
    %bn1_sq = linalg.generic #mean ins(%t0_pool : !n7x7x64) outs(%zero_v64 : !v64) {
    ^bb0(%v: f32, %acc: f32):
      %s = arith.mulf %v, %v : f32  %r = arith.mulf %s, %share_7x7 : f32  %t = arith.addf %acc, %r : f32
      linalg.yield %t : f32
    } -> !v64
    %bn1_gain = linalg.generic #vec3 ins(%bn1_avg, %bn1_sq, %b1_l0_bn1_scale : !v64, !v64, !v64) outs(%empty_v64 : !v64) {
    ^bb0(%m: f32, %q: f32, %g: f32, %acc: f32):
      %s = arith.mulf %m, %m : f32  %u = arith.subf %q, %s : f32  %d = arith.maximumf %u, %zero : f32
      %e = arith.addf %d, %epsilon : f32  %r = math.rsqrt %e : f32  %t = arith.mulf %r, %g : f32
      linalg.yield %t : f32
    } -> !v64
    %bn1_relu = linalg.generic #image3 ins(%t0_pool, %bn1_avg, %bn1_gain, %b1_l0_bn1_shift : !n7x7x64, !v64, !v64, !v64) outs(%empty_n7x7x64 : !n7x7x64) {
    ^bb0(%v: f32, %m: f32, %g: f32, %b: f32, %acc: f32):
      %c = arith.subf %v, %m : f32  %n = arith.mulf %c, %g : f32  %p = arith.addf %n, %b : f32
      %t = arith.maximumf %p, %zero : f32  linalg.yield %t : f32
    } -> !n7x7x64
    %conv1_0 = linalg.fill ins(%zero : f32) outs(%empty_n7x7x32 : !n7x7x32) -> !n7x7x32
    %conv1 = linalg.conv_2d_nhwc_hwcf ins(%bn1_relu, %b1_l0_conv1_w : !n7x7x64, !w1x1x64x32) outs(%conv1_0 : !n7x7x32) -> !n7x7x32
    %grown:3 = func.call @grow_n7x7x32(%b1_l0_bn2_scale, %b1_l0_bn2_shift, %b1_l0_conv2_w, %conv1, %share_7x7) : (!v32, !v32, !w3x3x32x8, !n7x7x32, f32) -> (!n7x7x8, !v32, !v32)
    ckpt.yield %grown#0, %bn1_avg, %bn1_sq, %grown#1, %grown#2 : !n7x7x8, !v64, !v64, !v32, !v32
  }
  %new_b1_l0_bn1_mean = linalg.generic #vec2 ins(%b1_l0_bn1_mean, %b1_l0#1 : !v64, !v64) outs(%empty_v64 : !v64) {
  ^bb0(%o: f32, %d: f32, %acc: f32):
    %k = arith.mulf %o, %keep : f32  %f = arith.mulf %d, %blend : f32  %t = arith.addf %k, %f : f32
    linalg.yield %t : f32
  } -> !v64
  %new_b1_l0_bn1_var = linalg.generic #vec3 ins(%b1_l0_bn1_var, %b1_l0#1, %b1_l0#2 : !v64, !v64, !v64) outs(%empty_v64 : !v64) {
  ^bb0(%o: f32, %m: f32, %q: f32, %acc: f32):
    %s = arith.mulf %m, %m : f32  %u = arith.subf %q, %s : f32  %d = arith.maximumf %u, %zero : f32
    %k = arith.mulf %o, %keep : f32  %f = arith.mulf %d, %blend : f32  %t = arith.addf %k, %f : f32
    linalg.yield %t : f32
  } -> !v64
  %new_b1_l0_bn2:2 = func.call @running_v32(%b1_l0_bn2_mean, %b1_l0_bn2_var, %b1_l0#3, %b1_l0#4) : (!v32, !v32, !v32, !v32) -> (!v32, !v32)
  %b1_l0_out = tensor.concat dim(3) %t0_pool, %b1_l0#0 : (!n7x7x64, !n7x7x8) -> !n7x7x72
  %b1_l1:5 = ckpt.region "b1.l1" -> !n7x7x8, !v72, !v72, !v32, !v32 {
    %bn1_avg = linalg.generic #mean ins(%b1_l0_out : !n7x7x72) outs(%zero_v72 : !v72) {
    ^bb0(%v: f32, %acc: f32):
      %r = arith.mulf %v, %share_7x7 : f32  %t = arith.addf %acc, %r : f32  linalg.yield %t : f32
    } -> !v72
    %bn1_sq = linalg.generic #mean ins(%b1_l0_out : !n7x7x72) outs(%zero_v72 : !v72) {
    ^bb0(%v: f32, %acc: f32):
      %s = arith.mulf %v, %v : f32  %r = arith.mulf %s, %share_7x7 : f32  %t = arith.addf %acc, %r : f32
      linalg.yield %t : f32
    } -> !v72
    %bn1_gain = linalg.generic #vec3 ins(%bn1_avg, %bn1_sq, %b1_l1_bn1_scale : !v72, !v72, !v72) outs(%empty_v72 : !v72) {
    ^bb0(%m: f32, %q: f32, %g: f32, %acc: f32):
      %s = arith.mulf %m, %m : f32  %u = arith.subf %q, %s : f32  %d = arith.maximumf %u, %zero : f32
      %e = arith.addf %d, %epsilon : f32  %r = math.rsqrt %e : f32  %t = arith.mulf %r, %g : f32
      linalg.yield %t : f32
    } -> !v72
    %bn1_relu = linalg.generic #image3 ins(%b1_l0_out, %bn1_avg, %bn1_gain, %b1_l1_bn1_shift : !n7x7x72, !v72, !v72, !v72) outs(%empty_n7x7x72 : !n7x7x72) {
    ^bb0(%v: f32, %m: f32, %g: f32, %b: f32, %acc: f32):
      %c = arith.subf %v, %m : f32  %n = arith.mulf %c, %g : f32  %p = arith.addf %n, %b : f32
      %t = arith.maximumf %p, %zero : f32  linalg.yield %t : f32
    } -> !n7x7x72
    %conv1_0 = linalg.fill ins(%zero : f32) outs(%empty_n7x7x32 : !n7x7x32) -> !n7x7x32
    %conv1 = linalg.conv_2d_nhwc_hwcf ins(%bn1_relu, %b1_l1_conv1_w : !n7x7x72, !w1x1x72x32) outs(%conv1_0 : !n7x7x32) -> !n7x7x32
    %grown:3 = func.call @grow_n7x7x32(%b1_l1_bn2_scale, %b1_l1_bn2_shift, %b1_l1_conv2_w, %conv1, %share_7x7) : (!v32, !v32, !w3x3x32x8, !n7x7x32, f32) -> (!n7x7x8, !v32, !v32)
    ckpt.yield %grown#0, %bn1_avg, %bn1_sq, %grown#1, %grown#2 : !n7x7x8, !v72, !v72, !v32, !v32
  }
  %new_b1_l1_bn1_mean = linalg.generic #vec2 ins(%b1_l1_bn1_mean, %b1_l1#1 : !v72, !v72) outs(%empty_v72 : !v72) {
  ^bb0(%o: f32, %d: f32, %acc: f32):
    %k = arith.mulf %o, %keep : f32  %f = arith.mulf %d, %blend : f32  %t = arith.addf %k, %f : f32
    linalg.yield %t : f32
  } -> !v72
  %new_b1_l1_bn1_var = linalg.generic #vec3 ins(%b1_l1_bn1_var, %b1_l1#1, %b1_l1#2 : !v72, !v72, !v72) outs(%empty_v72 : !v72) {
  ^bb0(%o: f32, %m: f32, %q: f32, %acc: f32):
    %s = arith.mulf %m, %m : f32  %u = arith.subf %q, %s : f32  %d = arith.maximumf %u, %zero : f32
    %k = arith.mulf %o, %keep : f32  %f = arith.mulf %d, %blend : f32  %t = arith.addf %k, %f : f32
    linalg.yield %t : f32
  } -> !v72
  %new_b1_l1_bn2:2 = func.call @running_v32(%b1_l1_bn2_mean, %b1_l1_bn2_var, %b1_l1#3, %b1_l1#4) : (!v32, !v32, !v32, !v32) -> (!v32, !v32)
  %b1_l1_out = tensor.concat dim(3) %b1_l0_out, %b1_l1#0 : (!n7x7x72, !n7x7x8) -> !n7x7x80
  %b1_l2:5 = ckpt.region "b1.l2" -> !n7x7x8, !v80, !v80, !v32, !v32 {
    %bn1_avg = linalg.generic #mean ins(%b1_l1_out : !n7x7x80) outs(%zero_v80 : !v80) {
    ^bb0(%v: f32, %acc: f32):
      %r = arith.mulf %v, %share_7x7 : f32  %t = arith.addf %acc, %r : f32  linalg.yield %t : f32
    } -> !v80
    %bn1_sq = linalg.generic #mean ins(%b1_l1_out : !n7x7x80) outs(%zero_v80 : !v80) {
    ^bb0(%v: f32, %acc: f32):
      %s = arith.mulf %v, %v : f32  %r = arith.mulf %s, %share_7x7 : f32  %t = arith.addf %acc, %r : f32
      linalg.yield %t : f32
    } -> !v80
    %bn1_gain = linalg.generic #vec3 ins(%bn1_avg, %bn1_sq, %b1_l2_bn1_scale : !v80, !v80, !v80) outs(%empty_v80 : !v80) {
    ^bb0(%m: f32, %q: f32, %g: f32, %acc: f32):
      %s = arith.mulf %m, %m : f32  %u = arith.subf %q, %s : f32  %d = arith.maximumf %u, %zero : f32
      %e = arith.addf %d, %epsilon : f32  %r = math.rsqrt %e : f32  %t = arith.mulf %r, %g : f32
      linalg.yield %t : f32
    } -> !v80
    %bn1_relu = linalg.generic #image3 ins(%b1_l1_out, %bn1_avg, %bn1_gain, %b1_l2_bn1_shift : !n7x7x80, !v80, !v80, !v80) outs(%empty_n7x7x80 : !n7x7x80) {
    ^bb0(%v: f32, %m: f32, %g: f32, %b: f32, %acc: f32):
      %c = arith.subf %v, %m : f32  %n = arith.mulf %c, %g : f32  %p = arith.addf %n, %b : f32
      %t = arith.maximumf %p, %zero : f32  linalg.yield %t : f32
    } -> !n7x7x80
    %conv1_0 = linalg.fill ins(%zero : f32) outs(%empty_n7x7x32 : !n7x7x32) -> !n7x7x32
    %conv1 = linalg.conv_2d_nhwc_hwcf ins(%bn1_relu, %b1_l2_conv1_w : !n7x7x80, !w1x1x80x32) outs(%conv1_0 : !n7x7x32) -> !n7x7x32
    %grown:3 = func.call @grow_n7x7x32(%b1_l2_bn2_scale, %b1_l2_bn2_shift, %b1_l2_conv2_w, %conv1, %share_7x7) : (!v32, !v32, !w3x3x32x8, !n7x7x32, f32) -> (!n7x7x8, !v32, !v32)
    ckpt.yield %grown#0, %bn1_avg, %bn1_sq, %grown#1, %grown#2 : !n7x7x8, !v80, !v80, !v32, !v32
  }
  %new_b1_l2_bn1_mean = linalg.generic #vec2 ins(%b1_l2_bn1_mean, %b1_l2#1 : !v80, !v80) outs(%empty_v80 : !v80) {
  ^bb0(%o: f32, %d: f32, %acc: f32):
    %k = arith.mulf %o, %keep : f32  %f = arith.mulf %d, %blend : f32  %t = arith.addf %k, %f : f32
    linalg.yield %t : f32
  } -> !v80
  %new_b1_l2_bn1_var = linalg.generic #vec3 ins(%b1_l2_bn1_var, %b1_l2#1, %b1_l2#2 : !v80, !v80, !v80) outs(%empty_v80 : !v80) {
  ^bb0(%o: f32, %m: f32, %q: f32, %acc: f32):
    %s = arith.mulf %m, %m : f32  %u = arith.subf %q, %s : f32  %d = arith.maximumf %u, %zero : f32
    %k = arith.mulf %o, %keep : f32  %f = arith.mulf %d, %blend : f32  %t = arith.addf %k, %f : f32
    linalg.yield %t : f32
  } -> !v80
  %new_b1_l2_bn2:2 = func.call @running_v32(%b1_l2_bn2_mean, %b1_l2_bn2_var, %b1_l2#3, %b1_l2#4) : (!v32, !v32, !v32, !v32) -> (!v32, !v32)
  %b1_l2_out = tensor.concat dim(3) %b1_l1_out, %b1_l2#0 : (!n7x7x80, !n7x7x8) -> !n7x7x88
  %b1_l3:5 = ckpt.region "b1.l3" -> !n7x7x8, !v88, !v88, !v32, !v32 {
    %bn1_avg = linalg.generic #mean ins(%b1_l2_out : !n7x7x88) outs(%zero_v88 : !v88) {
    ^bb0(%v: f32, %acc: f32):
      %r = arith.mulf %v, %share_7x7 : f32  %t = arith.addf %acc, %r : f32  linalg.yield %t : f32
    } -> !v88
    %bn1_sq = linalg.generic #mean ins(%b1_l2_out : !n7x7x88) outs(%zero_v88 : !v88) {
    ^bb0(%v: f32, %acc: f32):
      %s = arith.mulf %v, %v : f32  %r = arith.mulf %s, %share_7x7 : f32  %t = arith.addf %acc, %r : f32
      linalg.yield %t : f32
    } -> !v88
    %bn1_gain = linalg.generic #vec3 ins(%bn1_avg, %bn1_sq, %b1_l3_bn1_scale : !v88, !v88, !v88) outs(%empty_v88 : !v88) {
    ^bb0(%m: f32, %q: f32, %g: f32, %acc: f32):
      %s = arith.mulf %m, %m : f32  %u = arith.subf %q, %s : f32  %d = arith.maximumf %u, %zero : f32
      %e = arith.addf %d, %epsilon : f32  %r = math.rsqrt %e : f32  %t = arith.mulf %r, %g : f32
      linalg.yield %t : f32
    } -> !v88
    %bn1_relu = linalg.generic #image3 ins(%b1_l2_out, %bn1_avg, %bn1_gain, %b1_l3_bn1_shift : !n7x7x88, !v88, !v88, !v88) outs(%empty_n7x7x88 : !n7x7x88) {
    ^bb0(%v: f32, %m: f32, %g: f32, %b: f32, %acc: f32):
      %c = arith.subf %v, %m : f32  %n = arith.mulf %c, %g : f32  %p = arith.addf %n, %b : f32
      %t = arith.maximumf %p, %zero : f32  linalg.yield %t : f32
    } -> !n7x7x88
    %conv1_0 = linalg.fill ins(%zero : f32) outs(%empty_n7x7x32 : !n7x7x32) -> !n7x7x32
    %conv1 = linalg.conv_2d_nhwc_hwcf ins(%bn1_relu, %b1_l3_conv1_w : !n7x7x88, !w1x1x88x32) outs(%conv1_0 : !n7x7x32) -> !n7x7x32
    %grown:3 = func.call @grow_n7x7x32(%b1_l3_bn2_scale, %b1_l3_bn2_shift, %b1_l3_conv2_w, %conv1, %share_7x7) : (!v32, !v32, !w3x3x32x8, !n7x7x32, f32) -> (!n7x7x8, !v32, !v32)
    ckpt.yield %grown#0, %bn1_avg, %bn1_sq, %grown#1, %grown#2 : !n7x7x8, !v88, !v88, !v32, !v32
  }
  %new_b1_l3_bn1_mean = linalg.generic #vec2 ins(%b1_l3_bn1_mean, %b1_l3#1 : !v88, !v88) outs(%empty_v88 : !v88) {
  ^bb0(%o: f32, %d: f32, %acc: f32):
    %k = arith.mulf %o, %keep : f32  %f = arith.mulf %d, %blend : f32  %t = arith.addf %k, %f : f32
    linalg.yield %t : f32
  } -> !v88
  %new_b1_l3_bn1_var = linalg.generic #vec3 ins(%b1_l3_bn1_var, %b1_l3#1, %b1_l3#2 : !v88, !v88, !v88) outs(%empty_v88 : !v88) {
  ^bb0(%o: f32, %m: f32, %q: f32, %acc: f32):
    %s = arith.mulf %m, %m : f32  %u = arith.subf %q, %s : f32  %d = arith.maximumf %u, %zero : f32
    %k = arith.mulf %o, %keep : f32  %f = arith.mulf %d, %blend : f32  %t = arith.addf %k, %f : f32
    linalg.yield %t : f32
  } -> !v88
  %new_b1_l3_bn2:2 = func.call @running_v32(%b1_l3_bn2_mean, %b1_l3_bn2_var, %b1_l3#3, %b1_l3#4) : (!v32, !v32, !v32, !v32) -> (!v32, !v32)
  %b1_l3_out = tensor.concat dim(3) %b1_l2_out, %b1_l3#0 : (!n7x7x88, !n7x7x8) -> !n7x7x96
  %b1_l4:5 = ckpt.region "b1.l4" -> !n7x7x8, !v96, !v96, !v32, !v32 {
    %bn1_avg = linalg.generic #mean ins(%b1_l3_out : !n7x7x96) outs(%zero_v96 : !v96) {
    ^bb0(%v: f32, %acc: f32):
      %r = arith.mulf %v, %share_7x7 : f32  %t = arith.addf %acc, %r : f32  linalg.yield %t : f32
    } -> !v96
    %bn1_sq = linalg.generic #mean ins(%b1_l3_out : !n7x7x96) outs(%zero_v96 : !v96) {
    ^bb0(%v: f32, %acc: f32):
      %s = arith.mulf %v, %v : f32  %r = arith.mulf %s, %share_7x7 : f32  %t = arith.addf %acc, %r : f32
      linalg.yield %t : f32
    } -> !v96
    %bn1_gain = linalg.generic #vec3 ins(%bn1_avg, %bn1_sq, %b1_l4_bn1_scale : !v96, !v96, !v96) outs(%empty_v96 : !v96) {
    ^bb0(%m: f32, %q: f32, %g: f32, %acc: f32):
      %s = arith.mulf %m, %m : f32  %u = arith.subf %q, %s : f32  %d = arith.maximumf %u, %zero : f32
      %e = arith.addf %d, %epsilon : f32  %r = math.rsqrt %e : f32  %t = arith.mulf %r, %g : f32
      linalg.yield %t : f32
    } -> !v96
    %bn1_relu = linalg.generic #image3 ins(%b1_l3_out, %bn1_avg, %bn1_gain, %b1_l4_bn1_shift : !n7x7x96, !v96, !v96, !v96) outs(%empty_n7x7x96 : !n7x7x96) {
    ^bb0(%v: f32, %m: f32, %g: f32, %b: f32, %acc: f32):
      %c = arith.subf %v, %m : f32  %n = arith.mulf %c, %g : f32  %p = arith.addf %n, %b : f32
      %t = arith.maximumf %p, %zero : f32  linalg.yield %t : f32
    } -> !n7x7x96
    %conv1_0 = linalg.fill ins(%zero : f32) outs(%empty_n7x7x32 : !n7x7x32) -> !n7x7x32
    %conv1 = linalg.conv_2d_nhwc_hwcf ins(%bn1_relu, %b1_l4_conv1_w : !n7x7x96, !w1x1x96x32) outs(%conv1_0 : !n7x7x32) -> !n7x7x32
    %grown:3 = func.call @grow_n7x7x32(%b1_l4_bn2_scale, %b1_l4_bn2_shift, %b1_l4_conv2_w, %conv1, %share_7x7) : (!v32, !v32, !w3x3x32x8, !n7x7x32, f32) -> (!n7x7x8, !v32, !v32)
    ckpt.yield %grown#0, %bn1_avg, %bn1_sq, %grown#1, %grown#2 : !n7x7x8, !v96, !v96, !v32, !v32
  }
  %new_b1_l4_bn1_mean = linalg.generic #vec2 ins(%b1_l4_bn1_mean, %b1_l4#1 : !v96, !v96) outs(%empty_v96 : !v96) {
  ^bb0(%o: f32, %d: f32, %acc: f32):
    %k = arith.mulf %o, %keep : f32  %f = arith.mulf %d, %blend : f32  %t = arith.addf %k, %f : f32
    linalg.yield %t : f32
  } -> !v96
  %new_b1_l4_bn1_var = linalg.generic #vec3 ins(%b1_l4_bn1_var, %b1_l4#1, %b1_l4#2 : !v96, !v96, !v96) outs(%empty_v96 : !v96) {
  ^bb0(%o: f32, %m: f32, %q: f32, %acc: f32):
    %s = arith.mulf %m, %m : f32  %u = arith.subf %q, %s : f32  %d = arith.maximumf %u, %zero : f32
    %k = arith.mulf %o, %keep : f32  %f = arith.mulf %d, %blend : f32  %t = arith.addf %k, %f : f32
    linalg.yield %t : f32
  } -> !v96
  %new_b1_l4_bn2:2 = func.call @running_v32(%b1_l4_bn2_mean, %b1_l4_bn2_var, %b1_l4#3, %b1_l4#4) : (!v32, !v32, !v32, !v32) -> (!v32, !v32)
  %b1_l4_out = tensor.concat dim(3) %b1_l3_out, %b1_l4#0 : (!n7x7x96, !n7x7x8) -> !n7x7x104
  %b1_l5:5 = ckpt.region "b1.l5" -> !n7x7x8, !v104, !v104, !v32, !v32 {
    %bn1_avg = linalg.generic #mean ins(%b1_l4_out : !n7x7x104) outs(%zero_v104 : !v104) {
    ^bb0(%v: f32, %acc: f32):
      %r = arith.mulf %v, %share_7x7 : f32  %t = arith.addf %acc, %r : f32  linalg.yield %t : f32
    } -> !v104
    %bn1_sq = linalg.generic #mean ins(%b1_l4_out : !n7x7x104) outs(%zero_v104 : !v104) {
    ^bb0(%v: f32, %acc: f32):
      %s = arith.mulf %v, %v : f32  %r = arith.mulf %s, %share_7x7 : f32  %t = arith.addf %acc, %r : f32
      linalg.yield %t : f32
    } -> !v104
    %bn1_gain = linalg.generic #vec3 ins(%bn1_avg, %bn1_sq, %b1_l5_bn1_scale : !v104, !v104, !v104) outs(%empty_v104 : !v104) {
    ^bb0(%m: f32, %q: f32, %g: f32, %acc: f32):
      %s = arith.mulf %m, %m : f32  %u = arith.subf %q, %s : f32  %d = arith.maximumf %u, %zero : f32
      %e = arith.addf %d, %epsilon : f32  %r = math.rsqrt %e : f32  %t = arith.mulf %r, %g : f32
      linalg.yield %t : f32
    } -> !v104
    %bn1_relu = linalg.generic #image3 ins(%b1_l4_out, %bn1_avg, %bn1_gain, %b1_l5_bn1_shift : !n7x7x104, !v104, !v104, !v104)
        outs(%empty_n7x7x104 : !n7x7x104) {
    ^bb0(%v: f32, %m: f32, %g: f32, %b: f32, %acc: f32):
      %c = arith.subf %v, %m : f32  %n = arith.mulf %c, %g : f32  %p = arith.addf %n, %b : f32
      %t = arith.maximumf %p, %zero : f32  linalg.yield %t : f32
    } -> !n7x7x104
    %conv1_0 = linalg.fill ins(%zero : f32) outs(%empty_n7x7x32 : !n7x7x32) -> !n7x7x32
    %conv1 = linalg.conv_2d_nhwc_hwcf ins(%bn1_relu, %b1_l5_conv1_w : !n7x7x104, !w1x1x104x32) outs(%conv1_0 : !n7x7x32) -> !n7x7x32
    %grown:3 = func.call @grow_n7x7x32(%b1_l5_bn2_scale, %b1_l5_bn2_shift, %b1_l5_conv2_w, %conv1, %share_7x7) : (!v32, !v32, !w3x3x32x8, !n7x7x32, f32) -> (!n7x7x8, !v32, !v32)
    ckpt.yield %grown#0, %bn1_avg, %bn1_sq, %grown#1, %grown#2 : !n7x7x8, !v104, !v104, !v32, !v32
  }
  %new_b1_l5_bn1_mean = linalg.generic #vec2 ins(%b1_l5_bn1_mean, %b1_l5#1 : !v104, !v104) outs(%empty_v104 : !v104) {
  ^bb0(%o: f32, %d: f32, %acc: f32):
    %k = arith.mulf %o, %keep : f32  %f = arith.mulf %d, %blend : f32  %t = arith.addf %k, %f : f32
    linalg.yield %t : f32
  } -> !v104
  %new_b1_l5_bn1_var = linalg.generic #vec3 ins(%b1_l5_bn1_var, %b1_l5#1, %b1_l5#2 : !v104, !v104, !v104) outs(%empty_v104 : !v104) {
  ^bb0(%o: f32, %m: f32, %q: f32, %acc: f32):
    %s = arith.mulf %m, %m : f32  %u = arith.subf %q, %s : f32  %d = arith.maximumf %u, %zero : f32
    %k = arith.mulf %o, %keep : f32  %f = arith.mulf %d, %blend : f32  %t = arith.addf %k, %f : f32
    linalg.yield %t : f32
  } -> !v104
  %new_b1_l5_bn2:2 = func.call @running_v32(%b1_l5_bn2_mean, %b1_l5_bn2_var, %b1_l5#3, %b1_l5#4) : (!v32, !v32, !v32, !v32) -> (!v32, !v32)
  %b1_l5_out = tensor.concat dim(3) %b1_l4_out, %b1_l5#0 : (!n7x7x104, !n7x7x8) -> !n7x7x112
  %b1_l6:5 = ckpt.region "b1.l6" -> !n7x7x8, !v112, !v112, !v32, !v32 {
    %bn1_avg = linalg.generic #mean ins(%b1_l5_out : !n7x7x112) outs(%zero_v112 : !v112) {
    ^bb0(%v: f32, %acc: f32):
      %r = arith.mulf %v, %share_7x7 : f32  %t = arith.addf %acc, %r : f32  linalg.yield %t : f32
    } -> !v112
    %bn1_sq = linalg.generic #mean ins(%b1_l5_out : !n7x7x112) outs(%zero_v112 : !v112) {
    ^bb0(%v: f32, %acc: f32):
      %s = arith.mulf %v, %v : f32  %r = arith.mulf %s, %share_7x7 : f32  %t = arith.addf %acc, %r : f32
      linalg.yield %t : f32
    } -> !v112
    %bn1_gain = linalg.generic #vec3 ins(%bn1_avg, %bn1_sq, %b1_l6_bn1_scale : !v112, !v112, !v112) outs(%empty_v112 : !v112) {
    ^bb0(%m: f32, %q: f32, %g: f32, %acc: f32):
      %s = arith.mulf %m, %m : f32  %u = arith.subf %q, %s : f32  %d = arith.maximumf %u, %zero : f32
      %e = arith.addf %d, %epsilon : f32  %r = math.rsqrt %e : f32  %t = arith.mulf %r, %g : f32
      linalg.yield %t : f32
    } -> !v112
    %bn1_relu = linalg.generic #image3 ins(%b1_l5_out, %bn1_avg, %bn1_gain, %b1_l6_bn1_shift : !n7x7x112, !v112, !v112, !v112)
        outs(%empty_n7x7x112 : !n7x7x112) {
    ^bb0(%v: f32, %m: f32, %g: f32, %b: f32, %acc: f32):
      %c = arith.subf %v, %m : f32  %n = arith.mulf %c, %g : f32  %p = arith.addf %n, %b : f32
      %t = arith.maximumf %p, %zero : f32  linalg.yield %t : f32
    } -> !n7x7x112
    %conv1_0 = linalg.fill ins(%zero : f32) outs(%empty_n7x7x32 : !n7x7x32) -> !n7x7x32
    %conv1 = linalg.conv_2d_nhwc_hwcf ins(%bn1_relu, %b1_l6_conv1_w : !n7x7x112, !w1x1x112x32) outs(%conv1_0 : !n7x7x32) -> !n7x7x32
    %grown:3 = func.call @grow_n7x7x32(%b1_l6_bn2_scale, %b1_l6_bn2_shift, %b1_l6_conv2_w, %conv1, %share_7x7) : (!v32, !v32, !w3x3x32x8, !n7x7x32, f32) -> (!n7x7x8, !v32, !v32)
    ckpt.yield %grown#0, %bn1_avg, %bn1_sq, %grown#1, %grown#2 : !n7x7x8, !v112, !v112, !v32, !v32
  }
  %new_b1_l6_bn1_mean = linalg.generic #vec2 ins(%b1_l6_bn1_mean, %b1_l6#1 : !v112, !v112) outs(%empty_v112 : !v112) {
  ^bb0(%o: f32, %d: f32, %acc: f32):
    %k = arith.mulf %o, %keep : f32  %f = arith.mulf %d, %blend : f32  %t = arith.addf %k, %f : f32
    linalg.yield %t : f32
  } -> !v112
  %new_b1_l6_bn1_var = linalg.generic #vec3 ins(%b1_l6_bn1_var, %b1_l6#1, %b1_l6#2 : !v112, !v112, !v112) outs(%empty_v112 : !v112) {
  ^bb0(%o: f32, %m: f32, %q: f32, %acc: f32):
    %s = arith.mulf %m, %m : f32  %u = arith.subf %q, %s : f32  %d = arith.maximumf %u, %zero : f32
    %k = arith.mulf %o, %keep : f32  %f = arith.mulf %d, %blend : f32  %t = arith.addf %k, %f : f32
    linalg.yield %t : f32
  } -> !v112
  %new_b1_l6_bn2:2 = func.call @running_v32(%b1_l6_bn2_mean, %b1_l6_bn2_var, %b1_l6#3, %b1_l6#4) : (!v32, !v32, !v32, !v32) -> (!v32, !v32)
  %b1_l6_out = tensor.concat dim(3) %b1_l5_out, %b1_l6#0 : (!n7x7x112, !n7x7x8) -> !n7x7x120
  %b1_l7:5 = ckpt.region "b1.l7" -> !n7x7x8, !v120, !v120, !v32, !v32 {
    %bn1_avg = linalg.generic #mean ins(%b1_l6_out : !n7x7x120) outs(%zero_v120 : !v120) {
    ^bb0(%v: f32, %acc: f32):
      %r = arith.mulf %v, %share_7x7 : f32  %t = arith.addf %acc, %r : f32  linalg.yield %t : f32
    } -> !v120
    %bn1_sq = linalg.generic #mean ins(%b1_l6_out : !n7x7x120) outs(%zero_v120 : !v120) {
    ^bb0(%v: f32, %acc: f32):
      %s = arith.mulf %v, %v : f32  %r = arith.mulf %s, %share_7x7 : f32  %t = arith.addf %acc, %r : f32
      linalg.yield %t : f32
    } -> !v120
    %bn1_gain = linalg.generic #vec3 ins(%bn1_avg, %bn1_sq, %b1_l7_bn1_scale : !v120, !v120, !v120) outs(%empty_v120 : !v120) {
    ^bb0(%m: f32, %q: f32, %g: f32, %acc: f32):
      %s = arith.mulf %m, %m : f32  %u = arith.subf %q, %s : f32  %d = arith.maximumf %u, %zero : f32
      %e = arith.addf %d, %epsilon : f32  %r = math.rsqrt %e : f32  %t = arith.mulf %r, %g : f32
      linalg.yield %t : f32
    } -> !v120
    %bn1_relu = linalg.generic #image3 ins(%b1_l6_out, %bn1_avg, %bn1_gain, %b1_l7_bn1_shift : !n7x7x120, !v120, !v120, !v120)
        outs(%empty_n7x7x120 : !n7x7x120) {
    ^bb0(%v: f32, %m: f32, %g: f32, %b: f32, %acc: f32):
      %c = arith.subf %v, %m : f32  %n = arith.mulf %c, %g : f32  %p = arith.addf %n, %b : f32
      %t = arith.maximumf %p, %zero : f32  linalg.yield %t : f32
    } -> !n7x7x120
    %conv1_0 = linalg.fill ins(%zero : f32) outs(%empty_n7x7x32 : !n7x7x32) -> !n7x7x32
    %conv1 = linalg.conv_2d_nhwc_hwcf ins(%bn1_relu, %b1_l7_conv1_w : !n7x7x120, !w1x1x120x32) outs(%conv1_0 : !n7x7x32) -> !n7x7x32
    %grown:3 = func.call @grow_n7x7x32(%b1_l7_bn2_scale, %b1_l7_bn2_shift, %b1_l7_conv2_w, %conv1, %share_7x7) : (!v32, !v32, !w3x3x32x8, !n7x7x32, f32) -> (!n7x7x8, !v32, !v32)
    ckpt.yield %grown#0, %bn1_avg, %bn1_sq, %grown#1, %grown#2 : !n7x7x8, !v120, !v120, !v32, !v32
  }
  %new_b1_l7_bn1_mean = linalg.generic #vec2 ins(%b1_l7_bn1_mean, %b1_l7#1 : !v120, !v120) outs(%empty_v120 : !v120) {
  ^bb0(%o: f32, %d: f32, %acc: f32):
    %k = arith.mulf %o, %keep : f32  %f = arith.mulf %d, %blend : f32  %t = arith.addf %k, %f : f32
    linalg.yield %t : f32
  } -> !v120
  %new_b1_l7_bn1_var = linalg.generic #vec3 ins(%b1_l7_bn1_var, %b1_l7#1, %b1_l7#2 : !v120, !v120, !v120) outs(%empty_v120 : !v120) {
  ^bb0(%o: f32, %m: f32, %q: f32, %acc: f32):
    %s = arith.mulf %m, %m : f32  %u = arith.subf %q, %s : f32  %d = arith.maximumf %u, %zero : f32
    %k = arith.mulf %o, %keep : f32  %f = arith.mulf %d, %blend : f32  %t = arith.addf %k, %f : f32
    linalg.yield %t : f32
  } -> !v120
  %new_b1_l7_bn2:2 = func.call @running_v32(%b1_l7_bn2_mean, %b1_l7_bn2_var, %b1_l7#3, %b1_l7#4) : (!v32, !v32, !v32, !v32) -> (!v32, !v32)
  %b1_l7_out = tensor.concat dim(3) %b1_l6_out, %b1_l7#0 : (!n7x7x120, !n7x7x8) -> !n7x7x128
  %b1_l8:5 = ckpt.region "b1.l8" -> !n7x7x8, !v128, !v128, !v32, !v32 {
    %bn1_avg = linalg.generic #mean ins(%b1_l7_out : !n7x7x128) outs(%zero_v128 : !v128) {
    ^bb0(%v: f32, %acc: f32):
      %r = arith.mulf %v, %share_7x7 : f32  %t = arith.addf %acc, %r : f32  linalg.yield %t : f32
    } -> !v128
    %bn1_sq = linalg.generic #mean ins(%b1_l7_out : !n7x7x128) outs(%zero_v128 : !v128) {
    ^bb0(%v: f32, %acc: f32):
      %s = arith.mulf %v, %v : f32  %r = arith.mulf %s, %share_7x7 : f32  %t = arith.addf %acc, %r : f32
      linalg.yield %t : f32
    } -> !v128
    %bn1_gain = linalg.generic #vec3 ins(%bn1_avg, %bn1_sq, %b1_l8_bn1_scale : !v128, !v128, !v128) outs(%empty_v128 : !v128) {
    ^bb0(%m: f32, %q: f32, %g: f32, %acc: f32):
      %s = arith.mulf %m, %m : f32  %u = arith.subf %q, %s : f32  %d = arith.maximumf %u, %zero : f32
      %e = arith.addf %d, %epsilon : f32  %r = math.rsqrt %e : f32  %t = arith.mulf %r, %g : f32
      linalg.yield %t : f32
    } -> !v128
    %bn1_relu = linalg.generic #image3 ins(%b1_l7_out, %bn1_avg, %bn1_gain, %b1_l8_bn1_shift : !n7x7x128, !v128, !v128, !v128)
        outs(%empty_n7x7x128 : !n7x7x128) {
    ^bb0(%v: f32, %m: f32, %g: f32, %b: f32, %acc: f32):
      %c = arith.subf %v, %m : f32  %n = arith.mulf %c, %g : f32  %p = arith.addf %n, %b : f32
      %t = arith.maximumf %p, %zero : f32  linalg.yield %t : f32
    } -> !n7x7x128
    %conv1_0 = linalg.fill ins(%zero : f32) outs(%empty_n7x7x32 : !n7x7x32) -> !n7x7x32
    %conv1 = linalg.conv_2d_nhwc_hwcf ins(%bn1_relu, %b1_l8_conv1_w : !n7x7x128, !w1x1x128x32) outs(%conv1_0 : !n7x7x32) -> !n7x7x32
    %grown:3 = func.call @grow_n7x7x32(%b1_l8_bn2_scale, %b1_l8_bn2_shift, %b1_l8_conv2_w, %conv1, %share_7x7) : (!v32, !v32, !w3x3x32x8, !n7x7x32, f32) -> (!n7x7x8, !v32, !v32)
    ckpt.yield %grown#0, %bn1_avg, %bn1_sq, %grown#1, %grown#2 : !n7x7x8, !v128, !v128, !v32, !v32
  }
  %new_b1_l8_bn1_mean = linalg.generic #vec2 ins(%b1_l8_bn1_mean, %b1_l8#1 : !v128, !v128) outs(%empty_v128 : !v128) {
  ^bb0(%o: f32, %d: f32, %acc: f32):
    %k = arith.mulf %o, %keep : f32  %f = arith.mulf %d, %blend : f32  %t = arith.addf %k, %f : f32
    linalg.yield %t : f32
  } -> !v128
  %new_b1_l8_bn1_var = linalg.generic #vec3 ins(%b1_l8_bn1_var, %b1_l8#1, %b1_l8#2 : !v128, !v128, !v128) outs(%empty_v128 : !v128) {
  ^bb0(%o: f32, %m: f32, %q: f32, %acc: f32):
    %s = arith.mulf %m, %m : f32  %u = arith.subf %q, %s : f32  %d = arith.maximumf %u, %zero : f32
    %k = arith.mulf %o, %keep : f32  %f = arith.mulf %d, %blend : f32  %t = arith.addf %k, %f : f32
    linalg.yield %t : f32
  } -> !v128
  %new_b1_l8_bn2:2 = func.call @running_v32(%b1_l8_bn2_mean, %b1_l8_bn2_var, %b1_l8#3, %b1_l8#4) : (!v32, !v32, !v32, !v32) -> (!v32, !v32)
  %b1_l8_out = tensor.concat dim(3) %b1_l7_out, %b1_l8#0 : (!n7x7x128, !n7x7x8) -> !n7x7x136
  %b1_l9:5 = ckpt.region "b1.l9" -> !n7x7x8, !v136, !v136, !v32, !v32 {
    %bn1_avg = linalg.generic #mean ins(%b1_l8_out : !n7x7x136) outs(%zero_v136 : !v136) {
    ^bb0(%v: f32, %acc: f32):
      %r = arith.mulf %v, %share_7x7 : f32  %t = arith.addf %acc, %r : f32  linalg.yield %t : f32
    } -> !v136
    %bn1_sq = linalg.generic #mean ins(%b1_l8_out : !n7x7x136) outs(%zero_v136 : !v136) {
    ^bb0(%v: f32, %acc: f32):
      %s = arith.mulf %v, %v : f32  %r = arith.mulf %s, %share_7x7 : f32  %t = arith.addf %acc, %r : f32
      linalg.yield %t : f32
    } -> !v136
    %bn1_gain = linalg.generic #vec3 ins(%bn1_avg, %bn1_sq, %b1_l9_bn1_scale : !v136, !v136, !v136) outs(%empty_v136 : !v136) {
    ^bb0(%m: f32, %q: f32, %g: f32, %acc: f32):
      %s = arith.mulf %m, %m : f32  %u = arith.subf %q, %s : f32  %d = arith.maximumf %u, %zero : f32
      %e = arith.addf %d, %epsilon : f32  %r = math.rsqrt %e : f32  %t = arith.mulf %r, %g : f32
      linalg.yield %t : f32
    } -> !v136
    %bn1_relu = linalg.generic #image3 ins(%b1_l8_out, %bn1_avg, %bn1_gain, %b1_l9_bn1_shift : !n7x7x136, !v136, !v136, !v136)
        outs(%empty_n7x7x136 : !n7x7x136) {
    ^bb0(%v: f32, %m: f32, %g: f32, %b: f32, %acc: f32):
      %c = arith.subf %v, %m : f32  %n = arith.mulf %c, %g : f32  %p = arith.addf %n, %b : f32
      %t = arith.maximumf %p, %zero : f32  linalg.yield %t : f32
    } -> !n7x7x136
    %conv1_0 = linalg.fill ins(%zero : f32) outs(%empty_n7x7x32 : !n7x7x32) -> !n7x7x32
    %conv1 = linalg.conv_2d_nhwc_hwcf ins(%bn1_relu, %b1_l9_conv1_w : !n7x7x136, !w1x1x136x32) outs(%conv1_0 : !n7x7x32) -> !n7x7x32
    %grown:3 = func.call @grow_n7x7x32(%b1_l9_bn2_scale, %b1_l9_bn2_shift, %b1_l9_conv2_w, %conv1, %share_7x7) : (!v32, !v32, !w3x3x32x8, !n7x7x32, f32) -> (!n7x7x8, !v32, !v32)
    ckpt.yield %grown#0, %bn1_avg, %bn1_sq, %grown#1, %grown#2 : !n7x7x8, !v136, !v136, !v32, !v32
  }
  %new_b1_l9_bn1_mean = linalg.generic #vec2 ins(%b1_l9_bn1_mean, %b1_l9#1 : !v136, !v136) outs(%empty_v136 : !v136) {
  ^bb0(%o: f32, %d: f32, %acc: f32):
    %k = arith.mulf %o, %keep : f32  %f = arith.mulf %d, %blend : f32  %t = arith.addf %k, %f : f32
    linalg.yield %t : f32
  } -> !v136
  %new_b1_l9_bn1_var = linalg.generic #vec3 ins(%b1_l9_bn1_var, %b1_l9#1, %b1_l9#2 : !v136, !v136, !v136) outs(%empty_v136 : !v136) {
  ^bb0(%o: f32, %m: f32, %q: f32, %acc: f32):
    %s = arith.mulf %m, %m : f32  %u = arith.subf %q, %s : f32  %d = arith.maximumf %u, %zero : f32
    %k = arith.mulf %o, %keep : f32  %f = arith.mulf %d, %blend : f32  %t = arith.addf %k, %f : f32
    linalg.yield %t : f32
  } -> !v136
  %new_b1_l9_bn2:2 = func.call @running_v32(%b1_l9_bn2_mean, %b1_l9_bn2_var, %b1_l9#3, %b1_l9#4) : (!v32, !v32, !v32, !v32) -> (!v32, !v32)
  %b1_l9_out = tensor.concat dim(3) %b1_l8_out, %b1_l9#0 : (!n7x7x136, !n7x7x8) -> !n7x7x144
  %t1_bn_avg = linalg.generic #mean ins(%b1_l9_out : !n7x7x144) outs(%zero_v144 : !v144) {
  ^bb0(%v: f32, %acc: f32):
    %r = arith.mulf %v, %share_7x7 : f32  %t = arith.addf %acc, %r : f32  linalg.yield %t : f32
  } -> !v144
  %t1_bn_sq = linalg.generic #mean ins(%b1_l9_out : !n7x7x144) outs(%zero_v144 : !v144) {
  ^bb0(%v: f32, %acc: f32):
    %s = arith.mulf %v, %v : f32  %r = arith.mulf %s, %share_7x7 : f32  %t = arith.addf %acc, %r : f32
    linalg.yield %t : f32
  } -> !v144
  %t1_bn_gain = linalg.generic #vec3 ins(%t1_bn_avg, %t1_bn_sq, %t1_bn_scale : !v144, !v144, !v144) outs(%empty_v144 : !v144) {
  ^bb0(%m: f32, %q: f32, %g: f32, %acc: f32):
    %s = arith.mulf %m, %m : f32  %u = arith.subf %q, %s : f32  %d = arith.maximumf %u, %zero : f32
    %e = arith.addf %d, %epsilon : f32  %r = math.rsqrt %e : f32  %t = arith.mulf %r, %g : f32
    linalg.yield %t : f32
  } -> !v144
  %t1_bn_relu = linalg.generic #image3 ins(%b1_l9_out, %t1_bn_avg, %t1_bn_gain, %t1_bn_shift : !n7x7x144, !v144, !v144, !v144)
      outs(%empty_n7x7x144 : !n7x7x144) {
  ^bb0(%v: f32, %m: f32, %g: f32, %b: f32, %acc: f32):
    %c = arith.subf %v, %m : f32  %n = arith.mulf %c, %g : f32  %p = arith.addf %n, %b : f32
    %t = arith.maximumf %p, %zero : f32  linalg.yield %t : f32
  } -> !n7x7x144
  %new_t1_bn_mean = linalg.generic #vec2 ins(%t1_bn_mean, %t1_bn_avg : !v144, !v144) outs(%empty_v144 : !v144) {
  ^bb0(%o: f32, %d: f32, %acc: f32):
    %k = arith.mulf %o, %keep : f32  %f = arith.mulf %d, %blend : f32  %t = arith.addf %k, %f : f32
    linalg.yield %t : f32
  } -> !v144
  %new_t1_bn_var = linalg.generic #vec3 ins(%t1_bn_var, %t1_bn_avg, %t1_bn_sq : !v144, !v144, !v144) outs(%empty_v144 : !v144) {
  ^bb0(%o: f32, %m: f32, %q: f32, %acc: f32):
    %s = arith.mulf %m, %m : f32  %u = arith.subf %q, %s : f32  %d = arith.maximumf %u, %zero : f32
    %k = arith.mulf %o, %keep : f32  %f = arith.mulf %d, %blend : f32  %t = arith.addf %k, %f : f32
    linalg.yield %t : f32
  } -> !v144
  %t1_conv_0 = linalg.fill ins(%zero : f32) outs(%empty_n7x7x128 : !n7x7x128) -> !n7x7x128
  %t1_conv = linalg.conv_2d_nhwc_hwcf ins(%t1_bn_relu, %t1_conv_w : !n7x7x144, !w1x1x144x128) outs(%t1_conv_0 : !n7x7x128) -> !n7x7x128
  %t1_pool_sum_0 = linalg.fill ins(%zero : f32) outs(%empty_n3x3x128 : !n3x3x128) -> !n3x3x128
  %t1_pool_sum = linalg.pooling_nhwc_sum {strides = dense<2> : tensor<2xi64>} ins(%t1_conv, %empty_w2x2 : !n7x7x128, !w2x2) outs(%t1_pool_sum_0 : !n3x3x128) -> !n3x3x128
  %t1_pool = linalg.generic #image0 ins(%t1_pool_sum : !n3x3x128) outs(%empty_n3x3x128 : !n3x3x128) {
  ^bb0(%v: f32, %acc: f32):
    %t = arith.mulf %v, %quarter : f32  linalg.yield %t : f32
  } -> !n3x3x128
  %pixels_3x3 = arith.constant 9.0 : f32
  %count_3x3 = arith.mulf %batch_size, %pixels_3x3 : f32
  %share_3x3 = arith.divf %one, %count_3x3 : f32
  %b2_l0:5 = ckpt.region "b2.l0" -> !n3x3x8, !v128, !v128, !v32, !v32 {
    %bn1_avg = linalg.generic #mean ins(%t1_pool : !n3x3x128) outs(%zero_v128 : !v128) {
    ^bb0(%v: f32, %acc: f32):
      %r = arith.mulf %v, %share_3x3 : f32  %t = arith.addf %acc, %r : f32  linalg.yield %t : f32
    } -> !v128
    %bn1_sq = linalg.generic #mean ins(%t1_pool : !n3x3x128) outs(%zero_v128 : !v128) {
    ^bb0(%v: f32, %acc: f32):
      %s = arith.mulf %v, %v : f32  %r = arith.mulf %s, %share_3x3 : f32  %t = arith.addf %acc, %r : f32
      linalg.yield %t : f32
    } -> !v128
    %bn1_gain = linalg.generic #vec3 ins(%bn1_avg, %bn1_sq, %b2_l0_bn1_scale : !v128, !v128, !v128) outs(%empty_v128 : !v128) {
    ^bb0(%m: f32, %q: f32, %g: f32, %acc: f32):
      %s = arith.mulf %m, %m : f32  %u = arith.subf %q, %s : f32  %d = arith.maximumf %u, %zero : f32
      %e = arith.addf %d, %epsilon : f32  %r = math.rsqrt %e : f32  %t = arith.mulf %r, %g : f32
      linalg.yield %t : f32
    } -> !v128
    %bn1_relu = linalg.generic #image3 ins(%t1_pool, %bn1_avg, %bn1_gain, %b2_l0_bn1_shift : !n3x3x128, !v128, !v128, !v128) outs(%empty_n3x3x128 : !n3x3x128) {
    ^bb0(%v: f32, %m: f32, %g: f32, %b: f32, %acc: f32):
      %c = arith.subf %v, %m : f32  %n = arith.mulf %c, %g : f32  %p = arith.addf %n, %b : f32
      %t = arith.maximumf %p, %zero : f32  linalg.yield %t : f32
    } -> !n3x3x128
    %conv1_0 = linalg.fill ins(%zero : f32) outs(%empty_n3x3x32 : !n3x3x32) -> !n3x3x32
    %conv1 = linalg.conv_2d_nhwc_hwcf ins(%bn1_relu, %b2_l0_conv1_w : !n3x3x128, !w1x1x128x32) outs(%conv1_0 : !n3x3x32) -> !n3x3x32
    %grown:3 = func.call @grow_n3x3x32(%b2_l0_bn2_scale, %b2_l0_bn2_shift, %b2_l0_conv2_w, %conv1, %share_3x3) : (!v32, !v32, !w3x3x32x8, !n3x3x32, f32) -> (!n3x3x8, !v32, !v32)
    ckpt.yield %grown#0, %bn1_avg, %bn1_sq, %grown#1, %grown#2 : !n3x3x8, !v128, !v128, !v32, !v32
  }
  %new_b2_l0_bn1_mean = linalg.generic #vec2 ins(%b2_l0_bn1_mean, %b2_l0#1 : !v128, !v128) outs(%empty_v128 : !v128) {
  ^bb0(%o: f32, %d: f32, %acc: f32):
    %k = arith.mulf %o, %keep : f32  %f = arith.mulf %d, %blend : f32  %t = arith.addf %k, %f : f32
    linalg.yield %t : f32
  } -> !v128
  %new_b2_l0_bn1_var = linalg.generic #vec3 ins(%b2_l0_bn1_var, %b2_l0#1, %b2_l0#2 : !v128, !v128, !v128) outs(%empty_v128 : !v128) {
  ^bb0(%o: f32, %m: f32, %q: f32, %acc: f32):
    %s = arith.mulf %m, %m : f32  %u = arith.subf %q, %s : f32  %d = arith.maximumf %u, %zero : f32
    %k = arith.mulf %o, %keep : f32  %f = arith.mulf %d, %blend : f32  %t = arith.addf %k, %f : f32
    linalg.yield %t : f32
  } -> !v128
  %new_b2_l0_bn2:2 = func.call @running_v32(%b2_l0_bn2_mean, %b2_l0_bn2_var, %b2_l0#3, %b2_l0#4) : (!v32, !v32, !v32, !v32) -> (!v32, !v32)
  %b2_l0_out = tensor.concat dim(3) %t1_pool, %b2_l0#0 : (!n3x3x128, !n3x3x8) -> !n3x3x136
  %b2_l1:5 = ckpt.region "b2.l1" -> !n3x3x8, !v136, !v136, !v32, !v32 {
    %bn1_avg = linalg.generic #mean ins(%b2_l0_out : !n3x3x136) outs(%zero_v136 : !v136) {
    ^bb0(%v: f32, %acc: f32):
      %r = arith.mulf %v, %share_3x3 : f32  %t = arith.addf %acc, %r : f32  linalg.yield %t : f32
    } -> !v136
    %bn1_sq = linalg.generic #mean ins(%b2_l0_out : !n3x3x136) outs(%zero_v136 : !v136) {
    ^bb0(%v: f32, %acc: f32):
      %s = arith.mulf %v, %v : f32  %r = arith.mulf %s, %share_3x3 : f32  %t = arith.addf %acc, %r : f32
      linalg.yield %t : f32
    } -> !v136
    %bn1_gain = linalg.generic #vec3 ins(%bn1_avg, %bn1_sq, %b2_l1_bn1_scale : !v136, !v136, !v136) outs(%empty_v136 : !v136) {
    ^bb0(%m: f32, %q: f32, %g: f32, %acc: f32):
      %s = arith.mulf %m, %m : f32  %u = arith.subf %q, %s : f32  %d = arith.maximumf %u, %zero : f32
      %e = arith.addf %d, %epsilon : f32  %r = math.rsqrt %e : f32  %t = arith.mulf %r, %g : f32
      linalg.yield %t : f32
    } -> !v136
    %bn1_relu = linalg.generic #image3 ins(%b2_l0_out, %bn1_avg, %bn1_gain, %b2_l1_bn1_shift : !n3x3x136, !v136, !v136, !v136)
        outs(%empty_n3x3x136 : !n3x3x136) {
    ^bb0(%v: f32, %m: f32, %g: f32, %b: f32, %acc: f32):
      %c = arith.subf %v, %m : f32  %n = arith.mulf %c, %g : f32  %p = arith.addf %n, %b : f32
      %t = arith.maximumf %p, %zero : f32  linalg.yield %t : f32
    } -> !n3x3x136
    %conv1_0 = linalg.fill ins(%zero : f32) outs(%empty_n3x3x32 : !n3x3x32) -> !n3x3x32
    %conv1 = linalg.conv_2d_nhwc_hwcf ins(%bn1_relu, %b2_l1_conv1_w : !n3x3x136, !w1x1x136x32) outs(%conv1_0 : !n3x3x32) -> !n3x3x32
    %grown:3 = func.call @grow_n3x3x32(%b2_l1_bn2_scale, %b2_l1_bn2_shift, %b2_l1_conv2_w, %conv1, %share_3x3) : (!v32, !v32, !w3x3x32x8, !n3x3x32, f32) -> (!n3x3x8, !v32, !v32)
    ckpt.yield %grown#0, %bn1_avg, %bn1_sq, %grown#1, %grown#2 : !n3x3x8, !v136, !v136, !v32, !v32
  }
  %new_b2_l1_bn1_mean = linalg.generic #vec2 ins(%b2_l1_bn1_mean, %b2_l1#1 : !v136, !v136) outs(%empty_v136 : !v136) {
  ^bb0(%o: f32, %d: f32, %acc: f32):
    %k = arith.mulf %o, %keep : f32  %f = arith.mulf %d, %blend : f32  %t = arith.addf %k, %f : f32
    linalg.yield %t : f32
  } -> !v136
  %new_b2_l1_bn1_var = linalg.generic #vec3 ins(%b2_l1_bn1_var, %b2_l1#1, %b2_l1#2 : !v136, !v136, !v136) outs(%empty_v136 : !v136) {
  ^bb0(%o: f32, %m: f32, %q: f32, %acc: f32):
    %s = arith.mulf %m, %m : f32  %u = arith.subf %q, %s : f32  %d = arith.maximumf %u, %zero : f32
    %k = arith.mulf %o, %keep : f32  %f = arith.mulf %d, %blend : f32  %t = arith.addf %k, %f : f32
    linalg.yield %t : f32
  } -> !v136
  %new_b2_l1_bn2:2 = func.call @running_v32(%b2_l1_bn2_mean, %b2_l1_bn2_var, %b2_l1#3, %b2_l1#4) : (!v32, !v32, !v32, !v32) -> (!v32, !v32)
  %b2_l1_out = tensor.concat dim(3) %b2_l0_out, %b2_l1#0 : (!n3x3x136, !n3x3x8) -> !n3x3x144
  %b2_l2:5 = ckpt.region "b2.l2" -> !n3x3x8, !v144, !v144, !v32, !v32 {
    %bn1_avg = linalg.generic #mean ins(%b2_l1_out : !n3x3x144) outs(%zero_v144 : !v144) {
    ^bb0(%v: f32, %acc: f32):
      %r = arith.mulf %v, %share_3x3 : f32  %t = arith.addf %acc, %r : f32  linalg.yield %t : f32
    } -> !v144
    %bn1_sq = linalg.generic #mean ins(%b2_l1_out : !n3x3x144) outs(%zero_v144 : !v144) {
    ^bb0(%v: f32, %acc: f32):
      %s = arith.mulf %v, %v : f32  %r = arith.mulf %s, %share_3x3 : f32  %t = arith.addf %acc, %r : f32
      linalg.yield %t : f32
    } -> !v144
    %bn1_gain = linalg.generic #vec3 ins(%bn1_avg, %bn1_sq, %b2_l2_bn1_scale : !v144, !v144, !v144) outs(%empty_v144 : !v144) {
    ^bb0(%m: f32, %q: f32, %g: f32, %acc: f32):
      %s = arith.mulf %m, %m : f32  %u = arith.subf %q, %s : f32  %d = arith.maximumf %u, %zero : f32
      %e = arith.addf %d, %epsilon : f32  %r = math.rsqrt %e : f32  %t = arith.mulf %r, %g : f32
      linalg.yield %t : f32
    } -> !v144
    %bn1_relu = linalg.generic #image3 ins(%b2_l1_out, %bn1_avg, %bn1_gain, %b2_l2_bn1_shift : !n3x3x144, !v144, !v144, !v144)
        outs(%empty_n3x3x144 : !n3x3x144) {
    ^bb0(%v: f32, %m: f32, %g: f32, %b: f32, %acc: f32):
      %c = arith.subf %v, %m : f32  %n = arith.mulf %c, %g : f32  %p = arith.addf %n, %b : f32
      %t = arith.maximumf %p, %zero : f32  linalg.yield %t : f32
    } -> !n3x3x144
    %conv1_0 = linalg.fill ins(%zero : f32) outs(%empty_n3x3x32 : !n3x3x32) -> !n3x3x32
    %conv1 = linalg.conv_2d_nhwc_hwcf ins(%bn1_relu, %b2_l2_conv1_w : !n3x3x144, !w1x1x144x32) outs(%conv1_0 : !n3x3x32) -> !n3x3x32
    %grown:3 = func.call @grow_n3x3x32(%b2_l2_bn2_scale, %b2_l2_bn2_shift, %b2_l2_conv2_w, %conv1, %share_3x3) : (!v32, !v32, !w3x3x32x8, !n3x3x32, f32) -> (!n3x3x8, !v32, !v32)
    ckpt.yield %grown#0, %bn1_avg, %bn1_sq, %grown#1, %grown#2 : !n3x3x8, !v144, !v144, !v32, !v32
  }
  %new_b2_l2_bn1_mean = linalg.generic #vec2 ins(%b2_l2_bn1_mean, %b2_l2#1 : !v144, !v144) outs(%empty_v144 : !v144) {
  ^bb0(%o: f32, %d: f32, %acc: f32):
    %k = arith.mulf %o, %keep : f32  %f = arith.mulf %d, %blend : f32  %t = arith.addf %k, %f : f32
    linalg.yield %t : f32
  } -> !v144
  %new_b2_l2_bn1_var = linalg.generic #vec3 ins(%b2_l2_bn1_var, %b2_l2#1, %b2_l2#2 : !v144, !v144, !v144) outs(%empty_v144 : !v144) {
  ^bb0(%o: f32, %m: f32, %q: f32, %acc: f32):
    %s = arith.mulf %m, %m : f32  %u = arith.subf %q, %s : f32  %d = arith.maximumf %u, %zero : f32
    %k = arith.mulf %o, %keep : f32  %f = arith.mulf %d, %blend : f32  %t = arith.addf %k, %f : f32
    linalg.yield %t : f32
  } -> !v144
  %new_b2_l2_bn2:2 = func.call @running_v32(%b2_l2_bn2_mean, %b2_l2_bn2_var, %b2_l2#3, %b2_l2#4) : (!v32, !v32, !v32, !v32) -> (!v32, !v32)
  %b2_l2_out = tensor.concat dim(3) %b2_l1_out, %b2_l2#0 : (!n3x3x144, !n3x3x8) -> !n3x3x152
  %b2_l3:5 = ckpt.region "b2.l3" -> !n3x3x8, !v152, !v152, !v32, !v32 {
    %bn1_avg = linalg.generic #mean ins(%b2_l2_out : !n3x3x152) outs(%zero_v152 : !v152) {
    ^bb0(%v: f32, %acc: f32):
      %r = arith.mulf %v, %share_3x3 : f32  %t = arith.addf %acc, %r : f32  linalg.yield %t : f32
    } -> !v152
    %bn1_sq = linalg.generic #mean ins(%b2_l2_out : !n3x3x152) outs(%zero_v152 : !v152) {
    ^bb0(%v: f32, %acc: f32):
      %s = arith.mulf %v, %v : f32  %r = arith.mulf %s, %share_3x3 : f32  %t = arith.addf %acc, %r : f32
      linalg.yield %t : f32
    } -> !v152
    %bn1_gain = linalg.generic #vec3 ins(%bn1_avg, %bn1_sq, %b2_l3_bn1_scale : !v152, !v152, !v152) outs(%empty_v152 : !v152) {
    ^bb0(%m: f32, %q: f32, %g: f32, %acc: f32):
      %s = arith.mulf %m, %m : f32  %u = arith.subf %q, %s : f32  %d = arith.maximumf %u, %zero : f32
      %e = arith.addf %d, %epsilon : f32  %r = math.rsqrt %e : f32  %t = arith.mulf %r, %g : f32
      linalg.yield %t : f32
    } -> !v152
    %bn1_relu = linalg.generic #image3 ins(%b2_l2_out, %bn1_avg, %bn1_gain, %b2_l3_bn1_shift : !n3x3x152, !v152, !v152, !v152)
        outs(%empty_n3x3x152 : !n3x3x152) {
    ^bb0(%v: f32, %m: f32, %g: f32, %b: f32, %acc: f32):
      %c = arith.subf %v, %m : f32  %n = arith.mulf %c, %g : f32  %p = arith.addf %n, %b : f32
      %t = arith.maximumf %p, %zero : f32  linalg.yield %t : f32
    } -> !n3x3x152
    %conv1_0 = linalg.fill ins(%zero : f32) outs(%empty_n3x3x32 : !n3x3x32) -> !n3x3x32
    %conv1 = linalg.conv_2d_nhwc_hwcf ins(%bn1_relu, %b2_l3_conv1_w : !n3x3x152, !w1x1x152x32) outs(%conv1_0 : !n3x3x32) -> !n3x3x32
    %grown:3 = func.call @grow_n3x3x32(%b2_l3_bn2_scale, %b2_l3_bn2_shift, %b2_l3_conv2_w, %conv1, %share_3x3) : (!v32, !v32, !w3x3x32x8, !n3x3x32, f32) -> (!n3x3x8, !v32, !v32)
    ckpt.yield %grown#0, %bn1_avg, %bn1_sq, %grown#1, %grown#2 : !n3x3x8, !v152, !v152, !v32, !v32
  }
  %new_b2_l3_bn1_mean = linalg.generic #vec2 ins(%b2_l3_bn1_mean, %b2_l3#1 : !v152, !v152) outs(%empty_v152 : !v152) {
  ^bb0(%o: f32, %d: f32, %acc: f32):
    %k = arith.mulf %o, %keep : f32  %f = arith.mulf %d, %blend : f32  %t = arith.addf %k, %f : f32
    linalg.yield %t : f32
  } -> !v152
  %new_b2_l3_bn1_var = linalg.generic #vec3 ins(%b2_l3_bn1_var, %b2_l3#1, %b2_l3#2 : !v152, !v152, !v152) outs(%empty_v152 : !v152) {
  ^bb0(%o: f32, %m: f32, %q: f32, %acc: f32):
    %s = arith.mulf %m, %m : f32  %u = arith.subf %q, %s : f32  %d = arith.maximumf %u, %zero : f32
    %k = arith.mulf %o, %keep : f32  %f = arith.mulf %d, %blend : f32  %t = arith.addf %k, %f : f32
    linalg.yield %t : f32
  } -> !v152
  %new_b2_l3_bn2:2 = func.call @running_v32(%b2_l3_bn2_mean, %b2_l3_bn2_var, %b2_l3#3, %b2_l3#4) : (!v32, !v32, !v32, !v32) -> (!v32, !v32)
  %b2_l3_out = tensor.concat dim(3) %b2_l2_out, %b2_l3#0 : (!n3x3x152, !n3x3x8) -> !n3x3x160
  %b2_l4:5 = ckpt.region "b2.l4" -> !n3x3x8, !v160, !v160, !v32, !v32 {
    %bn1_avg = linalg.generic #mean ins(%b2_l3_out : !n3x3x160) outs(%zero_v160 : !v160) {
    ^bb0(%v: f32, %acc: f32):
      %r = arith.mulf %v, %share_3x3 : f32  %t = arith.addf %acc, %r : f32  linalg.yield %t : f32
    } -> !v160
    %bn1_sq = linalg.generic #mean ins(%b2_l3_out : !n3x3x160) outs(%zero_v160 : !v160) {
    ^bb0(%v: f32, %acc: f32):
      %s = arith.mulf %v, %v : f32  %r = arith.mulf %s, %share_3x3 : f32  %t = arith.addf %acc, %r : f32
      linalg.yield %t : f32
    } -> !v160
    %bn1_gain = linalg.generic #vec3 ins(%bn1_avg, %bn1_sq, %b2_l4_bn1_scale : !v160, !v160, !v160) outs(%empty_v160 : !v160) {
    ^bb0(%m: f32, %q: f32, %g: f32, %acc: f32):
      %s = arith.mulf %m, %m : f32  %u = arith.subf %q, %s : f32  %d = arith.maximumf %u, %zero : f32
      %e = arith.addf %d, %epsilon : f32  %r = math.rsqrt %e : f32  %t = arith.mulf %r, %g : f32
      linalg.yield %t : f32
    } -> !v160
    %bn1_relu = linalg.generic #image3 ins(%b2_l3_out, %bn1_avg, %bn1_gain, %b2_l4_bn1_shift : !n3x3x160, !v160, !v160, !v160)
        outs(%empty_n3x3x160 : !n3x3x160) {
    ^bb0(%v: f32, %m: f32, %g: f32, %b: f32, %acc: f32):
      %c = arith.subf %v, %m : f32  %n = arith.mulf %c, %g : f32  %p = arith.addf %n, %b : f32
      %t = arith.maximumf %p, %zero : f32  linalg.yield %t : f32
    } -> !n3x3x160
    %conv1_0 = linalg.fill ins(%zero : f32) outs(%empty_n3x3x32 : !n3x3x32) -> !n3x3x32
    %conv1 = linalg.conv_2d_nhwc_hwcf ins(%bn1_relu, %b2_l4_conv1_w : !n3x3x160, !w1x1x160x32) outs(%conv1_0 : !n3x3x32) -> !n3x3x32
    %grown:3 = func.call @grow_n3x3x32(%b2_l4_bn2_scale, %b2_l4_bn2_shift, %b2_l4_conv2_w, %conv1, %share_3x3) : (!v32, !v32, !w3x3x32x8, !n3x3x32, f32) -> (!n3x3x8, !v32, !v32)
    ckpt.yield %grown#0, %bn1_avg, %bn1_sq, %grown#1, %grown#2 : !n3x3x8, !v160, !v160, !v32, !v32
  }
  %new_b2_l4_bn1_mean = linalg.generic #vec2 ins(%b2_l4_bn1_mean, %b2_l4#1 : !v160, !v160) outs(%empty_v160 : !v160) {
  ^bb0(%o: f32, %d: f32, %acc: f32):
    %k = arith.mulf %o, %keep : f32  %f = arith.mulf %d, %blend : f32  %t = arith.addf %k, %f : f32
    linalg.yield %t : f32
  } -> !v160
  %new_b2_l4_bn1_var = linalg.generic #vec3 ins(%b2_l4_bn1_var, %b2_l4#1, %b2_l4#2 : !v160, !v160, !v160) outs(%empty_v160 : !v160) {
  ^bb0(%o: f32, %m: f32, %q: f32, %acc: f32):
    %s = arith.mulf %m, %m : f32  %u = arith.subf %q, %s : f32  %d = arith.maximumf %u, %zero : f32
    %k = arith.mulf %o, %keep : f32  %f = arith.mulf %d, %blend : f32  %t = arith.addf %k, %f : f32
    linalg.yield %t : f32
  } -> !v160
  %new_b2_l4_bn2:2 = func.call @running_v32(%b2_l4_bn2_mean, %b2_l4_bn2_var, %b2_l4#3, %b2_l4#4) : (!v32, !v32, !v32, !v32) -> (!v32, !v32)
  %b2_l4_out = tensor.concat dim(3) %b2_l3_out, %b2_l4#0 : (!n3x3x160, !n3x3x8) -> !n3x3x168
  %b2_l5:5 = ckpt.region "b2.l5" -> !n3x3x8, !v168, !v168, !v32, !v32 {
    %bn1_avg = linalg.generic #mean ins(%b2_l4_out : !n3x3x168) outs(%zero_v168 : !v168) {
    ^bb0(%v: f32, %acc: f32):
      %r = arith.mulf %v, %share_3x3 : f32  %t = arith.addf %acc, %r : f32  linalg.yield %t : f32
    } -> !v168
    %bn1_sq = linalg.generic #mean ins(%b2_l4_out : !n3x3x168) outs(%zero_v168 : !v168) {
    ^bb0(%v: f32, %acc: f32):
      %s = arith.mulf %v, %v : f32  %r = arith.mulf %s, %share_3x3 : f32  %t = arith.addf %acc, %r : f32
      linalg.yield %t : f32
    } -> !v168
    %bn1_gain = linalg.generic #vec3 ins(%bn1_avg, %bn1_sq, %b2_l5_bn1_scale : !v168, !v168, !v168) outs(%empty_v168 : !v168) {
    ^bb0(%m: f32, %q: f32, %g: f32, %acc: f32):
      %s = arith.mulf %m, %m : f32  %u = arith.subf %q, %s : f32  %d = arith.maximumf %u, %zero : f32
      %e = arith.addf %d, %epsilon : f32  %r = math.rsqrt %e : f32  %t = arith.mulf %r, %g : f32
      linalg.yield %t : f32
    } -> !v168
    %bn1_relu = linalg.generic #image3 ins(%b2_l4_out, %bn1_avg, %bn1_gain, %b2_l5_bn1_shift : !n3x3x168, !v168, !v168, !v168)
        outs(%empty_n3x3x168 : !n3x3x168) {
    ^bb0(%v: f32, %m: f32, %g: f32, %b: f32, %acc: f32):
      %c = arith.subf %v, %m : f32  %n = arith.mulf %c, %g : f32  %p = arith.addf %n, %b : f32
      %t = arith.maximumf %p, %zero : f32  linalg.yield %t : f32
    } -> !n3x3x168
    %conv1_0 = linalg.fill ins(%zero : f32) outs(%empty_n3x3x32 : !n3x3x32) -> !n3x3x32
    %conv1 = linalg.conv_2d_nhwc_hwcf ins(%bn1_relu, %b2_l5_conv1_w : !n3x3x168, !w1x1x168x32) outs(%conv1_0 : !n3x3x32) -> !n3x3x32
    %grown:3 = func.call @grow_n3x3x32(%b2_l5_bn2_scale, %b2_l5_bn2_shift, %b2_l5_conv2_w, %conv1, %share_3x3) : (!v32, !v32, !w3x3x32x8, !n3x3x32, f32) -> (!n3x3x8, !v32, !v32)
    ckpt.yield %grown#0, %bn1_avg, %bn1_sq, %grown#1, %grown#2 : !n3x3x8, !v168, !v168, !v32, !v32
  }
  %new_b2_l5_bn1_mean = linalg.generic #vec2 ins(%b2_l5_bn1_mean, %b2_l5#1 : !v168, !v168) outs(%empty_v168 : !v168) {
  ^bb0(%o: f32, %d: f32, %acc: f32):
    %k = arith.mulf %o, %keep : f32  %f = arith.mulf %d, %blend : f32  %t = arith.addf %k, %f : f32
    linalg.yield %t : f32
  } -> !v168
  %new_b2_l5_bn1_var = linalg.generic #vec3 ins(%b2_l5_bn1_var, %b2_l5#1, %b2_l5#2 : !v168, !v168, !v168) outs(%empty_v168 : !v168) {
  ^bb0(%o: f32, %m: f32, %q: f32, %acc: f32):
    %s = arith.mulf %m, %m : f32  %u = arith.subf %q, %s : f32  %d = arith.maximumf %u, %zero : f32
    %k = arith.mulf %o, %keep : f32  %f = arith.mulf %d, %blend : f32  %t = arith.addf %k, %f : f32
    linalg.yield %t : f32
  } -> !v168
  %new_b2_l5_bn2:2 = func.call @running_v32(%b2_l5_bn2_mean, %b2_l5_bn2_var, %b2_l5#3, %b2_l5#4) : (!v32, !v32, !v32, !v32) -> (!v32, !v32)
  %b2_l5_out = tensor.concat dim(3) %b2_l4_out, %b2_l5#0 : (!n3x3x168, !n3x3x8) -> !n3x3x176
  %b2_l6:5 = ckpt.region "b2.l6" -> !n3x3x8, !v176, !v176, !v32, !v32 {
    %bn1_avg = linalg.generic #mean ins(%b2_l5_out : !n3x3x176) outs(%zero_v176 : !v176) {
    ^bb0(%v: f32, %acc: f32):
      %r = arith.mulf %v, %share_3x3 : f32  %t = arith.addf %acc, %r : f32  linalg.yield %t : f32
    } -> !v176
    %bn1_sq = linalg.generic #mean ins(%b2_l5_out : !n3x3x176) outs(%zero_v176 : !v176) {
    ^bb0(%v: f32, %acc: f32):
      %s = arith.mulf %v, %v : f32  %r = arith.mulf %s, %share_3x3 : f32  %t = arith.addf %acc, %r : f32
      linalg.yield %t : f32
    } -> !v176
    %bn1_gain = linalg.generic #vec3 ins(%bn1_avg, %bn1_sq, %b2_l6_bn1_scale : !v176, !v176, !v176) outs(%empty_v176 : !v176) {
    ^bb0(%m: f32, %q: f32, %g: f32, %acc: f32):
      %s = arith.mulf %m, %m : f32  %u = arith.subf %q, %s : f32  %d = arith.maximumf %u, %zero : f32
      %e = arith.addf %d, %epsilon : f32  %r = math.rsqrt %e : f32  %t = arith.mulf %r, %g : f32
      linalg.yield %t : f32
    } -> !v176
    %bn1_relu = linalg.generic #image3 ins(%b2_l5_out, %bn1_avg, %bn1_gain, %b2_l6_bn1_shift : !n3x3x176, !v176, !v176, !v176)
        outs(%empty_n3x3x176 : !n3x3x176) {
    ^bb0(%v: f32, %m: f32, %g: f32, %b: f32, %acc: f32):
      %c = arith.subf %v, %m : f32  %n = arith.mulf %c, %g : f32  %p = arith.addf %n, %b : f32
      %t = arith.maximumf %p, %zero : f32  linalg.yield %t : f32
    } -> !n3x3x176
    %conv1_0 = linalg.fill ins(%zero : f32) outs(%empty_n3x3x32 : !n3x3x32) -> !n3x3x32
    %conv1 = linalg.conv_2d_nhwc_hwcf ins(%bn1_relu, %b2_l6_conv1_w : !n3x3x176, !w1x1x176x32) outs(%conv1_0 : !n3x3x32) -> !n3x3x32
    %grown:3 = func.call @grow_n3x3x32(%b2_l6_bn2_scale, %b2_l6_bn2_shift, %b2_l6_conv2_w, %conv1, %share_3x3) : (!v32, !v32, !w3x3x32x8, !n3x3x32, f32) -> (!n3x3x8, !v32, !v32)
    ckpt.yield %grown#0, %bn1_avg, %bn1_sq, %grown#1, %grown#2 : !n3x3x8, !v176, !v176, !v32, !v32
  }
  %new_b2_l6_bn1_mean = linalg.generic #vec2 ins(%b2_l6_bn1_mean, %b2_l6#1 : !v176, !v176) outs(%empty_v176 : !v176) {
  ^bb0(%o: f32, %d: f32, %acc: f32):
    %k = arith.mulf %o, %keep : f32  %f = arith.mulf %d, %blend : f32  %t = arith.addf %k, %f : f32
    linalg.yield %t : f32
  } -> !v176
  %new_b2_l6_bn1_var = linalg.generic #vec3 ins(%b2_l6_bn1_var, %b2_l6#1, %b2_l6#2 : !v176, !v176, !v176) outs(%empty_v176 : !v176) {
  ^bb0(%o: f32, %m: f32, %q: f32, %acc: f32):
    %s = arith.mulf %m, %m : f32  %u = arith.subf %q, %s : f32  %d = arith.maximumf %u, %zero : f32
    %k = arith.mulf %o, %keep : f32  %f = arith.mulf %d, %blend : f32  %t = arith.addf %k, %f : f32
    linalg.yield %t : f32
  } -> !v176
  %new_b2_l6_bn2:2 = func.call @running_v32(%b2_l6_bn2_mean, %b2_l6_bn2_var, %b2_l6#3, %b2_l6#4) : (!v32, !v32, !v32, !v32) -> (!v32, !v32)
  %b2_l6_out = tensor.concat dim(3) %b2_l5_out, %b2_l6#0 : (!n3x3x176, !n3x3x8) -> !n3x3x184
  %b2_l7:5 = ckpt.region "b2.l7" -> !n3x3x8, !v184, !v184, !v32, !v32 {
    %bn1_avg = linalg.generic #mean ins(%b2_l6_out : !n3x3x184) outs(%zero_v184 : !v184) {
    ^bb0(%v: f32, %acc: f32):
      %r = arith.mulf %v, %share_3x3 : f32  %t = arith.addf %acc, %r : f32  linalg.yield %t : f32
    } -> !v184
    %bn1_sq = linalg.generic #mean ins(%b2_l6_out : !n3x3x184) outs(%zero_v184 : !v184) {
    ^bb0(%v: f32, %acc: f32):
      %s = arith.mulf %v, %v : f32  %r = arith.mulf %s, %share_3x3 : f32  %t = arith.addf %acc, %r : f32
      linalg.yield %t : f32
    } -> !v184
    %bn1_gain = linalg.generic #vec3 ins(%bn1_avg, %bn1_sq, %b2_l7_bn1_scale : !v184, !v184, !v184) outs(%empty_v184 : !v184) {
    ^bb0(%m: f32, %q: f32, %g: f32, %acc: f32):
      %s = arith.mulf %m, %m : f32  %u = arith.subf %q, %s : f32  %d = arith.maximumf %u, %zero : f32
      %e = arith.addf %d, %epsilon : f32  %r = math.rsqrt %e : f32  %t = arith.mulf %r, %g : f32
      linalg.yield %t : f32
    } -> !v184
    %bn1_relu = linalg.generic #image3 ins(%b2_l6_out, %bn1_avg, %bn1_gain, %b2_l7_bn1_shift : !n3x3x184, !v184, !v184, !v184)
        outs(%empty_n3x3x184 : !n3x3x184) {
    ^bb0(%v: f32, %m: f32, %g: f32, %b: f32, %acc: f32):
      %c = arith.subf %v, %m : f32  %n = arith.mulf %c, %g : f32  %p = arith.addf %n, %b : f32
      %t = arith.maximumf %p, %zero : f32  linalg.yield %t : f32
    } -> !n3x3x184
    %conv1_0 = linalg.fill ins(%zero : f32) outs(%empty_n3x3x32 : !n3x3x32) -> !n3x3x32
    %conv1 = linalg.conv_2d_nhwc_hwcf ins(%bn1_relu, %b2_l7_conv1_w : !n3x3x184, !w1x1x184x32) outs(%conv1_0 : !n3x3x32) -> !n3x3x32
    %grown:3 = func.call @grow_n3x3x32(%b2_l7_bn2_scale, %b2_l7_bn2_shift, %b2_l7_conv2_w, %conv1, %share_3x3) : (!v32, !v32, !w3x3x32x8, !n3x3x32, f32) -> (!n3x3x8, !v32, !v32)
    ckpt.yield %grown#0, %bn1_avg, %bn1_sq, %grown#1, %grown#2 : !n3x3x8, !v184, !v184, !v32, !v32
  }
  %new_b2_l7_bn1_mean = linalg.generic #vec2 ins(%b2_l7_bn1_mean, %b2_l7#1 : !v184, !v184) outs(%empty_v184 : !v184) {
  ^bb0(%o: f32, %d: f32, %acc: f32):
    %k = arith.mulf %o, %keep : f32  %f = arith.mulf %d, %blend : f32  %t = arith.addf %k, %f : f32
    linalg.yield %t : f32
  } -> !v184
  %new_b2_l7_bn1_var = linalg.generic #vec3 ins(%b2_l7_bn1_var, %b2_l7#1, %b2_l7#2 : !v184, !v184, !v184) outs(%empty_v184 : !v184) {
  ^bb0(%o: f32, %m: f32, %q: f32, %acc: f32):
    %s = arith.mulf %m, %m : f32  %u = arith.subf %q, %s : f32  %d = arith.maximumf %u, %zero : f32
    %k = arith.mulf %o, %keep : f32  %f = arith.mulf %d, %blend : f32  %t = arith.addf %k, %f : f32
    linalg.yield %t : f32
  } -> !v184
  %new_b2_l7_bn2:2 = func.call @running_v32(%b2_l7_bn2_mean, %b2_l7_bn2_var, %b2_l7#3, %b2_l7#4) : (!v32, !v32, !v32, !v32) -> (!v32, !v32)
  %b2_l7_out = tensor.concat dim(3) %b2_l6_out, %b2_l7#0 : (!n3x3x184, !n3x3x8) -> !n3x3x192
  %b2_l8:5 = ckpt.region "b2.l8" -> !n3x3x8, !v192, !v192, !v32, !v32 {
    %bn1_avg = linalg.generic #mean ins(%b2_l7_out : !n3x3x192) outs(%zero_v192 : !v192) {
    ^bb0(%v: f32, %acc: f32):
      %r = arith.mulf %v, %share_3x3 : f32  %t = arith.addf %acc, %r : f32  linalg.yield %t : f32
    } -> !v192
    %bn1_sq = linalg.generic #mean ins(%b2_l7_out : !n3x3x192) outs(%zero_v192 : !v192) {
    ^bb0(%v: f32, %acc: f32):
      %s = arith.mulf %v, %v : f32  %r = arith.mulf %s, %share_3x3 : f32  %t = arith.addf %acc, %r : f32
      linalg.yield %t : f32
    } -> !v192
    %bn1_gain = linalg.generic #vec3 ins(%bn1_avg, %bn1_sq, %b2_l8_bn1_scale : !v192, !v192, !v192) outs(%empty_v192 : !v192) {
    ^bb0(%m: f32, %q: f32, %g: f32, %acc: f32):
      %s = arith.mulf %m, %m : f32  %u = arith.subf %q, %s : f32  %d = arith.maximumf %u, %zero : f32
      %e = arith.addf %d, %epsilon : f32  %r = math.rsqrt %e : f32  %t = arith.mulf %r, %g : f32
      linalg.yield %t : f32
    } -> !v192
    %bn1_relu = linalg.generic #image3 ins(%b2_l7_out, %bn1_avg, %bn1_gain, %b2_l8_bn1_shift : !n3x3x192, !v192, !v192, !v192)
        outs(%empty_n3x3x192 : !n3x3x192) {
    ^bb0(%v: f32, %m: f32, %g: f32, %b: f32, %acc: f32):
      %c = arith.subf %v, %m : f32  %n = arith.mulf %c, %g : f32  %p = arith.addf %n, %b : f32
      %t = arith.maximumf %p, %zero : f32  linalg.yield %t : f32
    } -> !n3x3x192
    %conv1_0 = linalg.fill ins(%zero : f32) outs(%empty_n3x3x32 : !n3x3x32) -> !n3x3x32
    %conv1 = linalg.conv_2d_nhwc_hwcf ins(%bn1_relu, %b2_l8_conv1_w : !n3x3x192, !w1x1x192x32) outs(%conv1_0 : !n3x3x32) -> !n3x3x32
    %grown:3 = func.call @grow_n3x3x32(%b2_l8_bn2_scale, %b2_l8_bn2_shift, %b2_l8_conv2_w, %conv1, %share_3x3) : (!v32, !v32, !w3x3x32x8, !n3x3x32, f32) -> (!n3x3x8, !v32, !v32)
    ckpt.yield %grown#0, %bn1_avg, %bn1_sq, %grown#1, %grown#2 : !n3x3x8, !v192, !v192, !v32, !v32
  }
  %new_b2_l8_bn1_mean = linalg.generic #vec2 ins(%b2_l8_bn1_mean, %b2_l8#1 : !v192, !v192) outs(%empty_v192 : !v192) {
  ^bb0(%o: f32, %d: f32, %acc: f32):
    %k = arith.mulf %o, %keep : f32  %f = arith.mulf %d, %blend : f32  %t = arith.addf %k, %f : f32
    linalg.yield %t : f32
  } -> !v192
  %new_b2_l8_bn1_var = linalg.generic #vec3 ins(%b2_l8_bn1_var, %b2_l8#1, %b2_l8#2 : !v192, !v192, !v192) outs(%empty_v192 : !v192) {
  ^bb0(%o: f32, %m: f32, %q: f32, %acc: f32):
    %s = arith.mulf %m, %m : f32  %u = arith.subf %q, %s : f32  %d = arith.maximumf %u, %zero : f32
    %k = arith.mulf %o, %keep : f32  %f = arith.mulf %d, %blend : f32  %t = arith.addf %k, %f : f32
    linalg.yield %t : f32
  } -> !v192
  %new_b2_l8_bn2:2 = func.call @running_v32(%b2_l8_bn2_mean, %b2_l8_bn2_var, %b2_l8#3, %b2_l8#4) : (!v32, !v32, !v32, !v32) -> (!v32, !v32)
  %b2_l8_out = tensor.concat dim(3) %b2_l7_out, %b2_l8#0 : (!n3x3x192, !n3x3x8) -> !n3x3x200
  %b2_l9:5 = ckpt.region "b2.l9" -> !n3x3x8, !v200, !v200, !v32, !v32 {
    %bn1_avg = linalg.generic #mean ins(%b2_l8_out : !n3x3x200) outs(%zero_v200 : !v200) {
    ^bb0(%v: f32, %acc: f32):
      %r = arith.mulf %v, %share_3x3 : f32  %t = arith.addf %acc, %r : f32  linalg.yield %t : f32
    } -> !v200
    %bn1_sq = linalg.generic #mean ins(%b2_l8_out : !n3x3x200) outs(%zero_v200 : !v200) {
    ^bb0(%v: f32, %acc: f32):
      %s = arith.mulf %v, %v : f32  %r = arith.mulf %s, %share_3x3 : f32  %t = arith.addf %acc, %r : f32
      linalg.yield %t : f32
    } -> !v200
    %bn1_gain = linalg.generic #vec3 ins(%bn1_avg, %bn1_sq, %b2_l9_bn1_scale : !v200, !v200, !v200) outs(%empty_v200 : !v200) {
    ^bb0(%m: f32, %q: f32, %g: f32, %acc: f32):
      %s = arith.mulf %m, %m : f32  %u = arith.subf %q, %s : f32  %d = arith.maximumf %u, %zero : f32
      %e = arith.addf %d, %epsilon : f32  %r = math.rsqrt %e : f32  %t = arith.mulf %r, %g : f32
      linalg.yield %t : f32
    } -> !v200
    %bn1_relu = linalg.generic #image3 ins(%b2_l8_out, %bn1_avg, %bn1_gain, %b2_l9_bn1_shift : !n3x3x200, !v200, !v200, !v200)
        outs(%empty_n3x3x200 : !n3x3x200) {
    ^bb0(%v: f32, %m: f32, %g: f32, %b: f32, %acc: f32):
      %c = arith.subf %v, %m : f32  %n = arith.mulf %c, %g : f32  %p = arith.addf %n, %b : f32
      %t = arith.maximumf %p, %zero : f32  linalg.yield %t : f32
    } -> !n3x3x200
    %conv1_0 = linalg.fill ins(%zero : f32) outs(%empty_n3x3x32 : !n3x3x32) -> !n3x3x32
    %conv1 = linalg.conv_2d_nhwc_hwcf ins(%bn1_relu, %b2_l9_conv1_w : !n3x3x200, !w1x1x200x32) outs(%conv1_0 : !n3x3x32) -> !n3x3x32
    %grown:3 = func.call @grow_n3x3x32(%b2_l9_bn2_scale, %b2_l9_bn2_shift, %b2_l9_conv2_w, %conv1, %share_3x3) : (!v32, !v32, !w3x3x32x8, !n3x3x32, f32) -> (!n3x3x8, !v32, !v32)
    ckpt.yield %grown#0, %bn1_avg, %bn1_sq, %grown#1, %grown#2 : !n3x3x8, !v200, !v200, !v32, !v32
  }
  %new_b2_l9_bn1_mean = linalg.generic #vec2 ins(%b2_l9_bn1_mean, %b2_l9#1 : !v200, !v200) outs(%empty_v200 : !v200) {
  ^bb0(%o: f32, %d: f32, %acc: f32):
    %k = arith.mulf %o, %keep : f32  %f = arith.mulf %d, %blend : f32  %t = arith.addf %k, %f : f32
    linalg.yield %t : f32
  } -> !v200
  %new_b2_l9_bn1_var = linalg.generic #vec3 ins(%b2_l9_bn1_var, %b2_l9#1, %b2_l9#2 : !v200, !v200, !v200) outs(%empty_v200 : !v200) {
  ^bb0(%o: f32, %m: f32, %q: f32, %acc: f32):
    %s = arith.mulf %m, %m : f32  %u = arith.subf %q, %s : f32  %d = arith.maximumf %u, %zero : f32
    %k = arith.mulf %o, %keep : f32  %f = arith.mulf %d, %blend : f32  %t = arith.addf %k, %f : f32
    linalg.yield %t : f32
  } -> !v200
  %new_b2_l9_bn2:2 = func.call @running_v32(%b2_l9_bn2_mean, %b2_l9_bn2_var, %b2_l9#3, %b2_l9#4) : (!v32, !v32, !v32, !v32) -> (!v32, !v32)
  %b2_l9_out = tensor.concat dim(3) %b2_l8_out, %b2_l9#0 : (!n3x3x200, !n3x3x8) -> !n3x3x208
  %head_bn_avg = linalg.generic #mean ins(%b2_l9_out : !n3x3x208) outs(%zero_v208 : !v208) {
  ^bb0(%v: f32, %acc: f32):
    %r = arith.mulf %v, %share_3x3 : f32  %t = arith.addf %acc, %r : f32  linalg.yield %t : f32
  } -> !v208
  %head_bn_sq = linalg.generic #mean ins(%b2_l9_out : !n3x3x208) outs(%zero_v208 : !v208) {
  ^bb0(%v: f32, %acc: f32):
    %s = arith.mulf %v, %v : f32  %r = arith.mulf %s, %share_3x3 : f32  %t = arith.addf %acc, %r : f32
    linalg.yield %t : f32
  } -> !v208
  %head_bn_gain = linalg.generic #vec3 ins(%head_bn_avg, %head_bn_sq, %head_bn_scale : !v208, !v208, !v208) outs(%empty_v208 : !v208) {
  ^bb0(%m: f32, %q: f32, %g: f32, %acc: f32):
    %s = arith.mulf %m, %m : f32  %u = arith.subf %q, %s : f32  %d = arith.maximumf %u, %zero : f32
    %e = arith.addf %d, %epsilon : f32  %r = math.rsqrt %e : f32  %t = arith.mulf %r, %g : f32
    linalg.yield %t : f32
  } -> !v208
  %head_bn_relu = linalg.generic #image3 ins(%b2_l9_out, %head_bn_avg, %head_bn_gain, %head_bn_shift : !n3x3x208, !v208, !v208, !v208)
      outs(%empty_n3x3x208 : !n3x3x208) {
  ^bb0(%v: f32, %m: f32, %g: f32, %b: f32, %acc: f32):
    %c = arith.subf %v, %m : f32  %n = arith.mulf %c, %g : f32  %p = arith.addf %n, %b : f32
    %t = arith.maximumf %p, %zero : f32  linalg.yield %t : f32
  } -> !n3x3x208
  %new_head_bn_mean = linalg.generic #vec2 ins(%head_bn_mean, %head_bn_avg : !v208, !v208) outs(%empty_v208 : !v208) {
  ^bb0(%o: f32, %d: f32, %acc: f32):
    %k = arith.mulf %o, %keep : f32  %f = arith.mulf %d, %blend : f32  %t = arith.addf %k, %f : f32
    linalg.yield %t : f32
  } -> !v208
  %new_head_bn_var = linalg.generic #vec3 ins(%head_bn_var, %head_bn_avg, %head_bn_sq : !v208, !v208, !v208) outs(%empty_v208 : !v208) {
  ^bb0(%o: f32, %m: f32, %q: f32, %acc: f32):
    %s = arith.mulf %m, %m : f32  %u = arith.subf %q, %s : f32  %d = arith.maximumf %u, %zero : f32
    %k = arith.mulf %o, %keep : f32  %f = arith.mulf %d, %blend : f32  %t = arith.addf %k, %f : f32
    linalg.yield %t : f32
  } -> !v208
  %features_sum_0 = linalg.fill ins(%zero : f32) outs(%empty_n208 : !n208) -> !n208
  %features_sum = linalg.generic #image_sum ins(%head_bn_relu : !n3x3x208) outs(%features_sum_0 : !n208) {
  ^bb0(%v: f32, %acc: f32):
    %t = arith.addf %acc, %v : f32  linalg.yield %t : f32
  } -> !n208
  %features_size = arith.constant 9.0 : f32
  %features = linalg.generic #matrix0 ins(%features_sum : !n208) outs(%empty_n208 : !n208) {
  ^bb0(%v: f32, %acc: f32):
    %t = arith.divf %v, %features_size : f32  linalg.yield %t : f32
  } -> !n208
  %logits_product_0 = linalg.fill ins(%zero : f32) outs(%empty_n10 : !n10) -> !n10
  %logits_product = linalg.matmul ins(%features, %head_w : !n208, !w208x10) outs(%logits_product_0 : !n10) -> !n10
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
  return %loss, %accuracy, %new_b0_l0_bn1_mean, %new_b0_l0_bn1_var, %new_b0_l0_bn2#0, %new_b0_l0_bn2#1, %new_b0_l1_bn1_mean, %new_b0_l1_bn1_var, %new_b0_l1_bn2#0, %new_b0_l1_bn2#1, %new_b0_l2_bn1_mean, %new_b0_l2_bn1_var, %new_b0_l2_bn2#0, %new_b0_l2_bn2#1, %new_b0_l3_bn1_mean, %new_b0_l3_bn1_var, %new_b0_l3_bn2#0, %new_b0_l3_bn2#1, %new_b0_l4_bn1_mean, %new_b0_l4_bn1_var, %new_b0_l4_bn2#0, %new_b0_l4_bn2#1, %new_t0_bn_mean, %new_t0_bn_var, %new_b1_l0_bn1_mean, %new_b1_l0_bn1_var, %new_b1_l0_bn2#0, %new_b1_l0_bn2#1, %new_b1_l1_bn1_mean, %new_b1_l1_bn1_var, %new_b1_l1_bn2#0, %new_b1_l1_bn2#1, %new_b1_l2_bn1_mean, %new_b1_l2_bn1_var, %new_b1_l2_bn2#0, %new_b1_l2_bn2#1, %new_b1_l3_bn1_mean, %new_b1_l3_bn1_var, %new_b1_l3_bn2#0, %new_b1_l3_bn2#1, %new_b1_l4_bn1_mean, %new_b1_l4_bn1_var, %new_b1_l4_bn2#0, %new_b1_l4_bn2#1, %new_b1_l5_bn1_mean, %new_b1_l5_bn1_var, %new_b1_l5_bn2#0, %new_b1_l5_bn2#1, %new_b1_l6_bn1_mean, %new_b1_l6_bn1_var, %new_b1_l6_bn2#0, %new_b1_l6_bn2#1, %new_b1_l7_bn1_mean, %new_b1_l7_bn1_var, %new_b1_l7_bn2#0, %new_b1_l7_bn2#1, %new_b1_l8_bn1_mean, %new_b1_l8_bn1_var, %new_b1_l8_bn2#0, %new_b1_l8_bn2#1, %new_b1_l9_bn1_mean, %new_b1_l9_bn1_var, %new_b1_l9_bn2#0, %new_b1_l9_bn2#1, %new_t1_bn_mean, %new_t1_bn_var, %new_b2_l0_bn1_mean, %new_b2_l0_bn1_var, %new_b2_l0_bn2#0, %new_b2_l0_bn2#1, %new_b2_l1_bn1_mean, %new_b2_l1_bn1_var, %new_b2_l1_bn2#0, %new_b2_l1_bn2#1, %new_b2_l2_bn1_mean, %new_b2_l2_bn1_var, %new_b2_l2_bn2#0, %new_b2_l2_bn2#1, %new_b2_l3_bn1_mean, %new_b2_l3_bn1_var, %new_b2_l3_bn2#0, %new_b2_l3_bn2#1, %new_b2_l4_bn1_mean, %new_b2_l4_bn1_var, %new_b2_l4_bn2#0, %new_b2_l4_bn2#1, %new_b2_l5_bn1_mean, %new_b2_l5_bn1_var, %new_b2_l5_bn2#0, %new_b2_l5_bn2#1, %new_b2_l6_bn1_mean, %new_b2_l6_bn1_var, %new_b2_l6_bn2#0, %new_b2_l6_bn2#1, %new_b2_l7_bn1_mean, %new_b2_l7_bn1_var, %new_b2_l7_bn2#0, %new_b2_l7_bn2#1, %new_b2_l8_bn1_mean, %new_b2_l8_bn1_var, %new_b2_l8_bn2#0, %new_b2_l8_bn2#1, %new_b2_l9_bn1_mean, %new_b2_l9_bn1_var, %new_b2_l9_bn2#0, %new_b2_l9_bn2#1, %new_head_bn_mean, %new_head_bn_var : tensor<f32>, tensor<f32>, !v32, !v32, !v16, !v16, !v36, !v36, !v16, !v16, !v40, !v40, !v16, !v16, !v44, !v44, !v16, !v16, !v48, !v48, !v16, !v16, !v52, !v52, !v64, !v64, !v32, !v32, !v72, !v72, !v32, !v32, !v80, !v80, !v32, !v32, !v88, !v88, !v32, !v32, !v96, !v96, !v32, !v32, !v104, !v104, !v32, !v32, !v112, !v112, !v32, !v32, !v120, !v120, !v32, !v32, !v128, !v128, !v32, !v32, !v136, !v136, !v32, !v32, !v144, !v144, !v128, !v128, !v32, !v32, !v136, !v136, !v32, !v32, !v144, !v144, !v32, !v32, !v152, !v152, !v32, !v32, !v160, !v160, !v32, !v32, !v168, !v168, !v32, !v32, !v176, !v176, !v32, !v32, !v184, !v184, !v32, !v32, !v192, !v192, !v32, !v32, !v200, !v200, !v32, !v32, !v208, !v208
}

func.func @eval(
    %stem_w: !w5x5x1x32 {ckpt.param = "stem.w"},
    %b0_l0_bn1_scale: !v32 {ckpt.param = "b0.l0.bn1.scale"},
    %b0_l0_bn1_shift: !v32 {ckpt.param = "b0.l0.bn1.shift"},
    %b0_l0_conv1_w: !w1x1x32x16 {ckpt.param = "b0.l0.conv1.w"},
    %b0_l0_bn2_scale: !v16 {ckpt.param = "b0.l0.bn2.scale"},
    %b0_l0_bn2_shift: !v16 {ckpt.param = "b0.l0.bn2.shift"},
    %b0_l0_conv2_w: !w3x3x16x4 {ckpt.param = "b0.l0.conv2.w"},
    %b0_l1_bn1_scale: !v36 {ckpt.param = "b0.l1.bn1.scale"},
    %b0_l1_bn1_shift: !v36 {ckpt.param = "b0.l1.bn1.shift"},
    %b0_l1_conv1_w: !w1x1x36x16 {ckpt.param = "b0.l1.conv1.w"},
    %b0_l1_bn2_scale: !v16 {ckpt.param = "b0.l1.bn2.scale"},
    %b0_l1_bn2_shift: !v16 {ckpt.param = "b0.l1.bn2.shift"},
    %b0_l1_conv2_w: !w3x3x16x4 {ckpt.param = "b0.l1.conv2.w"},
    %b0_l2_bn1_scale: !v40 {ckpt.param = "b0.l2.bn1.scale"},
    %b0_l2_bn1_shift: !v40 {ckpt.param = "b0.l2.bn1.shift"},
    %b0_l2_conv1_w: !w1x1x40x16 {ckpt.param = "b0.l2.conv1.w"},
    %b0_l2_bn2_scale: !v16 {ckpt.param = "b0.l2.bn2.scale"},
    %b0_l2_bn2_shift: !v16 {ckpt.param = "b0.l2.bn2.shift"},
    %b0_l2_conv2_w: !w3x3x16x4 {ckpt.param = "b0.l2.conv2.w"},
    %b0_l3_bn1_scale: !v44 {ckpt.param = "b0.l3.bn1.scale"},
    %b0_l3_bn1_shift: !v44 {ckpt.param = "b0.l3.bn1.shift"},
    %b0_l3_conv1_w: !w1x1x44x16 {ckpt.param = "b0.l3.conv1.w"},
    %b0_l3_bn2_scale: !v16 {ckpt.param = "b0.l3.bn2.scale"},
    %b0_l3_bn2_shift: !v16 {ckpt.param = "b0.l3.bn2.shift"},
    %b0_l3_conv2_w: !w3x3x16x4 {ckpt.param = "b0.l3.conv2.w"},
    %b0_l4_bn1_scale: !v48 {ckpt.param = "b0.l4.bn1.scale"},
    %b0_l4_bn1_shift: !v48 {ckpt.param = "b0.l4.bn1.shift"},
    %b0_l4_conv1_w: !w1x1x48x16 {ckpt.param = "b0.l4.conv1.w"},
    %b0_l4_bn2_scale: !v16 {ckpt.param = "b0.l4.bn2.scale"},
    %b0_l4_bn2_shift: !v16 {ckpt.param = "b0.l4.bn2.shift"},
    %b0_l4_conv2_w: !w3x3x16x4 {ckpt.param = "b0.l4.conv2.w"},
    %t0_bn_scale: !v52 {ckpt.param = "t0.bn.scale"},
    %t0_bn_shift: !v52 {ckpt.param = "t0.bn.shift"},
    %t0_conv_w: !w1x1x52x64 {ckpt.param = "t0.conv.w"},
    %b1_l0_bn1_scale: !v64 {ckpt.param = "b1.l0.bn1.scale"},
    %b1_l0_bn1_shift: !v64 {ckpt.param = "b1.l0.bn1.shift"},
    %b1_l0_conv1_w: !w1x1x64x32 {ckpt.param = "b1.l0.conv1.w"},
    %b1_l0_bn2_scale: !v32 {ckpt.param = "b1.l0.bn2.scale"},
    %b1_l0_bn2_shift: !v32 {ckpt.param = "b1.l0.bn2.shift"},
    %b1_l0_conv2_w: !w3x3x32x8 {ckpt.param = "b1.l0.conv2.w"},
    %b1_l1_bn1_scale: !v72 {ckpt.param = "b1.l1.bn1.scale"},
    %b1_l1_bn1_shift: !v72 {ckpt.param = "b1.l1.bn1.shift"},
    %b1_l1_conv1_w: !w1x1x72x32 {ckpt.param = "b1.l1.conv1.w"},
    %b1_l1_bn2_scale: !v32 {ckpt.param = "b1.l1.bn2.scale"},
    %b1_l1_bn2_shift: !v32 {ckpt.param = "b1.l1.bn2.shift"},
    %b1_l1_conv2_w: !w3x3x32x8 {ckpt.param = "b1.l1.conv2.w"},
    %b1_l2_bn1_scale: !v80 {ckpt.param = "b1.l2.bn1.scale"},
    %b1_l2_bn1_shift: !v80 {ckpt.param = "b1.l2.bn1.shift"},
    %b1_l2_conv1_w: !w1x1x80x32 {ckpt.param = "b1.l2.conv1.w"},
    %b1_l2_bn2_scale: !v32 {ckpt.param = "b1.l2.bn2.scale"},
    %b1_l2_bn2_shift: !v32 {ckpt.param = "b1.l2.bn2.shift"},
    %b1_l2_conv2_w: !w3x3x32x8 {ckpt.param = "b1.l2.conv2.w"},
    %b1_l3_bn1_scale: !v88 {ckpt.param = "b1.l3.bn1.scale"},
    %b1_l3_bn1_shift: !v88 {ckpt.param = "b1.l3.bn1.shift"},
    %b1_l3_conv1_w: !w1x1x88x32 {ckpt.param = "b1.l3.conv1.w"},
    %b1_l3_bn2_scale: !v32 {ckpt.param = "b1.l3.bn2.scale"},
    %b1_l3_bn2_shift: !v32 {ckpt.param = "b1.l3.bn2.shift"},
    %b1_l3_conv2_w: !w3x3x32x8 {ckpt.param = "b1.l3.conv2.w"},
    %b1_l4_bn1_scale: !v96 {ckpt.param = "b1.l4.bn1.scale"},
    %b1_l4_bn1_shift: !v96 {ckpt.param = "b1.l4.bn1.shift"},
    %b1_l4_conv1_w: !w1x1x96x32 {ckpt.param = "b1.l4.conv1.w"},
    %b1_l4_bn2_scale: !v32 {ckpt.param = "b1.l4.bn2.scale"},
    %b1_l4_bn2_shift: !v32 {ckpt.param = "b1.l4.bn2.shift"},
    %b1_l4_conv2_w: !w3x3x32x8 {ckpt.param = "b1.l4.conv2.w"},
    %b1_l5_bn1_scale: !v104 {ckpt.param = "b1.l5.bn1.scale"},
    %b1_l5_bn1_shift: !v104 {ckpt.param = "b1.l5.bn1.shift"},
    %b1_l5_conv1_w: !w1x1x104x32 {ckpt.param = "b1.l5.conv1.w"},
    %b1_l5_bn2_scale: !v32 {ckpt.param = "b1.l5.bn2.scale"},
    %b1_l5_bn2_shift: !v32 {ckpt.param = "b1.l5.bn2.shift"},
    %b1_l5_conv2_w: !w3x3x32x8 {ckpt.param = "b1.l5.conv2.w"},
    %b1_l6_bn1_scale: !v112 {ckpt.param = "b1.l6.bn1.scale"},
    %b1_l6_bn1_shift: !v112 {ckpt.param = "b1.l6.bn1.shift"},
    %b1_l6_conv1_w: !w1x1x112x32 {ckpt.param = "b1.l6.conv1.w"},
    %b1_l6_bn2_scale: !v32 {ckpt.param = "b1.l6.bn2.scale"},
    %b1_l6_bn2_shift: !v32 {ckpt.param = "b1.l6.bn2.shift"},
    %b1_l6_conv2_w: !w3x3x32x8 {ckpt.param = "b1.l6.conv2.w"},
    %b1_l7_bn1_scale: !v120 {ckpt.param = "b1.l7.bn1.scale"},
    %b1_l7_bn1_shift: !v120 {ckpt.param = "b1.l7.bn1.shift"},
    %b1_l7_conv1_w: !w1x1x120x32 {ckpt.param = "b1.l7.conv1.w"},
    %b1_l7_bn2_scale: !v32 {ckpt.param = "b1.l7.bn2.scale"},
    %b1_l7_bn2_shift: !v32 {ckpt.param = "b1.l7.bn2.shift"},
    %b1_l7_conv2_w: !w3x3x32x8 {ckpt.param = "b1.l7.conv2.w"},
    %b1_l8_bn1_scale: !v128 {ckpt.param = "b1.l8.bn1.scale"},
    %b1_l8_bn1_shift: !v128 {ckpt.param = "b1.l8.bn1.shift"},
    %b1_l8_conv1_w: !w1x1x128x32 {ckpt.param = "b1.l8.conv1.w"},
    %b1_l8_bn2_scale: !v32 {ckpt.param = "b1.l8.bn2.scale"},
    %b1_l8_bn2_shift: !v32 {ckpt.param = "b1.l8.bn2.shift"},
    %b1_l8_conv2_w: !w3x3x32x8 {ckpt.param = "b1.l8.conv2.w"},
    %b1_l9_bn1_scale: !v136 {ckpt.param = "b1.l9.bn1.scale"},
    %b1_l9_bn1_shift: !v136 {ckpt.param = "b1.l9.bn1.shift"},
    %b1_l9_conv1_w: !w1x1x136x32 {ckpt.param = "b1.l9.conv1.w"},
    %b1_l9_bn2_scale: !v32 {ckpt.param = "b1.l9.bn2.scale"},
    %b1_l9_bn2_shift: !v32 {ckpt.param = "b1.l9.bn2.shift"},
    %b1_l9_conv2_w: !w3x3x32x8 {ckpt.param = "b1.l9.conv2.w"},
    %t1_bn_scale: !v144 {ckpt.param = "t1.bn.scale"},
    %t1_bn_shift: !v144 {ckpt.param = "t1.bn.shift"},
    %t1_conv_w: !w1x1x144x128 {ckpt.param = "t1.conv.w"},
    %b2_l0_bn1_scale: !v128 {ckpt.param = "b2.l0.bn1.scale"},
    %b2_l0_bn1_shift: !v128 {ckpt.param = "b2.l0.bn1.shift"},
    %b2_l0_conv1_w: !w1x1x128x32 {ckpt.param = "b2.l0.conv1.w"},
    %b2_l0_bn2_scale: !v32 {ckpt.param = "b2.l0.bn2.scale"},
    %b2_l0_bn2_shift: !v32 {ckpt.param = "b2.l0.bn2.shift"},
    %b2_l0_conv2_w: !w3x3x32x8 {ckpt.param = "b2.l0.conv2.w"},
    %b2_l1_bn1_scale: !v136 {ckpt.param = "b2.l1.bn1.scale"},
    %b2_l1_bn1_shift: !v136 {ckpt.param = "b2.l1.bn1.shift"},
    %b2_l1_conv1_w: !w1x1x136x32 {ckpt.param = "b2.l1.conv1.w"},
    %b2_l1_bn2_scale: !v32 {ckpt.param = "b2.l1.bn2.scale"},
    %b2_l1_bn2_shift: !v32 {ckpt.param = "b2.l1.bn2.shift"},
    %b2_l1_conv2_w: !w3x3x32x8 {ckpt.param = "b2.l1.conv2.w"},
    %b2_l2_bn1_scale: !v144 {ckpt.param = "b2.l2.bn1.scale"},
    %b2_l2_bn1_shift: !v144 {ckpt.param = "b2.l2.bn1.shift"},
    %b2_l2_conv1_w: !w1x1x144x32 {ckpt.param = "b2.l2.conv1.w"},
    %b2_l2_bn2_scale: !v32 {ckpt.param = "b2.l2.bn2.scale"},
    %b2_l2_bn2_shift: !v32 {ckpt.param = "b2.l2.bn2.shift"},
    %b2_l2_conv2_w: !w3x3x32x8 {ckpt.param = "b2.l2.conv2.w"},
    %b2_l3_bn1_scale: !v152 {ckpt.param = "b2.l3.bn1.scale"},
    %b2_l3_bn1_shift: !v152 {ckpt.param = "b2.l3.bn1.shift"},
    %b2_l3_conv1_w: !w1x1x152x32 {ckpt.param = "b2.l3.conv1.w"},
    %b2_l3_bn2_scale: !v32 {ckpt.param = "b2.l3.bn2.scale"},
    %b2_l3_bn2_shift: !v32 {ckpt.param = "b2.l3.bn2.shift"},
    %b2_l3_conv2_w: !w3x3x32x8 {ckpt.param = "b2.l3.conv2.w"},
    %b2_l4_bn1_scale: !v160 {ckpt.param = "b2.l4.bn1.scale"},
    %b2_l4_bn1_shift: !v160 {ckpt.param = "b2.l4.bn1.shift"},
    %b2_l4_conv1_w: !w1x1x160x32 {ckpt.param = "b2.l4.conv1.w"},
    %b2_l4_bn2_scale: !v32 {ckpt.param = "b2.l4.bn2.scale"},
    %b2_l4_bn2_shift: !v32 {ckpt.param = "b2.l4.bn2.shift"},
    %b2_l4_conv2_w: !w3x3x32x8 {ckpt.param = "b2.l4.conv2.w"},
    %b2_l5_bn1_scale: !v168 {ckpt.param = "b2.l5.bn1.scale"},
    %b2_l5_bn1_shift: !v168 {ckpt.param = "b2.l5.bn1.shift"},
    %b2_l5_conv1_w: !w1x1x168x32 {ckpt.param = "b2.l5.conv1.w"},
    %b2_l5_bn2_scale: !v32 {ckpt.param = "b2.l5.bn2.scale"},
    %b2_l5_bn2_shift: !v32 {ckpt.param = "b2.l5.bn2.shift"},
    %b2_l5_conv2_w: !w3x3x32x8 {ckpt.param = "b2.l5.conv2.w"},
    %b2_l6_bn1_scale: !v176 {ckpt.param = "b2.l6.bn1.scale"},
    %b2_l6_bn1_shift: !v176 {ckpt.param = "b2.l6.bn1.shift"},
    %b2_l6_conv1_w: !w1x1x176x32 {ckpt.param = "b2.l6.conv1.w"},
    %b2_l6_bn2_scale: !v32 {ckpt.param = "b2.l6.bn2.scale"},
    %b2_l6_bn2_shift: !v32 {ckpt.param = "b2.l6.bn2.shift"},
    %b2_l6_conv2_w: !w3x3x32x8 {ckpt.param = "b2.l6.conv2.w"},
    %b2_l7_bn1_scale: !v184 {ckpt.param = "b2.l7.bn1.scale"},
    %b2_l7_bn1_shift: !v184 {ckpt.param = "b2.l7.bn1.shift"},
    %b2_l7_conv1_w: !w1x1x184x32 {ckpt.param = "b2.l7.conv1.w"},
    %b2_l7_bn2_scale: !v32 {ckpt.param = "b2.l7.bn2.scale"},
    %b2_l7_bn2_shift: !v32 {ckpt.param = "b2.l7.bn2.shift"},
    %b2_l7_conv2_w: !w3x3x32x8 {ckpt.param = "b2.l7.conv2.w"},
    %b2_l8_bn1_scale: !v192 {ckpt.param = "b2.l8.bn1.scale"},
    %b2_l8_bn1_shift: !v192 {ckpt.param = "b2.l8.bn1.shift"},
    %b2_l8_conv1_w: !w1x1x192x32 {ckpt.param = "b2.l8.conv1.w"},
    %b2_l8_bn2_scale: !v32 {ckpt.param = "b2.l8.bn2.scale"},
    %b2_l8_bn2_shift: !v32 {ckpt.param = "b2.l8.bn2.shift"},
    %b2_l8_conv2_w: !w3x3x32x8 {ckpt.param = "b2.l8.conv2.w"},
    %b2_l9_bn1_scale: !v200 {ckpt.param = "b2.l9.bn1.scale"},
    %b2_l9_bn1_shift: !v200 {ckpt.param = "b2.l9.bn1.shift"},
    %b2_l9_conv1_w: !w1x1x200x32 {ckpt.param = "b2.l9.conv1.w"},
    %b2_l9_bn2_scale: !v32 {ckpt.param = "b2.l9.bn2.scale"},
    %b2_l9_bn2_shift: !v32 {ckpt.param = "b2.l9.bn2.shift"},
    %b2_l9_conv2_w: !w3x3x32x8 {ckpt.param = "b2.l9.conv2.w"},
    %head_bn_scale: !v208 {ckpt.param = "head.bn.scale"},
    %head_bn_shift: !v208 {ckpt.param = "head.bn.shift"},
    %head_w: !w208x10 {ckpt.param = "head.w"},
    %head_b: !v10 {ckpt.param = "head.b"},
    %b0_l0_bn1_mean: !v32 {ckpt.state = "b0.l0.bn1.mean"},
    %b0_l0_bn1_var: !v32 {ckpt.state = "b0.l0.bn1.var"},
    %b0_l0_bn2_mean: !v16 {ckpt.state = "b0.l0.bn2.mean"},
    %b0_l0_bn2_var: !v16 {ckpt.state = "b0.l0.bn2.var"},
    %b0_l1_bn1_mean: !v36 {ckpt.state = "b0.l1.bn1.mean"},
    %b0_l1_bn1_var: !v36 {ckpt.state = "b0.l1.bn1.var"},
    %b0_l1_bn2_mean: !v16 {ckpt.state = "b0.l1.bn2.mean"},
    %b0_l1_bn2_var: !v16 {ckpt.state = "b0.l1.bn2.var"},
    %b0_l2_bn1_mean: !v40 {ckpt.state = "b0.l2.bn1.mean"},
    %b0_l2_bn1_var: !v40 {ckpt.state = "b0.l2.bn1.var"},
    %b0_l2_bn2_mean: !v16 {ckpt.state = "b0.l2.bn2.mean"},
    %b0_l2_bn2_var: !v16 {ckpt.state = "b0.l2.bn2.var"},
    %b0_l3_bn1_mean: !v44 {ckpt.state = "b0.l3.bn1.mean"},
    %b0_l3_bn1_var: !v44 {ckpt.state = "b0.l3.bn1.var"},
    %b0_l3_bn2_mean: !v16 {ckpt.state = "b0.l3.bn2.mean"},
    %b0_l3_bn2_var: !v16 {ckpt.state = "b0.l3.bn2.var"},
    %b0_l4_bn1_mean: !v48 {ckpt.state = "b0.l4.bn1.mean"},
    %b0_l4_bn1_var: !v48 {ckpt.state = "b0.l4.bn1.var"},
    %b0_l4_bn2_mean: !v16 {ckpt.state = "b0.l4.bn2.mean"},
    %b0_l4_bn2_var: !v16 {ckpt.state = "b0.l4.bn2.var"},
    %t0_bn_mean: !v52 {ckpt.state = "t0.bn.mean"},
    %t0_bn_var: !v52 {ckpt.state = "t0.bn.var"},
    %b1_l0_bn1_mean: !v64 {ckpt.state = "b1.l0.bn1.mean"},
    %b1_l0_bn1_var: !v64 {ckpt.state = "b1.l0.bn1.var"},
    %b1_l0_bn2_mean: !v32 {ckpt.state = "b1.l0.bn2.mean"},
    %b1_l0_bn2_var: !v32 {ckpt.state = "b1.l0.bn2.var"},
    %b1_l1_bn1_mean: !v72 {ckpt.state = "b1.l1.bn1.mean"},
    %b1_l1_bn1_var: !v72 {ckpt.state = "b1.l1.bn1.var"},
    %b1_l1_bn2_mean: !v32 {ckpt.state = "b1.l1.bn2.mean"},
    %b1_l1_bn2_var: !v32 {ckpt.state = "b1.l1.bn2.var"},
    %b1_l2_bn1_mean: !v80 {ckpt.state = "b1.l2.bn1.mean"},
    %b1_l2_bn1_var: !v80 {ckpt.state = "b1.l2.bn1.var"},
    %b1_l2_bn2_mean: !v32 {ckpt.state = "b1.l2.bn2.mean"},
    %b1_l2_bn2_var: !v32 {ckpt.state = "b1.l2.bn2.var"},
    %b1_l3_bn1_mean: !v88 {ckpt.state = "b1.l3.bn1.mean"},
    %b1_l3_bn1_var: !v88 {ckpt.state = "b1.l3.bn1.var"},
    %b1_l3_bn2_mean: !v32 {ckpt.state = "b1.l3.bn2.mean"},
    %b1_l3_bn2_var: !v32 {ckpt.state = "b1.l3.bn2.var"},
    %b1_l4_bn1_mean: !v96 {ckpt.state = "b1.l4.bn1.mean"},
    %b1_l4_bn1_var: !v96 {ckpt.state = "b1.l4.bn1.var"},
    %b1_l4_bn2_mean: !v32 {ckpt.state = "b1.l4.bn2.mean"},
    %b1_l4_bn2_var: !v32 {ckpt.state = "b1.l4.bn2.var"},
    %b1_l5_bn1_mean: !v104 {ckpt.state = "b1.l5.bn1.mean"},
    %b1_l5_bn1_var: !v104 {ckpt.state = "b1.l5.bn1.var"},
    %b1_l5_bn2_mean: !v32 {ckpt.state = "b1.l5.bn2.mean"},
    %b1_l5_bn2_var: !v32 {ckpt.state = "b1.l5.bn2.var"},
    %b1_l6_bn1_mean: !v112 {ckpt.state = "b1.l6.bn1.mean"},
    %b1_l6_bn1_var: !v112 {ckpt.state = "b1.l6.bn1.var"},
    %b1_l6_bn2_mean: !v32 {ckpt.state = "b1.l6.bn2.mean"},
    %b1_l6_bn2_var: !v32 {ckpt.state = "b1.l6.bn2.var"},
    %b1_l7_bn1_mean: !v120 {ckpt.state = "b1.l7.bn1.mean"},
    %b1_l7_bn1_var: !v120 {ckpt.state = "b1.l7.bn1.var"},
    %b1_l7_bn2_mean: !v32 {ckpt.state = "b1.l7.bn2.mean"},
    %b1_l7_bn2_var: !v32 {ckpt.state = "b1.l7.bn2.var"},
    %b1_l8_bn1_mean: !v128 {ckpt.state = "b1.l8.bn1.mean"},
    %b1_l8_bn1_var: !v128 {ckpt.state = "b1.l8.bn1.var"},
    %b1_l8_bn2_mean: !v32 {ckpt.state = "b1.l8.bn2.mean"},
    %b1_l8_bn2_var: !v32 {ckpt.state = "b1.l8.bn2.var"},
    %b1_l9_bn1_mean: !v136 {ckpt.state = "b1.l9.bn1.mean"},
    %b1_l9_bn1_var: !v136 {ckpt.state = "b1.l9.bn1.var"},
    %b1_l9_bn2_mean: !v32 {ckpt.state = "b1.l9.bn2.mean"},
    %b1_l9_bn2_var: !v32 {ckpt.state = "b1.l9.bn2.var"},
    %t1_bn_mean: !v144 {ckpt.state = "t1.bn.mean"},
    %t1_bn_var: !v144 {ckpt.state = "t1.bn.var"},
    %b2_l0_bn1_mean: !v128 {ckpt.state = "b2.l0.bn1.mean"},
    %b2_l0_bn1_var: !v128 {ckpt.state = "b2.l0.bn1.var"},
    %b2_l0_bn2_mean: !v32 {ckpt.state = "b2.l0.bn2.mean"},
    %b2_l0_bn2_var: !v32 {ckpt.state = "b2.l0.bn2.var"},
    %b2_l1_bn1_mean: !v136 {ckpt.state = "b2.l1.bn1.mean"},
    %b2_l1_bn1_var: !v136 {ckpt.state = "b2.l1.bn1.var"},
    %b2_l1_bn2_mean: !v32 {ckpt.state = "b2.l1.bn2.mean"},
    %b2_l1_bn2_var: !v32 {ckpt.state = "b2.l1.bn2.var"},
    %b2_l2_bn1_mean: !v144 {ckpt.state = "b2.l2.bn1.mean"},
    %b2_l2_bn1_var: !v144 {ckpt.state = "b2.l2.bn1.var"},
    %b2_l2_bn2_mean: !v32 {ckpt.state = "b2.l2.bn2.mean"},
    %b2_l2_bn2_var: !v32 {ckpt.state = "b2.l2.bn2.var"},
    %b2_l3_bn1_mean: !v152 {ckpt.state = "b2.l3.bn1.mean"},
    %b2_l3_bn1_var: !v152 {ckpt.state = "b2.l3.bn1.var"},
    %b2_l3_bn2_mean: !v32 {ckpt.state = "b2.l3.bn2.mean"},
    %b2_l3_bn2_var: !v32 {ckpt.state = "b2.l3.bn2.var"},
    %b2_l4_bn1_mean: !v160 {ckpt.state = "b2.l4.bn1.mean"},
    %b2_l4_bn1_var: !v160 {ckpt.state = "b2.l4.bn1.var"},
    %b2_l4_bn2_mean: !v32 {ckpt.state = "b2.l4.bn2.mean"},
    %b2_l4_bn2_var: !v32 {ckpt.state = "b2.l4.bn2.var"},
    %b2_l5_bn1_mean: !v168 {ckpt.state = "b2.l5.bn1.mean"},
    %b2_l5_bn1_var: !v168 {ckpt.state = "b2.l5.bn1.var"},
    %b2_l5_bn2_mean: !v32 {ckpt.state = "b2.l5.bn2.mean"},
    %b2_l5_bn2_var: !v32 {ckpt.state = "b2.l5.bn2.var"},
    %b2_l6_bn1_mean: !v176 {ckpt.state = "b2.l6.bn1.mean"},
    %b2_l6_bn1_var: !v176 {ckpt.state = "b2.l6.bn1.var"},
    %b2_l6_bn2_mean: !v32 {ckpt.state = "b2.l6.bn2.mean"},
    %b2_l6_bn2_var: !v32 {ckpt.state = "b2.l6.bn2.var"},
    %b2_l7_bn1_mean: !v184 {ckpt.state = "b2.l7.bn1.mean"},
    %b2_l7_bn1_var: !v184 {ckpt.state = "b2.l7.bn1.var"},
    %b2_l7_bn2_mean: !v32 {ckpt.state = "b2.l7.bn2.mean"},
    %b2_l7_bn2_var: !v32 {ckpt.state = "b2.l7.bn2.var"},
    %b2_l8_bn1_mean: !v192 {ckpt.state = "b2.l8.bn1.mean"},
    %b2_l8_bn1_var: !v192 {ckpt.state = "b2.l8.bn1.var"},
    %b2_l8_bn2_mean: !v32 {ckpt.state = "b2.l8.bn2.mean"},
    %b2_l8_bn2_var: !v32 {ckpt.state = "b2.l8.bn2.var"},
    %b2_l9_bn1_mean: !v200 {ckpt.state = "b2.l9.bn1.mean"},
    %b2_l9_bn1_var: !v200 {ckpt.state = "b2.l9.bn1.var"},
    %b2_l9_bn2_mean: !v32 {ckpt.state = "b2.l9.bn2.mean"},
    %b2_l9_bn2_var: !v32 {ckpt.state = "b2.l9.bn2.var"},
    %head_bn_mean: !v208 {ckpt.state = "head.bn.mean"},
    %head_bn_var: !v208 {ckpt.state = "head.bn.var"},
    %x: !n28x28x1 {ckpt.data = "x"},
    %y: !ni {ckpt.data = "y"},
    %mask: !n {ckpt.data = "mask"}
) -> (
    tensor<f32> {ckpt.metric = "loss"},
    tensor<f32> {ckpt.metric = "correct"}
) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %quarter = arith.constant 0.25 : f32
  %lowest = arith.constant 0xFF800000 : f32
  %epsilon = arith.constant 0.001 : f32
  %c0 = arith.constant 0 : index
  %batch = tensor.dim %x, %c0 : !n28x28x1
  %batch_i64 = arith.index_cast %batch : index to i64
  %batch_size = arith.sitofp %batch_i64 : i64 to f32
  %empty_n14x14x32 = tensor.empty(%batch) : !n14x14x32
  %empty_v32 = tensor.empty() : !v32
  %empty_n14x14x16 = tensor.empty(%batch) : !n14x14x16
  %empty_v36 = tensor.empty() : !v36
  %empty_n14x14x36 = tensor.empty(%batch) : !n14x14x36
  %empty_v40 = tensor.empty() : !v40
  %empty_n14x14x40 = tensor.empty(%batch) : !n14x14x40
  %empty_v44 = tensor.empty() : !v44
  %empty_n14x14x44 = tensor.empty(%batch) : !n14x14x44
  %empty_v48 = tensor.empty() : !v48
  %empty_n14x14x48 = tensor.empty(%batch) : !n14x14x48
  %empty_v52 = tensor.empty() : !v52
  %empty_n14x14x52 = tensor.empty(%batch) : !n14x14x52
  %empty_n14x14x64 = tensor.empty(%batch) : !n14x14x64
  %empty_w2x2 = tensor.empty() : !w2x2
  %empty_n7x7x64 = tensor.empty(%batch) : !n7x7x64
  %empty_v64 = tensor.empty() : !v64
  %empty_n7x7x32 = tensor.empty(%batch) : !n7x7x32
  %empty_v72 = tensor.empty() : !v72
  %empty_n7x7x72 = tensor.empty(%batch) : !n7x7x72
  %empty_v80 = tensor.empty() : !v80
  %empty_n7x7x80 = tensor.empty(%batch) : !n7x7x80
  %empty_v88 = tensor.empty() : !v88
  %empty_n7x7x88 = tensor.empty(%batch) : !n7x7x88
  %empty_v96 = tensor.empty() : !v96
  %empty_n7x7x96 = tensor.empty(%batch) : !n7x7x96
  %empty_v104 = tensor.empty() : !v104
  %empty_n7x7x104 = tensor.empty(%batch) : !n7x7x104
  %empty_v112 = tensor.empty() : !v112
  %empty_n7x7x112 = tensor.empty(%batch) : !n7x7x112
  %empty_v120 = tensor.empty() : !v120
  %empty_n7x7x120 = tensor.empty(%batch) : !n7x7x120
  %empty_v128 = tensor.empty() : !v128
  %empty_n7x7x128 = tensor.empty(%batch) : !n7x7x128
  %empty_v136 = tensor.empty() : !v136
  %empty_n7x7x136 = tensor.empty(%batch) : !n7x7x136
  %empty_v144 = tensor.empty() : !v144
  %empty_n7x7x144 = tensor.empty(%batch) : !n7x7x144
  %empty_n3x3x128 = tensor.empty(%batch) : !n3x3x128
  %empty_n3x3x32 = tensor.empty(%batch) : !n3x3x32
  %empty_n3x3x136 = tensor.empty(%batch) : !n3x3x136
  %empty_n3x3x144 = tensor.empty(%batch) : !n3x3x144
  %empty_v152 = tensor.empty() : !v152
  %empty_n3x3x152 = tensor.empty(%batch) : !n3x3x152
  %empty_v160 = tensor.empty() : !v160
  %empty_n3x3x160 = tensor.empty(%batch) : !n3x3x160
  %empty_v168 = tensor.empty() : !v168
  %empty_n3x3x168 = tensor.empty(%batch) : !n3x3x168
  %empty_v176 = tensor.empty() : !v176
  %empty_n3x3x176 = tensor.empty(%batch) : !n3x3x176
  %empty_v184 = tensor.empty() : !v184
  %empty_n3x3x184 = tensor.empty(%batch) : !n3x3x184
  %empty_v192 = tensor.empty() : !v192
  %empty_n3x3x192 = tensor.empty(%batch) : !n3x3x192
  %empty_v200 = tensor.empty() : !v200
  %empty_n3x3x200 = tensor.empty(%batch) : !n3x3x200
  %empty_v208 = tensor.empty() : !v208
  %empty_n3x3x208 = tensor.empty(%batch) : !n3x3x208
  %empty_n208 = tensor.empty(%batch) : !n208
  %empty_n10 = tensor.empty(%batch) : !n10
  %empty_n = tensor.empty(%batch) : !n
  %empty_ni = tensor.empty(%batch) : !ni
  %empty_s = tensor.empty() : tensor<f32>
  %stem_pad = tensor.pad %x low[0, 1, 1, 0] high[0, 2, 2, 0] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : !n28x28x1 to !n31x31x1
  %stem_0 = linalg.fill ins(%zero : f32) outs(%empty_n14x14x32 : !n14x14x32) -> !n14x14x32
  %stem = linalg.conv_2d_nhwc_hwcf {strides = dense<2> : tensor<2xi64>} ins(%stem_pad, %stem_w : !n31x31x1, !w5x5x1x32) outs(%stem_0 : !n14x14x32) -> !n14x14x32
  %b0_l0_bn1_gain = linalg.generic #vec2 ins(%b0_l0_bn1_var, %b0_l0_bn1_scale : !v32, !v32) outs(%empty_v32 : !v32) {
  ^bb0(%d: f32, %g: f32, %acc: f32):
    %e = arith.addf %d, %epsilon : f32  %r = math.rsqrt %e : f32  %t = arith.mulf %r, %g : f32
    linalg.yield %t : f32
  } -> !v32
  %b0_l0_bn1_relu = linalg.generic #image3 ins(%stem, %b0_l0_bn1_mean, %b0_l0_bn1_gain, %b0_l0_bn1_shift : !n14x14x32, !v32, !v32, !v32)
      outs(%empty_n14x14x32 : !n14x14x32) {
  ^bb0(%v: f32, %m: f32, %g: f32, %b: f32, %acc: f32):
    %c = arith.subf %v, %m : f32  %n = arith.mulf %c, %g : f32  %p = arith.addf %n, %b : f32
    %t = arith.maximumf %p, %zero : f32  linalg.yield %t : f32
  } -> !n14x14x32
  %b0_l0_conv1_0 = linalg.fill ins(%zero : f32) outs(%empty_n14x14x16 : !n14x14x16) -> !n14x14x16
  %b0_l0_conv1 = linalg.conv_2d_nhwc_hwcf ins(%b0_l0_bn1_relu, %b0_l0_conv1_w : !n14x14x32, !w1x1x32x16) outs(%b0_l0_conv1_0 : !n14x14x16) -> !n14x14x16
  %b0_l0_grown = func.call @eval_grow_n14x14x16(%b0_l0_bn2_scale, %b0_l0_bn2_shift, %b0_l0_conv2_w, %b0_l0_bn2_mean, %b0_l0_bn2_var, %b0_l0_conv1) : (!v16, !v16, !w3x3x16x4, !v16, !v16, !n14x14x16) -> !n14x14x4
  %b0_l0_out = tensor.concat dim(3) %stem, %b0_l0_grown : (!n14x14x32, !n14x14x4) -> !n14x14x36
  %b0_l1_bn1_gain = linalg.generic #vec2 ins(%b0_l1_bn1_var, %b0_l1_bn1_scale : !v36, !v36) outs(%empty_v36 : !v36) {
  ^bb0(%d: f32, %g: f32, %acc: f32):
    %e = arith.addf %d, %epsilon : f32  %r = math.rsqrt %e : f32  %t = arith.mulf %r, %g : f32
    linalg.yield %t : f32
  } -> !v36
  %b0_l1_bn1_relu = linalg.generic #image3 ins(%b0_l0_out, %b0_l1_bn1_mean, %b0_l1_bn1_gain, %b0_l1_bn1_shift : !n14x14x36, !v36, !v36, !v36)
      outs(%empty_n14x14x36 : !n14x14x36) {
  ^bb0(%v: f32, %m: f32, %g: f32, %b: f32, %acc: f32):
    %c = arith.subf %v, %m : f32  %n = arith.mulf %c, %g : f32  %p = arith.addf %n, %b : f32
    %t = arith.maximumf %p, %zero : f32  linalg.yield %t : f32
  } -> !n14x14x36
  %b0_l1_conv1_0 = linalg.fill ins(%zero : f32) outs(%empty_n14x14x16 : !n14x14x16) -> !n14x14x16
  %b0_l1_conv1 = linalg.conv_2d_nhwc_hwcf ins(%b0_l1_bn1_relu, %b0_l1_conv1_w : !n14x14x36, !w1x1x36x16) outs(%b0_l1_conv1_0 : !n14x14x16) -> !n14x14x16
  %b0_l1_grown = func.call @eval_grow_n14x14x16(%b0_l1_bn2_scale, %b0_l1_bn2_shift, %b0_l1_conv2_w, %b0_l1_bn2_mean, %b0_l1_bn2_var, %b0_l1_conv1) : (!v16, !v16, !w3x3x16x4, !v16, !v16, !n14x14x16) -> !n14x14x4
  %b0_l1_out = tensor.concat dim(3) %b0_l0_out, %b0_l1_grown : (!n14x14x36, !n14x14x4) -> !n14x14x40
  %b0_l2_bn1_gain = linalg.generic #vec2 ins(%b0_l2_bn1_var, %b0_l2_bn1_scale : !v40, !v40) outs(%empty_v40 : !v40) {
  ^bb0(%d: f32, %g: f32, %acc: f32):
    %e = arith.addf %d, %epsilon : f32  %r = math.rsqrt %e : f32  %t = arith.mulf %r, %g : f32
    linalg.yield %t : f32
  } -> !v40
  %b0_l2_bn1_relu = linalg.generic #image3 ins(%b0_l1_out, %b0_l2_bn1_mean, %b0_l2_bn1_gain, %b0_l2_bn1_shift : !n14x14x40, !v40, !v40, !v40)
      outs(%empty_n14x14x40 : !n14x14x40) {
  ^bb0(%v: f32, %m: f32, %g: f32, %b: f32, %acc: f32):
    %c = arith.subf %v, %m : f32  %n = arith.mulf %c, %g : f32  %p = arith.addf %n, %b : f32
    %t = arith.maximumf %p, %zero : f32  linalg.yield %t : f32
  } -> !n14x14x40
  %b0_l2_conv1_0 = linalg.fill ins(%zero : f32) outs(%empty_n14x14x16 : !n14x14x16) -> !n14x14x16
  %b0_l2_conv1 = linalg.conv_2d_nhwc_hwcf ins(%b0_l2_bn1_relu, %b0_l2_conv1_w : !n14x14x40, !w1x1x40x16) outs(%b0_l2_conv1_0 : !n14x14x16) -> !n14x14x16
  %b0_l2_grown = func.call @eval_grow_n14x14x16(%b0_l2_bn2_scale, %b0_l2_bn2_shift, %b0_l2_conv2_w, %b0_l2_bn2_mean, %b0_l2_bn2_var, %b0_l2_conv1) : (!v16, !v16, !w3x3x16x4, !v16, !v16, !n14x14x16) -> !n14x14x4
  %b0_l2_out = tensor.concat dim(3) %b0_l1_out, %b0_l2_grown : (!n14x14x40, !n14x14x4) -> !n14x14x44
  %b0_l3_bn1_gain = linalg.generic #vec2 ins(%b0_l3_bn1_var, %b0_l3_bn1_scale : !v44, !v44) outs(%empty_v44 : !v44) {
  ^bb0(%d: f32, %g: f32, %acc: f32):
    %e = arith.addf %d, %epsilon : f32  %r = math.rsqrt %e : f32  %t = arith.mulf %r, %g : f32
    linalg.yield %t : f32
  } -> !v44
  %b0_l3_bn1_relu = linalg.generic #image3 ins(%b0_l2_out, %b0_l3_bn1_mean, %b0_l3_bn1_gain, %b0_l3_bn1_shift : !n14x14x44, !v44, !v44, !v44)
      outs(%empty_n14x14x44 : !n14x14x44) {
  ^bb0(%v: f32, %m: f32, %g: f32, %b: f32, %acc: f32):
    %c = arith.subf %v, %m : f32  %n = arith.mulf %c, %g : f32  %p = arith.addf %n, %b : f32
    %t = arith.maximumf %p, %zero : f32  linalg.yield %t : f32
  } -> !n14x14x44
  %b0_l3_conv1_0 = linalg.fill ins(%zero : f32) outs(%empty_n14x14x16 : !n14x14x16) -> !n14x14x16
  %b0_l3_conv1 = linalg.conv_2d_nhwc_hwcf ins(%b0_l3_bn1_relu, %b0_l3_conv1_w : !n14x14x44, !w1x1x44x16) outs(%b0_l3_conv1_0 : !n14x14x16) -> !n14x14x16
  %b0_l3_grown = func.call @eval_grow_n14x14x16(%b0_l3_bn2_scale, %b0_l3_bn2_shift, %b0_l3_conv2_w, %b0_l3_bn2_mean, %b0_l3_bn2_var, %b0_l3_conv1) : (!v16, !v16, !w3x3x16x4, !v16, !v16, !n14x14x16) -> !n14x14x4
  %b0_l3_out = tensor.concat dim(3) %b0_l2_out, %b0_l3_grown : (!n14x14x44, !n14x14x4) -> !n14x14x48
  %b0_l4_bn1_gain = linalg.generic #vec2 ins(%b0_l4_bn1_var, %b0_l4_bn1_scale : !v48, !v48) outs(%empty_v48 : !v48) {
  ^bb0(%d: f32, %g: f32, %acc: f32):
    %e = arith.addf %d, %epsilon : f32  %r = math.rsqrt %e : f32  %t = arith.mulf %r, %g : f32
    linalg.yield %t : f32
  } -> !v48
  %b0_l4_bn1_relu = linalg.generic #image3 ins(%b0_l3_out, %b0_l4_bn1_mean, %b0_l4_bn1_gain, %b0_l4_bn1_shift : !n14x14x48, !v48, !v48, !v48)
      outs(%empty_n14x14x48 : !n14x14x48) {
  ^bb0(%v: f32, %m: f32, %g: f32, %b: f32, %acc: f32):
    %c = arith.subf %v, %m : f32  %n = arith.mulf %c, %g : f32  %p = arith.addf %n, %b : f32
    %t = arith.maximumf %p, %zero : f32  linalg.yield %t : f32
  } -> !n14x14x48
  %b0_l4_conv1_0 = linalg.fill ins(%zero : f32) outs(%empty_n14x14x16 : !n14x14x16) -> !n14x14x16
  %b0_l4_conv1 = linalg.conv_2d_nhwc_hwcf ins(%b0_l4_bn1_relu, %b0_l4_conv1_w : !n14x14x48, !w1x1x48x16) outs(%b0_l4_conv1_0 : !n14x14x16) -> !n14x14x16
  %b0_l4_grown = func.call @eval_grow_n14x14x16(%b0_l4_bn2_scale, %b0_l4_bn2_shift, %b0_l4_conv2_w, %b0_l4_bn2_mean, %b0_l4_bn2_var, %b0_l4_conv1) : (!v16, !v16, !w3x3x16x4, !v16, !v16, !n14x14x16) -> !n14x14x4
  %b0_l4_out = tensor.concat dim(3) %b0_l3_out, %b0_l4_grown : (!n14x14x48, !n14x14x4) -> !n14x14x52
  %t0_bn_gain = linalg.generic #vec2 ins(%t0_bn_var, %t0_bn_scale : !v52, !v52) outs(%empty_v52 : !v52) {
  ^bb0(%d: f32, %g: f32, %acc: f32):
    %e = arith.addf %d, %epsilon : f32  %r = math.rsqrt %e : f32  %t = arith.mulf %r, %g : f32
    linalg.yield %t : f32
  } -> !v52
  %t0_bn_relu = linalg.generic #image3 ins(%b0_l4_out, %t0_bn_mean, %t0_bn_gain, %t0_bn_shift : !n14x14x52, !v52, !v52, !v52)
      outs(%empty_n14x14x52 : !n14x14x52) {
  ^bb0(%v: f32, %m: f32, %g: f32, %b: f32, %acc: f32):
    %c = arith.subf %v, %m : f32  %n = arith.mulf %c, %g : f32  %p = arith.addf %n, %b : f32
    %t = arith.maximumf %p, %zero : f32  linalg.yield %t : f32
  } -> !n14x14x52
  %t0_conv_0 = linalg.fill ins(%zero : f32) outs(%empty_n14x14x64 : !n14x14x64) -> !n14x14x64
  %t0_conv = linalg.conv_2d_nhwc_hwcf ins(%t0_bn_relu, %t0_conv_w : !n14x14x52, !w1x1x52x64) outs(%t0_conv_0 : !n14x14x64) -> !n14x14x64
  %t0_pool_sum_0 = linalg.fill ins(%zero : f32) outs(%empty_n7x7x64 : !n7x7x64) -> !n7x7x64
  %t0_pool_sum = linalg.pooling_nhwc_sum {strides = dense<2> : tensor<2xi64>} ins(%t0_conv, %empty_w2x2 : !n14x14x64, !w2x2) outs(%t0_pool_sum_0 : !n7x7x64) -> !n7x7x64
  %t0_pool = linalg.generic #image0 ins(%t0_pool_sum : !n7x7x64) outs(%empty_n7x7x64 : !n7x7x64) {
  ^bb0(%v: f32, %acc: f32):
    %t = arith.mulf %v, %quarter : f32  linalg.yield %t : f32
  } -> !n7x7x64
  %b1_l0_bn1_gain = linalg.generic #vec2 ins(%b1_l0_bn1_var, %b1_l0_bn1_scale : !v64, !v64) outs(%empty_v64 : !v64) {
  ^bb0(%d: f32, %g: f32, %acc: f32):
    %e = arith.addf %d, %epsilon : f32  %r = math.rsqrt %e : f32  %t = arith.mulf %r, %g : f32
    linalg.yield %t : f32
  } -> !v64
  %b1_l0_bn1_relu = linalg.generic #image3 ins(%t0_pool, %b1_l0_bn1_mean, %b1_l0_bn1_gain, %b1_l0_bn1_shift : !n7x7x64, !v64, !v64, !v64)
      outs(%empty_n7x7x64 : !n7x7x64) {
  ^bb0(%v: f32, %m: f32, %g: f32, %b: f32, %acc: f32):
    %c = arith.subf %v, %m : f32  %n = arith.mulf %c, %g : f32  %p = arith.addf %n, %b : f32
    %t = arith.maximumf %p, %zero : f32  linalg.yield %t : f32
  } -> !n7x7x64
  %b1_l0_conv1_0 = linalg.fill ins(%zero : f32) outs(%empty_n7x7x32 : !n7x7x32) -> !n7x7x32
  %b1_l0_conv1 = linalg.conv_2d_nhwc_hwcf ins(%b1_l0_bn1_relu, %b1_l0_conv1_w : !n7x7x64, !w1x1x64x32) outs(%b1_l0_conv1_0 : !n7x7x32) -> !n7x7x32
  %b1_l0_grown = func.call @eval_grow_n7x7x32(%b1_l0_bn2_scale, %b1_l0_bn2_shift, %b1_l0_conv2_w, %b1_l0_bn2_mean, %b1_l0_bn2_var, %b1_l0_conv1) : (!v32, !v32, !w3x3x32x8, !v32, !v32, !n7x7x32) -> !n7x7x8
  %b1_l0_out = tensor.concat dim(3) %t0_pool, %b1_l0_grown : (!n7x7x64, !n7x7x8) -> !n7x7x72
  %b1_l1_bn1_gain = linalg.generic #vec2 ins(%b1_l1_bn1_var, %b1_l1_bn1_scale : !v72, !v72) outs(%empty_v72 : !v72) {
  ^bb0(%d: f32, %g: f32, %acc: f32):
    %e = arith.addf %d, %epsilon : f32  %r = math.rsqrt %e : f32  %t = arith.mulf %r, %g : f32
    linalg.yield %t : f32
  } -> !v72
  %b1_l1_bn1_relu = linalg.generic #image3 ins(%b1_l0_out, %b1_l1_bn1_mean, %b1_l1_bn1_gain, %b1_l1_bn1_shift : !n7x7x72, !v72, !v72, !v72)
      outs(%empty_n7x7x72 : !n7x7x72) {
  ^bb0(%v: f32, %m: f32, %g: f32, %b: f32, %acc: f32):
    %c = arith.subf %v, %m : f32  %n = arith.mulf %c, %g : f32  %p = arith.addf %n, %b : f32
    %t = arith.maximumf %p, %zero : f32  linalg.yield %t : f32
  } -> !n7x7x72
  %b1_l1_conv1_0 = linalg.fill ins(%zero : f32) outs(%empty_n7x7x32 : !n7x7x32) -> !n7x7x32
  %b1_l1_conv1 = linalg.conv_2d_nhwc_hwcf ins(%b1_l1_bn1_relu, %b1_l1_conv1_w : !n7x7x72, !w1x1x72x32) outs(%b1_l1_conv1_0 : !n7x7x32) -> !n7x7x32
  %b1_l1_grown = func.call @eval_grow_n7x7x32(%b1_l1_bn2_scale, %b1_l1_bn2_shift, %b1_l1_conv2_w, %b1_l1_bn2_mean, %b1_l1_bn2_var, %b1_l1_conv1) : (!v32, !v32, !w3x3x32x8, !v32, !v32, !n7x7x32) -> !n7x7x8
  %b1_l1_out = tensor.concat dim(3) %b1_l0_out, %b1_l1_grown : (!n7x7x72, !n7x7x8) -> !n7x7x80
  %b1_l2_bn1_gain = linalg.generic #vec2 ins(%b1_l2_bn1_var, %b1_l2_bn1_scale : !v80, !v80) outs(%empty_v80 : !v80) {
  ^bb0(%d: f32, %g: f32, %acc: f32):
    %e = arith.addf %d, %epsilon : f32  %r = math.rsqrt %e : f32  %t = arith.mulf %r, %g : f32
    linalg.yield %t : f32
  } -> !v80
  %b1_l2_bn1_relu = linalg.generic #image3 ins(%b1_l1_out, %b1_l2_bn1_mean, %b1_l2_bn1_gain, %b1_l2_bn1_shift : !n7x7x80, !v80, !v80, !v80)
      outs(%empty_n7x7x80 : !n7x7x80) {
  ^bb0(%v: f32, %m: f32, %g: f32, %b: f32, %acc: f32):
    %c = arith.subf %v, %m : f32  %n = arith.mulf %c, %g : f32  %p = arith.addf %n, %b : f32
    %t = arith.maximumf %p, %zero : f32  linalg.yield %t : f32
  } -> !n7x7x80
  %b1_l2_conv1_0 = linalg.fill ins(%zero : f32) outs(%empty_n7x7x32 : !n7x7x32) -> !n7x7x32
  %b1_l2_conv1 = linalg.conv_2d_nhwc_hwcf ins(%b1_l2_bn1_relu, %b1_l2_conv1_w : !n7x7x80, !w1x1x80x32) outs(%b1_l2_conv1_0 : !n7x7x32) -> !n7x7x32
  %b1_l2_grown = func.call @eval_grow_n7x7x32(%b1_l2_bn2_scale, %b1_l2_bn2_shift, %b1_l2_conv2_w, %b1_l2_bn2_mean, %b1_l2_bn2_var, %b1_l2_conv1) : (!v32, !v32, !w3x3x32x8, !v32, !v32, !n7x7x32) -> !n7x7x8
  %b1_l2_out = tensor.concat dim(3) %b1_l1_out, %b1_l2_grown : (!n7x7x80, !n7x7x8) -> !n7x7x88
  %b1_l3_bn1_gain = linalg.generic #vec2 ins(%b1_l3_bn1_var, %b1_l3_bn1_scale : !v88, !v88) outs(%empty_v88 : !v88) {
  ^bb0(%d: f32, %g: f32, %acc: f32):
    %e = arith.addf %d, %epsilon : f32  %r = math.rsqrt %e : f32  %t = arith.mulf %r, %g : f32
    linalg.yield %t : f32
  } -> !v88
  %b1_l3_bn1_relu = linalg.generic #image3 ins(%b1_l2_out, %b1_l3_bn1_mean, %b1_l3_bn1_gain, %b1_l3_bn1_shift : !n7x7x88, !v88, !v88, !v88)
      outs(%empty_n7x7x88 : !n7x7x88) {
  ^bb0(%v: f32, %m: f32, %g: f32, %b: f32, %acc: f32):
    %c = arith.subf %v, %m : f32  %n = arith.mulf %c, %g : f32  %p = arith.addf %n, %b : f32
    %t = arith.maximumf %p, %zero : f32  linalg.yield %t : f32
  } -> !n7x7x88
  %b1_l3_conv1_0 = linalg.fill ins(%zero : f32) outs(%empty_n7x7x32 : !n7x7x32) -> !n7x7x32
  %b1_l3_conv1 = linalg.conv_2d_nhwc_hwcf ins(%b1_l3_bn1_relu, %b1_l3_conv1_w : !n7x7x88, !w1x1x88x32) outs(%b1_l3_conv1_0 : !n7x7x32) -> !n7x7x32
  %b1_l3_grown = func.call @eval_grow_n7x7x32(%b1_l3_bn2_scale, %b1_l3_bn2_shift, %b1_l3_conv2_w, %b1_l3_bn2_mean, %b1_l3_bn2_var, %b1_l3_conv1) : (!v32, !v32, !w3x3x32x8, !v32, !v32, !n7x7x32) -> !n7x7x8
  %b1_l3_out = tensor.concat dim(3) %b1_l2_out, %b1_l3_grown : (!n7x7x88, !n7x7x8) -> !n7x7x96
  %b1_l4_bn1_gain = linalg.generic #vec2 ins(%b1_l4_bn1_var, %b1_l4_bn1_scale : !v96, !v96) outs(%empty_v96 : !v96) {
  ^bb0(%d: f32, %g: f32, %acc: f32):
    %e = arith.addf %d, %epsilon : f32  %r = math.rsqrt %e : f32  %t = arith.mulf %r, %g : f32
    linalg.yield %t : f32
  } -> !v96
  %b1_l4_bn1_relu = linalg.generic #image3 ins(%b1_l3_out, %b1_l4_bn1_mean, %b1_l4_bn1_gain, %b1_l4_bn1_shift : !n7x7x96, !v96, !v96, !v96)
      outs(%empty_n7x7x96 : !n7x7x96) {
  ^bb0(%v: f32, %m: f32, %g: f32, %b: f32, %acc: f32):
    %c = arith.subf %v, %m : f32  %n = arith.mulf %c, %g : f32  %p = arith.addf %n, %b : f32
    %t = arith.maximumf %p, %zero : f32  linalg.yield %t : f32
  } -> !n7x7x96
  %b1_l4_conv1_0 = linalg.fill ins(%zero : f32) outs(%empty_n7x7x32 : !n7x7x32) -> !n7x7x32
  %b1_l4_conv1 = linalg.conv_2d_nhwc_hwcf ins(%b1_l4_bn1_relu, %b1_l4_conv1_w : !n7x7x96, !w1x1x96x32) outs(%b1_l4_conv1_0 : !n7x7x32) -> !n7x7x32
  %b1_l4_grown = func.call @eval_grow_n7x7x32(%b1_l4_bn2_scale, %b1_l4_bn2_shift, %b1_l4_conv2_w, %b1_l4_bn2_mean, %b1_l4_bn2_var, %b1_l4_conv1) : (!v32, !v32, !w3x3x32x8, !v32, !v32, !n7x7x32) -> !n7x7x8
  %b1_l4_out = tensor.concat dim(3) %b1_l3_out, %b1_l4_grown : (!n7x7x96, !n7x7x8) -> !n7x7x104
  %b1_l5_bn1_gain = linalg.generic #vec2 ins(%b1_l5_bn1_var, %b1_l5_bn1_scale : !v104, !v104) outs(%empty_v104 : !v104) {
  ^bb0(%d: f32, %g: f32, %acc: f32):
    %e = arith.addf %d, %epsilon : f32  %r = math.rsqrt %e : f32  %t = arith.mulf %r, %g : f32
    linalg.yield %t : f32
  } -> !v104
  %b1_l5_bn1_relu = linalg.generic #image3 ins(%b1_l4_out, %b1_l5_bn1_mean, %b1_l5_bn1_gain, %b1_l5_bn1_shift : !n7x7x104, !v104, !v104, !v104)
      outs(%empty_n7x7x104 : !n7x7x104) {
  ^bb0(%v: f32, %m: f32, %g: f32, %b: f32, %acc: f32):
    %c = arith.subf %v, %m : f32  %n = arith.mulf %c, %g : f32  %p = arith.addf %n, %b : f32
    %t = arith.maximumf %p, %zero : f32  linalg.yield %t : f32
  } -> !n7x7x104
  %b1_l5_conv1_0 = linalg.fill ins(%zero : f32) outs(%empty_n7x7x32 : !n7x7x32) -> !n7x7x32
  %b1_l5_conv1 = linalg.conv_2d_nhwc_hwcf ins(%b1_l5_bn1_relu, %b1_l5_conv1_w : !n7x7x104, !w1x1x104x32) outs(%b1_l5_conv1_0 : !n7x7x32) -> !n7x7x32
  %b1_l5_grown = func.call @eval_grow_n7x7x32(%b1_l5_bn2_scale, %b1_l5_bn2_shift, %b1_l5_conv2_w, %b1_l5_bn2_mean, %b1_l5_bn2_var, %b1_l5_conv1) : (!v32, !v32, !w3x3x32x8, !v32, !v32, !n7x7x32) -> !n7x7x8
  %b1_l5_out = tensor.concat dim(3) %b1_l4_out, %b1_l5_grown : (!n7x7x104, !n7x7x8) -> !n7x7x112
  %b1_l6_bn1_gain = linalg.generic #vec2 ins(%b1_l6_bn1_var, %b1_l6_bn1_scale : !v112, !v112) outs(%empty_v112 : !v112) {
  ^bb0(%d: f32, %g: f32, %acc: f32):
    %e = arith.addf %d, %epsilon : f32  %r = math.rsqrt %e : f32  %t = arith.mulf %r, %g : f32
    linalg.yield %t : f32
  } -> !v112
  %b1_l6_bn1_relu = linalg.generic #image3 ins(%b1_l5_out, %b1_l6_bn1_mean, %b1_l6_bn1_gain, %b1_l6_bn1_shift : !n7x7x112, !v112, !v112, !v112)
      outs(%empty_n7x7x112 : !n7x7x112) {
  ^bb0(%v: f32, %m: f32, %g: f32, %b: f32, %acc: f32):
    %c = arith.subf %v, %m : f32  %n = arith.mulf %c, %g : f32  %p = arith.addf %n, %b : f32
    %t = arith.maximumf %p, %zero : f32  linalg.yield %t : f32
  } -> !n7x7x112
  %b1_l6_conv1_0 = linalg.fill ins(%zero : f32) outs(%empty_n7x7x32 : !n7x7x32) -> !n7x7x32
  %b1_l6_conv1 = linalg.conv_2d_nhwc_hwcf ins(%b1_l6_bn1_relu, %b1_l6_conv1_w : !n7x7x112, !w1x1x112x32) outs(%b1_l6_conv1_0 : !n7x7x32) -> !n7x7x32
  %b1_l6_grown = func.call @eval_grow_n7x7x32(%b1_l6_bn2_scale, %b1_l6_bn2_shift, %b1_l6_conv2_w, %b1_l6_bn2_mean, %b1_l6_bn2_var, %b1_l6_conv1) : (!v32, !v32, !w3x3x32x8, !v32, !v32, !n7x7x32) -> !n7x7x8
  %b1_l6_out = tensor.concat dim(3) %b1_l5_out, %b1_l6_grown : (!n7x7x112, !n7x7x8) -> !n7x7x120
  %b1_l7_bn1_gain = linalg.generic #vec2 ins(%b1_l7_bn1_var, %b1_l7_bn1_scale : !v120, !v120) outs(%empty_v120 : !v120) {
  ^bb0(%d: f32, %g: f32, %acc: f32):
    %e = arith.addf %d, %epsilon : f32  %r = math.rsqrt %e : f32  %t = arith.mulf %r, %g : f32
    linalg.yield %t : f32
  } -> !v120
  %b1_l7_bn1_relu = linalg.generic #image3 ins(%b1_l6_out, %b1_l7_bn1_mean, %b1_l7_bn1_gain, %b1_l7_bn1_shift : !n7x7x120, !v120, !v120, !v120)
      outs(%empty_n7x7x120 : !n7x7x120) {
  ^bb0(%v: f32, %m: f32, %g: f32, %b: f32, %acc: f32):
    %c = arith.subf %v, %m : f32  %n = arith.mulf %c, %g : f32  %p = arith.addf %n, %b : f32
    %t = arith.maximumf %p, %zero : f32  linalg.yield %t : f32
  } -> !n7x7x120
  %b1_l7_conv1_0 = linalg.fill ins(%zero : f32) outs(%empty_n7x7x32 : !n7x7x32) -> !n7x7x32
  %b1_l7_conv1 = linalg.conv_2d_nhwc_hwcf ins(%b1_l7_bn1_relu, %b1_l7_conv1_w : !n7x7x120, !w1x1x120x32) outs(%b1_l7_conv1_0 : !n7x7x32) -> !n7x7x32
  %b1_l7_grown = func.call @eval_grow_n7x7x32(%b1_l7_bn2_scale, %b1_l7_bn2_shift, %b1_l7_conv2_w, %b1_l7_bn2_mean, %b1_l7_bn2_var, %b1_l7_conv1) : (!v32, !v32, !w3x3x32x8, !v32, !v32, !n7x7x32) -> !n7x7x8
  %b1_l7_out = tensor.concat dim(3) %b1_l6_out, %b1_l7_grown : (!n7x7x120, !n7x7x8) -> !n7x7x128
  %b1_l8_bn1_gain = linalg.generic #vec2 ins(%b1_l8_bn1_var, %b1_l8_bn1_scale : !v128, !v128) outs(%empty_v128 : !v128) {
  ^bb0(%d: f32, %g: f32, %acc: f32):
    %e = arith.addf %d, %epsilon : f32  %r = math.rsqrt %e : f32  %t = arith.mulf %r, %g : f32
    linalg.yield %t : f32
  } -> !v128
  %b1_l8_bn1_relu = linalg.generic #image3 ins(%b1_l7_out, %b1_l8_bn1_mean, %b1_l8_bn1_gain, %b1_l8_bn1_shift : !n7x7x128, !v128, !v128, !v128)
      outs(%empty_n7x7x128 : !n7x7x128) {
  ^bb0(%v: f32, %m: f32, %g: f32, %b: f32, %acc: f32):
    %c = arith.subf %v, %m : f32  %n = arith.mulf %c, %g : f32  %p = arith.addf %n, %b : f32
    %t = arith.maximumf %p, %zero : f32  linalg.yield %t : f32
  } -> !n7x7x128
  %b1_l8_conv1_0 = linalg.fill ins(%zero : f32) outs(%empty_n7x7x32 : !n7x7x32) -> !n7x7x32
  %b1_l8_conv1 = linalg.conv_2d_nhwc_hwcf ins(%b1_l8_bn1_relu, %b1_l8_conv1_w : !n7x7x128, !w1x1x128x32) outs(%b1_l8_conv1_0 : !n7x7x32) -> !n7x7x32
  %b1_l8_grown = func.call @eval_grow_n7x7x32(%b1_l8_bn2_scale, %b1_l8_bn2_shift, %b1_l8_conv2_w, %b1_l8_bn2_mean, %b1_l8_bn2_var, %b1_l8_conv1) : (!v32, !v32, !w3x3x32x8, !v32, !v32, !n7x7x32) -> !n7x7x8
  %b1_l8_out = tensor.concat dim(3) %b1_l7_out, %b1_l8_grown : (!n7x7x128, !n7x7x8) -> !n7x7x136
  %b1_l9_bn1_gain = linalg.generic #vec2 ins(%b1_l9_bn1_var, %b1_l9_bn1_scale : !v136, !v136) outs(%empty_v136 : !v136) {
  ^bb0(%d: f32, %g: f32, %acc: f32):
    %e = arith.addf %d, %epsilon : f32  %r = math.rsqrt %e : f32  %t = arith.mulf %r, %g : f32
    linalg.yield %t : f32
  } -> !v136
  %b1_l9_bn1_relu = linalg.generic #image3 ins(%b1_l8_out, %b1_l9_bn1_mean, %b1_l9_bn1_gain, %b1_l9_bn1_shift : !n7x7x136, !v136, !v136, !v136)
      outs(%empty_n7x7x136 : !n7x7x136) {
  ^bb0(%v: f32, %m: f32, %g: f32, %b: f32, %acc: f32):
    %c = arith.subf %v, %m : f32  %n = arith.mulf %c, %g : f32  %p = arith.addf %n, %b : f32
    %t = arith.maximumf %p, %zero : f32  linalg.yield %t : f32
  } -> !n7x7x136
  %b1_l9_conv1_0 = linalg.fill ins(%zero : f32) outs(%empty_n7x7x32 : !n7x7x32) -> !n7x7x32
  %b1_l9_conv1 = linalg.conv_2d_nhwc_hwcf ins(%b1_l9_bn1_relu, %b1_l9_conv1_w : !n7x7x136, !w1x1x136x32) outs(%b1_l9_conv1_0 : !n7x7x32) -> !n7x7x32
  %b1_l9_grown = func.call @eval_grow_n7x7x32(%b1_l9_bn2_scale, %b1_l9_bn2_shift, %b1_l9_conv2_w, %b1_l9_bn2_mean, %b1_l9_bn2_var, %b1_l9_conv1) : (!v32, !v32, !w3x3x32x8, !v32, !v32, !n7x7x32) -> !n7x7x8
  %b1_l9_out = tensor.concat dim(3) %b1_l8_out, %b1_l9_grown : (!n7x7x136, !n7x7x8) -> !n7x7x144
  %t1_bn_gain = linalg.generic #vec2 ins(%t1_bn_var, %t1_bn_scale : !v144, !v144) outs(%empty_v144 : !v144) {
  ^bb0(%d: f32, %g: f32, %acc: f32):
    %e = arith.addf %d, %epsilon : f32  %r = math.rsqrt %e : f32  %t = arith.mulf %r, %g : f32
    linalg.yield %t : f32
  } -> !v144
  %t1_bn_relu = linalg.generic #image3 ins(%b1_l9_out, %t1_bn_mean, %t1_bn_gain, %t1_bn_shift : !n7x7x144, !v144, !v144, !v144)
      outs(%empty_n7x7x144 : !n7x7x144) {
  ^bb0(%v: f32, %m: f32, %g: f32, %b: f32, %acc: f32):
    %c = arith.subf %v, %m : f32  %n = arith.mulf %c, %g : f32  %p = arith.addf %n, %b : f32
    %t = arith.maximumf %p, %zero : f32  linalg.yield %t : f32
  } -> !n7x7x144
  %t1_conv_0 = linalg.fill ins(%zero : f32) outs(%empty_n7x7x128 : !n7x7x128) -> !n7x7x128
  %t1_conv = linalg.conv_2d_nhwc_hwcf ins(%t1_bn_relu, %t1_conv_w : !n7x7x144, !w1x1x144x128) outs(%t1_conv_0 : !n7x7x128) -> !n7x7x128
  %t1_pool_sum_0 = linalg.fill ins(%zero : f32) outs(%empty_n3x3x128 : !n3x3x128) -> !n3x3x128
  %t1_pool_sum = linalg.pooling_nhwc_sum {strides = dense<2> : tensor<2xi64>} ins(%t1_conv, %empty_w2x2 : !n7x7x128, !w2x2) outs(%t1_pool_sum_0 : !n3x3x128) -> !n3x3x128
  %t1_pool = linalg.generic #image0 ins(%t1_pool_sum : !n3x3x128) outs(%empty_n3x3x128 : !n3x3x128) {
  ^bb0(%v: f32, %acc: f32):
    %t = arith.mulf %v, %quarter : f32  linalg.yield %t : f32
  } -> !n3x3x128
  %b2_l0_bn1_gain = linalg.generic #vec2 ins(%b2_l0_bn1_var, %b2_l0_bn1_scale : !v128, !v128) outs(%empty_v128 : !v128) {
  ^bb0(%d: f32, %g: f32, %acc: f32):
    %e = arith.addf %d, %epsilon : f32  %r = math.rsqrt %e : f32  %t = arith.mulf %r, %g : f32
    linalg.yield %t : f32
  } -> !v128
  %b2_l0_bn1_relu = linalg.generic #image3 ins(%t1_pool, %b2_l0_bn1_mean, %b2_l0_bn1_gain, %b2_l0_bn1_shift : !n3x3x128, !v128, !v128, !v128)
      outs(%empty_n3x3x128 : !n3x3x128) {
  ^bb0(%v: f32, %m: f32, %g: f32, %b: f32, %acc: f32):
    %c = arith.subf %v, %m : f32  %n = arith.mulf %c, %g : f32  %p = arith.addf %n, %b : f32
    %t = arith.maximumf %p, %zero : f32  linalg.yield %t : f32
  } -> !n3x3x128
  %b2_l0_conv1_0 = linalg.fill ins(%zero : f32) outs(%empty_n3x3x32 : !n3x3x32) -> !n3x3x32
  %b2_l0_conv1 = linalg.conv_2d_nhwc_hwcf ins(%b2_l0_bn1_relu, %b2_l0_conv1_w : !n3x3x128, !w1x1x128x32) outs(%b2_l0_conv1_0 : !n3x3x32) -> !n3x3x32
  %b2_l0_grown = func.call @eval_grow_n3x3x32(%b2_l0_bn2_scale, %b2_l0_bn2_shift, %b2_l0_conv2_w, %b2_l0_bn2_mean, %b2_l0_bn2_var, %b2_l0_conv1) : (!v32, !v32, !w3x3x32x8, !v32, !v32, !n3x3x32) -> !n3x3x8
  %b2_l0_out = tensor.concat dim(3) %t1_pool, %b2_l0_grown : (!n3x3x128, !n3x3x8) -> !n3x3x136
  %b2_l1_bn1_gain = linalg.generic #vec2 ins(%b2_l1_bn1_var, %b2_l1_bn1_scale : !v136, !v136) outs(%empty_v136 : !v136) {
  ^bb0(%d: f32, %g: f32, %acc: f32):
    %e = arith.addf %d, %epsilon : f32  %r = math.rsqrt %e : f32  %t = arith.mulf %r, %g : f32
    linalg.yield %t : f32
  } -> !v136
  %b2_l1_bn1_relu = linalg.generic #image3 ins(%b2_l0_out, %b2_l1_bn1_mean, %b2_l1_bn1_gain, %b2_l1_bn1_shift : !n3x3x136, !v136, !v136, !v136)
      outs(%empty_n3x3x136 : !n3x3x136) {
  ^bb0(%v: f32, %m: f32, %g: f32, %b: f32, %acc: f32):
    %c = arith.subf %v, %m : f32  %n = arith.mulf %c, %g : f32  %p = arith.addf %n, %b : f32
    %t = arith.maximumf %p, %zero : f32  linalg.yield %t : f32
  } -> !n3x3x136
  %b2_l1_conv1_0 = linalg.fill ins(%zero : f32) outs(%empty_n3x3x32 : !n3x3x32) -> !n3x3x32
  %b2_l1_conv1 = linalg.conv_2d_nhwc_hwcf ins(%b2_l1_bn1_relu, %b2_l1_conv1_w : !n3x3x136, !w1x1x136x32) outs(%b2_l1_conv1_0 : !n3x3x32) -> !n3x3x32
  %b2_l1_grown = func.call @eval_grow_n3x3x32(%b2_l1_bn2_scale, %b2_l1_bn2_shift, %b2_l1_conv2_w, %b2_l1_bn2_mean, %b2_l1_bn2_var, %b2_l1_conv1) : (!v32, !v32, !w3x3x32x8, !v32, !v32, !n3x3x32) -> !n3x3x8
  %b2_l1_out = tensor.concat dim(3) %b2_l0_out, %b2_l1_grown : (!n3x3x136, !n3x3x8) -> !n3x3x144
  %b2_l2_bn1_gain = linalg.generic #vec2 ins(%b2_l2_bn1_var, %b2_l2_bn1_scale : !v144, !v144) outs(%empty_v144 : !v144) {
  ^bb0(%d: f32, %g: f32, %acc: f32):
    %e = arith.addf %d, %epsilon : f32  %r = math.rsqrt %e : f32  %t = arith.mulf %r, %g : f32
    linalg.yield %t : f32
  } -> !v144
  %b2_l2_bn1_relu = linalg.generic #image3 ins(%b2_l1_out, %b2_l2_bn1_mean, %b2_l2_bn1_gain, %b2_l2_bn1_shift : !n3x3x144, !v144, !v144, !v144)
      outs(%empty_n3x3x144 : !n3x3x144) {
  ^bb0(%v: f32, %m: f32, %g: f32, %b: f32, %acc: f32):
    %c = arith.subf %v, %m : f32  %n = arith.mulf %c, %g : f32  %p = arith.addf %n, %b : f32
    %t = arith.maximumf %p, %zero : f32  linalg.yield %t : f32
  } -> !n3x3x144
  %b2_l2_conv1_0 = linalg.fill ins(%zero : f32) outs(%empty_n3x3x32 : !n3x3x32) -> !n3x3x32
  %b2_l2_conv1 = linalg.conv_2d_nhwc_hwcf ins(%b2_l2_bn1_relu, %b2_l2_conv1_w : !n3x3x144, !w1x1x144x32) outs(%b2_l2_conv1_0 : !n3x3x32) -> !n3x3x32
  %b2_l2_grown = func.call @eval_grow_n3x3x32(%b2_l2_bn2_scale, %b2_l2_bn2_shift, %b2_l2_conv2_w, %b2_l2_bn2_mean, %b2_l2_bn2_var, %b2_l2_conv1) : (!v32, !v32, !w3x3x32x8, !v32, !v32, !n3x3x32) -> !n3x3x8
  %b2_l2_out = tensor.concat dim(3) %b2_l1_out, %b2_l2_grown : (!n3x3x144, !n3x3x8) -> !n3x3x152
  %b2_l3_bn1_gain = linalg.generic #vec2 ins(%b2_l3_bn1_var, %b2_l3_bn1_scale : !v152, !v152) outs(%empty_v152 : !v152) {
  ^bb0(%d: f32, %g: f32, %acc: f32):
    %e = arith.addf %d, %epsilon : f32  %r = math.rsqrt %e : f32  %t = arith.mulf %r, %g : f32
    linalg.yield %t : f32
  } -> !v152
  %b2_l3_bn1_relu = linalg.generic #image3 ins(%b2_l2_out, %b2_l3_bn1_mean, %b2_l3_bn1_gain, %b2_l3_bn1_shift : !n3x3x152, !v152, !v152, !v152)
      outs(%empty_n3x3x152 : !n3x3x152) {
  ^bb0(%v: f32, %m: f32, %g: f32, %b: f32, %acc: f32):
    %c = arith.subf %v, %m : f32  %n = arith.mulf %c, %g : f32  %p = arith.addf %n, %b : f32
    %t = arith.maximumf %p, %zero : f32  linalg.yield %t : f32
  } -> !n3x3x152
  %b2_l3_conv1_0 = linalg.fill ins(%zero : f32) outs(%empty_n3x3x32 : !n3x3x32) -> !n3x3x32
  %b2_l3_conv1 = linalg.conv_2d_nhwc_hwcf ins(%b2_l3_bn1_relu, %b2_l3_conv1_w : !n3x3x152, !w1x1x152x32) outs(%b2_l3_conv1_0 : !n3x3x32) -> !n3x3x32
  %b2_l3_grown = func.call @eval_grow_n3x3x32(%b2_l3_bn2_scale, %b2_l3_bn2_shift, %b2_l3_conv2_w, %b2_l3_bn2_mean, %b2_l3_bn2_var, %b2_l3_conv1) : (!v32, !v32, !w3x3x32x8, !v32, !v32, !n3x3x32) -> !n3x3x8
  %b2_l3_out = tensor.concat dim(3) %b2_l2_out, %b2_l3_grown : (!n3x3x152, !n3x3x8) -> !n3x3x160
  %b2_l4_bn1_gain = linalg.generic #vec2 ins(%b2_l4_bn1_var, %b2_l4_bn1_scale : !v160, !v160) outs(%empty_v160 : !v160) {
  ^bb0(%d: f32, %g: f32, %acc: f32):
    %e = arith.addf %d, %epsilon : f32  %r = math.rsqrt %e : f32  %t = arith.mulf %r, %g : f32
    linalg.yield %t : f32
  } -> !v160
  %b2_l4_bn1_relu = linalg.generic #image3 ins(%b2_l3_out, %b2_l4_bn1_mean, %b2_l4_bn1_gain, %b2_l4_bn1_shift : !n3x3x160, !v160, !v160, !v160)
      outs(%empty_n3x3x160 : !n3x3x160) {
  ^bb0(%v: f32, %m: f32, %g: f32, %b: f32, %acc: f32):
    %c = arith.subf %v, %m : f32  %n = arith.mulf %c, %g : f32  %p = arith.addf %n, %b : f32
    %t = arith.maximumf %p, %zero : f32  linalg.yield %t : f32
  } -> !n3x3x160
  %b2_l4_conv1_0 = linalg.fill ins(%zero : f32) outs(%empty_n3x3x32 : !n3x3x32) -> !n3x3x32
  %b2_l4_conv1 = linalg.conv_2d_nhwc_hwcf ins(%b2_l4_bn1_relu, %b2_l4_conv1_w : !n3x3x160, !w1x1x160x32) outs(%b2_l4_conv1_0 : !n3x3x32) -> !n3x3x32
  %b2_l4_grown = func.call @eval_grow_n3x3x32(%b2_l4_bn2_scale, %b2_l4_bn2_shift, %b2_l4_conv2_w, %b2_l4_bn2_mean, %b2_l4_bn2_var, %b2_l4_conv1) : (!v32, !v32, !w3x3x32x8, !v32, !v32, !n3x3x32) -> !n3x3x8
  %b2_l4_out = tensor.concat dim(3) %b2_l3_out, %b2_l4_grown : (!n3x3x160, !n3x3x8) -> !n3x3x168
  %b2_l5_bn1_gain = linalg.generic #vec2 ins(%b2_l5_bn1_var, %b2_l5_bn1_scale : !v168, !v168) outs(%empty_v168 : !v168) {
  ^bb0(%d: f32, %g: f32, %acc: f32):
    %e = arith.addf %d, %epsilon : f32  %r = math.rsqrt %e : f32  %t = arith.mulf %r, %g : f32
    linalg.yield %t : f32
  } -> !v168
  %b2_l5_bn1_relu = linalg.generic #image3 ins(%b2_l4_out, %b2_l5_bn1_mean, %b2_l5_bn1_gain, %b2_l5_bn1_shift : !n3x3x168, !v168, !v168, !v168)
      outs(%empty_n3x3x168 : !n3x3x168) {
  ^bb0(%v: f32, %m: f32, %g: f32, %b: f32, %acc: f32):
    %c = arith.subf %v, %m : f32  %n = arith.mulf %c, %g : f32  %p = arith.addf %n, %b : f32
    %t = arith.maximumf %p, %zero : f32  linalg.yield %t : f32
  } -> !n3x3x168
  %b2_l5_conv1_0 = linalg.fill ins(%zero : f32) outs(%empty_n3x3x32 : !n3x3x32) -> !n3x3x32
  %b2_l5_conv1 = linalg.conv_2d_nhwc_hwcf ins(%b2_l5_bn1_relu, %b2_l5_conv1_w : !n3x3x168, !w1x1x168x32) outs(%b2_l5_conv1_0 : !n3x3x32) -> !n3x3x32
  %b2_l5_grown = func.call @eval_grow_n3x3x32(%b2_l5_bn2_scale, %b2_l5_bn2_shift, %b2_l5_conv2_w, %b2_l5_bn2_mean, %b2_l5_bn2_var, %b2_l5_conv1) : (!v32, !v32, !w3x3x32x8, !v32, !v32, !n3x3x32) -> !n3x3x8
  %b2_l5_out = tensor.concat dim(3) %b2_l4_out, %b2_l5_grown : (!n3x3x168, !n3x3x8) -> !n3x3x176
  %b2_l6_bn1_gain = linalg.generic #vec2 ins(%b2_l6_bn1_var, %b2_l6_bn1_scale : !v176, !v176) outs(%empty_v176 : !v176) {
  ^bb0(%d: f32, %g: f32, %acc: f32):
    %e = arith.addf %d, %epsilon : f32  %r = math.rsqrt %e : f32  %t = arith.mulf %r, %g : f32
    linalg.yield %t : f32
  } -> !v176
  %b2_l6_bn1_relu = linalg.generic #image3 ins(%b2_l5_out, %b2_l6_bn1_mean, %b2_l6_bn1_gain, %b2_l6_bn1_shift : !n3x3x176, !v176, !v176, !v176)
      outs(%empty_n3x3x176 : !n3x3x176) {
  ^bb0(%v: f32, %m: f32, %g: f32, %b: f32, %acc: f32):
    %c = arith.subf %v, %m : f32  %n = arith.mulf %c, %g : f32  %p = arith.addf %n, %b : f32
    %t = arith.maximumf %p, %zero : f32  linalg.yield %t : f32
  } -> !n3x3x176
  %b2_l6_conv1_0 = linalg.fill ins(%zero : f32) outs(%empty_n3x3x32 : !n3x3x32) -> !n3x3x32
  %b2_l6_conv1 = linalg.conv_2d_nhwc_hwcf ins(%b2_l6_bn1_relu, %b2_l6_conv1_w : !n3x3x176, !w1x1x176x32) outs(%b2_l6_conv1_0 : !n3x3x32) -> !n3x3x32
  %b2_l6_grown = func.call @eval_grow_n3x3x32(%b2_l6_bn2_scale, %b2_l6_bn2_shift, %b2_l6_conv2_w, %b2_l6_bn2_mean, %b2_l6_bn2_var, %b2_l6_conv1) : (!v32, !v32, !w3x3x32x8, !v32, !v32, !n3x3x32) -> !n3x3x8
  %b2_l6_out = tensor.concat dim(3) %b2_l5_out, %b2_l6_grown : (!n3x3x176, !n3x3x8) -> !n3x3x184
  %b2_l7_bn1_gain = linalg.generic #vec2 ins(%b2_l7_bn1_var, %b2_l7_bn1_scale : !v184, !v184) outs(%empty_v184 : !v184) {
  ^bb0(%d: f32, %g: f32, %acc: f32):
    %e = arith.addf %d, %epsilon : f32  %r = math.rsqrt %e : f32  %t = arith.mulf %r, %g : f32
    linalg.yield %t : f32
  } -> !v184
  %b2_l7_bn1_relu = linalg.generic #image3 ins(%b2_l6_out, %b2_l7_bn1_mean, %b2_l7_bn1_gain, %b2_l7_bn1_shift : !n3x3x184, !v184, !v184, !v184)
      outs(%empty_n3x3x184 : !n3x3x184) {
  ^bb0(%v: f32, %m: f32, %g: f32, %b: f32, %acc: f32):
    %c = arith.subf %v, %m : f32  %n = arith.mulf %c, %g : f32  %p = arith.addf %n, %b : f32
    %t = arith.maximumf %p, %zero : f32  linalg.yield %t : f32
  } -> !n3x3x184
  %b2_l7_conv1_0 = linalg.fill ins(%zero : f32) outs(%empty_n3x3x32 : !n3x3x32) -> !n3x3x32
  %b2_l7_conv1 = linalg.conv_2d_nhwc_hwcf ins(%b2_l7_bn1_relu, %b2_l7_conv1_w : !n3x3x184, !w1x1x184x32) outs(%b2_l7_conv1_0 : !n3x3x32) -> !n3x3x32
  %b2_l7_grown = func.call @eval_grow_n3x3x32(%b2_l7_bn2_scale, %b2_l7_bn2_shift, %b2_l7_conv2_w, %b2_l7_bn2_mean, %b2_l7_bn2_var, %b2_l7_conv1) : (!v32, !v32, !w3x3x32x8, !v32, !v32, !n3x3x32) -> !n3x3x8
  %b2_l7_out = tensor.concat dim(3) %b2_l6_out, %b2_l7_grown : (!n3x3x184, !n3x3x8) -> !n3x3x192
  %b2_l8_bn1_gain = linalg.generic #vec2 ins(%b2_l8_bn1_var, %b2_l8_bn1_scale : !v192, !v192) outs(%empty_v192 : !v192) {
  ^bb0(%d: f32, %g: f32, %acc: f32):
    %e = arith.addf %d, %epsilon : f32  %r = math.rsqrt %e : f32  %t = arith.mulf %r, %g : f32
    linalg.yield %t : f32
  } -> !v192
  %b2_l8_bn1_relu = linalg.generic #image3 ins(%b2_l7_out, %b2_l8_bn1_mean, %b2_l8_bn1_gain, %b2_l8_bn1_shift : !n3x3x192, !v192, !v192, !v192)
      outs(%empty_n3x3x192 : !n3x3x192) {
  ^bb0(%v: f32, %m: f32, %g: f32, %b: f32, %acc: f32):
    %c = arith.subf %v, %m : f32  %n = arith.mulf %c, %g : f32  %p = arith.addf %n, %b : f32
    %t = arith.maximumf %p, %zero : f32  linalg.yield %t : f32
  } -> !n3x3x192
  %b2_l8_conv1_0 = linalg.fill ins(%zero : f32) outs(%empty_n3x3x32 : !n3x3x32) -> !n3x3x32
  %b2_l8_conv1 = linalg.conv_2d_nhwc_hwcf ins(%b2_l8_bn1_relu, %b2_l8_conv1_w : !n3x3x192, !w1x1x192x32) outs(%b2_l8_conv1_0 : !n3x3x32) -> !n3x3x32
  %b2_l8_grown = func.call @eval_grow_n3x3x32(%b2_l8_bn2_scale, %b2_l8_bn2_shift, %b2_l8_conv2_w, %b2_l8_bn2_mean, %b2_l8_bn2_var, %b2_l8_conv1) : (!v32, !v32, !w3x3x32x8, !v32, !v32, !n3x3x32) -> !n3x3x8
  %b2_l8_out = tensor.concat dim(3) %b2_l7_out, %b2_l8_grown : (!n3x3x192, !n3x3x8) -> !n3x3x200
  %b2_l9_bn1_gain = linalg.generic #vec2 ins(%b2_l9_bn1_var, %b2_l9_bn1_scale : !v200, !v200) outs(%empty_v200 : !v200) {
  ^bb0(%d: f32, %g: f32, %acc: f32):
    %e = arith.addf %d, %epsilon : f32  %r = math.rsqrt %e : f32  %t = arith.mulf %r, %g : f32
    linalg.yield %t : f32
  } -> !v200
  %b2_l9_bn1_relu = linalg.generic #image3 ins(%b2_l8_out, %b2_l9_bn1_mean, %b2_l9_bn1_gain, %b2_l9_bn1_shift : !n3x3x200, !v200, !v200, !v200)
      outs(%empty_n3x3x200 : !n3x3x200) {
  ^bb0(%v: f32, %m: f32, %g: f32, %b: f32, %acc: f32):
    %c = arith.subf %v, %m : f32  %n = arith.mulf %c, %g : f32  %p = arith.addf %n, %b : f32
    %t = arith.maximumf %p, %zero : f32  linalg.yield %t : f32
  } -> !n3x3x200
  %b2_l9_conv1_0 = linalg.fill ins(%zero : f32) outs(%empty_n3x3x32 : !n3x3x32) -> !n3x3x32
  %b2_l9_conv1 = linalg.conv_2d_nhwc_hwcf ins(%b2_l9_bn1_relu, %b2_l9_conv1_w : !n3x3x200, !w1x1x200x32) outs(%b2_l9_conv1_0 : !n3x3x32) -> !n3x3x32
  %b2_l9_grown = func.call @eval_grow_n3x3x32(%b2_l9_bn2_scale, %b2_l9_bn2_shift, %b2_l9_conv2_w, %b2_l9_bn2_mean, %b2_l9_bn2_var, %b2_l9_conv1) : (!v32, !v32, !w3x3x32x8, !v32, !v32, !n3x3x32) -> !n3x3x8
  %b2_l9_out = tensor.concat dim(3) %b2_l8_out, %b2_l9_grown : (!n3x3x200, !n3x3x8) -> !n3x3x208
  %head_bn_gain = linalg.generic #vec2 ins(%head_bn_var, %head_bn_scale : !v208, !v208) outs(%empty_v208 : !v208) {
  ^bb0(%d: f32, %g: f32, %acc: f32):
    %e = arith.addf %d, %epsilon : f32  %r = math.rsqrt %e : f32  %t = arith.mulf %r, %g : f32
    linalg.yield %t : f32
  } -> !v208
  %head_bn_relu = linalg.generic #image3 ins(%b2_l9_out, %head_bn_mean, %head_bn_gain, %head_bn_shift : !n3x3x208, !v208, !v208, !v208)
      outs(%empty_n3x3x208 : !n3x3x208) {
  ^bb0(%v: f32, %m: f32, %g: f32, %b: f32, %acc: f32):
    %c = arith.subf %v, %m : f32  %n = arith.mulf %c, %g : f32  %p = arith.addf %n, %b : f32
    %t = arith.maximumf %p, %zero : f32  linalg.yield %t : f32
  } -> !n3x3x208
  %features_sum_0 = linalg.fill ins(%zero : f32) outs(%empty_n208 : !n208) -> !n208
  %features_sum = linalg.generic #image_sum ins(%head_bn_relu : !n3x3x208) outs(%features_sum_0 : !n208) {
  ^bb0(%v: f32, %acc: f32):
    %t = arith.addf %acc, %v : f32  linalg.yield %t : f32
  } -> !n208
  %features_size = arith.constant 9.0 : f32
  %features = linalg.generic #matrix0 ins(%features_sum : !n208) outs(%empty_n208 : !n208) {
  ^bb0(%v: f32, %acc: f32):
    %t = arith.divf %v, %features_size : f32  linalg.yield %t : f32
  } -> !n208
  %logits_product_0 = linalg.fill ins(%zero : f32) outs(%empty_n10 : !n10) -> !n10
  %logits_product = linalg.matmul ins(%features, %head_w : !n208, !w208x10) outs(%logits_product_0 : !n10) -> !n10
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

func.func private @grow_n14x14x16(
    %bn2_scale: !v16, %bn2_shift: !v16, %conv2_w: !w3x3x16x4, %value: !n14x14x16, %share: f32
) -> (
    !n14x14x4, !v16, !v16
) {
  %zero = arith.constant 0.0 : f32
  %epsilon = arith.constant 0.001 : f32
  %c0 = arith.constant 0 : index
  %batch = tensor.dim %value, %c0 : !n14x14x16
  %empty_v16 = tensor.empty() : !v16
  %zero_v16 = linalg.fill ins(%zero : f32) outs(%empty_v16 : !v16) -> !v16
  %empty_n14x14x16 = tensor.empty(%batch) : !n14x14x16
  %empty_n14x14x4 = tensor.empty(%batch) : !n14x14x4
  %bn2_avg = linalg.generic #mean ins(%value : !n14x14x16) outs(%zero_v16 : !v16) {
  ^bb0(%v: f32, %acc: f32):
    %r = arith.mulf %v, %share : f32  %t = arith.addf %acc, %r : f32  linalg.yield %t : f32
  } -> !v16
  %bn2_sq = linalg.generic #mean ins(%value : !n14x14x16) outs(%zero_v16 : !v16) {
  ^bb0(%v: f32, %acc: f32):
    %s = arith.mulf %v, %v : f32  %r = arith.mulf %s, %share : f32  %t = arith.addf %acc, %r : f32
    linalg.yield %t : f32
  } -> !v16
  %bn2_gain = linalg.generic #vec3 ins(%bn2_avg, %bn2_sq, %bn2_scale : !v16, !v16, !v16) outs(%empty_v16 : !v16) {
  ^bb0(%m: f32, %q: f32, %g: f32, %acc: f32):
    %s = arith.mulf %m, %m : f32  %u = arith.subf %q, %s : f32  %d = arith.maximumf %u, %zero : f32
    %e = arith.addf %d, %epsilon : f32  %r = math.rsqrt %e : f32  %t = arith.mulf %r, %g : f32
    linalg.yield %t : f32
  } -> !v16
  %bn2_relu = linalg.generic #image3 ins(%value, %bn2_avg, %bn2_gain, %bn2_shift : !n14x14x16, !v16, !v16, !v16) outs(%empty_n14x14x16 : !n14x14x16) {
  ^bb0(%v: f32, %m: f32, %g: f32, %b: f32, %acc: f32):
    %c = arith.subf %v, %m : f32  %n = arith.mulf %c, %g : f32  %p = arith.addf %n, %b : f32
    %t = arith.maximumf %p, %zero : f32  linalg.yield %t : f32
  } -> !n14x14x16
  %conv2_pad = tensor.pad %bn2_relu low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : !n14x14x16 to !n16x16x16
  %conv2_0 = linalg.fill ins(%zero : f32) outs(%empty_n14x14x4 : !n14x14x4) -> !n14x14x4
  %conv2 = linalg.conv_2d_nhwc_hwcf ins(%conv2_pad, %conv2_w : !n16x16x16, !w3x3x16x4) outs(%conv2_0 : !n14x14x4) -> !n14x14x4
  return %conv2, %bn2_avg, %bn2_sq : !n14x14x4, !v16, !v16
}

func.func private @running_v16(
    %mean: !v16, %var: !v16, %batch_mean: !v16, %batch_sqmean: !v16
) -> (
    !v16, !v16
) {
  %zero = arith.constant 0.0 : f32
  %keep = arith.constant 0.9 : f32
  %blend = arith.constant 0.1 : f32
  %empty_v16 = tensor.empty() : !v16
  %new_mean = linalg.generic #vec2 ins(%mean, %batch_mean : !v16, !v16) outs(%empty_v16 : !v16) {
  ^bb0(%o: f32, %d: f32, %acc: f32):
    %k = arith.mulf %o, %keep : f32  %f = arith.mulf %d, %blend : f32  %t = arith.addf %k, %f : f32
    linalg.yield %t : f32
  } -> !v16
  %new_var = linalg.generic #vec3 ins(%var, %batch_mean, %batch_sqmean : !v16, !v16, !v16) outs(%empty_v16 : !v16) {
  ^bb0(%o: f32, %m: f32, %q: f32, %acc: f32):
    %s = arith.mulf %m, %m : f32  %u = arith.subf %q, %s : f32  %d = arith.maximumf %u, %zero : f32
    %k = arith.mulf %o, %keep : f32  %f = arith.mulf %d, %blend : f32  %t = arith.addf %k, %f : f32
    linalg.yield %t : f32
  } -> !v16
  return %new_mean, %new_var : !v16, !v16
}

func.func private @grow_n7x7x32(
    %bn2_scale: !v32, %bn2_shift: !v32, %conv2_w: !w3x3x32x8, %value: !n7x7x32, %share: f32
) -> (
    !n7x7x8, !v32, !v32
) {
  %zero = arith.constant 0.0 : f32
  %epsilon = arith.constant 0.001 : f32
  %c0 = arith.constant 0 : index
  %batch = tensor.dim %value, %c0 : !n7x7x32
  %empty_v32 = tensor.empty() : !v32
  %zero_v32 = linalg.fill ins(%zero : f32) outs(%empty_v32 : !v32) -> !v32
  %empty_n7x7x32 = tensor.empty(%batch) : !n7x7x32
  %empty_n7x7x8 = tensor.empty(%batch) : !n7x7x8
  %bn2_avg = linalg.generic #mean ins(%value : !n7x7x32) outs(%zero_v32 : !v32) {
  ^bb0(%v: f32, %acc: f32):
    %r = arith.mulf %v, %share : f32  %t = arith.addf %acc, %r : f32  linalg.yield %t : f32
  } -> !v32
  %bn2_sq = linalg.generic #mean ins(%value : !n7x7x32) outs(%zero_v32 : !v32) {
  ^bb0(%v: f32, %acc: f32):
    %s = arith.mulf %v, %v : f32  %r = arith.mulf %s, %share : f32  %t = arith.addf %acc, %r : f32
    linalg.yield %t : f32
  } -> !v32
  %bn2_gain = linalg.generic #vec3 ins(%bn2_avg, %bn2_sq, %bn2_scale : !v32, !v32, !v32) outs(%empty_v32 : !v32) {
  ^bb0(%m: f32, %q: f32, %g: f32, %acc: f32):
    %s = arith.mulf %m, %m : f32  %u = arith.subf %q, %s : f32  %d = arith.maximumf %u, %zero : f32
    %e = arith.addf %d, %epsilon : f32  %r = math.rsqrt %e : f32  %t = arith.mulf %r, %g : f32
    linalg.yield %t : f32
  } -> !v32
  %bn2_relu = linalg.generic #image3 ins(%value, %bn2_avg, %bn2_gain, %bn2_shift : !n7x7x32, !v32, !v32, !v32) outs(%empty_n7x7x32 : !n7x7x32) {
  ^bb0(%v: f32, %m: f32, %g: f32, %b: f32, %acc: f32):
    %c = arith.subf %v, %m : f32  %n = arith.mulf %c, %g : f32  %p = arith.addf %n, %b : f32
    %t = arith.maximumf %p, %zero : f32  linalg.yield %t : f32
  } -> !n7x7x32
  %conv2_pad = tensor.pad %bn2_relu low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : !n7x7x32 to !n9x9x32
  %conv2_0 = linalg.fill ins(%zero : f32) outs(%empty_n7x7x8 : !n7x7x8) -> !n7x7x8
  %conv2 = linalg.conv_2d_nhwc_hwcf ins(%conv2_pad, %conv2_w : !n9x9x32, !w3x3x32x8) outs(%conv2_0 : !n7x7x8) -> !n7x7x8
  return %conv2, %bn2_avg, %bn2_sq : !n7x7x8, !v32, !v32
}

func.func private @running_v32(
    %mean: !v32, %var: !v32, %batch_mean: !v32, %batch_sqmean: !v32
) -> (
    !v32, !v32
) {
  %zero = arith.constant 0.0 : f32
  %keep = arith.constant 0.9 : f32
  %blend = arith.constant 0.1 : f32
  %empty_v32 = tensor.empty() : !v32
  %new_mean = linalg.generic #vec2 ins(%mean, %batch_mean : !v32, !v32) outs(%empty_v32 : !v32) {
  ^bb0(%o: f32, %d: f32, %acc: f32):
    %k = arith.mulf %o, %keep : f32  %f = arith.mulf %d, %blend : f32  %t = arith.addf %k, %f : f32
    linalg.yield %t : f32
  } -> !v32
  %new_var = linalg.generic #vec3 ins(%var, %batch_mean, %batch_sqmean : !v32, !v32, !v32) outs(%empty_v32 : !v32) {
  ^bb0(%o: f32, %m: f32, %q: f32, %acc: f32):
    %s = arith.mulf %m, %m : f32  %u = arith.subf %q, %s : f32  %d = arith.maximumf %u, %zero : f32
    %k = arith.mulf %o, %keep : f32  %f = arith.mulf %d, %blend : f32  %t = arith.addf %k, %f : f32
    linalg.yield %t : f32
  } -> !v32
  return %new_mean, %new_var : !v32, !v32
}

func.func private @grow_n3x3x32(
    %bn2_scale: !v32, %bn2_shift: !v32, %conv2_w: !w3x3x32x8, %value: !n3x3x32, %share: f32
) -> (
    !n3x3x8, !v32, !v32
) {
  %zero = arith.constant 0.0 : f32
  %epsilon = arith.constant 0.001 : f32
  %c0 = arith.constant 0 : index
  %batch = tensor.dim %value, %c0 : !n3x3x32
  %empty_v32 = tensor.empty() : !v32
  %zero_v32 = linalg.fill ins(%zero : f32) outs(%empty_v32 : !v32) -> !v32
  %empty_n3x3x32 = tensor.empty(%batch) : !n3x3x32
  %empty_n3x3x8 = tensor.empty(%batch) : !n3x3x8
  %bn2_avg = linalg.generic #mean ins(%value : !n3x3x32) outs(%zero_v32 : !v32) {
  ^bb0(%v: f32, %acc: f32):
    %r = arith.mulf %v, %share : f32  %t = arith.addf %acc, %r : f32  linalg.yield %t : f32
  } -> !v32
  %bn2_sq = linalg.generic #mean ins(%value : !n3x3x32) outs(%zero_v32 : !v32) {
  ^bb0(%v: f32, %acc: f32):
    %s = arith.mulf %v, %v : f32  %r = arith.mulf %s, %share : f32  %t = arith.addf %acc, %r : f32
    linalg.yield %t : f32
  } -> !v32
  %bn2_gain = linalg.generic #vec3 ins(%bn2_avg, %bn2_sq, %bn2_scale : !v32, !v32, !v32) outs(%empty_v32 : !v32) {
  ^bb0(%m: f32, %q: f32, %g: f32, %acc: f32):
    %s = arith.mulf %m, %m : f32  %u = arith.subf %q, %s : f32  %d = arith.maximumf %u, %zero : f32
    %e = arith.addf %d, %epsilon : f32  %r = math.rsqrt %e : f32  %t = arith.mulf %r, %g : f32
    linalg.yield %t : f32
  } -> !v32
  %bn2_relu = linalg.generic #image3 ins(%value, %bn2_avg, %bn2_gain, %bn2_shift : !n3x3x32, !v32, !v32, !v32) outs(%empty_n3x3x32 : !n3x3x32) {
  ^bb0(%v: f32, %m: f32, %g: f32, %b: f32, %acc: f32):
    %c = arith.subf %v, %m : f32  %n = arith.mulf %c, %g : f32  %p = arith.addf %n, %b : f32
    %t = arith.maximumf %p, %zero : f32  linalg.yield %t : f32
  } -> !n3x3x32
  %conv2_pad = tensor.pad %bn2_relu low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : !n3x3x32 to !n5x5x32
  %conv2_0 = linalg.fill ins(%zero : f32) outs(%empty_n3x3x8 : !n3x3x8) -> !n3x3x8
  %conv2 = linalg.conv_2d_nhwc_hwcf ins(%conv2_pad, %conv2_w : !n5x5x32, !w3x3x32x8) outs(%conv2_0 : !n3x3x8) -> !n3x3x8
  return %conv2, %bn2_avg, %bn2_sq : !n3x3x8, !v32, !v32
}

func.func private @eval_grow_n14x14x16(
    %bn2_scale: !v16, %bn2_shift: !v16, %conv2_w: !w3x3x16x4, %bn2_mean: !v16, %bn2_var: !v16, %value: !n14x14x16
) -> (
    !n14x14x4
) {
  %zero = arith.constant 0.0 : f32
  %epsilon = arith.constant 0.001 : f32
  %c0 = arith.constant 0 : index
  %batch = tensor.dim %value, %c0 : !n14x14x16
  %empty_v16 = tensor.empty() : !v16
  %empty_n14x14x16 = tensor.empty(%batch) : !n14x14x16
  %empty_n14x14x4 = tensor.empty(%batch) : !n14x14x4
  %bn2_gain = linalg.generic #vec2 ins(%bn2_var, %bn2_scale : !v16, !v16) outs(%empty_v16 : !v16) {
  ^bb0(%d: f32, %g: f32, %acc: f32):
    %e = arith.addf %d, %epsilon : f32  %r = math.rsqrt %e : f32  %t = arith.mulf %r, %g : f32
    linalg.yield %t : f32
  } -> !v16
  %bn2_relu = linalg.generic #image3 ins(%value, %bn2_mean, %bn2_gain, %bn2_shift : !n14x14x16, !v16, !v16, !v16) outs(%empty_n14x14x16 : !n14x14x16) {
  ^bb0(%v: f32, %m: f32, %g: f32, %b: f32, %acc: f32):
    %c = arith.subf %v, %m : f32  %n = arith.mulf %c, %g : f32  %p = arith.addf %n, %b : f32
    %t = arith.maximumf %p, %zero : f32  linalg.yield %t : f32
  } -> !n14x14x16
  %conv2_pad = tensor.pad %bn2_relu low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : !n14x14x16 to !n16x16x16
  %conv2_0 = linalg.fill ins(%zero : f32) outs(%empty_n14x14x4 : !n14x14x4) -> !n14x14x4
  %conv2 = linalg.conv_2d_nhwc_hwcf ins(%conv2_pad, %conv2_w : !n16x16x16, !w3x3x16x4) outs(%conv2_0 : !n14x14x4) -> !n14x14x4
  return %conv2 : !n14x14x4
}

func.func private @eval_grow_n7x7x32(
    %bn2_scale: !v32, %bn2_shift: !v32, %conv2_w: !w3x3x32x8, %bn2_mean: !v32, %bn2_var: !v32, %value: !n7x7x32
) -> (
    !n7x7x8
) {
  %zero = arith.constant 0.0 : f32
  %epsilon = arith.constant 0.001 : f32
  %c0 = arith.constant 0 : index
  %batch = tensor.dim %value, %c0 : !n7x7x32
  %empty_v32 = tensor.empty() : !v32
  %empty_n7x7x32 = tensor.empty(%batch) : !n7x7x32
  %empty_n7x7x8 = tensor.empty(%batch) : !n7x7x8
  %bn2_gain = linalg.generic #vec2 ins(%bn2_var, %bn2_scale : !v32, !v32) outs(%empty_v32 : !v32) {
  ^bb0(%d: f32, %g: f32, %acc: f32):
    %e = arith.addf %d, %epsilon : f32  %r = math.rsqrt %e : f32  %t = arith.mulf %r, %g : f32
    linalg.yield %t : f32
  } -> !v32
  %bn2_relu = linalg.generic #image3 ins(%value, %bn2_mean, %bn2_gain, %bn2_shift : !n7x7x32, !v32, !v32, !v32) outs(%empty_n7x7x32 : !n7x7x32) {
  ^bb0(%v: f32, %m: f32, %g: f32, %b: f32, %acc: f32):
    %c = arith.subf %v, %m : f32  %n = arith.mulf %c, %g : f32  %p = arith.addf %n, %b : f32
    %t = arith.maximumf %p, %zero : f32  linalg.yield %t : f32
  } -> !n7x7x32
  %conv2_pad = tensor.pad %bn2_relu low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : !n7x7x32 to !n9x9x32
  %conv2_0 = linalg.fill ins(%zero : f32) outs(%empty_n7x7x8 : !n7x7x8) -> !n7x7x8
  %conv2 = linalg.conv_2d_nhwc_hwcf ins(%conv2_pad, %conv2_w : !n9x9x32, !w3x3x32x8) outs(%conv2_0 : !n7x7x8) -> !n7x7x8
  return %conv2 : !n7x7x8
}

func.func private @eval_grow_n3x3x32(
    %bn2_scale: !v32, %bn2_shift: !v32, %conv2_w: !w3x3x32x8, %bn2_mean: !v32, %bn2_var: !v32, %value: !n3x3x32
) -> (
    !n3x3x8
) {
  %zero = arith.constant 0.0 : f32
  %epsilon = arith.constant 0.001 : f32
  %c0 = arith.constant 0 : index
  %batch = tensor.dim %value, %c0 : !n3x3x32
  %empty_v32 = tensor.empty() : !v32
  %empty_n3x3x32 = tensor.empty(%batch) : !n3x3x32
  %empty_n3x3x8 = tensor.empty(%batch) : !n3x3x8
  %bn2_gain = linalg.generic #vec2 ins(%bn2_var, %bn2_scale : !v32, !v32) outs(%empty_v32 : !v32) {
  ^bb0(%d: f32, %g: f32, %acc: f32):
    %e = arith.addf %d, %epsilon : f32  %r = math.rsqrt %e : f32  %t = arith.mulf %r, %g : f32
    linalg.yield %t : f32
  } -> !v32
  %bn2_relu = linalg.generic #image3 ins(%value, %bn2_mean, %bn2_gain, %bn2_shift : !n3x3x32, !v32, !v32, !v32) outs(%empty_n3x3x32 : !n3x3x32) {
  ^bb0(%v: f32, %m: f32, %g: f32, %b: f32, %acc: f32):
    %c = arith.subf %v, %m : f32  %n = arith.mulf %c, %g : f32  %p = arith.addf %n, %b : f32
    %t = arith.maximumf %p, %zero : f32  linalg.yield %t : f32
  } -> !n3x3x32
  %conv2_pad = tensor.pad %bn2_relu low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : !n3x3x32 to !n5x5x32
  %conv2_0 = linalg.fill ins(%zero : f32) outs(%empty_n3x3x8 : !n3x3x8) -> !n3x3x8
  %conv2 = linalg.conv_2d_nhwc_hwcf ins(%conv2_pad, %conv2_w : !n5x5x32, !w3x3x32x8) outs(%conv2_0 : !n3x3x8) -> !n3x3x8
  return %conv2 : !n3x3x8
}

