// Tests in Node that the WebAssembly engine has the same results for schedules of Halide and TVM as the command line.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { unzipSync, zipSync } from 'fflate';
import { type Engine, EngineError } from '../../wasm/engine.ts';
import type { Schedules } from '../../wasm/schedules.ts';
import { bundle, holdsSchedules, isBesideSchedules, isBundle } from '../../web/src/bundle.ts';
import { Ranker } from '../../web/src/ranker.ts';
import { OpenSchedules } from '../../web/src/worker/schedules.ts';
import { errorOf, file, hlorank, loadEngine, root } from './core.ts';
import { blurBundle, blurFiles, blurFolder, exampleFiles, trainedModel } from './schedules.ts';

interface Ranked {
  verdict: { text: string };
  agreement: { tau: number };
  configurations: {
    index: number;
    id: string;
    rank: number;
    milliseconds: number;
    halideCost: number;
    shares: number[];
  }[];
}

const weightsPath = join(root, 'web/public/models/halide_adams2019/baseline.weights');
const weights = new Uint8Array(readFileSync(weightsPath));
let engine: Engine;
let schedules: Schedules;
let model: string;
beforeAll(async () => {
  Ranker.configure();
  engine = await loadEngine();
  schedules = engine.schedules();
  model = trainedModel();
}, 120_000);

const filesOf = (folder: string) => ({
  name: 'tiny',
  card: readFileSync(join(folder, 'model.json'), 'utf8'),
  network: new Uint8Array(readFileSync(join(folder, 'model.onnx'))).slice().buffer,
});

/** Unpacks an archive into a temporary folder. Returns the path of the folder `name` within it. */
function unpacked(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'hlorank-'));
  mkdirSync(join(folder, name));
  for (const [path, bytes] of Object.entries(unzipSync(exampleFiles(name).bytes)))
    writeFileSync(join(folder, path), bytes);
  return join(folder, name);
}

describe('the page and the command line', () => {
  const cases = [
    ['blur', blurBundle, () => blurFolder],
    ['halide_mobile', () => exampleFiles('halide_mobile'), () => unpacked('halide_mobile')],
    ['halide_attention', () => exampleFiles('halide_attention'), () => unpacked('halide_attention')],
  ] as const;
  test.each(cases)('predict the same for %s', async (name, packed, folderOf) => {
    const open = new OpenSchedules(engine);
    expect(open.open({ files: [packed()], candidates: 0 })).toMatchObject({ name, format: 'schedules of Halide' });
    const status = await open.rank(
      filesOf(model),
      { weights: weights.slice().buffer, cores: 1, isRanker: false },
      ({ network }) => Ranker.load(network),
      () => false,
    );
    const page = open.program.report(1000);
    const cli = JSON.parse(
      hlorank('rank', folderOf(), '--model', model, '--weights', weightsPath, '--json', '--top', 'all'),
    ) as Ranked;
    expect(page.configurations.length).toBe(cli.configurations.length);
    expect(status!.verdict!.text).toBe(cli.verdict.text);
    for (const expected of cli.configurations) {
      const { schedule, rank } = page.configurations.find(({ index }) => index === expected.index)!;
      expect(schedule!.id).toBe(expected.id);
      expect(schedule!.milliseconds / expected.milliseconds).toBeCloseTo(1, 4);
      expect(schedule!.halideCost! / expected.halideCost).toBeCloseTo(1, 12);
      expected.shares.forEach((share, stage) => expect(schedule!.shares[stage]).toBeCloseTo(share, 4));
      // Ranks may differ by 1, because schedules with nearly equal times may exchange their ranks.
      expect(Math.abs(rank! - expected.rank)).toBeLessThanOrEqual(1);
    }
  });
});

