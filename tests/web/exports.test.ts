// Tests that the command line can read the files that the page saves.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { isLayout } from '../../web/src/layout_text.ts';
import type { Engine } from '../../wasm/engine.ts';
import { dots, hlorank, loadEngine, measured, sharedData, text } from './core.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await loadEngine();
});

const folder = mkdtempSync(join(tmpdir(), 'hlorank-'));

function written(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

interface Ranked {
  configurations: { index: number; score: number; changes: { to: string }[] }[];
}
const rank = (...args: string[]): Ranked =>
  JSON.parse(hlorank('rank', ...args, '--model', 'analytical', '--json', '--top', 'all')) as Ranked;

function rankAnalytically(): void {
  engine.rankAnalytically();
  engine.step(1e6);
}

/** Returns the scores that the command line computes for the configurations in `file`: {index: score}. */
function scoresOf(file: string, program: string): Map<number, number> {
  return new Map(rank(program, '--configs', file).configurations.map(({ index, score }) => [index, score]));
}

describe.each(['gpt_fwd', 'capsule', 'resnet_nchw'])('configurations of %s', (name) => {
  const [program] = measured(name);

  test.each(['json', 'csv'] as const)('saved as %s rank the same on the command line', (kind) => {
    engine.open(measured(name));
    rankAnalytically();
    const { indices, scores } = engine.view({ limit: 40 });
    const path = written(`${name}.${kind}`, engine.saved(kind, [...indices]).text);
    const found = scoresOf(path, written(program!.name, program!.bytes));
    expect(found.size).toBe(indices.length);
    scores.forEach((score, i) => expect(Math.abs(found.get(indices[i]!)! - score)).toBeLessThan(1e-4));
  });

  test('saved as layout_config rank the same on the command line', () => {
    engine.open(measured(name));
    rankAnalytically();
    const [index] = engine.view({ key: 'changed', descending: true }).indices;
    const saved = engine.saved('config-proto', [index!]).text;
    expect(saved).toContain('experimental');
    const found = scoresOf(written(`${name}.pbtxt`, saved), written(program!.name, program!.bytes));
    expect(Math.abs(found.get(0)! - engine.explain(index!).score)).toBeLessThan(1e-4);
  });

  test('saved as constrained HLO are readable, with a constraint on every configurable tensor', () => {
    engine.open(measured(name));
    rankAnalytically();
    const [index] = engine.view({ key: 'changed', descending: true }).indices;
    const path = written(`${name}.constrained.hlo`, engine.saved('hlo', [index!]).text);
    hlorank('check', path);
    const { nodes } = engine.slots();
    const constrained = engine.saved('hlo', [index!]).text.match(/custom_call_target="LayoutConstraint"/g)!;
    expect(constrained.length).toBeGreaterThan(0);
    expect(constrained.length).toBeLessThanOrEqual(nodes.length);
    const inspected = JSON.parse(hlorank('inspect', path, '--json')) as { warnings: unknown[]; instructions: number };
    expect(inspected.warnings).toEqual([]);
  });

  test('saved for JAX are valid Python with a line for every change', () => {
    engine.open(measured(name));
    rankAnalytically();
    const [index] = engine.view({ key: 'changed', descending: true }).indices;
    const python = engine.saved('jax', [index!]).text;
    // Count only changes to a given layout. If a configuration leaves a tensor's layout to the compiler, the exported
    // code needs no statement for the tensor.
    const changes = engine.explain(index!).changes.filter(({ to }) => isLayout(to));
    expect(changes.length).toBeGreaterThan(0);
    expect(python.match(/^x = with_layout_constraint\(x, Layout\(major_to_minor=\(/gm)).toHaveLength(changes.length);
    for (const { node, to } of changes) {
      const order = to.slice(1, -1).split(',').reverse().join(', ');
      expect(python).toContain(`major_to_minor=(${order})`);
      expect(python).toContain(` ${node} in `);
    }
    const parsed = spawnSync('python3', ['-c', 'import ast, sys; ast.parse(sys.stdin.read())'], { input: python });
    expect(parsed.status).toBe(0);
  });
});

test('a user-defined configuration is saved with its name and can be read again', () => {
  engine.open([text(dots)], 100);
  rankAnalytically();
  const choice = engine.choice(57);
  engine.setUserConfigurations([choice]);
  const saved = engine.saved('json', [100], ['mine']);
  expect(JSON.parse(saved.text)).toMatchObject({ configurations: [{ index: 100, name: 'mine' }] });
  expect(engine.saved('csv', [100], ['mine, "quoted"']).text).toContain('"mine, ""quoted"""');
  const found = scoresOf(written('own.json', saved.text), written('dots.hlo', dots));
  expect(Math.abs(found.get(100)! - engine.explain(57).score)).toBeLessThan(1e-5);
});

test('the page opens saved configurations together with their program', () => {
  engine.open([text(dots)], 100);
  rankAnalytically();
  const { indices, scores } = engine.view({ limit: 10 });
  const saved = engine.saved('csv', [...indices]).text;
  const { configurations, format } = engine.open([text(dots), text(saved, 'saved.csv')]);
  expect(configurations).toMatchObject({ count: 10, generated: false });
  expect(format).toContain('saved configurations');
  rankAnalytically();
  engine.view().scores.forEach((score, i) => expect(Math.abs(score - scores[i]!)).toBeLessThan(1e-5));
});

test('a layout that is impossible in the program causes an error that names it', () => {
  const saved = 'rank,configuration,name,score,seconds,layouts\n1,0,,0,,"main/first output {0,2}"\n';
  expect(() => engine.open([text(dots), text(saved, 'saved.csv')])).toThrow(/main\/first output \{0,2\}/);
  expect(() => engine.open([text(dots), text(saved.replace('first', 'third'), 'saved.csv')])).toThrow(/main\/third/);
  expect(() => engine.open([text(dots), text('{"configurations": [{}]}', 'saved.json')])).toThrow(/changes/);
  expect(() => engine.open([text(saved, 'saved.csv')])).toThrow(/not their program/);
});

test('ID,TopConfigs has the same order as the command line', ({ skip }) => {
  const path = sharedData('tpugraphs/layout_main__.10904.npz');
  if (!path) return skip('the TpuGraphs files beside the repository are not here');
  const bytes = new Uint8Array(spawnSync('cat', [path], { maxBuffer: 1 << 28 }).stdout);
  engine.open([{ name: 'layout_main__.10904.npz', bytes }]);
  rankAnalytically();
  const [head, line] = engine.saved('top-configs', [], [], 'layout:xla:random').text.trim().split('\n');
  expect(head).toBe('ID,TopConfigs');
  const [id, list] = line!.split(',');
  expect(id).toMatch(/^layout:xla:random:\S+$/);
  expect(list!.split(';').map(Number)).toEqual(rank(path).configurations.map(({ index }) => index));
});
