// The methods that bindings.cpp, diff_bindings.cpp and schedule_bindings.cpp export. Use them through engine.ts, which throws for `error`.
// A slot is a tensor whose layout can be chosen. A choice is a configuration as one byte per slot, the index of its
// layout among the slot's layouts; several choices are passed concatenated.
import type {
  Costs,
  Difference,
  Drawing,
  Instructions,
  Outline,
  Side,
  Slots,
  Structure,
  Tensor,
  Top,
  View,
} from './answers';

/** JSON text of an object: the result, or {error: ErrorReport}. */
export type Json<Answer> = string & { readonly answer?: Answer };

/** A result that is no JSON text: if the call failed, the object has the field `error`, {error: ErrorReport} as JSON. */
type Failable = { error?: Json<never> };

/** `Answer` with its lists of strings `Texts` passed as one string each, with one line per entry. */
type InLines<Answer, Texts extends keyof Answer> = Omit<Answer, Texts> & Record<Texts, string>;

/** The filter and order of the ranking table. Ranges include their ends and may be infinite. */
export interface ViewQuery {
  /** Words, each of which must occur in a change of the configuration ("dot.12 operand 1 ...") or be its number. */
  text: string;
  /** Least and greatest score. */
  score: [number, number];
  /** Least and greatest measured time in seconds. */
  time: [number, number];
  /** Only configurations that change a layout of this instruction's output or operands; null: all configurations. */
  node: number | null;
  /** Sort key: score, measured time, number of changed layouts, number of the configuration, or cost by Halide's model. */
  key: 'score' | 'time' | 'changed' | 'index' | 'halide';
  descending: boolean;
  /** Greatest number of configurations in the table. */
  limit: number;
}

/** A model that simulates the compiler (card field `join`: "loops"): the text of model.json and the bytes of model.onnx. */
export interface LoopModel {
  card: string;
  network: Uint8Array;
}

/** The outputs of a network; empty if it has no such output. */
export interface NetworkOutputs {
  /** One number per slot and layout. */
  rows: Float32Array;
  /** One number per two layouts of neighbouring slots. */
  pairs: Float32Array;
  /** [rows, networks of the ensemble] */
  members: Float32Array;
  /** [1] an early- or late-join network's output for the reference configuration (the program layouts). */
  referenceScore: Float32Array;
}

/** The text of the card of a stage model, and its outputs: scores [count], stageTimes [count, stages], logarithms of ms. */
export interface StageOutputs {
  card: string;
  scores: Float32Array;
  stageTimes: Float32Array;
}

/** The class Session of session.h: one open program and its current ranking. */
export interface NativeSession {
  /**
   * Opens a program, or a program and its configurations (`otherName` is empty if there is only one file). Generates
   * `candidates` configurations if the files have none. On failure, the program that was open stays open. `onStage` is
   * called with "read", "features", "configurations" as each stage begins. Returns the JSON of `hlorank inspect --json`.
   */
  open(
    name: string,
    bytes: Uint8Array,
    otherName: string,
    otherBytes: Uint8Array,
    candidates: number,
    onStage: (stage: string) => void,
  ): Json<unknown>;

  /** Returns all instructions in node order; each string has one line per instruction. */
  instructions(): InLines<Instructions, 'names' | 'computations' | 'opcodes' | 'shapes'>;

  /** Returns the places (boxes that can be drawn): see Outline in answers.ts. Strings have one line per place. */
  outline(): Failable & InLines<Outline, 'titles' | 'subtitles'>;

  /**
   * Lays out the graph: see Drawing in answers.ts. `open`: ids of the places to expand; `openAll`: expand all places;
   * `everything`: draw parameters, constants, tuples and similar instructions as boxes, not as pins.
   */
  draw(open: Uint32Array, openAll: boolean, everything: boolean): Failable & Drawing;

  /** Returns data flow, source lines and HLO text: see Structure in answers.ts. Strings have one line per entry. */
  structure(): Failable & InLines<Structure, 'opNames' | 'origins' | 'text'>;

