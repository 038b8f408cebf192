// Tests how the page describes an array in memory: contiguous runs, offsets and padding for a layout.
import { expect, test } from 'vitest';
import { bytesText, parseLayout, parseShape, memoryFacts } from '../../web/src/views/layout_memory.ts';

test('the most minor dimension larger than 1 is contiguous', () => {
  const rows = memoryFacts(parseLayout('{1,0}', [64, 256], 4));
  expect(rows).toMatchObject({ contiguous: 1, run: 256 });
  expect([rows.offsetOf([1, 0]), rows.offsetOf([0, 1])]).toEqual([256, 1]);
  const columns = memoryFacts(parseLayout('{0,1}', [64, 256], 4));
  expect(columns).toMatchObject({ contiguous: 0, run: 64 });
  expect([columns.offsetOf([1, 0]), columns.offsetOf([0, 1])]).toEqual([1, 64]);
  const unit = memoryFacts(parseLayout('{2,0,1}', [5, 7, 1], 4));
  expect(unit).toMatchObject({ contiguous: 0, run: 5 });
  expect(unit.offsetOf([0, 1, 0])).toBe(5);
  expect(memoryFacts(parseLayout('{}', [], 4))).toMatchObject({ contiguous: null, run: 1, elements: 1 });
});

test('tiles pad the most minor dimensions', () => {
  const laid = parseShape('bf16[10,200]{1,0:T(8,128)(2,1)}', 10 * 200 * 2)!;
  expect(laid).toMatchObject({ dimensions: [10, 200], order: [1, 0], elementBytes: 2 });
  expect(laid.tiles).toEqual([
    [8, 128],
    [2, 1],
  ]);
  expect(memoryFacts(laid)).toMatchObject({ elements: 2000, paddedElements: 16 * 256 });
  expect(memoryFacts(parseShape('f32[16,256]{1,0:T(8,128)}', 16 * 256 * 4)!).paddedElements).toBe(16 * 256);
});

test('contiguous runs and offsets follow the tiles', () => {
  const floats = memoryFacts(parseShape('f32[2048,512]{1,0:T(8,128)}', 2048 * 512 * 4)!);
  expect(floats).toMatchObject({ contiguous: 1, run: 128, paddedElements: 2048 * 512 });
  // Expected offsets of four elements: the last of the first row of a tile, the first of the second row, the first of
  // the next tile to the right, and the first of the next row of tiles.
  expect(
    [
      [0, 127],
      [1, 0],
      [0, 128],
      [8, 0],
    ].map(floats.offsetOf),
  ).toEqual([127, 128, 1024, 4096]);
  // Tiles of 2 × 1 within tiles of 8 × 128 store pairs of rows. So only two elements are expected to be adjacent along
  // a dimension.
  const pairs = memoryFacts(parseShape('bf16[2048,512]{1,0:T(8,128)(2,1)}', 2048 * 512 * 2)!);
  expect(pairs).toMatchObject({ contiguous: 0, run: 2 });
  expect(
    [
      [1, 0],
      [0, 1],
      [1, 1],
      [2, 0],
      [0, 128],
    ].map(pairs.offsetOf),
  ).toEqual([1, 2, 3, 256, 1024]);
  // A vector of 1000 elements in tiles of 256 is padded to 1024. In a [10, 1] array in tiles of 8 × 128, each row is
  // padded, so no two elements are adjacent.
  expect(memoryFacts(parseLayout('{0:T(256)}', [1000], 4))).toMatchObject({ run: 1000, paddedElements: 1024 });
  expect(memoryFacts(parseLayout('{1,0:T(8,128)}', [10, 1], 4))).toMatchObject({ contiguous: null, run: 1 });
});

test('a layout of a configuration has the tiles of the shape in the program', () => {
  const shape = 'f32[64,256]{1,0:T(8,128)}';
  expect(memoryFacts(parseLayout('{0,1}', [64, 256], 4, shape))).toMatchObject({
    contiguous: 0,
    paddedElements: 128 * 256,
  });
  expect(parseLayout('{0,1}', [64, 256], 4, 'f32[64,256]{1,0}').tiles).toEqual([]);
});

test('an asterisk in a tile joins two dimensions', () => {
  const facts = memoryFacts(parseLayout('{2,1,0:T(*,4,2)}', [3, 4, 6], 4));
  expect(facts.paddedElements).toBe(12 * 6);
  expect(
    [
      [0, 0, 1],
      [0, 1, 0],
      [1, 0, 0],
    ].map(facts.offsetOf),
  ).toEqual([1, 2, 24]);
});

test('dimensions missing from a layout are the most major ones', () => {
  expect(parseLayout('{3,0}', [2, 3, 4, 5], 4).order).toEqual([3, 0, 2, 1]);
});

test('a tuple has no layout', () => {
  expect(parseShape('(f32[2]{0}, s32[])', 12)).toBeNull();
  expect(parseShape('f32[2]{0}', null)).toBeNull();
});

test('byte sizes use binary units', () => {
  expect([4, 1023, 1024, 65536, 3 * 1024 * 1024].map(bytesText)).toEqual([
    '4 bytes',
    '1,023 bytes',
    '1 KiB',
    '64 KiB',
    '3 MiB',
  ]);
});
