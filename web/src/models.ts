// The models: published ones, fetched once from this site, and those that the user dropped.
import type { Tensor } from '../../wasm/engine';
import { checkModel, type Point, worst } from './model_check';
import type { ModelFiles, Trial } from './protocol';
import { sha256 } from './sha256';

/** What the page shows of a card; model.json has more. */
export interface CardText {
  name: string;
  title?: string;
  [field: string]: unknown;
}

export interface PublishedModel {
  /** Unique among the models of the page. */
  name: string;
  card: CardText;
  files: () => Promise<ModelFiles>;
  /** Dropped by the user: stays on this computer. */
  isOwn?: boolean;
}

/** Whether the model has seen the run times of this program in training, by the name of its file. */
export function wasTrainedOn(model: PublishedModel, file: string): boolean {
  const { data } = (model.card.training ?? {}) as { data?: { name?: string }[] };
  const [name] = file.split('.');
  return Array.isArray(data) && data.some((program) => program.name === name);
}

/** Of the network, as the card lists it. */
export function listedFile(card: CardText): { bytes?: number; sha256?: string } {
  const files = card.files as Record<string, { bytes?: number; sha256?: string }> | undefined;
  return files?.['model.onnx'] ?? {};
}

async function fetched(path: string): Promise<Response> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response;
}

/** Refuses a network other than the one that its card lists. */
async function listedNetwork(folder: string, card: CardText): Promise<ArrayBuffer> {
  const network = await (await fetched(`./models/${folder}/model.onnx`)).arrayBuffer();
  const found = await sha256(new Uint8Array(network));
  if (found && found !== listedFile(card).sha256)
    throw new Error(
      'its network is not the one that its card lists; publish it again, or drop both files to use them anyway',
    );
  return network;
}

async function published(folder: string): Promise<PublishedModel> {
  const text = await (await fetched(`./models/${folder}/model.json`)).text();
  const card = JSON.parse(text) as CardText;
  let files: Promise<ModelFiles> | undefined;
  return {
    name: folder,
    card,
    files: () => (files ??= listedNetwork(folder, card).then((network) => ({ name: folder, card: text, network }))),
  };
}

/** In the order of models/index.json; the first is the one to begin with. Models that cannot be fetched are left out. */
export async function publishedModels(): Promise<PublishedModel[]> {
  const index = (await (await fetched('./models/index.json')).json()) as { models: string[] };
  const models = await Promise.allSettled(index.models.map(published));
  return models.flatMap((model) => (model.status === 'fulfilled' ? [model.value] : []));
}

/** A model that was dropped; `points` say whether it can be used. */
export interface OwnModel {
  model: PublishedModel;
  points: Point[];
  isUsable: boolean;
}

let owned = 0;

export async function ownModel(
  cardText: string,
  network: Uint8Array,
  attempt: (model: ModelFiles, inputs: Tensor[] | null) => Promise<Trial>,
): Promise<OwnModel> {
  let card: CardText;
  try {
    card = JSON.parse(cardText) as CardText;
  } catch {
    throw new Error(
      'The card of the model is no JSON: drop the model.json that `hlorank export` wrote beside the network.',
    );
  }
  const name = `own-${++owned}`;
  const files: ModelFiles = { name, card: cardText, network: network.slice().buffer };
  const points = await checkModel(card, network, (inputs) => attempt(files, inputs));
  return {
    model: { name, card, isOwn: true, files: () => Promise.resolve(files) },
    points,
    isUsable: worst(points) !== 'bad',
  };
}
