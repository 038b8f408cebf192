// What bindings.cpp exports, method by method. Use it through engine.ts, which turns `error` answers into exceptions.

/** A JSON object: {error: ErrorReport} or the answer. */
export type Json<Answer> = string & { readonly answer?: Answer };

export interface NativeSession {
  /**
   * Opens a program, or a program and its configurations (`otherName` is empty when there is one file only). When it
   * cannot be opened, what was open before stays so. `onStage` is called with "read", "features", "configurations" as each begins.
   * The answer is the JSON of `hlorank inspect --json`.
   */
  open(
    name: string,
    bytes: Uint8Array,
    otherName: string,
    otherBytes: Uint8Array,
    candidates: number,
    onStage: (stage: string) => void,
  ): Json<unknown>;

  /** Every instruction, in node order: each text has one line an instruction. */
  instructions(): { names: string; computations: string; opcodes: string; shapes: string; configurable: Uint32Array };

  /** What lies in what, in preorder: shared/drawing/drawing.h's Outline, field by field; of the texts a line a place. */
  outline(): {
    error?: Json<never>;
    titles: string;
    subtitles: string;
    kinds: Uint8Array;
    folded: Uint8Array;
    parents: Uint32Array;
    ends: Uint32Array;
    hosts: Uint32Array;
    instructions: Uint32Array;
    counts: Uint32Array;
    placeOf: Uint32Array;
  };

  /** The picture: shared/drawing/drawing.h's Drawing. `open` has the places to open. */
  draw(
    open: Uint32Array,
    openAll: boolean,
    everything: boolean,
  ): {
    error?: Json<never>;
    width: number;
    height: number;
    rects: Float32Array;
    places: Uint32Array;
    parents: Uint32Array;
    flags: Uint8Array;
    from: Uint32Array;
    to: Uint32Array;
    edgeFlags: Uint8Array;
    pointBegin: Uint32Array;
    points: Float32Array;
    pinBoxes: Uint32Array;
    pinPlaces: Uint32Array;
    pinX: Float32Array;
    boxOf: Uint32Array;
  };

  /**
   * What feeds what: the sources of node i are feeds[begin[i] ... begin[i + 1]), the first operands[i] of them its operands, then
   * what reaches it through calls. A line an instruction: where it comes from. The program as HLO text, and the line of each
   * instruction in it, from 0; without a program the texts are empty.
   */
  structure(): {
    error?: Json<never>;
    begin: Uint32Array;
    feeds: Uint32Array;
    operands: Uint32Array;
    opNames: string;
    origins: string;
    text: string;
    lines: Uint32Array;
  };

  /** All that is known of an instruction: see shared/session/structure.h. */
  details(node: number): Json<unknown>;

  /** The inputs that the network of a card (the text of model.json) takes; `rank` will use this card. */
  inputs(card: string): {
    error?: Json<never>;
    pairs?: boolean;
    tensors?: { name: string; shape: number[]; data: Float32Array | BigInt64Array }[];
  };

  /** Starts a ranking with what the network wrote: `rows` [rows], and `pairs` [pair entries] or nothing. */
  rank(rows: Float32Array, pairs: Float32Array): Json<object>;

  /** Starts a ranking with the physical prior alone. */
  rankByPhysics(): Json<object>;

  /** Scores up to `count` more configurations; how many are scored now. */
  step(count: number): number;

  /** The k best so far, best first. `times` in seconds; empty when none are known. */
  top(k: number): { indices: Uint32Array; scores: Float32Array; times: Float64Array };

  /** One entry of `configurations` in `hlorank rank --json`. */
  explain(configuration: number): Json<unknown>;

  /** The JSON of `hlorank rank --json` with the `count` best. */
  report(count: number): Json<unknown>;

  /** Frees the session's memory. */
  delete(): void;
}

/** One of two programs that are compared: texts have one line an entry, arrays one entry an instruction. */
export interface NativeSide {
  name: string;
  lines: string;
  computations: string;
  /** Bits: 1 opcode, 2 shape, 4 attributes, 8 layout, 16 operands, 32 moved. */
  differences: Uint8Array;
  /** Indices into `words`. */
  changes: Uint8Array;
}

export interface HlorankModule {
  Session: new () => NativeSession;

  /**
   * What changed between two programs. `rows` are pairs of instructions, one of which may be 2³² − 1 (none);
   * `sections` are triples: first row, computation on the left, computation on the right.
   */
  compare(
    leftName: string,
    leftBytes: Uint8Array,
    rightName: string,
    rightBytes: Uint8Array,
  ): {
    error?: Json<never>;
    words?: string[];
    left?: NativeSide;
    right?: NativeSide;
    rows?: Uint32Array;
    sections?: Uint32Array;
  };
}

export type ModuleFactory = (options: {
  wasmBinary?: ArrayBufferLike | Uint8Array;
  locateFile?: (name: string) => string;
}) => Promise<HlorankModule>;
