// Messages between the page and its web worker.
import type {
  Agreement,
  Configuration,
  CostGroup,
  Costs,
  Details,
  Difference,
  Drawing,
  ErrorReport,
  InputFile,
  Inspection,
  Instructions,
  Outline,
  ProfiledModule,
  RankReport,
  Structure,
  Tensor,
  Top,
  Confidence,
  Verdict,
} from '../../wasm/engine';
import type { Found } from './graph/search';
import type { RankingRequests } from './worker/ranking';

/** A model. `card`: text of model.json; `network`: bytes of model.onnx. */
export interface ModelFiles {
  name: string;
  card: string;
  network: ArrayBuffer;
}

/** Halide's own cost model and its settings. */
export interface HalideModel {
  /** Content of the .weights file. */
  weights: ArrayBuffer;
  /** Number of CPU cores for which the model predicts. */
  cores: number;
  /**
   * Whether this model determines the order of the schedules if no trained model does. If false, measured times
   * determine the order in that case.
   */
  isRanker: boolean;
}

/** Result of running a network once on the example inputs that the trainer stored in its model card. */
export interface Trial {
  /** Why this version of hlorank cannot compute the inputs that the network needs; null if it can. */
  schemaError: string | null;
  /** Why ONNX Runtime cannot load or run the network; null if it can. */
  loadError: string | null;
  /** Outputs of the network for the inputs in the request. Null if the request had no inputs or an error occurred. */
  answer: { rows: Float32Array; pairs: Float32Array; scores: Float32Array } | null;
}

/**
 * Body of the request `open`. `candidates`: number of layout configurations to generate if the files contain none.
 * `chosen`: index of the program to open if the files contain several.
 */
export interface OpenBody {
  files: InputFile[];
  candidates: number;
  chosen?: number;
}

/** Name of the machine for which costs are estimated; undefined: the engine chooses it (see machine.ts). */
interface OnMachine {
  machine?: string | undefined;
}

export interface OpenedProgram {
  inspection: Inspection;
  instructions: Instructions;
}

/** Data that the graph view needs before it draws a program for the first time. */
interface GraphProgram {
  /** Tree of instructions, computations and groups to draw. Null if the file contains only arrays and no HLO. */
  outline: Outline | null;
  /** Index of the instruction of each slot (output or operand whose layout can be chosen). Shape: [slots]. */
  slotNodes: Uint32Array;
}

export type StepName = 'read' | 'features' | 'configurations' | 'model' | 'rank';

/**
 * State of a ranking. `top`: the best 200 of the configurations scored so far, or all configurations when `scored`
 * equals `total`.
 */
export interface Status {
  scored: number;
  total: number;
  top: Top;
  /** Lowest (fastest) and highest (slowest) score. `highest` is -Infinity until all configurations are scored. */
  lowest: number;
  highest: number;
  /** Configurations scored per second; 0 if the time was too short to measure. */
  rate: number;
  /** Run time in seconds of the network that scores single layouts; 0 if the model has no such network. */
  tables: number;
  /**
   * Whether the model has an early- or late-join network (as in TpuGraphs), which scores a configuration as a whole in
   * addition to single layouts.
   */
  isJoined: boolean;
  agreement: Agreement | null;
  /** Confidence in the ranking. Null until all configurations are scored, and for models without calibration. */
  confidence: Confidence | null;
  /**
   * The layouts that the compiler chooses on its own: their measured run time in seconds, and the score of the layouts
   * that the simulated compiler chooses. Each is null if unknown. The object is null for files of schedules, and until
   * all configurations are scored.
   */
  compilerDefault: { time: number | null; score: number | null } | null;
  /** Verdict on the program. Null until all configurations are scored. */
  verdict: Verdict | null;
}

/** The requests that the worker handles. Each kind of request has the types [request body, reply]. */
export interface WorkerRequests extends RankingRequests {
  /** Opens a program, or a file of Halide or TVM schedules. */
  open: [OpenBody, OpenedProgram];
  /**
   * Ranks all configurations by `model`, or by the analytical cost model if `model` is null. Replies when all
   * configurations are scored, or after `stop`. For schedules, `halide` adds the costs by Halide's own model; if no
   * model determines the order, measured times do.
   */
  rank: [{ model: ModelFiles | null; halide?: HalideModel | null }, Status];
  /** Continues a ranking that was stopped. */
  resume: [null, Status];
  stop: [null, null];
  explain: [{ indices: number[] }, Configuration[]];
  report: [{ count: number }, RankReport];
  /** Returns the differences between two programs, without changing the open program. */
  compare: [{ left: InputFile; right: InputFile } & OnMachine, Difference];
  /**
   * Loads a network and runs it on `inputs`, the example inputs in its model card. If `inputs` is null, only loads the
   * network.
   */
  attempt: [{ model: ModelFiles; inputs: Tensor[] | null }, Trial];
  /** Fetches what running networks with ONNX Runtime needs, so that the page makes no requests later. */
  fetchRuntime: [null, null];
  /**
   * Returns the tree of instructions, computations and groups to draw. `hasModule`: whether the file contains HLO and
   * not only arrays.
   */
  graph: [{ hasModule: boolean }, GraphProgram];
  /** Returns the edges, source locations and HLO text of the program. */
  structure: [null, Structure];
  /**
   * Returns the estimated costs of all instructions. `configuration`: for schedules, index of the schedule whose stage
   * times are returned.
   */
  costs: [({ configuration?: number } & OnMachine) | null, Costs];
  /** Adds the measured times in a profile to the estimated costs. */
  profile: [{ file: InputFile } & OnMachine, Costs];
  /** Returns an optimised HLO module that is stored in a profile, preferably that of `program`. */
  profiledModule: [{ file: InputFile; program: string }, ProfiledModule];
  /**
   * Builds the inputs of a network for the open program. `card`: text of the network's model card (model.json). Do not
   * rank the program afterwards, because the ranking would expect the outputs of this network.
   */
  inputs: [{ card: string }, Tensor[]];
  costGroups: [{ by: 'op' | 'kind' | 'scope' } & OnMachine, CostGroup[]];
  draw: [{ open: Uint32Array | 'all'; plumbing: boolean }, { drawing: Drawing; milliseconds: number }];
  /**
   * Returns facts about an instruction. `text`: the HLO line of the instruction; null for files that contain only
   * arrays.
   */
  details: [{ node: number; configuration?: number }, Details & { text: string | null }];
  find: [{ query: string }, Found];
}
export type Kind = keyof WorkerRequests;

/**
 * A request to the worker. `program`: number of the program that the request refers to; for the kind `open`, the number
 * of the new program.
 */
export type WorkerRequest = { [K in Kind]: { id: number; program: number; kind: K; body: WorkerRequests[K][0] } }[Kind];

/** Message that every worker gets: the compiled engine, or null if the worker has to load it itself. */
export interface CompiledEngine {
  engine: WebAssembly.Module | null;
}

export type Reply =
  | { id: number; value: WorkerRequests[Kind][1] }
  // isLarge: whether the WebAssembly heap has grown large; only terminating the worker frees it
  | { id: number; error: ErrorReport; isLarge: boolean }
  | { id: number; crash: string; help?: string }
  | { id: number; superseded: true } // another program was opened before the reply
  | { step: StepName }
  | { status: Status }
  | { requests: string[] };
