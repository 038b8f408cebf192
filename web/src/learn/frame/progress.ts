// The learner's progress in each lesson, and the answers given, stored in the browser.
import { signal } from '@preact/signals';

/** A learner's answer: index of the choice, or the predicted number; null: skipped. */
export interface Answer {
  prediction: number | null;
}

export interface Progress {
  /** Name of the step that the learner saw last. */
  step: string;
  /** Names of all steps that the learner has seen. */
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
// Another tab of the browser may show lessons too and change the stored progress.
addEventListener('storage', () => (all.value = remembered()));

const kNothing: Progress = { step: '', seen: [], isDone: false, answers: {} };

/** Whether a lesson is being printed: pictures then hide what an answer would reveal. */
export const isPrinting = signal(false);

export const progressOf = (lesson: number): Progress => ({ ...kNothing, ...all.value[lesson] });

/** Whether a picture may show what the question `name` asks for. */
export const isRevealed = (lesson: number, name: string): boolean =>
  !isPrinting.value && name in progressOf(lesson).answers;

export function setProgress(lesson: number, changes: Partial<Progress>): void {
  all.value = { ...all.value, [lesson]: { ...kNothing, ...all.peek()[lesson], ...changes } };
  try {
    localStorage.setItem(kKey, JSON.stringify(all.peek()));
  } catch {
    // The browser blocks storage: the progress lasts until the page is closed.
  }
}
