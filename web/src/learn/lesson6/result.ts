// A ranking as lesson 6 shows it: of the open program, or of a stored program that the model had not seen.
import { selection } from '../../selection';
import { bandsOf } from '../../views/confidence';
import cases from './cases.json';

/** Programs that are similar to the ranked one, nearest first. */
export interface Similarity {
  /** Fraction of pairs in order on held-out programs of this similarity; null: the program is unlike all others. */
  pairAccuracy: number | null;
  nearest: { name: string; distance: number }[];
}

export interface Result {
  name: string;
  /** [configurations] ascending: lower is faster. */
  scores: number[];
  /** [configurations] milliseconds, NaN if not measured. */
  times: number[];
  /** Milliseconds of the compiler default; null if not measured. */
  compilerTime: number | null;
  /** Score difference and fraction of such pairs in order, ascending; empty: the model has no calibration. */
  pairs: readonly (readonly number[])[];
  /** Least score difference at which 90 % of the pairs are in order. */
  separable: number;
  similarity: Similarity | null;
  /** The verdict of the page; null for stored programs. */
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

/** Number of programs that the model of the stored rankings was trained on. */
export const kTrained = { programs: cases.programs };

/** The finished ranking of the open program, the rows of its table; null: there is none. Reads signals. */
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

/** Number of configurations that are too close to the first to call; null if the model has no calibration. */
export function firstBand({ scores, pairs, separable }: Result): number | null {
  if (!pairs.length) return null;
  const [first] = bandsOf(Float32Array.from(scores), { pairs: [], separable, similarity: null });
  return first?.last ?? null;
}

/**
 * Fraction of pairs in which the configuration with the lower score is faster, 0.5 to 1: interpolates the calibration
 * as shared/model/confidence.cpp does.
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

/** For each k from 1: how much longer the fastest of the first k takes than the fastest of all, as a fraction. */
export function slowdowns({ times }: Result): number[] {
  const best = Math.min(...times.filter((time) => time > 0));
  let least = Infinity;
  return times.map((time) => (least = time > 0 ? Math.min(least, time) : least) / best - 1);
}

/** Least k with which the slowdown is at most `most`. */
export const enough = (result: Result, most: number): number =>
  slowdowns(result).findIndex((each) => each <= most + 1e-9) + 1;
