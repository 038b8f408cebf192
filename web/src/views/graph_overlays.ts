// Colours of the graph. Computes the colouring that the user selected in the toolbar, such as estimated time, changed
// layouts, copies, or differences between programs.
import { kNone } from '../../../wasm/engine';
import { amount, duration } from '../dom';
import type { Explorer } from '../graph/explorer';
import {
  changeOverlay,
  contributionOverlay,
  copyOverlay,
  costOverlay,
  differenceOverlay,
  heatOf,
  type Overlay,
  valuesOfPlaces,
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
  private values: Float32Array = new Float32Array(); // of the nodes of the outline tree; NaN: none

  constructor(
    private readonly scene: Scene,
    private readonly legend: GraphLegend,
  ) {}

  /** Shows the selected colouring: sets the colours of boxes, the marked edges and the legend. */
  show(explorer: Explorer): void {
    this.shown = overlayOf(this.name, explorer.program);
    explorer.absent = absentStages();
    this.legend.show(this.shown, explorer.absent.size > 0);
    this.values = this.shown ? valuesOfPlaces(this.shown, explorer.program.outline) : new Float32Array();
    this.scene.setHeat(this.shown && heatOf(this.values, this.shown.strength), this.shown?.steps !== undefined);
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

  /**
   * Returns the text of the current colouring about a node of the outline tree. For a box it is about the instructions
   * in the box together, and for an instruction inside a fusion, which has no costs of its own, about the fusion.
   */
  textAt(program: Program, place: number): string | null {
    const instruction = program.instructionAt(place);
    const own = instruction === null ? null : this.textOf(instruction);
    const textOfSum = this.shown?.textOfSum;
    if (own !== null || !textOfSum) return own;
    if (!Number.isNaN(this.values[place])) return textOfSum(this.values[place]!);
    const fusion = program.fusionAround(place);
    if (fusion === kNone || Number.isNaN(this.values[fusion])) return null;
    return `${program.outline.titles[fusion]} as a whole: ${textOfSum(this.values[fusion]!)}`;
  }
}
