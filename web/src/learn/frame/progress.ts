// How far the learner is in each lesson, and the answers given: kept in this browser.
import { signal } from '@preact/signals';

/** A prediction: the number of the choice or the value; null: skipped. */
export interface Answer {
  prediction: number | null;
}

export interface Progress {
  /** Name of the step that is shown. */
  step: string;
  /** Names of the steps that were shown. */
  seen: string[];
  isDone: boolean;
  answers: Record<string, Answer>;
}

const kKey = 'hlorank.lessons';

function remembered(): Record<string, Progress> {
  try {
    const all: unknown = JSON.parse(localStorage.getItem(kKey) ?? '{}');
    return typeof all === 'object' && all !== null ? (all as Record<string, Progress>) : {};
  } catch {
    return {};
  }
}

const all = signal(remembered());
addEventListener('storage', () => (all.value = remembered())); // another tab shows lessons, too

const kNothing: Progress = { step: '', seen: [], isDone: false, answers: {} };

/** The sheet of a lesson is being printed: its pictures keep what an answer reveals to themselves. */
export const isPrinting = signal(false);

export const progressOf = (lesson: number): Progress => ({ ...kNothing, ...all.value[lesson] });

/** Whether a picture shows what the question `name` asks for. */
export const isRevealed = (lesson: number, name: string): boolean =>
  !isPrinting.value && name in progressOf(lesson).answers;

export function setProgress(lesson: number, changes: Partial<Progress>): void {
  all.value = { ...all.value, [lesson]: { ...kNothing, ...all.peek()[lesson], ...changes } };
  try {
    localStorage.setItem(kKey, JSON.stringify(all.peek()));
  } catch {
    // The browser blocks storage: progress lasts until the page is closed.
  }
}
