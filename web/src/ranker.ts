// The one file that talks to ONNX Runtime: arrays in by name, arrays out by name. Loaded when a network is first needed.
import * as ort from 'onnxruntime-web/wasm';
import type { Tensor } from '../../wasm/engine';

/** What a network wrote; empty where it has no such output. */
export interface Written {
  rows: Float32Array;
  pairs: Float32Array;
  /** The rows by each network of an ensemble: [rows, members]. */
  members: Float32Array;
  /** Of the configurations it was given, by a network in which they join the graph. */
  scores: Float32Array;
  /** What they are as a company, by a crossed one: [members, width]. */
  asReferenceSet: Float32Array;
}

export class Ranker {
  private constructor(private readonly session: ort.InferenceSession) {}

  /** Where ORT's own files are, for hosts that serve them under other names than ORT's (a bundled page). */
  static configure(paths?: { wasm: string; mjs: string }): void {
    ort.env.wasm.numThreads = 1; // the networks are small; more threads would only spin
    ort.env.logLevel = 'error';
    if (paths) ort.env.wasm.wasmPaths = paths;
  }

  static async load(network: ArrayBuffer): Promise<Ranker> {
    return new Ranker(await ort.InferenceSession.create(network, { executionProviders: ['wasm'] }));
  }

  /** One number for every row of the layout table, for every pair entry and for every configuration, where the network writes them. */
  async run(tensors: Tensor[]): Promise<Written> {
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
      asReferenceSet: values('asReferenceSet'),
    };
  }
}
