// Lets the browser keep the page for use without a network, and tells when there is a newer version.
import { byId, fill, h } from '../dom';

const kPatience = 20_000; // milliseconds until we go on without a copy

/** Done when the copy is there, or will not be. */
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
    // A page without a copy works as well.
  }
}

/** The version that is being copied could not be: a file of it is gone, as when the page was built anew meanwhile. */
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
      // The first version ever is no update.
      if (coming.state === 'installed' && navigator.serviceWorker.controller) offer(coming);
    });
  });
}

function offer(version: ServiceWorker): void {
  const bar = byId('update');
  bar.hidden = false;
  fill(
    bar,
    h('p', {}, 'A new version of this page is ready.'),
    h(
      'button',
      {
        type: 'button',
        class: 'primary',
        onclick: () => {
          navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
          version.postMessage('take over');
        },
      },
      'Use it now',
    ),
    h('button', { type: 'button', onclick: () => (bar.hidden = true) }, 'Later'),
  );
}
