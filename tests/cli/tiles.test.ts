// Tests `rank`, `check` and `inspect` on kernels with tile sizes and on .prepared files.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { sharedData } from '../web/core.ts';
import { folderWith, hlorank, root } from './hlorank.ts';

interface Tile {
  index: number;
  rank: number;
  score: number;
  time: number;
  compilerTime: number;
  kernel: number[];
}

const folder = folderWith({});
const run = join(folder, 'run');
const layouts = join(root, 'data/measured/capsule.npz');
let kernel = '';

function succeed(...args: string[]): string {
  const { code, stdout, stderr } = hlorank(args);
  expect(code, stderr).toBe(0);
  return stdout;
}

// Ranks the kernel in `path` by the trained model.
const tilesOf = (path: string) =>
  (JSON.parse(succeed('rank', path, '--model', run, '--top', 'all', '--json')) as { tiles: Tile[] }).tiles;

beforeAll(() => {
  succeed('synth', '-o', join(folder, 'made'), '--collection', 'tile:xla', '--programs', '20', '--scale', '.01');
  const kernels = join(folder, 'made/npz/tile/xla/train');
  succeed('train', kernels, '-o', run, '--steps', '20', '--quiet');
  kernel = join(kernels, readdirSync(kernels)[0]!);
}, 240_000);

describe('tile sizes', () => {
  test('are ranked by a model of tile sizes, each once, lowest score first', () => {
    const tiles = tilesOf(kernel);
    const scores = tiles.map(({ score }) => score);
    expect(new Set(scores).size).toBeGreaterThan(1);
    expect([...scores].sort((a, b) => a - b)).toEqual(scores);
    expect(tiles.map(({ index }) => index).sort((a, b) => a - b)).toEqual(tiles.map((_, i) => i));
    for (const tile of tiles) expect(tile.rank).toBe(1 + scores.filter((score) => score < tile.score).length);
  });

  test('have the slowdown that `evaluate` reports', () => {
    const tiles = tilesOf(kernel).map(({ time, compilerTime }) => time / compilerTime);
    const report = JSON.parse(succeed('evaluate', run, kernel, '--json')) as { programs: { slowdown1: number }[] };
    expect(tiles[0]! / Math.min(...tiles) - 1).toBeCloseTo(report.programs[0]!.slowdown1, 4);
  });

  test('of a tuning file are those of its first kernel', ({ skip }) => {
    const tuning =
      sharedData('tpugraphs/op_tuning_data.pb') ?? skip('the TpuGraphs files beside the repository are not here');
    const npz = sharedData('tpugraphs/tile_00_fusion.232.npz')!;
    // The npz has the edges in another order, which changes the last digit of some scores.
    const [fromTuning, fromNpz] = [tuning, npz].map((path) => tilesOf(path).map(({ time }) => time));
    expect(fromTuning).toEqual(fromNpz);
  });

  test('make other options void, and say so', () => {
    const { stderr } = hlorank(['rank', kernel, '--model', run, '--candidates', '10']);
    expect(stderr).toContain('--candidates is ignored: the file has tile sizes of a kernel');
  });

  test('are printed as a table', () => {
    const [title, count, head, ...rows] = succeed('rank', kernel, '--model', run, '--top', '3').trim().split('\n');
    expect(title).toContain('(TpuGraphs npz (tile)), ranked by');
    expect(count).toMatch(/^\d+ tile-size configurations from the file/);
    expect(head!.trim().split(/\s{2,}/)).toEqual(['rank', 'number', 'score', 'time', 'tile sizes']);
    expect(rows).toHaveLength(3);
    expect(rows[0]).toMatch(/^ *1 +#\d+ .*kernel \[[\d,]*\] {2}output \[[\d,]*\] {2}input \[[\d,]*\]$/);
  });

  test('need a model of tile sizes', () => {
    for (const model of [[], ['--model', 'analytical']]) {
      const { code, stdout, stderr } = hlorank(['rank', kernel, ...model]);
      expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
      expect(stderr).toContain('the configurations are tile sizes of a kernel');
    }
    const calibrated = hlorank(['rank', kernel, '--model', join(root, 'web/public/models/calibrated')]);
    expect(calibrated.code).toBe(3);
    expect(calibrated.stderr).toContain(`${kernel}: error: contains tile sizes of a kernel, but the model`);
  });

  test('are counted by `check` and `inspect`', () => {
    const count = tilesOf(kernel).length;
    expect(succeed('check', kernel)).toContain(`, ${count} tile-size configurations`);
    expect(succeed('inspect', kernel)).toMatch(
      new RegExp(`^ {2}configurations {2}${count} tile sizes, with measured`, 'm'),
    );
    const { tiles } = JSON.parse(succeed('inspect', kernel, '--json')) as { tiles: unknown };
    expect(tiles).toEqual({ count, measured: true });
  });
});

describe('a .prepared file', () => {
  test('of a kernel is ranked like its source', () => {
    const store = join(folder, 'kernels');
    succeed('prepare', kernel, '-o', store);
    const [name] = readdirSync(store, { encoding: 'utf8', recursive: true }).filter((file) =>
      file.endsWith('.prepared'),
    );
    const scoresOf = (tiles: Tile[]) => [...new Set(tiles.map(({ score }) => score))];
    expect(scoresOf(tilesOf(join(store, name!)))).toEqual(scoresOf(tilesOf(kernel)));
    const { code, stderr } = hlorank([
      'rank',
      join(store, name!),
      '--model',
      join(root, 'web/public/models/calibrated'),
    ]);
    expect(code).toBe(3);
    expect(stderr).toContain(`${name!}: error: contains tile sizes`);
  });

  test('of layouts is ranked like its source, with the same verdict, notices and warnings', () => {
    const store = join(folder, 'layouts');
    succeed('prepare', layouts, '-o', store);
    const path = join(store, 'capsule.prepared');
    const reportOf = (file: string) => {
      const report = JSON.parse(succeed('rank', file, '--top', 'all', '--json')) as {
        configurations: { usable: boolean; score: number | null; time: number; changes: unknown[] }[];
      };
      // Rows of the source with equal layouts are one configuration of the .prepared file.
      const configurations = report.configurations
        .filter(({ usable }) => usable)
        .map(({ score, time, changes }) => ({ score, time, changes }));
      return { ...report, configurations, count: 0, file: '', format: '' };
    };
    const [prepared, source] = [reportOf(path), reportOf(layouts)];
    expect(prepared).toEqual(source);
    expect(succeed('check', path)).toMatch(/: ok: prepared, \d+ nodes, \d+ configurations$/m);
    expect(succeed('inspect', path)).toContain('from the file, with measured times');
  });

  test('is checked and inspected with its store, whose lists are left out', () => {
    const store = join(folder, 'layouts');
    expect(succeed('check', store)).toMatch(/capsule\.prepared: ok/);
    expect(succeed('inspect', store, '--jsonl').trim().split('\n')).toHaveLength(1);
  });
});
