// Tests each command on schedules of Halide, and that ONNX Runtime and LibTorch predict the same.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync, zipSync } from 'fflate';
import * as ort from 'onnxruntime-web/wasm';
import { beforeAll, expect, test } from 'vitest';
import { folderWith, hlorank, program, root } from './hlorank.ts';

interface Tensor {
  shape: number[];
  data: number[];
}
interface Card {
  schema: string;
  join: string;
  inputs: string[];
  tensors: Record<string, { type: string }>;
  golden: { inputs: Record<string, Tensor>; scores: number[]; stageTimes: number[] };
}
interface Ranked {
  stages: string[];
  configurations: { id: string; rank: number; milliseconds: number; halideCost: number; shares: number[] }[];
}

const blur = join(root, 'tests/data/stages/blur');
const weights = join(root, 'tests/data/stages/baseline.weights');
const data = folderWith({});
const run = join(folderWith({}), 'run');

beforeAll(() => {
  for (const name of ['a', 'b', 'c']) cpSync(blur, join(data, name), { recursive: true });
  const { code, stderr } = hlorank(['train', data, '-o', run, '--epochs', '20']);
  expect(stderr).toContain('form stages');
  expect(code).toBe(0);
}, 120_000);

const cardOf = (model: string) => JSON.parse(readFileSync(join(model, 'model.json'), 'utf8')) as Card;
const ranked = (...args: string[]) => JSON.parse(hlorank(['rank', ...args, '--json', '--top', 'all']).stdout) as Ranked;

test('inspect lists stages and edges', () => {
  const json = JSON.parse(hlorank(['inspect', blur, '--json']).stdout) as { stages: unknown[]; schema: string };
  expect(json).toMatchObject({ kind: 'halide', configurations: 4, measured: 4, edges: [[1, 0], [2, 1], [3, 0], [3, 1], [4, 3], [5, 4]] }); // prettier-ignore
  expect(json.stages).toHaveLength(6);
  expect(hlorank(['inspect', data]).stdout.match(/schedules of Halide/g)).toHaveLength(3);
  expect(cardOf(run).schema).toBe(json.schema);
});

test('rank numbers equal schedules alike, as text and as JSON', () => {
  const twice = folderWith({});
  cpSync(blur, twice, { recursive: true });
  cpSync(join(blur, '0.sample'), join(twice, 'same.sample'));
  const ranks = ranked(twice, '--model', run).configurations.map(({ rank }) => rank);
  expect(new Set(ranks).size).toBeLessThan(5);
  const { stdout } = hlorank(['rank', twice, '--model', run, '--top', 'all']);
  expect([...stdout.matchAll(/^ *(\d+) +\S+\.sample/gm)].map(([, rank]) => Number(rank))).toEqual(ranks);
});

test('rank says when the model was trained on the pipeline', () => {
  const said = 'the model was trained on a program of this name';
  const notices = (folder: string) => (JSON.parse(hlorank(['rank', folder, '--model', run, '--json']).stdout) as { notices: string[] }).notices.join(); // prettier-ignore
  expect(hlorank(['rank', join(data, 'a'), '--model', run]).stdout).toContain(`note: ${said}`);
  expect(notices(join(data, 'a'))).toContain(said);
  expect(notices(blur)).not.toContain(said);
});

test('records of Ansor are known by their content', () => {
  const record = (split: number, seconds: number) =>
    JSON.stringify({ i: [['["w", 64, 64]', 'llvm', [8]], [[], [['SP', 2, 0, 64, [split, 4], 1]]]], r: [[seconds], 0, 1, 1], v: 'v0.6' }); // prettier-ignore
  const records = [record(1, 1e-3), record(2, 2e-3)].map((line) => line.replace('{"i":', '{"i": ')).join('\n');
  const folder = folderWith({ 'tune.json': records, 'tune.txt': records });
  for (const given of [folder, join(folder, 'tune.json'), join(folder, 'tune.txt')]) {
    const { configurations } = JSON.parse(hlorank(['inspect', given, '--json']).stdout) as { configurations: number };
    expect([given, configurations]).toEqual([given, 2]);
    expect(ranked(given).configurations.map(({ rank }) => rank)).toEqual([1, 2]);
  }
});

