// Tests `hlorank profile` and `cost --profile` on a recorded trace, with a fake measuring worker that does not need
// JAX, and with the real one.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { folderWith, hlorank, lapackProgram, program, root } from './hlorank.ts';

const data = join(root, 'tests/data/profile');
const trace = join(data, 'trace.xplane.pb');
const worker = join(root, 'tests/support/fake_worker.py');
const python = join(root, 'build/python/bin/python');
const hasPython3 = spawnSync('python3', ['-c', '']).status === 0;
const hasJax = existsSync(python) && spawnSync(python, ['-c', 'import jax']).status === 0;

interface Row {
  name: string;
  seconds: number;
  share: number;
  measuredSeconds: number;
  measuredSpread: number;
  measuredShare: number;
  ratio: number | null;
  disagrees: boolean;
}
interface Report {
  totals: {
    seconds: number;
    measuredSeconds: number;
    measuredInstructions: number;
    measuredUntraced: number | null;
    runs: number;
  };
  instructions: Row[];
  groups: Row[];
}
interface Times {
  format: string;
  version: number;
  module: string;
  hlo: string;
  runs: number;
  spanSeconds: number[];
  wallSeconds: number[];
  untracedSeconds: number[];
  machine: Record<string, string>;
  instructions: { name: string; events: number; seconds: number[] }[];
}
const report = (...args: string[]) => JSON.parse(hlorank([...args, '--json']).stdout) as Report;
const times = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Times;
const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

// Expected seconds per run of each instruction: what jax.profiler.ProfileData reads from the same trace.
const golden = new Map<string, number[]>();
for (const line of readFileSync(join(data, 'times.tsv'), 'utf8').trim().split('\n').slice(1)) {
  const [, name, , picoseconds] = line.split('\t');
  golden.set(name!, [...(golden.get(name!) ?? []), Number(picoseconds) * 1e-12]);
}

