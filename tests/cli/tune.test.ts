// Tests `hlorank tune` with a fake measuring worker that does not need JAX: each constrained layout makes the program 2
// % slower.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderWith, hlorank, program, root } from './hlorank.ts';

const worker = join(root, 'tests/support/fake_worker.py');
const hasPython3 = spawnSync('python3', ['-c', '']).status === 0;

test.skipIf(!hasPython3)('says that no configuration was faster, and what was written', () => {
  const folder = folderWith({ 'tiny.hlo': program });
  const output = join(folder, 'tuned');
  const options = [
    '--python',
    worker,
    '--window',
    '0',
    '--passes',
    '5',
    '--budget',
    '5',
    '--model',
    'analytical',
    '-q',
  ];
  const { code, stdout } = hlorank(['tune', join(folder, 'tiny.hlo'), ...options, '-o', output]);
  expect(code).toBe(0);
  expect(stdout).toContain('no gain: no configuration was faster than the compiler default');
  expect(stdout).toContain(`wrote no faster program to ${output}: tuned.hlo is the program unchanged`);
  expect(stdout).not.toContain('wrote the tuned program');
  const read = (name: string) => readFileSync(join(output, name), 'utf8');
  expect(read('tuned.hlo')).toBe(read('original.hlo'));
});
