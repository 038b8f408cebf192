// Tests that the page ranks with early- and late-join networks (as in TpuGraphs) in the same way as `hlorank rank`.
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Engine, InputFile, RankReport } from '../../wasm/engine.ts';
import { checkModel, goldenInputs, parityError } from '../../web/src/model_check.ts';
import type { CardText } from '../../web/src/model_check.ts';
import { Ranker } from '../../web/src/ranker.ts';
import { tryModel } from '../../web/src/worker/check.ts';
import { JoinedNetwork } from '../../web/src/worker/joined.ts';
import { violationsOn } from './axe.ts';
import { drop, ranked, rows, show, visitsOfTests } from './browser.ts';
import { hlorank, loadEngine, measured, root } from './core.ts';
import { isFirstOfProgram } from '../../web/src/report.ts';

const learned = 'web/public/examples/capsule.npz';
const asked = 'dcgan_train'; // name of a program on which the models were not trained
const kSame = 1e-4;

const forms: Record<string, string[]> = {
  early: ['--form', 'early'],
  'early, both directions, no tables': ['--form', 'early', '--set', 'both-directions=on,tables=off'],
  late: ['--form', 'late'],
  'late, cross-attention': ['--form', 'late', '--set', 'cross-attention=40', '--members', '2'],
  'table, cross-attention': ['--form', 'table', '--set', 'cross-attention=300'],
};

/** Trains a small early- or late-join model and returns its folder. The accuracy of the model does not matter. */
function trained(options: string[]): string {
  const folder = join(mkdtempSync(join(tmpdir(), 'hlorank-')), 'run');
  hlorank('train', join(root, learned), '-o', folder, ...options, '--set', 'width=8', '--epochs', '3', '--most', '60');
  return folder;
}

const runs: Record<string, string> = {};
let engine: Engine;
beforeAll(async () => {
  for (const [name, options] of Object.entries(forms)) runs[name] = trained(options);
  engine = await loadEngine();
  Ranker.configure();
}, 120_000);

const cardOf = (run: string): string => readFileSync(join(run, 'model.json'), 'utf8');
const networkOf = (run: string): Uint8Array<ArrayBuffer> => new Uint8Array(readFileSync(join(run, 'model.onnx')));
const rankerOf = (run: string): Promise<Ranker> => Ranker.load(networkOf(run).buffer);

const examples = join(root, 'web/public/examples');
function reported(run: string): RankReport {
  const program = [join(examples, `${asked}.hlo.txt.gz`), '--configs', join(examples, `${asked}.npz`)];
  return JSON.parse(hlorank('rank', ...program, '--model', run, '--top', 'all', '--json')) as RankReport;
}

/** Starts a ranking of the open program as the page's worker does. No configuration is scored yet. */
async function begun(run: string): Promise<JoinedNetwork> {
  const given = engine.inputs(cardOf(run));
  expect(given.joined).toBe(true);
  const network = new JoinedNetwork(engine, await rankerOf(run), given.tensors, given);
  const written = await network.begin();
  engine.rank(written.rows, written.pairs, written.members, written.scores);
  expect(engine.step(1e6)).toBe(0); // the engine scores nothing, because no configuration has a network score yet
  return network;
}

async function scoreAll(network: JoinedNetwork, count: number): Promise<void> {
  for (let scored = 0; scored < count; scored = engine.step(1e6)) await network.scoreNext(count);
}

async function rankedBy(run: string): Promise<JoinedNetwork> {
  const { count } = engine.open(measured(asked)).configurations;
  const network = await begun(run);
  await scoreAll(network, count);
  return network;
}

