// Declares what the C++ core returns about configurations that the user edits, compares, searches and saves. A
// configuration assigns layouts to tensors.
import type { TensorPlace } from './program';
import type { Configuration, LoopChange } from './ranking';

/**
 * An instruction's result that is read in another layout than the one in which it is written, so that it must be
 * copied.
 */
export interface Disagreement {
  /** Name of the instruction that produces the value. */
  node: string;
  /** Number of the instruction that produces the value. */
  instruction: number;
  /** Size of one copy of the value in bytes. */
  bytes: number;
  /** Number of executions of the copy per run of the program, if the model simulates the compiler. */
  trips?: number;
  /**
   * How much more the copy costs than with the program layouts, divided by the cost of the program with them, if the
   * model simulates the compiler. Always positive.
   */
  amount?: number;
  /**
   * The producer and the readers, with the layout that each uses for the value. `place` is "dot.12 operand 0", or the
   * name of the producer. If the model simulates the compiler: the instruction that reads the copy, without a layout.
   */
  parties: { place: string; instruction: number; layout: string }[];
}

/** A description of a configuration, in the file or not: its score, its rank, and the values that must be copied. */
export interface ChoiceReport extends Configuration {
  /** 1 + number of configurations scored so far that have a lower score. */
  rank: number;
  /** Number of the measured configuration that has these layouts, whose run time is `time`; absent if none has. */
  measured?: number;
  /**
   * Number of values that must be copied. `disagreements` lists at most 200 of them, those with the most bytes. If the
   * model simulates the compiler: the copies that cost more than with the program layouts, the most expensive first.
   */
  disagreementCount: number;
  disagreements: Disagreement[];
}

/**
 * A step of the simulated layout assignment. begin: the layout chosen for tensor `slot` of `instruction` starts to
 * propagate. take: the instruction takes `layout`. keep: the instruction keeps the layout that it already has instead of
 * taking `layout`. stop: the instruction does not pass its layout, `layout`, on to its operands.
 */
export interface LayoutStep {
  kind: 'begin' | 'take' | 'keep' | 'stop';
  instruction: number;
  slot?: number;
  layout: string;
}

/** How layouts propagate in the simulated compiler (see shared/session/propagation.h). */
export interface Propagation {
  slots: { slot: number; instruction: number; tensor: string; layouts: string[] }[];
  steps: LayoutStep[];
  /** [instructions] layout of each instruction's result; "" if the result is not an array. */
  results: string[];
  /** Copies that the compiler inserts. `consumer` reads the copy; if absent, the computation returns the copy. */
  copies: { instruction: number; consumer?: number; trips: number; from: string; to: string }[];
}

/** The scores that a configuration has with each possible layout of one tensor. */
export interface Settings extends TensorPlace {
  /** Sizes of the tensor's dimensions. */
  dimensions: number[];
  elementBytes: number;
  /** Index (`row`) of the layout that the tensor has in the configuration. */
  chosen: number;
  /** Index (`row`) of the layout that the tensor has in the program. */
  reference: number;
  /**
   * One entry per possible layout. `row` is the index of the layout. `z` is the score before rescaling. Lower scores
   * are faster.
   */
  settings: { row: number; layout: string; z: number; score: number; rank: number }[];
}

/**
 * A term in which the scores of configurations A and B differ. `amount` is A's term minus B's term, before rescaling.
 */
export interface DifferencePart {
  slot: number;
  node: string;
  tensor: string;
  /** The layouts of the tensor in configuration A and in configuration B. */
  layouts: [string, string];
  amount: number;
  /** Name of the second tensor, "dot.12 operand 0", if the term depends on the layouts of two neighbouring tensors. */
  with?: string;
  /** Name of the tensor to which B's term belongs, "dot.12 operand 0", if it is another tensor with the same value. */
  instead?: string;
}

/** A comparison of two or more configurations (see compareJson in shared/session/what_if_report.h). */
export interface SideBySide {
  /** The tensors whose layouts differ, each with its layout in every configuration. */
  slots: (TensorPlace & { layouts: string[] })[];
  /**
   * Score differences: the first configuration minus each other configuration. `z` is the difference before rescaling,
   * which is the sum of the amounts of `parts`. `pairConfidence` is the probability that the configuration with the
   * lower score is faster; it is null if the model is not calibrated.
   */
  differences: {
    z: number;
    score: number;
    whole?: number;
    pairConfidence: number | null;
    parts: DifferencePart[];
    loops?: LoopChange[];
  }[];
}

/**
 * File formats for configurations (shared/session/saved.h). hlo, jax and config-proto hold one configuration, and need
 * a program that was opened from HLO.
 */
export type SavedKind = 'json' | 'csv' | 'top-configs' | 'hlo' | 'jax' | 'config-proto';

/** The text of a file of saved configurations. */
export interface Saved {
  text: string;
}

/** The configurations with the lowest scores among all combinations of layouts. z is the score before rescaling. */
export interface Best {
  /** Lower bound of z over all configurations; null if unknown. */
  bound: number | null;
  /** Lower bound of the score over all configurations: `bound` after rescaling; null if unknown. */
  score: number | null;
  /** Whether found[0] reaches the bound, so that no configuration has a lower score. */
  isProven: boolean;
  /**
   * The configurations found, lowest score first. `changed` is the number of layouts that differ from the program's.
   * `choice` has one layout index per tensor.
   */
  found: { z: number; score: number; rank: number; changed: number; choice: number[] }[];
}
