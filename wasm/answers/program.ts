// Declares what the C++ core returns about an open program: its instructions, its drawing, its text.

/** An error: what is wrong with an input, where, and what to do. */
export interface ErrorReport {
  message: string;
  /** What the user can do about the error; may be empty. */
  help: string;
  /** Line number in the input, from 1; null if the input is not text. */
  line: number | null;
  /** Column in the line in bytes, from 1; null if the error concerns the whole line. */
  column: number | null;
  /** Byte offset of the error in the input; null if unknown. */
  offset: number | null;
  /** The line of the input that contains the error, shortened if long. May be empty. */
  excerpt: string;
  /** Position in `excerpt` to mark, from 0; null for no mark. */
  caret: number | null;
  file: string;
}

/** A file to open. Its format is detected from the bytes. */
export interface InputFile {
  name: string;
  bytes: Uint8Array;
}

/** An optimised HLO module that is stored in a profile. */
export interface ProfiledModule {
  module: InputFile;
  isOfProgram: boolean; // whether it has the name of the program that was asked for
}

/** The steps of opening a program, in this order. */
export type OpeningStep = 'read' | 'features' | 'configurations';

/**
 * A problem in a file that did not prevent opening the file. `line` and `column` count from 1; they are 0 if unknown.
 */
export interface Warning {
  message: string;
  line: number;
  column: number;
}

/**
 * A reason why the ranking of a program may be unreliable, to be shown to the user. `kind` is "raw", "tpu",
 * "generated", ...
 */
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
  /**
   * Counts of the configurations. `leftToCompiler` counts those whose layouts are not recorded because the compiler
   * chose them.
   */
  configurations: { count: number; leftToCompiler?: number; generated: boolean; measured: boolean };
  /** Counts of the tile sizes of a kernel; null if the file has none, absent for schedules. */
  tiles?: { count: number; measured: boolean } | null;
  warnings: Warning[];
  notices: Notice[];
  /** Present if the configurations are schedules. The instructions are then stages of a Halide or TVM program. */
  schedules?: {
    kind: 'halide' | 'metaschedule' | 'ansor' | 'autotvm';
    /** Name of the compiler that made the schedules: "Halide", "TVM MetaSchedule", … */
    title: string;
    /** Name of the schema of the stages' features. A model fits only if its features have the same schema. */
    schema: string;
    /** Relative spread of repeated measurements of a schedule; null if unknown. */
    noise: number | null;
    /** Number of schedules that were left out because their measurement failed. */
    failed: number;
    /** Kind of the open program, such as "separable"; "" if unknown. */
    family?: string;
    /** Names of all programs in the file, with their families. `chosen` is the index of the open program. */
    programs: string[];
    chosen: number;
  };
}

/** Value that means "none" in arrays of indices (of instructions, places or boxes). */
export const kNone = 0xffffffff;

/** All instructions of a program in node order. The lists of strings have one entry per instruction. */
export interface Instructions {
  names: string[];
  computations: string[];
  opcodes: string[];
  shapes: string[];
  /** Numbers of the instructions whose layouts can be chosen (convolutions, dots and reshapes), ascending. */
  configurable: Uint32Array;
}

/** Values of Outline.kinds, which tell what a box that can be drawn shows. `section`: a part of a long computation.
 *  `repeat`: consecutive sections with the same operations. */
export const Place = { instruction: 0, computation: 1, section: 2, repeat: 3 } as const;

/**
 * The tree of all boxes that can be drawn for a program (places), in preorder. Place 0 is the entry computation. Place
 * p contains the places p + 1 to ends[p] - 1. Ids depend on the program only. Arrays have one entry per place unless
 * said otherwise. See shared/drawing/drawing.h.
 */
export interface Outline {
  /** First line of text in each box: "dot.12", "block × 32", "body: region_0.5". */
  titles: string[];
  /**
   * Second line of text in each box: an instruction's shape without layout, or a summary such as "412 instructions: dot
   * ×9, reduce ×3".
   */
  subtitles: string[];
  /** What each box shows, such as an instruction or a computation, as a value of Place. */
  kinds: Uint8Array;
  /**
   * 1 if the box is for a parameter, constant, … that is drawn as a pin on the box in `hosts`, unless everything is
   * drawn as boxes.
   */
  folded: Uint8Array;
  /** The box around each box; kNone for box 0. */
  parents: Uint32Array;
  /** For each box, the id after the last box inside it. */
  ends: Uint32Array;
  /** The box on which a folded instruction is drawn as a pin; kNone if there is none. */
  hosts: Uint32Array;
  /** The instruction that each box shows; kNone if the box shows something else. */
  instructions: Uint32Array;
  /** Number of instructions in each box. */
  counts: Uint32Array;
  /** [instructions] The first box that shows each instruction; kNone if the instruction is never drawn. */
  placeOf: Uint32Array;
}

/** Bits of Drawing.flags. open: the box shows its contents. openable: the box has contents that it can show. */
export const Box = { open: 1, openable: 2 } as const;

