// Picture of three rankers that are trained with different losses while the learner watches.
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { decimal } from '../frame/language';
import { isStill, type LessonContext } from '../frame/lesson';
import { LabelledNumber } from '../frame/number_field';
import { kLosses, type LossName, type MeasuredProgram, type Taus, Trainer } from './ranker';

const kEpochs = 60;
const kPace = 40; // milliseconds per epoch, so that the learner can follow the curves

export interface TrainingLabels {
  train: string;
  pause: string;
  reset: string;
  seed: string;
  chart: string;
  epoch: string;
  heldOut: string;
  trained: string;
  loss: Record<LossName, string>;
  done: (values: Record<LossName, string>) => string;
}

type Curves = Record<LossName, Taus[]>;

const [kWidth, kHeight, kLeft, kBottom] = [520, 276, 44, 46];
const x = (epoch: number): number => kLeft + (epoch / kEpochs) * (kWidth - kLeft - 12);
const kLeast = -0.75; // lower end of the axis of Kendall's tau, below the tau of random weights
const y = (tau: number): number => 10 + ((1 - tau) / (1 - kLeast)) * (kHeight - kBottom - 10);
const line = (taus: Taus[], which: keyof Taus): string =>
  taus
    .map((each, epoch) => `${epoch ? 'L' : 'M'}${x(epoch).toFixed(1)} ${y(Math.max(kLeast, each[which])).toFixed(1)}`)
    .join('');

function Chart({ curves, labels }: { curves: Curves; labels: TrainingLabels }) {
  return (
    <svg class="curves" viewBox={`0 0 ${kWidth} ${kHeight}`} role="img" aria-label={labels.chart}>
      {[-0.5, 0, 0.5, 1].map((tau) => (
        <g key={tau} class="grid">
          <line x1={kLeft} x2={kWidth - 12} y1={y(tau)} y2={y(tau)} />
          <text x={kLeft - 6} y={y(tau) + 4} class="end">
            {decimal(tau, 2)}
          </text>
        </g>
      ))}
      <text x={kWidth - 12} y={kHeight - 6} class="end">
        {labels.epoch}
      </text>
      {[0, 20, 40, 60].map((epoch) => (
        <text key={epoch} x={x(epoch)} y={kHeight - 26} class="middle">
          {epoch}
        </text>
      ))}
      {kLosses.map((loss) => (
        <g key={loss} class={`curve loss-${loss}`}>
          <path d={line(curves[loss], 'trained')} class="trained" />
          <path d={line(curves[loss], 'heldOut')} />
        </g>
      ))}
    </svg>
  );
}

/** Creates the picture of training. `programs`: the programs to train and test on. */
export function makeTraining(programs: MeasuredProgram[], context: LessonContext, labelsOf: () => TrainingLabels) {
  const seed = signal(context.seed);
  const isRunning = signal(false);
  const curves = signal<Curves>({ mse: [], hinge: [], listmle: [] });
  let trainers: Record<LossName, Trainer>;
  let timer = 0;

  const pause = (): void => {
    window.clearTimeout(timer);
    isRunning.value = false;
  };
  const reset = (): void => {
    pause();
    const create = (loss: LossName) => new Trainer(programs, loss, seed.peek());
    trainers = { mse: create('mse'), hinge: create('hinge'), listmle: create('listmle') };
    curves.value = { mse: [trainers.mse.taus()], hinge: [trainers.hinge.taus()], listmle: [trainers.listmle.taus()] };
  };
  const last = (loss: LossName): Taus => curves.peek()[loss].at(-1)!;
  /** Trains for one epoch, or for ten if the user prefers reduced motion, so that the curves change less often. */
  const advance = (): void => {
    const next = { ...curves.peek() };
    for (let epoch = 0; epoch < (isStill() ? 10 : 1); ++epoch) {
      for (const loss of kLosses) {
        trainers[loss].epoch();
        next[loss] = [...next[loss], trainers[loss].taus()];
      }
    }
    curves.value = next;
    if (next.mse.length <= kEpochs) timer = window.setTimeout(advance, kPace);
    else {
      isRunning.value = false;
      const values = kLosses.map((loss) => [loss, decimal(last(loss).heldOut, 2)] as const);
      context.say(labelsOf().done(Object.fromEntries(values) as Record<LossName, string>));
    }
  };
  const start = (): void => {
    if (curves.peek().mse.length > kEpochs) reset();
    context.say('');
    isRunning.value = true;
    advance();
  };
  context.atEnd(pause);
  reset();

  return function Training() {
    const labels = labelsOf();
    useEffect(() => pause, []);
    return (
      <>
        <p class="buttons">
          <button class="primary" onClick={() => (isRunning.value ? pause() : start())}>
            {isRunning.value ? labels.pause : labels.train}
          </button>
          <button onClick={reset}>{labels.reset}</button>
        </p>
        <LabelledNumber
          label={labels.seed}
          value={seed.value}
          least={1}
          most={99}
          onValue={(value) => {
            seed.value = Math.round(value);
            reset();
          }}
        />
        <Chart curves={curves.value} labels={labels} />
        <table class="curve-key">
          <thead>
            <tr>
              <td />
              <th scope="col">τ, {labels.heldOut}</th>
              <th scope="col">τ, {labels.trained}</th>
            </tr>
          </thead>
          <tbody>
            {kLosses.map((loss) => (
              <tr key={loss} class={`loss-${loss}`}>
                <th scope="row">
                  <i /> {labels.loss[loss]}
                </th>
                <td>{decimal(curves.value[loss].at(-1)!.heldOut, 2)}</td>
                <td>{decimal(curves.value[loss].at(-1)!.trained, 2)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </>
    );
  };
}
