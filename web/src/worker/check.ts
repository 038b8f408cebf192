// Tries a network before it is used: does this build make its inputs, does it load, what does it answer to its example?
import { type Engine, EngineError, type Tensor } from '../../../wasm/engine';
import type { ModelFiles, Trial } from '../protocol';
import type { Ranker } from '../ranker';

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** `engine` is asked only whether it makes what the card names; the program that is open, and its ranking, stay. */
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