/**
 * Bits of Drawing.edgeFlags. stub: only the two ends of the edge are drawn. control: the edge is a control dependency
 * without data.
 */
export const Edge = { stub: 1, control: 2 } as const;

/**
 * A drawing of the graph. The unit of length is the width of a character; a line of text is 2 units high. y grows
 * downwards.
 */
export interface Drawing {
  width: number;
  height: number;
  /** [boxes, 4] x, y, width and height of each box; outer boxes precede the boxes inside. */
  rects: Float32Array;
  /** [boxes] what each box shows, as an index in the arrays of Outline. */
  places: Uint32Array;
  /** [boxes] the box around each box; kNone for box 0, the entry computation. */
  parents: Uint32Array;
  /** [boxes] Bits of the constant Box: whether each box is open, and whether it can be opened. */
  flags: Uint8Array;
  /** [edges] the box of the instruction that computes the value. */
  from: Uint32Array;
  /** [edges] the box of the instruction that uses the value. */
  to: Uint32Array;
  /**
   * [edges] Bits of the constant Edge: whether only the ends are drawn, and whether the edge is a control dependency.
   */
  edgeFlags: Uint8Array;
  /** [edges + 1] index of the first point of each edge in `points`. */
  pointBegin: Uint32Array;
  /**
   * [points, 2] x and y of the points of all edges. Two consecutive points of an edge with the same x are connected by
   * a straight line, others by an S-curve with vertical ends. An edge of which only the ends are drawn (stub) has four
   * points, which make a line at the producer and another at the user.
   */
  points: Float32Array;
  /**
   * [pins] the box on whose upper border the pin is. A pin is a small mark for a parameter, constant or other operand
   * that has no box of its own (see Outline.folded).
   */
  pinBoxes: Uint32Array;
  /** [pins] the operand that each pin stands for, as an index in the arrays of Outline. */
  pinPlaces: Uint32Array;
  /** [pins] x of each pin; its y is the upper border of its box. */
  pinX: Float32Array;
  /**
   * [places of the outline] The box that shows each place: its own box or a closed box around it; kNone if no box shows
   * it.
   */
  boxOf: Uint32Array;
}

/** Data flow, source lines and HLO text of a program. Lists of strings are empty for a file without HLO. */
export interface Structure {
  /**
   * [instructions + 1] Where each instruction's list begins in `feeds`. Instruction i gets its data from
   * feeds[begin[i]] to feeds[begin[i + 1] - 1].
   */
  begin: Uint32Array;
  /**
   * The instructions from which each instruction gets its data: its operands, then roots of computations that it calls.
   * For a parameter, they are the values that callers pass.
   */
  feeds: Uint32Array;
  /** [instructions] Number of each instruction's entries in `feeds` that are its operands; these come first. */
  operands: Uint32Array;
  /**
   * [instructions] op_name in the metadata of each instruction, "jit(step)/layer_3/dot_general"; "" if there is none.
   */
  opNames: string[];
  /** [instructions] Source file and line in the metadata of each instruction, "model.py:71"; "" if there is none. */
  origins: string[];
  /** The lines of the HLO text. The text is that of the file or, if the file is a proto, printed by the core. */
  text: string[];
  /** [instructions] index in `text` of each instruction's line; kNone if the text does not define the instruction. */
  lines: Uint32Array;
}

/** Details of one instruction, for the inspector of the web page. */
export interface Details {
  node: number;
  name: string;
  computation: string;
  opcode: string;
  shape: string;
  configurable: boolean;
  /** Size of the instruction's result in bytes; null if unknown. */
  bytes: number | null;
  /** Number of multiplications plus additions of one run of a dot or convolution; null for other instructions. */
  operations: number | null;
  /** Number of executions of the instruction per run of the program. */
  trips: number;
  /** Bytes that one execution of the instruction itself reads and writes; null if there are none or if unknown. */
  moved: number | null;
  /** op_name in the instruction's metadata, "jit(step)/layer_3/dot_general"; "" if there is none. */
  opName: string;
  /** Source file and line in the instruction's metadata, "model.py:71"; "" if there is none. */
  source: string;
  attributes: { name: string; value: string }[];
  operands: { node: number; name: string; shape: string }[];
  /** Instructions that use the result: at most 200 of `userCount`. */
  users: { node: number; name: string; shape: string }[];
  userCount: number;
}

/** The slots (outputs and operands whose layout can be chosen). Each array has one entry per slot. */
export interface Slots {
  /** The instruction that has the output or operand. */
  nodes: Uint32Array;
  /** Which tensor of the instruction it is: 0 output, 1 operand 0, 2 operand 1. */
  tensors: Uint8Array;
  /** The layout in the program, as an index among the possible layouts of the slot. */
  reference: Uint8Array;
}

/**
 * A slot: the "output" or "operand N" of an instruction, whose layout can be chosen. `node` is the name of that
 * instruction.
 */
export interface TensorPlace {
  slot: number;
  node: string;
  computation: string;
  opcode: string;
  shape: string;
  tensor: string;
}
