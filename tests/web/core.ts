// Helpers for tests in Node: load the WebAssembly engine and the published models.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Engine, EngineError, type ErrorReport, type InputFile } from '../../wasm/engine.ts';
import type { ModuleFactory } from '../../wasm/module';

export const root = join(import.meta.dirname, '../..');

export async function loadEngine(): Promise<Engine> {
  const path = join(root, 'build/wasm/hlorank');
  const { default: factory } = (await import(/* @vite-ignore */ `${path}.mjs`)) as { default: ModuleFactory };
  return Engine.load(factory, { wasmBinary: readFileSync(`${path}.wasm`) });
}

export function file(path: string, name = path.split('/').at(-1)!): InputFile {
  return { name, bytes: new Uint8Array(readFileSync(join(root, path))) };
}

export const text = (content: string, name = 'text.hlo'): InputFile => ({
  name,
  bytes: new TextEncoder().encode(content),
});

/** Name of the example program that the page shows when it is opened without files. */
export const firstExample: string = (
  JSON.parse(readFileSync(join(root, 'web/public/examples/index.json'), 'utf8')) as { examples: { files: string[] }[] }
).examples[0]!.files[0]!.replace('.hlo.txt.gz', '');

/** Returns the two files of an example of the page: a program and its measured configurations. */
export const measured = (name: string): InputFile[] => [
  file(`web/public/examples/${name}.hlo.txt.gz`),
  file(`web/public/examples/${name}.npz`),
];

/** Returns the folder names of the published models for layouts of HLO programs, of those for schedules, or of both. */
export function publishedModels(kind: 'layouts' | 'schedules' | 'all' = 'layouts'): string[] {
  const folder = join(root, 'web/public/models');
  if (!existsSync(join(folder, 'index.json'))) return [];
  const read = (path: string) =>
    JSON.parse(readFileSync(join(folder, path), 'utf8')) as { models: string[]; join: string };
  const isSchedules = (name: string) => read(join(name, 'model.json')).join === 'stages';
  return read('index.json').models.filter((name) => kind === 'all' || isSchedules(name) === (kind === 'schedules'));
}

/** An HLO text that cannot be read: its line 5 has an unknown opcode. */
export const bad = `HloModule m

ENTRY main {
  x = f32[2]{0} parameter(0)
  ROOT y = f32[2]{0} frobnicate(x)
}
`;

export const dots = `HloModule dots

ENTRY main {
  x = f32[64,128]{1,0} parameter(0)
  w = f32[128,256]{1,0} parameter(1)
  v = f32[256,32]{1,0} parameter(2)
  first = f32[64,256]{1,0} dot(x, w), lhs_contracting_dims={1}, rhs_contracting_dims={0}
  second = f32[64,32]{1,0} dot(first, v), lhs_contracting_dims={1}, rhs_contracting_dims={0}
  ROOT r = f32[2,32,32]{2,1,0} reshape(second)
}
`;

/**
 * Returns the path of a file in the data folder outside the repository. Returns null if the file does not exist; the
 * tests that need it are then skipped.
 */
export function sharedData(path: string): string | null {
  const found = join(process.env.HLORANK_SUITE ?? join(root, '../shared/data'), path);
  return existsSync(found) ? found : null;
}

/** Runs the command line program and returns its standard output. If it fails, throws its standard error. */
export function hlorank(...args: string[]): string {
  const { stdout, stderr, status } = spawnSync(join(root, 'build/hlorank'), args, {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

/** Returns the report of the EngineError that `body` throws. */
export function errorOf(body: () => unknown): ErrorReport {
  try {
    body();
  } catch (error) {
    if (error instanceof EngineError) return error.report;
    throw error;
  }
  throw new Error('no error');
}
