// Tests large programs in Chromium: the page fits the window without scrolling, shows the most expensive instruction
// first, and marks the selected instruction in all views.
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { drop, show, type View, views, visitsOfTests } from './browser.ts';
import { file, hlorank, publishedModels, root, text } from './core.ts';
import { find, isChosen } from './graph_page.ts';

const visits = visitsOfTests();
let page: Page;

const suite = join(root, 'build/suite');
const examples = join(root, 'web/public/examples');
/** Paths of the largest programs of different kinds, from the conformance suite and from the examples. */
const files = [
  join(suite, 'valid/00590_xla_tools_benchmarks_hlo_hlo_mixtral_8x7b_bf16_2x8.hlo.hlo'),
  join(suite, 'valid/00586_xla_tools_benchmarks_hlo_hlo_llama31_8b_bf16_2x8.hlo.hlo'),
  join(suite, 'valid/00595_xla_tools_data_benchmarking_mobilenet_v2.hlo.hlo'),
  join(suite, 'valid/12945_src_HLO_pbtxt_llama2_llama2_dp_1_tp_8_pp_4.js.hlo'),
  join(suite, 'real/tpugraphs_layout_main__.10904.HloProto.pb'),
  join(examples, 'gpt_48l_train_adam.hlo.txt.gz'),
  join(examples, 'k_vgg16_train.hlo.txt.gz'),
];
const kSizes: [number, number][] = [
  [1440, 900],
  [1024, 768],
];
const kRegions = ['Verdict', 'List', 'Graph', 'Inspector', 'Drawer'];
const kLists = ['Hotspots', 'Layouts', 'Conflicts', 'Outline'];

const isScrolling = () =>
  page.evaluate(() => {
    const { scrollWidth, scrollHeight } = document.documentElement;
    return scrollWidth > innerWidth || scrollHeight > innerHeight || scrollX > 0 || scrollY > 0;
  });

/** Returns the instructions, each with its share of the time that `hlorank cost` estimates, largest share first. */
const costsOf = (path: string) =>
  (
    JSON.parse(hlorank('cost', path, '--json', '--top', '50')) as { instructions: { name: string; share: number }[] }
  ).instructions.toSorted((a, b) => b.share - a.share);

const contentOf = (path: string): Buffer => {
  const bytes = readFileSync(path);
  return path.endsWith('.gz') ? gunzipSync(bytes) : bytes;
};
const escaped = (name: string): string => name.replace(/[.+]/g, '\\$&');

/** Drops a file on the page and waits until its costs and its graph are shown. */
async function open(path: string): Promise<void> {
  const [width, height] = kSizes[0]!;
  ({ page } = await visits({ width, height, analytical: true, again: true }));
  await page.setViewportSize({ width, height });
  const name = basename(path);
  if ((await page.getAttribute('#program-name', 'title')) !== name)
    await drop(page, [{ name, bytes: new Uint8Array(readFileSync(path)) }]);
  await page.waitForSelector(`#program-name[title="${name}"]`, { timeout: 60_000 });
  await page.waitForSelector(`#graph[data-drawn="${name}"]`, { timeout: 60_000 });
  await show(page, 'hotspots');
  await page.waitForSelector('#hotspots .list-row');
}

/** Whether a view shows the selected instruction: an element that matches `mark` is in the visible area. */
async function isMarked(view: View, mark: string): Promise<boolean> {
  await show(page, view);
  const found = page.locator(mark).first();
  await found.waitFor({ state: 'attached' });
  const [inner, outer] = [await found.boundingBox(), await page.locator(`#${view}`).boundingBox()];
  return inner!.y >= outer!.y - 1 && inner!.y + inner!.height <= outer!.y + outer!.height + 1;
}

const kMarks: [View, string][] = [
  ['hotspots', '#hotspots [role=option][aria-selected=true]'],
  ['outline', '#outline .tree-row[aria-selected=true]'],
  ['text', '.text-row[aria-selected=true]'],
  ['graph-view', '.graph-cursor:not([hidden])'],
  ['instructions', '#instructions .row[aria-selected=true]'],
];

test.each(kSizes)('at %i × %i pixels a program is shown 1 s after the engine is ready', async (width, height) => {
  ({ page } = await visits({ width, height }));
  await page.waitForTimeout(1000);
  expect((await page.textContent('#verdict strong'))!.length).toBeGreaterThan(10);
  expect(await page.locator('#list .list-row').count()).toBeGreaterThan(3);
  expect(await page.getAttribute('#graph', 'data-drawn')).toBeTruthy();
  for (const region of ['#verdict', '#list .list-row:visible', '.graph-surface'])
    expect(await page.isVisible(region)).toBe(true);
});

