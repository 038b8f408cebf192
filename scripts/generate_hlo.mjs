// Generates an HLO module that resembles training code dumped by JAX: attention layers, repeated until the module has a
// given number of instructions. XLA accepts the module.

const place = (layer, op, line) =>
  `metadata={op_name="jit(step)/jit(main)/layer_${layer}/${op}" source_file="model/layers.py" source_line=${line}}`;

// Returns the HLO lines of layer `i`, which computes %x.<i+1> from %x.<i>. `p`: index of the layer's first parameter.
function layer(i, p) {
  const lines = [];
  const add = (name, shape, text, op, line) => lines.push(`  %${name}.${i} = ${shape} ${text}, ${place(i, op, line)}`);
  const tokens = 'f32[128,256]{1,0}';
  const heads = 'f32[4,128,64]{2,1,0}';
  const scores = 'f32[4,128,128]{2,1,0}';
  add('w', 'f32[256,256]{1,0}', `parameter(${p})`, 'params', 40);
  add('b', 'f32[256]{0}', `parameter(${p + 1})`, 'params', 41);
  add('dot', tokens, `dot(%x.${i}, %w.${i}), lhs_contracting_dims={1}, rhs_contracting_dims={0}`, 'dot_general', 52);
  add('bias', tokens, `broadcast(%b.${i}), dimensions={1}`, 'broadcast_in_dim', 52);
  add('add', tokens, `add(%dot.${i}, %bias.${i})`, 'add', 52);
  add('zero', 'f32[]', 'constant(0)', 'max', 53);
  add('zeros', tokens, `broadcast(%zero.${i}), dimensions={}`, 'max', 53);
  add('relu', tokens, `maximum(%add.${i}, %zeros.${i})`, 'max', 53);
  add('split', 'f32[128,4,64]{2,1,0}', `reshape(%relu.${i})`, 'reshape', 60);
  add('heads', heads, `transpose(%split.${i}), dimensions={1,0,2}`, 'transpose', 60);
  const dimensions = 'lhs_batch_dims={0}, lhs_contracting_dims={2}, rhs_batch_dims={0}';
  add('qk', scores, `dot(%heads.${i}, %heads.${i}), ${dimensions}, rhs_contracting_dims={2}`, 'dot_general', 61);
  add('low', 'f32[]', 'constant(-inf)', 'reduce_max', 62);
  add('max', 'f32[4,128]{1,0}', `reduce(%qk.${i}, %low.${i}), dimensions={2}, to_apply=%region_max`, 'reduce_max', 62);
  add('maxs', scores, `broadcast(%max.${i}), dimensions={0,1}`, 'sub', 62);
  add('shifted', scores, `subtract(%qk.${i}, %maxs.${i})`, 'sub', 62);
  add('exp', scores, `exponential(%shifted.${i})`, 'exp', 62);
  add(
    'sum',
    'f32[4,128]{1,0}',
    `reduce(%exp.${i}, %zero.${i}), dimensions={2}, to_apply=%region_add`,
    'reduce_sum',
    63,
  );
  add('sums', scores, `broadcast(%sum.${i}), dimensions={0,1}`, 'div', 63);
  add('softmax', scores, `divide(%exp.${i}, %sums.${i})`, 'div', 63);
  add('qkv', heads, `dot(%softmax.${i}, %heads.${i}), ${dimensions}, rhs_contracting_dims={1}`, 'dot_general', 64);
  add('back', 'f32[128,4,64]{2,1,0}', `transpose(%qkv.${i}), dimensions={1,0,2}`, 'transpose', 65);
  add('merge', tokens, `reshape(%back.${i})`, 'reshape', 65);
  add('x', tokens, `add(%merge.${i}, %x.${i})`, 'add', 66);
  lines[lines.length - 1] = lines.at(-1).replace(`%x.${i} =`, `%x.${i + 1} =`);
  return lines;
}

const region = (name, op) =>
  `%region_${name} (a.${name}: f32[], b.${name}: f32[]) -> f32[] {\n  %a.${name} = f32[] parameter(0)\n` +
  `  %b.${name} = f32[] parameter(1)\n  ROOT %${op}.${name} = f32[] ${op}(%a.${name}, %b.${name})\n}\n`;

export function generateHlo(instructions) {
  const layers = Math.max(1, Math.round(instructions / layer(0, 1).length));
  const body = ['  %x.0 = f32[128,256]{1,0} parameter(0)'];
  const parameters = ['x.0: f32[128,256]'];
  for (let i = 0; i < layers; i++) {
    body.push(...layer(i, 1 + 2 * i));
    parameters.push(`w.${i}: f32[256,256]`, `b.${i}: f32[256]`);
  }
  body[body.length - 1] = body.at(-1).replace('  %x', '  ROOT %x');
  return [
    `HloModule generated_${instructions}`,
    region('max', 'maximum'),
    region('add', 'add'),
    `ENTRY %main (${parameters.join(', ')}) -> f32[128,256] {\n${body.join('\n')}\n}\n`,
  ].join('\n\n');
}
