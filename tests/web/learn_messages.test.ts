// Tests that the texts of the lessons are complete in both languages, that no text is unused, and that technical terms
// are explained.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseAddress } from '../../web/src/learn/address.ts';
import { root } from './core.ts';

const folder = join(root, 'web/src/learn');
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !path.startsWith('messages'))
  .map((path) => ({ path, content: readFileSync(join(folder, path), 'utf8') }));
const names = readdirSync(join(folder, 'messages'))
  .filter((name) => name.endsWith('.en.ts'))
  .map((name) => name.slice(0, -'.en.ts'.length));
const load = async (name: string, language: 'en' | 'de') =>
  ((await import(`../../web/src/learn/messages/${name}.${language}.ts`)) as Record<string, Record<string, string>>)[
    language
  ]!;

const valuesIn = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!).sort();
const termsIn = (text: string): string[] =>
  [...text.replaceAll(/`[^`]*`/g, '').matchAll(/\[([^\]|]+)(?:\|[^\]]+)?\]/g)].map(([, term]) => term!);

describe.each(names)('messages of %s', (name) => {
  test('have the same keys and values in both languages, and no empty text', async () => {
    const [en, de] = [await load(name, 'en'), await load(name, 'de')];
    expect(Object.keys(de).sort()).toEqual(Object.keys(en).sort());
    for (const key of Object.keys(en)) {
      expect(en[key]!.trim() && de[key]!.trim(), key).not.toBe('');
      if (name === 'glossary') continue; // braces in the glossary are layouts, not values to insert
      expect(valuesIn(de[key]!.replaceAll(/`[^`]*`/g, '')), key).toEqual(valuesIn(en[key]!.replaceAll(/`[^`]*`/g, '')));
    }
  });

  test('are all used', async () => {
    const en = await load(name, 'en');
    const used =
      name === 'glossary'
        ? (await Promise.all(names.map((each) => load(each, 'en')))).flatMap((texts) =>
            Object.values(texts).flatMap(termsIn),
          )
        : sources
            .filter(({ path }) => (name === 'frame' ? /^frame|^learn\.tsx/.test(path) : path.startsWith(name)))
            .flatMap(({ content }) => [...content.matchAll(/'(\w+)'/g)].map(([, key]) => key!));
    expect(Object.keys(en).filter((key) => !used.includes(key))).toEqual([]);
  });

  test.each(['en', 'de'] as const)('mark only terms of the glossary, once each, in %s', async (language) => {
    if (name === 'glossary') return;
    const glossary = await load('glossary', language);
    const terms = Object.values(await load(name, language)).flatMap(termsIn);
    expect(terms.filter((term) => !(term in glossary))).toEqual([]);
    expect(terms.filter((term, i) => terms.indexOf(term) !== i)).toEqual([]);
  });
});

test('addresses of lessons', () => {
  expect(parseAddress('#v1=abc')).toBeNull();
  expect(parseAddress('')).toBeNull();
  expect(parseAddress('#learn')?.lesson).toBeNull();
  expect(parseAddress('#learn/3?teacher=1&hide=text,nonsense&seed=7&step=2', '?lang=de')).toEqual({
    lesson: 3,
    step: 2,
    isTeacher: true,
    hidden: ['text'],
    seed: 7,
    language: 'de',
  });
  expect(parseAddress('#learn/x')).toBeNull();
});
