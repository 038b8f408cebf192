// Lesson 4 explains how a model learns to rank configurations.
import './lesson.css';
import { signal } from '@preact/signals';
import { Facts } from '../frame/facts';
import { Formula, Terms } from '../frame/formula';
import { type Messages, translator } from '../frame/language';
import type { Lesson, LessonContext } from '../frame/lesson';
import { de } from '../messages/lesson4.de';
import { en } from '../messages/lesson4.en';
import { makeDescent } from './descent';
import hingeFormula from './hinge.tex';
import listMleFormula from './listmle.tex';
import { countPairs, isSlower, kendallTau, listMle, orderOf, pairwiseHinge, squaredError } from './losses';
import measured from './measured.json';
import { makeNoise } from './noise';
import { OwnRanking } from './own_ranking';
import { PairGrid } from './pairs';
import { type Configurations, numberText, OrderChart, ScoreTable } from './scores';
import squaredFormula from './squared.tex';
import tauFormula from './tau.tex';
import { makeTraining } from './training';

type Key = keyof typeof en;

const messages: Messages<Key> = { en, de };

const { programs } = measured;
const kNames = ['A', 'B', 'C', 'D', 'E'];

/** Run times of five configurations of the program nerf_mlp. The two shortest differ by less than 2 %. */
const kMeasured = [12, 0, 23, 6, 18]
  .map((row) => programs.find(({ name }) => name === 'nerf_mlp')!.times[row]!)
  .map(Math.round);

// Initial scores of the five configurations in the first steps of the lesson.
const kFirst = [-0.5, -1, 1, 0, 1.5];
const kPredicted = [2, 1.6, 3.6, 1.8, 2.4]; // example of predicted run times in milliseconds
const kHalved = kPredicted.map((each) => each / 2);
// Predicted run times in milliseconds that are all near the mean, but in a wrong order.
const kClose = [2.1, 2.4, 2.2, 2.3, 2.0];

/** Returns the mean squared error of `scores`, taken as predicted run times, compared with the measured run times. */
const errorOf = (scores: number[]): string =>
  numberText(
    squaredError(
      scores,
      kMeasured.map((time) => time / 1000),
    ).value,
  );

