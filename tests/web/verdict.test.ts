// Tests of the verdict: what it says for measured and predicted rankings, and for two programs.
import { expect, test } from 'vitest';
import type { RankReport } from '../../wasm/engine.ts';
import type { OpenedProgram, Status } from '../../web/src/protocol.ts';
import type { Ranked, Selected } from '../../web/src/selection.ts';
import { verdictOf } from '../../web/src/window/verdict.ts';

const program = {
  inspection: { slots: 3, computations: 1 },
  instructions: { names: ['x', 'dot.1', 'copy.2'] },
} as unknown as OpenedProgram;

const costs = {
  instructions: Uint32Array.of(1, 2),
  share: Float64Array.of(0.75, 0.25),
  flops: Float64Array.of(2e9, 0),
  bytes: Float64Array.of(1e6, 3e6),
} as unknown as Selected['costs'];

type Compiler = Partial<Pick<RankReport, 'compilerDefault' | 'compilerScore' | 'gainConfidence'>>;

/** A finished ranking of configurations 0, 1, …, best first; `times` in seconds, NaN if not measured. */
function ranked(scores: number[], times: number[] = [], compiler: Compiler = {}, tie = 1): Ranked {
  const top = {
    indices: Uint32Array.from(scores, (_, i) => i),
    scores: Float32Array.from(scores),
    times: Float64Array.from(times),
  };
  const status = {
    scored: scores.length,
    total: scores.length,
    top,
    compiler: { compilerDefault: null, ...compiler },
  } as unknown as Status;
  return { status, view: top as unknown as Ranked['view'], bands: [{ first: 1, last: tie }] };
}

const say = (given: Partial<Selected>, own: { index: number; time: number | null } | null = null) =>
  verdictOf({ program, costs, ranked: null, changes: null, ...given }, own);

test('the largest costs are named while the ranking runs', () => {
  const { tone, detail, instructions } = say({});
  expect(tone).toBe('wait');
  expect(detail).toBe('The time of 2.00 GFLOP and 4.00 MB a run goes into');
  expect(instructions).toEqual([
    { node: 1, text: 'dot.1 75 %' },
    { node: 2, text: 'copy.2 25 %' },
  ]);
});

test('a measured gain is told against the compiler’s own choice', () => {
  const given = ranked([-2, -1, 0], [1.82e-3, NaN, 3e-3], { compilerDefault: { index: 1, time: 2.41e-3 } });
  const { tone, headline } = say({ ranked: given }, { index: 2, time: 3e-3 });
  expect(tone).toBe('good');
  expect(headline).toBe('32 % faster than XLA’s own layouts: 1.820 ms instead of 2.410 ms (measured)');
});

test('a measured gain is told against the layouts in the file if the compiler’s choice was not measured', () => {
  const given = ranked([-2, 0], [2e-3, 2.1e-3]);
  expect(say({ ranked: given }, { index: 1, time: 2.1e-3 }).headline).toContain(
    '5.0 % faster than the layouts in the file',
  );
});

test('no gain is promised where nothing measured beats the compiler, whatever the layouts in the file cost', () => {
  const given = ranked([-2, 0], [2e-3, 3e-3], { compilerDefault: { index: 1, time: 1.999e-3 } });
  const { tone, headline } = say({ ranked: given }, { index: 1, time: 3e-3 });
  expect(tone).toBe('even');
  expect(headline).toContain('No measured layout beats XLA’s own');
});

test('without measurements a gain is a likelihood, against the simulated compiler', () => {
  const given = ranked([-2, 0], [], { compilerScore: -1, gainConfidence: 0.87 });
  expect(say({ ranked: given }, { index: 1, time: null }).headline).toBe(
    'Configuration 0 is likely faster than the layouts XLA would choose itself (87 % confidence); confirm with hlorank tune',
  );
});

test.each([
  ['the best score is that of the compiler', ranked([-1, 0], [], { compilerScore: -1, gainConfidence: 0.5 })],
  ['the difference is not certain enough', ranked([-2, 0], [], { compilerScore: -1.9, gainConfidence: 0.6 })],
])('no change is promised if %s', (_, given) => {
  const { tone, headline } = say({ ranked: given }, { index: 1, time: null });
  expect(tone).toBe('even');
  expect(headline).toContain('No layout change is likely to beat the layouts XLA would choose itself');
});

test('no change is promised if the layouts in the file are among the tie at the top', () => {
  expect(say({ ranked: ranked([-1, -0.9, 0], [], {}, 2) }, { index: 1, time: null }).headline).toBe(
    'No layout change is likely to help',
  );
});

test('two programs: the largest increase comes first, with its reason', () => {
  const side = { seconds: 1e-3, flops: 0, bytes: 0 };
  const change = { flops: 0, bytes: 1, stridedBytes: 0, left: null };
  const { headline, detail, instructions } = say({
    changes: {
      words: ['changed', 'unchanged'],
      of: Uint8Array.of(1, 1, 0),
      costs: {
        machine: 'cpu-1core',
        left: side,
        right: { ...side, seconds: 1.5e-3 },
        changes: [
          { ...change, right: { name: 'copy.2', computation: 'main' }, seconds: 5e-4, reason: 'copy.2 appeared' },
        ],
      },
    },
  });
  expect(headline).toBe('copy.2 appeared');
  expect(detail).toContain('grows by 50 %');
  expect(instructions).toEqual([{ node: 2, text: 'copy.2' }]);
});

test('two programs that cost the same: the first changed instruction is named', () => {
  const side = { seconds: 1e-3, flops: 0, bytes: 0 };
  const { headline, instructions } = say({
    changes: {
      words: ['layout', 'unchanged'],
      of: Uint8Array.of(1, 0, 1),
      costs: { machine: 'cpu-1core', left: side, right: side, changes: [] },
    },
  });
  expect(headline).toBe('dot.1: layout');
  expect(instructions).toEqual([{ node: 1, text: 'dot.1' }]);
});
