// Provides programs for benchmarks and screenshots of the page: generated programs, and real programs if available.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { generateHlo } from '../generate_hlo.mjs';
import { outputFolder } from '../quick.mjs';

const root = join(import.meta.dirname, '../..');
/** Path of the folder for generated programs and for files made from these programs. */
export const folder = outputFolder('bench');

mkdirSync(folder, { recursive: true });

/** Generates a program of about `instructions` instructions and returns its path. */
export function generated(instructions) {
  const path = join(folder, `generated_${instructions / 1000}k.hlo`);
  if (!existsSync(path)) writeFileSync(path, generateHlo(instructions));
  return path;
}

/** Path of an example program of the page. `name`: its file name without the ending .hlo.txt.gz. */
export const example = (name) => join(root, `web/public/examples/${name}.hlo.txt.gz`);

const suite = join(root, 'build/suite/valid');
const largest = {
  mobilenet: join(suite, '00595_xla_tools_data_benchmarking_mobilenet_v2.hlo.hlo'),
  mixtral: join(suite, '00590_xla_tools_benchmarks_hlo_hlo_mixtral_8x7b_bf16_2x8.hlo.hlo'),
};

/**
 * Returns the path of a large program of the conformance suite. If the suite is not there, prints a note and returns
 * null.
 */
export function fromSuite(name) {
  const path = largest[name];
  if (existsSync(path)) return path;
  console.log(`conformance suite not found: ${name} is left out`);
  return null;
}

export const nameOf = (path) =>
  basename(path)
    .replace(/^\d+_(xla_tools_)?(benchmarks_hlo_hlo_|data_benchmarking_)?/, '')
    .replace(/(\.hlo|\.txt|\.gz)+$/, '');
