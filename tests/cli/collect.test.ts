// Tests the commands `hlorank collect` (measures programs under many layouts) and `merge` with a fake measuring worker
// that does not need JAX, and once with the real one.
import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { binary, folderWith, hlorank, program, root } from './hlorank.ts';

const worker = join(root, 'tests/support/fake_worker.py');
const python = join(root, 'build/python/bin/python');
const hasPython3 = spawnSync('python3', ['-c', '']).status === 0;
const hasJax = existsSync(python) && spawnSync(python, ['-c', 'import jax']).status === 0;

const two = `HloModule two

ENTRY main {
  x = f32[16,8,4]{2,1,0} parameter(0)
  y = f32[8,16,4]{2,1,0} parameter(1)
  dot = f32[4,4]{1,0} dot(x, y), lhs_contracting_dims={0,1}, rhs_contracting_dims={1,0}
  ROOT r = f32[2,2,4]{2,1,0} reshape(dot)
}
`;

const collect = (args: string[], env: Record<string, string> = {}) =>
  hlorank(['collect', '--python', worker, '--window', '0', ...args], '', env);

// Starts `hlorank collect`. Returns the process and a promise of its exit code or signal.
function start(args: string[], env: Record<string, string>) {
  const child = spawn(binary, ['collect', '--python', worker, '--window', '0', ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...env },
  });
  let stderr = '';
  child.stderr.on('data', (bytes: Buffer) => (stderr += bytes.toString()));
  const end = new Promise<{ code: number | null; signal: string | null; stderr: string }>((resolve) =>
    child.on('close', (code, signal) => resolve({ code, signal, stderr })),
  );
  return { child, end };
}

async function appears(path: string) {
  for (let i = 0; i < 1000 && !existsSync(path); i++) await new Promise((resolve) => setTimeout(resolve, 20));
  expect(existsSync(path)).toBe(true);
}

