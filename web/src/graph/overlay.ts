// Computes colours for instructions of the graph from values: estimated time, contribution to the score, changed
// layouts, implied copies, or differences between programs.
import type { Configuration, Costs, Outline } from '../../../wasm/engine';
import { count } from '../dom';
import { layoutText } from '../layout_text';
import type { Copies } from '../selection';
import { shareText } from '../window/figures';
import { kNoHeat } from './picture';

/**
 * Values that colour the boxes of the graph. `values` maps an instruction to a number from −1 to 1. Negative numbers
 * are rendered blue; positive ones orange and hatched.
 */
export interface Overlay {
  title: string;
  unit: string;
  /** Legend of the extreme values: `low` of the value −1, `high` of 1. Null if there are no values of this sign. */
  low: string | null;
  high: string | null;
  /** Legend of instructions without a value. */
  none?: string;
  values: Map<number, number>;
  /**
   * How the value of a box follows from the values of the instructions in it. True: their sum. False: the value of
   * largest magnitude.
   */
  sums: boolean;
  /**
   * Returns the strength of the colour, from 0 to 1, for the magnitude of a value. Without this function, the strength
   * equals the magnitude.
   */
  strength?: (magnitude: number) => number;
  /**
   * Legend for values that are never negative: [text, strength of the colour], weakest first. If it is given, boxes are
   * not hatched, because hatching tells positive values from negative ones.
   */
  steps?: [string, number][];
  /** Edges at which the layouts make the compiler insert a copy, as pairs of instructions [producer, user]. */
  joins?: [number, number][];
  /** Returns the text about an instruction in the tooltip and in the details; null if there is nothing to say. */
  text: (instruction: number) => string | null;
  /** Returns the text about a box that contains instructions, for the sum of their values. Absent if `sums` is false. */
  textOfSum?: (sum: number) => string;
}

/**
 * Colours instructions by what their layouts contribute to the score of a configuration. `slotNodes`: the instruction
 * of each tensor whose layout can be chosen.
 */
export function contributionOverlay(
  { contributions, loops, index }: Configuration,
  slotNodes: Uint32Array,
  amount: (value: number) => string,
): Overlay {
  const sums = new Map<number, number>();
  const add = (instruction: number, part: number) => sums.set(instruction, (sums.get(instruction) ?? 0) + part);
  for (const { slot, amount: part } of contributions) add(slotNodes[slot]!, part);
  for (const { instruction, amount: part } of loops ?? []) add(instruction, part);
  const largest = Math.max(...[...sums.values()].map(Math.abs), 1e-30);
  return {
    title: `Contribution to the score of configuration ${index}`,
    unit: 'in units of the score: lower is faster; it is not a time',
    low: `−${amount(largest)} faster`,
    high: `+${amount(largest)} slower`,
    values: new Map([...sums].map(([instruction, sum]) => [instruction, sum / largest])),
    sums: true,
    text: (instruction) => {
      const sum = sums.get(instruction);
      return sum === undefined ? null : `contributes ${sum > 0 ? '+' : ''}${amount(sum)} to the score`;
    },
  };
}

// Number of powers of ten from 0.1 % of the time, which has the weakest colour, to 100 %, which has the strongest.
const kDecades = 3;
/**
 * Returns the strength of the colour for a fraction of the total time. The scale is logarithmic, because on a linear
 * scale all instructions of a large program would look the same.
 */
const strengthOf = (share: number): number =>
  Math.min(1, Math.max(0, 1 + Math.log10(Math.max(share, 1e-9)) / kDecades));

/**
 * Colours instructions by the time they take (measured if available, else estimated), or by the bytes they read and
 * write.
 */
export function costOverlay(costs: Costs, key: 'seconds' | 'bytes', amountText: (value: number) => string): Overlay {
  const values = key === 'seconds' && costs.isMeasured ? costs.measured : costs[key];
  const total = values.reduce((sum, value) => sum + value, 0) || 1;
  const shares = new Map(Array.from(costs.instructions, (node, i) => [node, values[i]! / total]));
  const what =
    key === 'bytes'
      ? 'bytes moved'
      : costs.isMeasured
        ? 'measured time'
        : costs.isPredicted
          ? 'predicted time'
          : 'estimated time';
  const textOf = (share: number): string => `${shareText(share)} of the ${what}: ${amountText(share * total)}`;
  return {
    title: `Share of the ${what}`,
    unit: '',
    low: null,
    high: null,
    steps: [0.001, 0.01, 0.1, 1].map((share, i) => [`${i ? '' : '≤ '}${share * 100} %`, strengthOf(share)]),
    values: shares,
    sums: true,
    strength: strengthOf,
    text: (instruction) => {
      const share = shares.get(instruction);
      return share === undefined ? null : textOf(share);
    },
    textOfSum: textOf,
  };
}

