// Losses for learning to rank, and their gradients, as native/train/losses.h defines them: lower scores predict faster
// configurations. Scores and times have one entry per configuration.

export interface Loss {
  value: number;
  /** [configurations] derivative by each score. */
  gradient: number[];
}

/** Pairs of configurations by whether the scores order them as the times do. */
export interface PairCounts {
  concordant: number;
  discordant: number;
  /** Equal scores, different times. */
  tiedScores: number;
  /** Equal times, different scores. */
  tiedTimes: number;
}

/** Run times of two configurations that differ by less than this fraction are not ordered. */
export const kMargin = 0.02;

export function countPairs(scores: readonly number[], times: readonly number[]): PairCounts {
  const counts: PairCounts = { concordant: 0, discordant: 0, tiedScores: 0, tiedTimes: 0 };
  for (let i = 0; i < scores.length; ++i) {
    for (let j = 0; j < i; ++j) {
      const sign = Math.sign(scores[i]! - scores[j]!) * Math.sign(times[i]! - times[j]!);
      if (sign > 0) ++counts.concordant;
      else if (sign < 0) ++counts.discordant;
      else if (times[i] !== times[j]) ++counts.tiedScores;
      else if (scores[i] !== scores[j]) ++counts.tiedTimes;
    }
  }
  return counts;
}

/** Kendall's tau-b; NaN if all scores or all times are equal. */
export function kendallTau(scores: readonly number[], times: readonly number[]): number {
  const { concordant, discordant, tiedScores, tiedTimes } = countPairs(scores, times);
  const ordered = concordant + discordant;
  return (concordant - discordant) / Math.sqrt((ordered + tiedScores) * (ordered + tiedTimes));
}

/** Whether configuration i is slower than j by more than the margin. */
export const isSlower = (times: readonly number[], i: number, j: number, margin = kMargin): boolean =>
  times[i]! > (1 + margin) * times[j]!;

/** How much a pair, i slower than j, falls short of a difference of 1. */
export const shortfall = (scores: readonly number[], i: number, j: number): number =>
  Math.max(0, 1 - (scores[i]! - scores[j]!));

/** Pairwise hinge: mean shortfall of the pairs whose times differ by more than the margin. */
export function pairwiseHinge(scores: readonly number[], times: readonly number[], margin = kMargin): Loss {
  const gradient = scores.map(() => 0);
  let [value, pairs] = [0, 0];
  for (let i = 0; i < scores.length; ++i) {
    for (let j = 0; j < scores.length; ++j) {
      if (!isSlower(times, i, j, margin)) continue;
      ++pairs;
      const missing = shortfall(scores, i, j);
      if (missing <= 0) continue;
      value += missing;
      --gradient[i]!;
      ++gradient[j]!;
    }
  }
  const scale = 1 / Math.max(pairs, 1);
  return { value: value * scale, gradient: gradient.map((each) => each * scale) };
}

/** Configurations from the fastest to the slowest. */
export const orderOf = (times: readonly number[]): number[] =>
  times.map((_, i) => i).sort((a, b) => times[a]! - times[b]! || a - b);

/**
 * ListMLE: negative log likelihood of the order of the times, per configuration, if configurations are drawn one after
 * the other with probabilities in proportion to exp(−score). `chances`: [configurations] probability that each is drawn
 * when all faster ones are gone.
 */
export function listMle(scores: readonly number[], times: readonly number[]): Loss & { chances: number[] } {
  const order = orderOf(times);
  const n = order.length;
  const gradient = scores.map(() => 0);
  const chances = scores.map(() => 0);
  const least = Math.min(...scores); // for exponentials that do not overflow
  const weights = scores.map((score) => Math.exp(least - score));
  let value = 0;
  for (let k = 0; k < n; ++k) {
    const rest = order.slice(k);
    const sum = rest.reduce((total, i) => total + weights[i]!, 0);
    const first = order[k]!;
    chances[first] = weights[first]! / sum;
    value -= Math.log(chances[first]) / n;
    for (const i of rest) gradient[i]! -= weights[i]! / sum / n;
    gradient[first]! += 1 / n;
  }
  return { value, gradient, chances };
}

/** Mean squared error of the scores as predictions of `targets`. */
export function squaredError(scores: readonly number[], targets: readonly number[]): Loss {
  const n = scores.length;
  const errors = scores.map((score, i) => score - targets[i]!);
  return {
    value: errors.reduce((sum, error) => sum + error * error, 0) / n,
    gradient: errors.map((error) => (2 * error) / n),
  };
}
