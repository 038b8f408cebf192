// Helpers for tests with schedules: files of schedules, and a small network that was trained on them.
import { cpSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundle } from '../../web/src/bundle.ts';
import type { InputFile } from '../../wasm/engine.ts';
import { hlorank, root } from './core.ts';

export const blurFolder = join(root, 'tests/data/stages/blur');

/**
 * Returns the files of the test data `blur`, which has four Halide schedules with six stages. `names`: files to return;
 * `path`: folder in front of the names.
 */
export const blurFiles = (names = readdirSync(blurFolder), path = ''): (InputFile & { path: string; head: string })[] =>
  names
    .filter((name) => name !== 'costs.tsv')
    .map((name) => ({
      name,
      path: path + name,
      head: '',
      bytes: new Uint8Array(readFileSync(join(blurFolder, name))),
    }));

export const blurBundle = (): InputFile => bundle(blurFiles(undefined, 'blur/'));

/** Returns the archive of schedules of one of the page's examples. */
export function exampleFiles(name: string): InputFile {
  return { name: `${name}.zip`, bytes: new Uint8Array(readFileSync(join(root, `web/public/examples/${name}.zip`))) };
}

/**
 * Trains a small network that predicts stage times on copies of the test data `blur`. Returns the folder of the model.
 */
export function trainedModel(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hlorank-'));
  for (const name of ['a', 'b', 'c']) cpSync(blurFolder, join(folder, 'data', name), { recursive: true });
  hlorank('train', join(folder, 'data'), '-o', join(folder, 'run'), '--epochs', '20');
  return join(folder, 'run');
}
