// Tests `hlorank cost`, and `hlorank diff --cost` on pairs of programs with a known slowdown.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { culprits } from '../regressions.ts';
import { folderWith, hlorank, program, root } from './hlorank.ts';

const regressions = join(root, 'data/regressions');
const loop = join(regressions, 'loop_copy/after.hlo.txt');

interface Row {
  name: string;
  computation: string;
  opcode: string;
  flops: number;
  transcendentals: number;
  bytes: number;
  trips: number;
  intensity: number;
  bound: string;
  share: number;
}
interface Report {
  totals: Record<string, number>;
  machine: { name: string };
  instructions: Row[];
  groups: (Row & { inclusiveShare: number; depth: number })[];
  notices: { kind: string; message: string }[];
  conflicts: { name: string; kind: string; bytes: number; trips: number; total: number }[];
}
const report = (...args: string[]) => JSON.parse(hlorank(['cost', ...args, '--json']).stdout) as Report;
const sum = (rows: Row[], field: 'flops' | 'bytes' | 'share') => rows.reduce((total, row) => total + row[field], 0);

describe('cost', () => {
  test('notes convolutions in groups, of few features and over three dimensions on a CPU', () => {
    const grouped = `HloModule grouped

ENTRY main {
  x = f32[1,8,8,4]{3,2,1,0} parameter(0)
  k = f32[3,3,1,4]{3,2,1,0} parameter(1)
  ROOT c = f32[1,6,6,4]{3,2,1,0} convolution(x, k), window={size=3x3}, dim_labels=b01f_01io->b01f, feature_group_count=4
}
`;
    const folder = folderWith({
      'grouped.hlo': grouped,
      'few.hlo': grouped.replace('3,3,1,4', '3,3,4,4').replace('count=4', 'count=1'),
      'whole.hlo': grouped.replace('3,3,1,4', '3,3,64,64').replace('count=4', 'count=1').replaceAll(',4]{', ',64]{'),
      'spatial.hlo': `HloModule spatial

ENTRY main {
  x = f32[1,8,8,8,4]{4,3,2,1,0} parameter(0)
  k = f32[3,3,3,4,4]{4,3,2,1,0} parameter(1)
  ROOT c = f32[1,6,6,6,4]{4,3,2,1,0} convolution(x, k), window={size=3x3x3}, dim_labels=b012f_012io->b012f
}
`,
    });
    const kinds = (file: string, machine: string) =>
      report(join(folder, file), '--machine', machine).notices.map(({ kind }) => kind);
    expect(kinds('grouped.hlo', 'cpu-1core')).toEqual(['slowConvolutions']);
    expect(kinds('grouped.hlo', 'tpu-v4')).toEqual([]);
    expect(kinds('few.hlo', 'cpu-1core')).toEqual(['slowConvolutions']);
    expect(kinds('whole.hlo', 'cpu-1core')).toEqual([]);
    expect(kinds('spatial.hlo', 'cpu-1core')).toEqual(['slowConvolutions']);
    expect(kinds('spatial.hlo', 'tpu-v4')).toEqual([]);
  });

  test('says which conditionals and unbounded dimensions an estimate guesses', () => {
    const conditional = (branches: string) => `HloModule m

fast { ROOT x = f32[8] parameter(0) }
slow { x = f32[8] parameter(0)
  ROOT n = f32[8] exponential(x) }

ENTRY main {
  i = s32[] parameter(0)
  x = f32[8] parameter(1)
  ROOT r = f32[8] conditional(i${', x'.repeat(branches.split(',').length)}), branch_computations={${branches}}
}
`;
    const unbounded = `HloModule m

ENTRY main {
  x = f32[?,8] parameter(0)
  y = f32[8] parameter(1)
  e = f32[?,8] exponential(x)
  ROOT r = (f32[?,8], f32[8]) tuple(e, y)
}
`;
    const messages = (text: string, ...options: string[]) => {
      const { stdout } = hlorank(['cost', '-', '--json', ...options], text);
      return (JSON.parse(stdout) as Report).notices
        .filter(({ kind }) => kind !== 'unoptimised')
        .map(({ message }) => message);
    };
    expect(messages(conditional('fast,slow'))).toEqual(['1 conditional counts as the branch that takes longest: r']);
    expect(messages(conditional('slow'))).toEqual([]);
    expect(messages(conditional('fast,slow'), '--convention', 'xla')).toEqual([]); // which counts every branch's largest
    expect(messages(unbounded)).toEqual([
      'arrays with a dimension of unknown size count as empty, in 2 instructions: e, x',
    ]);
  });

  test('says what the estimate of a GPU program leaves out', () => {
    const gpu = (call: string) => `HloModule m

sum { a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT s = f32[] add(a, b) }

ENTRY main {
  x = f32[64,64] parameter(0)
  c = (f32[64,64], u8[1024]) custom-call(x, x), custom_call_target="${call}"
  y = f32[64,64] get-tuple-element(c), index=0
  ROOT r = f32[64,64] all-reduce(y), replica_groups={{0,1}}, to_apply=sum
}
`;
    const folder = folderWith({ 'softmax.hlo': gpu('__cudnn$fmhaSoftmax'), 'norm.hlo': gpu('__cudnn$norm') });
    const [a, b] = [join(folder, 'softmax.hlo'), join(folder, 'norm.hlo')];
    const kinds = (...options: string[]) => report(a, ...options).notices.map(({ kind }) => kind);
    expect(kinds()).toEqual(['otherMachine', 'unknownCalls', 'network']);
    for (const peaks of [[], ['--peak-flops', '1e15']])
      expect(kinds('--machine', 'h200', ...peaks)).toEqual(['launches', 'unknownCalls', 'network']);
    const { stdout } = hlorank(['diff', a, b, '--cost']);
    expect(stdout).toContain('note: in the first program, times are estimated for cpu-1core, although');
    expect(stdout).toContain('note: in both programs, the FLOPs of 1 custom call are unknown and count as 0: c\n');
  });

  test('says that many short instructions take as long as their start', () => {
    const looped = (trips: number) => `HloModule m

body { s = (s32[], f32[8]) parameter(0)
  i = s32[] get-tuple-element(s), index=0
  x = f32[8] get-tuple-element(s), index=1
  one = s32[] constant(1)
  n = s32[] add(i, one)
  y = f32[8] add(x, x)
  ROOT t = (s32[], f32[8]) tuple(n, y) }

condition { s = (s32[], f32[8]) parameter(0)
  i = s32[] get-tuple-element(s), index=0
  n = s32[] constant(${trips})
  ROOT c = pred[] compare(i, n), direction=LT }

ENTRY main { x = f32[8] parameter(0)
  z = s32[] constant(0)
  t = (s32[], f32[8]) tuple(z, x)
  ROOT w = (s32[], f32[8]) while(t), condition=condition, body=body }
`;
    const folder = folderWith({ 'many.hlo': looped(2000), 'few.hlo': looped(10) });
    const launches = (path: string) =>
      report(join(folder, path))
        .notices.filter(({ kind }) => kind === 'launches')
        .map(({ message }) => message);
    expect(launches('few.hlo')).toEqual([]);
    expect(launches('many.hlo')).toEqual([
      expect.stringMatching(
        /^the time to start instructions, about 300 ns each, is not part .*: the 6 k executions take .* ns on average$/,
      ),
    ]);
  });

  test('prints a summary, the machine, and the instructions by their share', () => {
    const { code, stdout, stderr } = hlorank(['cost', '-'], program);
    expect(stderr).toBe('');
    expect(code).toBe(0);
    const lines = stdout.split('\n');
    expect(lines[0]).toBe('tiny: 128 FLOP, 224 B moved; estimated 14.9 ns on cpu-1core (100.0 % memory)');
    expect(lines[1]).toContain('machine: cpu-1core, one CPU core with AVX2');
    expect(lines[3]).toMatch(/^ *share +sum +time +FLOP +bytes +FLOP\/B +bound +trips +instruction$/);
    expect(lines[4]).toMatch(/ dot = dot$/);
  });

  test('--json lists all instructions, largest share first, and totals', () => {
    const { totals, machine, instructions } = report(loop);
    expect(machine.name).toBe('cpu-1core');
    expect(instructions[0]).toMatchObject({ name: 'ynn_fusion', opcode: 'fusion', trips: 24, bound: 'compute' });
    expect(instructions.map(({ share }) => share)).toEqual(
      instructions.map(({ share }) => share).toSorted((a, b) => b - a),
    );
    expect(instructions).toHaveLength(totals.instructions!);
    expect(sum(instructions, 'flops')).toBe(totals.flops);
    expect(sum(instructions, 'bytes')).toBe(totals.bytes);
    expect(sum(instructions, 'share')).toBeCloseTo(1);
    expect(report(loop, '--top', '3').instructions).toEqual(instructions.slice(0, 3));
  });

  test('a table has 20 instructions, and with --top all every one that costs something', () => {
    const layers = join(root, 'data/measured/gpt_fwd.hlo.txt.gz');
    const rows = (...options: string[]) =>
      hlorank(['cost', layers, ...options])
        .stdout.split('\n')
        .filter((line) => / = \w/.test(line));
    const costly = report(layers).instructions.filter(({ flops, bytes }) => flops + bytes > 0);
    expect(costly.length).toBeGreaterThan(20);
    expect(rows()).toHaveLength(20);
    expect(rows('--top', 'all')).toHaveLength(costly.length);
  });

  test.each(['op', 'kind', 'scope'])('--by %s adds up to the totals', (by) => {
    const { totals, groups } = report(loop, '--by', by);
    expect(sum(groups, 'flops')).toBe(totals.flops);
    expect(sum(groups, 'bytes')).toBe(totals.bytes);
    expect(hlorank(['cost', loop, '--by', by]).stdout).toContain('jit_run: ');
  });

  test('--convention xla counts the body of a loop once', () => {
    const once = report(loop, '--convention', 'xla').totals.transcendentals!;
    expect(report(loop).totals.transcendentals).toBe(24 * once);
  });

  test('--csv prints the columns of the JSON', () => {
    const lines = hlorank(['cost', '-', '--csv'], program).stdout.trim().split('\n');
    expect(lines[0]).toBe(
      'name,computation,opcode,kind,scope,flops,transcendentals,bytes,trips,intensity,bound,arithmetic,seconds,share',
    );
    expect(lines[1]).toMatch(/^dot,main,dot,matmul & conv,,128,0,224,1,/);
    expect(lines).toHaveLength(1 + 4);
  });

  test('--layouts lists copies by the bytes they move in all iterations', () => {
    const { conflicts } = report(loop, '--layouts');
    expect(conflicts[0]).toMatchObject({ name: 'copy.5', kind: 'copy', trips: 24, total: 24 * 2 * 128 * 256 * 4 });
    expect(hlorank(['cost', loop, '--layouts']).stdout).toMatch(/^jit_run: \d+ copies, transposes and reshapes move /);
  });

  test('estimates the time on other machines', () => {
    const seconds = (...args: string[]) => report(loop, ...args).totals.seconds!;
    expect(seconds('--machine', 'h100')).toBeLessThan(seconds());
    expect(seconds('--peak-bandwidth', '15e6')).toBeGreaterThan(100 * seconds());
    expect(seconds('--peak-flops', '96e6')).toBeGreaterThan(100 * seconds());
    expect(seconds('--peak-transcendentals', '24e3')).toBeGreaterThan(100 * seconds());
    expect(hlorank(['cost', loop, '--peak-flops', '-1'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--peak-flops: must be a positive number, not -1') as string,
    });
  });

  test('names the arithmetic that limits an instruction, because each kind has a peak rate of its own', () => {
    const product = (type: string) => {
      const shape = `${type}[4096,4096]{1,0}`;
      const text =
        `HloModule m\nENTRY main {\n  a = ${shape} parameter(0)\n` +
        `  ROOT d = ${shape} dot(a, a), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n}\n`;
      return hlorank(['cost', '-', '--machine', 'h200'], text).stdout;
    };
    expect(product('f32')).toContain('compute (f32 matrix products)');
    expect(product('bf16')).toContain('compute (bf16 matrix products)');
  });

  test('says that a module is not optimised, as text and as JSON', () => {
    const raw = program
      .replace('ROOT r =', 'n = f32[4,2]{1,0} negate(dot)\n  ROOT r =')
      .replace('reshape(dot)', 'reshape(n)');
    const note = 'this module is not optimised (no fusion, not scheduled): elementwise instructions count one by one';
    expect(hlorank(['cost', '-'], raw).stdout).toContain(`\nnote: ${note}`);
    const notices = (text: string) => (JSON.parse(hlorank(['cost', '-', '--json'], text).stdout) as Report).notices;
    expect(notices(raw)).toEqual([{ kind: 'unoptimised', message: expect.stringContaining(note) as string }]);
    expect(notices(raw.replace('HloModule tiny', 'HloModule tiny, is_scheduled=true'))).toEqual([]);
    expect(notices(program)).toEqual([]);
    expect(report(loop).notices).toEqual([]);
  });

  test('--json has no digits that are rounding errors', () => {
    for (const args of [
      ['cost', loop],
      ['diff', join(regressions, 'loop_copy/before.hlo.txt'), loop, '--cost'],
    ]) {
      const numbers = hlorank([...args, '--json']).stdout.match(/-?\d+\.\d+(?=[,}e])/g) ?? [];
      expect(numbers.length).toBeGreaterThan(0);
      expect(numbers.filter((number) => number.replace(/^-?0?\.?0*|\./g, '').length > 9 || number === '-0.0')).toEqual(
        [],
      );
    }
  });

  test('rejects an unknown machine and names those that exist', () => {
    const { code, stderr } = hlorank(['cost', loop, '--machine', 'abacus']);
    expect(code).toBe(2);
    expect(stderr).toContain('tpu-v4');
  });

  test('rejects arrays without a program, and says what to give', () => {
    const output = join(folderWith({}), 'tiny.npz');
    hlorank(['features', '-', '-o', output], program);
    const { code, stderr } = hlorank(['cost', output]);
    expect(code).toBe(3);
    expect(stderr).toContain('the file holds arrays of features, not a program');
    expect(stderr).toContain('give the HLO text or proto');
  });

  test('says that loops without a trip count count once', () => {
    const text = readFileSync(loop, 'utf8').replaceAll(/"known_trip_count":\{"n":"24"\},?/g, '');
    expect(hlorank(['cost', '-'], text).stdout).toContain('note: the trip counts of 1 loop are unknown');
  });
});

