// Picture of gradient descent that changes the scores directly, without a network. Has a table of scores and gradients,
// and a timeline.
import { signal } from '@preact/signals';
import type { FunctionComponent } from 'preact';
import { Facts } from '../frame/facts';
import { Timeline } from '../frame/timeline';
import { kendallTau, type Loss } from './losses';
import { type Configurations, kLeast, kMost, numberText, ScoreTable, type ScoreTableProps } from './scores';

const kSteps = 31; // positions of the timeline, one per step of gradient descent

export interface DescentOptions {
  configurations: Configurations;
  /** Score of each configuration at the first position of the timeline. */
  start: number[];
  loss: (scores: readonly number[]) => Loss;
  rate: number;
  labels: () => ScoreTableProps['labels'];
  timeline: () => string;
  lossName: () => string;
  describe: (loss: number, tau: number) => string;
  /** Component that is shown below the table of scores. `value`: the loss. */
  Below: FunctionComponent<{ scores: number[]; value: number }>;
}

/** Creates the picture of gradient descent. A changed score or run time starts a new descent. */
export function makeDescent(options: DescentOptions): FunctionComponent {
  const { configurations, start, loss, rate, labels, timeline, lossName, describe, Below } = options;
  const scores = signal(start);
  const at = signal(0);
  let path = [start]; // scores at each position of the timeline that is computed so far

  const move = (to: number): void => {
    while (path.length <= to) {
      const now = path.at(-1)!;
      const { gradient } = loss(now);
      path.push(now.map((score, i) => Math.max(kLeast, Math.min(kMost, score - rate * gradient[i]!))));
    }
    at.value = to;
    scores.value = path[to]!;
  };
  const restart = (): void => {
    path = [scores.peek()];
    at.value = 0;
  };
  return function Descent() {
    const { value, gradient } = loss(scores.value);
    const tau = kendallTau(scores.value, configurations.times.value);
    return (
      <>
        <Facts
          facts={[
            [lossName(), numberText(value)],
            ['Kendall τ', numberText(tau)],
          ]}
        />
        <ScoreTable
          configurations={configurations}
          scores={scores}
          gradient={gradient}
          labels={labels()}
          onChange={restart}
        />
        <Timeline
          label={timeline()}
          count={kSteps}
          at={at.value}
          first={0}
          onMove={move}
          pace={350}
          describe={() => describe(value, tau)}
        />
        <Below scores={scores.value} value={value} />
      </>
    );
  };
}
