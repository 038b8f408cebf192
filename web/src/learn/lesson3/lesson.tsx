// Lesson 3 explains what a graph neural network sees of a program.
import './lesson.css';
import { signal } from '@preact/signals';
import { type Messages, translator } from '../frame/language';
import type { Lesson, LessonContext } from '../frame/lesson';
import { LessonEngine, LessonProgram } from '../frame/program';
import { de } from '../messages/lesson3.de';
import { en } from '../messages/lesson3.en';
import { Embedding } from './embedding';
import { Features } from './features';
import { makeField } from './field';
import { Score } from './layout_costs';
import { makeMessage } from './message';
import { encodedSignal, loadNetwork } from './network';
import { makeOwnField } from './own';
import { kRows, programOf } from './program';
import type { Shared } from './shared';
import { makeToy } from './toy';

type Key = keyof typeof en;

const messages: Messages<Key> = { en, de };
const kComponent = 13; // index of a number in the nodes' states that differs between the nodes `left` and `right`

export function create(context: LessonContext): Lesson<Key> {
  const text = translator(messages);
  const engine = new LessonEngine(context);
  const program = new LessonProgram(engine, programOf(kRows), context.services.failed);
  const network = loadNetwork();
  network.catch(context.services.failed);
  const rows = signal(kRows);
  const shared: Shared = {
    text,
    say: context.say,
    encoded: encodedSignal(context, engine, program, network),
    selected: signal('left'),
    component: signal(kComponent),
    rows,
    setRows: (value) => {
      rows.value = value;
      program.setText(programOf(value));
    },
  };
  const showsFormula = context.isShown('formula');

  return {
    messages,
    steps: [
      {
        name: 'features',
        title: 'featuresTitle',
        text: ['features1', 'features2', 'features3'],
        Picture: () => <Features shared={shared} />,
        question: {
          name: 'differ',
          ask: 'differAsk',
          least: 0,
          most: 144,
          truth: 0,
          right: 'differRight',
          wrong: 'differWrong',
        },
      },
      {
        name: 'embedding',
        title: 'embeddingTitle',
        text: ['embedding1', 'embedding2', 'embedding3'],
        Picture: () => <Embedding shared={shared} showsFormula={showsFormula} />,
      },
      {
        name: 'toy',
        title: 'toyTitle',
        text: ['toy1', 'toy2', 'toy3'],
        Picture: makeToy(shared, showsFormula),
        question: {
          name: 'sum',
          ask: 'sumAsk',
          least: 0,
          most: 8,
          step: 0.5,
          digits: 1,
          truth: 5,
          right: 'sumRight',
          wrong: 'sumWrong',
        },
      },
      {
        name: 'message',
        title: 'messageTitle',
        text: ['message1', 'message2', 'message3'],
        Picture: makeMessage(shared, showsFormula),
        question: {
          name: 'pair',
          ask: 'pairAsk',
          choices: ['pairNever', 'pairFirst', 'pairSecond'],
          answer: 1,
          right: 'pairRight',
          wrong: 'pairWrong',
        },
      },
      {
        name: 'field',
        title: 'fieldTitle',
        text: ['field1', 'field2', 'field3'],
        Picture: makeField(shared),
        question: {
          name: 'reach',
          ask: 'reachAsk',
          least: 0,
          most: 7,
          truth: 5,
          right: 'reachRight',
          wrong: 'reachWrong',
        },
      },
      {
        name: 'score',
        title: 'scoreTitle',
        text: ['score1', 'costOrder', 'costRows', 'costNeighbours', 'costChanged', 'score2', 'score3'],
        Picture: () => <Score shared={shared} />,
        question: {
          name: 'both',
          ask: 'bothAsk',
          choices: ['bothSum', 'bothLess', 'bothMore'],
          answer: 1,
          right: 'bothRight',
          wrong: 'bothWrong',
        },
      },
      {
        name: 'own',
        title: 'ownTitle',
        text: ['own1', 'own2'],
        Picture: makeOwnField(context, new LessonEngine(context), network, shared),
      },
    ],
  };
}
