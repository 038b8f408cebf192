// The published models: where they are, their cards, and the bytes of their networks. Fetched once, from this site.
import type { ModelFiles } from './protocol';

/** What the page shows of a card; model.json has more. */
export interface CardText {
  name: string;
  title?: string;
  [field: string]: unknown;
}

export interface PublishedModel {
  name: string;
  card: CardText;
  files: () => Promise<ModelFiles>;
}

/** Whether the model has seen the run times of this program in training, by the name of its file. */
export function wasTrainedOn(model: PublishedModel, file: string): boolean {
  const { data } = (model.card.training ?? {}) as { data?: { name?: string }[] };
  const [name] = file.split('.');
  return Array.isArray(data) && data.some((program) => program.name === name);
}

async function fetched(path: string): Promise<Response> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response;
}

async function published(folder: string): Promise<PublishedModel> {
  const text = await (await fetched(`./models/${folder}/model.json`)).text();
  const card = JSON.parse(text) as CardText;
  let files: Promise<ModelFiles> | undefined;
  return {
    name: folder,
    card,
    files: () =>
      (files ??= fetched(`./models/${folder}/model.onnx`)
        .then((response) => response.arrayBuffer())
        .then((network) => ({ name: folder, card: text, network }))),
  };
}

/** In the order of models/index.json; the first is the one to begin with. Models that cannot be fetched are left out. */
export async function publishedModels(): Promise<PublishedModel[]> {
  const index = (await (await fetched('./models/index.json')).json()) as { models: string[] };
  const models = await Promise.allSettled(index.models.map(published));
  return models.flatMap((model) => (model.status === 'fulfilled' ? [model.value] : []));
}