test('features of scheduled TVM programs are read as by the command line', () => {
  const folder = join(root, 'data/tvm/0000');
  const named = readdirSync(folder).map((name) => ({
    name,
    path: `0000/${name}`,
    head: '',
    bytes: new Uint8Array(readFileSync(join(folder, name))),
  }));
  const kept = named.filter((one) => holdsSchedules(one) || isBesideSchedules(one));
  expect(kept.map(({ name }) => name)).toContain('store_features.npz');
  const cli = JSON.parse(hlorank('inspect', folder, '--json')) as { kind: string; stages: { name: string }[] };
  expect(cli.kind).toBe('metaschedule_stores');
  expect(schedules.open(bundle(kept), 0).schedules!.kind).toBe(cli.kind);
  expect(schedules.instructions().names).toEqual(cli.stages.map(({ name }) => name));
  const { attributes } = schedules.details(0, 0);
  expect(Number(attributes.find(({ name }) => name === 'num_loops')!.value)).toBeGreaterThan(0);
});

test('every collected TVM workload has a name of its own, and its stages those of its blocks', () => {
  const folders = readdirSync(join(root, 'data/tvm')).filter((name) => /^\d+$/.test(name));
  const hashes = folders.map((name) => {
    const folder = join(root, 'data/tvm', name);
    const files = readdirSync(folder).map((own) => ({
      path: `${name}/${own}`,
      head: '',
      bytes: new Uint8Array(readFileSync(join(folder, own))),
    }));
    const { name: program, schedules: facts } = schedules.open(bundle(files), 0);
    expect(facts!.family, name).toBeTruthy();
    expect(schedules.instructions().names.join(' '), name).not.toContain('buffer');
    return program.split('/')[1];
  });
  expect(hashes).toHaveLength(41);
  expect(new Set(hashes).size).toBe(41);
});

describe('an open file of schedules', () => {
  test('shows stages as instructions, producers first', () => {
    schedules.open(blurBundle(), 0);
    const { names, opcodes, shapes } = schedules.instructions();
    expect(names).toEqual(['conv.s0', 'conv.s1', 'relu.s0', 'total.s0', 'total.s1', 'soft.s0']);
    expect(opcodes[1]).toBe('update definition');
    expect(shapes[2]).toBe('max, func_call');
    const { titles, subtitles, instructions } = schedules.outline();
    expect(titles[0]).toBe('blur');
    expect(subtitles[0]).toBe('6 stages');
    expect(instructions).toHaveLength(7);
    expect(schedules.draw('all').from).toHaveLength(6);
    expect(schedules.structure().feeds).toHaveLength(6);
  });

  test('gives the time of each stage, largest first, and its features', () => {
    schedules.open(blurBundle(), 0);
    expect(errorOf(() => schedules.costs(0)).message).toContain('no ranking');
    schedules.setHalideWeights(weights, 1);
    schedules.rankByHalide();
    const { share, instructions, isPredicted } = schedules.costs(2);
    expect(isPredicted).toBe(true);
    expect([...share]).toEqual([...share].toSorted((a, b) => b - a));
    expect(share.reduce((sum, part) => sum + part)).toBeCloseTo(1, 5);
    expect(new Set(instructions).size).toBe(6);
    const { attributes, operands } = schedules.details(4, 2);
    expect(attributes.map(({ name }) => name)).toContain('points_computed_total');
    expect(operands.map(({ name }) => name)).toEqual(['total.s0', 'relu.s0']);
    expect(errorOf(() => schedules.costs(4)).message).toContain('no schedule 4');
  });

  test('without a log is a chain, with a notice', () => {
    const { notices, edges } = schedules.open(bundle(blurFiles(['0.sample', '1.sample'])), 0);
    expect(notices[0]!.message).toContain('taken as a chain');
    expect(edges).toBe(5);
  });

  test('may have several programs', () => {
    const both = bundle([...blurFiles(undefined, 'all/a/'), ...blurFiles(['0.sample'], 'all/b/')]);
    expect(both.name).toBe('all.zip');
    expect(schedules.open(both, 1)).toMatchObject({ name: 'b', schedules: { programs: ['a', 'b'], chosen: 1 } });
    expect(errorOf(() => schedules.open(both, 2)).message).toContain('no program 2');
  });

  test('is written as the command line writes it, and as CSV', () => {
    schedules.open(blurBundle(), 0);
    schedules.setHalideWeights(weights, 4);
    schedules.rankByHalide();
    const json = JSON.parse(schedules.saved('json', [2, 0]).text) as Ranked & { model: { title: string } };
    expect(json.configurations.map(({ index }) => index)).toEqual([2, 0]);
    expect(json.model.title).toContain('4 cores');
    const [head, row] = schedules.saved('csv', [2, 0]).text.split('\n');
    expect(head).toMatch(/^rank,schedule,predicted_ms,measured_ms,halide_cost,share of /);
    const { rank, id, milliseconds, shares } = json.configurations[0]!;
    expect(row).toBe([rank, id, milliseconds, schedules.view().times.at(2)! * 1000, '', ...shares].join(','));
    expect(errorOf(() => schedules.saved('csv', [4])).message).toContain('no schedule 4');
    expect(errorOf(() => schedules.saved('hlo', [0])).message).toContain('no file of the kind hlo');
  });

  test('has the costs by Halide’s own model for a number of cores, also in the order of measured times', () => {
    schedules.open(blurBundle(), 0);
    const [one, seven] = [1, 7].map((cores) => {
      schedules.setHalideWeights(weights, cores);
      schedules.rankByTime();
      return [...schedules.view().halide!];
    });
    // Expect that Halide's cost for seven cores is at least that for one, because some cores are idle for a time.
    expect(one!.every((cost, i) => cost <= seven![i]!)).toBe(true);
    expect(one).not.toEqual(seven);
  });

  test('of TVM is in the order of its measured times, without agreement', () => {
    const record = file('tests/data/stages/database_tuning_record.json');
    schedules.open(bundle([{ path: record.name, head: '[0', bytes: record.bytes }]), 0);
    expect(errorOf(() => schedules.setHalideWeights(weights, 1)).message).toContain('TVM MetaSchedule');
    schedules.rankByTime();
    const { times, agreement } = schedules.view();
    expect([...times]).toEqual([...times].toSorted((a, b) => a - b));
    expect(agreement).toBe(null);
    expect(errorOf(() => schedules.inputs(filesOf(model).card, 0, 1)).message).toContain('TVM MetaSchedule');
  });

  test('packs the same files into the same bytes', () => {
    expect(bundle(blurFiles().toReversed()).bytes).toEqual(bundle(blurFiles()).bytes);
    expect(isBundle(blurBundle())).toBe(true);
    expect(isBundle(file('web/public/examples/capsule.npz'))).toBe(false);
  });
});

