// Tests that options with invalid values, and options that do not apply, are rejected.
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { folderWith, hlorank, program, root } from './hlorank.ts';

const tiny = join(folderWith({ 'tiny.hlo': program }), 'tiny.hlo');
const npz = join(root, 'data/measured/capsule.npz');
const mobile = join(root, 'web/public/examples/halide_mobile.zip');

describe('a number out of range', () => {
  test.each([
    [['cost', tiny, '--top', '-1'], '--top: must be a positive whole number or `all`, not -1'],
    [['cost', tiny, '--top', '0'], '--top: must be a positive whole number or `all`, not 0'],
    [['cost', tiny, '--top', '1.5'], '--top: must be a positive whole number or `all`, not 1.5'],
    [['rank', tiny, '--top', 'some'], '--top: must be a whole number or `all`, not some'],
    [['rank', tiny, '--top', '0x10'], '--top: must be a whole number or `all`, not 0x10'],
    [['train', npz, '-o', tiny], `--output: ${tiny} is a file, expected a folder`],
    [['prepare', npz, '-o', tiny], `--output: ${tiny} is a file, expected a folder`],
    [['cost', tiny, '--peak-flops', '0'], '--peak-flops: must be a positive number, not 0'],
    [['cost', tiny, '--peak-bandwidth', 'inf'], '--peak-bandwidth: must be a positive number, not inf'],
    [['cost', tiny, '--peak-flops', 'nan'], '--peak-flops: must be a positive number, not nan'],
    [['profile', tiny, '--traces', '0'], '--traces: must be a positive whole number, not 0'],
    [['profile', tiny, '--core', '-1'], '--core: must be a whole number, 0 or greater, not -1'],
    [['tune', tiny, '--budget', '3'], '--budget: must be a whole number from 4 to 1000000, not 3'],
    [['tune', tiny, '--seed', '-1'], '--seed: must be a whole number, 0 or greater, not -1'],
    [['tune', tiny, '--window', '-1'], '--window: must be a number, 0 or greater, not -1'],
    [['collect', tiny, '-o', 'x', '--threads', '0'], '--threads: must be a positive whole number, not 0'],
    [['rank', tiny, '--candidates', '0'], '--candidates: must be a whole number from 1 to 10000000, not 0'],
    [['evaluate', 'analytical', npz, '--most', '-1'], '--most: must be a whole number, 0 or greater, not -1'],
    [['evaluate', 'analytical', npz, '--min-tau', '2'], '--min-tau: must be a number from -1 to 1, not 2'],
    [['train', npz, '-o', 'x', '--folds', '1'], '--folds: must be 0, or at least 2'],
    [['train', npz, '-o', 'x', '--test', '1'], '--test: must be a number from 0 to 0.9, not 1'],
    [['replay', npz, '--seeds', '0'], '--seeds: must be a positive whole number, not 0'],
    [['synth', '-o', 'x', '--scale', '2'], '--scale: must be a number from 0.001 to 1, not 2'],
  ])('%j: %s', (args, message) => {
    const { code, stderr } = hlorank(args);
    expect(stderr.split('\n')[0]).toBe(`hlorank ${args[0]}: ${message}`);
    expect(code).toBe(2);
  });
});

describe('the exit code', () => {
  const damaged = join(folderWith({ 'bad.zip': zipSync({ 'p/a.sample': new Uint8Array(2) }) }), 'bad.zip');
  test.each([
    [['train', '/nowhere', '-o', 'x'], 2],
    [['train', npz, '/nowhere', '-o', 'x'], 2],
    [['export', '/nowhere', '-o', 'x'], 2],
    [['inspect', '/nowhere.prepared'], 2],
    [['rank', '/nowhere.prepared'], 2],
    [['rank', join(root, 'native')], 2],
    [['rank', '-', '--configs', '-'], 2],
    [['replay', tiny], 3],
    [['train', damaged, '-o', 'x'], 3],
    [['evaluate', 'analytical', damaged], 3],
  ])('of %j is %i: 2 if a file cannot be read, 3 if its content is bad', (args, wanted) => {
    const { code, stderr } = hlorank(args);
    expect(code, stderr).toBe(wanted);
  });
});

describe('an option that does not apply to the file', () => {
  test.each([
    [['rank', npz, '--model', 'analytical', '--seed', '2'], 'rank: --seed is ignored: the file has configurations'],
    [
      ['rank', npz.replace('.npz', '.hlo.txt.gz'), '--configs', npz, '--model', 'analytical', '--candidates', '5', '--seed', '2'], // prettier-ignore
      'rank: --candidates, --seed are ignored: --configs gives the configurations',
    ],
    [
      ['rank', tiny, '--model', 'analytical', '--weights', 'baseline.weights', '--cores', '2'],
      'rank: --weights, --cores are ignored: the file is a program, not schedules of Halide',
    ],
    [['rank', mobile, '--candidates', '5'], 'rank: --candidates is ignored: schedules are configurations themselves'],
    [
      ['profile', join(root, 'tests/data/profile/trace.xplane.pb'), '--traces', '3'],
      'profile: --traces is ignored: the file has recorded times; nothing is measured',
    ],
  ])('is named: %j', (args, message) => {
    const { code, stderr } = hlorank(args);
    expect(stderr).toContain(`hlorank ${message}\n`);
    expect(code).toBe(0);
  });

  test('is not mentioned where it applies', () => {
    expect(hlorank(['rank', tiny, '--model', 'analytical', '--seed', '2', '--candidates', '5']).stderr).toBe('');
  });

  test('that needs another one is rejected', () => {
    const { code, stderr } = hlorank(['rank', mobile, '--cores', '2']);
    expect(stderr).toContain('--cores requires --weights');
    expect(code).toBe(2);
  });
});