/**
 * Colours the instructions whose layouts a configuration changes. `slotNodes`: the instruction of each tensor whose
 * layout can be chosen.
 */
export function changeOverlay({ changes, index }: Configuration, slotNodes: Uint32Array): Overlay {
  const texts = new Map<number, string[]>();
  for (const { slot, tensor, from, to } of changes) {
    const instruction = slotNodes[slot]!;
    texts.set(instruction, [...(texts.get(instruction) ?? []), `${tensor}: ${from} → ${layoutText(to)}`]);
  }
  return {
    title: `Layouts changed by configuration ${index}`,
    unit: '',
    low: null,
    high: 'changed',
    values: new Map([...texts.keys()].map((instruction) => [instruction, 0.8])),
    sums: false,
    text: (instruction) => texts.get(instruction)?.join('; ') ?? null,
  };
}

/**
 * Colours instructions at which the layouts imply a copy, because a value is written in one layout and read in another.
 * Larger copies have stronger colours.
 */
export function copyOverlay(
  { disagreementCount, disagreements: copies }: Copies,
  bytesText: (bytes: number) => string,
): Overlay {
  const largest = Math.max(...copies.map(({ bytes }) => bytes), 1);
  const values = new Map<number, number>();
  const texts = new Map<number, string[]>();
  const joins: [number, number][] = [];
  for (const { node, instruction, bytes, parties } of copies) {
    for (const each of [instruction, ...parties.map((party) => party.instruction)]) {
      values.set(each, Math.max(values.get(each) ?? 0, 0.25 + (0.75 * bytes) / largest));
      const text = `${node} (${bytesText(bytes)}) is copied to another layout`;
      const before = texts.get(each) ?? [];
      if (!before.includes(text)) texts.set(each, [...before, text]);
      if (each !== instruction) joins.push([instruction, each]);
    }
  }
  const which =
    copies.length < disagreementCount ? ` (the largest ${copies.length} of ${count(disagreementCount)})` : '';
  return {
    title: copies.length ? `Values that are written in one layout and read in another${which}` : 'No implied copies',
    unit: '',
    low: null,
    high: copies.length ? 'copied' : null,
    values,
    sums: false,
    joins,
    text: (instruction) => texts.get(instruction)?.join('; ') ?? null,
  };
}

/**
 * Colours instructions by how they differ from those in the compared program. `of`: kind of change of each instruction,
 * as an index into `words`. Instructions that are the same in both programs have no colour.
 */
export function differenceOverlay({ words, of }: { words: string[]; of: Uint8Array }): Overlay {
  const values = new Map<number, number>();
  of.forEach((word, instruction) => {
    if (words[word] !== 'unchanged') values.set(instruction, words[word] === 'added' ? -0.8 : 0.8);
  });
  return {
    title: values.size ? 'Differences from the first program' : 'No instruction differs from the first program',
    unit: '',
    low: 'added',
    high: 'changed',
    none: 'unchanged',
    values,
    sums: false,
    text: (instruction) => words[of[instruction] ?? -1] ?? null,
  };
}

/**
 * Returns the values of the nodes of the outline tree; NaN means no value. A node that contains instructions has the sum
 * of their values, or the value of largest magnitude (see `Overlay.sums`).
 */
export function valuesOfPlaces(overlay: Overlay, outline: Outline): Float32Array {
  const places = outline.kinds.length;
  const values = new Float32Array(places);
  const has = new Uint8Array(places);
  for (const [instruction, value] of overlay.values) {
    const place = outline.placeOf[instruction]!;
    if (place === undefined || place >= places) continue;
    values[place]! += value;
    has[place] = 1;
  }
  for (let place = places - 1; place > 0; --place) {
    if (!has[place]) continue;
    const parent = outline.parents[place]!;
    has[parent] = 1;
    if (overlay.sums) values[parent]! += values[place]!;
    else values[parent] = Math.abs(values[place]!) > Math.abs(values[parent]!) ? values[place]! : values[parent]!;
  }
  return values.map((value, place) => (has[place] ? value : NaN));
}

/** Converts the values of the nodes of the outline tree to one byte per node; the byte kNoHeat means no value. */
export function heatOf(values: Float32Array, strength = (magnitude: number): number => magnitude): Uint8Array {
  return Uint8Array.from(values, (value) => {
    if (Number.isNaN(value)) return kNoHeat;
    const strong = Math.min(1, strength(Math.abs(value)));
    return kNoHeat + Math.sign(value) * Math.max(8, Math.round(strong * 127));
  });
}
