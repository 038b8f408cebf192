// Declares what the C++ core returns about the ranking of configurations (assignments of layouts to tensors).
import type { Notice, TensorPlace, Warning } from './program';

/** An input of a neural network: a dense row-major array of float32 or int64. */
export interface Tensor {
  name: string;
  shape: number[];
  data: Float32Array | BigInt64Array;
}

/** A changed layout of a tensor: `from` the layout in the program, "{1,0}", `to` "{0,1}", both minor to major. */
export interface Change extends TensorPlace {
  from: string;
  to: string;
}

/** A term of a configuration's score: what the layout of one tensor, or of two, contributes before rescaling. */
export interface Contribution {
  slot: number;
  node: string;
  tensor: string;
  layout: string;
  amount: number;
  /** The second tensor, "dot.12 operand 0", if the term depends on the layouts of two neighbouring tensors. */
  with?: string;
}

/**
 * A loop of the simulated compiler's code whose cost differs between two configurations (see shared/session/json.h).
 */
export interface LoopChange {
  /** copy: stores a value in another layout; reduce: a reduction; loop: other fused computations. */
  kind: 'copy' | 'loop' | 'reduce';
  node: string;
  computation: string;
  opcode: string;
  shape: string;
  /** Number of the instruction `node`. */
  instruction: number;
  /** Name of the instruction that reads the copy; absent if the loop is not a copy or nothing reads the copy. */
  consumer?: string;
  elements: number;
  /** Number of executions of the loop per run of the program. */
  trips: number;
  /** Difference of the loop's cost, as a fraction of the program's cost with its own layouts; positive: slower. */
  amount: number;
}

/**
 * The configurations that compile to the same program and so share a line of the ranking: their number and the first of
 * them. `known`: whether the compiled programs were compared, or the simulated compiler makes the same loops.
 */
export interface SameProgram {
  first: number;
  count: number;
  known: 'measured' | 'simulated';
}

/** Whether the best configuration is faster than the layouts used without tuning: see shared/session/verdict.h. */
export interface Verdict {
  kind: 'measured' | 'predicted' | 'tie' | 'uncalibrated';
  /** The layouts that the best configuration is compared with. */
  against: 'compilerDefault' | 'programLayouts';
  /** Measured seconds with the layouts of `against`; null if not measured. */
  time: number | null;
  /** Score of the layouts of `against`; null if unknown. */
  score: number | null;
  text: string;
}

/** A ranked configuration: an entry of `configurations` in `hlorank rank --json` (see shared/session/report.h). */
export interface Configuration {
  /** Number of the configuration; -1 if the file does not list it. */
  index: number;
  /** 1 + number of compiled programs with a lower score; null for a compiler default with unrecorded layouts. */
  rank?: number | null;
  /** The configurations that compile to the same program; absent if no other configuration does. */
  sameProgram?: SameProgram;
  /** Predicted cost; lower is faster, and the layouts in the program have 0. */
  score: number;
  /** Least and greatest score among the networks of an ensemble; absent without an ensemble. */
  interval?: [number, number];
  /** False if the configuration duplicates an earlier one or its layouts are not recorded. */
  usable: boolean;
  /** Measured run time in seconds; absent if not measured. */
  time?: number;
  /** Score before rescaling: the sum of the amounts of `contributions`. */
  z: number;
  /**
   * Part of the score that an early- or late-join network gives the configuration as a whole; absent for other models.
   */
  whole?: number;
  changes: Change[];
  contributions: Contribution[];
  /**
   * Loops whose cost differs from that with the layouts in the program; their amounts add up to `z`. Only for models
   * that simulate the compiler.
   */
  loops?: LoopChange[];
  /** Present for a schedule. Times are in ms. `shares`: each stage's fraction of the time, in file order; or empty. */
  schedule?: { id: string; milliseconds: number; time?: number; halideCost?: number; shares: number[] };
}

/** How well a ranking agrees with measured times (see Agreement in shared/session/ranking.h). null: undefined. */
export interface Agreement {
  tau: number | null;
  /** Fraction of correctly ordered pairs among all pairs with different times; absent for schedules. */
  orderedPairAccuracy?: number | null;
  pairAccuracy: number | null;
  slowdown1: number | null;
  slowdown5: number | null;
  slowdown10: number | null;
  configurations: number;
  /** Only for schedules: how well Halide's own cost model agrees with the same times. */
  halide?: Agreement;
}

/** How reliable a model's scores are, measured on programs that the model was not trained on. */
export interface Confidence {
  /** Score differences, each with the fraction of pairs with this difference that are ordered correctly; ascending. */
  pairs: [number, number][];
  /** Least score difference at which 90 % of the pairs of configurations are ordered correctly. */
  separable: number;
  /**
   * The nearest training programs, and the accuracy on held-out programs at this distance: null if the program is
   * farther away than all of them. Null if the card lists no training programs.
   */
  similarity: { distance: number; pairAccuracy: number | null; nearest: { name: string; distance: number }[] } | null;
}

/** The ranking table: one array per column, with one entry per configuration that passes the filter, sorted. */
export interface View {
  /** Numbers of the configurations; those of the user have numbers after those of the file. */
  indices: Uint32Array;
  /** 1 + number of compiled programs with a lower score; equal scores have the same rank. */
  ranks: Uint32Array;
  /** Number of configurations that compile to the same program and share the line. */
  copies: Uint32Array;
  scores: Float32Array;
  /** Measured times in seconds, NaN if not measured; empty if the file has no times. */
  times: Float64Array;
  /** Number of tensors whose layout differs from that in the program. */
  changed: Uint32Array;
  /** Only for schedules: cost by Halide's own model; empty if not computed. */
  halide?: Float64Array;
  /** Only for schedules: whether the ranking is a model's; false if it is by measured time. */
  isPredicted?: boolean;
  /** Number of configurations that pass the filter; may be above ViewQuery.limit. */
  passed: number;
  /** How well scores agree with measured times, over the configurations in the table; null without times. */
  agreement: Agreement | null;
}

/**
 * The best configurations so far, best first. `indices`: their numbers; `times`: seconds, empty if none were measured.
 */
export interface Top {
  indices: Uint32Array;
  /** As in View. */
  ranks: Uint32Array;
  copies: Uint32Array;
  scores: Float32Array;
  times: Float64Array;
  /** As in View. */
  halide?: Float64Array;
  isPredicted?: boolean;
}

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
  /** Score of the layouts that the compiler chooses on its own; only by models that simulate the compiler. */
  compilerScore?: number;
  configurations: Configuration[];
  verdict: Verdict | null;
  agreement: Agreement | null;
  warnings: Warning[];
  notices: Notice[];
}
