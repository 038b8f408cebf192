// Lesson 6 teaches how to interpret the ranking of one's own program.
import './lesson.css';
import { type Signal, signal } from '@preact/signals';
import { decimal, type Messages, translator } from '../frame/language';
import type { Lesson, LessonContext, Step } from '../frame/lesson';
import { isRevealed } from '../frame/progress';
import { de } from '../messages/lesson6.de';
import { en } from '../messages/lesson6.en';
import { Advice } from './advice';
import { accuraciesOfAll, HeldOut, summaryOfAll } from './held_out';
import { Facts } from '../frame/facts';
import { Heading, Pair, percentText, Scores, Similar, Times, TopK, Verdict } from './pictures';
import { enough, firstBand, kCases, kExample, kTrained, ownResult, pairConfidence, slowdowns } from './result';

type Key = keyof typeof en;

const messages: Messages<Key> = { en, de };
const kLesson = 6;
const kAsked = 0.3; // the score difference that a question is about
const kNear = 0.05; // slowdown relative to the best (0.05 = 5 %) that a question counts as close

export function create(context: LessonContext): Lesson<Key> {
  const text = translator(messages);
  const showsOwn = signal(true); // whether to show the open program, if any, instead of the stored example
  const ranks = signal<[number, number]>([1, 2]);
  const k = signal(1);
  const often = Math.round(pairConfidence(kExample.pairs, kAsked) * 100);

  const showsOwnTopK = signal(false); // false at first: the question is about the example

  const shown = (isOwn = showsOwn) => (isOwn.value && ownResult()) || kExample;
  const Source = ({ choice = showsOwn }: { choice?: Signal<boolean> }) => (
    <>
      {ownResult() ? (
        <p class="buttons">
          {([true, false] as const).map((isOwn) => (
            <button key={String(isOwn)} aria-pressed={choice.value === isOwn} onClick={() => (choice.value = isOwn)}>
              {text(isOwn ? 'showOwn' : 'showExample')}
            </button>
          ))}
        </p>
      ) : null}
      <Heading result={shown(choice)} text={text} />
    </>
  );

  const VerdictStep = () => (
    <>
      <Source />
      <Verdict result={shown()} text={text} />
    </>
  );
  const BandStep = () => {
    const result = shown();
    return (
      <>
        <Source />
        <Scores result={result} text={text}>
          {result.pairs.length ? (
            <Pair
              result={result}
              text={text}
              ranks={ranks.value}
              choose={(next, said) => {
                ranks.value = next;
                context.say(said);
              }}
            />
          ) : (
            <p class="muted">{text('noCalibration')}</p>
          )}
        </Scores>
      </>
    );
  };
  const SimilarStep = () => (
    <>
      <Source />
      <Similar result={shown()} text={text} />
    </>
  );
  const TopKStep = () => (
    <>
      <Source choice={showsOwnTopK} />
      <TopK
        result={shown(showsOwnTopK)}
        text={text}
        k={k.value}
        isOpen={shown(showsOwnTopK) === kExample && !isRevealed(kLesson, 'enough')}
        choose={(next, said) => {
          k.value = next;
          context.say(said);
        }}
      />
    </>
  );

  /**
   * Creates a step about a stored program. The step shows run times only after the learner has answered the question.
   */
  const caseStep = (
    at: number,
    name: string,
    isGood: boolean,
    texts: Pick<Step<Key>, 'title' | 'text'>,
    explained: { right: Key; wrong: Key },
  ): Step<Key> => {
    const result = kCases[at]!;
    const values = () => ({
      name: result.name,
      band: firstBand(result) ?? 0,
      count: result.scores.length,
      slowdown: percentText(slowdowns(result)[0]!),
      enough: enough(result, kNear),
      distance: decimal(result.similarity!.nearest[0]!.distance, 1),
    });
    const Picture = () => (
      <>
        <Heading result={result} text={text} />
        <Scores result={result} text={text} />
        <Similar result={result} text={text} />
        {isRevealed(kLesson, name) ? <Times result={result} text={text} /> : <p>{text('hidden')}</p>}
      </>
    );
    return {
      name,
      ...texts,
      values,
      Picture,
      question: {
        name,
        ask: 'trustAsk',
        choices: ['trustYes', 'trustNo'],
        answer: isGood ? 0 : 1,
        ...explained,
        values,
      },
    };
  };

  return {
    messages,
    steps: [
      {
        name: 'verdict',
        title: 'verdictTitle',
        text: ['verdict1', 'verdict2', 'verdict3'],
        values: () => kTrained,
        Picture: VerdictStep,
      },
      {
        name: 'band',
        title: 'bandTitle',
        text: ['band1', 'band2', 'band3'],
        values: () => ({ separable: decimal(shown().separable || kExample.separable, 1) }),
        Picture: BandStep,
        question: {
          name: 'pair',
          ask: 'pairAsk',
          least: 0,
          most: 100,
          unit: 'ofHundred',
          truth: often,
          tolerance: 5,
          right: 'pairRight',
          wrong: 'pairWrong',
          values: () => ({ difference: decimal(kAsked, 1), often }),
        },
      },
      {
        name: 'topk',
        title: 'topkTitle',
        text: ['topk1', 'topk2'],
        Picture: TopKStep,
        question: {
          name: 'enough',
          ask: 'enoughAsk',
          least: 1,
          most: 30,
          truth: enough(kExample, 0),
          tolerance: 2,
          right: 'enoughRight',
          wrong: 'enoughWrong',
          values: () => ({
            name: kExample.name,
            first: percentText(slowdowns(kExample)[0]!, 1),
            band: firstBand(kExample) ?? 0,
            truth: enough(kExample, 0),
          }),
        },
      },
      {
        name: 'similar',
        title: 'similarTitle',
        text: ['similar1', 'similar2', 'similar3'],
        values: accuraciesOfAll,
        Picture: SimilarStep,
      },
      caseStep(
        0,
        'wide',
        false,
        { title: 'wideTitle', text: ['wide1', 'caseHow'] },
        { right: 'wideRight', wrong: 'wideWrong' },
      ),
      caseStep(
        1,
        'strange',
        true,
        { title: 'strangeTitle', text: ['strange1'] },
        { right: 'strangeRight', wrong: 'strangeWrong' },
      ),
      caseStep(
        2,
        'familiar',
        false,
        { title: 'familiarTitle', text: ['familiar1'] },
        { right: 'familiarRight', wrong: 'familiarWrong' },
      ),
      {
        name: 'all',
        title: 'allTitle',
        text: ['all1', 'all2', 'all3'],
        values: () => ({ ...summaryOfAll(), programs: kTrained.programs }),
        Picture: () => <HeldOut text={text} say={context.say} />,
        question: {
          name: 'near',
          ask: 'nearAsk',
          least: 0,
          most: summaryOfAll().count,
          truth: summaryOfAll().near,
          tolerance: 5,
          right: 'nearRight',
          wrong: 'nearWrong',
          values: summaryOfAll,
        },
      },
      {
        name: 'own',
        title: 'ownTitle',
        text: ['own1'],
        Picture: () => (
          <>
            <Source />
            <Facts facts={[[text('configurations'), String(shown().scores.length)]]} />
            <Advice result={shown()} text={text} />
          </>
        ),
      },
    ],
  };
}
