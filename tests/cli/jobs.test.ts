// Tests `hlorank train --jobs`: several networks of a run are trained in parallel, each in a process of its own.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { catching, fewPrograms, newRun, type Running, sleep, startTraining, trainOnFullDisk } from './training.ts';

const minute = 60_000;
const networks = ['fold-0-member-0', 'fold-0-member-1', 'fold-1-member-0', 'fold-1-member-1'];
const options = [
  fewPrograms(10),
  ...['--form', 'calibrated', '--epochs', '60', '--members', '2', '--folds', '2'],
  ...['--set', 'dropout=.1'],
];
const start = (run: string, jobs: number) => startTraining([...options, '-o', run, '--jobs', String(jobs)]);
const resume = (run: string, jobs: number) => startTraining(['--resume', '-o', run, '--jobs', String(jobs)]);
const results = ['model.onnx', 'model.json', 'metrics.json', 'predictions.npz'];
const resultsOf = (run: string) => results.map((name) => readFileSync(join(run, name), 'latin1'));

function childrenOf({ pid }: Running): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
}

// Waits until the run trains networks in at least `count` child processes; returns their process IDs.
async function children(running: Running, count: number): Promise<number[]> {
  await catching(running);
  for (;;) {
    const found = childrenOf(running);
    if (found.length >= count) return found;
    await sleep(10);
  }
}

let oneByOne: string[];
beforeAll(async () => {
  const run = newRun();
  expect((await start(run, 1).ended).code).toBe(0);
  oneByOne = resultsOf(run);
}, minute);

test(
  'networks trained in parallel have the same bits as those trained one after another',
  { timeout: minute },
  async () => {
    const run = newRun();
    const running = start(run, 3);
    expect((await children(running, 3)).length).toBe(3);
    const { code, stderr } = await running.ended;
    expect(code).toBe(0);
    expect(resultsOf(run)).toEqual(oneByOne);
    for (const name of [...networks, 'all-member-0', 'all-member-1'])
      expect(stderr.match(new RegExp(`^${name}: \\d+ steps, loss [\\d.]+$`, 'gm'))).toHaveLength(1);
  },
);

test('Ctrl-C stops all networks, and the run can be resumed with other --jobs', { timeout: minute }, async () => {
  const run = newRun();
  const first = start(run, 2);
  await children(first, 2);
  await sleep(100);
  process.kill(first.pid, 'SIGINT');
  const { code, stderr } = await first.ended;
  expect(code).toBe(130);
  expect(stderr).toContain('interrupted; continue with `hlorank train --resume');
  expect(readdirSync(join(run, 'jobs'))).toContain('fold-0-member-1.npz');
  expect((await resume(run, 3).ended).code).toBe(0);
  expect(resultsOf(run)).toEqual(oneByOne);
});

test('a SIGTERM to all processes of the run leaves the checkpoints of all networks', { timeout: minute }, async () => {
  const run = newRun();
  const running = start(run, 2);
  const found = await children(running, 2);
  await sleep(100);
  for (const pid of [...found, running.pid]) process.kill(pid, 'SIGTERM');
  expect((await running.ended).code).toBe(130);
  for (const name of networks.slice(0, 2)) expect(readdirSync(join(run, 'jobs'))).toContain(`${name}.npz`);
});

test(
  'a process that is killed ends the run with an error, and the run can be resumed',
  { timeout: minute },
  async () => {
    const run = newRun();
    const running = start(run, 2);
    const [child] = await children(running, 2);
    process.kill(child!, 'SIGKILL');
    const { code, stderr } = await running.ended;
    expect(stderr).toContain('error: a process that trained a network ended: Killed');
    expect(stderr).toContain('continue with --resume --jobs 1');
    expect(code).toBe(1);
    expect((await resume(run, 2).ended).code).toBe(0);
    expect(resultsOf(run)).toEqual(oneByOne);
  },
);

test('if the run itself is killed, its processes end', { timeout: minute }, async () => {
  const running = start(newRun(), 2);
  const found = await children(running, 2);
  process.kill(running.pid, 'SIGKILL');
  await running.ended;
  const isRunning = (pid: number) => {
    try {
      return !/^State:\s*Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
    } catch {
      return false;
    }
  };
  while (found.some(isRunning)) await sleep(20); // the test times out if they go on
});

test('an error of one network is reported with its file', { timeout: minute }, () => {
  // run.json can be written, checkpoints cannot.
  const { status, stderr } = trainOnFullDisk(64, [...options, '-o', newRun(), '--jobs', '2']);
  expect(stderr).toMatch(/member-\d\.npz: error: cannot write/);
  expect(stderr.match(/error: /g)).toHaveLength(1);
  expect(status).toBe(1);
});
