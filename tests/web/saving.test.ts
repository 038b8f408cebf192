// Tests that the files which the page saves can be read by the programs they are meant for.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { visitsOfTests } from './browser.ts';
import { hlorank, measured, root, sharedData } from './core.ts';
import { begunFrom, indexOfRow, rank } from './ranking_page.ts';

const visits = visitsOfTests();
const folder = mkdtempSync(join(tmpdir(), 'hlorank-'));
const program = join(root, 'web/public/examples/gpt_fwd.hlo.txt.gz');
let page: Page;

/** Returns the scores that the command line computes for the configurations in a file: {index: score}. */
const scoresOf = (path: string): Map<number, number> =>
  new Map(
    (
      JSON.parse(hlorank('rank', program, '--configs', path, '--model', 'analytical', '--json', '--top', 'all')) as {
        configurations: { index: number; score: number }[];
      }
    ).configurations.map(({ index, score }) => [index, score]),
  );

async function save(title: string): Promise<string> {
  await page.click('text=Save as…');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.click(`#save-menu button:has(strong:text-is("${title}"))`),
  ]);
  const path = join(folder, download.suggestedFilename());
  await download.saveAs(path);
  return path;
}

describe('the selected configuration', () => {
  let score: number;

  async function choose(): Promise<void> {
    ({ page } = await visits({ analytical: true, again: true }));
    await rank(page, measured('gpt_fwd').slice(0, 1), 'gpt_fwd');
    const index = (await indexOfRow(page, 2))!;
    await page.click('#ranking .rows .row[aria-rowindex="4"]');
    await begunFrom(page, index);
    score = Number(await page.getAttribute('#what-if .what-if-status', 'data-score'));
  }

  test('has the same score after saving as JSON or HloModuleConfigProto', async () => {
    await choose();
    for (const title of ['This configuration as JSON', 'HloModuleConfigProto text']) {
      const [found] = scoresOf(await save(title)).values();
      expect(Math.abs(found! - score), title).toBeLessThan(1e-4);
    }
  });

  test('is saved as HLO text that the command line accepts', async () => {
    await choose();
    const path = await save('Constrained HLO text');
    expect(readFileSync(path, 'utf8')).toContain('custom_call_target="LayoutConstraint"');
    hlorank('check', path);
  });

  test('is saved as Python for JAX', async () => {
    await choose();
    const input = readFileSync(await save('JAX snippet'), 'utf8');
    expect(input).toContain('with_layout_constraint(');
    expect(spawnSync('python3', ['-c', 'import ast, sys; ast.parse(sys.stdin.read())'], { input }).status).toBe(0);
  });
});

test.each(['Table as JSON', 'Table as CSV'])('the saved table keeps numbers and configurations: %s', async (title) => {
  ({ page } = await visits({ analytical: true, again: true }));
  await rank(page, measured('gpt_fwd'), 'gpt_fwd');
  const saved = scoresOf(await save(title));
  const original = scoresOf(join(root, 'data/measured/gpt_fwd.npz'));
  expect(saved.size).toBeGreaterThan(50); // fewer than all, because the page lists each compiled program only once
  for (const [index, score] of saved) expect(original.get(index), `configuration ${index}`).toBeCloseTo(score, 6);
});

test('TpuGraphs programs are saved as ID,TopConfigs', async ({ skip }) => {
  const path = sharedData('tpugraphs/layout_main__.10904.npz');
  if (!path) return skip('the TpuGraphs files beside the repository are not here');
  ({ page } = await visits({ analytical: true, again: true }));
  await rank(page, [{ name: 'layout.npz', bytes: new Uint8Array(readFileSync(path)) }], 'layout.npz');
  const [head, line] = readFileSync(await save('ID,TopConfigs'), 'utf8').split('\n');
  expect(head).toBe('ID,TopConfigs');
  expect(line).toMatch(/^layout:xla:random:[^,]+,\d+(;\d+){111}$/);
});
