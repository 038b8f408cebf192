// What the service worker answers, without a browser: the policy of the page would not let another site come to it.
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { root } from './core.ts';

interface FetchEvent {
  request: Request;
  respondWith: (response: Promise<Response>) => void;
}

afterAll(() => vi.unstubAllGlobals());

test('N1: a request to another site ends in the service worker', async () => {
  const listeners = new Map<string, (event: FetchEvent) => void>();
  const network = vi.fn(() => Promise.resolve(new Response('from the site')));
  vi.stubGlobal('self', {
    location: { origin: 'https://page.test' },
    registration: { scope: 'https://page.test/' },
    addEventListener: (kind: string, listener: (event: FetchEvent) => void) => listeners.set(kind, listener),
  });
  vi.stubGlobal('fetch', network);
  vi.stubGlobal('__FILES__', []);
  vi.stubGlobal('__VERSION__', 'test');
  await import(/* @vite-ignore */ join(root, 'web/src/offline/service_worker.ts'));
  const answer = (url: string) =>
    new Promise<Response>((resolve) =>
      listeners.get('fetch')!({
        request: new Request(url),
        respondWith: (response) => void response.then(resolve),
      }),
    );
  expect((await answer('https://elsewhere.test/?program')).type).toBe('error');
  expect(network).not.toHaveBeenCalled();
  const own = await answer('https://page.test/models/other.json');
  expect(await own.text()).toBe('from the site');
  expect(own.headers.get('Cross-Origin-Embedder-Policy')).toBe('require-corp');
  expect(network).toHaveBeenCalledOnce();
});