describe('profile of a trace', () => {
  test('prints the medians of the times that jax reads, largest first, beside the estimates', () => {
    const { totals, instructions } = report('profile', trace);
    expect(totals.runs).toBe(3);
    const measured = instructions.filter(({ measuredSeconds }) => measuredSeconds > 0);
    expect(measured.map(({ name }) => name).toSorted()).toEqual([...golden.keys()].toSorted());
    for (const row of measured) expect(row.measuredSeconds).toBeCloseTo(median(golden.get(row.name)!), 12);
    const seconds = instructions.map(({ measuredSeconds }) => measuredSeconds);
    expect(seconds).toEqual(seconds.toSorted((a, b) => b - a));
    expect(sum(instructions.map(({ measuredShare }) => measuredShare))).toBeCloseTo(1);
    expect(totals.seconds).toBeCloseTo(report('cost', trace).totals.seconds, 12);
  });

  test('marks instructions whose measured and estimated shares differ by more than two', () => {
    const { instructions } = report('profile', trace);
    for (const { share, measuredShare, ratio, disagrees } of instructions) {
      const [low, high] = [Math.min(share, measuredShare), Math.max(share, measuredShare)];
      expect(disagrees).toBe(high >= 0.01 && high > 2 * low);
      if (ratio !== null) expect(ratio).toBeCloseTo(measuredShare / share);
    }
    const { code, stdout, stderr } = hlorank(['profile', trace]);
    expect(stderr).toBe('');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^measured: .* \(median of 3 runs, spread .* %\)/m);
    expect(stdout).toMatch(/larger .* ynn_fusion = fusion in region_0\.2$/m);
  });

  test.each(['op', 'kind', 'scope'])('--by %s adds up to the time of the instructions', (by) => {
    const { groups } = report('profile', trace, '--by', by);
    expect(sum(groups.map(({ measuredSeconds }) => measuredSeconds))).toBeCloseTo(
      sum([...golden.values()].map(median)),
      12,
    );
    if (by === 'scope') expect(hlorank(['profile', trace, '--by', by]).stdout).toMatch(/ layers$/m);
  });

  test('-o writes the times of every run, which `profile` and `cost --profile` read again', () => {
    const folder = folderWith({ 'trace.pb': gzipSync(readFileSync(trace)) });
    const output = join(folder, 'times.json');
    expect(hlorank(['profile', join(folder, 'trace.pb'), '-o', output])).toMatchObject({ code: 0, stderr: '' });
    expect(readdirSync(folder).toSorted()).toEqual(['times.json', 'trace.pb']);
    const file = times(output);
    expect(file).toMatchObject({ format: 'hlorank profile', version: 1, module: 'jit_program', runs: 3 });
    for (const { name, seconds } of file.instructions) {
      expect(seconds).toHaveLength(3);
      for (const [run, value] of seconds.entries()) expect(value).toBeCloseTo(golden.get(name)![run]!, 12);
    }
    const { instructions } = report('profile', trace);
    expect(report('profile', output).instructions).toEqual(instructions);
    const folderOfModule = folderWith({ 'module.hlo': file.hlo });
    expect(report('cost', join(folderOfModule, 'module.hlo'), '--profile', output).instructions).toEqual(instructions);
    expect(report('cost', join(folderOfModule, 'module.hlo'), '--profile', trace).instructions).toEqual(instructions);
    expect(hlorank(['profile', trace, '-o', '-', '-q']).stdout).toBe(readFileSync(output, 'utf8'));
  });

  test('cost --profile --csv has the columns of the JSON', () => {
    const [columns] = hlorank(['cost', trace, '--profile', trace, '--csv']).stdout.split('\n');
    expect(columns).toMatch(/,seconds,share,measuredSeconds,measuredSpread,measuredShare,ratio,disagrees$/);
  });

  test('a trace of a GPU is compared with estimates for that GPU, unless --machine names another', () => {
    const folder = folderWith({});
    const kept = join(folder, 'times.json');
    const onGpu = join(data, 'gpu.xplane.pb.gz');
    const machineOf = (...args: string[]) =>
      (JSON.parse(hlorank([...args, '--json']).stdout) as { machine: { name: string } }).machine.name;
    expect(machineOf('profile', onGpu)).toBe('h200');
    expect(machineOf('profile', onGpu, '--machine', 'a100')).toBe('a100');
    expect(hlorank(['profile', onGpu, '-o', kept]).code).toBe(0);
    expect(machineOf('profile', kept)).toBe('h200');
    const { hlo } = JSON.parse(readFileSync(kept, 'utf8')) as { hlo: string };
    const module = join(folder, 'module.hlo');
    writeFileSync(module, hlo);
    expect(machineOf('cost', module, '--profile', kept)).toBe('h200');
    expect(machineOf('cost', module)).toBe('cpu-1core');
  });

  test('a trace of a GPU whose peak rates are unknown asks for them', () => {
    const folder = folderWith({});
    const kept = join(folder, 'times.json');
    expect(hlorank(['profile', join(data, 'gpu.xplane.pb.gz'), '-o', kept]).code).toBe(0);
    writeFileSync(kept, readFileSync(kept, 'utf8').replace('NVIDIA H200', 'NVIDIA L4'));
    const unknown = 'the peak rates of NVIDIA L4 are unknown; times are estimated for cpu-1core: choose a machine';
    const asks = `note: ${unknown} (--machine, or all options --peak-*)`;
    expect(hlorank(['profile', kept]).stdout).toContain(asks);
    expect(hlorank(['profile', kept, '--csv']).stderr).toContain(asks);
    const { notices } = JSON.parse(hlorank(['profile', kept, '--json']).stdout) as { notices: object[] };
    expect(notices).toContainEqual({ kind: 'unknownDevice', message: unknown });
    expect(hlorank(['profile', kept, '--machine', 'cpu-1core']).stdout).not.toContain(unknown);
    const peaks = ['--peak-flops', '1e14', '--peak-bandwidth', '3e11', '--peak-transcendentals', '1e12'];
    expect(hlorank(['profile', kept, ...peaks]).stdout).not.toContain(unknown);
    expect(hlorank(['profile', trace]).stdout).not.toContain('unknown;');
  });

  test('rejects the profile of another program and says what to give', () => {
    const { code, stderr } = hlorank(['cost', '-', '--profile', trace], program);
    expect(code).toBe(3);
    expect(stderr).toContain('the profile of jit_program is of another program');
    expect(stderr).toContain('give the optimised module that was measured');
  });

  test('rejects a module of another name, although its instructions have the same names', () => {
    const text = hlorank(['print', trace]).stdout;
    const folder = folderWith({
      'other.hlo': text.replace('HloModule jit_program', 'HloModule jit_other'),
      'numbered.hlo': text.replace('HloModule jit_program', 'HloModule jit_program.1'),
    });
    expect(hlorank(['profile', trace, join(folder, 'other.hlo')])).toMatchObject({
      code: 3,
      stdout: '',
      stderr: expect.stringContaining('the profile of jit_program is of another program than jit_other') as string,
    });
    expect(hlorank(['profile', trace, join(folder, 'numbered.hlo')]).code).toBe(0);
  });

  test('names the offset of a damaged file', () => {
    const bytes = readFileSync(trace);
    const folder = folderWith({
      'cut.xplane.pb': bytes.subarray(0, bytes.length - 100),
      'cut.json': '{"format":',
      'other.json': '{}',
    });
    const fail = (...args: string[]) => {
      const { code, stderr } = hlorank(args);
      expect(code).toBe(3);
      return stderr;
    };
    expect(fail('profile', join(folder, 'cut.xplane.pb'))).toMatch(/cut\.xplane\.pb: byte \d+: error: .*\n.*truncated/);
    expect(fail('cost', trace, '--profile', join(folder, 'cut.json'))).toMatch(
      /cut\.json: byte 10: error: .* valid JSON/,
    );
    expect(fail('profile', join(folder, 'other.json'))).toContain('the field `format` is not "hlorank profile"');
    expect(fail('cost', trace, '--profile', join(root, 'README.md'))).toContain('expected a trace of jax.profiler');
  });

  test('without a module asks for it', () => {
    const { stdout } = hlorank(['print', trace]);
    const text = readFileSync(trace);
    const folder = folderWith({ 'module.hlo': stdout });
    // Renames the stat "Hlo Proto" in the trace, so that hlorank does not find the HLO module.
    const at = text.indexOf('Hlo Proto');
    text.write('xlo proto', at);
    const file = join(folder, 'trace.xplane.pb');
    const renamed = folderWith({ 'trace.xplane.pb': text });
    const path = join(renamed, 'trace.xplane.pb');
    expect(existsSync(file)).toBe(false);
    expect(hlorank(['profile', path])).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('hlorank profile TRACE MODULE') as string,
    });
    expect(report('profile', path, join(folder, 'module.hlo')).instructions).toEqual(
      report('profile', trace).instructions,
    );
  });
});