test("the folders of Halide's autotuning loop are one pipeline", () => {
  const samples = join(folderWith({}), 'samples');
  const names = ['0', '1', '2', '3'];
  for (const name of names) {
    const own = join(samples, `batch_${Number(name) < 2 ? 1 : 2}_0`, name);
    mkdirSync(own, { recursive: true });
    cpSync(join(blur, `${name}.sample`), join(own, `blur_batch_0001_sample_000${name}.sample`));
    writeFileSync(join(own, `blur_batch_0001_sample_000${name}.featurization`), 'the features before timing');
    for (const file of ['compile_log.txt']) cpSync(join(blur, file), join(own, file));
    writeFileSync(join(own, 'bench.txt'), 'a message of the benchmark');
  }
  writeFileSync(join(samples, 'batch_1_0/used.weights'), 'weights');
  writeFileSync(join(samples, 'best.blur.benchmark.txt'), '1 ms');
  const json = JSON.parse(hlorank(['inspect', samples, '--json']).stdout) as { configurations: number };
  expect(json).toMatchObject({ kind: 'halide', configurations: 4, measured: 4 });
  for (const given of [samples, `${samples}/`, join(samples, '..')]) {
    const { stdout, stderr, code } = hlorank(['check', given]);
    expect(stderr).toBe('');
    expect(stdout).toContain('4 schedules of Halide, 6 stages');
    expect(code).toBe(0);
  }
  expect(ranked(samples, '--model', run).configurations.map(({ rank }) => rank)).toEqual(
    ranked(blur, '--model', run).configurations.map(({ rank }) => rank),
  );
});

test("the autotuning loop's generator arguments make pipelines of their own", () => {
  const samples = join(folderWith({}), 'samples');
  for (const folder of ['batch_0_0/0', 'batch_0_1/0', 'batch_1_0/0']) {
    mkdirSync(join(samples, folder), { recursive: true });
    for (const file of ['0.sample', 'compile_log.txt']) cpSync(join(blur, file), join(samples, folder, file));
  }
  const { stdout } = hlorank(['check', samples]);
  expect(stdout).toContain('2 schedules of Halide, 6 stages; 1 schedule of Halide, 6 stages');
  expect(hlorank(['inspect', samples]).stdout).toContain('samples 1 (schedules of Halide)');
  expect(ranked(join(samples, 'batch_0_1/0'), '--model', run).configurations).toHaveLength(1);
});

test('a log without edges is taken as none, and pipeline.json is checked', () => {
  const folder = folderWith({});
  cpSync(blur, folder, { recursive: true });
  const log = readFileSync(join(blur, 'compile_log.txt'), 'latin1');
  writeFileSync(join(folder, 'compile_log.txt'), log.replace(/^.*Edge:.*$/gm, ''), 'latin1');
  expect(hlorank(['check', folder]).stderr).toContain('its stages are taken as a chain');
  for (const wrong of ['{"noise": 5}', '{"noise": -0.1}', '{"noise": "x"}', 'noise']) {
    writeFileSync(join(folder, 'pipeline.json'), wrong);
    const { code, stderr } = hlorank(['check', folder]);
    expect([wrong, code, stderr]).toEqual([wrong, 3, expect.stringContaining('pipeline.json: error')]);
  }
});

test('records of MetaSchedule are known by their content, and those not measured yet are kept', () => {
  const [record] = readFileSync(join(root, 'tests/data/stages/database_tuning_record.json'), 'utf8').split('\n');
  const waiting = record!.replace(/\],\[[^[\]]*\],\{"keys"/, '],null,{"keys"');
  expect(waiting).not.toBe(record);
  const file = join(folderWith({ 'mine.json': `${record}\n${waiting}` }), 'mine.json');
  const json = JSON.parse(hlorank(['inspect', file, '--json']).stdout) as object;
  expect(json).toMatchObject({ configurations: 2, measured: 1, failed: 0 });
});

test('check reads folders of schedules and names the faulty file', () => {
  writeFileSync(join(data, 'a/readme.txt'), 'not a program');
  cpSync(join(blur, '1.sample'), join(data, 'c/bad.sample'));
  truncateSync(join(data, 'c/bad.sample'), 5000);
  const { stdout, stderr, code } = hlorank(['check', join(data, 'a'), join(data, 'c')]);
  rmSync(join(data, 'c/bad.sample'));
  rmSync(join(data, 'a/readme.txt'));
  expect(stdout).toContain(`${join(data, 'a')}: ok: 4 schedules of Halide, 6 stages`);
  expect(stderr).toContain(`${join(data, 'c/bad.sample')}: byte 5000: error`);
  expect(code).toBe(3);
});

test('check and inspect pass over what describes a collection', () => {
  const folder = folderWith({ 'manifest.json': '{"runs": []}', 'README.md': '# Schedules' });
  cpSync(blur, join(folder, '0000'), { recursive: true });
  for (const command of ['check', 'inspect']) expect(hlorank([command, folder])).toMatchObject({ code: 0, stderr: '' });
  expect(hlorank(['check', join(folder, 'manifest.json')]).code).toBe(3);
});