describe('diff --cost', () => {
  const pair = (name: string) => ['before', 'after'].map((side) => join(regressions, name, `${side}.hlo.txt`));

  test('knows the culprit of every stored regression', () => {
    const folders = readdirSync(regressions, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(folders.map(({ name }) => name).toSorted()).toEqual(Object.keys(culprits).toSorted());
  });

  test.each(Object.entries(culprits))('%s: the first line names the culprit', (name, [instruction, reason]) => {
    const { code, stdout, stderr } = hlorank(['diff', ...pair(name), '--cost']);
    expect(stderr).toBe('');
    expect(code).toBe(0);
    const [first] = stdout.split('\n');
    expect(first).toMatch(/^\+[\d.]+ [nµm]?s \(\+[\d.]+ %\): /);
    expect(first).toContain(instruction);
    expect(first).toContain(reason);
  });

  test.each(Object.keys(culprits))('%s: nothing became more expensive in the other direction first', (name) => {
    const [before, after] = pair(name);
    const { changes } = JSON.parse(hlorank(['diff', before!, after!, '--cost', '--json']).stdout) as {
      changes: { seconds: number; reason: string; right: { name: string } | null }[];
    };
    expect(changes[0]?.seconds).toBeGreaterThan(0);
    expect(changes[0]?.right?.name).toBeTruthy();
    expect(hlorank(['diff', after!, after!, '--cost']).stdout).toMatch(/^no instruction changed\n/);
  });
});