describe.each(files)('%s', (path) => {
  test.for(kSizes)('regions fill a window of %i × %i pixels', async ([width, height], { skip }) => {
    if (!existsSync(path)) return skip('the conformance suite is not here');
    await open(path);
    await page.setViewportSize({ width, height });
    for (const name of kRegions) {
      const region = page.getByRole('region', { name, exact: true });
      expect(await region.count(), name).toBe(1);
      const { x, y, width: wide, height: high } = (await region.boundingBox())!;
      expect(x >= 0 && y >= 0 && x + wide <= width && y + high <= height, name).toBe(true);
    }
    for (const name of kLists) expect(await page.getByRole('tab', { name, exact: true }).count(), name).toBe(1);
    expect(await page.getByRole('searchbox', { name: 'Search', exact: true }).count()).toBe(1);
    for (const view of views) {
      await show(page, view);
      expect(await isScrolling(), view).toBe(false);
    }
  });

  test('the first hotspot is that of `hlorank cost`', async ({ skip }) => {
    if (!existsSync(path)) return skip('the conformance suite is not here');
    await open(path);
    const [most] = costsOf(path);
    expect(await page.textContent('#hotspots .list-row .row-name')).toMatch(new RegExp(`^${escaped(most!.name)} `));
    expect(await page.textContent('#verdict')).toContain(most!.name);
  });

  test('a selection in any region is shown in all others, without scrolling', async ({ skip }) => {
    if (!existsSync(path)) return skip('the conformance suite is not here');
    await open(path);
    const [, second, third] = costsOf(path);
    const ways: [string, () => Promise<void>][] = [
      ['verdict', () => page.click('#verdict .link')],
      ['list', () => show(page, 'hotspots').then(() => page.click('#hotspots [aria-posinset="2"]'))],
      ['search', () => find(page, `name:${third!.name}`)],
      ['text', () => show(page, 'text').then(() => page.click('.text-row:not([aria-selected=true]) .opcode >> nth=1'))],
      [
        'drawer',
        () =>
          show(page, 'instructions').then(() => page.click('#instructions .rows .row[aria-selected=false] >> nth=8')),
      ],
    ];
    for (const [way, select] of ways) {
      const before = await page.textContent('.graph-details');
      await select();
      await page.waitForFunction((old) => document.querySelector('.graph-details')!.textContent !== old, before);
      if (way === 'list') await isChosen(page, second!.name);
      for (const [view, mark] of kMarks) {
        // Skip the hotspots for an instruction selected in the text or the table, because it may have no costs and then
        // is not among them.
        if (view === 'hotspots' && (way === 'text' || way === 'drawer')) continue;
        await expect.poll(() => isMarked(view, mark), { message: `${way} → ${view}`, timeout: 10_000 }).toBe(true);
      }
      expect(await page.isVisible('.graph-details h3')).toBe(true);
      expect(await isScrolling(), way).toBe(false);
      await page.fill('#graph-search', ''); // clears the search, because the table lists only its results
    }
  });

  test('the verdict on two programs names the instruction whose layout differs', async ({ skip }) => {
    if (!existsSync(path)) return skip('the conformance suite is not here');
    if (path.endsWith('.pb')) return skip('not a text');
    const before = contentOf(path).toString();
    const layout = (name: string) => new RegExp(`^(\\s*%?${escaped(name)} = \\w+\\[\\d+,\\d+\\]\\{)1,0`, 'm');
    const changed = costsOf(path).find(({ name }) => layout(name).test(before));
    if (!changed) return skip('no expensive instruction has two dimensions');
    ({ page } = await visits({ width: 1440, height: 900, analytical: true, again: true }));
    await page.setViewportSize({ width: 1440, height: 900 });
    await drop(page, [text(before, 'before.hlo'), text(before.replace(layout(changed.name), '$10,1'), 'after.hlo')]);
    await page.waitForSelector('#program-name[title="after.hlo"]', { timeout: 60_000 });
    await page.waitForSelector('#verdict .change', { timeout: 60_000 });
    const names = new RegExp(`\\b${escaped(changed.name)}\\b`);
    await expect.poll(() => page.textContent('#verdict'), { timeout: 30_000 }).toMatch(names);
  });
});

test('an instruction can be inspected while a large program is being ranked', async ({ skip }) => {
  if (!publishedModels().includes('simulated')) return skip('no simulated model is published');
  ({ page } = await visits({ width: 1440, height: 900 }));
  const name = 'gpt_48l_train_adam.hlo.txt.gz';
  await drop(page, [file(`web/public/examples/${name}`)]);
  await page.waitForSelector(`#graph[data-drawn="${name}"]`, { timeout: 60_000 });
  await page.waitForSelector('#verdict .wait');
  await page.waitForTimeout(1000); // waits until scoring has begun
  await page.click('#hotspots [aria-posinset="2"]');
  await page.waitForSelector('.graph-details dl', { timeout: 20_000 });
  expect(await page.locator('#verdict .wait').count()).toBe(1);
});
