// Vite plugin: typesets formulas (*.tex) with KaTeX at build time, so that the page loads only KaTeX's style and fonts.
import { readFileSync } from 'node:fs';
import katex from 'katex';
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

export const formulas = (): Plugin => ({
  name: 'formulas',
  enforce: 'pre',
  load(id) {
    if (!id.endsWith('.tex')) return null;
    return `export default ${JSON.stringify(typeset(readFileSync(id, 'utf8')))};`;
  },
  /** Removes the fonts that no formula needs, and the formats for browsers that the page does not support. */
  transform(code, id) {
    if (!id.includes('katex') || !id.endsWith('.css')) return null;
    return code.replace(/@font-face\{[^}]*\}/g, (face) => {
      const url = /url\(([^)]*\.woff2)\)/.exec(face)?.[1] ?? '';
      return kFonts.test(url) ? face.replace(/src:[^;}]*/, `src:url(${url}) format("woff2")`) : '';
    });
  },
});