describe.skipIf(!hasPython3)('profile of a program', () => {
  const run = (args: string[], env: Record<string, string> = {}, input = program) =>
    hlorank(['profile', '-', '--python', worker, ...args], input, env);

  test('drops the first run of each trace and reports medians', () => {
    const output = join(folderWith({}), 'times.json');
    const { code, stdout, stderr } = run(['--traces', '3', '-o', output]);
    expect(stderr).toBe('');
    expect(code).toBe(0);
    expect(stdout).toContain('measured: 50 µs a run (median of 12 runs, spread 0.0 %), 45 µs without tracing');
    expect(stdout).toContain('its instructions: 40 µs, 80.0 % of it');
    const { instructions, wallSeconds, untracedSeconds, machine } = times(output);
    expect(instructions).toHaveLength(1);
    expect(instructions[0]).toMatchObject({ name: 'p', events: 1 });
    expect(new Set(instructions[0]!.seconds.map((seconds) => Math.round(seconds * 1e6)))).toEqual(new Set([40]));
    expect(wallSeconds).toHaveLength(12);
    expect(untracedSeconds).toHaveLength(3);
    expect(machine['threads']).toBe('1');
  });

  test('says why a worker failed, and writes nothing', () => {
    const folder = folderWith({});
    const output = join(folder, 'times.json');
    expect(run(['-o', output], { FAKE_WORKER_DIES: 'profile' })).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('the compiler process ended') as string,
    });
    expect(run(['-o', output], { FAKE_WORKER_LOST: '1' }).stderr).toMatch(/the trace has 1 runs .* ran 2 times/);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('asks for the program before optimisation if the compiler rejects an optimised one', () => {
    const env = { FAKE_WORKER_DIES: 'compile', FAKE_WORKER_SAYS: 'F1125 02:46:36.278454 699 a.cc:1] Check failed: n' };
    const optimised = run([], env, program.replace('tiny', 'tiny, is_scheduled=true'));
    expect(optimised.stderr).toContain('the compiler process ended: a.cc:1] Check failed: n\n');
    expect(optimised.stderr).toContain('help: this module is already optimised');
    expect(optimised.stderr).toContain('jax.jit(f).lower(...)');
    expect(optimised.code).toBe(3);
    expect(run([], env).stderr).not.toContain('optimised');
  });

  test('names a wrong core or number of threads and what there is', () => {
    const core = run(['--core', '100000']);
    expect(core.stderr).toMatch(
      /error: --core 100000: this machine has no such core\n {2}help: cores are numbered from 0/,
    );
    expect(core.code).toBe(2);
    const threads = run(['--threads', '100000']);
    expect(threads.stderr).toMatch(/error: --threads 100000: only \d+ cores? can be used\n {2}help: give --threads \d/);
    expect(threads.code).toBe(2);
    expect(run(['--core', '0', '--threads', '100000']).stderr).toContain('--threads 100000: from core 0 on');
  });

  test('says how long it waited', () => {
    const { stderr } = run(['--timeout', '0.25'], { FAKE_WORKER_HANGS: 'compile' });
    expect(stderr).toContain('took longer than 0.25 s');
  });

  test('rejects what is not a program', () => {
    expect(run([], {}, 'HloModule {').code).toBe(3);
    expect(hlorank(['profile', 'missing.hlo']).code).toBe(2);
    const folder = folderWith({ 'a.hlo': program });
    const two = hlorank(['profile', join(folder, 'a.hlo'), join(folder, 'a.hlo')]);
    expect(two.code).toBe(2);
    expect(two.stderr).toContain('this file is no profile, but a module is given after it');
  });
});

