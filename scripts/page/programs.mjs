// The programs that the page is measured and pictured with: generated ones, and real ones where they are.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { generateHlo } from '../generate_hlo.mjs';
import { outputFolder } from '../quick.mjs';

const root = join(import.meta.dirname, '../..');
/** Where generated programs, and what is made of them, lie. */
export const folder = outputFolder('bench');

mkdirSync(folder, { recursive: true });

/** Path of a generated program of about so many instructions. */
export function generated(instructions) {
  const path = join(folder, `generated_${instructions / 1000}k.hlo`);
  if (!existsSync(path)) writeFileSync(path, generateHlo(instructions));
  return path;
}

/** Path of an example of the page, by the beginning of its name. */
export const example = (name) => join(root, `web/public/examples/${name}.hlo.txt.gz`);

const suite = join(root, 'build/suite/valid');
const largest = {
  mobilenet: join(suite, '00595_xla_tools_data_benchmarking_mobilenet_v2.hlo.hlo'),
  mixtral: join(suite, '00590_xla_tools_benchmarks_hlo_hlo_mixtral_8x7b_bf16_2x8.hlo.hlo'),
};

/** Path of a large program of the conformance suite; null, and a word about it, where there is none. */
export function fromSuite(name) {
  const path = largest[name];
  if (existsSync(path)) return path;
  console.log(`the conformance suite is not here: ${name} is left out`);
  return null;
}

export const nameOf = (path) =>
  basename(path)
    .replace(/^\d+_(xla_tools_)?(benchmarks_hlo_hlo_|data_benchmarking_)?/, '')
    .replace(/(\.hlo|\.txt|\.gz)+$/, '');
