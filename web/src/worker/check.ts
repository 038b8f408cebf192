// Trial run of a network. Checks that this version of hlorank can compute its inputs and that ONNX Runtime can load it.
// Returns its outputs for the example input in its model card.
import { type Engine, EngineError, type Tensor } from '../../../wasm/engine';
import { messageOf } from '../message';
import type { ModelFiles, Trial } from '../protocol';
import type { Ranker } from '../ranker';

/**
 * Loads the network of a model and runs it on `inputs`; if `inputs` is null, only loads it. Returns errors as part of
 * the result. Does not change the open program or its ranking.
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
