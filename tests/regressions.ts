// For each pair of programs in data/regressions, what makes the second one slower.

/** Folder of a pair of programs → the instruction that became more expensive, and words from the reported reason. */
export const culprits: Record<string, [string, string]> = {
  convolution_in_loop: ['conv_general_dilated.0', 'XLA:CPU computes it at 1.80 GFLOP/s instead of 41.3 GFLOP/s'],
  depthwise: ['transpose_copy_fusion.2', 'appeared: it transposes'],
  fusion: ['add_tanh_fusion', 'fell apart into 9 instructions'],
  loop_copy: ['copy.5', 'appeared in a loop of 24 trips (region_0.3): it copies'],
  padding: ['ynn_fusion.2', 'grew from f32[8,100,100]{2,1,0} to f32[8,128,128]{2,1,0}'],
  segment_sum: ['copy_bitcast_fusion', 'copies f32[4096,128]{0,1} to f32[4096,128]{1,0}'],
  transpose_folding: ['transpose_copy_fusion', 'appeared: it transposes'],
  transposed_weights: ['wrapped_copy', 'appeared: it copies f32[1024,1024]{0,1} to f32[1024,1024]{1,0}'],
};
