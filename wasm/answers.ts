// Types of the JSON and arrays that the C++ core returns. Terms: a *slot* is a tensor whose layout can be chosen (output
// or operand of a configurable instruction); a *row* is a slot with one of its layouts; a *choice* is a configuration as
// one row index per slot; the *reference configuration* has the program layouts (those of the HLO) and scores 0.
/** What is wrong with an input, where, and what to do. */
export interface ErrorReport {
  message: string;
  /** What to do; may be empty. */
  help: string;
  /** 1-based; 0 if the input is not text. */
  line: number;
  /** 1-based, in bytes; 0 if the error concerns the whole line. */
  column: number;
  /** Byte offset in binary data; -1 if unknown. */
  offset: number;
  /** The source line, shortened if long; may be empty. */
  excerpt: string;
  /** 0-based position in `excerpt` to mark; -1 for no mark. */
  caret: number;
  file: string;
}

/** A problem of a file that did not prevent opening it; `line` and `column` are 1-based, 0 if unknown. */
interface Warning {
  message: string;
  line: number;
  column: number;
}

/** A limit of a ranking that the user should know; `kind` is "raw", "tpu", "generated", ... */
interface Notice {
  kind: string;
  message: string;
}

/** What a program file contains; the output of `hlorank inspect --json`, described in shared/session/report.h. */
export interface Inspection {
  version: number;
  file: string;
  name: string;
  format: string;
  computations: number | null;
  instructions: number;
  edges: number;
  configurable: number;
  slots: number;
  hashes: Record<'opcode' | 'nodeFeat' | 'edgesInsertion' | 'edgesSorted' | 'splits', string>;
  /** `leftToCompiler`: number of those whose layouts the compiler chose; they have no rank. */
  configurations: { count: number; leftToCompiler?: number; generated: boolean; measured: boolean };
  warnings: Warning[];
  notices: Notice[];
  /** Present if the configurations are schedules: instructions are then the stages of a program of Halide or TVM. */
  schedules?: {
    kind: 'halide' | 'metaschedule' | 'ansor' | 'autotvm';
    /** "Halide", "TVM MetaSchedule", … */
    title: string;
    /** Schema of the features, which a model must have too. */
    schema: string;
    /** Relative spread of repeated measurements; null: unknown. */
    noise: number | null;
    /** Schedules left out because their measurement failed. */
    failed: number;
    /** Names of all programs in the file; `chosen` is the number of the open one. */
    programs: string[];
    chosen: number;
  };
}

/** All instructions of a program in node order; the lists of strings have one entry per instruction. */
export interface Instructions {
  names: string[];
  computations: string[];
  opcodes: string[];
  shapes: string[];
  /** The numbers of the configurable instructions (convolutions, dots and reshapes), ascending. */
  configurable: Uint32Array;
}

/** In index arrays (instructions, places, boxes): there is none. */
export const kNone = 0xffffffff;

/** Values of Outline.kinds: what a place (box that can be drawn) shows; `section`: a part of a long computation, `repeat`:
 *  consecutive sections with the same operations. */
export const Place = { instruction: 0, computation: 1, section: 2, repeat: 3 } as const;

/**
 * The nesting of a program as a tree of places (boxes that can be drawn) in preorder; place 0 is the entry computation.
 * The descendants of place p are p + 1 to ends[p] - 1. Ids depend on the program only. See shared/drawing/drawing.h. The
 * arrays have one entry per place if not said otherwise.
 */
export interface Outline {
  /** "dot.12", "block × 32", "body: region_0.5". */
  titles: string[];
  /** The shape of an instruction without layout, or a summary of the contents: "412 instructions: dot ×9, reduce ×3". */
  subtitles: string[];
  /** Values of Place. */
  kinds: Uint8Array;
  /** 1: drawn as a pin on the place in `hosts`, not as a box, unless everything is drawn (parameters, constants, ...). */
  folded: Uint8Array;
  /** The enclosing place; kNone for place 0. */
  parents: Uint32Array;
  /** The first id after the descendants of a place. */
  ends: Uint32Array;
  /** The place on which a folded place is drawn as a pin; kNone if there is none. */
  hosts: Uint32Array;
  /** The instruction that a place shows; kNone if it is not an instruction. */
  instructions: Uint32Array;
  /** Number of instructions in each place. */
  counts: Uint32Array;
  /** [instructions] the first place of each instruction; kNone if it is never drawn. */
  placeOf: Uint32Array;
}

