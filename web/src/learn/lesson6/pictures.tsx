// Pictures of lesson 6, about the ranking of one program.
import { Facts } from '../frame/facts';
import type { ComponentChildren } from 'preact';
import { decimal, type Translate } from '../frame/language';
import { NumberField } from '../frame/number_field';
import type { en } from '../messages/lesson6.en';
import { Chart } from './chart';
import { firstBand, isMeasured, pairConfidence, type Result, slowdowns } from './result';

export type Text = Translate<keyof typeof en>;

const kSeparated = 0.9; // fraction of correctly ordered pairs from which on two scores count as separated

interface PictureProps {
  result: Result;
  text: Text;
}

export const percentText = (fraction: number, digits = 0): string => `${decimal(fraction * 100, digits)} %`;
const timeText = (time: number): string => decimal(time, 3);

/** Shows the name of the program and the name of the model that ranked it. */
export function Heading({ result, text }: PictureProps) {
  return (
    <h4>
      {result.name} <span class="muted">{text(result.verdict === null ? 'isExample' : 'isOwn')}</span>
    </h4>
  );
}

/**
 * Shows the verdict on the program. For the open program this is the page's own sentence; for a stored program, one
 * computed from measured times.
 */
export function Verdict({ result, text }: PictureProps) {
  const { times, compilerTime, verdict, scores } = result;
  const best = Math.min(...times.filter((time) => time > 0));
  const numbers = compilerTime === null || !isMeasured(result) ? null : { best, compilerTime };
  return (
    <>
      <p class="result-verdict" lang={verdict === null ? undefined : 'en'}>
        {verdict ??
          text('exampleVerdict', {
            best: timeText(best),
            gain: percentText(1 - best / (compilerTime ?? best)),
            compiler: timeText(compilerTime ?? best),
          })}
      </p>
      <Facts
        facts={[
          [text('configurations'), String(scores.length)],
          ...(numbers
            ? ([
                [text('compilerTime'), timeText(numbers.compilerTime)],
                [text('firstTime'), times[0]! > 0 ? timeText(times[0]!) : text('unmeasured')],
                [text('bestTime'), timeText(numbers.best)],
              ] satisfies [string, string][])
            : []),
        ]}
      />
    </>
  );
}

/** Chart of score by rank. Shades the ranks whose scores are too close to the best to call. */
export function Scores({ result, text, children }: PictureProps & { children?: ComponentChildren }) {
  const band = firstBand(result);
  return (
    <>
      <Chart
        label={text('scoresLabel')}
        points={result.scores.map((score, i) => [i + 1, score] as const)}
        axes={[text('rank'), text('score')]}
        shaded={band === null ? null : [1, band]}
        format={(value) => decimal(value, 1)}
      />
      <p class="chart-key">
        {band === null ? null : <span class="band">{text('bandKey', { band, of: result.scores.length })}</span>}
      </p>
      {children}
    </>
  );
}

/** Chart of measured run time by rank. */
export function Times({ result, text }: PictureProps) {
  const { times } = result;
  const rows = times.flatMap((time, i) => (time > 0 ? [[i + 1, time] as const] : []));
  const best = Math.min(...rows.map(([, time]) => time));
  const band = firstBand(result);
  const marked = rows.findIndex(([, time]) => time === best);
  return (
    <>
      <Chart
        label={text('timesLabel')}
        points={rows}
        axes={[text('rank'), text('runTime')]}
        shaded={band === null ? null : [1, band]}
        marked={marked}
        format={(value) => decimal(value, 2)}
      />
      <p class="chart-key">
        <span class="best">{text('bestKey', { rank: rows[marked]?.[0] ?? 1 })}</span>
      </p>
    </>
  );
}

