// A ranking as lesson 6 shows it. It is of the open program, or of a stored program on which the model was not trained.
import { selection } from '../../selection';
import { closeToFirst } from '../../views/confidence';
import cases from './cases.json';

/** How similar the ranked program is to the training programs. */
export interface Similarity {
  /**
   * Fraction of correctly ordered pairs on held-out programs of the same similarity. Null if the program is unlike all
   * training programs.
   */
  pairAccuracy: number | null;
  nearest: { name: string; distance: number }[];
}

export interface Result {
  name: string;
  /** Score of each configuration in ascending order. A lower score is faster. Shape: [configurations]. */
  scores: number[];
  /** Run time of each configuration in milliseconds; NaN if not measured. Shape: [configurations]. */
  times: number[];
  /** Run time in milliseconds with the layouts that the compiler chooses itself; null if not measured. */
  compilerTime: number | null;
  /**
   * Calibration curve of the model. Each entry is [score difference, fraction of pairs with this score difference that
   * are ordered correctly], in ascending order. Empty if the model has no calibration.
   */
  pairs: readonly (readonly number[])[];
  /** Smallest score difference at which 90 % of the pairs are ordered correctly. */
  separable: number;
  similarity: Similarity | null;
  /** The verdict on the open program that the page shows; null for stored programs. */
  verdict: string | null;
}

type Case = (typeof cases)['example'];

const resultOf = ({ name, scores, times, compilerTime, similarity }: Case): Result => ({
  name,
  scores,
  times: times.map((time) => time / 1000),
  compilerTime: compilerTime / 1000,
  pairs: cases.pairs,
  separable: cases.separable,
  similarity,
  verdict: null,
});

export const kExample = resultOf(cases.example);
export const kCases = cases.cases.map(resultOf);

/** Number of programs on which the model that made the stored rankings was trained. */
export const kTrained = { programs: cases.programs };

/** Returns the finished ranking of the open program, or null if there is none. Reads signals. */
export function ownResult(): Result | null {
  const program = selection.signal('program').value;
  const ranked = selection.signal('ranked').value;
  if (!program || !ranked || ranked.status.scored < ranked.status.total) return null;
  const { view, status } = ranked;
  const rows = [...view.scores.keys()].sort((a, b) => view.scores[a]! - view.scores[b]!);
  if (rows.length < 2) return null;
  const { verdict, confidence } = status;
  return {
    name: program.inspection.name || program.inspection.file,
    scores: rows.map((row) => view.scores[row]!),
    times: rows.map((row) => (view.times[row] ?? NaN) * 1000),
    compilerTime: verdict?.against === 'compilerDefault' && verdict.time !== null ? verdict.time * 1000 : null,
    pairs: confidence?.pairs ?? [],
    separable: confidence?.separable ?? 0,
    similarity: confidence?.similarity ?? null,
    verdict: verdict?.text ?? null,
  };
}

/**
 * Returns the number of configurations whose scores are too close to the best to call; null if the model has no
 * calibration.
 */
export function firstBand({ scores, pairs, separable }: Result): number | null {
  if (!pairs.length) return null;
  return closeToFirst(Float32Array.from(scores), { separable }) || null;
}

/**
 * Returns the probability, from 0.5 to 1, that of two configurations with this score difference the one with the lower
 * score is faster. Interpolates the calibration curve as shared/model/confidence.cpp does.
 */
export function pairConfidence(pairs: Result['pairs'], difference: number): number {
  let [x, y] = [0, 0.5];
  for (const [nextX, nextY] of pairs as [number, number][]) {
    if (difference < nextX) return y + ((difference - x) / (nextX - x)) * (nextY - y);
    [x, y] = [nextX, nextY];
  }
  return y;
}

export const isMeasured = ({ times }: Result): boolean => times.filter((time) => time > 0).length > 1;

/**
 * Returns a fraction for each k from 1: by how much the fastest of the first k configurations is slower than the
 * fastest of all.
 */
export function slowdowns({ times }: Result): number[] {
  const best = Math.min(...times.filter((time) => time > 0));
  let least = Infinity;
  return times.map((time) => (least = time > 0 ? Math.min(least, time) : least) / best - 1);
}

/**
 * Returns the smallest k for which the fastest of the first k configurations is at most `most` (a fraction) slower than
 * the fastest of all.
 */
export const enough = (result: Result, most: number): number =>
  slowdowns(result).findIndex((each) => each <= most + 1e-9) + 1;
