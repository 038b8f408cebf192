// Declares what the C++ core returns about the ranking of configurations (assignments of layouts to tensors).
import type { Notice, TensorPlace, Warning } from './program';

/** An input of a neural network: a dense row-major array of float32 or int64. */
export interface Tensor {
  name: string;
  shape: number[];
  data: Float32Array | BigInt64Array;
}

/**
 * A changed layout of a tensor. `from` is the layout in the program, "{1,0}", and `to` the new one, "{0,1}", both minor
 * to major.
 */
export interface Change extends TensorPlace {
  from: string;
  to: string;
}

/**
 * A term of a configuration's score: what the layout of one tensor, or the layouts of two, add to it before rescaling.
 */
export interface Contribution {
  slot: number;
  node: string;
  tensor: string;
  layout: string;
  amount: number;
  /** Name of the second tensor, "dot.12 operand 0", if the term depends on the layouts of two neighbouring tensors. */
  with?: string;
}

/**
 * A loop in the code of the simulated compiler whose cost differs between two configurations (see
 * shared/session/json.h).
 */
export interface LoopChange {
  /**
   * What the loop does. copy: stores a value in another layout. reduce: computes a reduction. loop: computes other
   * fused operations.
   */
  kind: 'copy' | 'loop' | 'reduce';
  node: string;
  computation: string;
  opcode: string;
  shape: string;
  /** Number of the instruction `node`. */
  instruction: number;
  /**
   * Name of the first instruction that reads the result of the loop (of a copy: the copied tensor). Absent if none
   * reads it, or if it is the result of a computation.
   */
  consumer?: string;
  elements: number;
  /** Number of executions of the loop per run of the program. */
  trips: number;
  /** Difference of the loop's cost, divided by the cost of the program with the program layouts. Positive means slower. */
  amount: number;
}

/**
 * The configurations that compile to the same program and so share a line of the ranking. `first` is the first of them
 * and `count` their number. `known` tells how this is known: the compiled programs were compared, or the simulated
 * compiler makes the same loops.
 */
export interface SameProgram {
  first: number;
  count: number;
  known: 'measured' | 'simulated';
}

/** Whether the best configuration is faster than the layouts used without tuning (see shared/session/verdict.h). */
export interface Verdict {
  kind: 'measured' | 'predicted' | 'tie' | 'uncalibrated';
  /** The layouts with which the best configuration is compared. */
  against: 'compilerDefault' | 'programLayouts';
  /** Measured seconds with the layouts of `against`; null if not measured. */
  time: number | null;
  /** Score of the layouts of `against`; null if unknown. */
  score: number | null;
  text: string;
  /**
   * A sentence to follow `text`: what it is based on, or advice to the user. Empty if there is neither; undefined for files
   * of schedules.
   */
  detail?: string;
}

/** A ranked configuration: an entry of `configurations` in `hlorank rank --json` (see shared/session/report.h). */
export interface Configuration {
  /** Number of the configuration; -1 if the file does not list it. */
  index: number;
  /** 1 + number of compiled programs with a lower score; null for a compiler default with unrecorded layouts. */
  rank?: number | null;
  /** The configurations that compile to the same program as this one; absent if there are no others. */
  sameProgram?: SameProgram;
  /** Predicted cost. Lower is faster. The layouts in the program have score 0. */
  score: number;
  /** Least and greatest score among the networks of an ensemble; absent if the model is no ensemble. */
  interval?: [number, number];
  /** False if the configuration duplicates an earlier one or its layouts are not recorded. */
  usable: boolean;
  /** Measured run time in seconds; absent if not measured. */
  time?: number;
  /** Score before rescaling: the sum of the amounts of `contributions`. */
  z: number;
  /**
   * Part of the score that an early- or late-join network gives to the configuration as a whole; absent for other
   * models.
   */
  whole?: number;
  changes: Change[];
  contributions: Contribution[];
  /**
   * Loops whose cost differs from the cost with the layouts in the program. Their amounts add up to `z`. Present only
   * for models that simulate the compiler.
   */
  loops?: LoopChange[];
  /**
   * Present for a schedule. Times are in ms. `shares` has the fraction of the time that each stage takes, in file
   * order; it may be empty. `stages` is present if schedules differ in their stages. It lists those of this schedule,
   * with its decisions about them, "tile ff 2×2×2×1, parallel 32"; "" if unknown.
   */
  schedule?: {
    id: string;
    milliseconds: number;
    time?: number;
    halideCost?: number;
    shares: number[];
    stages?: { name: string; steps: string }[];
  };
}

