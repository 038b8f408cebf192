// Tests that `hlorank train` can resume after it was interrupted or killed, ran out of disk space, or its checkpoint
// was damaged.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { catching, fewPrograms, networkOf, newRun, sleep, startTraining, trainOnFullDisk } from './training.ts';

const minute = 60_000;
const data = fewPrograms(10);
// Trains on graph segments, so that the checkpoint contains the cached embedding of each segment besides the weights.
const options = [
  data,
  '--form',
  'early',
  '--segment',
  '12',
  '--set',
  'width=16',
  '--epochs',
  '150',
  '--validation',
  '.2',
];
const checkpointOf = (run: string) => join(run, 'jobs/all-member-0.npz');
const resume = (run: string) => startTraining(['--resume', '-o', run]);

let whole: Buffer; // bytes of model.onnx after a training run without interruption
beforeAll(async () => {
  const run = newRun();
  expect((await startTraining([...options, '-o', run]).ended).code).toBe(0);
  whole = networkOf(run);
}, minute);

// Starts a training run, interrupts it with Ctrl-C, resumes it and interrupts it again, so that it has two checkpoints.
async function stoppedTwice(): Promise<string> {
  const run = newRun();
  const first = startTraining([...options, '-o', run]);
  await catching(first);
  process.kill(first.pid, 'SIGINT');
  expect((await first.ended).code).toBe(130);
  // Starting again without --resume must not destroy the run.
  const again = await startTraining([...options, '-o', run]).ended;
  expect(again.stderr).toContain('continue it with --resume');
  expect(again.code).not.toBe(0);
  const second = resume(run);
  await catching(second);
  process.kill(second.pid, 'SIGINT');
  expect((await second.ended).code).toBe(130);
  return run;
}

test('a run that was interrupted, killed and resumed gives the same bits', { timeout: 2 * minute }, async () => {
  const run = await stoppedTwice();
  const killed = resume(run);
  await catching(killed);
  await sleep(500);
  process.kill(killed.pid, 'SIGKILL');
  await killed.ended;
  expect((await resume(run).ended).code).toBe(0);
  expect(networkOf(run).equals(whole)).toBe(true);
});

test('a damaged checkpoint: resumes from the previous one, to the same bits', { timeout: 2 * minute }, async () => {
  const run = await stoppedTwice();
  const bytes = readFileSync(checkpointOf(run));
  writeFileSync(checkpointOf(run), bytes.subarray(0, bytes.length / 2));
  const { code, stderr } = await resume(run).ended;
  expect(stderr).toMatch(/all-member-0\.npz: damaged \(.*\); continuing from the previous checkpoint, step \d+/);
  expect(code).toBe(0);
  expect(networkOf(run).equals(whole)).toBe(true);
});

test('rejects a damaged checkpoint by name if there is no valid previous one', { timeout: minute }, async () => {
  const run = await stoppedTwice();
  const bytes = readFileSync(checkpointOf(run));
  bytes[bytes.length >> 1]! ^= 1;
  writeFileSync(checkpointOf(run), bytes);
  writeFileSync(join(run, 'jobs/all-member-0.previous.npz'), '');
  const { code, stderr } = await resume(run).ended;
  expect(code).toBe(3);
  expect(stderr).toContain(checkpointOf(run));
  expect(stderr).toContain('error: cannot read this checkpoint');
  expect(stderr).toContain('delete it to train this network again from the start');
});

test('exits 1 if the output folder cannot be created', { timeout: minute }, async () => {
  const { code, stderr } = await startTraining([...options, '-o', '/proc/run']).ended;
  expect(stderr).toContain('/proc/run: error: cannot create the folder');
  expect(code).toBe(1);
});

test('reports a full disk and keeps the previous checkpoint', { timeout: 2 * minute }, async () => {
  const run = await stoppedTwice();
  const before = readFileSync(checkpointOf(run));
  const { status, stderr } = trainOnFullDisk(1, ['--resume', '-o', run]);
  expect(stderr).toContain('all-member-0.npz: error: cannot write');
  expect(stderr).toContain('make room, then continue with --resume');
  expect(status).toBe(1);
  expect(readFileSync(checkpointOf(run)).equals(before)).toBe(true);
  expect((await resume(run).ended).code).toBe(0);
  expect(networkOf(run).equals(whole)).toBe(true);
});
