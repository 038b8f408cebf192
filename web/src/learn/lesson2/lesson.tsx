// Lesson 2 explains why the layout of a tensor matters.
import './lesson.css';
import { type Messages, translator } from '../frame/language';
import type { Lesson, LessonContext } from '../frame/lesson';
import { LessonEngine } from '../frame/program';
import { de } from '../messages/lesson2.de';
import { en } from '../messages/lesson2.en';
import { kSlower, makeMeasured } from './measured';
import { OwnMoves } from './own_moves';
import { kChain, kTransposed, kTwoUsers } from './programs';
import { makePropagation } from './propagation';
import { makeTurn } from './turn';
import { loadsOf, makeWalk } from './walk';

type Key = keyof typeof en;

const messages: Messages<Key> = { en, de };

export function create(context: LessonContext): Lesson<Key> {
  const text = translator(messages);
  const asked = { name: 'out', tensor: 'operand 0' };
  /** Give each picture its own engine, because the printed sheet shows all pictures at the same time. */
  const common = () => ({ context, engine: new LessonEngine(context), text, asked });
  return {
    messages,
    steps: [
      {
        name: 'memory',
        title: 'memoryTitle',
        text: ['memory1', 'memory2', 'memory3'],
        Picture: makeTurn(context, text),
        question: {
          name: 'neighbour',
          ask: 'neighbourAsk',
          least: 0,
          most: 64,
          truth: 64,
          right: 'neighbourRight',
          wrong: 'neighbourWrong',
        },
      },
      {
        name: 'lines',
        title: 'linesTitle',
        text: ['lines1', 'lines2', 'lines3'],
        Picture: makeWalk(context, text),
        question: {
          name: 'loads',
          ask: 'loadsAsk',
          least: 0,
          most: 1024,
          step: 16,
          truth: loadsOf('{1,0}', 'columns', 8),
          tolerance: 16,
          right: 'loadsRight',
          wrong: 'loadsWrong',
        },
      },
      {
        name: 'disagree',
        title: 'disagreeTitle',
        text: ['disagree1', 'disagree2', 'disagree3', 'disagree4'],
        Picture: makePropagation({ ...common(), sources: [{ title: 'chain', text: kChain }], isStepped: false }),
        question: {
          name: 'copies',
          ask: 'copiesAsk',
          least: 0,
          most: 5,
          truth: 2,
          right: 'copiesRight',
          wrong: 'copiesWrong',
        },
      },
      {
        name: 'propagate',
        title: 'propagateTitle',
        text: ['propagate1', 'propagate2', 'propagate3'],
        Picture: makePropagation({
          ...common(),
          sources: [
            { title: 'chain', text: kChain },
            { title: 'readers', text: kTwoUsers },
            { title: 'transposed', text: kTransposed },
          ],
          isStepped: true,
        }),
        question: {
          name: 'readers',
          ask: 'readersAsk',
          least: 0,
          most: 5,
          truth: 3,
          right: 'readersRight',
          wrong: 'readersWrong',
        },
      },
      {
        name: 'measured',
        title: 'measuredTitle',
        text: ['measured1', 'measured2', 'measured3'],
        Picture: makeMeasured(context, new LessonEngine(context), text, 2, 'slower'),
        question: {
          name: 'slower',
          ask: 'slowerAsk',
          least: 0.5,
          most: 3,
          step: 0.05,
          digits: 2,
          unit: 'milliseconds',
          truth: kSlower,
          tolerance: 0.25,
          right: 'slowerRight',
          wrong: 'slowerWrong',
        },
      },
      {
        name: 'own',
        title: 'ownTitle',
        text: ['own1', 'own2'],
        Picture: () => <OwnMoves text={text} />,
      },
    ],
  };
}
