// How far to trust a ranking: bands of ranks that cannot be told apart, how sure the model is of two configurations, and whether
// it has seen programs like this one.
import type { Confidence } from '../../../wasm/engine';
import { count, h, percent } from '../dom';

/** Ranks from `first` to `last`, whose scores are too close to be told apart. */
export interface Band {
  first: number;
  last: number;
}

/** The bands of these scores, ascending: each reaches from its first score as far as `separable`. */
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

/** The band of a rank, and its number. */
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
    ? `Rank ${count(first)} can be told from those around it.`
    : `Ranks ${count(first)} to ${count(last)} cannot be told apart.`;
}

/** "A is faster than B: 88 % sure." `score`: A less B. */
export function confidenceText(a: string, b: string, score: number, pairConfidence: number): string {
  if (score === 0) return `The model cannot tell ${a} from ${b}: they score the same.`;
  const [faster, slower] = score < 0 ? [a, b] : [b, a];
  return `${faster} is faster than ${slower}: ${percent(pairConfidence, 0)} sure.`;
}

/** Bands and likeness, in one or two sentences; null where the model says nothing. */
export function confidenceLine(confidence: Confidence | null, bands: Band[]): Node | null {
  if (!confidence) return null;
  const [best] = bands;
  const { similarity } = confidence;
  const nearest = similarity?.nearest.map(({ name }) => name).join(', ');
  return h(
    'p',
    { class: similarity && similarity.pairAccuracy === null ? 'confidence unlike' : 'confidence' },
    best && best.last > 1 ? h('span', {}, `${aboutBand(best)} `) : null,
    similarity === null
      ? null
      : similarity.pairAccuracy === null
        ? h(
            'span',
            {},
            h('strong', {}, 'Nothing like this program was in training'),
            `: trust the order less than the model’s figures. Nearest: ${nearest}.`,
          )
        : h(
            'span',
            {
              title: `Of programs this far from everything in training, ${percent(similarity.pairAccuracy, 0)} of the pairs more than 2 % apart were put in order`,
            },
            `Most like, of the programs in training: ${nearest}. Of programs this near, ${percent(similarity.pairAccuracy, 0)} of clear pairs were in order.`,
          ),
  );
}
