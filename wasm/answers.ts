// What the C++ core answers: the shapes of its JSON and of its arrays.
/** What is wrong with an input, where, and what to do next; `excerpt` is the line, `caret` the 0-based position in it. */
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

/** `hlorank inspect --json`. */
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
  /** Nodes whose layouts may be chosen, ascending. */
  configurable: Uint32Array;
}

export const kNone = 0xffffffff;

/** Kinds of places. */
export const Place = { instruction: 0, computation: 1, section: 2, repeat: 3 } as const;

/**
 * What lies in what: places in preorder, place 0 is the entry computation. Those beneath place p are p + 1 ... ends[p] - 1.
 * The id of a place depends on the program alone. shared/drawing/drawing.h says more.
 */
export interface Outline {
  /** "dot.12", "block × 32", "body: region_0.5"; and smaller, below: its shape, or what it holds. */
  titles: string[];
  subtitles: string[];
  kinds: Uint8Array;
  /** 1: plumbing (parameters, constants, tuples, ...), a pin on the place in `hosts` unless everything is drawn. */
  folded: Uint8Array;
  parents: Uint32Array;
  ends: Uint32Array;
  hosts: Uint32Array;
  /** Of a place that is an instruction: which; else kNone. */
  instructions: Uint32Array;
  /** Instructions in a place. */
  counts: Uint32Array;
  /** [instructions] the first place of each, kNone where it is never drawn. */
  placeOf: Uint32Array;
}

/** Flags of boxes and edges in a drawing. */
export const Box = { open: 1, openable: 2 } as const;
export const Edge = { stub: 1, control: 2 } as const;

/** A picture, in units of a character's width (a line of text is 2 high); y grows downwards. */
export interface Drawing {
  width: number;
  height: number;
  /** [boxes, 4] x, y, width, height; parents before children. */
  rects: Float32Array;
  /** [boxes] */
  places: Uint32Array;
  parents: Uint32Array;
  flags: Uint8Array;
  /** [edges] boxes of producer and user. */
  from: Uint32Array;
  to: Uint32Array;
  edgeFlags: Uint8Array;
  /** [edges + 1] into `points`: where the line of an edge begins. */
  pointBegin: Uint32Array;
  /** [points, 2] x, y. Between points of one x a straight line, else an S-curve whose ends are vertical; a stub has two lines of two points. */
  points: Float32Array;
  /** [pins] folded places, on the upper border of their box. */
  pinBoxes: Uint32Array;
  pinPlaces: Uint32Array;
  pinX: Float32Array;
  /** [places] the box that shows it, kNone where none does. */
  boxOf: Uint32Array;
}

/** What feeds what, where instructions come from, and the program as text. */
export interface Structure {
  /** The sources of node i are feeds[begin[i] ... begin[i + 1]); the first operands[i] are its operands. */
  begin: Uint32Array;
  feeds: Uint32Array;
  operands: Uint32Array;
  /** By the metadata: "jit(step)/layer_3/dot_general", "model.py:71"; both empty for a file without a program, as are the next two. */
  opNames: string[];
  origins: string[];
  text: string[];
  /** The line of each instruction in `text`. */
  lines: Uint32Array;
}

