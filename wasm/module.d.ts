// What bindings.cpp exports, method by method. Use it through engine.ts, which turns `error` answers into exceptions.

/** A JSON object: {error: ErrorReport} or the answer. */
export type Json<Answer> = string & { readonly answer?: Answer };

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

  /** The inputs that the network of a card (the text of model.json) takes; `rank` will use this card. */
  inputs(card: string): {
    error?: Json<never>;
    pairs?: boolean;
    tensors?: { name: string; shape: number[]; data: Float32Array | BigInt64Array }[];
  };

  /** Starts a ranking with what the network wrote: `rows` [rows], and `pairs` [pair entries] or nothing. */
  rank(rows: Float32Array, pairs: Float32Array): Json<object>;

  /** Starts a ranking with the physical prior alone. */
  rankByPhysics(): Json<object>;

  /** Scores up to `count` more configurations; how many are scored now. */
  step(count: number): number;

  /** The k best so far, best first. `times` in seconds; empty when none are known. */
  top(k: number): { indices: Uint32Array; scores: Float32Array; times: Float64Array };

  /** One entry of `configurations` in `hlorank rank --json`. */
  explain(configuration: number): Json<unknown>;

  /** The JSON of `hlorank rank --json` with the `count` best. */
  report(count: number): Json<unknown>;

  /** Frees the session's memory. */
  delete(): void;
}

export interface HlorankModule {
  Session: new () => NativeSession;
}

export type ModuleFactory = (options: {
  wasmBinary?: ArrayBufferLike | Uint8Array;
  locateFile?: (name: string) => string;
}) => Promise<HlorankModule>;
