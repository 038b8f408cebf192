// Confidence in a ranking of layouts. Finds ranges of ranks whose scores are too close to call, the probability that
// one configuration is faster than another, and the similarity of the program to the training programs.
import type { Confidence } from '../../../wasm/engine';
import { count, h, percent } from '../dom';

/** A range of ranks whose scores are too close to call: `first` to `last`, inclusive, counted from 1. */
export interface Band {
  first: number;
  last: number;
}

/**
 * Divides scores, sorted ascending, into bands of ranks that are too close to call. A band begins at its lowest score
 * and ends before the first score that is larger by `confidence.separable`, the score difference at which the model
 * orders 90 % of pairs correctly. Empty if `confidence` is null.
 */
export function bandsOf(scores: Float32Array, confidence: Confidence | null): Band[] {
  if (!confidence || !scores.length) return [];
  const bands: Band[] = [];
  let first = 0;
  for (let i = 1; i <= scores.length; ++i) {
    if (i < scores.length && scores[i]! - scores[first]! < confidence.separable) continue;
    bands.push({ first: first + 1, last: i });
    first = i;
  }
  return bands;
}

/**
 * Finds the band (range of ranks too close to call) that contains `rank`. `number`: index of this band in `bands`.
 * Returns null if no band contains the rank.
 */
export function bandOf(bands: Band[], rank: number): { band: Band; number: number } | null {
  let [low, high] = [0, bands.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const band = bands[middle]!;
    if (rank < band.first) high = middle - 1;
    else if (rank > band.last) low = middle + 1;
    else return { band, number: middle };
  }
  return null;
}

export function aboutBand({ first, last }: Band): string {
  return first === last
    ? `Rank ${count(first)} is clearly separated from its neighbours (90 % confidence).`
    : `Ranks ${count(first)} to ${count(last)} are a tie (90 % confidence).`;
}

/**
 * Returns a sentence such as "A is faster than B (88 % confidence)". `score`: score of A minus score of B; a lower
 * score is faster.
 */
export function confidenceText(a: string, b: string, score: number, pairConfidence: number): string {
  if (score === 0) return `The model predicts no difference between ${a} and ${b}: they have the same score.`;
  const [faster, slower] = score < 0 ? [a, b] : [b, a];
  return `${faster} is faster than ${slower} (${percent(pairConfidence, 0)} confidence).`;
}

/**
 * Creates a line of text that says how many configurations are too close to the best to call, and how similar the
 * program is to the training programs. Returns null if `confidence` is null, because the ranking is unfinished or the
 * model has no calibration.
 */
export function confidenceLine(confidence: Confidence | null, bands: Band[]): Node | null {
  if (!confidence) return null;
  const [best] = bands;
  const { similarity } = confidence;
  const similar =
    similarity &&
    h(
      'details.note',
      h('summary', 'Most similar training programs'),
      h('ul', ...similarity.nearest.map(({ name }) => h('li', name))),
    );
  return h(
    'div',
    { class: similarity && similarity.pairAccuracy === null ? 'confidence unlike' : 'confidence' },
    best && best.last > 1 ? h('span', `${aboutBand(best)} `) : null,
    similarity === null
      ? null
      : similarity.pairAccuracy === null
        ? h(
            'span',
            h('strong', 'No training program is similar to this program'),
            ': expect a less accurate order than the model card says.',
            similar,
          )
        : h(
            'span',
            {
              title: `Held-out programs with this similarity to the training programs: ${percent(similarity.pairAccuracy, 0)} of the pairs more than 2 % apart in run time were ordered correctly. Higher is better`,
            },
            `${percent(similarity.pairAccuracy, 0)} of pairs in order on held-out programs as similar as this one.`,
            similar,
          ),
  );
}
