// Picture of the same configurations measured twice. Shows how well the two measurements agree on the order, and how
// the agreement changes if pairs within a margin are ignored.
import { signal } from '@preact/signals';
import type { FunctionComponent } from 'preact';
import { Facts } from '../frame/facts';
import { decimal, type Translate } from '../frame/language';
import { LabelledNumber } from '../frame/number_field';
import type { en } from '../messages/lesson4.en';
import { isSlower, kendallTau } from './losses';
import type { MeasuredProgram } from './ranker';
import { Scatter } from './scatter';

const kShown = ['shufflenet_nchw', 'gpt_fwd', 'c3d', 'bert_mlm', 'kmeans_step', 'mpnn_edge'];

interface Noise {
  Picture: FunctionComponent;
  /** Returns Kendall's tau between the two measurements of a program. */
  agreementOf: (name: string) => number;
  /**
   * Returns two mean differences of run times in %, as texts. `between`: between two configurations. `within`: between
   * two measurements of the same configuration.
   */
  differencesOf: (name: string) => { between: string; within: string };
}

export function makeNoise(programs: MeasuredProgram[], text: Translate<keyof typeof en>): Noise {
  const chosen = signal('kmeans_step');
  const margin = signal(0);
  const passesOf = (name: string): [number[], number[]] => {
    const [first, second] = programs.find((each) => each.name === name)!.passes!;
    return [first!, second!];
  };
  const agreementOf = (name: string): number => kendallTau(...passesOf(name));
  const differencesOf = (name: string) => {
    const [first, second] = passesOf(name);
    const difference = (a: number, b: number): number => (Math.abs(a - b) / Math.min(a, b)) * 100;
    const meanText = (all: number[]): string => decimal(all.reduce((sum, each) => sum + each, 0) / all.length, 1);
    return {
      between: meanText(first.flatMap((a, i) => first.slice(0, i).map((b) => difference(a, b)))),
      within: meanText(first.map((a, i) => difference(a, second[i]!))),
    };
  };

  function Picture() {
    const [first, second] = passesOf(chosen.value);
    let [alike, pairs] = [0, 0];
    for (let i = 0; i < first.length; ++i) {
      for (let j = 0; j < first.length; ++j) {
        if (!isSlower(first, i, j, margin.value / 100)) continue;
        ++pairs;
        if (second[i]! > second[j]!) ++alike;
      }
    }
    return (
      <>
        <label class="field">
          {text('program')}
          <select value={chosen.value} onChange={(event) => (chosen.value = event.currentTarget.value)}>
            {kShown.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <Scatter
          label={text('scatterLabel')}
          points={first.map((time, i) => [time / 1000, second[i]! / 1000] as const)}
          axes={[text('firstPass'), text('secondPass')]}
          isDiagonal
          format={(value) => decimal(value, 1)}
        />
        <LabelledNumber
          label={text('marginLabel')}
          value={margin.value}
          least={0}
          most={10}
          step={0.5}
          digits={1}
          unit="%"
          onValue={(value) => (margin.value = value)}
        />
        <Facts
          facts={[
            [text('tauOfPasses'), decimal(kendallTau(first, second), 2)],
            [text('pairsLeft'), pairs],
            [text('pairsAlike'), pairs ? `${decimal((alike / pairs) * 100, 0)} %` : '–'],
          ]}
        />
      </>
    );
  }
  return { Picture, agreementOf, differencesOf };
}
