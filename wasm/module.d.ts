// The methods that bindings.cpp and diff_bindings.cpp export. Use them through engine.ts, which throws for `error`.
import type { Difference, Drawing, Instructions, Outline, Side, Slots, Structure, Tensor, Top, View } from './answers';

/** JSON text of an object: {error: ErrorReport} or the result. */
export type Json<Answer> = string & { readonly answer?: Answer };

/** A result of arrays has a field `error` if it failed. */
type Failable = { error?: Json<never> };

/** Lists of strings are passed as one string with one line per entry. */
type InLines<Answer, Texts extends keyof Answer> = Omit<Answer, Texts> & Record<Texts, string>;

/** The filter and order of the ranking table. Ranges include their ends and may be infinite. */
export interface ViewQuery {
  /** Words, each of which must occur in a change of the configuration or be its number. */
  text: string;
  score: [number, number];
  /** Seconds. */
  time: [number, number];
  /** If set: only configurations that change a tensor of this node. */
  node: number | null;
  key: 'score' | 'time' | 'changed' | 'index';
  descending: boolean;
  limit: number;
}

export interface NativeSession {
  /**
   * Opens a program, or a program and its configurations (`otherName` is empty if there is only one file). On failure, the
   * program that was open stays open. `onStage` is called with "read", "features", "configurations" as each stage begins.
   * Returns the JSON of `hlorank inspect --json`.
   */
  open(
    name: string,
    bytes: Uint8Array,
    otherName: string,
    otherBytes: Uint8Array,
    candidates: number,
    onStage: (stage: string) => void,
  ): Json<unknown>;

  /** All instructions in node order; each string has one line per instruction. */
  instructions(): InLines<Instructions, 'names' | 'computations' | 'opcodes' | 'shapes'>;

  /** The fields of Outline in shared/drawing/drawing.h; strings have one line per place. */
  outline(): Failable & InLines<Outline, 'titles' | 'subtitles'>;

  /** The fields of Drawing in shared/drawing/drawing.h. `open` lists the places to expand. */
  draw(open: Uint32Array, openAll: boolean, everything: boolean): Failable & Drawing;

  /**
   * Data flow: the sources of node i are feeds[begin[i] ... begin[i + 1]), first its operands[i] operands, then the sources
   * through calls. `opNames` and `origins` have one line per instruction. `text` is the HLO text and `lines` the 0-based
   * line of each instruction in it. Without HLO the strings are empty.
   */
  structure(): Failable & InLines<Structure, 'opNames' | 'origins' | 'text'>;

  /** Details of an instruction: see detailsJson in shared/session/structure.h. */
  details(node: number): Json<unknown>;

  /** Checks whether the inputs of a card's network can be built. Does not change the card that `rank` uses. */
  fits(card: string): Json<object>;

  /**
   * Builds the inputs of the network of a card (the text of model.json); `rank` will use this card. `joined`: the network is
   * early-join or late-join: it also takes `choices` and gives each configuration a configuration-level score. `reference`:
   * size of the reference set of cross-configuration attention. Run the network on `referenceTensors` and
   * `referenceChoices` first; its output `asReferenceSet` is then the input `referenceSet` of every other run.
   */
  inputs(card: string): Failable & {
    pairs?: boolean;
    joined?: boolean;
    reference?: number;
    referenceTensors?: Tensor[];
    tensors?: Tensor[];
  };

  /** The input `choices` of a joined network for `count` configurations from number `begin` on. */
  choices(begin: number, count: number): Failable & { tensor?: Tensor };
  /** The same for configurations of the reference set. */
  referenceChoices(begin: number, count: number): Failable & { tensor?: Tensor };
  /** The same for concatenated choices. */
  encodeChoices(choices: Uint8Array): Failable & { tensor?: Tensor };

  /** Starts a ranking with the network's outputs: `rows` [rows]; `pairs` [pair entries] or empty; `members` [rows, members]
   *  or empty. `referenceScore`: [1] a joined network's score of the reference configuration; empty for other networks. */
  rank(rows: Float32Array, pairs: Float32Array, members: Float32Array, referenceScore: Float32Array): Json<object>;

  /** Adds a joined network's scores of the next configurations. `step` scores no configuration beyond them. */
  addConfigurationScores(scores: Float32Array): Json<object>;

  /** Number of configurations whose network score was added. */
  configurationScoreCount(): number;

  /** Adds a joined network's scores of concatenated choices, which the file need not list. */
  addChoiceScores(choices: Uint8Array, scores: Float32Array): Json<object>;

  /** The choices, concatenated, that a joined network must score before they can be reported: among `choices`, the user's
   *  configurations and, if `slot` >= 0, each of `choices` with every layout of that slot. */
  unscoredChoices(choices: Uint8Array, slot: number): Uint8Array;

  /** Starts a ranking by the analytical cost model. */
  rankAnalytically(): Json<object>;

  /** Scores up to `count` more configurations. Returns the number scored so far. */
  step(count: number): number;

  /** The k best configurations so far, best first. `times` in seconds; empty if the file has none. */
  top(k: number): Top;

  /** One entry of `configurations` in `hlorank rank --json`, for a configuration of the file or of the user. */
  explain(configuration: number): Json<unknown>;

  /** The slots: see Slots in answers.ts. */
  slots(): Slots;

  /** Replaces the user's configurations, which are numbered after those of the file. `choices`: concatenated choices, each
   *  with one row number per slot. */
  setUserConfigurations(choices: Uint8Array): Json<object>;

  /** The choice of a configuration; null if there is none with this number. */
  choice(configuration: number): Uint8Array | null;

  /** The scored configurations and the user's configurations that pass the filter, sorted: see View in answers.ts. */
  view(query: ViewQuery): Omit<View, 'agreement'> & { agreement: Json<unknown> };

  /** Like `explain`, for any choice, with rank and disagreements. */
  describeChoice(choice: Uint8Array): Json<unknown>;

  /** The scores of the configuration with each layout of a slot. For the JSON of this and the next two methods see
   *  shared/session/what_if_report.h. */
  settings(choice: Uint8Array, slot: number): Json<unknown>;

  /** Compares two or more concatenated choices. */
  sideBySide(choices: Uint8Array): Json<unknown>;

  /** Searches all combinations of layouts for the `count` configurations with the lowest scores. */
  best(count: number): Json<unknown>;

  /** {text}: a file of configurations in the format `kind` (SavedKind in answers.ts). `names` has one line per configuration,
   *  empty for those without a name. `collection` is for "top-configs", which writes all scored configurations. */
  saved(kind: string, configurations: Uint32Array, names: string, collection: string): Json<{ text: string }>;

  /** The JSON of `hlorank rank --json` with the `count` best. */
  report(count: number): Json<unknown>;

  /** Frees the session's memory. */
  delete(): void;
}

/** Side of answers.ts, with strings of one line per entry. */
export type NativeSide = InLines<Side, 'lines' | 'computations'>;

export interface HlorankModule {
  Session: new () => NativeSession;

  /** Size of the WebAssembly memory in bytes; it never shrinks. */
  heapBytes(): number;

  /**
   * The differences between two programs: see Difference in answers.ts.
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