  /**
   * Estimates the cost of every instruction on a machine preset: see Costs in answers.ts. `kinds` and `bounds` have one
   * line per instruction; `conflicts` is the JSON of `hlorank cost --layouts --json`. `profile`: the name of a file with
   * measured times (of `hlorank profile -o`, or an .xplane.pb trace) to add, or '' to keep those that were added before.
   */
  costs(
    machine: string,
    profile: string,
    profileBytes: Uint8Array,
  ): Failable & InLines<Omit<Costs, 'conflicts'>, 'kinds' | 'bounds'> & { conflicts: Json<unknown> };

  /** Sums the costs by "op", "kind" or "scope": the JSON of `hlorank cost --by`. */
  costGroups(machine: string, by: string): Json<unknown>;

  /** Describes one instruction: see detailsJson in shared/session/structure.h. */
  details(node: number): Json<unknown>;

  /**
   * Builds the inputs of the network of a card (the text of model.json); `rank` uses the same card. `pairs`: the network
   * writes the output `pairs`. `joined`: it is an early- or late-join network, which also takes `choices` and scores whole
   * configurations. `reference`: size of the reference set of cross-configuration attention, or 0. If it is not 0, run the
   * network on `referenceTensors` and the choices of the reference set first: its output `asReferenceSet` is then the input
   * `referenceSet` of every other run. `onlyCheck`: only check that the inputs can be built; a card of schedules passes.
   */
  inputs(
    card: string,
    onlyCheck: boolean,
  ): Failable & {
    pairs?: boolean;
    joined?: boolean;
    reference?: number;
    referenceTensors?: Tensor[];
    tensors?: Tensor[];
  };

  /**
   * Builds the input `choices` of an early- or late-join network. `which`: concatenated choices (one byte per slot each),
   * or the configurations `begin` to `begin + count - 1` of the file or of the reference set (see inputs).
   */
  encodeChoices(
    which: Uint8Array | 'configurations' | 'referenceSet',
    begin: number,
    count: number,
  ): Failable & { tensor?: Tensor };

  /** Starts a ranking by the analytical cost model, a loop model, or the network of the last `inputs` call. */
  rank(model: 'analytical' | LoopModel | NetworkOutputs): Json<object>;

  /**
   * Adds outputs `scores` of an early- or late-join network: for concatenated choices, which the file need not list, or,
   * if `choices` is null, for the next configurations of the file; `step` scores none beyond them.
   */
  addScores(choices: Uint8Array | null, scores: Float32Array): Json<object>;

  /**
   * Returns the choices, concatenated, that an early- or late-join network must score before they can be described: among
   * `choices`, the user's configurations and, if `slot` >= 0, the configurations that differ from one of `choices` in that
   * slot only. Empty for other models.
   */
  unscoredChoices(choices: Uint8Array, slot: number): Uint8Array;

  /**
   * Scores up to `count` more configurations of the file. `scored`: number scored so far; `configurationScores`: number of
   * configurations for which addScores has added a score.
   */
  step(count: number): { scored: number; configurationScores: number };

  /** Returns the `k` best configurations scored so far, best first; empty arrays without a ranking. */
  top(k: number): Top;

  /**
   * Describes a configuration, of the file or of the user: an entry of `configurations` in `hlorank rank --json`. Of any
   * choice (one byte per slot), describes it as choiceJson in shared/session/what_if_report.h.
   */
  explain(configuration: number | Uint8Array): Json<unknown>;

  /** Lists the slots (tensors whose layout can be chosen). */
  slots(): Slots;

  /** Sets the user's configurations, given as concatenated choices. They are numbered after those of the file. */
  setUserConfigurations(choices: Uint8Array): Json<object>;

  /** Returns the choice (one byte per slot) of a configuration; null if there is none with this number. */
  choice(configuration: number): Uint8Array | null;

  /**
   * Returns the ranking table: the configurations scored so far, and the user's, that pass the filter, sorted: see View in
   * answers.ts. Empty arrays without a ranking.
   */
  view(query: ViewQuery): Omit<View, 'agreement'> & { agreement: Json<unknown> };

