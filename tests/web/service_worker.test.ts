// Tests the service worker without a browser, because the content security policy of the page would block the requests
// that the tests make.
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { root } from './core.ts';

interface FetchEvent {
  request: Request;
  respondWith: (response: Promise<Response>) => void;
}

type Listener = (event: FetchEvent & { waitUntil: (done: Promise<void>) => void }) => void;

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** Loads the service worker of a page at the URL `scope`. `files`: the files of the page. */
async function workerOf(scope: string, files: string[]) {
  const listeners = new Map<string, Listener>();
  const network = vi.fn(() => Promise.resolve(new Response('from the site')));
  vi.stubGlobal('self', {
    location: { origin: 'https://page.test' },
    registration: { scope },
    addEventListener: (kind: string, listener: Listener) => listeners.set(kind, listener),
  });
  vi.stubGlobal('fetch', network);
  vi.stubGlobal('__FILES__', files);
  vi.stubGlobal('__VERSION__', 'test');
  await import(/* @vite-ignore */ join(root, 'web/src/offline/service_worker.ts'));
  const event = { request: new Request(scope), respondWith: () => {}, waitUntil: () => {} };
  const install = () => new Promise<void>((resolve) => listeners.get('install')!({ ...event, waitUntil: resolve }));
  const answer = (url: string) =>
    new Promise<Response>((resolve) =>
      listeners.get('fetch')!({ ...event, request: new Request(url), respondWith: resolve }),
    );
  return { network, install, answer };
}

test('the service worker blocks requests to other sites', async () => {
  const { network, answer } = await workerOf('https://page.test/', []);
  expect((await answer('https://elsewhere.test/?program')).type).toBe('error');
  expect(network).not.toHaveBeenCalled();
  const own = await answer('https://page.test/models/other.json');
  expect(await own.text()).toBe('from the site');
  expect(own.headers.get('Cross-Origin-Embedder-Policy')).toBe('require-corp');
  expect(network).toHaveBeenCalledOnce();
});

test('installation requires the page files but not the examples and models, which are stored when they are fetched later', async () => {
  const kept = new Map<string, Response>();
  const cache = {
    addAll: vi.fn((_: Request[]) => Promise.resolve()),
    add: vi.fn((_: Request) => Promise.reject(new Error('not there'))),
    match: (url: string) => Promise.resolve(kept.get(url)?.clone()),
    put: (url: string, response: Response) => Promise.resolve(void kept.set(url, response)),
  };
  const { network, install, answer } = await workerOf('https://page.test/models/', ['main.js', 'models/a.json']);
  vi.stubGlobal('caches', { open: () => Promise.resolve(cache) });
  await install();
  const needed = cache.addAll.mock.calls[0]![0].map(({ url }) => url);
  expect(needed).toEqual(['https://page.test/models/', 'https://page.test/models/main.js']);
  expect(cache.add.mock.calls[0]![0].url).toBe('https://page.test/models/models/a.json');
  for (let time = 0; time < 2; ++time)
    expect(await (await answer('https://page.test/models/models/a.json')).text()).toBe('from the site');
  expect(network).toHaveBeenCalledOnce();
});
