// Tests the page without network, and tests which network requests the page makes otherwise.
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { drop, pageFolder, ranked, type Visit, visitsOfTests } from './browser.ts';
import { dots, firstExample, publishedModels, text } from './core.ts';

let visit: Visit;
let page: Page;
const visited = visitsOfTests();
async function open(again = false): Promise<void> {
  visit = await visited({ offline: true, again });
  page = visit.page;
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

test('there is no telemetry: using the page causes no network requests, and the page says so', async () => {
  await open(true);
  expect(await page.textContent('footer')).toContain('No telemetry.');
  visit.requests.length = 0;
  await drop(page, [text(dots, 'private.hlo')]);
  await ranked(page, 'dots');
  expect(visit.requests).toEqual([]);
  expect(await page.textContent('#requests')).toContain('No network request');
});

test('offline, the page starts, opens a file, ranks it with a model and shows examples and lessons', async () => {
  await open(); // opens a new page, because a reload would restore the program of another test
  await page.context().setOffline(true);
  await page.reload();
  await page.waitForSelector('html[data-ready]', { timeout: 60_000 });
  await ranked(page, firstExample);
  expect(await page.inputValue('#model')).not.toBe('analytical');
  expect(await page.isVisible('#ranking .notice')).toBe(false);
  await drop(page, [text(dots, 'dots.hlo')]);
  await ranked(page, 'dots');
  await page.click('#examples');
  await page.click('#example-list button:has-text("Capsule network")');
  await ranked(page, 'capsule');
  await page.evaluate(() => (location.hash = '#learn/2?step=5'));
  await page.waitForSelector('.sides'); // the lesson's engine has opened an example and shows it
  await page.evaluate(() => (location.hash = '#learn/4'));
  await page.waitForSelector('.formula .katex');
  expect(await page.evaluate(() => document.fonts.check('16px KaTeX_Main'))).toBe(true);
  await page.context().setOffline(false);
});

test('the service worker adds cross-origin isolation headers', async () => {
  await open(true);
  const [status, isolated] = await page.evaluate(async () => {
    const frame = await fetch('./index.html');
    return [frame.status, frame.headers.get('Cross-Origin-Embedder-Policy')] as const;
  });
  expect(status).toBe(200);
  expect(isolated).toBe('require-corp');
});

test('the page can be installed and then handles files', async () => {
  await open(true);
  const manifest = (await page.evaluate(async () => {
    const { href } = document.querySelector<HTMLLinkElement>('link[rel=manifest]')!;
    return (await fetch(href)).json() as Promise<unknown>;
  })) as { name: string; start_url: string; display: string; icons: object[]; file_handlers: { accept: object }[] };
  expect(manifest).toMatchObject({ name: 'hlorank', start_url: './', display: 'standalone' });
  expect(manifest.icons).toHaveLength(1);
  const endings = manifest.file_handlers.flatMap(({ accept }) => Object.values(accept).flat());
  expect(endings).toEqual(expect.arrayContaining(['.hlo', '.pb', '.pbtxt', '.textproto', '.npz', '.gz']));
});

test('a missing optional file does not prevent offline use or delay the page', async () => {
  const path = join(pageFolder, 'models', publishedModels().at(-1)!, 'model.json');
  renameSync(path, `${path}.away`);
  try {
    visit = await visited({ offline: true });
  } finally {
    renameSync(`${path}.away`, path);
  }
  page = visit.page;
  expect(await page.getAttribute('html', 'data-offline')).toBe('true');
  visit.problems.length = 0; // drops the expected report of the missing file
});

test('a new version is offered and activated when the user accepts', async () => {
  await open();
  const path = join(pageFolder, 'sw.js');
  const script = readFileSync(path, 'utf8');
  try {
    writeFileSync(path, `${script}\n// newer\n`);
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
    await page.waitForSelector('#update:not([hidden])', { timeout: 60_000 });
    expect(await page.textContent('#update')).toContain('A new version of this page is ready.');
    await Promise.all([page.waitForEvent('load'), page.click('text=Use it now')]);
    await page.waitForSelector('html[data-ready]', { timeout: 60_000 });
  } finally {
    writeFileSync(path, script);
  }
});
