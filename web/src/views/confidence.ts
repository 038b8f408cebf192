// Confidence in a ranking of layouts. Finds the configurations that are too close to the first to call, the probability
// that one configuration is faster than another, and the similarity of the program to the training programs.
import type { Confidence, Configuration } from '../../../wasm/engine';
import { count, duration, h, percent } from '../dom';

// A measured time counts as less only if it is more than 2 % less, and a prediction is stated only if its probability
// is at least 2/3. The verdict has the same limits (shared/session/verdict.cpp).
const kTimeNoise = 0.02;
const kProbable = 2 / 3;

/**
 * Returns how many of the first configurations are too close to the first to call: the first is faster than each of
 * them with a probability below 90 %. `scores` are sorted ascending. Counts the first too, so that 1 means that it is
 * separated from all others. Returns 0 without calibration.
 */
export function closeToFirst(scores: Float32Array, confidence: Pick<Confidence, 'separable'> | null): number {
  if (!confidence || !scores.length) return 0;
  const end = scores.findIndex((score, i) => i > 0 && score - scores[0]! >= confidence.separable);
  return end < 0 ? scores.length : end;
}

/** Says how sure it is that the first configuration is the fastest. `close`: result of `closeToFirst`. */
export function aboutFirst(close: number): string {
  return close === 1
    ? 'The first is faster than each of the others with a probability of at least 90 %.'
    : `The first ${count(close)} are too close to call: none of them is slower than the very first with 90 % probability.`;
}

/** Says how sure it is that the first configuration is faster than the one with this rank. Empty without calibration. */
export function aboutRank(rank: number, close: number): string {
  if (close === 0) return '';
  if (rank === 1 || close === 1) return aboutFirst(close);
  return rank <= close
    ? 'Too close to the first to call: the probability that the first is faster is below 90 %.'
    : 'The first is faster with a probability of at least 90 %.';
}

/** Whether a prediction with this probability is stated. Otherwise the page says that it cannot tell. */
export const isProbable = (probability: number): boolean => probability >= kProbable;

/**
 * Says which of two configurations is faster. Compares their run times if both were measured, otherwise their scores.
 * `score`: score of A minus score of B; a lower score is faster. Without calibration (`pairConfidence` is null),
 * returns null for scores.
 */
export function fasterText(
  [a, b]: [string, string],
  { score, pairConfidence }: { score: number; pairConfidence: number | null },
  [timeA, timeB]: (Configuration['time'] | null)[] = [],
): string | null {
  if (typeof timeA === 'number' && typeof timeB === 'number') {
    const [faster, slower] = timeA < timeB ? [a, b] : [b, a];
    const [less, more] = timeA < timeB ? [timeA, timeB] : [timeB, timeA];
    const times = `measured ${duration(less)} against ${duration(more)}`;
    return 1 - less / more > kTimeNoise
      ? `${faster} takes ${percent(1 - less / more)} less time than ${slower} (${times}).`
      : `Cannot tell which is faster: ${a} and ${b} differ by less than the noise of ${percent(kTimeNoise, 0)} (${times}).`;
  }
  if (pairConfidence === null) return null;
  if (score === 0) return `The model predicts no difference between ${a} and ${b}: they have the same score.`;
  const [faster, slower] = score < 0 ? [a, b] : [b, a];
  const odds = `probability ${pairConfidence.toFixed(2)}`;
  return isProbable(pairConfidence)
    ? `${faster} is predicted faster than ${slower} (${odds}).`
    : `Cannot tell which is faster: ${faster} scores lower than ${slower} (${odds}).`;
}

/**
 * Creates a line of text that says how many configurations are too close to the best to call, and how similar the
 * program is to the training programs. Returns null if `confidence` is null, because the ranking is unfinished or the
 * model has no calibration.
 */
export function confidenceLine(confidence: Confidence | null, close: number): Node | null {
  if (!confidence) return null;
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
    close > 1 ? h('span', `${aboutFirst(close)} `) : null,
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
            `${percent(similarity.pairAccuracy, 0)} of pairs more than 2 % apart in order on held-out programs as similar as this one.`,
            similar,
          ),
  );
}