test('a log that holds no schedules leaves the other files of its folder alone', () => {
  const folder = folderWith({ 'train.log': 'epoch 1', 'a.hlo': program });
  expect(hlorank(['inspect', folder, '--jsonl']).stdout).toContain('a.hlo');
});

test('a packed pipeline and a zip of a folder give the ranking of the unpacked files', () => {
  const packed = join(root, 'data/halide/0001.npz');
  const folder = folderWith({});
  const python = join(root, 'build/python/bin/python');
  execFileSync(python, ['-m', 'halide_samples.pack', 'unpack', folderWith({ '0001.npz': new Uint8Array(readFileSync(packed)) }), '-o', folder],
    { env: { ...process.env, PYTHONPATH: join(root, 'scripts') } }); // prettier-ignore
  const files = readdirSync(join(folder, '0001')).map((name) => [name, new Uint8Array(readFileSync(join(folder, '0001', name)))] as const); // prettier-ignore
  const zip = join(folderWith({ '0001.zip': zipSync({ '0001': Object.fromEntries(files) }) }), '0001.zip');
  const expected = ranked(join(folder, '0001'), '--model', run);
  expect(expected.configurations.length).toBeGreaterThan(10);
  expect(ranked(packed, '--model', run).configurations).toEqual(expected.configurations);
  expect(ranked(zip, '--model', run).configurations).toEqual(expected.configurations);
});

/** Returns the shapes of the arrays that `hlorank features` writes for a file: {name: shape}. */
function featureShapes(file: string): Record<string, number[]> {
  const output = join(folderWith({}), 'stages.npz');
  expect(hlorank(['features', join(root, file), '-o', output])).toMatchObject({ code: 0 });
  const shapes = Object.entries(unzipSync(new Uint8Array(readFileSync(output)))).map(([name, bytes]) => {
    const header = new TextDecoder('latin1').decode(bytes.slice(0, 128));
    const [, shape] = header.match(/'shape': \(([^)]*)\)/)!;
    return [name.replace('.npy', ''), shape!.split(',').filter(Boolean).map(Number)];
  });
  return Object.fromEntries(shapes) as Record<string, number[]>;
}

test('features writes the stages and schedules of a workload of TVM', () => {
  const {
    algorithm,
    schedules,
    edges,
    run_time: times,
  } = featureShapes('tests/data/stages/database_tuning_record.json');
  expect([algorithm![0], schedules!.slice(0, 2), edges, times]).toEqual([2, [2, 2], [1, 2], [2]]);
});

test('features takes what TVM computed from the scheduled programs, where it stands beside the records', () => {
  const { schedules, run_time: times } = featureShapes('data/tvm/0000/database_tuning_record.json.gz');
  expect([schedules![0], schedules![2], times]).toEqual([40, 164, [40]]);
});

test('ONNX Runtime and LibTorch give the same predictions', async () => {
  const { golden, inputs, tensors } = cardOf(run);
  ort.env.wasm.numThreads = 1;
  const network = readFileSync(join(run, 'model.onnx'));
  const session = await ort.InferenceSession.create(new Uint8Array(network), { executionProviders: ['wasm'] });
  const feeds = Object.fromEntries(
    inputs.map((name) => {
      const { shape, data: values } = golden.inputs[name]!;
      const given = tensors[name]!.type === 'int64' ? new ort.Tensor(BigInt64Array.from(values.map(BigInt)), shape)
        : new ort.Tensor(Float32Array.from(values), shape); // prettier-ignore
      return [name, given];
    }),
  );
  const outputs = await session.run(feeds);
  for (const name of ['scores', 'stageTimes'] as const)
    golden[name].forEach((value, i) => expect(Number(outputs[name]!.data[i])).toBeCloseTo(value, 5));
});

test('evaluate prints rankings and errors of the predicted times', () => {
  const { stdout, code } = hlorank(['evaluate', run, data, '--json']);
  expect(code).toBe(0);
  const { mean, pooled } = JSON.parse(stdout) as Record<string, Record<string, number>>;
  for (const field of ['tau', 'pairAccuracy', 'medianError', 'largestError', 'logR2', 'slowdown1'])
    expect(mean![field], field).toBeTypeOf('number');
  expect(pooled).toMatchObject({ schedules: 12 });
});

test('rank orders schedules, with the share of each stage and the cost by Halide', () => {
  const { stages, configurations } = ranked(blur, '--model', run, '--weights', weights);
  const times = configurations.map(({ milliseconds }) => milliseconds);
  // Two schedules of the test data have equal features, so the model must give them equal times and ranks.
  const ranks = times.map((time) => 1 + times.filter((other) => other < time).length);
  expect(configurations.map(({ rank }) => rank)).toEqual(ranks);
  expect(times).toEqual([...times].sort((a, b) => a - b));
  for (const { shares, halideCost } of configurations) {
    expect(shares).toHaveLength(stages.length);
    expect(shares.reduce((sum, share) => sum + share)).toBeLessThanOrEqual(1.001);
    expect(halideCost).toBeGreaterThan(0);
  }
  expect(ranked(run, blur).configurations).toHaveLength(4);
});

