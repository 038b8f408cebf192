// Trial run of a network: can this build compute its inputs, does it load, what does it output for its golden example?
import { type Engine, EngineError, type Tensor } from '../../../wasm/engine';
import type { ModelFiles, Trial } from '../protocol';
import type { Ranker } from '../ranker';

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Tries a model. Does not change the open program or its ranking. `inputs` null: the network is loaded but not run. */
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
