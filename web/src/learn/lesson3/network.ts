// The published graph model: its weights, and what it computes for the program of the lesson.
import { signal } from '@preact/signals';
import { CancelledError } from '../../client';
import { published } from '../../models';
import { readWeights } from '../../onnx';
import type { LessonContext } from '../frame/lesson';
import type { LessonEngine, LessonProgram, Read } from '../frame/program';
import { encode, type Encoding, type Weights } from './encoder';

const kModel = 'graph';

export interface Network {
  /** The text of model.json. */
  card: string;
  weights: Weights;
}

/** A program as the engine has read it, with the states that the network computes for it. */
export interface Encoded {
  read: Read;
  encoding: Encoding;
  weights: Weights;
}

export async function loadNetwork(): Promise<Network> {
  const { card, network } = await (await published(kModel)).files();
  return { card, weights: readWeights(new Uint8Array(network)) };
}

/** Reads the program and encodes it after every change; null: not yet. */
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
        const inputs = await engine.get().ask('inputs', { card });
        if (program.read.peek() === read) encoded.value = { read, weights, encoding: encode(weights, inputs) };
      })
      .catch((error: unknown) => {
        if (!(error instanceof CancelledError)) services.failed(error);
      });
  });
  void program.open();
  return encoded;
}