test('rank without a fitting model orders measured schedules by their times, and says how to train one', () => {
  const folder = join(root, 'data/tvm/0000');
  const { stdout, stderr, code } = hlorank(['rank', folder, '--top', '3']);
  expect(code).toBe(0);
  expect(stdout).toContain('ranked by measured');
  expect(stdout).not.toContain('predicted');
  expect(stderr).toMatch(/no published model ranks schedules of TVM.*measured times[\s\S]*hlorank train/);
  const times = (JSON.parse(hlorank(['rank', folder, '--json', '--top', 'all']).stdout) as { configurations: { time: number }[] }).configurations.map(({ time }) => time); // prettier-ignore
  expect(times).toHaveLength(40);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
});

test('predictions do not depend on names of files or functions', () => {
  const { configurations } = ranked(blur, '--model', run);
  const renamed = join(folderWith({}), 'other');
  mkdirSync(renamed);
  for (const i of [0, 1, 2, 3]) cpSync(join(blur, `${i}.sample`), join(renamed, `z${3 - i}.sample`));
  const log = readFileSync(join(blur, 'compile_log.txt'), 'utf8').replaceAll('conv', 'zebra$7');
  writeFileSync(join(renamed, 'compile_log.txt'), log);
  const others = ranked(renamed, '--model', run).configurations;
  for (const [i, { milliseconds }] of configurations.entries())
    expect(others[i]!.milliseconds / milliseconds).toBeCloseTo(1, 5);
});

test('single samples are ranked together with the log beside them', () => {
  const { configurations } = ranked(join(blur, '1.sample'), join(blur, '3.sample'), '--model', run);
  expect(configurations.map(({ id }) => id).sort()).toEqual(['1.sample', '3.sample']);
});

test('export and publish write the same network', () => {
  const folder = folderWith({});
  expect(hlorank(['export', run, '-o', join(folder, 'out')]).code).toBe(0);
  expect(hlorank(['publish', run, '-o', join(folder, 'models/halide')]).code).toBe(0);
  const network = readFileSync(join(run, 'model.onnx'));
  for (const copy of ['out', 'models/halide'])
    expect(readFileSync(join(folder, copy, 'model.onnx')).equals(network)).toBe(true);
});

test('models of schedules and of HLO programs are not mixed up', () => {
  const hlo = join(root, 'web/public/models/calibrated');
  const tiny = join(folderWith({ 'tiny.hlo': program }), 'tiny.hlo');
  expect(hlorank(['rank', tiny, '--model', run]).stderr).toContain('is for schedules of Halide or TVM');
  expect(hlorank(['rank', blur, '--model', hlo]).stderr).toContain('ranks HLO programs');
  expect(hlorank(['evaluate', hlo, blur]).stderr).toContain('ranks HLO programs');
  const npz = join(root, 'web/public/examples/capsule.npz');
  expect(hlorank(['evaluate', run, npz]).stderr).toContain('pass a model trained on HLO programs');
  expect(hlorank(['train', blur, npz, '-o', join(folderWith({}), 'x')]).stderr).toContain('mixes');
  expect(hlorank(['train', blur, '-o', join(folderWith({}), 'x'), '--form', 'table']).stderr).toContain(
    'Halide or TVM',
  );
  expect(hlorank(['train', npz, '-o', join(folderWith({}), 'x'), '--form', 'stages']).stderr).toContain('HLO programs');
});

test('models of schedules are trained with the loss of run times, other models with other losses', () => {
  const train = (...args: string[]) => hlorank(['train', ...args, '-o', join(folderWith({}), 'x')]);
  for (const loss of ['hinge', 'mse', 'listmle']) {
    const { code, stderr } = train(data, '--loss', loss);
    expect([code, stderr]).toEqual([2, expect.stringContaining('give --loss runtime')]);
  }
  expect(train(join(root, 'web/public/examples/capsule.npz'), '--form', 'table', '--loss', 'runtime').code).toBe(2);
});

test('a truncated sample is rejected with its path and byte', () => {
  const folder = folderWith({ '0.sample': readFileSync(join(blur, '0.sample')).subarray(0, 5000) });
  const { code, stderr } = hlorank(['inspect', folder]);
  expect(code).toBe(3);
  expect(stderr).toMatch(/0\.sample: byte 5000: error: the \.sample has 5000 bytes/);
});
