// Tests the positions of array elements in memory and the simulated cache of lesson 2.
import { expect, test } from 'vitest';
import { cacheStates, positionOf, stridesOf, visits } from '../../web/src/learn/lesson2/memory.ts';

const rows = { rows: 3, columns: 5, layout: '{1,0}' } as const;
const columns = { ...rows, layout: '{0,1}' } as const;

test('the layout decides the strides', () => {
  expect(stridesOf(rows)).toEqual({ row: 5, column: 1 });
  expect(stridesOf(columns)).toEqual({ row: 1, column: 3 });
  expect(positionOf(rows, 2, 4)).toBe(14);
  expect(positionOf(columns, 2, 0)).toBe(2);
});

test('a walk visits every position once, in order along the layout', () => {
  expect(visits(rows, 'rows')).toEqual(Array.from({ length: 15 }, (_, i) => i));
  expect(visits(columns, 'columns')).toEqual(Array.from({ length: 15 }, (_, i) => i));
  expect(visits(rows, 'columns').slice(0, 4)).toEqual([0, 5, 10, 1]);
});

test('the cache drops the line that was used least recently', () => {
  const states = cacheStates([0, 16, 0, 32, 16, 0], 16, 2);
  expect(states.map(({ loads }) => loads)).toEqual([1, 2, 2, 3, 4, 5]);
  expect(states[3]!.lines).toEqual([0, 2]);
});
