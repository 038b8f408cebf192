// Wraps the part of the C++ core that only early- and late-join networks need, which score whole configurations: the
// network input `choices`, and the scores of configurations. A configuration is a *choice* as in engine.ts.
import type { Tensor } from './answers';
import { answer } from './json';
import type { Json, NativeSession } from './module';

function tensorOf({ error, tensor }: { error?: Json<unknown>; tensor?: Tensor }): Tensor {
  if (error) answer(error);
  return tensor!;
}

/** Concatenates configurations to one array. Each has one byte per tensor, the index of its layout. */
export function concatenated(choices: Uint8Array[]): Uint8Array {
  const all = new Uint8Array(choices.reduce((size, choice) => size + choice.length, 0));
  let at = 0;
  for (const choice of choices) {
    all.set(choice, at);
    at += choice.length;
  }
  return all;
}

/** Inputs and scores of configurations for the network for which Engine.inputs was called last. */
export class JoinedScores {
  constructor(private readonly session: NativeSession) {}

  /**
   * Builds the network input `choices` for the fixed configurations with numbers `begin` to `begin + count - 1`. A
   * network with cross-configuration attention compares each configuration of the file with these.
   */
  referenceChoices(begin: number, count: number): Tensor {
    return tensorOf(this.session.encodeChoices('referenceSet', begin, count));
  }

  /** Builds the network input `choices` for the configurations of the file with numbers `begin` to `begin + count - 1`. */
  choices(begin: number, count: number): Tensor {
    return tensorOf(this.session.encodeChoices('configurations', begin, count));
  }

  /** Builds the network input `choices` for concatenated configurations, as unscoredChoices returns them. */
  choicesOf(choices: Uint8Array): Tensor {
    return tensorOf(this.session.encodeChoices(choices, 0, 0));
  }

  /**
   * Adds the network's output `scores`, one per configuration, for the next configurations of the file. Engine.step must
   * be called afterwards to rank them. Throws EngineError if there are too many, or one is not finite.
   */
  addConfigurationScores(scores: Float32Array): void {
    answer(this.session.addScores(null, scores));
  }

  /** Returns the number of configurations for which addConfigurationScores has added a score. */
  configurationScoreCount(): number {
    return this.session.step(0).configurationScores;
  }

  /**
   * Returns the configurations, concatenated, that the network must score (addChoiceScores) before they can be
   * described. Considers `choices` and the configurations made by the user. If `slot` is not null, also considers each
   * of `choices` with every other layout of tensor number `slot`. The result is empty for other models.
   */
  unscoredChoices(choices: Uint8Array[], slot: number | null = null): Uint8Array {
    return this.session.unscoredChoices(concatenated(choices), slot ?? -1);
  }

  /** Adds the network's output `scores` for concatenated configurations. */
  addChoiceScores(choices: Uint8Array, scores: Float32Array): void {
    answer(this.session.addScores(choices, scores));
  }
}
