// Tests that the text of lesson 2 describes the copies in its measured example correctly.
import { expect, test } from 'vitest';
import { kExample, kPair } from '../../web/src/learn/lesson2/programs.ts';
import { de } from '../../web/src/learn/messages/lesson2.de.ts';
import { en } from '../../web/src/learn/messages/lesson2.en.ts';
import { loadEngine, measured } from './core.ts';

/** Returns the stride of each dimension in bytes. */
function stridesOf(sizes: number[], layout: string): number[] {
  const strides: number[] = [];
  let bytes = 4;
  for (const dimension of layout.match(/\d+/g)!.map(Number)) {
    strides[dimension] = bytes;
    bytes *= sizes[dimension]!;
  }
  return strides;
}

test('the old copy stays within blocks, the new one takes neighbours apart', async () => {
  const engine = await loadEngine();
  engine.open(measured(kExample), 1);
  const { shapes, names } = engine.instructions();
  const reshape = names.indexOf('reshape');
  const [old, forced] = kPair.map((index) =>
    engine.propagation(engine.choice(index)).copies.filter(({ consumer }) => consumer === reshape),
  );
  expect([old!.length, forced!.length]).toEqual([1, 2]);
  const sizes = /\[(.*?)\]/.exec(shapes[old![0]!.instruction]!)![1]!.split(',').map(Number);
  const [from, to] = [stridesOf(sizes, old![0]!.from), stridesOf(sizes, old![0]!.to)];
  const moved = sizes.flatMap((size, dimension) => (from[dimension] === to[dimension] ? [] : [size]));
  const block = 4 * moved.reduce((product, size) => product * size, 1);
  // The copied block is expected to be as large as the smallest stride among the dimensions that the copy does not
  // move.
  expect(Math.min(...from.filter((stride, i) => stride === to[i]))).toBe(block);
  const first = forced!.find((copy) => copy.from === old![0]!.from)!;
  const fastest = stridesOf(sizes, first.from).indexOf(4);
  const apart = Math.round(stridesOf(sizes, first.to)[fastest]! / 1000);
  expect(en.slowerRight).toContain(`${block} bytes`);
  expect(en.slowerRight).toContain(`${apart} kB`);
  expect(de.slowerRight).toContain(`${block} Byte`);
  expect(de.slowerRight).toContain(`${apart} kB`);
});
