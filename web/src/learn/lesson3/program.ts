// The HLO program of lesson 3. Its instructions `left` and `right` look the same, but have different operands.

export const kRows = 64;

/** Returns the HLO program of lesson 3 for a given number of rows. */
export const programOf = (rows: number): string => `HloModule pair

ENTRY pair {
  x = f32[${rows},128] parameter(0)
  w = f32[128,32] parameter(1)
  product = f32[${rows},32] dot(x, w), lhs_contracting_dims={1}, rhs_contracting_dims={0}
  y = f32[${rows},32] parameter(2)
  left = f32[${rows},32] tanh(product)
  right = f32[${rows},32] tanh(y)
  ROOT sum = f32[${rows},32] add(left, right)
}`;
