// Tests the division of a ranking into bands of ranks whose scores are too close to call.
import { expect, test } from 'vitest';
import { confidenceText, bandOf, bandsOf } from '../../web/src/views/confidence.ts';

const confidence = { pairs: [], separable: 1, similarity: null };

test('a band contains the scores that are too close to its first score to call', () => {
  const bands = bandsOf(Float32Array.from([-3, -2.5, -2.25, -2, -1.5, 5]), confidence);
  expect(bands).toEqual([
    { first: 1, last: 3 },
    { first: 4, last: 5 },
    { first: 6, last: 6 },
  ]);
  expect(bandOf(bands, 5)).toEqual({ band: { first: 4, last: 5 }, number: 1 });
  expect(bandOf(bands, 7)).toBeNull();
});

test('there are no bands without calibration', () => {
  expect(bandsOf(Float32Array.from([1, 2]), null)).toEqual([]);
  expect(bandsOf(new Float32Array(), confidence)).toEqual([]);
  expect(bandOf([], 1)).toBeNull();
});

test('the configuration with the lower score is called faster', () => {
  expect(confidenceText('A', 'B', -0.5, 0.88)).toBe('A is faster than B (88 % confidence).');
  expect(confidenceText('A', 'B', 0.5, 0.88)).toBe('B is faster than A (88 % confidence).');
  expect(confidenceText('A', 'B', 0, 0.5)).toContain('no difference between A and B');
});
