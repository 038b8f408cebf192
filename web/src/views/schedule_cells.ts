// Cells of the ranking table that show schedules of Halide and TVM.
import type { Configuration, View } from '../../../wasm/engine';
import { amount, count, duration, h } from '../dom';
import { shareText } from '../window/figures';

const kSegments = 8; // number of stages with their own segment in a bar; the others share one
/** The longest bar is this many times as long as that of the fastest schedule. Longer ones are cut off, with a mark. */
export const kLongest = 3;

/** Lowest and highest score in a table of schedules: the ends of the bars of stage times. */
export interface Range {
  lowest: number;
  highest: number;
}

/** Returns the predicted run time in seconds. `score`: natural logarithm of the run time in milliseconds. */
export const secondsOf = (score: number): number => Math.exp(score) / 1000;

/**
 * Creates a bar for a schedule. Its length is proportional to the predicted time, but cut off at `kLongest` times the
 * fastest, because the slowest schedules can take a hundred times as long. Its segments are the stages that take the
 * largest fractions of the time.
 */
export function timeBar({ score, schedule }: Configuration, { lowest, highest }: Range): HTMLElement {
  const ratio = Math.exp(score - lowest); // predicted time divided by the fastest
  const longest = Math.min(kLongest, Math.max(1, Math.exp(highest - lowest)));
  const isCut = ratio > longest * 1.001;
  const length = isCut ? 1 : ratio / longest;
  const shares = schedule!.shares.toSorted((a, b) => b - a);
  const rest = Math.max(0, 1 - shares.slice(0, kSegments).reduce((sum, share) => sum + share, 0));
  const segments = shares.length ? [...shares.slice(0, kSegments), rest] : [1];
  let at = 0;
  const text = shares.length ? `; largest shares of stages: ${shares.slice(0, 3).map(shareText).join(', ')}` : '';
  const times = ratio < 9.95 ? ratio.toFixed(1) : count(Math.round(ratio));
  return h(
    'div.bar',
    {
      role: 'img',
      'aria-label': `${duration(secondsOf(score), 3)} predicted`,
      title: `${times} times the fastest${isCut ? ', more than the bar shows' : ''}${text}`,
    },
    ...segments.map((share, i) => {
      const segment = h('i', { class: `stage-time stage-${i % 2}` });
      segment.style.left = `${at * length * 100}%`;
      segment.style.width = `${share * length * 100}%`;
      at += share;
      return segment;
    }),
    isCut ? h('span.bar-times', { 'aria-hidden': 'true' }, `${times}× ▸`) : '',
  );
}

/**
 * Returns the relative difference of the predicted time from the measured time, such as "−12 %". Returns "" without a
 * measured time.
 */
export function errorText(score: number, time: number | undefined): string {
  if (time === undefined || !(time > 0)) return '';
  const error = secondsOf(score) / time - 1;
  const sign = error < 0 ? '−' : '+';
  return Math.abs(error) >= 9.995 ? `${(error + 1).toFixed(0)} ×` : `${sign}${(Math.abs(error) * 100).toFixed(0)} %`;
}

/**
 * Creates the cells of row i that exist only in tables of schedules: bar, name of the schedule, predicted time, cost by
 * Halide's own model, and error of the prediction.
 */
export function scheduleCells(view: View, i: number, configuration: Configuration | undefined, range: Range) {
  const score = view.scores[i]!;
  const cost = view.halide?.[i];
  return {
    bar: configuration?.schedule ? timeBar(configuration, range) : '',
    schedule: configuration?.schedule?.id ?? '…',
    predicted: duration(secondsOf(score), 3),
    halide: cost === undefined ? '' : amount(cost, 3),
    error: errorText(score, view.times[i]),
  };
}
