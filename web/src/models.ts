// The models on the page: published models, fetched once from this site, and models dropped by the user.
import type { Tensor } from '../../wasm/engine';
import { type CardText, checkModel, type Point, worst } from './model_check';
import type { ModelFiles, Trial } from './protocol';
import { sha256 } from './sha256';

export interface PublishedModel {
  /** Unique among the models of the page. */
  name: string;
  card: CardText;
  files: () => Promise<ModelFiles>;
  /** The user dropped this model on the page; it stays on this computer. */
  isOwn?: boolean;
}

export const titleOf = ({ card, name }: PublishedModel): string => card.title ?? name;

/** Whether the model simulates the compiler, so that it cannot rank files that contain arrays only. */
export const needsHlo = ({ card }: PublishedModel): boolean => card.join === 'loops';

/** Whether the model predicts run times of schedules, not layouts of HLO programs. */
export const ranksSchedules = ({ card }: PublishedModel): boolean => card.join === 'stages';

/** Whether the training data listed in the card contains this program, compared by file name without extension. */
export function wasTrainedOn(model: PublishedModel, file: string): boolean {
  const { data } = (model.card.training ?? {}) as { data?: { name?: string }[] };
  const [name] = file.split('.');
  return Array.isArray(data) && data.some((program) => program.name === name);
}

/** Size in bytes and SHA-256 of model.onnx as listed in the card; undefined if the card does not list them. */
export function listedFile(card: CardText): { bytes?: number; sha256?: string } {
  const files = card.files as Record<string, { bytes?: number; sha256?: string }> | undefined;
  return files?.['model.onnx'] ?? {};
}

/** Fetches a file of this site; rejects if there is none. */
export async function fetched(path: string): Promise<Response> {
  const response = await fetch(path);
  if (!response.ok)
    throw new Error(`${path} could not be loaded from this site (HTTP status ${response.status}); reload the page`);
  return response;
}

/** Fetches model.onnx from ./models/`folder`; rejects if its SHA-256 differs from the one listed in the card. */
async function listedNetwork(folder: string, card: CardText): Promise<ArrayBuffer> {
  const network = await (await fetched(`./models/${folder}/model.onnx`)).arrayBuffer();
  const found = await sha256(new Uint8Array(network));
  if (found && found !== listedFile(card).sha256)
    throw new Error(
      'model.onnx does not match the SHA-256 in model.json; publish the model again, or drop both files here to use them anyway',
    );
  return network;
}

/** Fetches the card of the model in ./models/`folder`; its network is fetched when it is asked for. */
export async function published(folder: string): Promise<PublishedModel> {
  const text = await (await fetched(`./models/${folder}/model.json`)).text();
  const card = JSON.parse(text) as CardText;
  let files: Promise<ModelFiles> | undefined;
  return {
    name: folder,
    card,
    files: () => (files ??= listedNetwork(folder, card).then((network) => ({ name: folder, card: text, network }))),
  };
}

/**
 * Fetches the models that models/index.json lists, in its order; the page starts with the first. Leaves out models
 * whose card cannot be fetched.
 */
export async function publishedModels(): Promise<PublishedModel[]> {
  const index = (await (await fetched('./models/index.json')).json()) as { models: string[] };
  const models = await Promise.allSettled(index.models.map(published));
  return models.flatMap((model) => (model.status === 'fulfilled' ? [model.value] : []));
}

/** A model dropped by the user, with the results of its checks (`points`). `isUsable`: none has the verdict "bad". */
export interface OwnModel {
  model: PublishedModel;
  points: Point[];
  isUsable: boolean;
}

let unnamed = 0;

/** Name of the user's model with this network: the same for every copy of it. */
async function ownName(network: Uint8Array): Promise<string> {
  const hash = await sha256(network);
  return `own-${hash ? hash.slice(0, 12) : ++unnamed}`;
}

/** A model of the user. `card`: `cardText` as an object. */
export async function uncheckedModel(card: CardText, cardText: string, network: Uint8Array): Promise<PublishedModel> {
  const name = await ownName(network);
  const files: ModelFiles = { name, card: cardText, network: network.slice().buffer };
  return { name, card, isOwn: true, files: () => Promise.resolve(files) };
}

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
      'model.json is not valid JSON. Drop the model.json that `hlorank export` wrote next to model.onnx.',
    );
  }
  const model = await uncheckedModel(card, cardText, network);
  const files = await model.files();
  const points = await checkModel(card, network, (inputs) => attempt(files, inputs));
  return { model, points, isUsable: worst(points) !== 'bad' };
}
