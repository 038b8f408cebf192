// Colours of the graph. Computes the colouring that the user selected in the toolbar, such as estimated time, changed
// layouts, copies, or differences between programs.
import { amount, duration } from '../dom';
import type { Explorer } from '../graph/explorer';
import {
  changeOverlay,
  contributionOverlay,
  copyOverlay,
  costOverlay,
  differenceOverlay,
  heatOfPlaces,
  type Overlay,
} from '../graph/overlay';
import type { Program } from '../graph/program';
import { selection } from '../selection';
import type { Scene } from '../graph/scene';
import type { GraphLegend } from './graph_legend';
import { bytesMovedText } from '../window/figures';
import { bytesText } from './layout_memory';

export const overlays = [
  ['time', 'Time'],
  ['bytes', 'Bytes moved'],
  ['none', 'Kind of operation'],
  ['contribution', 'Contribution to the score'],
  ['change', 'Changed layouts'],
  ['copies', 'Implied copies'],
  ['difference', 'Differences between programs'],
] as const;
export type OverlayName = (typeof overlays)[number][0];

/** Creates a colouring without values, for use before anything is selected. The title says what to select first. */
const nothing = (title: string): Overlay => ({
  title,
  unit: '',
  low: null,
  high: null,
  values: new Map(),
  sums: false,
  text: () => null,
});

/**
 * Computes the colouring that is selected in the toolbar. Returns null for 'none'; boxes are then coloured by kind of
 * operation.
 */
function overlayOf(name: OverlayName, { slotNodes }: Program): Overlay | null {
  if (name === 'none') return null;
  if (name === 'difference') {
    const changes = selection.get('changes');
    return changes ? differenceOverlay(changes) : nothing('Open two programs together to compare them');
  }
  if (name === 'time' || name === 'bytes') {
    const costs = selection.get('costs');
    if (!costs) return nothing('Estimating costs…');
    return name === 'time'
      ? costOverlay(costs, 'seconds', (seconds) => duration(seconds, 3))
      : costOverlay(costs, 'bytes', bytesMovedText);
  }
  const configuration = selection.get('configuration');
  if (!configuration) return nothing('Select a configuration in the ranking');
  if (name === 'copies') {
    const copies = selection.get('copies');
    return copies ? copyOverlay(copies, bytesText) : nothing('Computing implied copies…');
  }
  return name === 'contribution'
    ? contributionOverlay(configuration, slotNodes, amount)
    : changeOverlay(configuration, slotNodes);
}

/** Returns the stages of the program that the selected schedule does not have. */
function absentStages(): Set<number> {
  const { stages } = selection.get('configuration')?.schedule ?? {};
  const names = selection.get('program')?.instructions.names ?? [];
  if (!stages) return new Set();
  const present = new Set(stages.map(({ name }) => name));
  return new Set(names.flatMap((name, i) => (present.has(name) ? [] : [i])));
}

export class GraphOverlays {
  name: OverlayName = 'time';
  private shown: Overlay | null = null;

  constructor(
    private readonly scene: Scene,
    private readonly legend: GraphLegend,
  ) {}

  /** Shows the selected colouring: sets the colours of boxes, the marked edges and the legend. */
  show(explorer: Explorer): void {
    this.shown = overlayOf(this.name, explorer.program);
    explorer.absent = absentStages();
    this.legend.show(this.shown, explorer.absent.size > 0);
    this.scene.setHeat(
      this.shown && heatOfPlaces(this.shown, explorer.program.outline),
      this.shown?.steps !== undefined,
    );
    explorer.joins = this.shown?.joins ?? [];
    explorer.updateStates();
  }

  /**
   * Returns the text of the current colouring about an instruction, such as its contribution to the score. Null if the
   * colouring has no text for the instruction, or if boxes are coloured by kind of operation.
   */
  textOf(instruction: number): string | null {
    return this.shown?.text(instruction) ?? null;
  }
}
