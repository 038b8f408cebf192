// Which overlay is on: a choice of the user and what is selected elsewhere make it.
import { amount } from '../dom';
import { changeOverlay, contributionOverlay, copyOverlay, differenceOverlay, type Overlay } from '../graph/overlay';
import type { Program } from '../graph/program';
import { selection } from '../selection';
import { bytesText } from './layout_memory';

export const overlays = [
  ['none', 'kinds of operations'],
  ['contribution', 'contribution to the score'],
  ['change', 'layouts changed'],
  ['copies', 'implied copies'],
  ['difference', 'differences between programs'],
] as const;
export type OverlayName = (typeof overlays)[number][0];

/** An overlay with nothing in it says what to do. */
const nothing = (title: string): Overlay => ({
  title,
  unit: '',
  low: null,
  high: null,
  values: new Map(),
  sums: false,
  text: () => null,
});

/** null: the kinds of operations. */
export function overlayOf(name: OverlayName, { slotNodes }: Program): Overlay | null {
  if (name === 'none') return null;
  if (name === 'difference') {
    const changes = selection.get('changes');
    return changes ? differenceOverlay(changes) : nothing('Open two programs together to compare them');
  }
  const configuration = selection.get('configuration');
  if (!configuration) return nothing('Choose a configuration in the ranking');
  if (name === 'copies') return copyOverlay(selection.get('copies') ?? [], bytesText);
  return name === 'contribution'
    ? contributionOverlay(configuration, slotNodes, amount)
    : changeOverlay(configuration, slotNodes);
}
