// Runs networks with ONNX Runtime. This module is loaded only when a network is first needed, and no other file uses
// ONNX Runtime.
import * as ort from 'onnxruntime-web/wasm';
import type { Tensor } from '../../wasm/engine';

/** Outputs of a network. An array is empty if the network does not have this output. */
export interface NetworkOutputs {
  /**
   * Contribution to the score of each layout of each tensor whose layout can be chosen. Shape: [rows], one row per
   * tensor and layout.
   */
  rows: Float32Array;
  /** Contribution to the score of each pair of layouts of two neighbouring tensors. Shape: [pair entries]. */
  pairs: Float32Array;
  /** The same contributions as `rows`, as predicted by each network (member) of an ensemble. Shape: [rows, members]. */
  members: Float32Array;
  /**
   * Natural logarithm of each stage's time in ms, from a network for Halide and TVM schedules. Shape: [schedules,
   * stages].
   */
  stageTimes: Float32Array;
  /**
   * Score of each configuration as a whole, from an early- or late-join network (as in TpuGraphs). Shape:
   * [configurations].
   */
  scores: Float32Array;
  /**
   * Log-sum-exp summary of this run's configurations for cross-configuration attention. The reference set, to which all
   * configurations attend, is processed in several runs whose summaries are then combined. Shape: [members of the
   * ensemble, width].
   */
  asReferenceSet: Float32Array;
}

export class Ranker {
  private constructor(private readonly session: ort.InferenceSession) {}

  static configure(): void {
    ort.env.wasm.numThreads = 1; // the networks are too small to profit from threads
    ort.env.logLevel = 'error';
  }

  /**
   * Fetches ONNX Runtime's own files from their URLs, which the bundler chooses, so that `load` makes no requests.
   * Compiles nothing: that takes a second, which only networks for files without HLO and for schedules are worth.
   */
  static async fetch(paths: { wasm: string; mjs: string }): Promise<void> {
    Ranker.configure();
    ort.env.wasm.wasmPaths = paths;
    const [wasm] = await Promise.all([fetch(paths.wasm), import(/* @vite-ignore */ paths.mjs)]);
    ort.env.wasm.wasmBinary = await wasm.arrayBuffer();
  }

  static async load(network: ArrayBuffer): Promise<Ranker> {
    return new Ranker(await ort.InferenceSession.create(network, { executionProviders: ['wasm'] }));
  }

  /** Runs the network. Assigns `tensors` to the network's inputs by name. */
  async run(tensors: Tensor[]): Promise<NetworkOutputs> {
    const feeds: Record<string, ort.Tensor> = {};
    for (const { name, shape, data } of tensors) {
      feeds[name] =
        data instanceof Float32Array ? new ort.Tensor('float32', data, shape) : new ort.Tensor('int64', data, shape);
    }
    const outputs = await this.session.run(feeds);
    const values = (name: string): Float32Array =>
      (outputs[name]?.data as Float32Array | undefined) ?? new Float32Array();
    return {
      rows: values('rows'),
      pairs: values('pairEntries'),
      members: values('members'),
      scores: values('scores'),
      stageTimes: values('stageTimes'),
      asReferenceSet: values('asReferenceSet'),
    };
  }
}
