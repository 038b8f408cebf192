// Tests the folding of HLO text by computation, and the lines found as definitions of names.
import { describe, expect, test } from 'vitest';
import { kNone } from '../../wasm/engine.ts';
import { Folding } from '../../web/src/text/folding.ts';
import { Listing } from '../../web/src/text/listing.ts';
import { TextState } from '../../web/src/text/state.ts';

const lines = `HloModule m

%sum {
  %a = f32[] parameter(0)
  ROOT %b = f32[] add(%a, %a)
}

%table {
  ROOT %c = s32[2,1]{1,0} constant({
{1},
{2}
})
}, execution_thread="host"

ENTRY %main {
  %a = f32[8]{0} parameter(0)
  ROOT %r = f32[] reduce(%a, %a), to_apply=%sum
}`.split('\n');
const lineOf = new Uint32Array([3, 4, 8, 15, 16]);
const listing = new Listing(lines, lineOf);

describe('a listing', () => {
  test('finds computations, also around literals of several lines', () =>
    expect(listing.computations).toEqual([
      { name: 'sum', isEntry: false, begin: 2, end: 6 },
      { name: 'table', isEntry: false, begin: 7, end: 13 },
      { name: 'main', isEntry: true, begin: 14, end: 18 },
    ]));

  test('knows computation and instruction of each line', () => {
    expect(lines.map((_, line) => listing.computationAt(line))).toEqual([
      -1, -1, 0, 0, 0, 0, -1, 1, 1, 1, 1, 1, 1, -1, 2, 2, 2, 2,
    ]);
    expect(lines.flatMap((_, line) => listing.instructionAt(line) ?? [])).toEqual([0, 1, 2, 3, 4]);
    expect(lines.flatMap((_, line) => (listing.headerAt(line) >= 0 ? line : []))).toEqual([2, 7, 14]);
    expect(listing.instructionAt(kNone)).toBe(null);
  });

  test('finds definitions within the computation of the line', () => {
    expect(listing.lineOfDefinition('%a', 4)).toBe(3);
    expect(listing.lineOfDefinition('a', 16)).toBe(15);
    expect(listing.lineOfDefinition('%b', 16)).toBe(-1);
    expect(listing.lineOfComputation('%sum')).toBe(2);
    expect(listing.lineOfComputation('none')).toBe(-1);
  });

  test('ends computations of truncated text at the next one', () => {
    const truncated = new Listing(['%a {', '  x = f32[] parameter(0)', '%b {', '  y = f32[]'], new Uint32Array());
    expect(truncated.computations.map(({ begin, end }) => [begin, end])).toEqual([
      [0, 2],
      [2, 4],
    ]);
  });
});

describe('folding', () => {
  const shown = (folding: Folding): number[] => Array.from({ length: folding.rows }, (_, row) => folding.lineAt(row));

  test('shows every line at first', () => {
    const folding = new Folding(lines.length, listing.computations);
    expect(shown(folding)).toEqual(lines.map((_, line) => line));
  });

  test('hides all lines of a computation but the first, and empty lines after it', () => {
    const folding = new Folding(lines.length, listing.computations);
    expect(folding.fold(0)).toBe(true);
    expect(folding.fold(0)).toBe(false);
    expect(folding.fold(-1)).toBe(false);
    expect(shown(folding)).toEqual([0, 1, 2, ...Array.from(lines.keys()).slice(7)]);
    folding.foldAll(true);
    expect(shown(folding)).toEqual([0, 1, 2, 7, 14]);
    folding.fold(1, false);
    expect(shown(folding)).toEqual([0, 1, 2, 7, 8, 9, 10, 11, 12, 13, 14]);
  });

  test.each([0, 1, 2, 3, 4, 5, 6, 7])('rows and lines correspond, folded %i', (bits) => {
    const folding = new Folding(lines.length, listing.computations);
    for (const c of [0, 1, 2]) folding.fold(c, ((bits >> c) & 1) === 1);
    shown(folding).forEach((line, row) => expect(folding.rowOf(line)).toBe(row));
    lines.forEach((_, line) => {
      const row = folding.rowOf(line);
      expect(folding.lineAt(row)).toBeLessThanOrEqual(line);
      expect(row + 1 < folding.rows ? folding.lineAt(row + 1) : lines.length).toBeGreaterThan(line);
    });
  });

  test('of text without computations hides nothing', () => {
    const folding = new Folding(3, []);
    folding.foldAll(true);
    expect(shown(folding)).toEqual([0, 1, 2]);
    expect(folding.rowOf(2)).toBe(2);
  });
});

describe('the state of the view', () => {
  test('folds all computations but the entry of long text', () => {
    const body = Array.from({ length: 2000 }, (_, i) => `  %x.${i} = f32[] parameter(${i})`);
    const { folding } = new TextState(new Listing(['%a {', ...body, '}', 'ENTRY %b {', '}'], new Uint32Array()));
    expect([folding.isFolded(0), folding.isFolded(1), folding.rows]).toEqual([true, false, 3]);
    expect(new TextState(listing).folding.rows).toBe(lines.length);
  });

  test('scales heat to the greatest share; a folded computation has that of its hottest instruction', () => {
    const state = new TextState(listing);
    state.setHeat(new Float32Array([0.1, 0.2, 0, 0.4, NaN]));
    expect([3, 4, 8, 15, 16, 2, 0].map((line) => state.heatAt(line))).toEqual([0.25, 0.5, 0, 1, 0, 0, 0]);
    state.folding.fold(0);
    expect(state.heatAt(2)).toBe(0.5);
    state.setHeat(null);
    expect([state.heatAt(15), state.hasHeat]).toEqual([0, false]);
  });
});