/** Bits of Drawing.flags: the box is open (shows its contents); it can be opened. */
export const Box = { open: 1, openable: 2 } as const;
/** Bits of Drawing.edgeFlags: only the two ends of the edge are drawn; it is a control dependency without data. */
export const Edge = { stub: 1, control: 2 } as const;

/** A drawing of the graph. The unit is the width of a character (a line of text is 2 high); y grows downwards. */
export interface Drawing {
  width: number;
  height: number;
  /** [boxes, 4] x, y, width, height; parents before children. */
  rects: Float32Array;
  /** [boxes] the place of the outline that each box shows. */
  places: Uint32Array;
  /** [boxes] the enclosing box; kNone for box 0, the entry computation. */
  parents: Uint32Array;
  /** [boxes] bits of Box. */
  flags: Uint8Array;
  /** [edges] the box of the producer. */
  from: Uint32Array;
  /** [edges] the box of the user. */
  to: Uint32Array;
  /** [edges] bits of Edge. */
  edgeFlags: Uint8Array;
  /** [edges + 1] index of the first point of each edge in `points`. */
  pointBegin: Uint32Array;
  /**
   * [points, 2] x, y. Two consecutive points of an edge are connected by a straight line if they have the same x, else by
   * an S-curve with vertical ends. A stub has four points: a line at the producer and one at the user.
   */
  points: Float32Array;
  /** [pins] the box on whose upper border a folded place (see Outline.folded) is drawn as a pin. */
  pinBoxes: Uint32Array;
  /** [pins] the folded place. */
  pinPlaces: Uint32Array;
  /** [pins] x of the pin. */
  pinX: Float32Array;
  /** [places] the box that shows each place of the outline, itself or inside a closed box; kNone if none does. */
  boxOf: Uint32Array;
}

/** Data flow and source lines of a program, and its HLO text. For a file without HLO the lists of strings are empty. */
export interface Structure {
  /** [instructions + 1] the data flow sources of instruction i are feeds[begin[i]] to feeds[begin[i + 1] - 1]. */
  begin: Uint32Array;
  /** Sources of all instructions: operands, then roots of called computations, or a parameter's values at its callers. */
  feeds: Uint32Array;
  /** [instructions] how many of an instruction's sources are its operands; these come first. */
  operands: Uint32Array;
  /** [instructions] op_name of the metadata, "jit(step)/layer_3/dot_general"; "" if it has none. */
  opNames: string[];
  /** [instructions] source file and line of the metadata, "model.py:71"; "" if it has none. */
  origins: string[];
  /** The lines of the HLO text: those of the file, or if it is a proto, those that the core prints. */
  text: string[];
  /** [instructions] the 0-based line of each instruction in `text`; kNone: the text does not name it. */
  lines: Uint32Array;
}

/** Details of one instruction. */
export interface Details {
  node: number;
  name: string;
  computation: string;
  opcode: string;
  shape: string;
  configurable: boolean;
  /** Size of the result in bytes; null if unknown. */
  bytes: number | null;
  /** Multiplications plus additions of one run of a dot or convolution; null for other instructions. */
  operations: number | null;
  /** Runs of the instruction per run of the program. */
  trips: number;
  /** Bytes that one run reads and writes by itself; null if none or unknown. */
  moved: number | null;
  /** op_name of the metadata, "jit(step)/layer_3/dot_general"; "" if it has none. */
  opName: string;
  /** Source file and line of the metadata, "model.py:71"; "" if it has none. */
  source: string;
  attributes: { name: string; value: string }[];
  operands: { node: number; name: string; shape: string }[];
  /** At most 200 of the `userCount` instructions that use the result. */
  users: { node: number; name: string; shape: string }[];
  userCount: number;
}

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

/** The slots (tensors whose layout can be chosen), one entry each. */
export interface Slots {
  /** The instruction that has the tensor. */
  nodes: Uint32Array;
  /** 0: the output of the instruction, 1: operand 0, 2: operand 1. */
  tensors: Uint8Array;
  /** The index of the program layout among the layouts of the slot. */
  reference: Uint8Array;
}

/** A slot: a tensor ("output" or "operand N") of an instruction (`node`, its name) whose layout can be chosen. */
interface TensorPlace {
  slot: number;
  node: string;
  computation: string;
  opcode: string;
  shape: string;
  tensor: string;
}

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
  /** The tensor of B's entry, if it is another place where the same value is written or read than that of A's entry. */
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

