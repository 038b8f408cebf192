// A recorded profile with measured times, for tests of the page.
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InputFile } from '../../wasm/engine.ts';
import { file, hlorank, root, text } from './core.ts';

const path = 'tests/data/profile/trace.xplane.pb';

interface Row {
  name: string;
  measuredShare: number;
  disagrees: boolean;
}

/** Returns the instructions with measured times in the output of `hlorank profile`, slowest first. */
export const slowest = (): Row[] =>
  (JSON.parse(hlorank('profile', join(root, path), '--json')) as { instructions: Row[] }).instructions.filter(
    ({ measuredShare }) => measuredShare > 0,
  );

export const trace = (): InputFile => file(path);

/**
 * Returns the optimised program in the recorded trace, and a file with its measured times as `hlorank profile -o`
 * writes it.
 */
export function timed(): [program: InputFile, times: InputFile] {
  const times = join(mkdtempSync(join(tmpdir(), 'hlorank-')), 'times.json');
  hlorank('profile', join(root, path), '-o', times);
  const { hlo } = JSON.parse(readFileSync(times, 'utf8')) as { hlo: string };
  return [text(hlo, 'optimised.hlo'), { name: 'times.json', bytes: new Uint8Array(readFileSync(times)) }];
}
