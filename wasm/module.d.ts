// Declares what bindings.cpp, diff_bindings.cpp and schedule_bindings.cpp export to JavaScript. Use it through
// engine.ts, which throws for `error`. A slot is an output or operand whose layout can be chosen. A choice is a
// configuration as one byte per slot, the index of its layout among the slot's layouts; several choices are passed
// concatenated.
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

/** JSON text that a method returns: an object of the type `Answer`, or {error: ErrorReport} on failure. */
export type Json<Answer> = string & { readonly answer?: Answer };

/** A result object. If the call failed, it has the field `error`, which is {error: ErrorReport} as JSON text. */
type Failable = { error?: Json<never> };

/** The type `Answer` with a change: each list of strings that `Texts` names is one string with one line per entry. */
type InLines<Answer, Texts extends keyof Answer> = Omit<Answer, Texts> & Record<Texts, string>;

/** Selects and sorts the configurations in the ranking table. Ranges include their ends and may be infinite. */
export interface ViewQuery {
  /**
   * Search words. Each must be the configuration's number or occur in the text of one of its changes ("dot.12 operand 1
   * ...").
   */
  text: string;
  /** Least and greatest score that a configuration may have. */
  score: [number, number];
  /** Least and greatest measured time that a configuration may have, in seconds. */
  time: [number, number];
  /**
   * Selects the configurations that give this instruction's output, or at least one of its operands, another layout
   * than in the program. null selects all configurations.
   */
  node: number | null;
  /**
   * The column to sort by: score, measured time, number of changed layouts, number of the configuration, or cost by
   * Halide's model.
   */
  key: 'score' | 'time' | 'changed' | 'index' | 'halide';
  descending: boolean;
  /** Greatest number of configurations in the table. */
  limit: number;
}

/** A model that simulates the compiler. `card` is the text of its model.json, `network` the bytes of its model.onnx. */
export interface LoopModel {
  card: string;
  network: Uint8Array;
}

/** The outputs of a neural network for one program. An output that the network does not have is empty. */
export interface NetworkOutputs {
  /** One number per layout of each slot. */
  rows: Float32Array;
  /** One number per pair of layouts of two slots that are close in the data flow. */
  pairs: Float32Array;
  /** [length of `rows`, networks of the ensemble] The output `rows` of each network of an ensemble. */
  members: Float32Array;
  /** [1] The score that an early- or late-join network gives to the layouts in the program. */
  referenceScore: Float32Array;
}

/**
 * The outputs of a model of schedules. `scores`, [schedules], and `stageTimes`, [schedules, stages], are logarithms of
 * milliseconds. `card` is the text of the model's model.json.
 */
export interface StageOutputs {
  card: string;
  scores: Float32Array;
  stageTimes: Float32Array;
}

/** The C++ class Session (session.h), which holds one open program and its current ranking. */
export interface NativeSession {
  /**
   * Opens a program file, or a program and a file of its configurations. With one file, `otherName` is empty. Generates
   * `candidates` configurations if the files have none. Calls `onStep` with "read", "features" and "configurations" at
   * the beginning of each step. On failure, the program that was open before stays open. Returns the JSON of `hlorank
   * inspect --json`.
   */
  open(
    name: string,
    bytes: Uint8Array,
    otherName: string,
    otherBytes: Uint8Array,
    candidates: number,
    onStep: (step: string) => void,
  ): Json<unknown>;

  /** Returns all instructions in node order. Each string has one line per instruction. */
  instructions(): InLines<Instructions, 'names' | 'computations' | 'opcodes' | 'shapes'>;

  /** Returns the tree of boxes that can be drawn (see Outline in answers.ts). Each string has one line per box. */
  outline(): Failable & InLines<Outline, 'titles' | 'subtitles'>;

  /**
   * Draws the graph (see Drawing in answers.ts). `open` has the ids of the boxes to expand. `openAll` expands all
   * boxes. `plumbing` draws parameters, constants, tuples and similar instructions as boxes, not as pins.
   */
  draw(open: Uint32Array, openAll: boolean, plumbing: boolean): Failable & Drawing;

  /** Returns data flow, source lines and HLO text: Structure in answers.ts, with these lists of strings as lines. */
  structure(): Failable & InLines<Structure, 'opNames' | 'origins' | 'text'>;

