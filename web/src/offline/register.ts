// Registers the service worker, which stores the page for offline use, and offers new versions of the page to the user.
import { byId, fill, h } from '../dom';

const kPatience = 20_000; // milliseconds to wait until the service worker has stored the page

/**
 * Registers the service worker. Resolves when the page is stored for offline use, when storing failed, or after a
 * timeout.
 */
export async function keepForOffline(): Promise<void> {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return;
  try {
    const registration = (await navigator.serviceWorker.register('./sw.js')) as ServiceWorkerRegistration | undefined;
    if (!registration) return;
    watch(registration);
    const patience = new Promise((resolve) => setTimeout(resolve, kPatience));
    await Promise.race([navigator.serviceWorker.ready, failure(registration.installing), patience]);
    document.documentElement.dataset.offline = String(registration.active !== null);
  } catch {
    // Offline use is optional: the page works without a service worker.
  }
}

/**
 * Resolves if the installation of the service worker `coming` fails. For example, the site may have been rebuilt
 * meanwhile, so that a file of the old version is missing.
 */
function failure(coming: ServiceWorker | null): Promise<void> {
  return new Promise((resolve) =>
    coming?.addEventListener('statechange', () => coming.state === 'redundant' && resolve()),
  );
}

function watch(registration: ServiceWorkerRegistration): void {
  if (registration.waiting) offer(registration.waiting);
  registration.addEventListener('updatefound', () => {
    const coming = registration.installing;
    coming?.addEventListener('statechange', () => {
      // Offer the new version only if a service worker controls the page already. Otherwise this is the first visit,
      // not an update.
      if (coming.state === 'installed' && navigator.serviceWorker.controller) offer(coming);
    });
  });
}

function offer(version: ServiceWorker): void {
  const bar = byId('update');
  bar.hidden = false;
  fill(
    bar,
    h('p', 'A new version of this page is ready.'),
    h(
      'button.primary',
      {
        onclick: () => {
          navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
          version.postMessage('take over');
        },
      },
      'Use it now',
    ),
    h('button', { onclick: () => (bar.hidden = true) }, 'Later'),
  );
}
