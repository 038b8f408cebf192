// Types of the JSON and arrays that the C++ core returns.
/** What is wrong with an input, where, and what to do; `excerpt` is the line and `caret` the 0-based position in it. */
export interface ErrorReport {
  message: string;
  help: string;
  line: number;
  column: number;
  offset: number;
  excerpt: string;
  caret: number;
  file: string;
}

interface Warning {
  message: string;
  line: number;
  column: number;
}

interface Notice {
  kind: string;
  message: string;
}

/** The output of `hlorank inspect --json`: see shared/session/report.h. */
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
  configurations: { count: number; generated: boolean; measured: boolean };
  warnings: Warning[];
  notices: Notice[];
}

export interface Instructions {
  names: string[];
  computations: string[];
  opcodes: string[];
  shapes: string[];
  /** The configurable nodes (convolutions, dots and reshapes), ascending. */
  configurable: Uint32Array;
}

/** The index that means "none". */
export const kNone = 0xffffffff;

/** Kinds of places in an outline. */
export const Place = { instruction: 0, computation: 1, section: 2, repeat: 3 } as const;

/**
 * The nesting of a program: places in preorder; place 0 is the entry computation. The descendants of place p are
 * p + 1 ... ends[p] - 1. Ids depend on the program only. See shared/drawing/drawing.h.
 */
export interface Outline {
  /** "dot.12", "block × 32", "body: region_0.5"; the subtitle has the shape, or a summary of the contents. */
  titles: string[];
  subtitles: string[];
  kinds: Uint8Array;
  /** 1: drawn as a pin on the place in `hosts` unless everything is drawn (parameters, constants, tuples, ...). */
  folded: Uint8Array;
  parents: Uint32Array;
  ends: Uint32Array;
  hosts: Uint32Array;
  /** The instruction that a place shows; kNone if it is not an instruction. */
  instructions: Uint32Array;
  /** Number of instructions in each place. */
  counts: Uint32Array;
  /** [instructions] the first place of each; kNone if it is never drawn. */
  placeOf: Uint32Array;
}

/** Flags of boxes and edges in a drawing. */
export const Box = { open: 1, openable: 2 } as const;
export const Edge = { stub: 1, control: 2 } as const;

/** A drawing. The unit is the width of a character (a line of text is 2 high); y grows downwards. */
export interface Drawing {
  width: number;
  height: number;
  /** [boxes, 4] x, y, width, height; parents before children. */
  rects: Float32Array;
  /** [boxes] */
  places: Uint32Array;
  parents: Uint32Array;
  flags: Uint8Array;
  /** [edges] the boxes of producer (from) and user (to). */
  from: Uint32Array;
  to: Uint32Array;
  edgeFlags: Uint8Array;
  /** [edges + 1] index into `points` at which the line of an edge begins. */
  pointBegin: Uint32Array;
  /** [points, 2] x, y. Points with the same x are connected by a straight line, others by an S-curve with vertical ends. A stub has two lines of two points. */
  points: Float32Array;
  /** [pins] folded places, on the upper border of their box. */
  pinBoxes: Uint32Array;
  pinPlaces: Uint32Array;
  pinX: Float32Array;
  /** [places] the box that shows each place; kNone if none does. */
  boxOf: Uint32Array;
}

/** Data flow and source lines of a program, and its HLO text. */
export interface Structure {
  /** The data flow sources of node i are feeds[begin[i] ... begin[i + 1]); the first operands[i] are its operands. */
  begin: Uint32Array;
  feeds: Uint32Array;
  operands: Uint32Array;
  /** From the metadata: "jit(step)/layer_3/dot_general" and "model.py:71". Both and the next two are empty for a file without HLO. */
  opNames: string[];
  origins: string[];
  text: string[];
  /** The line of each instruction in `text`. */
  lines: Uint32Array;
}

/** Details of an instruction. */
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
  opName: string;
  source: string;
  attributes: { name: string; value: string }[];
  operands: { node: number; name: string; shape: string }[];
  /** At most 200 of the `userCount` users. */
  users: { node: number; name: string; shape: string }[];
  userCount: number;
}

export interface Tensor {
  name: string;
  shape: number[];
  data: Float32Array | BigInt64Array;
}

export interface Change extends TensorPlace {
  from: string;
  to: string;
}

export interface Contribution {
  slot: number;
  node: string;
  tensor: string;
  layout: string;
  amount: number;
  /** The second slot of a pair entry. */
  with?: string;
}

/** An entry of `configurations` in `hlorank rank --json`. The amounts of the contributions add up to `z`. */
export interface Configuration {
  index: number;
  score: number;
  /** Least and greatest score among the networks of an ensemble. */
  interval?: [number, number];
  usable: boolean;
  /** Measured run time in seconds. */
  time?: number;
  /** Table score before the scale. */
  z: number;
  /** Configuration-level score of a joined network, which is added to the table score. */
  whole?: number;
  changes: Change[];
  contributions: Contribution[];
}

/** Agreement of the ranking with measured times (see shared/session/ranking.h); null for a figure that is undefined. */
export interface Agreement {
  tau: number | null;
  orderedPairAccuracy: number | null;
  pairAccuracy: number | null;
  slowdown1: number | null;
  slowdown5: number | null;
  slowdown10: number | null;
  configurations: number;
}

