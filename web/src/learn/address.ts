// The part of the page address that names a lesson: #learn/3?step=2&teacher=1&hide=text,picture&seed=7&lang=de

export const kParts = ['text', 'picture', 'formula', 'question'] as const;
export type Part = (typeof kParts)[number];

export interface LessonAddress {
  /** Null: the list of lessons. */
  lesson: number | null;
  /** Step to begin with, from 1; null: the step that was left last. */
  step: number | null;
  /** Large texts for a projector, and a button that prints the sheet. */
  isTeacher: boolean;
  /** Parts that are not shown. */
  hidden: Part[];
  /** Seed of everything random in the lesson. */
  seed: number;
  language: string | null;
}

const kSeed = 1;

/** A whole number in an address, or null. */
function wholeNumber(text: string | null): number | null {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null;
}

/** Reads the address of a lesson; `search`: of the page, which may hold `lang`. Null: the address names no lesson. */
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

/** The address of another lesson, with the same options. */
export function addressOf(lesson: number, hash: string): string {
  const parameters = new URLSearchParams(hash.split('?')[1] ?? '');
  parameters.delete('step');
  return `#learn/${lesson}${parameters.size ? `?${parameters}` : ''}`;
}
