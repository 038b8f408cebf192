// The user's own models, which this browser keeps for the next reload.
import { keepEntry, keptEntry, type KeptModel, StorageError } from './kept';
import { type PublishedModel, uncheckedModel } from './models';
import type { CardText } from './model_check';

const kMost = 4; // models kept, at most

/** Adds the user's model to `models`, instead of one with the same network. */
export const withOwn = (models: PublishedModel[], own: PublishedModel): PublishedModel[] => [
  ...models.filter(({ name }) => name !== own.name),
  own,
];

/** Keeps the newest of the user's models. Does nothing if the browser does not store them. */
export async function keepOwnModels(models: PublishedModel[]): Promise<void> {
  const own = await Promise.all(models.filter(({ isOwn }) => isOwn).map((model) => model.files()));
  const kept = own.slice(-kMost).map(({ card, network }): KeptModel => ({ card, network: new Blob([network]) }));
  await keepEntry('models', kept).catch((error: unknown) => {
    if (!(error instanceof StorageError)) throw error;
  });
}

/**
 * Returns the kept models. They are not checked again: if a newer version of the page cannot run one, its ranking
 * reports that.
 */
export async function keptOwnModels(): Promise<PublishedModel[]> {
  const kept = (await keptEntry('models')) ?? [];
  return Promise.all(
    kept.map(async ({ card, network }) =>
      uncheckedModel(JSON.parse(card) as CardText, card, new Uint8Array(await network.arrayBuffer())),
    ),
  );
}
