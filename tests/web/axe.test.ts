// Tests the accessibility of each view of the page with the checker axe, in light and dark colours.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { violationsOn } from './axe.ts';
import { drop, ranked, show, visitsOfTests } from './browser.ts';
import { dots, file, measured, root, text } from './core.ts';

const visits = visitsOfTests();

describe('axe finds no violations, light and dark,', () => {
  test('in the ranking with card, filters, columns, comparison, what-if and the best found', async () => {
    const { page } = await visits({ again: true });
    const check = async (view: string) => expect(await violationsOn(page), view).toEqual([]);
    await show(page, 'ranking');
    await page.click('.card summary');
    await page.click('.families summary');
    await page.click('.filters summary');
    await check('card and filters');
    for (const row of [2, 4]) await page.click(`#ranking .rows .row[aria-rowindex="${row}"] .mark`);
    await show(page, 'compare');
    await page.waitForSelector('#compare tbody');
    await page.click('text=Search best');
    await page.waitForSelector('#what-if .proof');
    await check('comparison and what-if');
    await show(page, 'ranking');
    await page.click('button:text-is("Columns")');
    await check('columns');
    await page.click('text=Save as…');
    await check('save menu');
  });

  test('in help, models, sharing, pasting, examples and errors', async () => {
    const { page } = await visits({ again: true });
    const check = async (view: string) => expect(await violationsOn(page), view).toEqual([]);
    for (const dialog of ['help', 'models', 'share', 'paste']) {
      if (dialog === 'paste') await page.click('#open-more');
      await page.click(`#${dialog}`);
      await check(dialog);
      await page.keyboard.press('Escape');
    }
    await page.click('#examples');
    await check('examples');
    await page.keyboard.press('Escape');
    await drop(page, [text('HloModule m\nENTRY main {\n  ROOT y = f32[2]{0} frobnicate(x)\n}\n', 'bad.hlo')]);
    await page.waitForSelector('#error:not([hidden])');
    await check('error');
  });

  test('in the graph with outline, text, details, search, overlay and everything else that opens', async () => {
    const { page } = await visits({ again: true });
    const check = async (view: string) => expect(await violationsOn(page), view).toEqual([]);
    await drop(page, measured('gpt_fwd'));
    await ranked(page, 'gpt_fwd');
    await page.waitForSelector('#graph[data-drawn^="gpt_fwd"]');
    await show(page, 'outline');
    await page.click('.graph-more summary');
    await check('menu of the graph');
    await page.click('.graph-more summary'); // closes the menu, which covers other controls
    await page.fill('#graph-search', 'op:dot');
    await page.waitForFunction(() => /found/.test(document.querySelector('.graph-count')!.textContent));
    await page.press('#graph-search', 'Enter');
    await page.waitForSelector('.graph-details h3');
    await check('outline and details');
    await page.selectOption('#graph-overlay', 'contribution');
    await check('overlay and legend');
    await show(page, 'text');
    await check('text');
  });

  test('in a dumped folder, what changed in it, and a link that asks for its file', async () => {
    const { page } = await visits({ again: true });
    const check = async (view: string) => expect(await violationsOn(page), view).toEqual([]);
    await drop(
      page,
      readdirSync(join(root, 'tests/data/dump')).map((name) => file(`tests/data/dump/${name}`)),
    );
    await page.waitForSelector('#folder:not([hidden])');
    await page.focus('#folder-stage');
    await page.keyboard.press('j');
    await page.waitForSelector('#diff-title:has-text("Changes")');
    await ranked(page, 'after_algsimp');
    await check('folder and changes');
    const state = { files: [{ name: 'x.hlo', sha256: 'ab'.repeat(32) }], model: 'analytical', notes: 'n' };
    await page.evaluate((hash) => (location.hash = hash), `#v1=${btoa(JSON.stringify(state)).replace(/=+$/, '')}`);
    await page.waitForSelector('#asked:not([hidden])');
    await check('a link that asks');
  });

  test('in a model that is checked, and in a program of arrays alone', async () => {
    const { page } = await visits({ again: true });
    const folder = 'web/public/models/graph';
    await drop(page, [file(`${folder}/model.onnx`), file(`${folder}/model.json`)]);
    await page.waitForSelector('#models-news h3');
    expect(await violationsOn(page), 'check of a model').toEqual([]);
    await page.keyboard.press('Escape');
    await drop(page, [file('web/public/examples/moe_switch.graph.npz')]);
    await ranked(page, 'moe_switch.graph');
    expect(await violationsOn(page), 'arrays alone').toEqual([]);
    await drop(page, [text(dots, 'dots.hlo')]);
    await ranked(page, 'dots');
    expect(await violationsOn(page), 'a small program').toEqual([]);
  });
});
