// Tests links to a ranking, and saved reports, on the page in Chromium.
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { drop, ranked, show, type Visit, visitsOfTests } from './browser.ts';
import { dots, measured, text } from './core.ts';
import { chooseRow, explained } from './ranking_page.ts';

let visit: Visit;
let page: Page;
const visited = visitsOfTests();
async function open(options: Parameters<typeof visited>[0] = { analytical: true, again: true }): Promise<void> {
  visit = await visited(options);
  page = visit.page;
  await show(page, 'ranking');
}
afterEach(async () => {
  // Close the second browser context, in which the test followed a link.
  if (page !== visit.page) await page.context().close();
});

async function link(title = '', notes = ''): Promise<string> {
  await page.click('#share');
  await page.fill('#share-title-field', title);
  await page.fill('#share-notes', notes);
  await page.waitForFunction((name) => {
    const { value } = document.getElementById('share-link') as HTMLInputElement;
    if (!value) return false;
    const base64 = value.split('#v1=')[1]!.replaceAll('-', '+').replaceAll('_', '/');
    return (
      (
        JSON.parse(new TextDecoder().decode(Uint8Array.from(atob(base64), (c) => c.charCodeAt(0)))) as {
          title?: string;
        }
      ).title === (name || undefined)
    );
  }, title);
  const value = await page.inputValue('#share-link');
  await page.keyboard.press('Escape');
  return value;
}

/** Opens a link in a browser that does not have the files of the first browser. */
async function follow(address: string): Promise<void> {
  const context = await page.context().browser()!.newContext({ serviceWorkers: 'block' });
  if (!(await page.$('#model option:nth-child(2)')))
    await context.route('**/models/index.json', (route) => route.fulfill({ json: { models: [] } }));
  page = await context.newPage();
  await page.goto(address);
}

test('a report is one file without network requests that restores the state of the page', async () => {
  await open();
  await drop(page, measured('dcgan_train'));
  await ranked(page, 'dcgan_train');
  const { rank } = await chooseRow(page, 1);
  await page.click('#share');
  await page.fill('#share-title-field', 'Second of DCGAN');
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('#share-report')]);
  expect(download.suggestedFilename()).toBe('Second of DCGAN.report.html');
  const html = readFileSync(await download.path(), 'utf8');
  const paper = await page.context().newPage();
  await paper.setContent(html);
  expect(await paper.textContent('h1')).toBe('Second of DCGAN');
  expect(await paper.textContent('h2 >> nth=0')).toBe('Where the time goes');
  for (const table of [0, 1]) expect(await paper.locator('table').nth(table).locator('tbody tr').count()).toBe(20);
  expect(await paper.textContent('h2 >> nth=2')).toContain(`Rank ${rank}`);
  await paper.close();
  await page.keyboard.press('Escape');
  expect((await chooseRow(page, 7)).rank).not.toBe(rank);
  await drop(page, [text(html, 'report.html')]);
  await explained(page, rank);
});

test('a link asks for the file and restores the configuration and the model', async () => {
  await open({});
  await drop(page, [text(dots, 'mine.hlo')]);
  await ranked(page, 'dots');
  await page.selectOption('#model', 'analytical');
  await ranked(page, 'dots');
  const { rank } = await chooseRow(page, 3);
  const address = await link();
  expect(address.length - address.indexOf('#')).toBeLessThanOrEqual(2048);
  expect(address).not.toContain('parameter');
  await follow(address);
  await page.waitForSelector('#asked:not([hidden])');
  expect(await page.textContent('#asked')).toContain('mine.hlo');
  await drop(page, [{ name: 'renamed.hlo.gz', bytes: gzipSync(dots) }]); // the same program, gzipped under another name
  await ranked(page, 'dots');
  await explained(page, rank);
  expect(await page.inputValue('#model')).toBe('analytical');
  expect(await page.isVisible('#asked')).toBe(false);
});

test('a link restores changed layouts in another browser', async () => {
  await open({});
  await drop(page, [text(dots, 'mine.hlo')]);
  await ranked(page, 'dots');
  await show(page, 'ranking');
  await page.click('#what-if .settings input:not(:checked)');
  await page.waitForFunction(() => document.querySelector('.what-if-status')!.textContent.includes('1 step'));
  const status = (await page.textContent('.what-if-status'))!;
  const address = await link();
  await follow(address);
  await page.waitForSelector('#asked:not([hidden])');
  await drop(page, [text(dots, 'mine.hlo')]);
  await ranked(page, 'dots');
  await expect
    .poll(() => page.textContent('.what-if-status'))
    .toBe(status.replaceAll('configuration 0', 'the program layouts'));
  expect(await page.isVisible('#lost')).toBe(false);
});

test('a link that asks for the file leaves the graph empty until the file is there', async () => {
  await open();
  await drop(page, [text(dots, 'mine.hlo')]);
  await ranked(page, 'dots');
  await follow(await link());
  await page.waitForSelector('html[data-ready]');
  expect(await page.isVisible('.graph-surface')).toBe(true);
  for (const drawn of ['.graph-surface > canvas', '.graph-minimap']) expect(await page.isVisible(drawn)).toBe(false);
  await drop(page, [text(dots, 'mine.hlo')]);
  await page.waitForSelector('.graph-surface > canvas');
});

test('a different file than that of the link is opened with a warning', async () => {
  await open();
  await drop(page, [text(dots, 'mine.hlo')]);
  await ranked(page, 'dots');
  await follow(await link());
  await page.waitForSelector('#asked:not([hidden])');
  await drop(page, [text(dots.replace('HloModule dots', 'HloModule other'), 'mine.hlo')]);
  await ranked(page, 'other');
  await page.waitForSelector('#asked:has-text("is not the program of the link")');
});

test('a damaged link causes an error', async () => {
  await open();
  await follow(`${new URL(page.url()).origin}/#v1=abc`);
  await page.waitForSelector('#error:not([hidden])');
  expect(await page.textContent('#error')).toContain('link is damaged');
});

test('a link to an example restores it, with its name and notes', async () => {
  await open();
  await page.click('#examples');
  await page.click('#example-list button:has-text("Capsule network")');
  await ranked(page, 'capsule');
  const { rank } = await chooseRow(page, 2);
  await follow(await link('Why is this third?', 'Look at the reshape.'));
  await ranked(page, 'capsule');
  await explained(page, rank);
  expect(await page.textContent('#asked h2')).toBe('Why is this third?');
  expect(await page.textContent('#asked')).toContain('Look at the reshape.');
});