describe.skipIf(!hasPython3)('collect', () => {
  test('measures programs, and does nothing when run again', () => {
    const folder = folderWith({ 'tiny.hlo': program, 'two.hlo': two });
    const data = join(folder, 'data');
    const first = collect([folder, '-o', data, '--configs', '8']);
    expect(first.stderr).toContain('2 programs measured, 0 already complete, 0 failed');
    expect(first.stdout).toMatch(/^tiny: [89] configurations \(\d+ duplicates\) · .* ms, best .* %, worst .* %/m);
    expect(first.code).toBe(0);
    const files = ['store.json', 'tiny.hlo.txt.gz', 'tiny.npz', 'two.hlo.txt.gz', 'two.npz'];
    expect(readdirSync(data).sort()).toEqual(files);
    const written = statSync(join(data, 'two.npz')).mtimeMs;

    // The measurements go into the same folder that contains the programs.
    const second = collect([folder, '-o', data, '--configs', '8']);
    expect(second.stderr).toContain('0 programs measured, 2 already complete, 0 failed');
    expect(second.stdout).toBe('');
    expect(second.code).toBe(0);
    expect(statSync(join(data, 'two.npz')).mtimeMs).toBe(written);

    const more = collect([join(folder, 'two.hlo'), '-o', data, '--configs', '16']);
    expect(more.stdout).toMatch(/^two: 1[67] configurations/);
    expect(readdirSync(data).sort()).toEqual(files);
  });

  // Measures three programs at once. Returns the largest number of requests that the workers answer at the same time.
  function mostAtOnce(platform: string) {
    const folder = folderWith({ 'a.hlo': two, 'b.hlo': two, 'c.hlo': program });
    const trace = join(folder, 'trace');
    const args = [folder, '-o', join(folder, 'data'), '--configs', '8', '--cores', '0,0,0', '--platform', platform];
    const { code, stderr } = collect(args, { FAKE_WORKER_SLOW: '0.15', FAKE_WORKER_TRACE: trace });
    expect(code, stderr).toBe(0);
    let running = 0;
    const counts = readFileSync(trace, 'utf8')
      .trim()
      .split('\n')
      .map((line) => (running += line.startsWith('begin') ? 1 : -1));
    return Math.max(...counts);
  }

  test('measures several programs at once, on a GPU one after the other', () => {
    expect(mostAtOnce('cpu')).toBeGreaterThan(1);
    expect(mostAtOnce('gpu')).toBe(1);
  });

  test('measures a program whose metadata and file name are not UTF-8', () => {
    const folder = folderWith({});
    const name = Buffer.concat([Buffer.from(`${folder}/caf`), Buffer.from([0xe9]), Buffer.from('.hlo')]);
    writeFileSync(
      name,
      Buffer.from(two.replace('reshape(dot)', 'reshape(dot), metadata={op_name="caf\xe9"}'), 'latin1'),
    );
    const { code, stdout, stderr } = collect([folder, '-o', join(folder, 'data'), '--configs', '4']);
    expect(code, stderr).toBe(0);
    expect(stdout).toContain('configurations');
  });

  test('measures again in the folder of the measurements', () => {
    const folder = folderWith({ 'two.hlo': two });
    const data = join(folder, 'data');
    expect(collect([folder, '-o', data, '--configs', '4']).code).toBe(0);
    const options = ['--python', worker, '--window', '0', '--repeat', '-o', join(folder, 'again')];
    const { status, stderr, stdout } = spawnSync(binary, ['collect', 'two.hlo.txt.gz', ...options], {
      cwd: data,
      encoding: 'utf8',
    });
    expect(status, stderr).toBe(0);
    expect(stdout).toContain('tau with earlier times');
  });

  test('does not replace measurements that it cannot read', () => {
    const folder = folderWith({ 'two.hlo': two });
    const data = join(folder, 'data');
    expect(collect([folder, '-o', data, '--configs', '4']).code).toBe(0);
    const damaged = readFileSync(join(data, 'two.npz')).subarray(0, 300);
    writeFileSync(join(data, 'two.npz'), damaged);
    const { code, stderr } = collect([folder, '-o', data, '--configs', '8']);
    expect(code).toBe(3);
    expect(stderr).toContain('two.npz is damaged');
    expect(stderr).toContain('remove it to measure the program again');
    expect(readFileSync(join(data, 'two.npz'))).toEqual(damaged);
  });

  test('resumes after SIGKILL', async () => {
    const folder = folderWith({ 'two.hlo': two });
    const data = join(folder, 'data');
    const args = [join(folder, 'two.hlo'), '-o', data, '--configs', '40'];
    const log = join(folder, 'log');
    const { child, end } = start(args, { FAKE_WORKER_SLOW: '0.02', FAKE_WORKER_LOG: log });
    await appears(join(data, 'two.npz')); // the file exists once the first round of measurements is complete
    child.kill('SIGKILL');
    expect((await end).signal).toBe('SIGKILL');
    const half = readFileSync(join(data, 'two.npz'));

    const again = collect(args);
    expect(again.code).toBe(0);
    expect(again.stdout).toMatch(/^two: 4[01] configurations/);
    expect(readFileSync(join(data, 'two.npz')).length).toBeGreaterThan(half.length);
    expect(collect(args).stderr).toContain('1 already complete');
  });

  test('stops cleanly on Ctrl-C and resumes later', async () => {
    const folder = folderWith({ 'two.hlo': two });
    const data = join(folder, 'data');
    const args = [join(folder, 'two.hlo'), '-o', data, '--configs', '40'];
    const { child, end } = start(args, { FAKE_WORKER_SLOW: '0.02' });
    await appears(join(data, 'two.npz'));
    child.kill('SIGINT');
    const { code, stderr } = await end;
    expect(code).toBe(130);
    expect(stderr).toContain('run the same command again to resume');
    expect(readdirSync(data).filter((name) => name.includes('tmp'))).toEqual([]);
    expect(collect(args).stdout).toMatch(/^two: 4[01] configurations/);
  });

  test('--shard divides the programs among machines, and merge combines the stores', () => {
    const folder = folderWith({ 'a.hlo': program, 'b.hlo': two, 'c.hlo': program, 'd.hlo': two });
    const part = (i: number) => join(folder, `part${i}`);
    const files = ['a', 'b', 'c', 'd'].map((name) => join(folder, `${name}.hlo`));
    for (const i of [0, 1])
      expect(collect([...files, '-o', part(i), '--configs', '4', '--shard', `${i}/2`]).code).toBe(0);
    const names = (store: string) => readdirSync(store).filter((name) => name.endsWith('.npz'));
    expect([names(part(0)), names(part(1))]).toEqual([
      ['a.npz', 'c.npz'],
      ['b.npz', 'd.npz'],
    ]);
    const all = join(folder, 'all');
    const merged = hlorank(['merge', part(0), part(1), '-o', all]);
    expect(merged.stdout).toContain('4 programs added');
    expect(merged.code).toBe(0);
    expect(names(all).sort()).toEqual(['a.npz', 'b.npz', 'c.npz', 'd.npz']);
    expect(collect([...files, '-o', all, '--configs', '4']).stderr).toContain('4 already complete');
  });

  test('reports programs that cannot be measured and measures the others', () => {
    const folder = folderWith({
      'bad.hlo': 'HloModule bad {',
      'elided.hlo': 'HloModule m\n\nENTRY main {\n  ROOT c = f32[4,8]{1,0} constant({...})\n}\n',
      'scalar.hlo': 'HloModule m\n\nENTRY main {\n  ROOT x = f32[4]{0} parameter(0)\n}\n',
      'cudnn.hlo': `HloModule m

ENTRY main {
  x = f32[8,8,8]{2,1,0} parameter(0)
  call = (f32[8,8,8]{2,1,0}, u8[0]{0}) custom-call(x), custom_call_target="__cudnn$convForward"
  y = f32[8,8,8]{2,1,0} get-tuple-element(call), index=0
  ROOT r = f32[64,8]{1,0} reshape(y)
}
`,
      'tiny.hlo': program,
      'other.npz': 'no program',
      'about.json': '{}',
      'README.md': '# Programs\n',
    });
    const { code, stdout, stderr } = collect([folder, '-o', join(folder, 'data'), '--configs', '4']);
    expect(code).toBe(3);
    expect(stdout).toMatch(/^tiny: /);
    expect(stderr).toContain('bad.hlo');
    expect(stderr).toMatch(/elided\.hlo: error: the values of constant c are elided from the text/);
    expect(stderr).toMatch(/scalar\.hlo: error: the program has no layouts to choose/);
    expect(stderr).toMatch(/cudnn\.hlo: error: XLA:GPU replaced 1 convolution with calls to cuDNN/);
    expect(stderr).toContain('1 program measured, 0 already complete, 4 failed');
    expect(stderr).not.toContain('other.npz');
  });

  test('restarts a crashed worker and continues', () => {
    const folder = folderWith({ 'two.hlo': two });
    const once = join(folder, 'once');
    const { code, stdout } = collect([join(folder, 'two.hlo'), '-o', join(folder, 'data'), '--configs', '8'], {
      FAKE_WORKER_DIES: '15',
      FAKE_WORKER_ONCE: once,
    });
    expect(existsSync(once)).toBe(true);
    expect(stdout).toMatch(/^two: [89] configurations/);
    expect(code).toBe(0);
  });

  test('rejects different programs of the same name', () => {
    const folder = folderWith({ 'a.hlo': program, 'a.hlo.txt': two });
    const same = collect([folder, '-o', join(folder, 'data')]);
    expect(same.code).toBe(2);
    expect(same.stderr).toContain('have the same name');

    const file = join(folder, 'a.hlo');
    const data = join(folder, 'data');
    // The same program given twice is measured once.
    expect(collect([file, file, '-o', data, '--configs', '4']).code).toBe(0);
    writeFileSync(file, two);
    const changed = collect([file, '-o', data, '--configs', '4']);
    expect(changed.code).toBe(3);
    expect(changed.stderr).toContain('another program under the name a');
  });

  test('does not add to a store of another machine', () => {
    const folder = folderWith({ 'a.hlo': program });
    const args = [join(folder, 'a.hlo'), '-o', join(folder, 'data'), '--configs', '4'];
    expect(collect(args).code).toBe(0);
    const other = collect(args, { XLA_FLAGS: '--xla_cpu_enable_fast_math=true' });
    expect(other.code).toBe(2);
    expect(other.stderr).toContain('was measured on another machine or with other settings');
  });

  test('exits 2 for a wrong command line', () => {
    const folder = folderWith({ 'a.hlo': program });
    const args = [join(folder, 'a.hlo'), '-o', join(folder, 'data')];
    for (const wrong of [
      ['--shard', '2/2'],
      ['--cores', '100000'],
      ['--threads', '100000'],
      ['--configs', '1'],
    ])
      expect(collect([...args, ...wrong]).code, wrong.join(' ')).toBe(2);
    expect(collect(['nowhere.hlo', '-o', join(folder, 'data')]).code).toBe(2);
    expect(existsSync(join(folder, 'data'))).toBe(false);
  });

  test('reports a missing Python or jax before measuring', () => {
    const folder = folderWith({ 'a.hlo': program, bare: '#!/bin/sh\nexec python3 -I -S "$@"\n' });
    chmodSync(join(folder, 'bare'), 0o755);
    const measure = (interpreter: string) =>
      hlorank(['collect', join(folder, 'a.hlo'), '-o', join(folder, 'data'), '--python', interpreter]);
    const none = measure(join(folder, 'nowhere'));
    expect(none.stderr).toMatch(/cannot measure with .*nowhere: .*No such file/);
    expect(none.code).toBe(2);
    const bare = measure(join(folder, 'bare'));
    expect(bare.stderr).toContain("No module named 'jax'");
    expect(bare.stderr).toContain('pip install jax');
    expect(bare.code).toBe(2);
  });
});

