// A score drawn as a bar: parts that make it faster to the left of the default's 0, parts that make it slower to the right.
import type { Configuration } from '../../../wasm/engine';
import { amount, h } from '../dom';

/** The scores at the two ends of every bar of a table. */
export interface Range {
  lowest: number;
  highest: number;
}

const kSegments = 12; // the rest is drawn as one

function label({ node, tensor, layout, with: other }: Configuration['contributions'][number]): string {
  return `${node} ${tensor} ${layout}${other ? ` with ${other}` : ''}`;
}

export function bar(configuration: Configuration, range: Range): HTMLElement {
  const low = Math.min(0, range.lowest);
  const high = Math.max(0, range.highest);
  const width = high - low || 1;
  const zero = (-low / width) * 100;
  // Scores may be a scaled z; within a bar the parts keep their shares.
  const scale = configuration.z === 0 ? 1 : configuration.score / configuration.z;
  const track = h('div', { class: 'bar', 'aria-hidden': 'true' }, axis(zero));
  for (const sign of [-1, 1]) {
    const parts = configuration.contributions.filter((part) => Math.sign(part.amount) === sign);
    const rest = parts.slice(kSegments).reduce((sum, part) => sum + part.amount, 0);
    const drawn = parts.slice(0, kSegments).map((part) => ({ text: label(part), amount: part.amount }));
    if (rest) drawn.push({ text: `${parts.length - kSegments} more`, amount: rest });
    let from = zero;
    for (const part of drawn) {
      const size = ((Math.abs(part.amount) * Math.abs(scale)) / width) * 100;
      const start = sign < 0 ? from - size : from;
      const segment = h('i', { class: sign < 0 ? 'faster' : 'slower', title: `${part.text}: ${amount(part.amount)}` });
      segment.style.left = `${Math.max(0, start)}%`;
      segment.style.width = `${Math.max(0, Math.min(100, start + size) - Math.max(0, start))}%`;
      track.append(segment);
      from += sign * size;
    }
  }
  return track;
}

function axis(zero: number): HTMLElement {
  const line = h('b');
  line.style.left = `${zero}%`;
  return line;
}
