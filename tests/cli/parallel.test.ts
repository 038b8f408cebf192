// Tests distributed training: several processes on this machine train one network together.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hlorank } from './hlorank.ts';
import {
  answersOf,
  catching,
  ends,
  fewPrograms,
  lossOf,
  newRun,
  sleep,
  startProcessGroup,
  startTraining,
  type Ended,
} from './training.ts';

const data = fewPrograms(8);
const minute = 60_000;

// Accepted difference between the outputs of two models after a few dozen training steps, as a fraction of the largest
// output. It comes from the order of floating-point sums.
const tolerance = 2e-3;
function expectSameAnswers(a: string, b: string, within = tolerance) {
  const [left, right] = [answersOf(a), answersOf(b)];
  expect(left.length).toBeGreaterThan(3);
  expect(right.length).toBe(left.length);
  const scale = Math.max(...left.map(Math.abs));
  left.forEach((value, i) => expect(Math.abs(value - right[i]!) / scale).toBeLessThan(within));
}

test.each([
  ['tables', data, ['--form', 'graph', '--epochs', '10', '--set', 'dropout=.1', '--folds', '2']],
  [
    'graph segments, with cached embeddings in each process',
    data,
    ['--form', 'early', '--segment', '12', '--set', 'width=8', '--epochs', '4'],
  ],
  [
    'stage graphs, each alone',
    fewPrograms(30, 'data/halide'),
    ['--epochs', '8', '--members', '1', '--set', 'dropout=.1'],
  ],
  [
    'stage graphs, all of a step together',
    fewPrograms(30, 'data/halide'),
    ['--epochs', '8', '--members', '1', '--set', 'dropout=0'],
  ],
])('one, two and four processes train the same network: %s', { timeout: 2 * minute }, async (_, programs, options) => {
  const runs: Record<number, { run: string; first: Ended }> = {};
  for (const world of [1, 2, 4]) {
    const run = newRun();
    const all = await ends(
      await startProcessGroup(world, () => [programs, '-o', run, '--validation', '.2', ...options]),
    );
    expect(all.map(({ code }) => code)).toEqual(all.map(() => 0));
    expect(all.slice(1).map(({ stdout, stderr }) => stdout + stderr)).toEqual(all.slice(1).map(() => ''));
    runs[world] = { run, first: all[0]! };
  }
  expect(lossOf(runs[1]!.first)).toBeGreaterThan(0);
  for (const world of [2, 4]) {
    expect(Math.abs(lossOf(runs[world]!.first) - lossOf(runs[1]!.first))).toBeLessThan(tolerance);
    expectSameAnswers(runs[1]!.run, runs[world]!.run);
  }
});

test('if a process dies, the others exit, and one process can resume', { timeout: 2 * minute }, async () => {
  const options = [data, '--form', 'calibrated', '--epochs', '300'];
  const together = newRun();
  const interrupted = await startProcessGroup(2, () => [...options, '-o', together]);
  await Promise.all(interrupted.map(catching));
  process.kill(interrupted[1]!.pid, 'SIGINT'); // interrupting one process must stop all of them and leave a checkpoint
  const [first, second] = await ends(interrupted);
  expect([first!.code, second!.code]).toEqual([130, 130]);
  expect(first!.stderr).toContain('interrupted; continue with `hlorank train --resume');
  expect(existsSync(join(together, 'jobs/all-member-0.npz'))).toBe(true);

  const lost = await startProcessGroup(2, () => ['--resume', '-o', together]);
  await Promise.all(lost.map(catching));
  await sleep(300);
  process.kill(lost[1]!.pid, 'SIGKILL');
  const [left] = await ends(lost);
  expect(left!.code).toBe(1);
  expect(left!.stderr).toContain('process 0 of 2 stops: another process ended');
  expect(left!.stderr).toContain(`hlorank train --resume -o ${together}`);

  const alone = newRun();
  expect((await startTraining(['--resume', '-o', together]).ended).code).toBe(0);
  expect((await startTraining([...options, '-o', alone]).ended).code).toBe(0);
  expectSameAnswers(alone, together, 1e-2); // differences grow over the thousand steps of this training
});

test('processes with different options or data report the difference', { timeout: minute }, async () => {
  const options = (rank: number) => [data, '-o', newRun(), '--epochs', rank === 1 ? '3' : '2'];
  const others = await ends(await startProcessGroup(2, options));
  expect(others.map(({ code }) => code)).toEqual([3, 3]);
  expect(others[0]!.stderr).toContain('processes 0 and 1 have different options');

  const more = fewPrograms(6);
  const sources = await ends(await startProcessGroup(2, (rank) => [rank === 1 ? more : data, '-o', newRun()]));
  expect(sources[0]!.stderr).toContain('processes 0 and 1 read different data');
});

test('waits for a missing process no longer than --timeout', { timeout: minute }, async () => {
  const [first] = await startProcessGroup(2, (rank) => [data, '-o', newRun(), '--timeout', rank ? 'none' : '3']);
  const begin = Date.now();
  const { code, stderr } = await first!.ended;
  expect(stderr).toContain('process 0 cannot connect to the other 1');
  expect(code).toBe(1);
  expect(Date.now() - begin).toBeLessThan(30_000);
});

test('names the environment variable that is missing or invalid', () => {
  const among = (env: Record<string, string>) => hlorank(['train', data, '-o', newRun()], '', env);
  const { code, stderr } = among({ WORLD_SIZE: '2', RANK: '2', MASTER_ADDR: 'localhost', MASTER_PORT: '1' });
  expect(code).toBe(2);
  expect(stderr).toContain('RANK must be a number from 0 to 1');
  expect(among({ WORLD_SIZE: '2', RANK: '0', MASTER_PORT: '1' }).stderr).toContain('MASTER_ADDR is not set');
  expect(among({ WORLD_SIZE: 'two' }).stderr).toContain('WORLD_SIZE is not a number of processes: two');
});
