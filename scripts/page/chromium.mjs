// Chromium as the tests of the page, and what measures it and takes pictures of it, start it.
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

/** Starts it, with more flags where wanted; fails where it is not installed. */
export function startChromium(...flags) {
  const executablePath = ['/usr/bin/chromium', '/usr/bin/google-chrome'].find((path) => existsSync(path));
  if (!executablePath) throw new Error('this needs Chromium: apt-get install chromium');
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--enable-unsafe-swiftshader', // WebGL2 without a graphics card
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...flags,
    ],
  });
}