describe('damaged files', () => {
  test('have an error with the name of the file and the byte, and what was open stays open', () => {
    schedules.open(blurBundle(), 0);
    const [sample] = blurFiles(['0.sample']);
    const bad = bundle([{ path: 'x/bad.sample', head: '', bytes: sample!.bytes.slice(0, 5000) }]);
    expect(errorOf(() => schedules.open(bad, 0))).toMatchObject({ file: 'x/bad.sample', offset: 5000 });
    expect(schedules.instructions().names).toHaveLength(6);
  });

  test('never crash the module', () => {
    const files = blurFiles();
    let state = 1;
    const random = (below: number): number => (state = (state * 48_271) % 0x7fffffff) % below;
    let opened = 0;
    for (let i = 0; i < 300; ++i) {
      const damaged = files.map((each) => {
        if (random(3)) return each;
        const bytes = each.bytes.slice(0, random(4) ? undefined : random(each.bytes.length));
        for (let k = random(6); k > 0 && bytes.length; --k) bytes[random(bytes.length)] = random(256);
        return { ...each, bytes };
      });
      const packed = bundle(damaged);
      if (!random(4)) packed.bytes[random(packed.bytes.length)]! ^= 1 << random(8);
      try {
        schedules.open(packed, 0);
        ++opened;
      } catch (error) {
        expect(error).toBeInstanceOf(EngineError);
        expect((error as EngineError).report.message).not.toMatch(/internal error/);
        continue;
      }
      schedules.setHalideWeights(weights, 1);
      schedules.rankByHalide();
      schedules.draw('all');
      schedules.view({ text: 'a', key: 'time' });
      schedules.report(3);
    }
    expect(opened).toBeGreaterThan(20);
    for (const bytes of [new Uint8Array(), zipSync({ 'a.txt': new Uint8Array(9) })])
      expect(errorOf(() => schedules.open({ name: 'x.zip', bytes }, 0)).message).toBeTruthy();
  });
});