/** All that is known of an instruction. */
export interface Details {
  node: number;
  name: string;
  computation: string;
  opcode: string;
  shape: string;
  configurable: boolean;
  /** Of the result, and multiplications and additions, of one run; null where not known. */
  bytes: number | null;
  operations: number | null;
  /** How often it runs per run of the program. */
  trips: number;
  opName: string;
  source: string;
  attributes: { name: string; value: string }[];
  operands: { node: number; name: string; shape: string }[];
  /** 200 at most; `userCount` is how many there are. */
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

/** An entry of `configurations` in `hlorank rank --json`. Contributions add up to `z`. */
export interface Configuration {
  index: number;
  score: number;
  /** Least and greatest score by the networks of an ensemble. */
  interval?: [number, number];
  usable: boolean;
  /** Measured, in seconds. */
  time?: number;
  z: number;
  /** By a joined network: its score of the configuration as a whole, which is added to that of the tables. */
  whole?: number;
  changes: Change[];
  contributions: Contribution[];
}

/** How well the ranking agrees with measured times; null where a figure does not exist. */
export interface Agreement {
  tau: number | null;
  orderedPairAccuracy: number | null;
  pairAccuracy: number | null;
  slowdown1: number | null;
  slowdown5: number | null;
  slowdown10: number | null;
  configurations: number;
}

/** How far to trust a ranking, measured on programs that the model had not learned from. */
export interface Confidence {
  /** Score difference and the share of pairs that were in order, ascending. */
  pairs: [number, number][];
  /** From this difference on nine in ten pairs were in order. */
  separable: number;
  /** Distance to the nearest programs it learned from; `pairAccuracy` is null for a program unlike all of them. */
  similarity: { distance: number; pairAccuracy: number | null; nearest: { name: string; distance: number }[] } | null;
}

/** Configurations in the order of a table; own ones are numbered behind those of the file. */
export interface View {
  indices: Uint32Array;
  ranks: Uint32Array;
  scores: Float32Array;
  /** Seconds, NaN where none is known; empty when none is known at all. */
  times: Float64Array;
  changed: Uint32Array;
  passed: number;
  agreement: Agreement | null;
}

/** The tensors whose layouts may be chosen, and the default's row of each. */
export interface Slots {
  nodes: Uint32Array;
  tensors: Uint8Array;
  reference: Uint8Array;
}

/** A tensor of an instruction. */
interface TensorPlace {
  slot: number;
  node: string;
  computation: string;
  opcode: string;
  shape: string;
  tensor: string;
}

/** A value that is read otherwise than it is written, which needs a copy. */
export interface Disagreement {
  node: string;
  instruction: number;
  bytes: number;
  /** A tensor, or the node that makes the value. */
  parties: { place: string; instruction: number; layout: string }[];
}

/** A configuration that may stand in no list. */
export interface Told extends Configuration {
  /** 1 + how many of those ranked score lower. */
  rank: number;
  /** All of them; those of most bytes are in the list. */
  disagreementCount: number;
  disagreements: Disagreement[];
}

/** What a configuration would score with each layout of one slot. */
export interface Settings extends TensorPlace {
  dimensions: number[];
  elementBytes: number;
  /** Rows. */
  chosen: number;
  reference: number;
  settings: { row: number; layout: string; z: number; score: number; rank: number }[];
}

/** A part of what configuration A scores less what B scores. */
export interface DifferencePart {
  slot: number;
  node: string;
  tensor: string;
  layouts: [string, string];
  amount: number;
  with?: string;
  /** The slot whose entry B has, where it is another one of the same value. */
  instead?: string;
}

export interface SideBySide {
  slots: (TensorPlace & { layouts: string[] })[];
  /** The first configuration less each of the others; parts add up to `z`. */
  differences: { z: number; score: number; whole?: number; pairConfidence: number | null; parts: DifferencePart[] }[];
}

/** Forms in which configurations are saved: those with their program in mind need the module. */
export type SavedKind = 'json' | 'csv' | 'top-configs' | 'hlo' | 'jax' | 'config-proto';

export interface Saved {
  text: string;
}

/** What scores lowest of all configurations that are possible. */
export interface Best {
  /** No configuration has a lesser z, and so no lesser score; null where this is not known. */
  bound: number | null;
  score: number | null;
  isProven: boolean;
  found: { z: number; score: number; rank: number; changed: number; choice: number[] }[];
}

/** `hlorank rank --json`. */
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

/** Configurations, best first. `times` is empty when none are known. */
export interface Top {
  indices: Uint32Array;
  scores: Float32Array;
  times: Float64Array;
}

export interface InputFile {
  name: string;
  bytes: Uint8Array;
}

/** One of two programs that are compared, by instruction in node order. */
export interface Side {
  name: string;
  lines: string[];
  computations: string[];
  /** Bits of what differs: 1 opcode, 2 shape, 4 attributes, 8 layout, 16 operands, 32 moved. */
  differences: Uint8Array;
  /** The one word for it: an index into `words`. */
  changes: Uint8Array;
}

/** What changed between two programs: both, line by line, side by side. */
export interface Difference {
  words: string[];
  left: Side;
  right: Side;
  /** Pairs of instructions; kNone where a side has none. */
  rows: Uint32Array;
  /** Triples: first row, computation on the left, computation on the right. */
  sections: Uint32Array;
}

export type Stage = 'read' | 'features' | 'configurations';
