// Helpers that run `hlorank train` on a few measured programs.
import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { binary, folderWith, root } from './hlorank.ts';

// Copies each `every`-th measured program of a folder of the repository to a new folder; returns its path.
export function fewPrograms(every: number, measured = 'data/layouts/test'): string {
  const from = join(root, measured);
  const folder = folderWith({});
  const names = readdirSync(from).filter((name) => name.endsWith('.npz'));
  for (const name of names.filter((_, i) => i % every === 0)) {
    copyFileSync(join(from, name), join(folder, name));
    const program = name.replace(/npz$/, 'hlo.txt.gz');
    if (existsSync(join(from, program))) copyFileSync(join(from, program), join(folder, program));
  }
  return folder;
}

// Returns the path of an output folder that does not exist yet.
export const newRun = () => join(folderWith({}), 'run');

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}
export interface Running {
  pid: number;
  ended: Promise<Ended>;
}

export function startTraining(args: string[], env: Record<string, string> = {}): Running {
  const child = spawn(binary, ['train', ...args], { env: { ...process.env, ...env } });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (data) => (stdout += String(data)));
  child.stderr.on('data', (data) => (stderr += String(data)));
  const ended = new Promise<Ended>((resolve) => child.on('close', (code) => resolve({ code, stdout, stderr })));
  return { pid: child.pid!, ended };
}

// Runs `hlorank train` with files limited to `blocks` blocks of 512 bytes. Larger writes fail, as on a full disk.
export function trainOnFullDisk(blocks: number, args: string[]) {
  const command = `trap '' XFSZ; ulimit -f ${blocks}; exec "$0" "$@"`;
  return spawnSync('sh', ['-c', command, binary, 'train', ...args], { encoding: 'utf8' });
}

// Starts `world` processes that together train one network.
export async function startProcessGroup(world: number, argsOf: (rank: number) => string[]): Promise<Running[]> {
  const port = await freePort();
  return Array.from({ length: world }, (_, rank) =>
    startTraining(argsOf(rank), {
      MASTER_ADDR: '127.0.0.1',
      MASTER_PORT: String(port),
      RANK: String(rank),
      WORLD_SIZE: String(world),
    }),
  );
}

export const ends = (running: Running[]) => Promise.all(running.map(({ ended }) => ended));

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

// Waits until the process handles Ctrl-C. From then on, Ctrl-C ends it after the current training step and leaves a
// checkpoint.
export async function catching({ pid }: Running): Promise<void> {
  const interrupts = 1n << 1n; // bit of SIGINT (signal 2) in a signal mask of /proc
  for (;;) {
    const caught = /SigCgt:\s*([0-9a-f]+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    if (BigInt(`0x${caught ?? '0'}`) & interrupts) return;
    await sleep(20);
  }
}

export const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

export const networkOf = (run: string) => readFileSync(join(run, 'model.onnx'));

// Returns the outputs of a trained model for the example input in its model card.
export function answersOf(run: string): number[] {
  const card = JSON.parse(readFileSync(join(run, 'model.json'), 'utf8')) as {
    golden: { rows?: number[]; scores?: number[] };
  };
  return [...(card.golden.rows ?? []), ...(card.golden.scores ?? [])];
}

// Returns the final training loss of the first network for all programs, which `hlorank train` prints to stderr. Networks
// trained in parallel report in any order.
export const lossOf = ({ stderr }: Ended) => Number(/all-member-0: \d+ steps, loss ([\d.]+)/.exec(stderr)?.[1]);
