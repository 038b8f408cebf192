// The program that lesson 5 cuts into segments: four layers, and an edge that skips three of them.
export const kLayers = `HloModule layers

ENTRY layers {
  x = f32[64,64] parameter(0)
  w1 = f32[64,64] parameter(1)
  a1 = f32[64,64] dot(x, w1), lhs_contracting_dims={1}, rhs_contracting_dims={0}
  h1 = f32[64,64] tanh(a1)
  w2 = f32[64,64] parameter(2)
  a2 = f32[64,64] dot(h1, w2), lhs_contracting_dims={1}, rhs_contracting_dims={0}
  h2 = f32[64,64] tanh(a2)
  w3 = f32[64,64] parameter(3)
  a3 = f32[64,64] dot(h2, w3), lhs_contracting_dims={1}, rhs_contracting_dims={0}
  h3 = f32[64,64] tanh(a3)
  sum = f32[64,64] add(h3, x)
  w4 = f32[64,64] parameter(4)
  ROOT out = f32[64,64] dot(sum, w4), lhs_contracting_dims={1}, rhs_contracting_dims={0}
}`;
