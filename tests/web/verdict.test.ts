// Tests the verdict, a sentence that the page writes about a ranking, about a program without layouts to choose, or
// about two compared programs.
import { expect, test } from 'vitest';
import type { OpenedProgram, Status } from '../../web/src/protocol.ts';
import type { Ranked, Selected } from '../../web/src/selection.ts';
import { verdictOf } from '../../web/src/window/verdict.ts';

const program = {
  inspection: { slots: 3, computations: 1, notices: [] },
  instructions: { names: ['x', 'dot.1', 'copy.2'], computations: ['main', 'main', 'main'] },
} as unknown as OpenedProgram;

const costs = {
  instructions: Uint32Array.of(1, 2),
  seconds: Float64Array.of(0.003, 0.001),
  share: Float64Array.of(0.75, 0.25),
  flops: Float64Array.of(2e9, 0),
  bytes: Float64Array.of(1e6, 3e6),
  machine: 'a100',
} as unknown as Selected['costs'];

type Kind = NonNullable<Status['verdict']>['kind'];

/** Returns a finished ranking for which the engine gave the verdict `text` of this kind. */
const ranked = (kind: Kind, text: string, detail = ''): Ranked =>
  ({ status: { scored: 2, total: 2, verdict: { kind, text, detail } } }) as unknown as Ranked;

const nothing = { ranked: null, changes: null, edited: null, configuration: null };
const say = (given: Partial<Selected>) => verdictOf({ program, costs, ...nothing, ...given });

test('the largest costs are named while the ranking runs', () => {
  const { tone, detail, instructions } = say({});
  expect(tone).toBe('wait');
  expect(detail).toBe('The time of 4.00 ms estimated for a100 (2.00 GFLOP, 3.81 MiB moved) goes into');
  expect(instructions).toEqual([
    { node: 1, name: 'dot.1', note: '75 %' },
    { node: 2, name: 'copy.2', note: '25 %' },
  ]);
});

test('instructions that take next to no time are not named beside one that takes it all', () => {
  const { instructions } = say({ costs: { ...costs!, share: Float64Array.of(0.9999, 0.0001) } });
  expect(instructions.map(({ name }) => name)).toEqual(['dot.1']);
});

test.each([
  ['measured', 'good'],
  ['predicted', 'good'],
  ['tie', 'even'],
  ['uncalibrated', 'even'],
] as const)('a verdict of the kind "%s" uses the words of the core', (kind, tone) => {
  const said = say({ ranked: ranked(kind, 'As the core says.') });
  expect([said.tone, said.headline]).toEqual([tone, 'As the core says.']);
});

test('what a verdict is based on is shown on request', () => {
  expect(say({ ranked: ranked('tie', 'No gain can be predicted.', 'A probability of 0.48.') })).toMatchObject({
    headline: 'No gain can be predicted.',
    more: 'A probability of 0.48.',
  });
});

test('measured and estimated time are both named', () => {
  const measured = { ...costs!, isMeasured: true, measured: Float64Array.of(0.006, 0.004) };
  const named = say({ costs: { ...measured, measuredShare: Float64Array.of(0.6, 0.4) } });
  expect(named.detail).toBe(
    'The measured time of 10.0 ms (4.00 ms estimated for a100; 2.00 GFLOP, 3.81 MiB moved) goes into',
  );
});

test("the user's own layouts are compared with the program layouts", () => {
  const configuration = { index: -1 } as Selected['configuration'];
  const edited = { changed: 2, score: -0.5, difference: -0.5, pairConfidence: 0.95 };
  const known = { ranked: ranked('predicted', 'As the core says.'), configuration };
  expect(say({ ...known, edited })).toMatchObject({
    tone: 'good',
    headline:
      'Your layouts (2 layouts changed): predicted faster than the program layouts: the score is 0.500 lower (probability 0.95). Scores are not times.',
  });
  expect(say({ ...known, edited: { ...edited, changed: 0, difference: 0 } }).headline).toBe(
    'Your layouts are the program layouts.',
  );
  expect(say({ ...known, edited: { ...edited, pairConfidence: 0.6 } }).tone).toBe('even');
  expect(say({ ...known, edited: { ...edited, difference: 0.5 } }).tone).toBe('even');
  const row = { index: 3 } as Selected['configuration'];
  expect(say({ ...known, edited, configuration: row }).headline).toBe('As the core says.');
});

