// Contributions of single layouts to the score of a configuration, and a bar that draws them. Negative contributions,
// which are faster, are left of 0; slower ones are right. 0 is the score of the layouts in the HLO file.
import type { Change, Configuration, LoopChange } from '../../../wasm/engine';
import { amount, count, h } from '../dom';

/**
 * Contribution to a score of the layout of one tensor. `slot`: index of the tensor among those whose layout can be
 * chosen. `with`: the second tensor if the contribution belongs to a pair of layouts. `change`: how the layout differs
 * from the one in the HLO file; undefined if it is the same, and for pairs.
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
 * Combines each contribution to the score with the layout change of the same tensor, in the order of the contributions.
 * Changes without a contribution come last, with amount 0.
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

/**
 * Describes what the compiler does in a loop, in three texts: action ("copied for "), name of the instruction that
 * reads the copy, and number of repetitions (" · 24 times").
 */
export function partsOfLoop({ kind, node, consumer = '', trips }: LoopChange): [string, string, string] {
  const times = trips > 1 ? ` · ${count(trips)} times` : '';
  if (kind !== 'copy') return [kind === 'loop' ? 'computed' : 'reduced', '', times];
  if (consumer === node) return ['copied to the layout that is set', '', times];
  return [consumer ? 'copied for ' : 'copied', consumer, times];
}

/**
 * Returns what the compiler does in a loop as one text: "copied for dot.3 · 24 times", "computed" or "reduced · 8
 * times".
 */
export const describeLoop = (loop: LoopChange): string => partsOfLoop(loop).join('');

/** Sums of the faster and of the slower contributions to a score, both positive, in units of the score. */
export interface Sides {
  faster: number;
  slower: number;
}

// Number of contributions that a bar draws as segments on each side. One more segment sums up all smaller ones.
const kSegments = 12;

function label({ node, tensor, layout, with: other }: Configuration['contributions'][number]): string {
  return `${node} ${tensor} ${layout}${other ? ` with ${other}` : ''}`;
}

function amountsOf(configuration: Configuration): Amount[] {
  // score = scale · z + whole. `z` is the sum of the contributions of single layouts. `whole` is the score that an
  // early- or late-join network (as in TpuGraphs) gives the configuration as a whole.
  const { score, z, whole = 0 } = configuration;
  const scale = z === 0 ? 1 : Math.abs((score - whole) / z);
  const named = configuration.loops
    ? configuration.loops.map((loop) => ({ label: () => `${loop.node} ${describeLoop(loop)}`, amount: loop.amount }))
    : configuration.contributions.map((part) => ({ label: () => label(part), amount: part.amount }));
  const amounts = named.map((part): Amount => ({ ...part, length: part.amount * scale }));
  if (whole) amounts.push({ label: () => 'configuration-level score', amount: whole, length: whole });
  return amounts;
}

/** Returns the greatest sum of each side over `configurations`: the ends of the axis of their bars. */
export function widest(configurations: Configuration[]): Sides {
  const ends = { faster: 0, slower: 0 };
  for (const configuration of configurations) {
    let [faster, slower] = [0, 0];
    for (const { length } of amountsOf(configuration)) {
      if (length < 0) faster -= length;
      else slower += length;
    }
    ends.faster = Math.max(ends.faster, faster);
    ends.slower = Math.max(ends.slower, slower);
  }
  return ends;
}

/**
 * Creates the bar that shows the contributions to a configuration's score, negative ones left of 0 and positive ones
 * right. Widths are proportional to the contributions. `ends`: result of `widest` for all bars on the same axis.
 */
export function bar(configuration: Configuration, ends: Sides): HTMLElement {
  const width = ends.faster + ends.slower || 1;
  const zero = (ends.faster / width) * 100;
  const amounts = amountsOf(configuration);
  const track = h('div.bar', { 'aria-hidden': 'true' }, axis(zero));
  for (const sign of [-1, 1]) {
    const parts = amounts.filter((part) => Math.sign(part.length) === sign);
    parts.sort((a, b) => (b.length - a.length) * sign);
    let from = 0;
    for (const part of drawnParts(parts)) {
      const size = (Math.abs(part.length) / width) * 100;
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

/**
 * Returns the `kSegments` largest of `parts`, and one more part that is the sum of all others. `parts` must be sorted
 * by magnitude, largest first.
 */
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
