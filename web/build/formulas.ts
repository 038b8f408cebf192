// Vite plugin: typesets formulas (*.tex) with KaTeX at build time, so that the page loads only KaTeX's style and fonts.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import katex from 'katex';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

// The fonts that the formulas of the page need; the others are not shipped.
const kFonts = /KaTeX_(?:Main-Regular|Math-Italic|Size[12]-Regular)\.woff2$/;

/**
 * A formula marks a term as \term{name}{…}, which lights up with the picture, and a number as \live{name}, which the
 * page replaces by its value.
 */
const macros = { '\\term': '{\\htmlData{term=#1}{#2}}', '\\live': '{\\htmlData{live=#1}{0}}' };

/** The HTML of a formula. Style attributes become data-style: the security policy forbids them, scripts may set them. */
const typeset = (tex: string): string =>
  katex
    .renderToString(tex, { displayMode: true, throwOnError: true, strict: false, trust: true, macros: { ...macros } })
    .replaceAll(' style=', ' data-style=');

// What live numbers are written with.
const kNumbers = '0123456789.,+-−×·∞%e ';

/** All characters of the formulas in a folder, those of live numbers included. */
function charactersOf(folder: string): string {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tex'));
  const text = files.map((file) => typeset(readFileSync(join(folder, file), 'utf8')).replace(/<[^>]*>/g, ''));
  return [...new Set(text.join('').replace(/&#?\w+;/g, '') + '<>&' + kNumbers)].sort().join('');
}

/** Typesets the formulas in `folder`; `fonts` is the folder for their fonts, with only the characters that occur. */
export const formulas = (folder: string, fonts: string): Plugin => ({
  name: 'formulas',
  enforce: 'pre',
  load(id) {
    if (!id.endsWith('.tex')) return null;
    return `export default ${JSON.stringify(typeset(readFileSync(id, 'utf8')))};`;
  },
  /** Removes the fonts and characters that no formula needs, and the formats for browsers that are not supported. */
  async transform(code, id) {
    if (!id.includes('katex') || !id.endsWith('.css')) return null;
    const characters = charactersOf(folder);
    const own = new Map<string, string>(); // URL of a font in KaTeX's style → URL of its copy
    mkdirSync(fonts, { recursive: true });
    for (const [, url] of code.matchAll(/url\(([^)]*\.woff2)\)/g)) {
      if (!url || !kFonts.test(url)) continue;
      const font = await subsetFont(readFileSync(join(dirname(id), url)), characters, { targetFormat: 'woff2' });
      const copy = join(fonts, url.split('/').at(-1)!);
      writeFileSync(copy, font);
      own.set(url, relative(dirname(id), copy));
    }
    return code.replace(/@font-face\{[^}]*\}/g, (face) => {
      const url = own.get(/url\(([^)]*\.woff2)\)/.exec(face)?.[1] ?? '');
      return url ? face.replace(/src:[^;}]*/, `src:url(${url}) format("woff2")`) : '';
    });
  },
});