/**
 * How well a ranking agrees with measured times (see Agreement in shared/session/ranking.h). A value is null if
 * undefined.
 */
export interface Agreement {
  tau: number | null;
  /** Fraction of correctly ordered pairs, among all pairs with different times. Absent for schedules. */
  orderedPairAccuracy?: number | null;
  pairAccuracy: number | null;
  slowdown1: number | null;
  slowdown5: number | null;
  slowdown10: number | null;
  configurations: number;
  /** Only for schedules: how well Halide's own cost model agrees with the same measured times. */
  halide?: Agreement;
}

/** How reliable a model's scores are, measured on programs that the model was not trained on. */
export interface Confidence {
  /**
   * Pairs of a score difference and the fraction of pairs of configurations with this difference that are ordered
   * correctly. Ascending.
   */
  pairs: [number, number][];
  /** Least score difference at which 90 % of the pairs of configurations are ordered correctly. */
  separable: number;
  /**
   * The nearest training programs, with the accuracy on held-out programs at this distance. The accuracy is null if the
   * program is farther away than all held-out programs. `similarity` is null if the card (model.json) lists no training
   * programs.
   */
  similarity: { distance: number; pairAccuracy: number | null; nearest: { name: string; distance: number }[] } | null;
}

/** The ranking table: one array per column, with one entry per configuration that passes the filter, sorted. */
export interface View {
  /** Numbers of the configurations. Those made by the user are numbered after those of the file. */
  indices: Uint32Array;
  /** 1 + number of compiled programs with a lower score. Equal scores have the same rank. */
  ranks: Uint32Array;
  /** Number of configurations that share the line because they compile to the same program. */
  copies: Uint32Array;
  scores: Float32Array;
  /** Measured times in seconds, NaN if not measured; empty if the file has no times. */
  times: Float64Array;
  /** Number of tensors whose layout differs from that in the program. */
  changed: Uint32Array;
  /** Only for schedules: cost by Halide's own cost model; empty if not computed. */
  halide?: Float64Array;
  /** Only for schedules: whether a model made the ranking. If false, it is by measured time. */
  isPredicted?: boolean;
  /** Number of configurations that pass the filter; may exceed ViewQuery.limit. */
  passed: number;
  /** How well scores agree with measured times, over the configurations in the table; null if there are no times. */
  agreement: Agreement | null;
}

/** The best configurations so far, best first. */
export type Top = Omit<View, 'changed' | 'passed' | 'agreement'>;

/** A ranking of a program: the output of `hlorank rank --json` (see rankJson in shared/session/report.h). */
export interface RankReport {
  version: number;
  file: string;
  name: string;
  format: string;
  model: { name: string; title: string };
  generated: boolean;
  count: number;
  /** Number and run time in seconds of the configuration whose layouts the compiler chose; null if not measured. */
  compilerDefault: { index: number; time: number } | null;
  confidence: Confidence | null;
  /**
   * Score of the layouts that the compiler chooses on its own; 0 for optimised modules. Only models that simulate the
   * compiler give it.
   */
  compilerScore?: number;
  configurations: Configuration[];
  verdict: Verdict | null;
  agreement: Agreement | null;
  warnings: Warning[];
  notices: Notice[];
}
