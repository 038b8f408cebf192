// The parts of a score or of a difference, a line each.
import type { DifferencePart } from '../../../wasm/engine';
import { amount, h } from '../dom';
import type { partsOf } from './contributions';

const kNoBreak = '\u00a0';

export interface Line {
  slot: number;
  node: string;
  tensor: string;
  with?: string | undefined;
  layouts: (Node | string)[];
  aside: string;
  amount: number;
}

/** `largest`: the amount whose bar is as wide as the list. */
export function lineOf(
  { slot, node, tensor, with: other, layouts, aside, amount: value }: Line,
  largest: number,
  chooseNode: (slot: number) => void,
): HTMLElement {
  return h(
    'li',
    {},
    h(
      'div',
      { class: 'part' },
      h(
        'span',
        { class: 'slot' },
        h('button', { type: 'button', class: 'link', onclick: () => chooseNode(slot) }, h('code', {}, node)),
        ` ${tensor.replace(' ', kNoBreak)}`,
        other ? ` with ${other}` : '',
      ),
      h('span', { class: 'value' }, signed(value)),
    ),
    h('div', { class: 'from-to' }, h('span', {}, ...layouts), h('span', { class: 'shape' }, aside)),
    meter(value, largest),
  );
}

const signed = (value: number): string => (value === 0 ? '0' : `${value > 0 ? '+' : ''}${amount(value)}`);

function meter(value: number, largest: number): HTMLElement {
  const length = h('i', { class: value < 0 ? 'faster' : 'slower' });
  length.style.width = `${(Math.abs(value) / largest) * 100}%`;
  return h('div', { class: 'meter', 'aria-hidden': 'true' }, length);
}

/** What a network in which configurations join the graph says beside its tables. */
export function wholeLine(value: number, largest: number): HTMLElement {
  return h(
    'div',
    { class: 'whole' },
    h(
      'div',
      { class: 'part' },
      h('span', { class: 'slot' }, 'The network’s own part for this configuration as a whole'),
      h('span', { class: 'value' }, signed(value)),
    ),
    meter(value, largest),
  );
}

export function lineOfPart(part: ReturnType<typeof partsOf>[number]): Line {
  const { slot, node, tensor, change, layout, with: other, amount: value } = part;
  return {
    slot,
    node,
    tensor,
    with: other,
    layouts: change
      ? [h('code', {}, change.from), ' → ', h('code', {}, change.to)]
      : [h('code', {}, layout), ' as in the default'],
    aside: change ? `${change.opcode} ${change.shape}` : '',
    amount: value,
  };
}

/** "{0,1} here, {1,0} there": of A and of B. */
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
    tensor,
    with: other,
    layouts: [h('code', {}, layouts[0]), ' here, ', h('code', {}, layouts[1]), ' there'],
    aside: instead ? `there it is ${instead} that counts for this value` : '',
    amount: value,
  };
}
