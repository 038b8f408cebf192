// What the published graph model adds up to a score: analytical costs times factors, computed step by step;
// native/model/network.h and shared/model/score.h define it. Equal to the engine's scores (learn_lesson3.test.ts).
import type { Propagation, Tensor } from '../../../../wasm/engine';
import { arrayOf, dense, weightOf, type Weights } from './encoder';

export const kTerms = 4;
const kGain = 5; // of the card
const kLargestExponent = 4; // of network.h
const kScale = 20; // kSignedLogFactor of score.h

/** An array of an instruction whose layout can be chosen, as the engine numbers it. */
export interface Slot {
  tensor: string;
  layouts: string[];
  /** Row of its first layout in the inputs of the network. */
  row: number;
  /** Index of the layout that the program has. */
  reference: number;
  /** The instructions that have the array and that compute it. */
  node: number;
  value: number;
}

/** The cost of a layout: kGain · Σ terms · factors. */
export interface LayoutCost {
  /** [kTerms] analytical costs, as fractions of the estimated time of the program. */
  terms: number[];
  /** [kTerms] means over the networks of the ensemble; 1 is subtracted from the last. */
  factors: number[];
  cost: number;
}

/** All slots of a program; `reference`: for each the index of the layout that the program has. */
export function slotsOf({ slots }: Pick<Propagation, 'slots'>, reference: ArrayLike<number>, inputs: Tensor[]): Slot[] {
  const values = arrayOf(inputs, 'rowValue');
  let row = 0;
  return slots.map(({ instruction: node, tensor, layouts }, i) => {
    const slot = { tensor, layouts, row, reference: reference[i]!, node, value: values[row]! };
    row += layouts.length;
    return slot;
  });
}

/** How many networks the ensemble has. */
export function membersOf(weights: Weights): number {
  let members = 0;
  while (weights.has(`member${members}.multipliers.weight`)) ++members;
  return members;
}

/** The cost of a row; `states`: for each network those of the instruction and of the one that computes the array. */
export function layoutCost(
  weights: Weights,
  inputs: Tensor[],
  row: number,
  states: [number[], number[]][],
): LayoutCost {
  const part = (name: string): number[] => {
    const { shape, data } = inputs.find((each) => each.name === name)!;
    return Array.from(data.subarray(row * shape[1]!, (row + 1) * shape[1]!), Number);
  };
  const [terms, features] = [part('terms'), part('slot')];
  const factors = terms.map((_, term) => (term === kTerms - 1 ? -1 : 0));
  states.forEach((pair, member) => {
    const of = (name: string): Float32Array => weightOf(weights, `member${member}.${name}`).data;
    const standardised = features.map((value, i) => (value - of('slot.shift')[i]!) * of('slot.scale')[i]!);
    const sums = dense(weights, `member${member}.multipliers.hidden`, [...standardised, ...pair.flat()]);
    const hidden = sums.map((sum) => Math.max(0, sum));
    dense(weights, `member${member}.multipliers`, hidden).forEach((exponent, term) => {
      const limited = Math.min(kLargestExponent, Math.max(-kLargestExponent, exponent));
      factors[term]! += Math.exp(limited) / states.length;
    });
  });
  return { terms, factors, cost: kGain * terms.reduce((sum, term, i) => sum + term * factors[i]!, 0) };
}

/**
 * The sum of the costs of a configuration that changes some slots: of each array the largest among its slots. `all`: the
 * slots of the program; one that is not changed costs 0.
 */
export function sumOf(all: Slot[], changed: { slot: Slot; cost: number }[]): number {
  const largest = new Map<number, number>();
  for (const slot of all) {
    const cost = changed.find((each) => each.slot === slot)?.cost ?? 0;
    largest.set(slot.value, Math.max(cost, largest.get(slot.value) ?? -Infinity));
  }
  return [...largest.values()].reduce((sum, cost) => sum + cost, 0);
}

/** The score from the sum of the costs: sums of all sizes become comparable, their order stays. */
export const scoreOf = (sum: number): number => kScale * Math.sign(sum) * Math.log1p(Math.abs(sum));
