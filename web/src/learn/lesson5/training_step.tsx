// Picture of training steps. Shows which segment's embedding a step computes, which it takes from the cache, and which
// it drops.
import { signal } from '@preact/signals';
import { Formula, Terms } from '../frame/formula';
import { decimal } from '../frame/language';
import { type LessonContext, lit } from '../frame/lesson';
import { LabelledNumber } from '../frame/number_field';
import { Timeline } from '../frame/timeline';
import { freshWeight, trainingSteps, type Use } from './segments';
import type { Text } from './shared';
import stepFormula from './step.tex';

const kSteps = 40;

export const makeSettings = () => ({ segments: signal(6), dropout: signal(0.25) });

export type StepSettings = ReturnType<typeof makeSettings>;

/** Input fields for the number of segments, and for the probability that a cached embedding is dropped. */
export function Settings({ settings, text }: { settings: StepSettings; text: Text }) {
  const { segments, dropout } = settings;
  return (
    <>
      <LabelledNumber
        label={text('segments')}
        value={segments.value}
        least={2}
        most={16}
        onValue={(value) => (segments.value = Math.round(value))}
      />
      <LabelledNumber
        label={text('dropout')}
        value={dropout.value}
        least={0}
        most={1}
        step={0.05}
        digits={2}
        onValue={(value) => (dropout.value = value)}
      />
    </>
  );
}

export function makeTrainingStep(context: LessonContext, settings: StepSettings, text: Text, showsFormula: boolean) {
  const at = signal(0);
  const seed = signal(context.seed);
  const useText = ({ kind, age }: Use): string => {
    if (kind === 'cached') return age ? text('cachedUse', { age }) : text('computedUse');
    return text(kind === 'fresh' ? 'freshUse' : 'droppedUse');
  };

  return function TrainingStep() {
    const [segments, dropout] = [settings.segments.value, settings.dropout.value];
    const steps = trainingSteps(segments, dropout, kSteps, seed.value);
    const uses = steps[at.value]!;
    const meanWeight = (segment: number): number =>
      steps.slice(0, at.value + 1).reduce((sum, each) => sum + each[segment]!.weight, 0) / (at.value + 1);
    const eta = freshWeight(segments, dropout);
    const most = Math.max(eta, 1);
    const describe = (step: number): string =>
      text('stepAt', {
        step: step + 1,
        fresh: steps[step]!.findIndex(({ kind }) => kind === 'fresh') + 1,
        cached: steps[step]!.filter(({ kind, age }) => kind === 'cached' && age).length,
        computed: steps[step]!.filter(({ kind, age }) => kind === 'cached' && !age).length,
        dropped: steps[step]!.filter(({ kind }) => kind === 'dropped').length,
      });
    const countOf = (kind: Use['kind']): string => String(uses.filter((use) => use.kind === kind).length);
    return (
      <>
        <Settings settings={settings} text={text} />
        <Timeline
          label={text('stepsLabel')}
          count={kSteps}
          at={at.value}
          onMove={(to) => {
            at.value = to;
            context.say(describe(to));
          }}
          describe={describe}
        />
        <p class="live">{describe(at.value)}</p>
        <table class="uses">
          <caption>{text('usesCaption')}</caption>
          <thead>
            <tr>
              <th scope="col">{text('segment')}</th>
              <th scope="col">{text('embedding')}</th>
              <th scope="col">{text('factor')}</th>
              <th scope="col">{text('meanFactor')}</th>
            </tr>
          </thead>
          <tbody>
            {uses.map((use, segment) => (
              <tr
                key={segment}
                class={`use-${use.kind} ${lit.value === use.kind ? 'lit' : ''}`}
                onPointerEnter={() => (lit.value = use.kind)}
                onPointerLeave={() => (lit.value = null)}
              >
                <th scope="row">{segment + 1}</th>
                <td>
                  {useText(use)}
                  <i style={{ width: `${(use.weight / most) * 100}%` }} />
                </td>
                <td>{decimal(use.weight, 2)}</td>
                <td>{decimal(meanWeight(segment), 2)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {showsFormula ? (
          <>
            <Formula html={stepFormula} label={text('stepFormula')} live={{ eta: decimal(eta, 2) }} />
            <p class="muted">{text('stepLegend')}</p>
            <Terms
              terms={[
                { name: 'fresh', meaning: text('freshTerm'), value: countOf('fresh') },
                { name: 'cached', meaning: text('cachedTerm'), value: countOf('cached') },
                { name: 'dropped', meaning: text('droppedTerm'), value: countOf('dropped') },
              ]}
            />
          </>
        ) : null}
        <LabelledNumber
          label={text('seed')}
          value={seed.value}
          least={1}
          most={99}
          onValue={(value) => (seed.value = Math.round(value))}
        />
      </>
    );
  };
}