  /**
   * Estimates the cost of every instruction on a machine (see Costs in answers.ts): a preset, or the GPU or TPU that a
   * profile named. For other names, such as '', on the latter, and without it on the default preset. `kinds`,
   * `bounds` and `arithmetic` have one line per instruction. `conflicts` is the JSON of `hlorank cost --layouts --json`. `profile` is the name of a
   * file with measured times to add: one of `hlorank profile -o`, or an .xplane.pb trace. If `profile` is '', the times
   * that were added before are kept.
   */
  costs(
    machine: string,
    profile: string,
    profileBytes: Uint8Array,
  ): Failable & InLines<Omit<Costs, 'conflicts'>, 'kinds' | 'bounds' | 'arithmetic'> & { conflicts: Json<unknown> };

  /**
   * Adds up the costs of instructions by "op", "kind" or "scope", as `hlorank cost --by` prints them (`report`).
   * `members` has the instructions of all groups, one group after another, without those of scopes inside.
   */
  costGroups(machine: string, by: string): Failable & { report: Json<unknown>; members: Uint32Array };

  /** Describes one instruction (see detailsJson in shared/session/structure.h). */
  details(node: number): Json<unknown>;

  /**
   * Builds the inputs of a model's network. `card` is the text of the model's model.json. A later call of `rank` uses
   * the same card. Returns the inputs, whether the network writes the output `pairs`, and whether it is an early- or
   * late-join network (`joined`), which also takes the input `choices`. `reference` is the number of fixed
   * configurations for cross-configuration attention, or 0. If it is not 0, the caller first runs the network on these
   * configurations with `referenceTensors`, and passes the output `asReferenceSet` as the input `referenceSet` of every
   * other run. If `onlyCheck` is set, only checks that the model fits; a model of schedules passes.
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
   * Builds an early- or late-join network's input `choices`, the layouts of several configurations. If `which` is an
   * array, it contains these configurations, one byte per tensor each. If it is a name, configurations `begin` to
   * `begin + count - 1` of a list are encoded: 'configurations' names those of the file, 'referenceSet' the fixed ones
   * with which attention compares (see `inputs`).
   */
  encodeChoices(
    which: Uint8Array | 'configurations' | 'referenceSet',
    begin: number,
    count: number,
  ): Failable & { tensor?: Tensor };

  /**
   * Starts a ranking. `model` is the analytical cost model, a loop model, or the outputs of the network for which
   * `inputs` was called last.
   */
  rank(model: 'analytical' | LoopModel | NetworkOutputs): Json<object>;

  /**
   * Adds an early- or late-join network's output `scores`. They are for the concatenated configurations `choices`, in
   * the file or not. If `choices` is null, they are for the next configurations of the file. `step` can score these
   * afterwards.
   */
  addScores(choices: Uint8Array | null, scores: Float32Array): Json<object>;

  /**
   * Returns the configurations, concatenated, that an early- or late-join network must score before they can be
   * described. Considers `choices` and the configurations made by the user. If `slot` >= 0, also considers each of
   * `choices` with every other layout of tensor number `slot`. The result is empty for other models.
   */
  unscoredChoices(choices: Uint8Array, slot: number): Uint8Array;

  /**
   * Scores up to `count` more configurations of the file. Returns the number of configurations scored so far
   * (`scored`), and the number of those for which addScores has added a network's output (`configurationScores`).
   */
  step(count: number): { scored: number; configurationScores: number };

  /** Returns the `k` best configurations scored so far, best first. The arrays are empty if no ranking was started. */
  top(k: number): Top;

  /**
   * Describes a configuration and explains its score. Given a number, returns the fields that `hlorank rank --json`
   * prints per configuration. Given layouts (one index per tensor), returns the result of choiceJson in
   * shared/session/what_if_report.h.
   */
  explain(configuration: number | Uint8Array): Json<unknown>;

  /** Lists the slots: the outputs and operands whose layout can be chosen. */
  slots(): Slots;

  /** Sets the configurations that the user made, concatenated. Their numbers follow those of the file. */
  setUserConfigurations(choices: Uint8Array): Json<object>;

  /** Returns a configuration as one layout index per tensor; null if there is no configuration with this number. */
  choice(configuration: number): Uint8Array | null;

  /**
   * Returns the ranking table (see View in answers.ts), sorted. It has the configurations scored so far and those made
   * by the user, if they pass the filter. Its arrays are empty if no ranking was started.
   */
  view(query: ViewQuery): Omit<View, 'agreement'> & { agreement: Json<unknown> };

