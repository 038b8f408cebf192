/** Yields to the event loop between two steps of long work, so that the browser can render and handle input. */
export const pause = (): Promise<void> =>
  // Prefer scheduler.yield(), after which this work continues before other queued tasks. Safari does not support it
  // yet.
  'scheduler' in globalThis && 'yield' in scheduler ? scheduler.yield() : new Promise((resolve) => setTimeout(resolve));
