// Describes the layouts that the compiler chooses on its own, with which the verdict compares the configurations.
import type { Inspection, RankReport } from '../../wasm/engine';
import { amount, count, duration } from './dom';
import type { Status } from './protocol';

/** Returns the time and the score of the compiler's own layouts in a report of a finished ranking. */
export const compilerDefaultOf = ({ compilerDefault, compilerScore }: RankReport): Status['compilerDefault'] => ({
  time: compilerDefault?.time ?? null,
  score: compilerScore ?? null,
});

/** The line about the compiler's own layouts. `title`: tooltip. */
export interface CompilerLine {
  name: string;
  value: string;
  /** How it compares with the configurations; empty if unknown. */
  place: string;
  title: string;
}

const kCaveat =
  'The layouts that the simulated compiler chooses if none are set. Scores order the configurations of a program. They do not ' +
  'predict whether one is faster than the compiler’s own choice: on held-out programs the published model was right no more often ' +
  'than by chance. Measure with hlorank tune.';
const kMeasured = 'The layouts that the compiler chooses if none are set, measured like the configurations';
const kOptimised = 'The file is the output of the compiler, so its layouts are those that the compiler chose';

/**
 * Returns how many rows of the ranking have a lower value than `value`, and how many there are. A row is all
 * configurations that compile to the same program. Null if the ranking lists only some of its `total` configurations.
 */
function placeOf(
  value: number,
  values: Float32Array | Float64Array,
  copies: Uint32Array,
  total: number,
): { lower: number; all: number } | null {
  let [lower, all, listed] = [0, 0, 0];
  values.forEach((one, i) => {
    if (Number.isNaN(one)) return;
    listed += copies[i]!;
    ++all;
    if (one < value) ++lower;
  });
  return all > 0 && listed >= total ? { lower, all } : null;
}

/** `words`: what a lower and a higher value mean, such as "measured faster" and "measured slower". */
function placeText(place: { lower: number; all: number } | null, words: [lower: string, higher: string]): string {
  if (!place) return '';
  const { lower, all } = place;
  if (lower === all) return `${words[1]} than all ${count(all)} configurations`;
  return `${words[0]} than ${lower ? `${count(all - lower)} of ${count(all)}` : `all ${count(all)}`} configurations`;
}

const isOptimised = (inspection: Inspection | null): boolean =>
  inspection?.notices.some(({ kind }) => kind === 'optimised') ?? false;

/**
 * Returns the score of the layouts that the simulated compiler chooses if none are set. Null if it is unknown, or if the
 * file has the layouts that the compiler chose.
 */
export const simulatedScore = ({ compilerDefault }: Status, inspection: Inspection): number | null =>
  isOptimised(inspection) ? null : (compilerDefault?.score ?? null);

/** Returns the line about the compiler's own layouts. Null if neither their time nor their score is known. */
export function compilerLine(status: Status, inspection: Inspection | null): CompilerLine | null {
  const { compilerDefault, top } = status;
  if (!compilerDefault) return null;
  const { time, score } = compilerDefault;
  const total = status.total - (inspection?.configurations.leftToCompiler ?? 1);
  if (time !== null)
    return {
      name: 'Compiler’s own choice',
      value: duration(time, 4),
      place: placeText(placeOf(time, top.times, top.copies, total), ['measured faster', 'measured slower']),
      title: kMeasured,
    };
  if (isOptimised(inspection))
    return { name: 'Compiler’s own choice', value: 'layouts as in the file', place: '', title: kOptimised };
  if (score === null) return null;
  return {
    name: 'Compiler’s own choice (simulated)',
    value: `score ${amount(score, 3)}`,
    place: placeText(placeOf(score, top.scores, top.copies, total), ['lower score', 'higher score']),
    title: kCaveat,
  };
}
