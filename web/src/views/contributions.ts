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
  // Scores may be a scaled z.
  const scale = configuration.z === 0 ? 1 : Math.abs(configuration.score / configuration.z);
  const track = h('div', { class: 'bar', 'aria-hidden': 'true' }, axis(zero));
  for (const sign of [-1, 1]) {
    const parts = configuration.contributions.filter((part) => Math.sign(part.amount) === sign);
    const total = parts.reduce((sum, part) => sum + Math.abs(part.amount), 0);
    const room = sign < 0 ? zero : 100 - zero;
    const length = Math.min(room, (Math.sqrt(total * scale) / width) * 100);
    let from = 0;
    for (const { text, value } of drawnParts(parts)) {
      const size = (Math.abs(value) / total) * length;
      const segment = h('i', { class: sign < 0 ? 'faster' : 'slower', title: `${text}: ${amount(value)}` });
      segment.style.left = `${sign < 0 ? zero - from - size : zero + from}%`;
      segment.style.width = `${size}%`;
      track.append(segment);
      from += size;
    }
  }
  return track;
}

/** The largest parts one by one, the others together. */
function drawnParts(parts: Configuration['contributions']): { text: string; value: number }[] {
  const drawn = parts.slice(0, kSegments).map((part) => ({ text: label(part), value: part.amount }));
  const rest = parts.slice(kSegments);
  if (rest.length) drawn.push({ text: `${rest.length} more`, value: rest.reduce((sum, part) => sum + part.amount, 0) });
  return drawn;
}

function axis(zero: number): HTMLElement {
  const line = h('b');
  line.style.left = `${zero}%`;
  return line;
}
