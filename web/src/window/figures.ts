// Formats the costs of instructions as text, such as "1.23 GFLOP", "4.1 MB" or "× 24".
import type { Costs } from '../../../wasm/engine';
import { amount, count, plural } from '../dom';

const places = new WeakMap<Costs, Map<number, number>>();

/** Returns the row of an instruction in the cost table `costs`. Undefined if the instruction costs nothing. */
export function placeIn(costs: Costs, instruction: number): number | undefined {
  let found = places.get(costs);
  if (!found) places.set(costs, (found = new Map(Array.from(costs.instructions, (node, i) => [node, i]))));
  return found.get(instruction);
}

/**
 * Returns the fraction of the run time that each instruction in `costs` takes. The fractions are measured if times were
 * measured, else estimated. Shape: [instructions in `costs`].
 */
export const sharesOf = (costs: Costs): Float64Array => (costs.isMeasured ? costs.measuredShare : costs.share);

/** Returns the time of each instruction in `costs`, in seconds: measured if times were measured, else estimated. */
export const secondsOf = (costs: Costs): Float64Array => (costs.isMeasured ? costs.measured : costs.seconds);

/**
 * Whether the measured and the estimated fraction of the run time of row i differ by more than a factor of two. Small
 * fractions count as equal.
 */
export function disagrees(costs: Costs, i: number): boolean {
  const [measured, estimated] = [costs.measuredShare[i]!, costs.share[i]!];
  const [least, most] = [Math.min(measured, estimated), Math.max(measured, estimated)];
  return costs.isMeasured && most >= 0.01 && most > 2 * least;
}

/**
 * Compares the measured fraction of the run time of row i with the estimated one, such as "9.6× larger share than
 * estimated". Returns "not estimated" without an estimate.
 */
export function disagreementText(costs: Costs, i: number): string {
  const [measured, estimated] = [costs.measuredShare[i]!, costs.share[i]!];
  if (estimated === 0) return 'not estimated';
  if (measured === 0) return 'not measured';
  const factor = Math.max(measured, estimated) / Math.min(measured, estimated);
  const times = factor >= 10 ? count(Math.round(factor)) : factor.toFixed(1);
  return `${times}× ${measured > estimated ? 'larger' : 'smaller'} share than estimated`;
}

/**
 * Returns a sentence with the number of instructions whose measured and estimated times disagree, and their fraction of
 * the measured time. Empty if there are none.
 */
export function disagreementLine(costs: Costs): string {
  const found = [...costs.instructions.keys()].filter((i) => disagrees(costs, i));
  if (!found.length) return '';
  const share = found.reduce((sum, i) => sum + costs.measuredShare[i]!, 0);
  const [who, take] = [plural(found.length, 'instruction'), found.length === 1 ? 'takes' : 'take'];
  return `${who} with ${shareText(share)} of the measured time ${take} a share that differs from the estimate by more than 2×.`;
}

export const total = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0);

const kPrefixes = ['', 'k', 'M', 'G', 'T', 'P', 'E'];

/** Formats a number with three significant digits and an SI prefix, such as "1.23 GFLOP". */
function withPrefix(value: number, unit: string): string {
  const power = Math.min(kPrefixes.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(value, 1)) / 3)));
  const scaled = value / 1000 ** power;
  return `${scaled >= 100 ? scaled.toFixed(0) : amount(scaled, 3)} ${kPrefixes[power]}${unit}`;
}

export const flopsText = (flops: number): string => withPrefix(flops, 'FLOP');
/** Returns a count such as "16.8 M". */
export const countText = (value: number): string => withPrefix(value, '').trimEnd();

const kByteUnits = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];

/** Formats a number of bytes with three significant digits, such as "4.56 MiB", as `hlorank cost` does. */
export function bytesMovedText(bytes: number): string {
  let unit = 0;
  for (; Math.abs(bytes) >= 1024 * 0.9995 && unit + 1 < kByteUnits.length; ++unit) bytes /= 1024;
  const size = Math.abs(bytes);
  const isShort = Number.isInteger(bytes) && size < 1000;
  const text = isShort ? String(bytes) : bytes.toFixed(size >= 99.95 ? 0 : size >= 9.995 ? 1 : 2);
  return `${text.replace('-', '−')} ${kByteUnits[unit]}`;
}

/** Names what limits an instruction: "memory", or "compute (f32 matrix products)". */
export function boundText({ bounds, arithmetic }: Costs, i: number): string {
  return bounds[i] === 'compute' && arithmetic?.[i] ? `compute (${arithmetic[i]})` : bounds[i]!;
}

/** Formats the fractions of the time by what limits it: "84 % compute, 16 % memory". Shares add up to 1. */
export function boundsText({ bounds, share }: Costs): string {
  const sums = new Map<string, number>();
  bounds.forEach((bound, i) => bound !== 'none' && sums.set(bound, (sums.get(bound) ?? 0) + share[i]!));
  return [...sums]
    .filter(([, sum]) => sum >= 0.0005)
    .sort((a, b) => b[1] - a[1])
    .map(([bound, sum]) => `${shareText(sum)} ${bound}`)
    .join(', ');
}
export const shareText = (share: number): string =>
  share >= 0.0995 ? `${(share * 100).toFixed(0)} %` : share >= 0.0005 ? `${(share * 100).toFixed(1)} %` : '< 0.1 %';
export const tripsText = (trips: number): string => `× ${count(Math.round(trips))}`;
