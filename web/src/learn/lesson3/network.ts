// The published graph model: loads its weights, and computes the states of the nodes for the program of the lesson.
import { signal } from '@preact/signals';
import type { Tensor } from '../../../../wasm/engine';
import { CancelledError, type Client } from '../../client';
import { published } from '../../models';
import { readWeights } from '../../onnx';
import type { LessonContext } from '../frame/lesson';
import type { LessonEngine, LessonProgram, Read } from '../frame/program';
import { type Slot, slotsOf } from './costs';
import { encode, type Encoding, type Weights } from './encoder';

const kModel = 'graph';

export interface Network {
  /** Text of the model card (model.json). */
  card: string;
  weights: Weights;
}

/** Inputs of the network for a program, as the engine computes them. */
export interface Given {
  inputs: Tensor[];
  slots: Slot[];
}

/** A program that the engine has read, with the states that the network computes for its nodes. */
export interface Encoded extends Given {
  read: Read;
  encoding: Encoding;
  weights: Weights;
}

export async function loadNetwork(): Promise<Network> {
  const { card, network } = await (await published(kModel)).files();
  return { card, weights: readWeights(new Uint8Array(network)) };
}

/**
 * Requests the inputs of the network for the program that is open in the lesson's engine. `card`: text of the model
 * card.
 */
export async function givenBy(client: Client, card: string): Promise<Given> {
  const [inputs, found, { reference }] = await Promise.all([
    client.ask('inputs', { card }),
    client.ask('propagation', { choice: new Uint8Array() }),
    client.ask('slots', null),
  ]);
  return { inputs, slots: slotsOf(found, reference, inputs) };
}

/**
 * Creates a signal with the network's states for the program. The states are computed again after each change of the
 * program. Null until they are computed.
 */
export function encodedSignal(
  { services }: LessonContext,
  engine: LessonEngine,
  program: LessonProgram,
  network: Promise<Network>,
) {
  const encoded = signal<Encoded | null>(null);
  program.read.subscribe((read) => {
    if (!read) return;
    network
      .then(async ({ card, weights }) => {
        const given = await givenBy(engine.get(), card);
        if (program.read.peek() === read)
          encoded.value = { ...given, read, weights, encoding: encode(weights, given.inputs) };
      })
      .catch((error: unknown) => {
        if (!(error instanceof CancelledError)) services.failed(error);
      });
  });
  void program.open();
  return encoded;
}
