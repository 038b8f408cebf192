// Parses the part of the page address that names a lesson: #learn/3?step=2&teacher=1&hide=text,picture&seed=7&lang=de

export const kParts = ['text', 'picture', 'formula', 'question'] as const;
export type Part = (typeof kParts)[number];

export interface LessonAddress {
  /** Number of the lesson; null if the page address names the list of lessons. */
  lesson: number | null;
  /** Number of the step to show first, counted from 1; null for the step that the learner saw last. */
  step: number | null;
  /** Whether the teacher's view is on: large texts for a projector, and a button that prints the lesson. */
  isTeacher: boolean;
  /** Kinds of parts that all steps hide, such as pictures. */
  hidden: Part[];
  /** Seed of the lesson's random numbers. */
  seed: number;
  language: string | null;
}

const kSeed = 1;

/** Parses a whole number of at most nine digits; returns null for any other text. */
function wholeNumber(text: string | null): number | null {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null;
}

/**
 * Parses the address of a lesson. `search`: query part of the page address, which may contain `lang`. Returns null if
 * the address names no lesson.
 */
export function parseAddress(hash: string, search = ''): LessonAddress | null {
  const match = /^#learn(?:\/(\d{1,3}))?\/?(?:\?(.*))?$/.exec(hash);
  if (!match) return null;
  const parameters = new URLSearchParams(match[2] ?? '');
  const hidden = (parameters.get('hide') ?? '').split(',');
  return {
    lesson: wholeNumber(match[1] ?? null),
    step: wholeNumber(parameters.get('step')),
    isTeacher: parameters.get('teacher') === '1',
    hidden: kParts.filter((part) => hidden.includes(part)),
    seed: wholeNumber(parameters.get('seed')) ?? kSeed,
    language: parameters.get('lang') ?? new URLSearchParams(search).get('lang'),
  };
}

/** Returns the page address of the lesson, with the same options as `hash` except the step. */
export function addressOf(lesson: number, hash: string): string {
  const parameters = new URLSearchParams(hash.split('?')[1] ?? '');
  parameters.delete('step');
  return `#learn/${lesson}${parameters.size ? `?${parameters}` : ''}`;
}
