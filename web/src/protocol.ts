// Messages between the page and its worker.
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
  RankReport,
  Structure,
  Tensor,
  Top,
  Confidence,
  Verdict,
} from '../../wasm/engine';
import type { Found } from './graph/search';
import type { RankingRequests } from './worker/ranking';

/** A model: the text of model.json (card) and the bytes of model.onnx (network). */
export interface ModelFiles {
  name: string;
  card: string;
  network: ArrayBuffer;
}

/** Halide's own cost model. */
export interface HalideModel {
  /** The content of its .weights file. */
  weights: ArrayBuffer;
  /** Number of cores that it predicts for. */
  cores: number;
  /** It ranks, unless a stage model does; otherwise the measured times do. */
  isRanker: boolean;
}

/** Result of a trial run of a network on the golden example of its card (inputs and outputs stored by the trainer). */
export interface Trial {
  /** Why this build cannot compute the inputs of the network; null if it can. */
  schemaError: string | null;
  /** Why ONNX Runtime cannot load or run the network; null if it can. */
  loadError: string | null;
  /** Outputs for the inputs of the request; null without inputs or after an error. */
  answer: { rows: Float32Array; pairs: Float32Array; scores: Float32Array } | null;
}

/** `candidates`: number of configurations to generate if the files contain none; `chosen`: which of several programs. */
export interface OpenBody {
  files: InputFile[];
  candidates: number;
  chosen?: number;
}

/** Name of the machine preset that costs are estimated for; undefined: the preset of the core. */
interface OnMachine {
  machine?: string | undefined;
}

export interface OpenedProgram {
  inspection: Inspection;
  instructions: Instructions;
}

/** The program as the graph view needs it for its first drawing. */
interface GraphProgram {
  /** The places (instructions, computations, ...) to draw; null if the file has arrays only, without HLO. */
  outline: Outline | null;
  /** [slots] node index of the instruction of each slot (tensor with a configurable layout). */
  slotNodes: Uint32Array;
}

export type StageName = 'read' | 'features' | 'configurations' | 'model' | 'rank';

/**
 * State of a ranking. `top`: the best 200 of the configurations scored so far; once `scored` equals `total`, all of
 * them.
 */
export interface Status {
  scored: number;
  total: number;
  top: Top;
  /** Lowest (fastest) and highest score; `highest` is -Infinity until everything is scored. */
  lowest: number;
  highest: number;
  /** Configurations scored per second of scoring; 0 if the time was too short to measure. */
  rate: number;
  /** Run time in seconds of the network for the layout table (one score per slot and layout); 0 without a network. */
  tables: number;
  /** The model has an early- or late-join network, which scores whole configurations in addition to single layouts. */
  isJoined: boolean;
  agreement: Agreement | null;
  /** Null until everything is scored, and for models without calibration. */
  confidence: Confidence | null;
  /** Null until everything is scored. */
  verdict: Verdict | null;
}

/** Request kind → [request body, reply value]. */
export interface WorkerRequests extends RankingRequests {
  /** Opens a program. */
  open: [OpenBody, OpenedProgram];
  /**
   * Ranks all configurations. `model` null: analytical cost model. Replies when all are scored or after `stop`. Of
   * schedules: `halide` adds the costs by Halide's own model; if no model ranks, the order is that of the measured times.
   */
  rank: [{ model: ModelFiles | null; halide?: HalideModel | null }, Status];
  /** Continues a stopped ranking. */
  resume: [null, Status];
  stop: [null, null];
  explain: [{ indices: number[] }, Configuration[]];
  report: [{ count: number }, RankReport];
  /** Differences between two programs. Does not change the open program. */
  compare: [{ left: InputFile; right: InputFile } & OnMachine, Difference];
  /** Loads a network and runs it on `inputs`, those of the golden example in its card (null: only loads it). */
  attempt: [{ model: ModelFiles; inputs: Tensor[] | null }, Trial];
  /** The places (instructions, computations, ...) to draw. `hasModule`: the file has HLO, not only arrays. */
  graph: [{ hasModule: boolean }, GraphProgram];
  /** Edges, source locations and HLO text of the program. */
  structure: [null, Structure];
  /** Estimated costs of the instructions; sums of them. `configuration`: of schedules, the one whose stages are timed. */
  costs: [({ configuration?: number } & OnMachine) | null, Costs];
  /** Adds the measured times of a profile to the costs. */
  profile: [{ file: InputFile } & OnMachine, Costs];
  /** The optimised module that a profile holds. */
  profiledModule: [{ file: InputFile }, InputFile];
  /**
   * Builds the inputs of the network of a card (the text of model.json). The program must not be ranked after that:
   * the ranking expects the outputs of this network.
   */
  inputs: [{ card: string }, Tensor[]];
  costGroups: [{ by: 'op' | 'kind' | 'scope' } & OnMachine, CostGroup[]];
  draw: [{ open: Uint32Array | 'all'; everything: boolean }, { drawing: Drawing; milliseconds: number }];
  /** `text`: the HLO line of the instruction; null for files that contain arrays only. */
  details: [{ node: number; configuration?: number }, Details & { text: string | null }];
  find: [{ query: string }, Found];
}
export type Kind = keyof WorkerRequests;

/**
 * A request. `program`: number of the program it is about; in `open`, the number that the page gives the new program.
 */
export type WorkerRequest = { [K in Kind]: { id: number; program: number; kind: K; body: WorkerRequests[K][0] } }[Kind];

export type Reply =
  | { id: number; value: WorkerRequests[Kind][1] }
  | { id: number; error: ErrorReport; isLarge: boolean } // isLarge: the heap has grown; only terminating the worker frees it
  | { id: number; crash: string; help?: string }
  | { id: number; superseded: true } // superseded: another program is open by now
  | { stage: StageName }
  | { status: Status }
  | { requests: string[] };