describe.each(Object.keys(forms))('%s', (form) => {
  test('reproduces its golden example', async () => {
    const card = JSON.parse(cardOf(runs[form]!)) as CardText;
    const answer = await (await rankerOf(runs[form]!)).run(goldenInputs(card)!);
    expect(answer.scores.length).toBeGreaterThan(1);
    expect(parityError(card, answer)).toBeLessThan(kSame);
  });

  test('has the same scores and contributions as `hlorank rank`', async () => {
    await rankedBy(runs[form]!);
    const configurations = reported(runs[form]!).configurations.filter(isFirstOfProgram);
    const { indices, scores } = engine.top(1e6);
    expect(indices).toHaveLength(configurations.length);
    const of = new Map(configurations.map((one) => [one.index, one]));
    indices.forEach((index, i) => expect(Math.abs(scores[i]! - of.get(index)!.score)).toBeLessThan(kSame));
    // Both orders must be equal, except for scores closer than the numerical difference between ONNX Runtime and
    // LibTorch. So the scores at each rank must be nearly equal.
    configurations.forEach(({ score }, i) => expect(Math.abs(scores[i]! - score)).toBeLessThan(kSame));
    expect(new Set(scores).size).toBeGreaterThan(configurations.length / 2);
    expect(configurations.filter(({ whole }) => Math.abs(whole!) > kSame).length).toBeGreaterThan(10);
    for (const index of indices.slice(0, 5)) {
      const { z, whole, score, contributions } = engine.explain(index);
      const wanted = of.get(index)!;
      expect(Math.abs(whole! - wanted.whole!)).toBeLessThan(kSame);
      expect(contributions).toHaveLength(wanted.contributions.length);
      expect(contributions.reduce((sum, part) => sum + part.amount, 0)).toBeCloseTo(z, 4);
      expect(z + whole!).toBeCloseTo(score, 4);
    }
  });

  test('scores a what-if configuration like the same configuration in the file', async () => {
    const network = await rankedBy(runs[form]!);
    const best = engine.top(1e6).indices.find((index) => engine.explain(index).changes.length > 0);
    const choice = engine.choice(best!);
    expect(() => engine.describeChoice(choice)).toThrow(/not scored/);
    await network.scoreChoices([choice], 0);
    expect(engine.describeChoice(choice).score).toBeCloseTo(engine.explain(best!).score, 4);
    const { settings, chosen } = engine.settings(choice, 0);
    expect(settings.find(({ row }) => row === chosen)!.score).toBeCloseTo(engine.describeChoice(choice).score, 5);
    expect(engine.describeChoice(engine.slots().reference).score).toBe(0);
    engine.setUserConfigurations([choice]);
    expect(engine.view({ key: 'index', descending: true, limit: 1 }).scores[0]).toBe(
      Math.fround(engine.describeChoice(choice).score),
    );
    expect(() => engine.best(5)).toThrow(/configuration-level scores/);
  });

  test('continues ranking while another model is checked', async () => {
    const count = engine.open(measured(asked)).configurations.count;
    const network = await begun(runs[form]!);
    const other = cardOf(join(root, 'web/public/models/calibrated'));
    const { schemaError } = await tryModel(
      engine,
      { name: 'other', card: other, network: new ArrayBuffer() },
      null,
      () => rankerOf(runs[form]!),
    );
    expect(schemaError).toBeNull();
    await scoreAll(network, count);
    const configurations = reported(runs[form]!).configurations.filter(isFirstOfProgram);
    const [first] = engine.top(1).scores;
    expect(Math.abs(first! - configurations[0]!.score)).toBeLessThan(kSame);
  });

  test('passes the checks for dropped models', async () => {
    const [text, network] = [cardOf(runs[form]!), networkOf(runs[form]!)];
    const model = { name: 'own', card: text, network: network.buffer };
    const points = await checkModel(JSON.parse(text) as CardText, network, (inputs) =>
      tryModel(engine, model, inputs, () => rankerOf(runs[form]!)),
    );
    expect(points.filter(({ verdict }) => verdict === 'bad')).toEqual([]);
  });
});

describe('in the page', () => {
  const visited = visitsOfTests();

  test('a dropped early-join model ranks like `hlorank rank` and shows the configuration-level score', async () => {
    const run = runs.early!;
    const { page } = await visited({ analytical: true });
    await show(page, 'ranking');
    await drop(page, measured(asked));
    await ranked(page, asked);
    const file = (name: string, bytes: Uint8Array): InputFile => ({ name, bytes });
    await drop(page, [file('net.onnx', networkOf(run)), file('card.json', new TextEncoder().encode(cardOf(run)))]);
    await page.click('text=Rank with this model');
    await ranked(page, asked);
    const wanted = reported(run).configurations.filter(isFirstOfProgram);
    const shown = (await rows(page)).slice(0, 5).map(({ index }) => wanted.find((one) => one.index === index)!);
    // The page must show the same rows as the command line. Configurations that compile to the same program may be in
    // any order.
    shown.forEach(({ score }, i) => expect(Math.abs(score - wanted[i]!.score)).toBeLessThan(kSame));
    expect(new Set(shown.map(({ index }) => index)).size).toBe(5);
    // The score that the page shows must be the sum of the tensors' contributions and of the part that belongs to no
    // single tensor (`whole`).
    const changing = (await rows(page)).find(({ changes }) => changes.includes('→'))!;
    const asReported = wanted.find(({ index }) => index === changing.index)!;
    await page.click(`#ranking .rows .row:has(.index:text-is("${changing.index}"))`);
    await page.waitForSelector('#explanation .sum');
    const whole = Number(await page.getAttribute('#explanation .sum-whole', 'data-whole'));
    expect(Math.abs(whole - asReported.whole!)).toBeLessThan(kSame);
    const parts = Number(await page.getAttribute('#explanation .sum', 'data-sum'));
    expect(Math.abs(parts + whole - asReported.score)).toBeLessThan(kSame);
    // The what-if panel must work. It must not offer the search for the best configuration, which needs scores of
    // single layouts.
    expect(await page.isVisible('#what-if button:has-text("Search best")')).toBe(false);
    expect(await page.textContent('#what-if .best')).toContain('is not available');
    const before = await page.getAttribute('#what-if .what-if-status', 'data-score');
    // Select another layout, after which the page rebuilds the list of layouts.
    await page.click('#what-if .settings input:not(:checked)');
    await page.waitForFunction(
      (score) => document.querySelector<HTMLElement>('#what-if .what-if-status')!.dataset.score !== score,
      before,
    );
    await page.click('#what-if button:has-text("Add to the table")');
    await page.waitForSelector('#ranking .rows .row:has-text("my layouts")');
    expect(await violationsOn(page)).toEqual([]);
  });
});