  /**
   * Simulates how the compiler propagates the layouts of a choice (one byte per slot; a byte beyond the last layout of a
   * slot leaves it to the compiler): see propagationJson in shared/session/propagation.h. Needs no ranking.
   */
  propagation(choice: Uint8Array): Json<unknown>;

  /** Scores a choice with each layout of one slot: see settingsJson in shared/session/what_if_report.h. */
  settings(choice: Uint8Array, slot: number): Json<unknown>;

  /** Compares two or more concatenated choices: see compareJson in shared/session/what_if_report.h. */
  sideBySide(choices: Uint8Array): Json<unknown>;

  /** Searches all combinations of layouts for the `count` lowest scores: see bestJson in what_if_report.h. */
  best(count: number): Json<unknown>;

  /**
   * Writes configurations, given by number, as the text of a file in the format `kind` (SavedKind in answers.ts). `names`:
   * one line per configuration, may be empty. `collection`: of the id in "top-configs", which writes all configurations
   * scored so far.
   */
  saved(kind: string, configurations: Uint32Array, names: string, collection: string): Json<{ text: string }>;

  /** Returns the JSON of `hlorank rank --json` with the `count` best configurations. */
  report(count: number): Json<unknown>;

  /** Frees the session's memory. */
  delete(): void;
}

/** The class Schedules of schedule_bindings.cpp: one open file of schedules. Stages take the place of instructions. */
export interface NativeSchedules extends Pick<
  NativeSession,
  'instructions' | 'outline' | 'draw' | 'structure' | 'view' | 'explain' | 'report' | 'saved'
> {
  /**
   * Opens a zip archive of files of schedules (readBundle in shared/stages/bundle.h) and the program `chosen` in it. On
   * failure, the file that was open stays open. Returns the Inspection of session/schedules.h.
   */
  open(name: string, archive: Uint8Array, chosen: number): Json<unknown>;

  /** The predicted times of the stages under a schedule; empty lists if the ranking has none. */
  costs(configuration: number): ReturnType<NativeSession['costs']>;

  /** Describes a stage with its features under a schedule: see stageDetailsJson in shared/session/schedules.h. */
  details(stage: number, configuration: number): Json<unknown>;

  /** Builds the inputs of the network of a card for schedules `begin` to `begin + count - 1`. */
  inputs(card: string, begin: number, count: number): Failable & { tensors?: Tensor[] };

  /** Computes the costs by Halide's own model from its .weights file. The next ranking has them. */
  setHalideWeights(bytes: Uint8Array, cores: number): Json<object>;

  /** Ranks by a network's outputs for all schedules, by Halide's own model (setHalideWeights comes first), or by measured times. */
  rank(model: StageOutputs | 'halide' | 'time'): Json<object>;
}

/** One side of a comparison: Side of answers.ts, with its lists of strings as one string with one line per entry. */
export type NativeSide = InLines<Side, 'lines' | 'computations'>;

/** The loaded WebAssembly module. */
export interface HlorankModule {
  Session: new () => NativeSession;
  Schedules: new () => NativeSchedules;

  /** Size of the WebAssembly memory in bytes; it never shrinks. */
  heapBytes(): number;

  /** Returns the optimised module that a profile holds: its name, and its HLO as text or proto. */
  profiledModule(file: string, bytes: Uint8Array): Failable & { name?: string; hlo?: Uint8Array };

  /** Reads and compares two HLO programs, with costs on a machine preset: see Difference in answers.ts. */
  compare(
    leftName: string,
    leftBytes: Uint8Array,
    rightName: string,
    rightBytes: Uint8Array,
    machine: string,
  ): Failable &
    Partial<
      Omit<Difference, 'left' | 'right' | 'costs'> & { left: NativeSide; right: NativeSide; costs: Json<unknown> }
    >;
}

/** Loads the WebAssembly module. `wasmBinary`: its bytes; `locateFile`: returns the URL of the file `name`. */
export type ModuleFactory = (options: {
  wasmBinary?: ArrayBufferLike | Uint8Array;
  locateFile?: (name: string) => string;
}) => Promise<HlorankModule>;
