/** Lets the browser draw, and answer keys and clicks, between two parts of a long piece of work. */
export const pause = (): Promise<void> =>
  // What waits here goes on before what is merely scheduled; Safari does not have it yet.
  'scheduler' in globalThis && 'yield' in scheduler ? scheduler.yield() : new Promise((resolve) => setTimeout(resolve));
