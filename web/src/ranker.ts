// Runs networks with ONNX Runtime, the only file that uses it. Loaded on demand, when a network is first needed.
import * as ort from 'onnxruntime-web/wasm';
import type { Tensor } from '../../wasm/engine';

/** Outputs of a network; an array is empty if the network does not have that output. */
export interface NetworkOutputs {
  /** [rows] contribution of each row (a slot, i.e. configurable tensor, with one of its layouts) to a score. */
  rows: Float32Array;
  /** [pair entries] contribution of every two layouts of neighbouring slots (configurable tensors) to a score. */
  pairs: Float32Array;
  /** [rows, members] `rows` as each network (member) of an ensemble gives it; row: a slot with one of its layouts. */
  members: Float32Array;
  /** [schedules, stages] logarithm of the time of each stage in ms, from a stage network. */
  stageTimes: Float32Array;
  /** [configurations] scores of whole configurations, from an early- or late-join network. */
  scores: Float32Array;
  /**
   * [members, width] of a network with cross-configuration attention: log-sum-exp summary of the configurations of
   * this run, to be combined over all runs on the reference set (configurations attended to). Member: one network of an
   * ensemble.
   */
  asReferenceSet: Float32Array;
}

export class Ranker {
  private constructor(private readonly session: ort.InferenceSession) {}

  /** Sets the URLs of ONNX Runtime's own files, which the bundler renames. */
  static configure(paths?: { wasm: string; mjs: string }): void {
    ort.env.wasm.numThreads = 1; // the networks are too small to profit from threads
    ort.env.logLevel = 'error';
    if (paths) ort.env.wasm.wasmPaths = paths;
  }

  static async load(network: ArrayBuffer): Promise<Ranker> {
    return new Ranker(await ort.InferenceSession.create(network, { executionProviders: ['wasm'] }));
  }

  /** Runs the network on `tensors`, which are matched to its inputs by name. */
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
