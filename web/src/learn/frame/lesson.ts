// What a lesson consists of. docs/lessons.md explains how to write one.
import { signal } from '@preact/signals';
import type { FunctionComponent } from 'preact';
import type { LessonServices } from '../../learning';
import type { Part } from '../address';
import type { Messages, Values } from './language';

interface Asked<Key extends string> {
  /** Identifies the stored answer. */
  name: string;
  ask: Key;
  /** Explanation of the answer, after a right and after any other prediction. */
  right: Key;
  wrong: Key;
  /** Values of these texts. */
  values?: () => Values;
}

export interface ChoiceQuestion<Key extends string = string> extends Asked<Key> {
  choices: Key[];
  /** Index of the right choice. */
  answer: number;
}

export interface NumberQuestion<Key extends string = string> extends Asked<Key> {
  least: number;
  most: number;
  step: number;
  /** Decimals. */
  digits: number;
  unit?: Key;
  truth: number;
  /** Largest difference from the truth that counts as right. */
  tolerance: number;
}

/** A question before something is revealed. */
export type Question<Key extends string = string> = ChoiceQuestion<Key> | NumberQuestion<Key>;

export interface Step<Key extends string = string> {
  /** Identifies the step that a learner returns to. */
  name: string;
  title: Key;
  /** Paragraphs. */
  text: Key[];
  /** Values of the paragraphs; may read signals. */
  values?: () => Values;
  /** The interactive picture. */
  Picture: FunctionComponent;
  question?: Question<Key>;
}

export interface LessonContext {
  services: LessonServices;
  seed: number;
  isTeacher: boolean;
  /** Tells screen readers what has changed in the picture. */
  say: (text: string) => void;
  /** Registers what stops when the lesson is left: engines, timers. */
  atEnd: (stop: () => void) => void;
  isShown: (part: Part) => boolean;
}

/** A lesson, created anew whenever it is opened. */
export interface Lesson<Key extends string = string> {
  messages: Messages<Key>;
  steps: Step<Key>[];
}

/** The term that is pointed at: pictures, formulas and legends light up what belongs to it. */
export const lit = signal<string | null>(null);

/** Whether changes should appear at once instead of moving. */
export const isStill = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** A pseudo-random number generator (mulberry32): numbers from 0 to 1, always the same for a seed. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
