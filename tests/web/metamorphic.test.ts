// Metamorphic tests: the score of a configuration must not depend on the order, number or measured times of the other
// configurations in the file. tests/native/metamorphic_test.cpp has the same tests in C++. The models, one of each
// kind, are trained on the unchanged file.
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Engine, InputFile } from '../../wasm/engine.ts';
import { Ranker } from '../../web/src/ranker.ts';
import { JoinedNetwork } from '../../web/src/worker/joined.ts';
import { type Member, readZip } from '../../web/src/zip.ts';
import { file, hlorank, loadEngine, root } from './core.ts';
import { countOf, withRows } from './npz.ts';

const program = 'data/measured/gru_scan.hlo.txt.gz';
const archive = 'data/measured/gru_scan.npz';

const forms: Record<string, string[]> = {
  simulated: ['simulated'],
  calibrated: ['calibrated'],
  graph: ['graph'],
  table: ['table'],
  'early-join': ['early'],
  'late-join': ['late'],
  free: ['free'],
  'table, cross-configuration attention': ['table', '--set', 'cross-attention=16'],
  'early-join, cross-configuration attention': ['early', '--set', 'cross-attention=16'],
  'late-join, cross-configuration attention': ['late', '--set', 'cross-attention=16'],
};

const inOrder = (count: number): number[] => Array.from({ length: count }, (_, row) => row);
const changes: Record<string, (rows: number[], times: number[]) => number[]> = {
  'rows shuffled': (rows) =>
    rows
      .map((row) => [(row * 7919) % 104729, row] as const)
      .sort((a, b) => a[0] - b[0])
      .map(([, row]) => row),
  'slowest row first': (rows, times) => {
    const slowest = times.indexOf(Math.max(...times));
    return [slowest, ...rows.filter((row) => row !== slowest)];
  },
  'rows repeated': (rows) => rows.flatMap((row) => (row % 3 === 0 ? [row, row, row] : [row])),
  'first half removed': (rows) => rows.slice(rows.length / 2),
};

let engine: Engine;
let members: Member[];
beforeAll(async () => {
  engine = await loadEngine();
  members = await readZip(new Uint8Array(readFileSync(join(root, archive))));
  Ranker.configure();
});

const files = (rows: number[]): InputFile[] => [
  file(program),
  { name: 'gru_scan.npz', bytes: withRows(members, rows) },
];

/**
 * Scores the configurations `rows` of a file with the model in the folder `run`. Returns {layout changes of a
 * configuration: score}.
 */
async function scoreConfigurations(run: string, rows: number[]): Promise<Map<string, number>> {
  const { count } = engine.open(files(rows)).configurations;
  const card = readFileSync(join(run, 'model.json'), 'utf8');
  const weights = new Uint8Array(readFileSync(join(run, 'model.onnx')));
  let network: JoinedNetwork | null = null;
  if ((JSON.parse(card) as { join?: string }).join === 'loops') {
    engine.rankByLoops(card, weights);
  } else {
    const given = engine.inputs(card);
    const ranker = await Ranker.load(weights.buffer);
    network = given.joined ? new JoinedNetwork(engine, ranker, given.tensors, given) : null;
    const written = await (network ? network.begin() : ranker.run(given.tensors));
    engine.rank(written.rows, written.pairs, written.members, written.scores);
  }
  for (let scored = engine.step(1e6); scored < count; scored = engine.step(1e6)) await network!.scoreNext(count);
  const scores = new Map<string, number>();
  for (const configuration of engine.report(count).configurations)
    scores.set(
      JSON.stringify(configuration.changes.map(({ computation, node, tensor, to }) => [computation, node, tensor, to])),
      configuration.score,
    );
  return scores;
}

describe.each(Object.entries(forms))('%s', (_, [form, ...options]) => {
  test('scores do not depend on how the file is written', async () => {
    const run = join(mkdtempSync(join(tmpdir(), 'hlorank-')), 'run');
    const steps = form === 'free' ? [] : ['--epochs', '4'];
    hlorank('train', join(root, archive), '-o', run, '--form', form!, ...options, ...steps);
    const rows = inOrder(countOf(members));
    const all = await scoreConfigurations(run, rows);
    expect(new Set(all.values()).size).toBeGreaterThan(10);
    const times = rows.map(() => 0);
    for (const { index, time } of engine.report(rows.length).configurations) times[index] = time ?? 0;
    for (const [what, change] of Object.entries(changes)) {
      const scores = await scoreConfigurations(run, change(rows, times));
      expect(scores.size, what).toBeGreaterThan(10);
      const others = [...scores].filter(([key, score]) => all.get(key) !== score);
      expect(others, what).toEqual([]);
    }
  });
});