/** A file to open; its format is detected from the bytes. */
export interface InputFile {
  name: string;
  bytes: Uint8Array;
}

/** One of two compared programs. */
export interface Side {
  name: string;
  /** [instructions] the HLO text of each instruction. */
  lines: string[];
  /** [computations] the name of each computation. */
  computations: string[];
  /**
   * [instructions] bits: how it differs from its match in the other program. 1 opcode, 2 shape, 4 attributes, 8 layout,
   * 16 operands, 32 moved to another computation; 0: equal, or without a match.
   */
  differences: Uint8Array;
  /** [instructions] the kind of change, as an index into Difference.words. */
  changes: Uint8Array;
}

/** The differences between two programs, for a line-by-line display side by side. */
export interface Difference {
  /** Names of the kinds of change: "removed", "added", "opcode", ..., "unchanged". */
  words: string[];
  left: Side;
  right: Side;
  /** [rows, 2] the instructions on the left and right of each displayed line; kNone if a side has none. */
  rows: Uint32Array;
  /** [sections, 3] index of the first line in `rows`, computation on the left and on the right (kNone if it has none). */
  sections: Uint32Array;
  costs: CostChanges;
}

/** What a change of a program costs: the JSON of `hlorank diff --cost`, described in shared/cost/compare.h. */
export interface CostChanges {
  machine: string;
  /** Estimated seconds, FLOPs and bytes of one run of each program. */
  left: { seconds: number; flops: number; bytes: number };
  right: { seconds: number; flops: number; bytes: number };
  /** Largest increase of the estimated time first; null: the instruction is only in the other program. */
  changes: {
    left: { name: string; computation: string } | null;
    right: { name: string; computation: string } | null;
    seconds: number;
    flops: number;
    bytes: number;
    stridedBytes: number;
    reason: string;
  }[];
}

/** What limits an instruction in the roofline model. */
export type Bound = 'compute' | 'transcendental' | 'memory' | 'layout' | 'none';

/**
 * Costs of the instructions that cost anything, largest share first, the measured one if there is one: see
 * shared/cost/hotspots.h. Lists have one entry
 * per instruction; figures are of all executions in one run.
 */
export interface Costs {
  instructions: Uint32Array;
  /** Estimated time in seconds, and its share of the time of the program. */
  seconds: Float64Array;
  share: Float64Array;
  flops: Float64Array;
  transcendentals: Float64Array;
  bytes: Float64Array;
  trips: Float64Array;
  /** The times are a model's predictions of the stages of a schedule, not estimates of the roofline model. */
  isPredicted?: boolean;
  /** Whether a profile was added; if not, `measured` and `measuredShare` are 0. */
  isMeasured: boolean;
  /** Measured time in seconds, 0 if not measured, and its share of the measured time of the program. */
  measured: Float64Array;
  measuredShare: Float64Array;
  /** "matmul & conv", "reduce", …: see Grouping::kKind in shared/cost/hotspots.h. */
  kinds: string[];
  bounds: Bound[];
  /** Name of the machine that the times are estimated for, and all that there are; absent if the times are predicted. */
  machine?: string;
  machines?: Machine[];
  /** Explicit copies, transposes and reshapes that move data, by bytes × trips. */
  conflicts: Conflict[];
  /** [conflicts] their instructions. */
  conflictInstructions: Uint32Array;
}

/** Peak rates of a machine, per second. */
export interface Machine {
  name: string;
  description: string;
  flops: number;
  /** Bytes of main memory. */
  bytes: number;
  /** Functions such as exp. */
  transcendentals: number;
}

/** An instruction that moves data only because layouts or orders of dimensions disagree; shapes have layouts. */
export interface Conflict {
  name: string;
  computation: string;
  opcode: string;
  kind: string;
  fused: boolean;
  from: string;
  to: string;
  bytes: number;
  trips: number;
  total: number;
}

/** Instructions that have an opcode, a kind or a scope in common, and the sum of their costs. */
export interface CostGroup {
  name: string;
  /** Number of scopes around; 0 for other groups. */
  depth: number;
  instructions: number;
  seconds: number;
  share: number;
  flops: number;
  bytes: number;
  /** With the scopes inside. */
  inclusiveSeconds: number;
  inclusiveShare: number;
}

/** The stages of opening a program, in this order. */
export type Stage = 'read' | 'features' | 'configurations';