export function create(context: LessonContext): Lesson<Key> {
  const text = translator(messages);
  const configurations: Configurations = { names: kNames, times: signal(kMeasured), measured: kMeasured };
  const { times } = configurations;
  const labels = () => ({
    name: text('configuration'),
    time: text('runTime'),
    score: text('score'),
    push: text('push'),
    measured: text('measuredTimes'),
    scoreOf: (name: string) => text('scoreOf', { name }),
    timeOf: (name: string) => text('timeOf', { name }),
  });
  const shown = (part: 'formula') => context.isShown(part);

  const first = signal(kFirst);
  const predicted = signal(kPredicted);
  const sayTau = (scores: number[]): void =>
    context.say(text('tauIs', { tau: numberText(kendallTau(scores, times.peek())) }));

  const Tau = () => {
    const { concordant, discordant, tiedScores, tiedTimes } = countPairs(first.value, times.value);
    const tau = numberText(kendallTau(first.value, times.value));
    return (
      <>
        <OrderChart
          configurations={configurations}
          scores={first}
          label={text('ordersLabel')}
          left={text('byTime')}
          right={text('byScore')}
        />
        <ScoreTable
          configurations={configurations}
          scores={first}
          labels={labels()}
          onChange={() => sayTau(first.peek())}
        />
        {shown('formula') ? (
          <>
            <Formula html={tauFormula} label={text('tauFormula')} live={{ tau }} />
            <Terms
              terms={[
                { name: 'concordant', meaning: text('concordant'), value: String(concordant) },
                { name: 'discordant', meaning: text('discordant'), value: String(discordant) },
                { name: 'tied', meaning: text('tied'), value: String(tiedScores) },
                { name: 'tiedTimes', meaning: text('tiedTimes'), value: String(tiedTimes) },
              ]}
            />
          </>
        ) : null}
      </>
    );
  };

  const Scale = () => {
    const targets = times.value.map((time) => time / 1000);
    const { value } = squaredError(predicted.value, targets);
    const choose = (scores: number[]) => () => {
      predicted.value = scores;
      context.say(
        text('both', {
          tau: numberText(kendallTau(scores, times.peek())),
          error: numberText(squaredError(scores, targets).value),
        }),
      );
    };
    return (
      <>
        <p class="buttons">
          <button onClick={choose(kPredicted)}>{text('predictions')}</button>
          <button onClick={choose(kHalved)}>{text('halved')}</button>
          <button onClick={choose(kClose)}>{text('nearMean')}</button>
        </p>
        <Facts
          facts={[
            [`${text('squaredError')} (ms²)`, numberText(value)],
            ['Kendall τ', numberText(kendallTau(predicted.value, times.value))],
          ]}
        />
        <OrderChart
          configurations={configurations}
          scores={predicted}
          label={text('ordersLabel')}
          left={text('byTime')}
          right={text('byPrediction')}
        />
        <ScoreTable
          configurations={configurations}
          scores={predicted}
          labels={{ ...labels(), score: text('prediction') }}
        />
        {shown('formula') ? (
          <>
            <Formula html={squaredFormula} label={text('squaredFormula')} live={{ loss: numberText(value) }} />
            <p class="muted">{text('squaredLegend')}</p>
          </>
        ) : null}
      </>
    );
  };

  /** Counts the pairs of configurations whose run times differ by more than the measurement noise. */
  const countOrdered = (): number =>
    times.value.flatMap((_, i) => times.value.filter((_each, j) => isSlower(times.value, i, j))).length;
  const describe = (loss: number, tau: number): string =>
    text('descentAt', { loss: numberText(loss), tau: numberText(tau) });
  const hinge = makeDescent({
    configurations,
    start: [0.2, 0.4, 0.1, -0.2, 0.3],
    loss: (scores) => pairwiseHinge(scores, times.value),
    rate: 1,
    labels,
    timeline: () => text('descent'),
    lossName: () => text('lossName'),
    describe,
    Below: ({ scores, value }) => (
      <>
        <PairGrid
          configurations={configurations}
          scores={scores}
          caption={text('pairsCaption')}
          slower={text('slower')}
          faster={text('faster')}
        />
        {shown('formula') ? (
          <>
            <Formula html={hingeFormula} label={text('hingeFormula')} live={{ loss: numberText(value) }} />
            <p class="muted">{text('hingeLegend')}</p>
            <Terms
              terms={[
                { name: 'pairs', meaning: text('pairCount'), value: String(countOrdered()) },
                { name: 'shortfall', meaning: text('shortfallSum'), value: numberText(value * countOrdered(), 1) },
              ]}
            />
          </>
        ) : null}
      </>
    ),
  });
  const list = makeDescent({
    configurations,
    start: [0, 0, 0, 0, 0],
    loss: (scores) => listMle(scores, times.value),
    rate: 2,
    labels,
    timeline: () => text('descent'),
    lossName: () => text('lossName'),
    describe,
    Below: ({ scores, value }) => {
      const { chances } = listMle(scores, times.value);
      return (
        <>
          <table class="bars chances">
            <caption>{text('chancesCaption')}</caption>
            <tbody>
              {orderOf(times.value).map((i) => (
                <tr key={i}>
                  <th scope="row">{kNames[i]}</th>
                  <td>
                    <i style={{ width: `${chances[i]! * 100}%` }} />
                  </td>
                  <td>{numberText(chances[i]! * 100, 0)} %</td>
                </tr>
              ))}
            </tbody>
          </table>
          {shown('formula') ? (
            <>
              <Formula html={listMleFormula} label={text('listFormula')} live={{ loss: numberText(value) }} />
              <p class="muted">{text('listLegend')}</p>
              <Terms
                terms={[
                  {
                    name: 'chance',
                    meaning: text('chanceFirst'),
                    value: `${numberText(chances[orderOf(times.value)[0]!]! * 100, 0)} %`,
                  },
                ]}
              />
            </>
          ) : null}
        </>
      );
    },
  });
  const noise = makeNoise(programs, text);
  const Training = makeTraining(programs, context, () => ({
    train: text('train'),
    pause: text('pause'),
    reset: text('reset'),
    seed: text('seed'),
    chart: text('chart'),
    epoch: text('epoch'),
    heldOut: text('heldOut'),
    trained: text('trained'),
    loss: { mse: text('squaredError'), hinge: text('hinge'), listmle: 'ListMLE' },
    done: (values) => text('trainingDone', values),
  }));

  return {
    messages,
    steps: [
      {
        name: 'tau',
        title: 'tauTitle',
        text: ['tau1', 'tau2', 'tau3', 'tau4'],
        Picture: Tau,
        question: {
          name: 'neighbours',
          ask: 'neighboursAsk',
          least: -1,
          most: 1,
          step: 0.1,
          digits: 1,
          truth: 0.8,
          tolerance: 0.05,
          right: 'neighboursRight',
          wrong: 'neighboursWrong',
        },
      },
      {
        name: 'scale',
        title: 'scaleTitle',
        text: ['scale1', 'scale2', 'scale3'],
        values: () => ({ halvedError: errorOf(kHalved), meanError: errorOf(kClose) }),
        Picture: Scale,
        question: {
          name: 'halved',
          ask: 'halvedAsk',
          choices: ['halvedBoth', 'halvedError', 'halvedTau'],
          answer: 1,
          right: 'halvedRight',
          wrong: 'halvedWrong',
        },
      },
      {
        name: 'hinge',
        title: 'hingeTitle',
        text: ['hinge1', 'hinge2', 'hinge3', 'hinge4'],
        Picture: hinge,
        question: {
          name: 'margin',
          ask: 'marginAsk',
          choices: ['marginZero', 'marginPositive'],
          answer: 1,
          right: 'marginRight',
          wrong: 'marginWrong',
        },
      },
      {
        name: 'listmle',
        title: 'listTitle',
        text: ['list1', 'list2', 'list3', 'list4'],
        Picture: list,
        question: {
          name: 'equal',
          ask: 'equalAsk',
          least: 1,
          most: 200,
          truth: 5 * 4 * 3 * 2,
          tolerance: 2,
          right: 'equalRight',
          wrong: 'equalWrong',
        },
      },
      {
        name: 'noise',
        title: 'noiseTitle',
        text: ['noise1', 'noise2', 'noise3'],
        Picture: noise.Picture,
        question: {
          name: 'again',
          ask: 'againAsk',
          least: -1,
          most: 1,
          step: 0.05,
          digits: 2,
          truth: noise.agreementOf('shufflenet_nchw'),
          tolerance: 0.15,
          right: 'againRight',
          wrong: 'againWrong',
          values: () => noise.differencesOf('shufflenet_nchw'),
        },
      },
      {
        name: 'train',
        title: 'trainTitle',
        text: ['train1', 'train2', 'train3'],
        values: () => ({
          trainedCount: programs.filter((each) => !each.heldOut).length,
          heldOutCount: programs.filter((each) => each.heldOut).length,
        }),
        Picture: Training,
        question: {
          name: 'worst',
          ask: 'worstAsk',
          choices: ['worstSquared', 'worstHinge', 'worstList'],
          answer: 0,
          right: 'worstRight',
          wrong: 'worstWrong',
        },
      },
      {
        name: 'own',
        title: 'ownTitle',
        text: ['own1', 'own2'],
        Picture: () => <OwnRanking text={text} />,
      },
    ],
  };
}
