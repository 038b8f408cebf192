// Formats how the estimated time differs between two programs.
import type { CostChanges } from '../../wasm/engine';
import { duration } from './dom';

/** Formats seconds with a sign, such as "+17.8 ms". */
export function signedDuration(seconds: number): string {
  return seconds === 0 ? '0' : `${seconds > 0 ? '+' : '−'}${duration(Math.abs(seconds), 3)}`;
}

/** Formats a ratio with a sign, such as "+165 %" or "−0.3 %". */
export function signedPercent(ratio: number): string {
  const percent = Math.abs(ratio) * 100;
  const text = percent >= 9.95 ? percent.toFixed(0) : percent.toFixed(1);
  return `${text === '0.0' ? '' : ratio > 0 ? '+' : '−'}${text} %`;
}

/**
 * Describes the change of the estimated time: "17.9 ms → 14.3 ms (−20 %), and up to −19.4 ms by strided access". The
 * times are those that the programs have alone, which do not count strided access.
 */
export function timeChangeText({ left, right, summary }: CostChanges): string {
  const { before, seconds, stridedSeconds } = summary;
  if (before <= 0) return signedDuration(seconds);
  const [from, to] = [duration(left.seconds, 3), duration(right.seconds, 3)];
  const times = from === to ? from : `${from} → ${to} (${signedPercent(right.seconds / left.seconds - 1)})`;
  if (Math.abs(stridedSeconds) < 0.005 * before) return times;
  return `${times}, and up to ${signedDuration(stridedSeconds)} by strided access`;
}

/** Returns the changes of cost as they are listed: first those in the direction of the total, the largest first. */
export function byDirection({ changes, summary }: CostChanges): CostChanges['changes'] {
  const more = changes.filter(({ seconds }) => seconds > 0);
  const less = changes.filter(({ seconds }) => seconds < 0).reverse();
  const same = changes.filter(({ seconds }) => seconds === 0);
  return [...(summary.seconds < 0 ? [...less, ...more] : [...more, ...less]), ...same];
}
