// The models that the page offers. Published models are fetched from this site; others were dropped on the page by the
// user.
import type { Tensor } from '../../wasm/engine';
import { type CardText, checkModel, type Point, worst } from './model_check';
import { baseName } from './files';
import type { ModelFiles, Trial } from './protocol';
import { sha256 } from './sha256';

export interface PublishedModel {
  /** Name of the model, which no other model on the page has. */
  name: string;
  card: CardText;
  files: () => Promise<ModelFiles>;
  /** Whether the user dropped this model on the page. Such a model stays on the user's computer. */
  isOwn?: boolean;
}

export const titleOf = ({ card, name }: PublishedModel): string => card.title ?? name;

/** Whether the model simulates the compiler. Such a model needs HLO and cannot rank files that contain only arrays. */
export const needsHlo = ({ card }: PublishedModel): boolean => card.join === 'loops';

/** Whether the model predicts run times of Halide or TVM schedules, rather than ranking layouts of HLO programs. */
export const ranksSchedules = ({ card }: PublishedModel): boolean => card.join === 'stages';

/** Whether the model card lists the program of a file in its training data: its name, then nothing or an extension. */
export function wasTrainedOn({ card }: Pick<PublishedModel, 'card'>, path: string): boolean {
  const { data } = (card.training ?? {}) as { data?: { name?: string }[] };
  const file = baseName(path);
  return (
    Array.isArray(data) && data.some(({ name }) => name !== undefined && (file === name || file.startsWith(`${name}.`)))
  );
}

/**
 * Returns the size in bytes and the SHA-256 of model.onnx according to the model card; undefined values if the card has
 * none.
 */
export function listedFile(card: CardText): { bytes?: number; sha256?: string } {
  const files = card.files as Record<string, { bytes?: number; sha256?: string }> | undefined;
  return files?.['model.onnx'] ?? {};
}

/** Fetches a file of this site. Rejects if the site does not have the file. */
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

/** Fetches the model card of the model in ./models/`folder`. The network is fetched when it is first needed. */
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
 * Fetches the model cards of the models in models/index.json, in the order of that file. The page starts with the first
 * model. Leaves out a model whose card cannot be fetched.
 */
export async function publishedModels(): Promise<PublishedModel[]> {
  const index = (await (await fetched('./models/index.json')).json()) as { models: string[] };
  const models = await Promise.allSettled(index.models.map(published));
  return models.flatMap((model) => (model.status === 'fulfilled' ? [model.value] : []));
}

/**
 * A model that the user dropped on the page, with the results of its checks (`points`). `isUsable`: whether no check
 * has the result "bad".
 */
export interface OwnModel {
  model: PublishedModel;
  points: Point[];
  isUsable: boolean;
}

let unnamed = 0;

/** Returns a name for the user's model, derived from the hash of its network. Copies of a model have the same name. */
async function ownName(network: Uint8Array): Promise<string> {
  const hash = await sha256(network);
  return `own-${hash ? hash.slice(0, 12) : ++unnamed}`;
}

/**
 * Creates a model from the user's files without checking them. `cardText`: content of model.json; `card`: the same text
 * parsed as JSON.
 */
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
