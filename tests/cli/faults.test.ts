// Lets each write and each memory allocation of some commands fail once. The command must then print an error, exit
// with code 1 and leave no incomplete file.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { binary, folderWith, program, root } from './hlorank.ts';

const library = join(mkdtempSync(join(tmpdir(), 'hlorank-')), 'faults.so');
const input = folderWith({ 'tiny.hlo': program, 'other.hlo': program.replace('{1,0} dot(', '{0,1} dot(') });

beforeAll(() => {
  const source = join(root, 'tests/support/faults.c');
  const { status, stderr } = spawnSync('cc', ['-shared', '-fPIC', '-O1', '-o', library, source, '-ldl'], {
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(status).toBe(0);
});

interface Outcome {
  code: number | null;
  stdout: string;
  stderr: string;
  files: Record<string, string>;
}

// Runs a command while its k-th call of `kind` (write or allocation) fails; 0: none fails. Replaces OUT in the
// arguments by a new folder.
function run(args: string[], kind: string, k: number, andAllLater = false): Outcome {
  const folder = folderWith({});
  const env: Record<string, string | undefined> = {
    ...process.env,
    LD_PRELOAD: library,
    HLORANK_FAULT: kind,
    HLORANK_FAULT_AT: String(k),
  };
  if (andAllLater) env.HLORANK_FAULT_ON = '1';
  const { status, stdout, stderr } = spawnSync(
    binary,
    // Replaces IN and OUT only at the start of an argument, because the random folder name may contain these letters
    // too.
    args.map((argument) => argument.replace(/^(IN|OUT)/, (place) => (place === 'IN' ? input : folder))),
    { encoding: 'utf8', env },
  );
  const files = Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path.slice(folder.length), readFileSync(path).toString('latin1')]),
  );
  rmSync(folder, { recursive: true });
  return { code: status, stdout, stderr, files };
}

// Expects that the command either wrote the same output as without faults, or printed an error and left only complete
// files.
function expectWholeOrError(outcome: Outcome, whole: Outcome, what: string) {
  for (const [name, bytes] of Object.entries(outcome.files))
    expect(bytes === whole.files[name], what + name).toBe(true);
  if (outcome.code === 0) {
    expect(outcome.stdout, what).toBe(whole.stdout);
    expect(outcome.files, what).toEqual(whole.files);
    return;
  }
  expect(outcome.code, what + outcome.stderr).toBe(1);
  expect(outcome.stderr, what).not.toBe('');
}

const writing: string[][] = [
  ['inspect', '--json', 'IN/tiny.hlo'],
  ['schema'],
  ['diff', 'IN/tiny.hlo', 'IN/other.hlo'],
  ['print', 'IN/tiny.hlo', '-o', 'OUT/printed.hlo'],
  ['features', 'IN/tiny.hlo', '-o', 'OUT/tiny.npz'],
  ['synth', '-o', 'OUT', '--single', '40'],
];

describe('a failing write gives an error and no partial file', () => {
  test.each(writing.map((args) => [args.join(' '), args] as const))('%s', (_, args) => {
    const whole = run(args, 'write', 0);
    expect(whole).toMatchObject({ code: 0, stderr: '' });
    let failures = 0;
    for (let k = 1; k <= 40; ++k) {
      const outcome = run(args, 'write', k);
      expectWholeOrErrorOf(args, outcome, whole, `write ${k}: `);
      failures += Number(outcome.code === 1);
    }
    expect(failures).toBeGreaterThan(0);
  });
});

// Like expectWholeOrError, but ignores the file unfinished.jsonl, which `hlorank synth` writes in order to resume.
function expectWholeOrErrorOf(args: readonly string[], outcome: Outcome, whole: Outcome, what: string) {
  if (args[0] === 'synth')
    for (const name of Object.keys(outcome.files)) if (name.endsWith('unfinished.jsonl')) delete outcome.files[name];
  expectWholeOrError(outcome, whole, what);
}

describe('a failing allocation gives an error and no partial file', () => {
  const allocating = writing.filter(([command]) => command !== 'synth');
  test.each(allocating.map((args) => [args.join(' '), args] as const))('%s', (_, args) => {
    const whole = run(args, 'allocation', 0);
    for (const andAllLater of [false, true]) {
      let failures = 0;
      // Lets each of the first 30 allocations fail, then ever fewer of the later ones.
      for (let k = 1; k < 5000; k = k < 30 ? k + 1 : Math.ceil(k * 1.2)) {
        const outcome = run(args, 'allocation', k, andAllLater);
        expectWholeOrError(outcome, whole, `allocation ${k}${andAllLater ? ' and all later' : ''}: `);
        if (outcome.code === 1) expect(outcome.stderr).toContain('out of memory');
        failures += Number(outcome.code === 1);
      }
      expect(failures).toBeGreaterThan(5);
    }
  });
});

test('reports an exhausted address space as out of memory', () => {
  const script = 'ulimit -v 40000; "$0" inspect "$1"';
  const big = folderWith({
    'big.hlo': `HloModule big\n\nENTRY main {\n  x0 = f32[8]{0} parameter(0)\n${Array.from({ length: 200_000 }, (_, i) => `  x${i + 1} = f32[8]{0} negate(x${i})\n`).join('')}  ROOT r = f32[8]{0} negate(x200000)\n}\n`,
  });
  const { status, stderr } = spawnSync('bash', ['-c', script, binary, join(big, 'big.hlo')], { encoding: 'utf8' });
  expect(stderr).toContain('hlorank: out of memory\n  help: give smaller files');
  expect(status).toBe(1);
  expect(existsSync(join(big, 'big.hlo'))).toBe(true);
});
