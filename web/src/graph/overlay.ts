// Colours that say something about instructions: how much each contributes to the score of a configuration, or what it changes.
import type { Configuration, Outline } from '../../../wasm/engine';
import { count } from '../dom';
import type { Copies } from '../selection';
import { kNoHeat } from './picture';

/** A value from −1 to 1 for every instruction it says something about; negative ones are drawn blue, positive ones orange and hatched. */
export interface Overlay {
  title: string;
  unit: string;
  /** What −1 and 1 stand for, as text; null where the overlay has one side only. */
  low: string | null;
  high: string | null;
  values: Map<number, number>;
  /** What a box that holds others shows: the sum of what is in it, or the largest. */
  sums: boolean;
  /** Lines to mark: from the first instruction of each pair to the second. */
  joins?: [number, number][];
  /** For the details of an instruction. */
  text: (instruction: number) => string | null;
}

/** What each instruction contributes to the score; its parts add up to it. `slotNodes`: the instruction of each slot. */
export function contributionOverlay(
  { contributions, index }: Configuration,
  slotNodes: Uint32Array,
  amount: (value: number) => string,
): Overlay {
  const sums = new Map<number, number>();
  for (const { slot, amount: part } of contributions) {
    const instruction = slotNodes[slot]!;
    sums.set(instruction, (sums.get(instruction) ?? 0) + part);
  }
  const largest = Math.max(...[...sums.values()].map(Math.abs), 1e-30);
  return {
    title: `Contribution to the score of configuration ${index}`,
    unit: 'score, lower is faster; not time',
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

/** Instructions whose layouts a configuration changes. */
export function changeOverlay({ changes, index }: Configuration, slotNodes: Uint32Array): Overlay {
  const texts = new Map<number, string[]>();
  for (const { slot, tensor, from, to } of changes) {
    const instruction = slotNodes[slot]!;
    texts.set(instruction, [...(texts.get(instruction) ?? []), `${tensor}: ${from} → ${to}`]);
  }
  return {
    title: `Layouts that configuration ${index} changes`,
    unit: '',
    low: null,
    high: 'changed',
    values: new Map([...texts.keys()].map((instruction) => [instruction, 0.8])),
    sums: false,
    text: (instruction) => texts.get(instruction)?.join('; ') ?? null,
  };
}

/** Values that are read in another layout than they are written in: a copy, the larger the stronger. */
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
      const text = `${node}, ${bytesText(bytes)}, is copied from one layout to another`;
      const before = texts.get(each) ?? [];
      if (!before.includes(text)) texts.set(each, [...before, text]);
      if (each !== instruction) joins.push([instruction, each]);
    }
  }
  const which = copies.length < disagreementCount ? `, the first ${copies.length} of ${count(disagreementCount)}` : '';
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

/** How instructions differ from those of a program that this one is compared with; word 0 is "unchanged". */
export function differenceOverlay({ words, of }: { words: string[]; of: Uint8Array }): Overlay {
  const values = new Map<number, number>();
  of.forEach((word, instruction) => {
    if (word > 0) values.set(instruction, words[word] === 'added' ? -0.8 : 0.8);
  });
  return {
    title: 'Differences from the program it is compared with',
    unit: '',
    low: 'added',
    high: 'changed',
    values,
    sums: false,
    text: (instruction) => words[of[instruction] ?? 0] ?? null,
  };
}

/** The value of every place: its own, or that of what is in it; as a byte, kNoHeat for none. */
export function heatOfPlaces(overlay: Overlay, outline: Outline): Uint8Array {
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
  const heat = new Uint8Array(places).fill(kNoHeat);
  for (let place = 0; place < places; ++place)
    if (has[place])
      heat[place] =
        kNoHeat + Math.sign(values[place]!) * Math.max(8, Math.round(Math.min(1, Math.abs(values[place]!)) * 127));
  return heat;
}
