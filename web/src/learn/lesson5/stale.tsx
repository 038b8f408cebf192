// Picture of the error of cached embeddings. Compares the sum of embeddings that a training step uses with the sum of
// embeddings computed by the current weights.
import { signal } from '@preact/signals';
import { Facts } from '../frame/facts';
import { decimal } from '../frame/language';
import type { LessonContext } from '../frame/lesson';
import { LabelledNumber } from '../frame/number_field';
import { kSteps, simulate, weightAt } from './segments';
import type { Text } from './shared';
import { Settings, type StepSettings } from './training_step';

const [kWidth, kHeight, kLeft, kBottom, kTop] = [520, 260, 48, 40, 12];

export function makeStale(context: LessonContext, settings: StepSettings, text: Text) {
  const rate = signal(0.03);

  return function Stale() {
    const { segments, dropout } = settings;
    const { used, bias, spread } = simulate(segments.value, dropout.value, rate.value, context.seed);
    const most = 1.1 * Math.max(1, ...used);
    const x = (step: number): number => kLeft + (step / (kSteps - 1)) * (kWidth - kLeft - 8);
    const y = (sum: number): number => kHeight - kBottom - (sum / most) * (kHeight - kBottom - kTop);
    const line = (value: (step: number) => number): string =>
      used.map((_, step) => `${step ? 'L' : 'M'}${x(step).toFixed(1)} ${y(value(step)).toFixed(1)}`).join('');
    return (
      <>
        <Settings settings={settings} text={text} />
        <LabelledNumber
          label={text('rate')}
          value={rate.value}
          least={0}
          most={0.2}
          step={0.01}
          digits={2}
          onValue={(value) => (rate.value = value)}
        />
        <svg class="stale" viewBox={`0 0 ${kWidth} ${kHeight}`} role="img" aria-label={text('staleLabel')}>
          <path class="axes" d={`M${kLeft} ${kTop - 6}V${kHeight - kBottom}H${kWidth - 4}`} />
          <path class="used" d={line((step) => used[step]!)} />
          <path class="true" d={line((step) => weightAt(step, rate.value))} />
          <text x={kLeft - 8} y={y(1) + 4} class="end">
            1
          </text>
          <text x={kLeft - 8} y={y(0) + 4} class="end">
            0
          </text>
          <text x={-(kHeight - kBottom) / 2} y="14" transform="rotate(-90)" class="middle">
            {text('sumAxis')}
          </text>
          <text x={kWidth - 6} y={kHeight - 12} class="end">
            {text('stepAxis', { steps: kSteps })}
          </text>
        </svg>
        <p class="stale-key">
          <span class="true">{text('trueSum')}</span> <span class="used">{text('usedSum')}</span>
        </p>
        <Facts
          facts={[
            [text('bias'), decimal(bias, 3)],
            [text('spread'), decimal(spread, 3)],
          ]}
        />
      </>
    );
  };
}
