// Tests `hlorank tune` with a fake measuring worker that does not need JAX, in which each constrained layout makes the
// program 2 % slower, and once with the real one.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderWith, hlorank, lapackProgram, program, root } from './hlorank.ts';

const twoDots = `HloModule small

ENTRY main {
  x = f32[64,32]{1,0} parameter(0)
  w1 = f32[32,48]{1,0} parameter(1)
  w2 = f32[48,16]{1,0} parameter(2)
  h = f32[64,48]{1,0} dot(x, w1), lhs_contracting_dims={1}, rhs_contracting_dims={0}
  ROOT y = f32[64,16]{1,0} dot(h, w2), lhs_contracting_dims={1}, rhs_contracting_dims={0}
}
`;
const worker = join(root, 'tests/support/fake_worker.py');
const python = join(root, 'build/python/bin/python');
const hasJax = existsSync(python) && spawnSync(python, ['-c', 'import jax']).status === 0;
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

test.skipIf(!hasPython3)('keeps what the search found if the final comparison fails', () => {
  const folder = folderWith({ 'caf\u00e9.hlo': twoDots });
  const output = join(folder, 'tuned');
  const options = ['--python', worker, '--window', '0', '--budget', '40', '--strategy', 'climb', '-q', '-o', output];
  const env = { FAKE_WORKER_DIES: 'time', FAKE_WORKER_PROCESS: '2', FAKE_WORKER_LOG: join(folder, 'log') };
  const { code, stdout, stderr } = hlorank(['tune', join(folder, 'caf\u00e9.hlo'), ...options], '', env);
  expect(code).toBe(1);
  expect(stderr).toContain('the final comparison failed: the compiler process ended');
  expect(stdout).toContain('times as fast during the search, unconfirmed');
  const read = (name: string) => readFileSync(join(output, name), 'utf8');
  const { gain, unverified, constraints } = JSON.parse(read('layouts.json')) as {
    gain: boolean;
    unverified: string;
    constraints: object[];
  };
  expect({ gain, unverified }).toMatchObject({ gain: false, unverified: 'the compiler process ended' });
  expect(constraints.length).toBeGreaterThan(0);
  expect(read('tuned.hlo')).not.toBe(read('original.hlo'));
  expect(read('history.csv').split('\n').length).toBeGreaterThan(3);
});

test('takes the program next to an .npz, and says if there is none', () => {
  const measured = join(root, 'data/measured/capsule.npz');
  const folder = folderWith({ 'alone.npz': readFileSync(measured), 'damaged.npz': readFileSync(measured), 'damaged.hlo': 'HloModule' }); // prettier-ignore
  const stderrOf = (name: string) => hlorank(['tune', join(folder, name), '--python', worker, '-q']).stderr;
  expect(stderrOf('alone.npz')).toContain('give the HLO text or proto that the arrays were made from');
  expect(stderrOf('damaged.npz')).toMatch(/damaged\.hlo:1:10: error: .*\n(.*\n)*.*the file may be truncated/);
});

test('does not replace a file tuned.hlo that it did not write', () => {
  const folder = folderWith({ 'tiny.hlo': program, 'tuned.hlo': 'notes' });
  const { code, stderr } = hlorank(['tune', join(folder, 'tiny.hlo'), '-o', folder]);
  expect(code).toBe(2);
  expect(stderr).toContain('tuned.hlo exists and is no result of hlorank tune');
  expect(readFileSync(join(folder, 'tuned.hlo'), 'utf8')).toBe('notes');
});

test.skipIf(!hasPython3).each([
  [
    'the 3 configurations that compiled give the same program as the compiler default; a larger --budget tries more',
    [],
    { FAKE_WORKER_DUPLICATES: '*' },
  ],
  [
    'the time limit ended the search before a configuration was timed; give more --seconds',
    ['--seconds', '0.01'],
    { FAKE_WORKER_SLOW: '0.05' },
  ],
  ['every measurement of run times failed', [], { FAKE_WORKER_DIES: 'time' }],
])('says that nothing was measured because %s', (reason, more, env) => {
  const output = join(folderWith({}), 'tuned');
  const options = ['--python', worker, '--window', '0', '--budget', '4', '--model', 'analytical', '-q', ...more];
  const { code, stdout } = hlorank(['tune', '-', ...options, '-o', output], program, env);
  expect(stdout).toContain(`nothing was measured: ${reason}\n`);
  expect(stdout).not.toContain('no configuration was faster');
  expect(stdout).toContain('history.csv has no times');
  expect(code).toBe(0);
  const { search, history } = JSON.parse(readFileSync(join(output, 'layouts.json'), 'utf8')) as {
    search: { measured: number; best: number | null; nothing: string };
    history: object[];
  };
  expect(search).toMatchObject({ measured: 0, best: null, nothing: reason });
  expect(history).toEqual([]);
});

test.skipIf(!hasPython3)('names a wrong core', () => {
  const { code, stderr } = hlorank(['tune', '-', '--python', worker, '--core', '100000', '-q'], program);
  expect(stderr).toContain('--core 100000: this machine has no such core');
  expect(code).toBe(2);
});

test.skipIf(!hasJax)('names the platforms that jax finds', { timeout: 60_000 }, () => {
  const { code, stderr } = hlorank(['tune', '-', '--python', python, '--platform', 'foo', '-q'], program);
  expect(code).toBe(2);
  expect(stderr).toMatch(/error: --platform foo: .*\n {2}help: jax finds .*cpu/);
  expect(stderr).not.toContain('--python');
});

test.skipIf(!hasJax)('apply.py measures the times that tune measured', { timeout: 120_000 }, () => {
  const folder = folderWith({ 'cholesky.hlo': lapackProgram });
  const output = join(folder, 'tuned');
  const options = ['--budget', '4', '--window', '0.01', '--passes', '5', '-q', '--python', python, '-o', output];
  const { code, stderr } = hlorank(['tune', join(folder, 'cholesky.hlo'), ...options]);
  expect(stderr).toBe('');
  expect(code).toBe(0);
  const { cores, history } = JSON.parse(readFileSync(join(output, 'layouts.json'), 'utf8')) as {
    cores: number[];
    history: { kind: string; time: number }[];
  };
  expect(cores).toHaveLength(1);
  const applied = spawnSync(python, [join(output, 'apply.py')], { encoding: 'utf8' });
  expect(applied.stderr).toBe('');
  expect(applied.stdout).toContain(`CPU cores [${cores[0]}]`);
  const [, milliseconds] = /^original ([\d.]+) ms/m.exec(applied.stdout)!;
  expect(Number(milliseconds) / 1e3 / history[0]!.time).toBeLessThan(2);
});
