// What a score is made of, and drawn as a bar: parts that make it faster to the left of the default's 0, parts that make it slower to the right.
import type { Change, Configuration } from '../../../wasm/engine';
import { amount, h } from '../dom';

/** One layout of a configuration: what it contributes, and the change it is, unless the default has it too. */
export interface Part {
  slot: number;
  node: string;
  tensor: string;
  layout: string;
  with?: string | undefined;
  amount: number;
  change: Change | undefined;
}

/** The changes joined with what each contributes, largest first; changes that contribute nothing at the end. */
export function partsOf({ changes, contributions }: Configuration): Part[] {
  const left = new Map(changes.map((change) => [change.slot, change]));
  const parts = contributions.map(({ slot, node, tensor, layout, with: other, amount }): Part => {
    const change = other === undefined ? left.get(slot) : undefined;
    if (change) left.delete(slot);
    return { slot, node, tensor, layout, with: other, amount, change };
  });
  for (const change of left.values()) {
    const { slot, node, tensor, to: layout } = change;
    parts.push({ slot, node, tensor, layout, with: undefined, amount: 0, change });
  }
  return parts;
}

/** The scores at the two ends of every bar of a table. */
export interface Range {
  lowest: number;
  highest: number;
}

const kSegments = 12; // the rest is drawn as one

function label({ node, tensor, layout, with: other }: Configuration['contributions'][number]): string {
  return `${node} ${tensor} ${layout}${other ? ` with ${other}` : ''}`;
}

/** Lengths go by the square root, so that small scores can be seen beside the largest; within a side parts keep their shares. */
export function bar(configuration: Configuration, range: Range): HTMLElement {
  const left = Math.sqrt(Math.max(0, -range.lowest));
  const right = Math.sqrt(Math.max(0, range.highest));
  const width = left + right || 1;
  const zero = (left / width) * 100;
  // Scores may be a scaled z, and a joined network's score of the whole is added to that.
  const { score, z, whole = 0 } = configuration;
  const scale = z === 0 ? 1 : Math.abs((score - whole) / z);
  const amounts = configuration.contributions.map((part): Amount => ({
    label: () => label(part),
    amount: part.amount,
    length: part.amount * scale,
  }));
  if (whole) amounts.push({ label: () => 'the configuration as a whole', amount: whole, length: whole });
  const track = h('div', { class: 'bar', 'aria-hidden': 'true' }, axis(zero));
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
  length: number; // of the score
}

/** The largest parts one by one, the others together. */
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
