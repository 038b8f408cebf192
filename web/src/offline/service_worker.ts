// Service worker. Stores the page for offline use, and blocks requests to other sites. Each version of the page has its
// own cache. The build replaces __FILES__ by the list of files and __VERSION__ by the hash of their contents.
const worker = self as unknown as ServiceWorkerGlobalScope;

declare const __FILES__: string[];
declare const __VERSION__: string;

const kPrefix = 'hlorank-';
const kCache = kPrefix + __VERSION__;

// Headers for cross-origin isolation. They are added to each response, because some hosts cannot send them.
const kHeaders = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

const here = (path: string): string => new URL(path, worker.registration.scope).href;
const files = __FILES__; // the build replaces this name, so it must occur only once
const pageUrls = new Set(['./', ...files].map(here));
// URLs of examples and models. These files are optional: the service worker is installed even if they cannot be stored.
const data = new Set(files.filter((path) => /^(\.\/)?(examples|models)\//.test(path)).map(here));

// Creates a request that checks the browser's HTTP cache against the server. Otherwise files of two versions of the
// page could be mixed.
const asked = (url: string): Request => new Request(url, { cache: 'no-cache' });

worker.addEventListener('install', (event) => {
  event.waitUntil(
    (async () => {
      const cache = await caches.open(kCache);
      await cache.addAll([...pageUrls].filter((url) => !data.has(url)).map(asked));
      await Promise.allSettled([...data].map((url) => cache.add(asked(url))));
    })(),
  );
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      const names = await caches.keys();
      await Promise.all(
        names.filter((name) => name.startsWith(kPrefix) && name !== kCache).map((n) => caches.delete(n)),
      );
      await worker.clients.claim();
    })(),
  );
});

// The user clicked "Use it now" in the offer of a new version (register.ts): activates this version.
worker.addEventListener('message', (event) => {
  if (event.data === 'take over') void worker.skipWaiting();
});

function isolated(response: Response): Response {
  if (response.type === 'error' || response.type === 'opaque' || response.redirected) return response;
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(kHeaders)) headers.set(name, value);
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

/** Fetches and stores an optional file that was not stored when the service worker was installed. */
async function fetchAndKeep(url: string): Promise<Response> {
  const response = await fetch(asked(url));
  if (response.status === 200) {
    const cache = await caches.open(kCache);
    await cache.put(url, response.clone()).catch(() => {}); // ignores an exceeded storage quota
  }
  return response;
}

async function answer(request: Request): Promise<Response> {
  const url = new URL(request.url);
  if (url.origin !== worker.location.origin) return Response.error(); // blocks requests to other sites
  const plain = url.origin + url.pathname;
  if (request.method === 'GET' && pageUrls.has(plain)) {
    const copy = await (await caches.open(kCache)).match(plain, { ignoreVary: true });
    if (copy) return isolated(copy);
    if (data.has(plain)) return isolated(await fetchAndKeep(plain));
  }
  return isolated(await fetch(request));
}

worker.addEventListener('fetch', (event) => event.respondWith(answer(event.request)));
