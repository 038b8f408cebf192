// Checks whether a model (ONNX network and model card) can be used on this page. Checks its format, shapes and
// checksum, and whether its outputs equal those that the trainer stored.
import type { Tensor } from '../../wasm/engine';
import { type Network, type NetworkValue, readNetwork } from './onnx';
import type { Trial } from './protocol';
import { sha256 } from './sha256';

/** The parsed model card (model.json). */
export interface CardText {
  name: string;
  title?: string;
  [field: string]: unknown;
}

export type Verdict = 'good' | 'doubtful' | 'bad';

/** Result of one check of a model. `what`: name of the check, and `found`: its result in words; the page shows both. */
export interface Point {
  verdict: Verdict;
  what: string;
  found: string;
}

const kFormat = 2; // version of the model card (model.json) that this page expects
// First and last version of the default ONNX opset that ONNX Runtime 1.30 supports.
const kOpsets: [number, number] = [7, 25];
const kSame = 1e-4; // largest absolute difference from the trainer's outputs that counts as equal
const kClose = 1e-2; // largest absolute difference that only warns; a larger one fails

export type Fields = Record<string, unknown>;
export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

interface GoldenExample {
  inputs: Record<string, { shape: number[]; data: number[] }>;
  rows?: number[];
  pairs?: number[];
  scores?: number[];
}

/** Returns the example inputs that the trainer stored in the model card; null if the card has none. */
export function goldenInputs(card: CardText): Tensor[] | null {
  const { golden, tensors } = card as { golden?: GoldenExample; tensors?: Record<string, { type?: string }> };
  if (!golden?.inputs) return null;
  return Object.entries(golden.inputs).map(([name, { shape, data }]) => ({
    name,
    shape,
    data: tensors?.[name]?.type === 'int64' ? BigInt64Array.from(data, BigInt) : Float32Array.from(data),
  }));
}

const list = (names: string[]): string => names.join(', ') || 'none';

function checkOperations({ opsets, operations }: Network): Point[] {
  const version = opsets[''] ?? opsets['ai.onnx'];
  const foreign = operations.filter((operation) => operation.includes(':'));
  const isIn = version !== undefined && version >= kOpsets[0] && version <= kOpsets[1];
  return [
    {
      verdict: isIn ? 'good' : version === undefined ? 'bad' : 'doubtful',
      what: 'Operator set',
      found:
        version === undefined
          ? 'the network names no version'
          : `version ${version}; this page supports ${kOpsets[0]} to ${kOpsets[1]}`,
    },
    {
      verdict: foreign.length ? 'doubtful' : 'good',
      what: 'Operations',
      found: foreign.length
        ? `not standard ONNX, may be unsupported here: ${list(foreign)}`
        : `${operations.length} kinds, all standard ONNX`,
    },
  ];
}

const shown = ({ name, type, shape }: NetworkValue): string => `${name}: ${type} [${shape.join(', ')}]`;

function fits(value: NetworkValue, listed: { type?: unknown; shape?: unknown } | undefined): boolean {
  if (!listed || listed.type !== value.type || !Array.isArray(listed.shape)) return false;
  const sizes = listed.shape as unknown[];
  return (
    sizes.length === value.shape.length &&
    sizes.every((size, i) => typeof size !== 'number' || typeof value.shape[i] !== 'number' || size === value.shape[i])
  );
}

function checkValues(network: Network, card: CardText): Point[] {
  const tensors = isFields(card.tensors) ? (card.tensors as Record<string, Fields>) : null;
  const named = Array.isArray(card.inputs) ? card.inputs.map(String) : [];
  const missing = network.inputs.filter(({ name }) => !named.includes(name));
  const unlike = tensors
    ? network.inputs.filter((value) => named.includes(value.name) && !fits(value, tensors[value.name]))
    : [];
  // An early- or late-join network (as in TpuGraphs) has the output "scores". A network that scores single layouts has
  // the output "rows".
  const isJoined = typeof card.join === 'string' && card.join !== 'tables';
  const wanted = isJoined ? 'scores' : 'rows';
  const output = network.outputs.find(({ name }) => name === wanted);
  return [
    {
      verdict: missing.length || !named.length ? 'bad' : 'good',
      what: 'Names of inputs',
      found: missing.length
        ? `the network has inputs that the card does not list: ${list(missing.map(({ name }) => name))}`
        : list(named),
    },
    {
      verdict: unlike.length ? 'bad' : tensors ? 'good' : 'doubtful',
      what: 'Types and shapes of inputs',
      found: unlike.length
        ? `different from the card: ${unlike.map(shown).join('; ')}`
        : tensors
          ? network.inputs.map(shown).join('; ')
          : 'not listed in the card',
    },
    {
      verdict: output?.type === 'float32' ? 'good' : 'bad',
      what: 'Output',
      found: output ? shown(output) : `expected “${wanted}”, found ${list(network.outputs.map(({ name }) => name))}`,
    },
  ];
}

