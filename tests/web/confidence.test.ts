// Tests the statements on which configurations are too close to call, and on which of two is faster.
import { expect, test } from 'vitest';
import { aboutRank, closeToFirst, fasterText } from '../../web/src/views/confidence.ts';

const confidence = { separable: 1 };

test('configurations that score too close to the first are counted', () => {
  expect(closeToFirst(Float32Array.from([-3, -2.5, -2.25, -2, -1.5, 5]), confidence)).toBe(3);
  expect(closeToFirst(Float32Array.from([-3, -2, -1.9]), confidence)).toBe(1);
  expect(closeToFirst(Float32Array.from([-3, -2.9]), confidence)).toBe(2);
  expect(closeToFirst(Float32Array.from([1, 2]), null)).toBe(0);
  expect(closeToFirst(new Float32Array(), confidence)).toBe(0);
});

test('every statement about a rank compares it with the first', () => {
  expect(aboutRank(2, 3)).toContain('Too close to the first to call');
  expect(aboutRank(4, 3)).toBe('The first is faster with a probability of at least 90 %.');
  expect(aboutRank(1, 3)).toContain('The first 3 are too close to call');
  expect(aboutRank(4, 0)).toBe('');
});

test('a prediction names the configuration with the lower score, if it is probable', () => {
  const text = (score: number, pairConfidence: number | null) => fasterText(['A', 'B'], { score, pairConfidence });
  expect(text(-0.5, 0.88)).toBe('A is predicted faster than B (probability 0.88).');
  expect(text(0.5, 0.88)).toBe('B is predicted faster than A (probability 0.88).');
  expect(text(0.01, 0.5)).toBe('Cannot tell which is faster: B scores lower than A (probability 0.50).');
  expect(text(0, 0.5)).toContain('no difference between A and B');
  expect(text(0.5, null)).toBeNull();
});

test('measured times decide, unless they differ by less than their noise', () => {
  const text = (a: number, b: number) => fasterText(['A', 'B'], { score: -1, pairConfidence: 0.84 }, [a, b]);
  expect(text(1.641e-3, 1.533e-3)).toBe('B takes 6.6 % less time than A (measured 1.533 ms against 1.641 ms).');
  expect(text(1.641e-3, 1.63e-3)).toBe(
    'Cannot tell which is faster: A and B differ by less than the noise of 2 % (measured 1.630 ms against 1.641 ms).',
  );
  expect(fasterText(['A', 'B'], { score: -1, pairConfidence: 0.84 }, [1e-3, undefined])).toContain('predicted');
});
