// Times a training step by one process and by two. Subtracts a short run from a long one, so that the constant times of
// start and evaluation cancel. Then predicts the time for more processes by the formula in docs/training.md, for a
// network of 10 Gbit/s and 50 µs latency.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isQuick, outputFolder } from './quick.mjs';
import { printTable } from './table.mjs';

const batch = 16;
const given = process.argv.slice(2);
const parameters = given.length
  ? given
  : [isQuick ? outputFolder('data/valid') : 'data/layouts/valid', '--form', 'early'];
const epochs = isQuick ? [1, 3] : [4, 24];
const network = { bytesPerSecond: 10e9 / 8, latency: 50e-6 };

// Trains with `world` processes. Returns the seconds and steps of the run and the size of the weights in bytes.
async function run(world, length) {
  const folder = mkdtempSync(join(tmpdir(), 'hlorank-'));
  const options = ['train', ...parameters, '-o', folder, '--set', `batch=${batch}`, '--epochs', length, '--test', 0];
  const start = performance.now();
  const port = 20_000 + Math.floor(Math.random() * 20_000);
  const outputs = await Promise.all(
    Array.from({ length: world }, (_, rank) => {
      const place = { MASTER_ADDR: '127.0.0.1', MASTER_PORT: port, RANK: rank, WORLD_SIZE: world };
      const child = spawn('build/hlorank', options, { env: { ...process.env, ...place } });
      let log = '';
      child.stderr.on('data', (data) => (log += data));
      child.stdout.resume();
      return new Promise((resolve, reject) =>
        child.on('close', (code) => (code === 0 ? resolve(log) : reject(new Error(log)))),
      );
    }),
  );
  const seconds = (performance.now() - start) / 1e3;
  const steps = Number(/(\d+) steps, loss/.exec(outputs[0])[1]);
  const bytes = statSync(join(folder, 'jobs/all-member-0.npz')).size / 3; // the file also has AdamW's two moments
  rmSync(folder, { recursive: true });
  return { seconds, steps, bytes };
}

async function step(world) {
  const [short, long] = [await run(world, epochs[0]), await run(world, epochs[1])];
  return { seconds: (long.seconds - short.seconds) / (long.steps - short.steps), bytes: long.bytes };
}

const one = await step(1);
const two = await step(2);
const undivided = Math.max(0, two.seconds - one.seconds / 2);
const predicted = (p) =>
  one.seconds * (Math.ceil(batch / p) / batch) +
  (p > 1 ? undivided + 2 * (p - 1) * network.latency + ((2 * (p - 1)) / p) * (one.bytes / network.bytesPerSecond) : 0);
const row = (p, seconds, how) => [
  p,
  (seconds * 1e3).toPrecision(3),
  (one.seconds / seconds).toFixed(2),
  `${((100 * one.seconds) / seconds / p).toFixed(0)} %`,
  how,
];
printTable(
  `A step of ${batch} programs (${parameters.join(' ')}), ${(one.bytes / 1e3).toFixed(0)} kB of weights; ` +
    `${(undivided * 1e3).toPrecision(2)} ms of a step by two processes are not divided`,
  ['processes', 'ms a step', 'speed-up', 'efficiency', ''],
  [
    row(1, one.seconds, 'measured'),
    row(2, two.seconds, 'measured'),
    ...[2, 4, 8, 16].map((p) => row(p, predicted(p), 'model')),
  ],
);