test.skipIf(!hasJax)('collect measures with jax and writes the documented arrays', () => {
  const folder = folderWith({});
  mkdirSync(join(folder, 'in'));
  copyFileSync(join(root, 'tests/data/constrained/program.hlo'), join(folder, 'in/donated.hlo'));
  const data = join(folder, 'data');
  const args = ['collect', join(folder, 'in'), '-o', data, '--configs', '4', '--window', '0.005', '--python', python];
  const { code, stdout, stderr } = hlorank(args);
  expect(stderr).toContain('1 program measured, 0 already complete, 0 failed');
  expect(stdout).toMatch(/^donated: \d+ configurations/);
  expect(code).toBe(0);
  const script = `import numpy as np; a = np.load(${JSON.stringify(join(data, 'donated.npz'))})
assert (a["config_runtime"] > 0).all() and a["kind"][0] == b"default" and a["kind"][1].startswith(b"auto")
assert a["config_layouts"].shape == (len(a["kind"]), 2, 18) and a["config_layouts"].dtype == np.int8
assert np.nanmin(a["runtime_pass"], 1).round().astype(int).tolist() == a["config_runtime"].tolist()`;
  expect(spawnSync(python, ['-c', script], { encoding: 'utf8' }).stderr).toBe('');
});

// Sends requests to a worker process and returns its replies.
function askWorker(requests: object[]) {
  const { stdout } = spawnSync(python, [join(root, 'native/collect/worker.py')], {
    encoding: 'utf8',
    input: requests.map((request) => `${JSON.stringify(request)}\n`).join(''),
  });
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { difference: number; finite: boolean });
}