describe.skipIf(!hasJax)('profile with jax', () => {
  test('measures every executed instruction of the optimised module', { timeout: 120_000 }, () => {
    const folder = folderWith({});
    const layouts = join(root, 'data/layouts/train');
    const input = join(layouts, 'augmentation_coloured_nchw.hlo.txt.gz');
    const output = join(folder, 'times.json');
    const { code, stderr } = hlorank(['profile', input, '--traces', '2', '--window', '0.1', '-o', output]);
    expect(stderr).toBe('');
    expect(code).toBe(0);
    const { totals, instructions } = report('profile', output);
    expect(totals.runs).toBeGreaterThanOrEqual(2);
    // Instructions run one after the other on one core, so their times must add up to at most the time of the run.
    expect(totals.measuredInstructions).toBeLessThan(totals.measuredSeconds);
    expect(totals.measuredInstructions).toBeGreaterThan(totals.measuredSeconds / 4);
    for (const { name, seconds, measuredSeconds } of instructions)
      if (seconds > 1e-6) expect([name, measuredSeconds > 0]).toEqual([name, true]);
  });

  test('measures a program that calls LAPACK', { timeout: 120_000 }, () => {
    const { code, stdout, stderr } = hlorank(
      ['profile', '-', '--traces', '1', '--window', '0.01', '--by', 'op'],
      lapackProgram,
    );
    expect(stderr).not.toContain('error');
    expect(stdout).toContain('custom-call(lapack_spotrf_ffi)');
    expect(code).toBe(0);
  });
});
