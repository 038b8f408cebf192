// Types that make up a lesson; docs/lessons.md explains how to write one.
import { signal } from '@preact/signals';
import type { FunctionComponent } from 'preact';
import type { LessonServices } from '../../learning';
import type { Part } from '../address';
import type { Messages, Values } from './language';

interface Asked<Key extends string> {
  /** Key under which the learner's answer is stored. */
  name: string;
  ask: Key;
  /** Explanation of the answer, shown after a right prediction. */
  right: Key;
  wrong: Key;
  /** Values that are inserted into the texts of the question. */
  values?: () => Values;
}

export interface ChoiceQuestion<Key extends string = string> extends Asked<Key> {
  choices: Key[];
  /** Index of the right answer in `choices`. */
  answer: number;
}

export interface NumberQuestion<Key extends string = string> extends Asked<Key> {
  least: number;
  most: number;
  /** Default: 1. */
  step?: number;
  /** Number of decimals of the answer; default: 0. */
  digits?: number;
  unit?: Key;
  truth: number;
  /** Largest difference between the learner's answer and `truth` that counts as right; default: 0. */
  tolerance?: number;
}

/** A question in which the learner predicts something that the picture reveals afterwards. */
export type Question<Key extends string = string> = ChoiceQuestion<Key> | NumberQuestion<Key>;

export interface Step<Key extends string = string> {
  /** Key under which the browser stores the step that the learner saw last. */
  name: string;
  title: Key;
  /** Keys of the paragraphs of the step's text. */
  text: Key[];
  /** Values that are inserted into the paragraphs; may read signals. */
  values?: () => Values;
  /** The component that shows the interactive picture of this step. */
  Picture: FunctionComponent;
  question?: Question<Key>;
}

export interface LessonContext {
  services: LessonServices;
  seed: number;
  isTeacher: boolean;
  /** Makes screen readers announce a text about a change of the picture. */
  say: (text: string) => void;
  /**
   * Registers a function that is called when the learner leaves the lesson. The function stops web workers and timers.
   */
  atEnd: (stop: () => void) => void;
  isShown: (part: Part) => boolean;
}

/** A lesson. A new object is created each time the lesson is opened. */
export interface Lesson<Key extends string = string> {
  messages: Messages<Key>;
  steps: Step<Key>[];
}

/**
 * Name of the term that the learner points at; null if none. Pictures, formulas and legends highlight their parts that
 * belong to this term.
 */
export const lit = signal<string | null>(null);

/** Whether the user prefers reduced motion. Changes should then appear at once, without animation. */
export const isStill = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * Creates a pseudo-random number generator (mulberry32) of numbers from 0 to 1. The same seed gives the same sequence.
 */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
