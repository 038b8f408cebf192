// Tests that the WebAssembly engine estimates the same costs of instructions as the command line.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hlorank } from '../cli/hlorank.ts';
import { file, loadEngine, root, text } from './core.ts';

interface Report {
  instructions: {
    name: string;
    bound: string;
    kind: string;
    share: number;
    flops: number;
    bytes: number;
    trips: number;
  }[];
  groups: unknown[];
  conflicts: unknown[];
}
const after = 'data/regressions/loop_copy/after.hlo.txt';
const report = (...args: string[]) =>
  JSON.parse(hlorank(['cost', join(root, after), '--json', ...args]).stdout) as Report;

test('hotspots, groups and conflicts are those of the command line', async () => {
  const engine = await loadEngine();
  engine.open([file(after)]);
  const { names } = engine.instructions();
  const costs = engine.costs();
  const expected = report().instructions.filter(({ bound }) => bound !== 'none');
  expect([...costs.instructions].map((node) => names[node])).toEqual(expected.map(({ name }) => name));
  expected.forEach(({ share, flops, bytes, trips, bound, kind }, i) => {
    expect(costs.share[i]).toBeCloseTo(share, 9); // the command line prints shares with nine digits
    expect([costs.flops[i], costs.bytes[i], costs.trips[i], costs.bounds[i], costs.kinds[i]]).toEqual([
      flops,
      bytes,
      trips,
      bound,
      kind,
    ]);
  });
  for (const by of ['op', 'kind', 'scope'] as const) {
    const groups = engine.costGroups(by).map(({ members: _, ...group }) => group);
    expect(groups).toEqual(report('--by', by).groups);
  }
  const { conflicts } = report('--layouts');
  expect(conflicts.length).toBeGreaterThan(0);
  expect(costs.conflicts).toEqual(conflicts);
  expect([...costs.conflictInstructions].map((node) => names[node])).toEqual(costs.conflicts.map(({ name }) => name));
});

const called = `HloModule called

f {
  p = f32[64,64]{1,0} parameter(0)
  ROOT m = f32[64,64]{1,0} multiply(p, p), metadata={op_name="mul/square"}
}

ENTRY main {
  x = f32[64,64]{1,0} parameter(0)
  a = f32[64,64]{1,0} call(x), to_apply=f, metadata={op_name="jit(net)/first"}
  b = f32[64,64]{1,0} exponential(a), metadata={op_name="jit(net)/second/exp"}
  ROOT c = f32[64,64]{1,0} custom-call(b), custom_call_target="gemm"
}
`;

test.each([
  ['loop_copy', file(after)],
  ['gpt_fwd', file('web/public/examples/gpt_fwd.hlo.txt.gz')],
  ['fusion', file('data/regressions/fusion/after.hlo.txt')],
  ['a called function', text(called)],
])('the instructions of a group have its time: %s', async (_, program) => {
  const engine = await loadEngine();
  engine.open([program]);
  const costs = engine.costs();
  const secondsOf = new Map([...costs.instructions].map((node, i) => [node, costs.seconds[i]!]));
  for (const by of ['op', 'kind', 'scope'] as const) {
    for (const { name, members, inclusiveSeconds } of engine.costGroups(by)) {
      const seconds = members.reduce((sum, node) => sum + secondsOf.get(node)!, 0);
      expect(seconds / inclusiveSeconds, name).toBeCloseTo(1, 6);
    }
  }
});

test('a file of arrays has no costs', async () => {
  const engine = await loadEngine();
  engine.open([file('web/public/examples/moe_switch.graph.npz')]);
  expect(() => engine.costs()).toThrow('has only the arrays of a program');
});

test('a comparison has the changes of cost of `diff --cost`', async () => {
  const engine = await loadEngine();
  const { costs } = engine.compare(file('data/regressions/loop_copy/before.hlo.txt'), file(after));
  const args = ['diff', join(root, 'data/regressions/loop_copy/before.hlo.txt'), join(root, after), '--cost', '--json'];
  const expected = JSON.parse(hlorank(args).stdout) as { changes: unknown[] };
  expect(costs.changes).toEqual(expected.changes);
});
