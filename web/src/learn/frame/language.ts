// Language of the lessons, which `lang` in the page address or the stored setting selects. Also inserts values into the
// translated texts.
import { signal } from '@preact/signals';
import { count } from '../../dom';

export const kLanguages = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof kLanguages;

/**
 * Texts of a lesson in all languages. A text may contain placeholders {name} for values, and the markup described in
 * rich.tsx.
 */
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

/**
 * Shows the lessons in a language and stores this setting. Ignores a language into which the lessons are not
 * translated.
 */
export function chooseLanguage(text: string | null): void {
  if (!isLanguage(text)) return;
  language.value = text;
  try {
    localStorage.setItem(kKey, text);
  } catch {
    // The browser blocks storage, so the language lasts only until the page is closed.
  }
}

/** Formats a number with `digits` decimals as usual in the current language, with a Unicode minus sign. */
export function decimal(value: number, digits = 0): string {
  const text = (Number(value.toFixed(digits)) === 0 ? 0 : value).toFixed(digits).replace('-', '−');
  return language.value === 'de' ? text.replace('.', ',') : text;
}

/** Formats a whole number with the thousands separator of the current language. */
export const wholeNumber = (value: number): string =>
  language.value === 'de' ? count(value).replaceAll(',', '.') : count(value);

/** Replaces the space between a number and its unit by one at which the line does not break. */
const unbroken = (text: string): string => text.replace(/(\d) (?=(?:%|ms|µs|k?B|[MG]B)(?!\w))/g, '$1\u00a0');

/** Returns a function that looks up a text in the current language and inserts values into it. */
export const translator =
  <Key extends string>(messages: Messages<Key>): Translate<Key> =>
  (key, values = {}) =>
    unbroken(
      messages[language.value][key].replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole)),
    );
