// Helpers that open the built web page in Chromium.
import { join, resolve } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { build, preview, type PreviewServer } from 'vite';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import type { InputFile } from '../../wasm/engine.ts';
import { startShell } from '../../scripts/page/chromium.mjs';
import { root } from './core.ts';

const configFile = join(root, 'web/vite.config.ts');
/**
 * Folder of the built page, from the environment variable HLORANK_PAGE. If the variable is unset, each test file builds
 * the page.
 */
const built = process.env.HLORANK_PAGE;
export const pageFolder = resolve(built ?? join(root, 'build/web'));

export interface Visit {
  page: Page;
  /**
   * Problems that occurred in the page: script errors, failed requests, and violations of the content security policy.
   */
  problems: string[];
  requests: string[];
}

export interface VisitOptions {
  width?: number;
  height?: number;
  colorScheme?: 'light' | 'dark';
  /** Zoom factor of the browser, where 4 is 400 %. Width and height of the window are those at 100 %. */
  zoom?: number;
  /** Whether to enable the service worker, for tests of offline use. */
  offline?: boolean;
  /** Whether to hide the published models. The page then ranks with the analytical cost model and loads faster. */
  analytical?: boolean;
}

interface Wanted extends VisitOptions {
  /**
   * Whether the test may reuse the page in the state in which the previous test left it. Set by tests that first open
   * their own program.
   */
  again?: boolean;
}

class Site {
  private constructor(
    private readonly server: PreviewServer,
    private readonly browser: Browser,
    readonly url: string,
  ) {}

  static async start(): Promise<Site> {
    if (!built) await build({ configFile, logLevel: 'warn' });
    const server = await preview({
      configFile,
      logLevel: 'warn',
      preview: { port: 0, host: '127.0.0.1' },
      build: { outDir: pageFolder },
    });
    const browser = await startShell();
    const address = server.httpServer.address() as { port: number };
    return new Site(server, browser, `http://127.0.0.1:${address.port}/`);
  }

  async stop(): Promise<void> {
    await this.browser.close();
    await this.server.close();
  }

  /** Opens the page and waits until the first example is ranked and all files are loaded. */
  async visit(options: VisitOptions): Promise<Visit> {
    const { width = 1280, height = 900, colorScheme = 'light', offline = false, zoom = 1 } = options;
    const context = await this.browser.newContext({
      viewport: { width: width / zoom, height: height / zoom },
      deviceScaleFactor: zoom,
      colorScheme,
      permissions: ['clipboard-write'],
      serviceWorkers: offline ? 'allow' : 'block',
    });
    if (options.analytical)
      await context.route('**/models/index.json', (route) => route.fulfill({ json: { models: [] } }));
    const page = await context.newPage();
    const visit: Visit = { page, problems: [], requests: [] };
    page.on('pageerror', (error) => visit.problems.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') visit.problems.push(message.text());
    });
    context.on('request', (request) => visit.requests.push(request.url()));
    await page.goto(this.url);
    await page.waitForSelector('html[data-ready]', { timeout: 60_000 });
    await page.waitForSelector('#requests[data-requests]');
    return visit;
  }
}

/**
 * Returns a function that opens the page for the tests of a file. After each test, the test fails if problems occurred
 * in its page.
 */
export function visitsOfTests(): (options: Wanted) => Promise<Visit> {
  let site: Site;
  let visit: Visit | null = null;
  let last = ''; // options with which the previous test opened the page
  beforeAll(async () => {
    site = await Site.start();
  });
  afterAll(() => site?.stop());
  afterEach(({ task }) => {
    const problems = visit?.problems.splice(0) ?? [];
    if (task.result?.state === 'fail' || problems.length) last = '';
    expect(problems).toEqual([]);
  });
  return async ({ again = false, ...options }) => {
    const wanted = JSON.stringify(options);
    if (visit && again && wanted === last) {
      visit.requests.length = 0;
      await visit.page.evaluate(() => {
        document.querySelectorAll('dialog[open]').forEach((dialog) => (dialog as HTMLDialogElement).close());
        document.querySelectorAll(':popover-open').forEach((popover) => (popover as HTMLElement).hidePopover());
        document.getElementById('error')!.hidden = true;
        scrollTo(0, 0);
      });
    } else {
      await visit?.page.context().close();
      visit = await site.visit(options);
      last = wanted;
    }
    return visit;
  };
}

/**
 * Drops files on the page. Clears the results of the previous program before, so that tests can wait for the new
 * results.
 */
export async function drop(page: Page, files: InputFile[]): Promise<void> {
  const contents = files.map(({ name, bytes }) => ({ name, base64: Buffer.from(bytes).toString('base64') }));
  await page.evaluate((dropped) => {
    const transfer = new DataTransfer();
    for (const { name, base64 } of dropped) {
      transfer.items.add(new File([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], name));
    }
    document.getElementById('announcer')!.textContent = '';
    delete document.getElementById('graph')!.dataset.drawn;
    document.querySelector('#what-if .what-if-status')?.replaceChildren();
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
  }, contents);
}

const kPanes = {
  list: ['hotspots', 'layouts', 'conflicts', 'outline'],
  graph: ['graph-view', 'text', 'diff'],
  inspector: ['inspector'],
  drawer: ['ranking', 'compare', 'instructions'],
} as const;
export type View = (typeof kPanes)[keyof typeof kPanes][number];
export const views: View[] = Object.values(kPanes).flat();

/**
 * Shows a view as a user does: selects its tab. In a narrow window, first presses the button of the pane that contains
 * the tab.
 */
export async function show(page: Page, view: View): Promise<void> {
  const pane = Object.values(kPanes).findIndex((inside) => (inside as readonly string[]).includes(view));
  if (await page.isVisible('#pane-nav')) await page.locator('#pane-nav button').nth(pane).click();
  if (!(await page.isVisible(`#${view}`))) await page.click(`#tab-${view}`);
  await page.waitForSelector(`#${view}`);
}

/** Waits until the page has opened and ranked the program in this file. */
export async function ranked(page: Page, name: string): Promise<void> {
  const wait = page.waitForFunction(
    (wanted) =>
      document.querySelector('#summary .identity')?.textContent?.includes(wanted) &&
      document.getElementById('announcer')?.textContent?.endsWith('ranked') &&
      // Wait for rows of the table only if the table is visible, because a hidden table has no rows.
      (document.querySelector('#ranking .rows .row .bar') || !document.getElementById('ranking')!.checkVisibility()),
    name,
    { timeout: 60_000 },
  );
  await wait.catch(async (error: unknown) => {
    const ids = ['summary', 'announcer', 'progress', 'error', 'ranking'];
    const state = await page.evaluate((shown) => shown.map((id) => document.getElementById(id)?.innerText), ids);
    throw new Error(`${name} is not ranked; the page shows ${JSON.stringify(state)}`, { cause: error });
  });
}

/**
 * Returns the visible rows of the ranking table, each with rank, score, index of the configuration, and layout changes.
 */
export async function rows(page: Page): Promise<{ rank: number; score: number; index: number; changes: string }[]> {
  return page.$$eval('#ranking .rows .row', (elements) =>
    elements
      .map((row) => {
        const text = (name: string) => row.querySelector(`.${name}`)?.textContent ?? '';
        const number = (name: string) => Number(text(name).replace('−', '-'));
        return { rank: number('rank'), score: number('score'), index: number('index'), changes: text('changes') };
      })
      .sort((a, b) => a.rank - b.rank),
  );
}
