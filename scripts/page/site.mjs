// Serves the built page, gzip-compressed as web hosts do, and opens it in Chromium for tests, benchmarks and
// screenshots.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { basename, extname, join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { startChromium } from './chromium.mjs';

const root = join(import.meta.dirname, '../..');
/** Path of the folder with the built web page. */
export const folder = resolve(process.env.HLORANK_PAGE ?? join(root, 'build/web'));

const types = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
};

function serve() {
  const cache = new Map();
  const content = (path) => {
    if (!cache.has(path)) cache.set(path, gzipSync(readFileSync(path)));
    return cache.get(path);
  };
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://page');
    const path = join(folder, pathname === '/' ? 'index.html' : decodeURIComponent(pathname));
    if (!path.startsWith(folder) || !existsSync(path) || !statSync(path).isFile()) return response.writeHead(404).end();
    response.writeHead(200, {
      'Content-Type': types[extname(path)] ?? 'application/octet-stream',
      'Content-Encoding': 'gzip',
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Embedder-Policy': 'require-corp',
    });
    response.end(content(path));
  });
  return new Promise((done) => server.listen(0, '127.0.0.1', () => done(server)));
}

/**
 * Starts a web server and a browser. In the result, `visit` opens the page in a new browser profile, and `stop` ends
 * the server and the browser.
 */
export async function openSite() {
  if (!existsSync(join(folder, 'index.html'))) throw new Error(`${folder} has no page: run scripts/build page`);
  const browser = await startChromium('--enable-blink-features=ForceEagerMeasureMemory'); // measures memory without delay
  const server = await serve();
  const url = `http://127.0.0.1:${server.address().port}/`;
  return {
    browser,
    url,
    /**
     * Opens the page and waits until an element matches the CSS selector `until`. Calls `prepare(page)` before the page
     * loads.
     */
    async visit({ query = '', until = 'html[data-ready]', prepare = () => {}, ...options } = {}) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
      const page = await context.newPage();
      page.setDefaultTimeout(120_000);
      page.on('pageerror', (error) => console.error(`the page: ${error.message}`));
      await prepare(page);
      await page.goto(url + query);
      await page.waitForSelector(until);
      return page;
    },
    async stop() {
      await browser.close();
      server.close();
    },
  };
}

/** Opens files in the page as a user does through the file dialog. */
export async function give(page, ...paths) {
  await page.evaluate(() => (document.getElementById('announcer').textContent = ''));
  await page.setInputFiles('#file', paths);
}

/**
 * Waits until the page has ranked the file `name`. Throws an error with the page's error message if the page reports
 * one.
 */
export async function settled(page, name = '') {
  const outcome = await page.waitForFunction((wanted) => {
    const status = document.getElementById('announcer').textContent;
    if (status === 'Failed') return `the page reports: ${document.getElementById('error').innerText}`;
    const shown = document.querySelector('#summary .identity')?.textContent ?? '';
    return shown.includes(wanted) && status.endsWith('ranked') && 'ranked';
  }, name);
  const result = await outcome.jsonValue();
  if (result !== 'ranked') throw new Error(`${name}: ${result}`);
}

/** Waits until the page has ranked the program in the file `path`. */
export const ranked = (page, path) => settled(page, basename(path));

/** Waits until the page has painted the graph of the program in the file `path`. */
export const drawn = (page, path) => page.waitForSelector(`#graph[data-drawn="${basename(path)}"]`);
