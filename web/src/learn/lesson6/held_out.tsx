// Chart of all held-out programs. Horizontal axis: number of configurations too close to the best to call. Vertical
// axis: slowdown of the first-ranked configuration, or of the best among those too close to call.
import { signal } from '@preact/signals';
import { decimal } from '../frame/language';
import cases from './cases.json';
import { Chart } from './chart';
import { Facts } from '../frame/facts';
import { percentText, type Text } from './pictures';

const { all } = cases;
const kNear = 2; // slowdown in % that is within the measurement noise
const kFar = 5; // slowdown in % that counts as large

/**
 * Fraction of correctly ordered pairs for programs that are near, less near and far from the training programs. The
 * lesson has one stored program of each group.
 */
const kAccuracies = cases.cases
  .map(({ similarity }) => similarity)
  .sort((a, b) => a.nearest[0]!.distance - b.nearest[0]!.distance)
  .map(({ pairAccuracy }) => pairAccuracy);

/**
 * Counts the held-out programs, and those whose first-ranked configuration is much slower than the best. Groups them by
 * number of configurations too close to call and by similarity to the training programs.
 */
export function summaryOfAll() {
  const small = all.filter(({ band }) => band <= 10);
  const large = all.filter(({ band }) => band > 30);
  const [near, middle, distant, unlike] = [...kAccuracies, null].map((accuracy) =>
    all.filter((each) => each.accuracy === accuracy),
  );
  const farOf = (programs: typeof all): number => programs.filter(({ first }) => first > kFar).length;
  return {
    count: all.length,
    far: farOf(all),
    small: small.length,
    smallFar: farOf(small),
    large: large.length,
    largeFar: farOf(large),
    nearPrograms: near!.length,
    nearFar: farOf(near!),
    middlePrograms: middle!.length,
    middleFar: farOf(middle!),
    distant: distant!.length,
    distantFar: farOf(distant!),
    unlike: unlike!.length,
    unlikeFar: farOf(unlike!),
    outside: cases.outside.join(', '),
    near: all.filter(({ best }) => best <= kNear).length,
    random: Math.round(cases.random),
  };
}

/**
 * Returns the fraction of correctly ordered pairs, as text, for programs near, less near and far from the training
 * programs.
 */
export function accuraciesOfAll(): { near: string; middle: string; far: string } {
  const [near, middle, far] = kAccuracies.map((accuracy) => percentText(accuracy)) as [string, string, string];
  return { near, middle, far };
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
        marked={isBest.value ? all.findIndex(({ best }) => best > kNear) : -1}
        most={Math.max(...all.map(({ first }) => first))}
        format={(slowdown) => `${decimal(slowdown, 0)} %`}
      />
      <Facts
        facts={[
          [text('programs'), String(all.length)],
          [text('withinPrograms'), String(all.filter((each) => value(each) <= kNear).length)],
          [text('farPrograms'), String(far)],
        ]}
      />
    </>
  );
}
