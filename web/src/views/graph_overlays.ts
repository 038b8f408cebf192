// Which overlay is on: a choice of the user and what is selected elsewhere make it.
import { amount } from '../dom';
import type { Explorer } from '../graph/explorer';
import {
  changeOverlay,
  contributionOverlay,
  copyOverlay,
  differenceOverlay,
  heatOfPlaces,
  type Overlay,
} from '../graph/overlay';
import type { Program } from '../graph/program';
import { selection } from '../selection';
import type { Stage } from '../graph/stage';
import type { GraphLegend } from './graph_legend';
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
function overlayOf(name: OverlayName, { slotNodes }: Program): Overlay | null {
  if (name === 'none') return null;
  if (name === 'difference') {
    const changes = selection.get('changes');
    return changes ? differenceOverlay(changes) : nothing('Open two programs together to compare them');
  }
  const configuration = selection.get('configuration');
  if (!configuration) return nothing('Choose a configuration in the ranking');
  if (name === 'copies') {
    const copies = selection.get('copies');
    return copies ? copyOverlay(copies, bytesText) : nothing('Looking for implied copies…');
  }
  return name === 'contribution'
    ? contributionOverlay(configuration, slotNodes, amount)
    : changeOverlay(configuration, slotNodes);
}

export class GraphOverlays {
  name: OverlayName = 'none';
  private shown: Overlay | null = null;

  constructor(
    private readonly stage: Stage,
    private readonly legend: GraphLegend,
  ) {}

  /** Colours the boxes of the program, marks its lines, and says what that means. */
  show(explorer: Explorer): void {
    this.shown = overlayOf(this.name, explorer.program);
    this.legend.show(this.shown);
    this.stage.setHeat(this.shown && heatOfPlaces(this.shown, explorer.program.outline));
    explorer.joins = this.shown?.joins ?? [];
    explorer.restate();
  }

  /** What is said of an instruction beside its name. */
  textOf(instruction: number): string | null {
    return this.shown?.text(instruction) ?? null;
  }
}