const vectorModule = (last: string) => `HloModule m

ENTRY main {
  x = f32[64]{0} parameter(0)
  c = f32[] constant(nan)
  ROOT r = f32[64]{0} ${last}
}`;

test.skipIf(!hasJax)('outputs that are not numbers differ from numbers', () => {
  const numbers = vectorModule('negate(x)');
  const replies = askWorker([
    { do: 'start', platform: 'cpu', cores: [0] },
    { do: 'inputs', shapes: [['f32', [64]]], seed: 1 },
    ...[numbers, vectorModule('broadcast(c), dimensions={}'), numbers].map((hlo, id) => ({ do: 'compile', id, hlo })),
    ...[
      [1, 0],
      [0, 1],
      [2, 0],
      [1, 1],
    ].map(([id, reference]) => ({ do: 'check', id, reference })),
  ]).slice(-4);
  expect(replies.map(({ difference }) => difference)).toEqual([1e30, 1e30, 0, 0]);
  expect(replies.map(({ finite }) => finite)).toEqual([true, false, true, false]);
});

test.skipIf(!hasJax)('parameters that must be positive get positive numbers', () => {
  const isFinite = (parameter: unknown[]) =>
    askWorker([
      { do: 'start', platform: 'cpu', cores: [0] },
      { do: 'inputs', shapes: [parameter], seed: 1 },
      { do: 'compile', id: 0, hlo: vectorModule('rsqrt(x)') },
      { do: 'check', id: 0, reference: 0 },
    ]).at(-1)?.finite;
  expect(isFinite(['f32', [64]])).toBe(false);
  expect(isFinite(['f32', [64], true])).toBe(true);
});

// XLA makes a multiplication of the outer product of two vectors before it assigns layouts.
test.skipIf(!hasJax)('collect says that XLA removes the only dot of a program', () => {
  const folder = folderWith({
    'outer.hlo': `HloModule outer
ENTRY main {
  a = f32[64,1]{1,0} parameter(0)
  b = f32[1,64]{1,0} parameter(1)
  ROOT dot = f32[64,64]{1,0} dot(a, b), lhs_contracting_dims={1}, rhs_contracting_dims={0}
}`,
  });
  const args = ['collect', join(folder, 'outer.hlo'), '-o', join(folder, 'data'), '--python', python];
  const { code, stderr } = hlorank(args);
  expect(stderr).toContain('XLA removes or replaces 1 of its convolutions and dots before layout assignment');
  expect(code).toBe(3);
});
