// All held-out programs: size of the first band against slowdown, of the first configuration or of the best of the band.
import { signal } from '@preact/signals';
import { decimal } from '../frame/language';
import cases from './cases.json';
import { Chart } from './chart';
import { Facts } from '../frame/facts';
import { percentText, type Text } from './pictures';

const { all } = cases;
const kNear = 2; // %: noise
const kFar = 5; // %

const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Numbers of programs, and mean slowdowns in % of the first configuration by size of the first band. */
export function summaryOfAll() {
  const small = all.filter(({ band }) => band <= 10);
  const large = all.filter(({ band }) => band > 30);
  return {
    count: all.length,
    far: all.filter(({ first }) => first > kFar).length,
    small: decimal(mean(small.map(({ first }) => first)), 1),
    large: decimal(mean(large.map(({ first }) => first)), 1),
    near: all.filter(({ best }) => best <= kNear).length,
  };
}

/** The highest and the lowest fraction of pairs in order among the groups of similarity that held-out programs are in. */
export function accuraciesOfAll(): { most: string; least: string } {
  const accuracies = all.flatMap(({ accuracy }) => accuracy ?? []);
  return { most: percentText(Math.max(...accuracies)), least: percentText(Math.min(...accuracies)) };
}

const isBest = signal(false);

export function HeldOut({ text, say }: { text: Text; say: (text: string) => void }) {
  const value = (one: (typeof all)[number]): number => (isBest.value ? one.best : one.first);
  const far = all.filter((each) => value(each) > kFar).length;
  const choose = (best: boolean) => () => {
    isBest.value = best;
    say(text('farIs', { far: all.filter((each) => (best ? each.best : each.first) > kFar).length, count: all.length }));
  };
  return (
    <>
      <p class="buttons">
        <button aria-pressed={!isBest.value} onClick={choose(false)}>
          {text('ofFirst')}
        </button>
        <button aria-pressed={isBest.value} onClick={choose(true)}>
          {text('ofBand')}
        </button>
      </p>
      <Chart
        label={text('heldOutLabel')}
        points={all.map((each) => [each.band, value(each)] as const)}
        axes={[text('bandSize'), text('slowdown')]}
        most={Math.max(...all.map(({ first }) => first))}
        format={(slowdown) => `${decimal(slowdown, 0)} %`}
      />
      <Facts
        facts={[
          [text('programs'), String(all.length)],
          [text('farPrograms'), String(far)],
        ]}
      />
    </>
  );
}
