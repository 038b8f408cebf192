// The models that the page offers: published ones, fetched once from this site, and those that the user dropped.
import type { Tensor } from '../../wasm/engine';
import { type CardText, checkModel, type Point, worst } from './model_check';
import type { ModelFiles, Trial } from './protocol';
import { sha256 } from './sha256';

export interface PublishedModel {
  /** Name that no other model of the page has. */
  name: string;
  card: CardText;
  files: () => Promise<ModelFiles>;
  /** Whether the user dropped this model on the page; such a model stays on the user's computer. */
  isOwn?: boolean;
}

export const titleOf = ({ card, name }: PublishedModel): string => card.title ?? name;

/** Whether the model simulates the compiler. Such a model needs HLO and cannot rank files that contain only arrays. */
export const needsHlo = ({ card }: PublishedModel): boolean => card.join === 'loops';

/** Whether the model predicts run times of Halide or TVM schedules, rather than ranking layouts of HLO programs. */
export const ranksSchedules = ({ card }: PublishedModel): boolean => card.join === 'stages';

/** Whether the program is in the training data that the model card lists; compares file names without extension. */
export function wasTrainedOn(model: PublishedModel, file: string): boolean {
  const { data } = (model.card.training ?? {}) as { data?: { name?: string }[] };
  const [name] = file.split('.');
  return Array.isArray(data) && data.some((program) => program.name === name);
}

/** Returns the size in bytes and SHA-256 of model.onnx that the model card lists; undefined if it lists none. */
export function listedFile(card: CardText): { bytes?: number; sha256?: string } {
  const files = card.files as Record<string, { bytes?: number; sha256?: string }> | undefined;
  return files?.['model.onnx'] ?? {};
}

/** Fetches a file of this site; rejects if the site does not have it. */
export async function fetched(path: string): Promise<Response> {
  const response = await fetch(path);
  if (!response.ok)
    throw new Error(`${path} could not be loaded from this site (HTTP status ${response.status}); reload the page`);
  return response;
}

/** Fetches model.onnx from ./models/`folder`; rejects if its SHA-256 differs from the one in the model card. */
async function listedNetwork(folder: string, card: CardText): Promise<ArrayBuffer> {
  const network = await (await fetched(`./models/${folder}/model.onnx`)).arrayBuffer();
  const found = await sha256(new Uint8Array(network));
  if (found && found !== listedFile(card).sha256)
    throw new Error(
      'model.onnx does not match the SHA-256 in model.json; publish the model again, or drop both files here to use them anyway',
    );
  return network;
}

/** Fetches the card of the model in ./models/`folder`; the network itself is fetched when it is first needed. */
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
 * Fetches the cards of the models in models/index.json, in that order; the page starts with the first. Leaves out a
 * model whose card cannot be fetched.
 */
export async function publishedModels(): Promise<PublishedModel[]> {
  const index = (await (await fetched('./models/index.json')).json()) as { models: string[] };
  const models = await Promise.allSettled(index.models.map(published));
  return models.flatMap((model) => (model.status === 'fulfilled' ? [model.value] : []));
}

/** A model that the user dropped, with the results of its checks (`points`). `isUsable`: no check found it "bad". */
export interface OwnModel {
  model: PublishedModel;
  points: Point[];
  isUsable: boolean;
}

let unnamed = 0;

/**
 * Returns the name for a user's model with this network, derived from its hash: copies of a model have the same name.
 */
async function ownName(network: Uint8Array): Promise<string> {
  const hash = await sha256(network);
  return `own-${hash ? hash.slice(0, 12) : ++unnamed}`;
}

/** Creates a model from the user's files without checking it. `card` is `cardText` parsed as JSON. */
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
