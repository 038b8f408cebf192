// Texts about the costs of a box of the graph: an instruction, or a box that contains instructions.
import type { Costs, Details } from '../../../wasm/engine';
import { amount, count, duration } from '../dom';
import type { Program } from '../graph/program';
import { selection } from '../selection';
import {
  boundText,
  bytesMovedText,
  countText,
  disagreementText,
  disagrees,
  flopsText,
  placeIn,
  secondsOf,
  sharesOf,
  shareText,
} from '../window/figures';

/** Returns the share of the time, and the time: measured if times were measured, else estimated. */
const timeText = ({ isMeasured }: Costs, share: number, seconds: number): string =>
  `${shareText(share)} of the ${isMeasured ? 'measured ' : ''}time, ${duration(seconds, 3)}`;

/**
 * Lists what an instruction costs according to the roofline model. An instruction inside a fusion has no costs of its
 * own: lists the time of the fusion. Empty if the instruction costs nothing or the costs are not estimated yet.
 */
export function costFacts(program: Program, place: number, node: number): [string, string][] {
  const costs = selection.get('costs');
  const i = costs ? placeIn(costs, node) : undefined;
  if (!costs) return [];
  if (i === undefined) return fusionFacts(program, place, costs);
  if (costs.isPredicted)
    return [['Predicted', `${shareText(costs.share[i]!)} of the time, ${duration(costs.seconds[i]!, 3)}`]];
  const work = costs.flops[i]! + costs.transcendentals[i]!;
  return [
    [
      'Measured',
      costs.isMeasured
        ? `${shareText(costs.measuredShare[i]!)} of the time, ${duration(costs.measured[i]!, 3)}${disagrees(costs, i) ? `; ${disagreementText(costs, i)}` : ''}`
        : '',
    ],
    ['Estimated', `${shareText(costs.share[i]!)} of the time, ${duration(costs.seconds[i]!, 3)}`],
    ['Limited by', `${boundText(costs, i)}${costs.machine ? `, on ${costs.machine}` : ''}`],
    ['FLOPs', costs.flops[i] ? flopsText(costs.flops[i]) : ''],
    ['Transcendentals', costs.transcendentals[i] ? countText(costs.transcendentals[i]) : ''],
    ['Moves', bytesMovedText(costs.bytes[i]!)],
    ['Intensity', work && costs.bytes[i] ? `${amount(work / costs.bytes[i], 3)} FLOP per byte` : ''],
  ];
}

/** Says what the fusion around a node of the outline tree takes. Empty if there is no fusion, or if it costs nothing. */
function fusionFacts(program: Program, place: number, costs: Costs): [string, string][] {
  const fusion = program.instructionAt(program.fusionAround(place));
  const i = fusion === null ? undefined : placeIn(costs, fusion);
  if (fusion === null || i === undefined) return [];
  const time = timeText(costs, sharesOf(costs)[i]!, secondsOf(costs)[i]!);
  return [['In fusion', `${program.nameOf(fusion)}, which takes ${time} as a whole`]];
}

/** Says what the instructions in a box cost together: those of a group, a loop, a call or a conditional. Empty if nothing. */
export function insideFacts({ outline }: Program, place: number): [string, string][] {
  const costs = selection.get('costs');
  if (!costs) return [];
  const sum = { share: 0, seconds: 0, flops: 0, bytes: 0 };
  for (let inner = place + 1; inner < outline.ends[place]!; ++inner) {
    const node = outline.instructions[inner]!;
    const i = outline.placeOf[node] === inner ? placeIn(costs, node) : undefined; // counts an instruction once
    if (i === undefined) continue;
    sum.share += sharesOf(costs)[i]!;
    sum.seconds += secondsOf(costs)[i]!;
    sum.flops += costs.flops[i]!;
    sum.bytes += costs.bytes[i]!;
  }
  if (sum.share === 0) return [];
  const time = timeText(costs, sum.share, sum.seconds);
  if (costs.isPredicted) return [['Inside', time]];
  return [['Inside', `${time}, ${flopsText(sum.flops)}, ${bytesMovedText(sum.bytes)} moved`]];
}

/**
 * Says how often an instruction runs; empty if once. `trips` of `details` assumes some iterations for a loop of unknown
 * trip count, but costs count such a loop once.
 */
export function runsText(program: Program, place: number, { node, trips }: Details): string {
  if (trips <= 1) return '';
  const { computations } = program.instructions;
  const costs = selection.get('costs');
  if (costs?.notices?.some(({ kind }) => kind === 'unknownLoops')) {
    // Instructions without costs run as often as the fusion around them, or as the others of their computation.
    const fusion = program.instructionAt(program.fusionAround(place));
    const row =
      placeIn(costs, fusion ?? node) ??
      costs.instructions.findIndex((one) => computations[one] === computations[fusion ?? node]);
    const counted = row < 0 ? 1 : Math.max(1, Math.round(costs.trips[row]!));
    if (counted < Math.round(trips))
      return counted === 1
        ? 'trip count unknown, counted once'
        : `${count(counted)} times; a loop around it of unknown trip count counts as 1`;
  }
  return `${count(Math.round(trips))} times`;
}
