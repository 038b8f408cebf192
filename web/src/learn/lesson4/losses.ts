// Losses for learning to rank and their gradients, defined as in native/train/losses.h. A lower score predicts a faster
// configuration. `scores` and `times` have one entry per configuration.

export interface Loss {
  value: number;
  /** Derivative of the loss with respect to each score. Shape: [configurations]. */
  gradient: number[];
}

/**
 * Numbers of pairs of configurations. A concordant pair has the same order by score as by run time; a discordant pair
 * has the opposite order.
 */
export interface PairCounts {
  concordant: number;
  discordant: number;
  /** Number of pairs with equal scores but different run times. */
  tiedScores: number;
  /** Number of pairs with equal run times but different scores. */
  tiedTimes: number;
}

/** Relative difference of two run times below which the two configurations count as equally fast. */
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

/** Returns Kendall's tau-b of scores and run times; NaN if all scores or all times are equal. */
export function kendallTau(scores: readonly number[], times: readonly number[]): number {
  const { concordant, discordant, tiedScores, tiedTimes } = countPairs(scores, times);
  const ordered = concordant + discordant;
  return (concordant - discordant) / Math.sqrt((ordered + tiedScores) * (ordered + tiedTimes));
}

/** Whether configuration i is slower than configuration j by more than the margin (a relative difference). */
export const isSlower = (times: readonly number[], i: number, j: number, margin = kMargin): boolean =>
  times[i]! > (1 + margin) * times[j]!;

/**
 * Returns by how much a pair misses the margin of the hinge loss: configuration i is slower than j, so its score should
 * be higher by at least 1.
 */
export const shortfall = (scores: readonly number[], i: number, j: number): number =>
  Math.max(0, 1 - (scores[i]! - scores[j]!));

/**
 * Pairwise hinge loss: mean of max(0, 1 − score difference) over the pairs whose run times differ by more than the
 * margin.
 */
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

/** Returns the indices of configurations from the fastest to the slowest. */
export const orderOf = (times: readonly number[]): number[] =>
  times.map((_, i) => i).sort((a, b) => times[a]! - times[b]! || a - b);

/**
 * ListMLE loss per configuration: negative log likelihood of the order of the run times, when configurations are drawn
 * one after another with probabilities proportional to exp(−score). `chances`: [configurations] probability that a
 * configuration is drawn next once all faster ones have been drawn.
 */
export function listMle(scores: readonly number[], times: readonly number[]): Loss & { chances: number[] } {
  const order = orderOf(times);
  const n = order.length;
  const gradient = scores.map(() => 0);
  const chances = scores.map(() => 0);
  const least = Math.min(...scores); // subtracted so that the exponentials do not overflow
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