test("the user's own layouts are compared with the compiler's own choice if its score is known", () => {
  const configuration = { index: -1 } as Selected['configuration'];
  const edited = { changed: 1, score: -0.5, difference: -0.5, pairConfidence: 0.95 };
  const headline = (score: number | null, kinds: string[] = []) => {
    const { status } = ranked('predicted', 'As the core says.');
    const notices = kinds.map((kind) => ({ kind, message: '' }));
    return say({
      program: { ...program, inspection: { ...program.inspection, notices } },
      ranked: { status: { ...status, compilerDefault: { time: null, score } } } as Ranked,
      configuration,
      edited,
    }).headline;
  };
  expect(headline(-0.8)).toMatch(
    /than the program layouts: .* The score is 0\.300 higher than that of the compiler’s own choice \(simulated\)\.$/,
  );
  expect(headline(-0.5)).toContain('The score is the same as that of the compiler’s own choice');
  expect(headline(null)).not.toContain('compiler');
  expect(headline(0, ['optimised'])).not.toContain('compiler'); // the program layouts are the compiler's choice
});

test('a program without layout choices says so', () => {
  const without = { ...program, inspection: { ...program.inspection, slots: 0 } };
  expect(say({ program: without }).headline).toBe('No operation of this program has a layout choice.');
});

const side = { seconds: 1e-3, flops: 0, bytes: 0 };
const change = { flops: 0, bytes: 1, stridedBytes: 0, left: null };

test('two programs: the cause comes first, with its reason', () => {
  const { headline, detail, instructions } = say({
    changes: {
      words: ['changed', 'unchanged'],
      of: Uint8Array.of(1, 1, 0),
      costs: {
        machine: 'cpu-1core',
        left: side,
        right: { ...side, seconds: 1.5e-3 },
        notices: [],
        summary: {
          before: 1e-3,
          seconds: 5e-4,
          stridedSeconds: 0,
          increases: 1,
          decreases: 0,
          cause: 0,
          text: 'copy.2 appeared',
        },
        changes: [
          { ...change, right: { name: 'copy.2', computation: 'main' }, seconds: 5e-4, reason: 'copy.2 appeared' },
        ],
      },
    },
  });
  expect(headline).toBe('copy.2 appeared');
  expect(detail).toBe('estimated time 1.00 ms → 1.50 ms (+50 %)');
  expect(instructions).toEqual([{ node: 2, name: 'copy.2' }]);
});

test('two programs: strided access counts, though the totals leave it out', () => {
  const { detail } = say({
    changes: {
      words: ['changed', 'unchanged'],
      of: Uint8Array.of(1, 1, 0),
      costs: {
        machine: 'cpu-1core',
        left: side,
        right: side,
        notices: [],
        summary: {
          before: 1e-3,
          seconds: 5e-4,
          stridedSeconds: 5e-4,
          increases: 1,
          decreases: 0,
          cause: 0,
          text: 'copy.2 is strided',
        },
        changes: [{ ...change, right: { name: 'copy.2', computation: 'main' }, seconds: 5e-4, reason: '' }],
      },
    },
  });
  expect(detail).toBe('estimated time 1.00 ms, and up to +500 µs by strided access');
});

test('two programs that cost the same: no instruction is named as the cause', () => {
  const same = (words: string[]) =>
    say({
      changes: {
        words,
        of: Uint8Array.of(1, 0, 1),
        costs: {
          machine: 'cpu-1core',
          left: side,
          right: side,
          notices: [],
          summary: {
            before: 1e-3,
            seconds: 0,
            stridedSeconds: 0,
            increases: 0,
            decreases: 0,
            cause: null,
            text: 'no change in estimated time; 3 instructions changed: +1.14 ms and -1.11 ms cancel out',
          },
          changes: [],
        },
      },
    });
  expect(same(['added', 'unchanged'])).toMatchObject({
    headline: 'No change in estimated time; 3 instructions changed: +1.14 ms and −1.11 ms cancel out',
    instructions: [],
  });
  // If one layout is all that differs, its instruction is a link, but not a cause.
  expect(same(['layout', 'unchanged']).instructions).toEqual([{ node: 1, name: 'dot.1', note: 'has another layout' }]);
});

test('if no instruction takes much of the time, the kind that does is named', () => {
  const count = 100;
  const even = {
    ...costs!,
    instructions: Uint32Array.from({ length: count }, (_, i) => i % 3),
    share: new Float64Array(count).fill(1 / count),
    kinds: Array.from({ length: count }, (_, i) => (i < 80 ? 'matmul & conv' : 'elementwise')),
  };
  expect(say({ costs: even }).detail).toMatch(
    / is spread over many instructions, 80 % of it matmul & conv\. The largest are$/,
  );
});
