// What instructions cost, and how two programs differ. Terms are those of ../answers.ts.

/** One of two compared programs. */
export interface Side {
  name: string;
  /** [instructions] the HLO text of each instruction. */
  lines: string[];
  /** [computations] the name of each computation. */
  computations: string[];
  /**
   * [instructions] bits: how it differs from its match in the other program. 1 opcode, 2 shape, 4 attributes, 8 layout,
   * 16 operands, 32 moved to another computation; 0: equal, or without a match.
   */
  differences: Uint8Array;
  /** [instructions] the kind of change, as an index into Difference.words. */
  changes: Uint8Array;
}

/** The differences between two programs, for a line-by-line display side by side. */
export interface Difference {
  /** Names of the kinds of change: "removed", "added", "opcode", ..., "unchanged". */
  words: string[];
  left: Side;
  right: Side;
  /** [rows, 2] the instructions on the left and right of each displayed line; kNone if a side has none. */
  rows: Uint32Array;
  /** [sections, 3] index of the first line in `rows`, computation on the left and on the right (kNone if it has none). */
  sections: Uint32Array;
  costs: CostChanges;
}

/** What a change of a program costs: the JSON of `hlorank diff --cost`, described in shared/cost/compare.h. */
export interface CostChanges {
  machine: string;
  /** Estimated seconds, FLOPs and bytes of one run of each program. */
  left: { seconds: number; flops: number; bytes: number };
  right: { seconds: number; flops: number; bytes: number };
  /** Largest increase of the estimated time first; null: the instruction is only in the other program. */
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

/** What limits an instruction in the roofline model. */
export type Bound = 'compute' | 'transcendental' | 'memory' | 'layout' | 'none';

/**
 * Costs of the instructions that cost anything, largest share first, the measured one if there is one: see
 * shared/cost/hotspots.h. Lists have one entry
 * per instruction; figures are of all executions in one run.
 */
export interface Costs {
  instructions: Uint32Array;
  /** Estimated time in seconds, and its share of the time of the program. */
  seconds: Float64Array;
  share: Float64Array;
  flops: Float64Array;
  transcendentals: Float64Array;
  bytes: Float64Array;
  trips: Float64Array;
  /** The times are a model's predictions of the stages of a schedule, not estimates of the roofline model. */
  isPredicted?: boolean;
  /** Whether a profile was added; if not, `measured` and `measuredShare` are 0. */
  isMeasured: boolean;
  /** Measured time in seconds, 0 if not measured, and its share of the measured time of the program. */
  measured: Float64Array;
  measuredShare: Float64Array;
  /** "matmul & conv", "reduce", …: see Grouping::kKind in shared/cost/hotspots.h. */
  kinds: string[];
  bounds: Bound[];
  /** Name of the machine that the times are estimated for, and all that there are; absent if the times are predicted. */
  machine?: string;
  machines?: Machine[];
  /** Explicit copies, transposes and reshapes that move data, by bytes × trips. */
  conflicts: Conflict[];
  /** [conflicts] their instructions. */
  conflictInstructions: Uint32Array;
}

/** Peak rates of a machine, per second. */
export interface Machine {
  name: string;
  description: string;
  flops: number;
  /** Bytes of main memory. */
  bytes: number;
  /** Functions such as exp. */
  transcendentals: number;
}

/** An instruction that moves data only because layouts or orders of dimensions disagree; shapes have layouts. */
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
  /** Number of scopes around; 0 for other groups. */
  depth: number;
  instructions: number;
  seconds: number;
  share: number;
  flops: number;
  bytes: number;
  /** With the scopes inside. */
  inclusiveSeconds: number;
  inclusiveShare: number;
}
