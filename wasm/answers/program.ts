// What a program is: its instructions, its drawing, its text. Terms are those of ../answers.ts.

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

/** A file to open; its format is detected from the bytes. */
export interface InputFile {
  name: string;
  bytes: Uint8Array;
}

/** The stages of opening a program, in this order. */
export type Stage = 'read' | 'features' | 'configurations';

/** A problem of a file that did not prevent opening it; `line` and `column` are 1-based, 0 if unknown. */
export interface Warning {
  message: string;
  line: number;
  column: number;
}

/** A limit of a ranking that the user should know; `kind` is "raw", "tpu", "generated", ... */
export interface Notice {
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

/** In index arrays (instructions, places, boxes): there is none. */
export const kNone = 0xffffffff;

/** All instructions of a program in node order; the lists of strings have one entry per instruction. */
export interface Instructions {
  names: string[];
  computations: string[];
  opcodes: string[];
  shapes: string[];
  /** The numbers of the configurable instructions (convolutions, dots and reshapes), ascending. */
  configurable: Uint32Array;
}

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
export interface TensorPlace {
  slot: number;
  node: string;
  computation: string;
  opcode: string;
  shape: string;
  tensor: string;
}
