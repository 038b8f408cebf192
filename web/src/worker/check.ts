// Trial run of a network: checks that this build can compute its inputs and that ONNX Runtime can load it, and returns
// its outputs for the example input stored in its model card.
import { type Engine, EngineError, type Tensor } from '../../../wasm/engine';
import { messageOf } from '../message';
import type { ModelFiles, Trial } from '../protocol';
import type { Ranker } from '../ranker';

/**
 * Loads the network of a model, runs it on `inputs` (null: only loads it) and returns any errors in the result. Does
 * not change the open program or its ranking.
 */
export async function tryModel(
  engine: Engine,
  model: ModelFiles,
  inputs: Tensor[] | null,
  load: (model: ModelFiles) => Promise<Ranker>,
): Promise<Trial> {
  let schemaError: string | null = null;
  try {
    engine.fits(model.card);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    schemaError = error.report.message;
  }
  try {
    const ranker = await load(model);
    const answer = inputs && (await ranker.run(inputs));
    return { schemaError, loadError: null, answer };
  } catch (error) {
    return { schemaError, loadError: messageOf(error), answer: null };
  }
}
