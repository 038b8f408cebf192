// What bindings.cpp exports, method by method. Use it through engine.ts, which turns `error` answers into exceptions.

/** A JSON object: {error: ErrorReport} or the answer. */
export type Json<Answer> = string & { readonly answer?: Answer };

/** Which configurations a table shows, and in which order. Ranges include their ends and may be infinite. */
export interface ViewQuery {
  /** Words: each occurs in a change of the configuration, or is its number. */
  text: string;
  score: [number, number];
  /** Seconds. */
  time: [number, number];
  /** Only what differs from the default in a tensor of this node. */
  node: number | null;
  key: 'score' | 'time' | 'changed' | 'index';
  descending: boolean;
  limit: number;
}

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

  /** Starts a ranking with what the network wrote: `rows` [rows], and `pairs` [pair entries] and `members`
   *  [rows, members], or nothing. */
  rank(rows: Float32Array, pairs: Float32Array, members: Float32Array): Json<object>;

  /** Starts a ranking with the physical prior alone. */
  rankByPhysics(): Json<object>;

  /** Scores up to `count` more configurations; how many are scored now. */
  step(count: number): number;

  /** The k best so far, best first. `times` in seconds; empty when none are known. */
  top(k: number): { indices: Uint32Array; scores: Float32Array; times: Float64Array };

  /** One entry of `configurations` in `hlorank rank --json`; of the user's own too. */
  explain(configuration: number): Json<unknown>;

  /** The tensors whose layouts may be chosen: node and tensor (0 output, 1 and 2 operands) of each, and the default's row. */
  slots(): { nodes: Uint32Array; tensors: Uint8Array; reference: Uint8Array };

  /** These are the user's own configurations from now on, numbered behind those of the file. A choice is a row of every slot;
   *  several stand one behind the other. */
  keep(choices: Uint8Array): Json<object>;

  /** Of a configuration by its number; null where there is none. */
  choice(configuration: number): Uint8Array | null;

  /** The configurations scored so far and the user's own that pass, in order; `ranks` are those among all scored.
   *  `times` in seconds, NaN where none is known, empty when none is known at all. */
  view(query: ViewQuery): {
    indices: Uint32Array;
    ranks: Uint32Array;
    scores: Float32Array;
    times: Float64Array;
    /** Slots that differ from the default. */
    changed: Uint32Array;
    /** How many pass; more than are listed where `limit` is less. */
    passed: number;
    agreement: Json<unknown>;
  };

  /** Like `explain`, of any choice. */
  told(choice: Uint8Array): Json<unknown>;

  /** What the configuration would score with each layout of a slot: shared/session/what_if_report.h has the JSON of these three. */
  settings(choice: Uint8Array, slot: number): Json<unknown>;

  /** Two or more choices, one behind the other. */
  sideBySide(choices: Uint8Array): Json<unknown>;

  /** The configurations that score lowest of all that are possible. */
  best(count: number): Json<unknown>;

  /** {text} of a file: see SavedKind of engine.ts. `names` has a line for every configuration, empty for those without one;
   *  `collection` is for "top-configs", which takes all that are scored. */
  saved(kind: string, configurations: Uint32Array, names: string, collection: string): Json<{ text: string }>;

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
