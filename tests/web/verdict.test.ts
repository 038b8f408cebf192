// Tests the verdict, a sentence that the page writes about a ranking, about a program without layouts to choose, or
// about two compared programs.
import { expect, test } from 'vitest';
import type { OpenedProgram, Status } from '../../web/src/protocol.ts';
import type { Ranked, Selected } from '../../web/src/selection.ts';
import { verdictOf } from '../../web/src/window/verdict.ts';

const program = {
  inspection: { slots: 3, computations: 1 },
  instructions: { names: ['x', 'dot.1', 'copy.2'], computations: ['main', 'main', 'main'] },
} as unknown as OpenedProgram;

const costs = {
  instructions: Uint32Array.of(1, 2),
  share: Float64Array.of(0.75, 0.25),
  flops: Float64Array.of(2e9, 0),
  bytes: Float64Array.of(1e6, 3e6),
} as unknown as Selected['costs'];

type Kind = NonNullable<Status['verdict']>['kind'];

/** Returns a finished ranking for which the engine gave the verdict `text` of this kind. */
const ranked = (kind: Kind, text: string): Ranked =>
  ({ status: { scored: 2, total: 2, verdict: { kind, text } } }) as unknown as Ranked;

const say = (given: Partial<Selected>) => verdictOf({ program, costs, ranked: null, changes: null, ...given });

test('the largest costs are named while the ranking runs', () => {
  const { tone, detail, instructions } = say({});
  expect(tone).toBe('wait');
  expect(detail).toBe('The time of 2.00 GFLOP and 4.00 MB a run goes into');
  expect(instructions).toEqual([
    { node: 1, name: 'dot.1', note: '75 %' },
    { node: 2, name: 'copy.2', note: '25 %' },
  ]);
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

test('a program without layout choices says so', () => {
  const without = { ...program, inspection: { ...program.inspection, slots: 0 } };
  expect(say({ program: without }).headline).toBe('No operation of this program has a layout choice.');
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
  expect(instructions).toEqual([{ node: 2, name: 'copy.2' }]);
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
  expect(instructions).toEqual([{ node: 1, name: 'dot.1' }]);
});
