// The language of the lessons: `lang` of the page address, else the remembered one. Texts with live values in it.
import { signal } from '@preact/signals';
import { count } from '../../dom';

export const kLanguages = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof kLanguages;

/** The texts of a lesson or of the frame. A text may hold values, {name}, and marks: see rich.tsx. */
export type Messages<Key extends string = string> = Record<Language, Record<Key, string>>;
export type Values = Record<string, string | number>;
export type Translate<Key extends string> = (key: Key, values?: Values) => string;

const kKey = 'hlorank.language';

const isLanguage = (text: string | null): text is Language => text !== null && text in kLanguages;

function remembered(): Language {
  try {
    const text = localStorage.getItem(kKey);
    return isLanguage(text) ? text : 'en';
  } catch {
    return 'en';
  }
}

export const language = signal<Language>(remembered());

/** Shows the lessons in a language and remembers it. Ignores languages that the lessons do not have. */
export function chooseLanguage(text: string | null): void {
  if (!isLanguage(text)) return;
  language.value = text;
  try {
    localStorage.setItem(kKey, text);
  } catch {
    // The browser blocks storage: the language lasts until the page is closed.
  }
}

/** Formats a number with `digits` decimals as the language writes it, with a Unicode minus sign. */
export function decimal(value: number, digits: number): string {
  const text = (Number(value.toFixed(digits)) === 0 ? 0 : value).toFixed(digits).replace('-', '−');
  return language.value === 'de' ? text.replace('.', ',') : text;
}

/** Formats a whole number with the language's separator of thousands. */
export const wholeNumber = (value: number): string =>
  language.value === 'de' ? count(value).replaceAll(',', '.') : count(value);

/** Keeps a number and its unit on one line. */
const unbroken = (text: string): string => text.replace(/(\d) (?=(?:%|ms|µs|k?B|[MG]B)(?!\w))/g, '$1\u00a0');

/** Returns the function that finds a text in the current language and puts its values in. */
export const translator =
  <Key extends string>(messages: Messages<Key>): Translate<Key> =>
  (key, values = {}) =>
    unbroken(
      messages[language.value][key].replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole)),
    );
