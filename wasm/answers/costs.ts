// Declares what the C++ core returns about the costs of instructions and the differences between two programs.

/** One of two compared programs. */
export interface Side {
  name: string;
  /** [instructions] the HLO text of each instruction of the program. */
  lines: string[];
  /** [computations] the name of each computation. */
  computations: string[];
  /**
   * [instructions] Bits that tell how each instruction differs from its match in the other program: 1 opcode, 2 shape,
   * 4 attributes, 8 layout, 16 operands, 32 moved to another computation. 0 if it is equal or has no match.
   */
  differences: Uint8Array;
  /** [instructions] the kind of each instruction's change, as an index in Difference.words. */
  changes: Uint8Array;
}

/** The differences between two programs, for a line-by-line display side by side. */
export interface Difference {
  /** Names of the kinds of change: "removed", "added", "opcode", ..., "unchanged". */
  words: string[];
  left: Side;
  right: Side;
  /**
   * [rows, 2] The instruction on the left and the one on the right of each displayed line; kNone if a side has none.
   */
  rows: Uint32Array;
  /**
   * [computations shown, 3] For each computation, the index in `rows` of its first line, its number on the left and its
   * number on the right. The number is kNone if that side does not have the computation.
   */
  sections: Uint32Array;
  costs: CostChanges;
}

/** How estimated costs differ between two programs: the JSON of `hlorank diff --cost` (see shared/cost/compare.h). */
export interface CostChanges {
  machine: string;
  /** Estimated seconds, FLOPs and bytes of one run of each program. */
  left: { seconds: number; flops: number; bytes: number };
  right: { seconds: number; flops: number; bytes: number };
  /**
   * What the changes amount to. `before`: estimated time of the left program, with the strided access that it has more
   * of. `seconds`: difference of the estimated time, of which `stridedSeconds` is due to strided access. `increases` and
   * `decreases`: numbers of changes by more than 10⁻⁴ of `before`. `cause`: index in `changes` of the change that
   * explains much of it; null if no single one does.
   */
  summary: {
    before: number;
    seconds: number;
    stridedSeconds: number;
    increases: number;
    decreases: number;
    cause: number | null;
    text: string;
  };
  /** What the estimates of the programs leave out; kinds as in `Costs.notices`. */
  notices: { side: 'left' | 'right' | 'both'; kind: string; message: string }[];
  /**
   * Changed instructions, largest increase of estimated time first. `left` or `right` is null if that program lacks the
   * instruction.
   */
  changes: {
    left: { name: string; computation: string } | null;
    right: { name: string; computation: string } | null;
    seconds: number;
    flops: number;
    bytes: number;
    stridedBytes: number;
    reason: string;
  }[];
}

/** What limits the speed of an instruction in the roofline model. */
export type Bound = 'compute' | 'transcendental' | 'memory' | 'layout' | 'none';

/**
 * Costs of the instructions whose cost is not 0 (see shared/cost/hotspots.h). They are sorted by share of the measured
 * time or, without measurements, of the estimated time, largest first. Lists have one entry per instruction. Costs are
 * those of all executions in one run of the program.
 */
export interface Costs {
  instructions: Uint32Array;
  /** Estimated time of each instruction in seconds. `share` is the same time as a fraction of the program's time. */
  seconds: Float64Array;
  share: Float64Array;
  flops: Float64Array;
  transcendentals: Float64Array;
  bytes: Float64Array;
  trips: Float64Array;
  /** Whether the times are a model's predictions for the stages of a schedule instead of roofline estimates. */
  isPredicted?: boolean;
  /** Whether a profile with measured times was added. If not, `measured` and `measuredShare` are 0. */
  isMeasured: boolean;
  /**
   * Measured time of each instruction in seconds, 0 if not measured. `measuredShare` is the same time as a fraction of
   * the program's measured time.
   */
  measured: Float64Array;
  measuredShare: Float64Array;
  /** Kind of each instruction: "matmul & conv", "reduce", … (see Grouping::kKind in shared/cost/hotspots.h). */
  kinds: string[];
  bounds: Bound[];
  /** Kind of arithmetic that takes the most time, such as "f32 matrix products"; "" without any. Absent if predicted. */
  arithmetic?: string[];
  /**
   * Name of the machine for which times are estimated. `machines` has all machines. Both are absent if the times are
   * predicted.
   */
  machine?: string;
  machines?: Machine[];
  /**
   * Reasons why the costs are wrong or incomplete: "otherPrograms" (in the trace), "unoptimised" (no fusion yet),
   * "otherMachine" (compiled for a GPU or TPU, estimated for another machine), "memorySpaces" (of a TPU), "launches" (of
   * the kernels of a GPU, or of many short instructions on a CPU), "slowConvolutions" (on CPUs), "unknownLoops", "unknownCalls", "network" (collectives).
   * Absent if the times are predicted.
   */
  notices?: { kind: string; message: string }[];
  /** Copies, transposes and reshapes that move data, most bytes × executions first. */
  conflicts: Conflict[];
  /** [conflicts] the instruction number of each entry of `conflicts`. */
  conflictInstructions: Uint32Array;
}

/** A machine for cost estimates. */
export interface Machine {
  name: string;
  description: string;
  /** Its peak rates that matter for the program, such as "96 GFLOP/s, 15 GB/s, 2.40 G transcendentals/s". */
  rates: string;
}

/**
 * An instruction that moves data only because layouts or dimension orders differ. Its shapes are written with layouts.
 */
export interface Conflict {
  name: string;
  computation: string;
  opcode: string;
  kind: string;
  fused: boolean;
  from: string;
  to: string;
  bytes: number;
  trips: number;
  total: number;
}

/** Instructions that have an opcode, a kind or a scope in common, and the sum of their costs. */
export interface CostGroup {
  name: string;
  /** Number of source scopes that enclose this one; 0 for groups by opcode or kind. */
  depth: number;
  instructions: number;
  seconds: number;
  share: number;
  flops: number;
  bytes: number;
  /** Seconds of the instructions in this source scope and in all scopes inside it. */
  inclusiveSeconds: number;
  inclusiveShare: number;
  /** The instructions of the group and, for a source scope, of all scopes inside it. */
  members: Uint32Array;
  /** Measured seconds of the same instructions. Absent if no times were measured. */
  inclusiveMeasuredSeconds?: number;
}
