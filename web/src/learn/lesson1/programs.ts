// HLO programs that lesson 1 shows and lets the learner edit.

export const kLayer = `HloModule layer

ENTRY layer {
  x = f32[64,128] parameter(0)
  w = f32[128,32] parameter(1)
  product = f32[64,32] dot(x, w), lhs_contracting_dims={1}, rhs_contracting_dims={0}
  bias = f32[64,32] parameter(2)
  sum = f32[64,32] add(product, bias)
  ROOT result = f32[64,32] tanh(sum)
}`;

export const kCalled = `HloModule twice

layer {
  p = f32[64,64] parameter(0)
  q = f32[64,64] parameter(1)
  product = f32[64,64] dot(p, q), lhs_contracting_dims={1}, rhs_contracting_dims={0}
  ROOT bent = f32[64,64] tanh(product)
}

ENTRY main {
  x = f32[64,64] parameter(0)
  w = f32[64,64] parameter(1)
  first = f32[64,64] call(x, w), to_apply=layer
  ROOT second = f32[64,64] call(first, w), to_apply=layer
}`;

export const kFused = `HloModule fused

inside {
  p = f32[64,32] parameter(0)
  q = f32[64,32] parameter(1)
  sum = f32[64,32] add(p, q)
  curve = f32[64,32] tanh(sum)
  ROOT scaled = f32[64,32] multiply(curve, curve)
}

ENTRY main {
  x = f32[64,32] parameter(0)
  y = f32[64,32] parameter(1)
  ROOT result = f32[64,32] fusion(x, y), kind=kLoop, calls=inside
}`;

export const kUnfused = `HloModule unfused

ENTRY main {
  x = f32[64,32] parameter(0)
  y = f32[64,32] parameter(1)
  sum = f32[64,32] add(x, y)
  curve = f32[64,32] tanh(sum)
  ROOT result = f32[64,32] multiply(curve, curve)
}`;

export const kLoop = `HloModule loop

grow {
  state = (s32[], f32[32,32]) parameter(0)
  i = s32[] get-tuple-element(state), index=0
  y = f32[32,32] get-tuple-element(state), index=1
  three = s32[] constant(3)
  next = s32[] add(i, three)
  square = f32[32,32] dot(y, y), lhs_contracting_dims={1}, rhs_contracting_dims={0}
  ROOT pair = (s32[], f32[32,32]) tuple(next, square)
}

check {
  state.1 = (s32[], f32[32,32]) parameter(0)
  i.1 = s32[] get-tuple-element(state.1), index=0
  end = s32[] constant(12)
  ROOT more = pred[] compare(i.1, end), direction=LT
}

ENTRY main {
  x = f32[32,32] parameter(0)
  zero = s32[] constant(0)
  first = (s32[], f32[32,32]) tuple(zero, x)
  last = (s32[], f32[32,32]) while(first), condition=check, body=grow,
    backend_config={"known_trip_count":{"n":"4"}}
  ROOT power = f32[32,32] get-tuple-element(last), index=1
}`;
