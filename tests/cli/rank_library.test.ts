// Tests that `hlorank rank` loads the library with LibTorch only for networks that need LibTorch.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { binary, folderWith, hlorank, program, root } from './hlorank.ts';

const tree = folderWith({ 'tiny.hlo': program });
mkdirSync(join(tree, 'build'));
cpSync(binary, join(tree, 'build/hlorank'));
cpSync(join(root, 'web/public/models'), join(tree, 'web/public/models'), { recursive: true });
const tiny = join(tree, 'tiny.hlo');
const alone = (...args: string[]) => spawnSync(join(tree, 'build/hlorank'), args, { encoding: 'utf8' });

test('without the library, published models that simulate the compiler and the analytical model rank the same', () => {
  for (const model of [[], ['--model', 'analytical']]) {
    const { status, stdout, stderr } = alone('rank', tiny, ...model);
    expect(stderr).toBe('');
    expect(status).toBe(0);
    expect(stdout).toBe(hlorank(['rank', tiny, ...model]).stdout);
  }
});

test('without the library, other networks and schedules say what is missing', () => {
  for (const args of [
    ['rank', tiny, '--model', join(tree, 'web/public/models/calibrated')],
    ['rank', join(root, 'data/halide/0000.npz')],
  ]) {
    const { status, stderr } = alone(...args);
    expect(stderr).toContain('libhlorank_model.so');
    expect(stderr).toContain('npm run build');
    expect(status).toBeGreaterThan(0);
  }
});
