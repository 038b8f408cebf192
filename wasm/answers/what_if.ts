// Configurations that the user edits, compares, searches and saves. Terms are those of ../answers.ts.
import type { TensorPlace } from './program';
import type { Configuration, LoopChange } from './ranking';

/** A value (result of an instruction) that is read in another layout than it is written in, which needs a copy. */
export interface Disagreement {
  /** Name of the instruction that produces the value. */
  node: string;
  /** Number of the instruction that produces the value. */
  instruction: number;
  /** Size of one copy. */
  bytes: number;
  /** Producer and readers with their layouts of the value; `place`: "dot.12 operand 0", or the name of the producer. */
  parties: { place: string; instruction: number; layout: string }[];
}

/** The report of a configuration that the file need not list. */
export interface ChoiceReport extends Configuration {
  /** 1 + number of configurations scored so far with a lower score. */
  rank: number;
  /** Total number of disagreements; `disagreements` lists at most 200, those with most bytes. */
  disagreementCount: number;
  disagreements: Disagreement[];
}

/**
 * An event of the simulated layout assignment: a constraint on `slot` begins to hand its layout back (`instruction` has
 * the slot); an instruction takes a layout, keeps its own, or does not hand its layout on to its operands.
 */
export interface LayoutStep {
  kind: 'begin' | 'take' | 'keep' | 'stop';
  instruction: number;
  slot?: number;
  layout: string;
}

/** How the simulated compiler assigns layouts: see shared/session/propagation.h. */
export interface Propagation {
  slots: { slot: number; instruction: number; tensor: string; layouts: string[] }[];
  steps: LayoutStep[];
  /** [instructions] layout of the result; "" if it is not an array. */
  results: string[];
  /** Copies that the compiler inserts; without `consumer`, the computation returns the copy. */
  copies: { instruction: number; consumer?: number; trips: number; from: string; to: string }[];
}

/** The scores that a configuration has with each layout of one slot (tensor whose layout can be chosen). */
export interface Settings extends TensorPlace {
  /** Sizes of the tensor's dimensions. */
  dimensions: number[];
  elementBytes: number;
  /** The `row` of the layout that the configuration has. */
  chosen: number;
  /** The `row` of the program layout. */
  reference: number;
  /** One entry per layout; `row` is its index, `z` the table score before the scale; lower scores are faster. */
  settings: { row: number; layout: string; z: number; score: number; rank: number }[];
}

/** A table entry that differs between two configurations A and B: `amount` is A's entry minus B's, before the scale. */
export interface DifferencePart {
  slot: number;
  node: string;
  tensor: string;
  /** The layouts of the entry in A and in B. */
  layouts: [string, string];
  amount: number;
  /** The second tensor of a pair entry (table entry of two layouts of neighbouring tensors), "dot.12 operand 0". */
  with?: string;
  /** The tensor of B's entry, if the entries of A and B concern the same value at two tensors ("dot.12 operand 0"). */
  instead?: string;
}

/** A comparison of two or more configurations: see compareJson in shared/session/what_if_report.h. */
export interface SideBySide {
  /** The tensors whose layouts differ, with one layout per configuration. */
  slots: (TensorPlace & { layouts: string[] })[];
  /**
   * The first configuration minus each other configuration. `z`: before the scale, the sum of the parts' amounts.
   * `pairConfidence`: probability that the lower score is faster; null if the model has no calibration data.
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

/** File formats for configurations (shared/session/saved.h). hlo, jax and config-proto need HLO and one configuration. */
export type SavedKind = 'json' | 'csv' | 'top-configs' | 'hlo' | 'jax' | 'config-proto';

/** The text of a file of configurations. */
export interface Saved {
  text: string;
}

/** The configurations with the lowest scores among all combinations of layouts. z is the score before the scale. */
export interface Best {
  /** Lower bound of z over all configurations; null if unknown. */
  bound: number | null;
  /** The lower bound as a score, after the scale; null if unknown. */
  score: number | null;
  /** Whether found[0] reaches the bound, so that no configuration has a lower score. */
  isProven: boolean;
  /** Lowest score first. `changed`: number of layouts that differ from the program layouts; `choice`: a byte per slot. */
  found: { z: number; score: number; rank: number; changed: number; choice: number[] }[];
}