async function checkHash(network: Uint8Array, card: CardText): Promise<Point> {
  const files = isFields(card.files) ? card.files : {};
  const listed = isFields(files['model.onnx']) ? String(files['model.onnx'].sha256 ?? '') : '';
  const found = await sha256(network);
  if (!listed)
    return {
      verdict: 'doubtful',
      what: 'Checksum',
      found: 'the card has none; network and card may not belong together',
    };
  if (!found) return { verdict: 'doubtful', what: 'Checksum', found: 'cannot be computed on a page without https' };
  return listed === found
    ? { verdict: 'good', what: 'Checksum', found: `SHA-256 ${found.slice(0, 16)}…, same as in the card` }
    : {
        verdict: 'bad',
        what: 'Checksum',
        found: `SHA-256 ${found.slice(0, 16)}…, but the card lists ${listed.slice(0, 16)}…`,
      };
}

/**
 * Returns the largest absolute difference between the outputs of the network and those that the trainer stored in the
 * model card for the same inputs. Null if their sizes differ or the card has no outputs.
 */
export function parityError(card: CardText, answer: NonNullable<Trial['answer']>): number | null {
  const { golden } = card as { golden?: GoldenExample };
  const compare = (found: Float32Array, wanted: number[]): number | null =>
    found.length === wanted.length
      ? found.reduce((most, value, i) => Math.max(most, Math.abs(value - wanted[i]!)), 0)
      : null;
  if (!golden) return null;
  const errors = (['rows', 'pairs', 'scores'] as const).map((name) => compare(answer[name], golden[name] ?? []));
  return errors.some((error) => error === null) ? null : Math.max(...errors.map(Number));
}

function checkTrial(card: CardText, trial: Trial): Point[] {
  const points: Point[] = [
    {
      verdict: trial.schemaError ? 'bad' : 'good',
      what: 'Feature schema',
      found: trial.schemaError ?? `${String(card.schema)}, supported by this page`,
    },
    {
      verdict: trial.loadError ? 'bad' : 'good',
      what: 'ONNX Runtime',
      found: trial.loadError ?? 'the network loads',
    },
  ];
  if (trial.loadError) return points;
  const error = trial.answer && parityError(card, trial.answer);
  const verdict: Verdict =
    error === null
      ? trial.answer
        ? 'bad'
        : 'doubtful'
      : error <= kSame
        ? 'good'
        : error <= kClose
          ? 'doubtful'
          : 'bad';
  const found =
    error !== null
      ? `on the example in the card, the largest difference from the trainer's output is ${error.toExponential(1)}`
      : trial.answer
        ? 'on the example in the card, the output has a different size than in the card'
        : 'the card has no example';
  return [...points, { verdict, what: 'Parity', found }];
}

/**
 * Runs all checks of a model. The function `tried` loads the network in the web worker and runs it on `inputs`; if
 * `inputs` is null, it only loads the network.
 */
export async function checkModel(
  card: CardText,
  network: Uint8Array,
  tried: (inputs: Tensor[] | null) => Promise<Trial>,
): Promise<Point[]> {
  const points: Point[] = [
    {
      verdict: card.formatVersion === kFormat ? 'good' : 'doubtful',
      what: 'Card format',
      found:
        card.formatVersion === kFormat
          ? `version ${kFormat}`
          : `expected version ${kFormat}, found ${String(card.formatVersion ?? 'none')}`,
    },
  ];
  let read: Network;
  try {
    read = readNetwork(network);
  } catch (error) {
    return [...points, { verdict: 'bad', what: 'Network', found: (error as Error).message }];
  }
  const normalisation = typeof card.normalisation === 'string' ? card.normalisation : '';
  points.push(await checkHash(network, card), ...checkOperations(read), ...checkValues(read, card), {
    verdict: normalisation.startsWith('inside the network') ? 'good' : 'doubtful',
    what: 'Normalisation',
    found: normalisation || 'not stated in the card; the page passes raw features',
  });
  return [...points, ...checkTrial(card, await tried(goldenInputs(card)))];
}

/** Returns the worst result among the checks of a model: "bad", then "doubtful", then "good". */
export const worst = (points: Point[]): Verdict =>
  points.some(({ verdict }) => verdict === 'bad')
    ? 'bad'
    : points.some(({ verdict }) => verdict === 'doubtful')
      ? 'doubtful'
      : 'good';
