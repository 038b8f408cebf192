// The learner's progress in each lesson, and the answers given, stored in the browser.
import { signal } from '@preact/signals';

/**
 * A learner's answer. `prediction`: index of the selected choice, or the predicted number; null if the learner skipped
 * the question.
 */
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
// Reads the stored progress again, because the lessons in another tab of the browser may have changed it.
addEventListener('storage', () => (all.value = remembered()));

const kNothing: Progress = { step: '', seen: [], isDone: false, answers: {} };

/** Whether a lesson is being printed. Pictures then hide what would reveal an answer. */
export const isPrinting = signal(false);

export const progressOf = (lesson: number): Progress => ({ ...kNothing, ...all.value[lesson] });

/**
 * Whether a picture may show the answer to the question `name`: the learner has answered, and the lesson is not being
 * printed.
 */
export const isRevealed = (lesson: number, name: string): boolean =>
  !isPrinting.value && name in progressOf(lesson).answers;

export function setProgress(lesson: number, changes: Partial<Progress>): void {
  all.value = { ...all.value, [lesson]: { ...kNothing, ...all.peek()[lesson], ...changes } };
  try {
    localStorage.setItem(kKey, JSON.stringify(all.peek()));
  } catch {
    // The browser blocks storage, so the progress lasts only until the page is closed.
  }
}
