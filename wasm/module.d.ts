// What bindings.cpp exports, method by method. Use it through engine.ts, which turns `error` answers into exceptions.
import type { Difference, Drawing, Instructions, Outline, Side, Slots, Structure, Tensor, Top, View } from './answers';

/** A JSON object: {error: ErrorReport} or the answer. */
export type Json<Answer> = string & { readonly answer?: Answer };

/** An answer of arrays says what went wrong beside them. */
type Failable = { error?: Json<never> };

/** Lists of texts cross as one text, a line an entry. */
type InLines<Answer, Texts extends keyof Answer> = Omit<Answer, Texts> & Record<Texts, string>;

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
  instructions(): InLines<Instructions, 'names' | 'computations' | 'opcodes' | 'shapes'>;

  /** What lies in what, in preorder: shared/drawing/drawing.h's Outline, field by field; of the texts a line a place. */
  outline(): Failable & InLines<Outline, 'titles' | 'subtitles'>;

  /** The picture: shared/drawing/drawing.h's Drawing. `open` has the places to open. */
  draw(open: Uint32Array, openAll: boolean, everything: boolean): Failable & Drawing;

  /**
   * What feeds what: the sources of node i are feeds[begin[i] ... begin[i + 1]), the first operands[i] of them its operands, then
   * what reaches it through calls. A line an instruction: where it comes from. The program as HLO text, and the line of each
   * instruction in it, from 0; without a program the texts are empty.
   */
  structure(): Failable & InLines<Structure, 'opNames' | 'origins' | 'text'>;

  /** All that is known of an instruction: see shared/session/structure.h. */
  details(node: number): Json<unknown>;

  /** Whether the inputs of a card's network can be made. What `inputs` made last stays what `rank` uses. */
  fits(card: string): Json<object>;

  /** The inputs that the network of a card (the text of model.json) takes; `rank` will use this card. `joined`: configurations
   *  meet the graph in it, so that it takes `choices` of some of them beside these, and gives each a score as a whole.
   *  `reference`: configurations that cross-configuration attention has to be run with first, on `referenceTensors` and
   *  `referenceChoices`; what it writes as `asReferenceSet` is the input `company` from then on. */
  inputs(card: string): Failable & {
    pairs?: boolean;
    joined?: boolean;
    reference?: number;
    referenceTensors?: Tensor[];
    tensors?: Tensor[];
  };

  /** `choices` of `count` configurations from number `begin` on, or of choices one behind the other. */
  choices(begin: number, count: number): Failable & { tensor?: Tensor };
  referenceChoices(begin: number, count: number): Failable & { tensor?: Tensor };
  encodeTheseChoices(choices: Uint8Array): Failable & { tensor?: Tensor };

  /** Starts a ranking with what the network wrote: `rows` [rows], and `pairs` [pair entries] and `members`
   *  [rows, members], or nothing. `ofReference` [1]: what a joined network says of the default; of others nothing. */
  rank(rows: Float32Array, pairs: Float32Array, members: Float32Array, ofReference: Float32Array): Json<object>;

  /** What a joined network says of the next configurations; `step` goes no further than that. */
  hear(scores: Float32Array): Json<object>;

  /** Of how many it was heard. */
  heard(): number;

  /** What it says of choices in no list, one behind the other. */
  know(choices: Uint8Array, scores: Float32Array): Json<object>;

  /** Of these choices and the user's own, and with a slot (else −1) of these with each layout of it, the ones that a joined
   *  network has to score before anything is told of them. */
  unknown(choices: Uint8Array, slot: number): Uint8Array;

  /** Starts a ranking with the physical prior alone. */
  rankAnalytically(): Json<object>;

  /** Scores up to `count` more configurations; how many are scored now. */
  step(count: number): number;

  /** The k best so far, best first. `times` in seconds; empty when none are known. */
  top(k: number): Top;

  /** One entry of `configurations` in `hlorank rank --json`; of the user's own too. */
  explain(configuration: number): Json<unknown>;

  /** The tensors whose layouts may be chosen: node and tensor (0 output, 1 and 2 operands) of each, and the default's row. */
  slots(): Slots;

  /** These are the user's own configurations from now on, numbered behind those of the file. A choice is a row of every slot;
   *  several stand one behind the other. */
  keep(choices: Uint8Array): Json<object>;

  /** Of a configuration by its number; null where there is none. */
  choice(configuration: number): Uint8Array | null;

  /** The configurations scored so far and the user's own that pass, in order; `ranks` are those among all scored.
   *  `times` in seconds, NaN where none is known, empty when none is known at all. */
  view(query: ViewQuery): Omit<View, 'agreement'> & { agreement: Json<unknown> };

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
export type NativeSide = InLines<Side, 'lines' | 'computations'>;

export interface HlorankModule {
  Session: new () => NativeSession;

  /** Size of the module's memory, which grows and never shrinks. */
  heapBytes(): number;

  /**
   * What changed between two programs. `rows` are pairs of instructions, one of which may be 2³² − 1 (none);
   * `sections` are triples: first row, computation on the left, computation on the right.
   */
  compare(
    leftName: string,
    leftBytes: Uint8Array,
    rightName: string,
    rightBytes: Uint8Array,
  ): Failable & Partial<Omit<Difference, 'left' | 'right'> & { left: NativeSide; right: NativeSide }>;
}

export type ModuleFactory = (options: {
  wasmBinary?: ArrayBufferLike | Uint8Array;
  locateFile?: (name: string) => string;
}) => Promise<HlorankModule>;
