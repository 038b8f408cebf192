// A ranker that is small enough to be trained in the page. It has two layers with tanh, and is trained by Adam on one
// program per step.
import { randomFrom } from '../frame/lesson';
import { kendallTau, listMle, type Loss, pairwiseHinge, squaredError } from './losses';

export interface MeasuredProgram {
  name: string;
  heldOut: boolean;
  /** Measured run times in microseconds. Shape: [configurations]. */
  times: number[];
  /**
   * Run times of two single measurements, for the programs in the step about noise. Absent for other programs. Shape:
   * [2][configurations].
   */
  passes?: number[][];
  /** Features of each configuration. Shape: [configurations][features]. */
  features: number[][];
}

export const kLosses = ['mse', 'hinge', 'listmle'] as const;
export type LossName = (typeof kLosses)[number];

const kHidden = 16;
const kRate = 0.01;
const [kBeta1, kBeta2, kEpsilon] = [0.9, 0.999, 1e-8];

/**
 * Returns the loss called `name` for the scores of one program. The squared error takes a score as the natural
 * logarithm of the run time in milliseconds.
 */
export function lossOf(name: LossName, scores: readonly number[], times: readonly number[]): Loss {
  if (name === 'hinge') return pairwiseHinge(scores, times);
  if (name === 'listmle') return listMle(scores, times);
  return squaredError(
    scores,
    times.map((time) => Math.log(time / 1000)),
  );
}

/**
 * A network with `inputs` inputs, 16 tanh units and one output. All weights are in one array: first `inputs` weights
 * and a bias for each hidden unit, then 16 weights and a bias for the output.
 */
export class Network {
  readonly weights: Float64Array;

  constructor(
    readonly inputs: number,
    random: () => number,
  ) {
    this.weights = Float64Array.from({ length: Network.size(inputs) }, (_, at) => {
      const fanIn = at < kHidden * (inputs + 1) ? inputs : kHidden;
      return (2 * random() - 1) / Math.sqrt(fanIn);
    });
  }

  static size(inputs: number): number {
    return kHidden * (inputs + 1) + kHidden + 1;
  }

  private hidden(x: readonly number[]): number[] {
    const width = this.inputs + 1;
    return Array.from({ length: kHidden }, (_, h) => {
      let sum = this.weights[h * width + this.inputs]!;
      for (let i = 0; i < this.inputs; ++i) sum += this.weights[h * width + i]! * x[i]!;
      return Math.tanh(sum);
    });
  }

  score(x: readonly number[]): number {
    const last = kHidden * (this.inputs + 1);
    return this.hidden(x).reduce(
      (sum, value, h) => sum + this.weights[last + h]! * value,
      this.weights[last + kHidden]!,
    );
  }

  /** Adds to `gradient` the derivative of `slope` · score(x) with respect to each weight. */
  addGradient(x: readonly number[], slope: number, gradient: Float64Array): void {
    const width = this.inputs + 1;
    const last = kHidden * width;
    this.hidden(x).forEach((value, h) => {
      gradient[last + h]! += slope * value;
      const inner = slope * this.weights[last + h]! * (1 - value * value);
      for (let i = 0; i < this.inputs; ++i) gradient[h * width + i]! += inner * x[i]!;
      gradient[h * width + this.inputs]! += inner;
    });
    gradient[last + kHidden]! += slope;
  }
}

/**
 * Scales the features to mean 0 and standard deviation 1 over the training programs, which are those that are not held
 * out.
 */
function standardised(programs: MeasuredProgram[]): number[][][] {
  const rows = programs.filter(({ heldOut }) => !heldOut).flatMap(({ features }) => features);
  const means = rows[0]!.map((_, i) => rows.reduce((sum, row) => sum + row[i]!, 0) / rows.length);
  const deviations = means.map((mean, i) =>
    Math.sqrt(rows.reduce((sum, row) => sum + (row[i]! - mean) ** 2, 0) / rows.length + 1e-12),
  );
  return programs.map(({ features }) => features.map((row) => row.map((x, i) => (x - means[i]!) / deviations[i]!)));
}

/** Mean Kendall's tau over the training programs, and over the held-out programs. */
export interface Taus {
  trained: number;
  heldOut: number;
}

export class Trainer {
  readonly network: Network;
  private readonly random: () => number;
  private readonly inputs: number[][][];
  private readonly first: Float64Array;
  private readonly second: Float64Array;
  private steps = 0;

  constructor(
    private readonly programs: MeasuredProgram[],
    private readonly loss: LossName,
    seed: number,
  ) {
    this.random = randomFrom(seed);
    this.inputs = standardised(programs);
    this.network = new Network(programs[0]!.features[0]!.length, this.random);
    this.first = new Float64Array(this.network.weights.length);
    this.second = new Float64Array(this.network.weights.length);
  }

  scores(program: number): number[] {
    return this.inputs[program]!.map((x) => this.network.score(x));
  }

  /** Trains one step on each program that is not held out, in random order. */
  epoch(): void {
    const order = this.programs.flatMap(({ heldOut }, i) => (heldOut ? [] : [i]));
    for (let i = order.length - 1; i > 0; --i) {
      const j = Math.floor(this.random() * (i + 1));
      [order[i], order[j]] = [order[j]!, order[i]!];
    }
    for (const program of order) this.step(program);
  }

  private step(program: number): void {
    const { gradient: slopes } = lossOf(this.loss, this.scores(program), this.programs[program]!.times);
    const gradient = new Float64Array(this.network.weights.length);
    this.inputs[program]!.forEach((x, i) => this.network.addGradient(x, slopes[i]!, gradient));
    ++this.steps;
    const [correction1, correction2] = [1 - kBeta1 ** this.steps, 1 - kBeta2 ** this.steps];
    gradient.forEach((g, at) => {
      this.first[at] = kBeta1 * this.first[at]! + (1 - kBeta1) * g;
      this.second[at] = kBeta2 * this.second[at]! + (1 - kBeta2) * g * g;
      const size = Math.sqrt(this.second[at] / correction2) + kEpsilon;
      this.network.weights[at]! -= (kRate * (this.first[at] / correction1)) / size;
    });
  }

  taus(): Taus {
    const mean = (wanted: boolean): number => {
      const values = this.programs.flatMap(({ heldOut, times }, i) =>
        heldOut === wanted ? [kendallTau(this.scores(i), times) || 0] : [],
      );
      return values.reduce((sum, value) => sum + value, 0) / values.length;
    };
    return { trained: mean(false), heldOut: mean(true) };
  }
}