/** Confidence of a ranking, measured on held-out programs. */
export interface Confidence {
  /** Score difference, and the fraction of pairs with this difference that the model orders correctly; ascending. */
  pairs: [number, number][];
  /** Least score difference at which 90 % of the pairs are ordered correctly. */
  separable: number;
  /** Distance to the nearest training programs; `pairAccuracy` is null for a program unlike all of them. */
  similarity: { distance: number; pairAccuracy: number | null; nearest: { name: string; distance: number }[] } | null;
}

/** The rows of the ranking table, one array per column. The user's configurations are numbered after those of the file. */
export interface View {
  indices: Uint32Array;
  ranks: Uint32Array;
  scores: Float32Array;
  /** Seconds, NaN if not measured; empty if the file has no times. */
  times: Float64Array;
  /** Number of slots that differ from the reference. */
  changed: Uint32Array;
  /** Number of configurations that pass the filter, also beyond the limit. */
  passed: number;
  agreement: Agreement | null;
}

/** The slots: node and tensor (0 output, 1 and 2 operands) of each, and its row in the reference configuration. */
export interface Slots {
  nodes: Uint32Array;
  tensors: Uint8Array;
  reference: Uint8Array;
}

/** A slot: a tensor of an instruction whose layout can be chosen. */
interface TensorPlace {
  slot: number;
  node: string;
  computation: string;
  opcode: string;
  shape: string;
  tensor: string;
}

/** A value that is read in another layout than it is written, which needs a copy. */
export interface Disagreement {
  node: string;
  instruction: number;
  /** Size of one copy. */
  bytes: number;
  /** The layouts of the value; `place` is a tensor, or the node that produces the value. */
  parties: { place: string; instruction: number; layout: string }[];
}

/** The report of a configuration that the file need not list. */
export interface ChoiceReport extends Configuration {
  /** 1 + number of ranked configurations with a lower score. */
  rank: number;
  /** Total number; `disagreements` lists those with most bytes. */
  disagreementCount: number;
  disagreements: Disagreement[];
}

/** The scores of a configuration with each layout of one slot. */
export interface Settings extends TensorPlace {
  dimensions: number[];
  elementBytes: number;
  /** Row numbers of the configuration and of the reference. */
  chosen: number;
  reference: number;
  settings: { row: number; layout: string; z: number; score: number; rank: number }[];
}

/** A part of the score of configuration A minus that of B. */
export interface DifferencePart {
  slot: number;
  node: string;
  tensor: string;
  layouts: [string, string];
  amount: number;
  /** The second slot of a pair entry. */
  with?: string;
  /** The slot of B's entry, if it is another slot of the same value. */
  instead?: string;
}

/** A comparison of two or more configurations: see compareJson in shared/session/what_if_report.h. */
export interface SideBySide {
  /** The slots in which they differ, with one layout per configuration. */
  slots: (TensorPlace & { layouts: string[] })[];
  /** The first configuration minus each of the others; the amounts of the parts add up to `z`. */
  differences: { z: number; score: number; whole?: number; pairConfidence: number | null; parts: DifferencePart[] }[];
}

/** File formats for configurations: see shared/session/saved.h. The last three need HLO and take one configuration. */
export type SavedKind = 'json' | 'csv' | 'top-configs' | 'hlo' | 'jax' | 'config-proto';

export interface Saved {
  text: string;
}

/** The configurations with the lowest scores among all combinations of layouts. */
export interface Best {
  /** Lower bound of z over all configurations; null if unknown. */
  bound: number | null;
  /** The score of that bound. */
  score: number | null;
  /** Whether the first one found reaches the bound. */
  isProven: boolean;
  found: { z: number; score: number; rank: number; changed: number; choice: number[] }[];
}

/** The output of `hlorank rank --json`: see shared/session/report.h. */
export interface RankReport {
  version: number;
  file: string;
  name: string;
  format: string;
  model: { name: string; title: string };
  generated: boolean;
  count: number;
  confidence: Confidence | null;
  configurations: Configuration[];
  agreement: Agreement | null;
  warnings: Warning[];
  notices: Notice[];
}

/** Configurations, best first. `times` (seconds) is empty if the file has none. */
export interface Top {
  indices: Uint32Array;
  scores: Float32Array;
  times: Float64Array;
}

export interface InputFile {
  name: string;
  bytes: Uint8Array;
}

/** One of two compared programs. Lists have one entry per instruction in node order, `computations` per computation. */
export interface Side {
  name: string;
  lines: string[];
  computations: string[];
  /** Bit mask of the differences: 1 opcode, 2 shape, 4 attributes, 8 layout, 16 operands, 32 moved. */
  differences: Uint8Array;
  /** The kind of change, as an index into `words`. */
  changes: Uint8Array;
}

/** The differences between two programs, for a line-by-line display side by side. */
export interface Difference {
  /** Names of the kinds of change. */
  words: string[];
  left: Side;
  right: Side;
  /** [rows, 2] the instructions of each displayed line, left and right; kNone if a side has none. */
  rows: Uint32Array;
  /** [sections, 3] first row, computation on the left, computation on the right. */
  sections: Uint32Array;
}

export type Stage = 'read' | 'features' | 'configurations';
