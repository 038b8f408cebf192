// The user's own models, which the browser stores for the next reload.
import { keepEntry, keptEntry, type KeptModel, StorageError } from './kept';
import { type PublishedModel, uncheckedModel } from './models';
import type { CardText } from './model_check';

const kMost = 4; // largest number of models that the browser stores

/**
 * Returns `models` with the user's model `own` added. Replaces a model with the same name, which has the same network.
 */
export const withOwn = (models: PublishedModel[], own: PublishedModel): PublishedModel[] => [
  ...models.filter(({ name }) => name !== own.name),
  own,
];

/** Stores the user's newest models in the browser. Does nothing if the browser blocks storage. */
export async function keepOwnModels(models: PublishedModel[]): Promise<void> {
  const own = await Promise.all(models.filter(({ isOwn }) => isOwn).map((model) => model.files()));
  const kept = own.slice(-kMost).map(({ card, network }): KeptModel => ({ card, network: new Blob([network]) }));
  await keepEntry('models', kept).catch((error: unknown) => {
    if (!(error instanceof StorageError)) throw error;
  });
}

/**
 * Returns the user's models that the browser has stored. Does not check them again. If a newer version of the page
 * cannot run a model, an error is shown when the user ranks with the model.
 */
export async function keptOwnModels(): Promise<PublishedModel[]> {
  const kept = (await keptEntry('models')) ?? [];
  return Promise.all(
    kept.map(async ({ card, network }) =>
      uncheckedModel(JSON.parse(card) as CardText, card, new Uint8Array(await network.arrayBuffer())),
    ),
  );
}
