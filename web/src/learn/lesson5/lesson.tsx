// Lesson 5 explains how to train on graphs that are too large for memory.
import './lesson.css';
import { decimal, type Messages, translator, wholeNumber } from '../frame/language';
import type { Lesson, LessonContext } from '../frame/lesson';
import { LessonEngine } from '../frame/program';
import { isRevealed } from '../frame/progress';
import { de } from '../messages/lesson5.de';
import { en } from '../messages/lesson5.en';
import { makeCut } from './cut';
import { ByDropout, BySize, kSteps, long, meanTau, program, rowOf, sizes, tauText } from './measured';
import { gigabytes, kSegment, kStart, makeMemory } from './memory';
import { makeOwn } from './own';
import { freshWeight, kTrainings, segmentCount, stateBytes } from './segments';
import { makeStale } from './stale';
import { makeSettings, makeTrainingStep } from './training_step';

type Key = keyof typeof en;

const messages: Messages<Key> = { en, de };
const kLesson = 5;
const kWide = 128; // number of values in the state of a node

const memoryOf = (width: number): string =>
  gigabytes(stateBytes(kStart.nodes, kStart.configurations, kStart.layers, width));

export function create(context: LessonContext): Lesson<Key> {
  const text = translator(messages);
  const settings = makeSettings(); // settings of the simulated training, shared by all steps of the lesson that show it
  const showsFormula = context.isShown('formula');
  const isAnswered = (name: string): boolean => isRevealed(kLesson, name);
  const [whole, cut] = [rowOf(0), rowOf(kSegment)];
  const smallest = sizes.at(-1)!;
  const values = () => ({
    nodes: wholeNumber(program.nodes),
    configurations: wholeNumber(program.configurations),
    perStep: program.perStep,
    narrow: memoryOf(kStart.width),
    wide: memoryOf(kWide),
    steps: kSteps,
    whole: whole.memory,
    cut: cut.memory,
    size: wholeNumber(kSegment),
    small: wholeNumber(smallest.size),
    smallMemory: smallest.memory,
    wholeTau: tauText(whole.tau),
    cutTau: tauText(cut.tau),
    longSteps: long.steps,
    longTau: tauText(long.tau),
    factor: decimal(program.nodes / kSegment, 1),
    segments: segmentCount(program.nodes, kSegment),
  });

  return {
    messages,
    steps: [
      {
        name: 'memory',
        title: 'memoryTitle',
        text: ['memory1', 'memory2', 'memory3'],
        values,
        Picture: makeMemory(text, showsFormula),
        question: {
          name: 'segments',
          ask: 'segmentsAsk',
          least: 1,
          most: 20,
          truth: segmentCount(program.nodes, kSegment),
          right: 'segmentsRight',
          wrong: 'segmentsWrong',
          values,
        },
      },
      {
        name: 'cut',
        title: 'cutTitle',
        text: ['cut1', 'cut2', 'cut3'],
        Picture: makeCut(context, new LessonEngine(context), text),
        question: {
          name: 'sum',
          ask: 'sumAsk',
          choices: ['sumSame', 'sumLost', 'sumLarger'],
          answer: 0,
          right: 'sumRight',
          wrong: 'sumWrong',
        },
      },
      {
        name: 'step',
        title: 'stepTitle',
        text: ['step1', 'step2', 'step3'],
        Picture: makeTrainingStep(context, settings, text, showsFormula),
        question: {
          name: 'eta',
          ask: 'etaAsk',
          least: 0,
          most: 10,
          step: 0.5,
          digits: 1,
          truth: freshWeight(9, 0.5),
          right: 'etaRight',
          wrong: 'etaWrong',
        },
      },
      {
        name: 'stale',
        title: 'staleTitle',
        text: ['stale1', 'stale2', 'stale3'],
        values: () => ({ trainings: kTrainings }),
        Picture: makeStale(context, settings, text),
        question: {
          name: 'lag',
          ask: 'lagAsk',
          choices: ['lagLow', 'lagRight', 'lagHigh'],
          answer: 0,
          right: 'lagRightText',
          wrong: 'lagWrong',
        },
      },
      {
        name: 'measured',
        title: 'measuredTitle',
        text: ['measured1', 'measured2', 'measured3'],
        values,
        Picture: () => <BySize text={text} showsTau={isAnswered('tau')} />,
        question: {
          name: 'tau',
          ask: 'tauAsk',
          least: 0,
          most: 1,
          step: 0.01,
          digits: 2,
          truth: meanTau(cut.tau),
          tolerance: 0.05,
          right: 'tauRight',
          wrong: 'tauWrong',
          values,
        },
      },
      {
        name: 'dropouts',
        title: 'dropoutsTitle',
        text: ['dropouts1', 'dropouts2'],
        values,
        Picture: () => <ByDropout text={text} showsTau={isAnswered('worst')} />,
        question: {
          name: 'worst',
          ask: 'worstAsk',
          choices: ['worstNone', 'worstHalf', 'worstAll'],
          answer: 2,
          right: 'worstRight',
          wrong: 'worstWrong',
          values,
        },
      },
      {
        name: 'own',
        title: 'ownTitle',
        text: ['own1', 'own2'],
        Picture: makeOwn(context, text),
      },
    ],
  };
}
