// What page and worker say to each other.
import type {
  Agreement,
  Configuration,
  Details,
  Difference,
  Drawing,
  ErrorReport,
  InputFile,
  Inspection,
  Instructions,
  RankReport,
  Structure,
  Tensor,
  Top,
  Confidence,
} from '../../wasm/engine';
import type { Found } from './graph/search';
import type { GraphProgram } from './worker/graph';
import type { RankingQuestions } from './worker/ranking';

/** A published model: the text of its card and the bytes of its network. */
export interface ModelFiles {
  name: string;
  card: string;
  network: ArrayBuffer;
}

/** What came of trying a network before it is used: messages where something is wrong, and its answer to an example. */
export interface Trial {
  schemaError: string | null;
  loadError: string | null;
  answer: { rows: Float32Array; pairs: Float32Array; scores: Float32Array } | null;
}

export interface OpenedProgram {
  inspection: Inspection;
  instructions: Instructions;
}

export type StageName = 'read' | 'features' | 'configurations' | 'model' | 'rank';

/** The best so far; with all of them, in order, once `scored` is `total`. */
export interface Status {
  scored: number;
  total: number;
  top: Top;
  /** Of everything scored so far. */
  lowest: number;
  highest: number;
  /** Configurations scored per second, time to show them excluded; 0 when it was too short to measure. */
  rate: number;
  /** Seconds that the network took to write its tables; 0 without one. */
  tables: number;
  /** By a network that also scores configurations as wholes, so that its tables alone do not say which is best. */
  isJoined: boolean;
  agreement: Agreement | null;
  /** Known once everything is scored. */
  confidence: Confidence | null;
}

/** Question → [what is sent, what is answered]. */
export interface Questions extends RankingQuestions {
  /** `candidates`: how many to generate where the files have no configurations. */
  open: [{ files: InputFile[]; candidates: number }, OpenedProgram];
  /** null: by the analytical model. Answered when all are scored, or when `stop` came first. */
  rank: [{ model: ModelFiles | null }, Status];
  /** Goes on where a stopped ranking was left. */
  resume: [null, Status];
  stop: [null, null];
  explain: [{ indices: number[] }, Configuration[]];
  report: [{ count: number }, RankReport];
  /** What changed between two programs; the one that is open stays so. */
  compare: [{ left: InputFile; right: InputFile }, Difference];
  /** `inputs`: of the example on the card, or null when it has none. */
  attempt: [{ model: ModelFiles; inputs: Tensor[] | null }, Trial];
  /** What there is to draw. */
  graph: [{ hasModule: boolean }, GraphProgram];
  /** What views know beside the picture. */
  structure: [null, Structure];
  draw: [{ open: Uint32Array | 'all'; everything: boolean }, { drawing: Drawing; milliseconds: number }];
  /** `text` is the line of HLO, null for a file without a program. */
  details: [{ node: number }, Details & { text: string | null }];
  find: [{ query: string }, Found];
}
export type Kind = keyof Questions;

/** `program`: the number of the one that is asked about; of the one to open, in `open`. */
export type Question = { [K in Kind]: { id: number; program: number; kind: K; body: Questions[K][0] } }[Kind];

export type Reply =
  | { id: number; value: Questions[Kind][1] }
  | { id: number; error: ErrorReport; isLarge: boolean } // isLarge: the engine holds memory that only its end gives back
  | { id: number; crash: string; help?: string }
  | { id: number; gone: true } // another program is open by now
  | { stage: StageName }
  | { status: Status }
  | { requests: string[] };
