// Tests the terms of a search query that compare what instructions cost with a number.
import { describe, expect, test } from 'vitest';
import type { Costs } from '../../wasm/engine.ts';
import { findCosting, splitQuery } from '../../web/src/window/quantities.ts';

// Costs of the instructions 3 and 1 of four instructions.
const costs = {
  instructions: Uint32Array.of(3, 1),
  seconds: Float64Array.of(3e-3, 1e-3),
  share: Float64Array.of(0.75, 0.25),
  flops: Float64Array.of(0, 2e9),
  bytes: Float64Array.of(3 * 2 ** 20, 1000),
  trips: Float64Array.of(8, 1),
  isMeasured: false,
  measured: Float64Array.of(0, 5e-3),
  measuredShare: Float64Array.of(0, 1),
} as unknown as Costs;

const program = { instructions: 4, hasModule: true, hasSchedules: false };
const find = async (query: string, of: Costs | null = costs, words: number[] = [0, 1, 2]) =>
  findCosting(query, async () => ({ hits: Uint32Array.from(words), problem: '' }), { ...program, costs: of });
const hits = async (query: string, of?: Costs) => [...(await find(query, of)).hits];

describe('a comparison', () => {
  test.each([
    ['share>30%', [3]],
    ['share>=25', [1, 3]],
    ['time<=1ms', [0, 1, 2]],
    ['TIME>0.5MS', [1, 3]],
    ['flops>1.5G', [1]],
    ['flops>1500MFLOP', [1]],
    ['bytes>=3MiB', [3]],
    ['bytes>3e6', [3]],
    ['trips=8', [3]],
    ['-share<1%', [1, 3]],
    ['share>1% trips>1', [3]],
    ['dot share>1%', [1]],
  ])('%s', async (query, wanted) => {
    expect(await hits(query)).toEqual(wanted);
  });

  test('uses measured times if there are some', async () => {
    expect(await hits('time>1ms', { ...costs, isMeasured: true })).toEqual([1]);
  });

  test.each(['share>', 'share>x', 'time>1', 'bytes>1ms', 'flops>-1', 'flops>1constructor'])(
    'without a valid number: %s',
    async (query) => {
      const { hits: none, problem } = await find(query);
      expect([none.length, problem]).toEqual([0, expect.stringContaining(`“${query}”: expected a number, as in `)]);
    },
  );

  test('needs costs', async () => {
    expect((await find('share>1%', null)).problem).toBe('the costs are not known yet');
  });

  test.each([
    ['share>1%', { hasModule: false }, 'this file has no HLO, so the costs of its instructions are not known'],
    ['share>1%', { hasModule: false, hasSchedules: true }, ''],
    ['flops>1', { hasModule: false, hasSchedules: true }, 'the flops of stages are not known; compare share or time'],
  ])('says what the program lacks: %s, %o', async (query, kind, wanted) => {
    const none = async () => ({ hits: new Uint32Array(), problem: '' });
    expect((await findCosting(query, none, { ...program, ...kind, costs })).problem).toBe(wanted);
  });
});

test.each([
  ['intensity>3', 'no quantity “intensity”; quantities: share, time, flops, bytes, trips'],
  ['share>1% -Foo<=.5', 'no quantity “foo”; quantities: share, time, flops, bytes, trips'],
  ['a->b', ''],
])('an unknown quantity is a problem if nothing is found: %s', async (query, wanted) => {
  expect((await find(query, costs, [])).problem).toBe(wanted);
  expect((await find(query, costs, [1])).problem).toBe('');
});

test('other terms are left to the search for words', () => {
  expect(splitQuery('op:dot -share<1% "a b" x>1')).toMatchObject({ words: 'op:dot "a b" x>1', problem: '' });
});
