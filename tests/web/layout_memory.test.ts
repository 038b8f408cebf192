// Tests of the memory facts of a layout.
import { expect, test } from 'vitest';
import { bytesText, parseLayout, parseShape, memoryFacts } from '../../web/src/views/layout_memory.ts';

test('the most minor dimension larger than 1 is contiguous', () => {
  expect(memoryFacts(parseLayout('{1,0}', [64, 256], 4))).toMatchObject({ contiguous: 1, run: 256, strides: [256, 1] });
  expect(memoryFacts(parseLayout('{0,1}', [64, 256], 4))).toMatchObject({ contiguous: 0, run: 64, strides: [1, 64] });
  expect(memoryFacts(parseLayout('{2,0,1}', [5, 7, 1], 4))).toMatchObject({
    contiguous: 0,
    run: 5,
    strides: [1, 5, 1],
  });
  expect(memoryFacts(parseLayout('{}', [], 4))).toMatchObject({ contiguous: null, run: 1, elements: 1 });
});

test('tiles pad the most minor dimensions', () => {
  const laid = parseShape('bf16[10,200]{1,0:T(8,128)(2,1)}', 10 * 200 * 2)!;
  expect(laid).toMatchObject({ dimensions: [10, 200], order: [1, 0], elementBytes: 2, tile: [8, 128] });
  expect(memoryFacts(laid)).toMatchObject({ elements: 2000, paddedElements: 16 * 256 });
  expect(memoryFacts(parseShape('f32[16,256]{1,0:T(8,128)}', 16 * 256 * 4)!).paddedElements).toBe(16 * 256);
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
