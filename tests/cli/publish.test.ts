// Tests `hlorank publish`, which checks a model, writes it with its hash and adds it to the list of models of the web
// page.
import { createHash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderWith, hlorank, root } from './hlorank.ts';

const models = join(root, 'web/public/models');
const [published] = (JSON.parse(readFileSync(join(models, 'index.json'), 'utf8')) as { models: string[] }).models;

interface Card {
  name: string;
  title: string;
  schema: string;
  files: Record<string, { bytes: number; sha256: string }>;
  golden: { scores: number[] };
  metrics: { mean: object; raw?: object };
}
const cardOf = (folder: string) => JSON.parse(readFileSync(join(folder, 'model.json'), 'utf8')) as Card;
const indexOf = (folder: string) => JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8')) as object;

// Copies the first published model and changes its model card with `change`.
function modelWith(change: (card: Card) => void = () => {}): { folder: string; run: string } {
  const folder = folderWith({});
  const run = join(folder, 'run');
  cpSync(join(models, published!), run, { recursive: true });
  const card = cardOf(run);
  change(card);
  writeFileSync(join(run, 'model.json'), JSON.stringify(card));
  return { folder, run };
}

test('writes a model that reproduces its golden example and lists it once', () => {
  const { folder, run } = modelWith();
  const place = join(folder, 'models/mine');
  const publish = () => hlorank(['publish', run, '-o', place, '--name', 'mine', '--title', 'My machine']);
  const { code, stdout, stderr } = publish();
  expect(stderr).toBe('');
  expect(code).toBe(0);
  expect(indexOf(join(folder, 'models'))).toEqual({ models: ['mine'] });

  const network = readFileSync(join(place, 'model.onnx'));
  const sha256 = createHash('sha256').update(network).digest('hex');
  expect(stdout).toContain(`My machine, sha256 ${sha256}`);
  expect(cardOf(place)).toMatchObject({
    name: 'mine',
    title: 'My machine',
    licence: 'Apache-2.0',
    date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    files: { 'model.onnx': { bytes: network.length, sha256 } },
  });

  const card = readFileSync(join(place, 'model.json'));
  expect(publish().code).toBe(0);
  expect(readFileSync(join(place, 'model.json')).equals(card)).toBe(true);
  expect(hlorank(['publish', place, '-o', join(folder, 'models/again/')]).code).toBe(0);
  expect(indexOf(join(folder, 'models'))).toEqual({ models: ['mine', 'again'] });
  expect(readdirSync(join(folder, 'models')).sort()).toEqual(['again', 'index.json', 'mine']);
});

test('--index may be any file in a folder above the model', () => {
  const { folder, run } = modelWith();
  writeFileSync(join(folder, 'list.json'), '{"about": "ours", "models": ["first"]}');
  expect(hlorank(['publish', run, '-o', join(folder, 'a/b'), '--index', join(folder, 'list.json')]).code).toBe(0);
  expect(JSON.parse(readFileSync(join(folder, 'list.json'), 'utf8'))).toEqual({
    about: 'ours',
    models: ['first', 'a/b'],
  });
  const aside = hlorank(['publish', run, '-o', join(folder, 'c'), '--index', join(folder, 'a/index.json')]);
  expect(aside.code).toBe(2);
  expect(aside.stderr).toContain('must be inside the folder of the list of models');
});

test('--raw adds the metrics for unoptimised programs to the card', () => {
  const { folder, run } = modelWith();
  const publish = (raw: string) =>
    hlorank(['publish', run, '-o', join(folder, 'models/mine'), '--raw', join(folder, raw)]);
  const raw = { programs: 12, slotsMatched: 0.5, tau: 0.4, before: { tau: 0.7 } };
  writeFileSync(join(folder, 'raw.json'), JSON.stringify(raw));
  expect(publish('raw.json').code).toBe(0);
  const { metrics } = cardOf(join(folder, 'models/mine'));
  expect(metrics.raw).toEqual(raw);
  expect(metrics.mean).toEqual(cardOf(run).metrics.mean);

  writeFileSync(join(folder, 'other.json'), JSON.stringify({ programs: 12 }));
  const other = publish('other.json');
  expect(other.code).toBe(3);
  expect(other.stderr).toContain('npm run compare:raw');
  expect(publish('absent.json').code).toBe(2);
});

test('rejects a model with an invalid card and writes nothing', () => {
  const refused = (change: (card: Card) => void) => {
    const { folder, run } = modelWith(change);
    const { code, stderr } = hlorank(['publish', run, '-o', join(folder, 'models/mine')]);
    expect(code).toBe(3);
    expect(existsSync(join(folder, 'models'))).toBe(false);
    return stderr;
  };
  expect(refused((card) => (card.golden.scores[1]! += 0.01))).toContain('outputs for its golden example differ');
  expect(refused((card) => card.golden.scores.pop())).toContain('golden');
  expect(refused((card) => (card.schema = '0000000000000000'))).toContain('schema');
  expect(refused((card) => Reflect.deleteProperty(card, 'golden'))).toContain('golden');
});

test('reports a damaged network, a damaged index and a missing run', () => {
  const { folder, run } = modelWith();
  const place = join(folder, 'models/mine');
  expect(hlorank(['publish', join(folder, 'nowhere'), '-o', place]).code).toBe(2);
  writeFileSync(join(folder, 'index.json'), '["mine"]');
  const index = hlorank(['publish', run, '-o', join(folder, 'mine')]);
  expect(index.code).toBe(3);
  expect(index.stderr).toContain('not a list of models');
  writeFileSync(join(run, 'model.onnx'), readFileSync(join(run, 'model.onnx')).subarray(0, 1000));
  expect(hlorank(['publish', run, '-o', place]).code).toBe(3);
  expect(existsSync(place)).toBe(false);
});
