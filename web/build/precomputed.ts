// Vite plugin: ranks the first example with the command line at build time, so that the page can show it before the
// engine loads.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const kShown = '20'; // configurations in the file, best first
const kFile = 'examples/first.json'; // path in the built page
/**
 * Preloads the ranking in parallel with the scripts, unless the page address names files (`isAsked` in src/main.ts),
 * because the page then shows those. An inline script; the content security policy has to allow its hash.
 */
export const kPreload = `if (!location.hash.startsWith('#v1=') && !new URLSearchParams(location.search).has('file'))
  document.head.append(Object.assign(document.createElement('link'), { rel: 'preload', as: 'fetch', crossOrigin: '', href: './${kFile}' }));`;

interface Report {
  file: string;
  count: number;
  generated: boolean;
  configurations: { time?: number }[];
  notices: object[];
  format: string;
}

/**
 * Creates the plugin. `program`: path of the hlorank binary; if it does not exist, the build warns and writes no
 * ranking. `folder`: Vite's public folder, with the examples and models.
 */
export const precomputed = (program: string, folder: string): Plugin => ({
  name: 'precomputed',
  apply: 'build',
  // In front of the style sheet, for which the browser would make the script wait.
  transformIndexHtml: () =>
    existsSync(program) ? [{ tag: 'script', children: kPreload, injectTo: 'head-prepend' }] : [],
  generateBundle() {
    if (!existsSync(program)) return this.warn(`${program} does not exist: the page will show the first example only after the engine has loaded`);
    const read = (path: string) => JSON.parse(readFileSync(join(folder, path), 'utf8')) as Record<string, never>;
    const [first] = read('examples/index.json').examples as unknown as { files: string[] }[];
    const [model] = read('models/index.json').models as unknown as string[];
    const [file, configurations] = first!.files.map((name) => join(folder, 'examples', name));
    const more = configurations ? ['--configs', configurations] : [];
    const say = (...words: string[]) => JSON.parse(execFileSync(program, words, { encoding: 'utf8' })) as Report;
    try {
      const report: Report = say('rank', file!, ...more, '--model', join(folder, 'models', model!), '--top', kShown, '--json');
      const inspection = say('inspect', file!, '--json');
      report.file = inspection.file = first!.files[0]!;
      // `inspect` does not read the configurations: adds what `rank` reports about them.
      const { count, generated, configurations: shown, notices, format } = report;
      const measured = shown.some(({ time }) => time !== undefined);
      Object.assign(inspection, { configurations: { count, generated, measured }, notices, format });
      this.emitFile({
        type: 'asset',
        fileName: kFile,
        source: JSON.stringify({ inspection, report }),
      });
    } catch (error) {
      this.warn(`the page will show the first example only after the engine has loaded: ${(error as Error).message}`);
    }
  },
});
