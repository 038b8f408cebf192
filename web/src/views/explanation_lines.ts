// Creates list items that show what each layout contributes to a score, or to the difference between two scores.
import type { DifferencePart, LoopChange } from '../../../wasm/engine';
import { h, signed } from '../dom';
import { layoutText } from '../layout_text';
import { partsOfLoop, type partsOf } from './contributions';

const tensorText = (tensor: string, other?: string): string =>
  tensor.replace(' ', '\u00a0') + (other ? ` with ${other}` : '');

export interface Line {
  /** Index of the line's tensor among those whose layout can be chosen. Null if the line is about a loop. */
  slot: number | null;
  /** Index of the instruction that the loop computes or copies. Absent if the line is about a tensor. */
  instruction?: number;
  node: string;
  /** Which tensor or loop of the instruction the line is about, such as "operand 1" or "copied for dot.3". */
  what: (Node | string)[];
  layouts: (Node | string)[];
  aside: string;
  amount: number;
}

/** Creates the list item of a contribution to a score. `largest`: magnitude for which the bar has full width. */
export function lineOf(line: Line, largest: number, choose: (line: Line) => void): HTMLElement {
  const { node, what, layouts, aside, amount: value } = line;
  return h(
    'li',
    h(
      'div.part',
      h('span.slot', h('button.link', { onclick: () => choose(line) }, h('code', node)), ' ', ...what),
      h('span.value', signed(value)),
    ),
    h('div.from-to', h('span', ...layouts), h('span.shape', aside)),
    meter(value, largest),
  );
}

function meter(value: number, largest: number): HTMLElement {
  const length = h('i', { class: value < 0 ? 'faster' : 'slower' });
  length.style.width = `${(Math.abs(value) / largest) * 100}%`;
  return h('div.meter', { 'aria-hidden': 'true' }, length);
}

/**
 * Creates the list item of the score that an early- or late-join network (as in TpuGraphs) gives the configuration as a
 * whole, in addition to the contributions of single layouts. `largest`: magnitude for which the bar has full width.
 */
export function wholeLine(value: number, largest: number): HTMLElement {
  return h(
    'div.whole',
    h('div.part', h('span.slot', 'Configuration-level score of the network'), h('span.value', signed(value))),
    meter(value, largest),
  );
}

export function lineOfPart(part: ReturnType<typeof partsOf>[number]): Line {
  const { slot, node, tensor, change, layout, with: other, amount: value } = part;
  return {
    slot,
    node,
    what: [tensorText(tensor, other)],
    layouts: change
      ? [h('code', change.from), ' → ', h('code', layoutText(change.to))]
      : [h('code', layout), ' as in the program'],
    aside: change ? `${change.opcode} ${change.shape}` : '',
    amount: value,
  };
}

export function lineOfLoop(loop: LoopChange): Line {
  const { instruction, node, opcode, shape, amount: value } = loop;
  const [verb, consumer, times] = partsOfLoop(loop);
  return {
    slot: null,
    instruction,
    node,
    what: [verb, consumer && h('code', consumer), times],
    layouts: [h('code', {}, shape)],
    aside: opcode,
    amount: value,
  };
}

/**
 * Creates the list item of one part of the difference: score of A minus score of B. "{0,1} here" is the layout in A,
 * and "{1,0} there" the layout in B.
 */
export function lineOfDifference({
  slot,
  node,
  tensor,
  layouts,
  instead,
  with: other,
  amount: value,
}: DifferencePart): Line {
  return {
    slot,
    node,
    what: [tensorText(tensor, other)],
    layouts: [h('code', layouts[0]), ' here, ', h('code', layouts[1]), ' there'],
    aside: instead ? `there, the entry of ${instead} counts for this value` : '',
    amount: value,
  };
}
