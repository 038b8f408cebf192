// HLO programs of lesson 2. The learner sets the layout of operand 0 of the instruction `out`.

export const kChain = `HloModule chain

ENTRY main {
  x = f32[64,32] parameter(0)
  curve = f32[64,32] tanh(x)
  sum = f32[64,32] add(curve, curve)
  w = f32[32,16] parameter(1)
  ROOT out = f32[64,16] dot(sum, w), lhs_contracting_dims={1}, rhs_contracting_dims={0}
}`;

export const kTwoUsers = `HloModule users

ENTRY main {
  x = f32[64,32] parameter(0)
  curve = f32[64,32] tanh(x)
  sum = f32[64,32] add(curve, curve)
  w = f32[32,16] parameter(1)
  other = f32[64,16] dot(curve, w), lhs_contracting_dims={1}, rhs_contracting_dims={0}
  out = f32[64,16] dot(sum, w), lhs_contracting_dims={1}, rhs_contracting_dims={0}
  ROOT both = (f32[64,16], f32[64,16]) tuple(other, out)
}`;

export const kTransposed = `HloModule transposed

ENTRY main {
  x = f32[32,64] parameter(0)
  turned = f32[64,32] transpose(x), dimensions={1,0}
  sum = f32[64,32] tanh(turned)
  w = f32[32,16] parameter(1)
  ROOT out = f32[64,16] dot(sum, w), lhs_contracting_dims={1}, rhs_contracting_dims={0}
}`;

/** Name of an example program of the page for which run times were measured. */
export const kExample = 'capsule';
/**
 * Indices of two measured configurations of the example program: the layouts in the HLO file, and the same with one
 * layout changed.
 */
export const kPair = [0, 40];