  /**
   * Simulates how the compiler propagates the layouts of a configuration (see propagationJson in
   * shared/session/propagation.h). `choice` has one layout index per tensor. An index past the tensor's last layout
   * leaves the tensor to the compiler. Needs no ranking.
   */
  propagation(choice: Uint8Array): Json<unknown>;

  /** Scores a configuration with each layout of one tensor (see settingsJson in shared/session/what_if_report.h). */
  settings(choice: Uint8Array, slot: number): Json<unknown>;

  /** Compares two or more concatenated configurations (see compareJson in shared/session/what_if_report.h). */
  sideBySide(choices: Uint8Array): Json<unknown>;

  /**
   * Searches all combinations of layouts for the `count` lowest scores (see bestJson in what_if_report.h). Computes
   * about `scores` scores at most; until the search is finished, returns {progress: 0 to 1}. `isNew`: whether to begin a
   * new search instead of continuing.
   */
  best(count: number, scores: number, isNew: boolean): Json<unknown>;

  /**
   * Writes configurations, given by their numbers, as the text of a file in the format `kind` (SavedKind in
   * answers.ts). `names` has one line per configuration, or is ''. `collection` is the TpuGraphs collection for the
   * kind "top-configs", which writes all configurations scored so far.
   */
  saved(kind: string, configurations: Uint32Array, names: string, collection: string): Json<{ text: string }>;

  /** Returns the JSON of `hlorank rank --json` with the `count` best configurations. */
  report(count: number): Json<unknown>;

  /** Frees the session's memory. */
  delete(): void;
}

/**
 * The C++ class Schedules (schedule_bindings.cpp), which holds an open file of schedules. Its methods treat stages as
 * instructions.
 */
export interface NativeSchedules extends Pick<
  NativeSession,
  'instructions' | 'outline' | 'draw' | 'structure' | 'view' | 'explain' | 'report' | 'saved'
> {
  /**
   * Opens a zip archive of files of schedules (readBundle in shared/stages/bundle.h) and selects the program number
   * `chosen` in it. On failure, the file that was open before stays open. Returns JSON of the type Inspection in
   * answers.ts.
   */
  open(name: string, archive: Uint8Array, chosen: number): Json<unknown>;

  /** Returns the predicted times of the stages under a schedule. The lists are empty if there are no predictions. */
  costs(configuration: number): Omit<ReturnType<NativeSession['costs']>, 'arithmetic'>;

  /** Describes a stage with its features under a schedule (see stageDetailsJson in shared/session/schedules.h). */
  details(stage: number, configuration: number): Json<unknown>;

  /**
   * Builds a network's inputs for the schedules with numbers `begin` to `begin + count - 1`. `card` is the text of
   * model.json.
   */
  inputs(card: string, begin: number, count: number): Failable & { tensors?: Tensor[] };

  /**
   * Computes the costs of all schedules by Halide's own cost model from the bytes of its .weights file. The next
   * ranking shows these costs.
   */
  setHalideWeights(bytes: Uint8Array, cores: number): Json<object>;

  /**
   * Ranks by a network's outputs for all schedules, by Halide's model (which needs setHalideWeights first), or by
   * measured times.
   */
  rank(model: StageOutputs | 'halide' | 'time'): Json<object>;
}

/**
 * One of two compared programs. It has the type Side in answers.ts, except that each list of strings is one string of
 * lines.
 */
export type NativeSide = InLines<Side, 'lines' | 'computations'>;

/** The loaded WebAssembly module. */
export interface HlorankModule {
  Session: new () => NativeSession;
  Schedules: new () => NativeSchedules;

  /** Returns the size of the WebAssembly memory in bytes, which never shrinks. */
  heapBytes(): number;

  /** Returns an optimised module in a profile (see Engine.profiledModule): its name, and its HLO as text or proto. */
  profiledModule(
    file: string,
    bytes: Uint8Array,
    program: string,
  ): Failable & { name?: string; hlo?: Uint8Array; isOfProgram?: boolean };

  /** Reads and compares two HLO programs, with costs on a machine preset (see Difference in answers.ts). */
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

/**
 * Loads the WebAssembly module. `wasmBinary` has its bytes. `locateFile` returns the URL of the file `name`.
 * `instantiateWasm` instantiates a module that is compiled already, and calls `done` with the instance.
 */
export type ModuleFactory = (options: {
  wasmBinary?: ArrayBufferLike | Uint8Array;
  locateFile?: (name: string) => string;
  instantiateWasm?: (imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void) => object;
}) => Promise<HlorankModule>;
