// Contributions to a score, and their bar: faster contributions to the left of 0 (the score of the program layouts),
// slower ones to the right.
import type { Change, Configuration, LoopChange } from '../../../wasm/engine';
import { amount, count, h } from '../dom';

/**
 * Contribution of the layout of a slot (tensor with a configurable layout) to a score, or of a pair of slots (`with`:
 * the other one). `change`: from which layout of the program; undefined if unchanged, and for pairs.
 */
export interface Part {
  slot: number;
  node: string;
  tensor: string;
  layout: string;
  with?: string | undefined;
  amount: number;
  change: Change | undefined;
}

/**
 * Combines the contributions and layout changes of a configuration by slot, in the order of the contributions. Changes
 * without a contribution come last, with amount 0.
 */
export function partsOf({ changes, contributions }: Configuration): Part[] {
  const left = new Map(changes.map((change) => [change.slot, change]));
  const parts = contributions.map((contribution): Part => {
    const change = contribution.with === undefined ? left.get(contribution.slot) : undefined;
    if (change) left.delete(contribution.slot);
    return { ...contribution, change };
  });
  for (const change of left.values()) {
    const { slot, node, tensor, to: layout } = change;
    parts.push({ slot, node, tensor, layout, with: undefined, amount: 0, change });
  }
  return parts;
}

/** What the compiler does in a loop, in parts: "copied for ", name of the instruction that reads the copy, " · 24 times". */
export function partsOfLoop({ kind, node, consumer = '', trips }: LoopChange): [string, string, string] {
  const times = trips > 1 ? ` · ${count(trips)} times` : '';
  if (kind !== 'copy') return [kind === 'loop' ? 'computed' : 'reduced', '', times];
  if (consumer === node) return ['copied to the layout that is set', '', times];
  return [consumer ? 'copied for ' : 'copied', consumer, times];
}

/** Describes what the compiler does in a loop: "copied for dot.3 · 24 times", "computed", "reduced · 8 times". */
export const describeLoop = (loop: LoopChange): string => partsOfLoop(loop).join('');

/** Lowest and highest score of a table: the left and right end of all its bars. */
export interface Range {
  lowest: number;
  highest: number;
}

const kSegments = 12; // contributions with their own segment on each side of a bar; the smaller ones share one more

function label({ node, tensor, layout, with: other }: Configuration['contributions'][number]): string {
  return `${node} ${tensor} ${layout}${other ? ` with ${other}` : ''}`;
}

/**
 * Creates the bar of a configuration. The length of each side is proportional to the square root of its sum (of
 * negative or of positive contributions), so that small scores stay visible.
 */
export function bar(configuration: Configuration, range: Range): HTMLElement {
  const left = Math.sqrt(Math.max(0, -range.lowest));
  const right = Math.sqrt(Math.max(0, range.highest));
  const width = left + right || 1;
  const zero = (left / width) * 100;
  // score = scale · z + whole. z: sum of the contributions; whole: configuration-level score of an early- or late-join
  // network.
  const { score, z, whole = 0 } = configuration;
  const scale = z === 0 ? 1 : Math.abs((score - whole) / z);
  const named = configuration.loops
    ? configuration.loops.map((loop) => ({ label: () => `${loop.node} ${describeLoop(loop)}`, amount: loop.amount }))
    : configuration.contributions.map((part) => ({ label: () => label(part), amount: part.amount }));
  const amounts = named.map((part): Amount => ({ ...part, length: part.amount * scale }));
  if (whole) amounts.push({ label: () => 'configuration-level score', amount: whole, length: whole });
  const track = h('div.bar', { 'aria-hidden': 'true' }, axis(zero));
  for (const sign of [-1, 1]) {
    const parts = amounts.filter((part) => Math.sign(part.length) === sign);
    parts.sort((a, b) => (b.length - a.length) * sign);
    const total = parts.reduce((sum, part) => sum + Math.abs(part.length), 0);
    const room = sign < 0 ? zero : 100 - zero;
    const length = Math.min(room, (Math.sqrt(total) / width) * 100);
    let from = 0;
    for (const part of drawnParts(parts)) {
      const size = (Math.abs(part.length) / total) * length;
      const title = `${part.label()}: ${amount(part.amount)}`;
      const segment = h('i', { class: sign < 0 ? 'faster' : 'slower', title });
      segment.style.left = `${sign < 0 ? zero - from - size : zero + from}%`;
      segment.style.width = `${size}%`;
      track.append(segment);
      from += size;
    }
  }
  return track;
}

interface Amount {
  label: () => string;
  amount: number;
  length: number; // contribution in units of the score
}

/** The first `kSegments` of `parts`, which are sorted by magnitude, and the sum of the rest as one more. */
function drawnParts(parts: Amount[]): Amount[] {
  const drawn = parts.slice(0, kSegments);
  const rest = parts.slice(kSegments);
  const sum = (of: (part: Amount) => number) => rest.reduce((total, part) => total + of(part), 0);
  if (rest.length)
    drawn.push({
      label: () => `${rest.length} more`,
      amount: sum((part) => part.amount),
      length: sum((part) => part.length),
    });
  return drawn;
}

function axis(zero: number): HTMLElement {
  const line = h('b');
  line.style.left = `${zero}%`;
  return line;
}