/** Lets the learner pick two ranks. Shows the probability that the configuration with the lower score is faster. */
export function Pair(
  props: PictureProps & { ranks: [number, number]; choose: (ranks: [number, number], said: string) => void },
) {
  const { result, text, ranks, choose } = props;
  const { scores, pairs } = result;
  const count = scores.length;
  const [a, b] = ranks.map((rank) => Math.min(rank, count)) as [number, number];
  const sentence = ([i, j]: [number, number]): string => {
    const difference = Math.abs(scores[i - 1]! - scores[j - 1]!);
    if (difference === 0) return text('pairSame', { a: i, b: j });
    return text('pairIs', {
      a: Math.min(i, j),
      b: Math.max(i, j),
      difference: decimal(difference, 2),
      often: decimal(pairConfidence(pairs, difference) * 100, 0),
    });
  };
  const field = (label: string, value: number, set: (rank: number) => [number, number]) => (
    <div>
      <span>{label}</span>
      <NumberField
        label={label}
        value={value}
        least={1}
        most={count}
        onValue={(rank) => {
          const next = set(Math.round(rank));
          choose(next, sentence(next));
        }}
      />
    </div>
  );
  return (
    <>
      <div class="rank-fields">
        {field(text('oneRank'), a, (rank) => [rank, b])}
        {field(text('otherRank'), b, (rank) => [a, rank])}
      </div>
      <p class="live">{sentence([a, b])}</p>
      <Chart
        label={text('curveLabel')}
        points={[[0, 0.5], ...(pairs as [number, number][])]}
        axes={[text('difference'), text('inOrder')]}
        level={kSeparated}
        at={Math.min(Math.abs(scores[a - 1]! - scores[b - 1]!), pairs.at(-1)?.[0] ?? 0)}
        format={(value) => percentText(value)}
      />
      <p class="chart-key">{text('differenceKey')}</p>
    </>
  );
}

/**
 * Lists the most similar training programs, and the accuracy on held-out programs that are as similar to their training
 * programs.
 */
export function Similar({ result, text }: PictureProps) {
  const { similarity } = result;
  if (!similarity) return <p class="muted">{text('noCalibration')}</p>;
  const { pairAccuracy, nearest } = similarity;
  return (
    <>
      <table class="similar">
        <caption>{text('nearest')}</caption>
        <tbody>
          {nearest.map(({ name, distance }) => (
            <tr key={name}>
              <th scope="row">
                <code>{name}</code>
              </th>
              <td>{decimal(distance, 2)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>{pairAccuracy === null ? text('unlike') : text('alike', { accuracy: percentText(pairAccuracy) })}</p>
    </>
  );
}

/**
 * Chart of the slowdown of the fastest among the first k configurations. If `isOpen` is true, the question is still
 * open: the line ends at k, so that it does not show the answer.
 */
export function TopK(props: PictureProps & { k: number; isOpen: boolean; choose: (k: number, said: string) => void }) {
  const { result, text, choose, isOpen } = props;
  if (!isMeasured(result)) return <p class="muted">{text('noTimes')}</p>;
  const all = slowdowns(result);
  const count = Math.min(30, all.length);
  const k = Math.min(props.k, count);
  const points = all.slice(0, count).flatMap((each, i) => (Number.isFinite(each) ? [[i + 1, each] as const] : []));
  const sentence = (at: number): string => text('topkIs', { k: at, slowdown: percentText(all[at - 1]!, 1) });
  return (
    <>
      <div class="rank-fields">
        <div>
          <span>{text('kLabel')}</span>
          <NumberField
            label={text('kLabel')}
            value={k}
            least={1}
            most={count}
            onValue={(value) => choose(Math.round(value), sentence(Math.round(value)))}
          />
        </div>
      </div>
      <p class="live">{sentence(k)}</p>
      <Chart
        label={text('topkLabel')}
        points={isOpen ? points.filter(([at]) => at <= k) : points}
        extent={points}
        marked={points.findIndex(([at]) => at === k)}
        isSteps
        axes={[text('kAxis'), text('slowdown')]}
        at={k}
        most={0.02}
        format={(value) => percentText(value)}
      />
    </>
  );
}
