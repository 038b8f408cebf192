// How configurations rank, and why. Terms are those of ../answers.ts.
import type { Notice, TensorPlace, Warning } from './program';

/** A network input: a dense row-major array, float32 or int64. */
export interface Tensor {
  name: string;
  shape: number[];
  data: Float32Array | BigInt64Array;
}

/** A layout of a configuration that differs from the program layout: `from` "{1,0}" `to` "{0,1}", minor to major. */
export interface Change extends TensorPlace {
  from: string;
  to: string;
}

/** A table entry of a model that contributes `amount` to the score of a configuration before the scale. */
export interface Contribution {
  slot: number;
  node: string;
  tensor: string;
  layout: string;
  amount: number;
  /** The second tensor of a pair entry (table entry of two layouts of neighbouring tensors), "dot.12 operand 0". */
  with?: string;
}

/** A loop whose cost differs between two configurations, by a model that simulates the compiler (shared/session/json.h). */
export interface LoopChange {
  /** copy: a value is stored in another layout; reduce: a reduction; loop: other computations, fused. */
  kind: 'copy' | 'loop' | 'reduce';
  node: string;
  computation: string;
  opcode: string;
  shape: string;
  /** Number of the instruction `node`. */
  instruction: number;
  /** The instruction that reads the copy; absent: none. */
  consumer?: string;
  elements: number;
  /** Executions per run of the program. */
  trips: number;
  /** Difference of its cost, as a fraction of the program's cost with the program layouts; positive: slower. */
  amount: number;
}

/**
 * Configurations that compile to the same program, which share a row of the ranking. `known`: the compiled programs were
 * compared, or the simulated compiler runs the same loops for them.
 */
export interface SameProgram {
  first: number;
  count: number;
  known: 'measured' | 'simulated';
}

/** What a ranking is worth, in a sentence: see shared/session/verdict.h. */
export interface Verdict {
  kind: 'measured' | 'predicted' | 'tie' | 'uncalibrated';
  /** What the sentence compares with. */
  against: 'compilerDefault' | 'programLayouts';
  /** Measured seconds of `against`; null if not measured. */
  time: number | null;
  /** Score of `against`; null if unknown. */
  score: number | null;
  text: string;
}

/** A ranked configuration: an entry of `configurations` in `hlorank rank --json` (see shared/session/report.h). */
export interface Configuration {
  /** Number of the configuration; -1 if the file does not list it. */
  index: number;
  /** 1 + number of programs with a lower score; null for a compiler default whose layouts are not recorded. */
  rank?: number | null;
  /** The first of the `count` configurations that compile to the same program; absent if there is no other. */
  sameProgram?: SameProgram;
  /** Predicted cost; lower is faster, and 0 for the program layouts. */
  score: number;
  /** Least and greatest score among the networks of an ensemble; absent without an ensemble. */
  interval?: [number, number];
  /** False for a duplicate of an earlier configuration and for one whose layouts are not recorded. */
  usable: boolean;
  /** Measured run time in seconds; absent if not measured. */
  time?: number;
  /** Table score before the scale: the sum of the contributions' amounts. */
  z: number;
  /** Score of the whole configuration by an early- or late-join network, which is added to the table score. */
  whole?: number;
  changes: Change[];
  contributions: Contribution[];
  /** By a model that simulates the compiler: differences to the program layouts, whose amounts add up to `z`. */
  loops?: LoopChange[];
  /** Present for a schedule; times in ms. `shares`: of each stage, in the order of the file; empty: unknown. */
  schedule?: { id: string; milliseconds: number; time?: number; halideCost?: number; shares: number[] };
}

/** Agreement of a ranking with measured times (see Agreement in shared/session/ranking.h). Undefined figures are null. */
export interface Agreement {
  tau: number | null;
  /** Absent for schedules. */
  orderedPairAccuracy?: number | null;
  pairAccuracy: number | null;
  slowdown1: number | null;
  slowdown5: number | null;
  slowdown10: number | null;
  configurations: number;
  /** Of schedules: the agreement of Halide's own model with the same times. */
  halide?: Agreement;
}

/** Confidence of a ranking, measured on programs that the model was not trained on. */
export interface Confidence {
  /** Score difference of two configurations, and the fraction of such pairs ordered correctly; both ascending. */
  pairs: [number, number][];
  /** Least score difference at which 90 % of the pairs of configurations are ordered correctly. */
  separable: number;
  /**
   * The nearest training programs, and the accuracy on held-out programs at this distance: null if the program is farther
   * away than all of them. Null if the card lists no training programs.
   */
  similarity: { distance: number; pairAccuracy: number | null; nearest: { name: string; distance: number }[] } | null;
}

/** The ranking table: one array per column, with one entry per configuration that passes the filter, sorted. */
export interface View {
  /** Numbers of the configurations; the user's configurations are numbered after those of the file. */
  indices: Uint32Array;
  /** 1 + number of programs with a lower score; equal scores have the same rank. */
  ranks: Uint32Array;
  /** Number of configurations that compile to the same program and share the row. */
  copies: Uint32Array;
  scores: Float32Array;
  /** Seconds, NaN if not measured; empty if the file has no times. */
  times: Float64Array;
  /** Number of tensors whose layout differs from the program layout. */
  changed: Uint32Array;
  /** Of schedules: cost by Halide's own model; empty: not computed. */
  halide?: Float64Array;
  /** Of schedules: false if the order is that of the measured times. */
  isPredicted?: boolean;
  /** Number of configurations that pass the filter, including those beyond ViewQuery.limit. */
  passed: number;
  /** Agreement over the configurations in the table; null if the file has no times. */
  agreement: Agreement | null;
}

/** The best configurations so far, best first. `indices`: their numbers; `times`: seconds, empty if none were measured. */
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

/** A ranking of a program; the output of `hlorank rank --json`, described at rankJson in shared/session/report.h. */
export interface RankReport {
  version: number;
  file: string;
  name: string;
  format: string;
  model: { name: string; title: string };
  generated: boolean;
  count: number;
  /** The configuration whose layouts the compiler chose, and its run time in seconds; null: not measured. */
  compilerDefault: { index: number; time: number } | null;
  confidence: Confidence | null;
  /** Score of the layouts that the simulated compiler chooses itself; only by models that simulate it. */
  compilerScore?: number;
  configurations: Configuration[];
  verdict: Verdict | null;
  agreement: Agreement | null;
  warnings: Warning[];
  notices: Notice[];
}
