// Computes the score of the published graph model step by step, as analytical costs times learned factors.
// native/model/network.h and shared/model/score.h define this score; learn_lesson3.test.ts checks that it equals the
// engine's.
import type { Propagation, Tensor } from '../../../../wasm/engine';
import { arrayOf, dense, weightOf, type Weights } from './encoder';

export const kTerms = 4;
const kGain = 5; // factor of all costs, as in the model card
const kLargestExponent = 4; // limit of the learned exponent, as in native/model/network.h
const kScale = 20; // factor of the logarithmic scale of scores, kSignedLogFactor of shared/model/score.h

/** A tensor whose layout can be chosen: an operand or the result of an instruction. */
export interface Slot {
  tensor: string;
  layouts: string[];
  /**
   * Index of the row of this tensor's first layout in the inputs of the network, which have one row per tensor and
   * layout.
   */
  row: number;
  /** Index, in `layouts`, of the layout that the tensor has in the HLO file. */
  reference: number;
  /** Index of the instruction that has this tensor as operand or result. */
  node: number;
  value: number;
}

/** The cost of giving a tensor a layout: kGain · Σ terms · factors. */
export interface LayoutCost {
  /** Analytical costs, as fractions of the estimated run time of the program. Shape: [kTerms]. */
  terms: number[];
  /**
   * Learned factors of the terms: means over the networks of the ensemble. From the last factor, 1 is subtracted.
   * Shape: [kTerms].
   */
  factors: number[];
  cost: number;
}

/**
 * Returns all tensors of a program whose layout can be chosen. `reference`: index of each such tensor's layout in the
 * HLO file.
 */
export function slotsOf({ slots }: Pick<Propagation, 'slots'>, reference: ArrayLike<number>, inputs: Tensor[]): Slot[] {
  const values = arrayOf(inputs, 'rowValue');
  let row = 0;
  return slots.map(({ instruction: node, tensor, layouts }, i) => {
    const slot = { tensor, layouts, row, reference: reference[i]!, node, value: values[row]! };
    row += layouts.length;
    return slot;
  });
}

/** Returns the number of networks in the model's ensemble. */
export function membersOf(weights: Weights): number {
  let members = 0;
  while (weights.has(`member${members}.multipliers.weight`)) ++members;
  return members;
}

/**
 * Computes the cost of giving a tensor a layout. `states`: for each network of the ensemble, the state of the
 * instruction that has the tensor as operand or result, and the state of the instruction that computes the tensor.
 */
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
 * Sums the costs of a configuration that changes some layouts. If several operands or results are the same array,
 * counts only the largest of their costs. `all`: all tensors whose layout can be chosen. Tensors that are not in
 * `changed` cost 0.
 */
export function sumOf(all: Slot[], changed: { slot: Slot; cost: number }[]): number {
  const largest = new Map<number, number>();
  for (const slot of all) {
    const cost = changed.find((each) => each.slot === slot)?.cost ?? 0;
    largest.set(slot.value, Math.max(cost, largest.get(slot.value) ?? -Infinity));
  }
  return [...largest.values()].reduce((sum, cost) => sum + cost, 0);
}

/**
 * Converts a sum of costs to a score. The logarithmic scale makes scores of different programs comparable, and keeps
 * the order of configurations.
 */
export const scoreOf = (sum: number): number => kScale * Math.sign(sum) * Math.log1p(Math.abs(sum));
