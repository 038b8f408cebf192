// Starts Chromium for tests, benchmarks and screenshots of the page.
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

/** Starts Chromium with additional command-line flags. Throws if Chromium is not installed. */
export function startChromium(...flags) {
  const executablePath = ['/usr/bin/chromium', '/usr/bin/google-chrome'].find((path) => existsSync(path));
  if (!executablePath) throw new Error('Chromium is not installed: apt-get install chromium');
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--enable-unsafe-swiftshader', // provides WebGL2 without a graphics card
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...flags,
    ],
  });
}
