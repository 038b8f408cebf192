// Starts Chromium for tests, benchmarks and screenshots of the page.
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

// The headless shell first: it has no window to draw, so a page needs less processor time.
const kPrograms = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/google-chrome'];

/** Starts Chromium with additional command-line flags. Throws if Chromium is not installed. */
export function startChromium(...flags) {
  const executablePath = kPrograms.find((path) => existsSync(path));
  if (!executablePath) throw new Error('Chromium is not installed: apt-get install chromium-headless-shell');
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--enable-unsafe-swiftshader', // provides WebGL2 without a graphics card
      '--disable-quic',
      '--font-render-hinting=none', // as on most screens of users: glyphs have their widths, not whole pixels
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...flags,
    ],
  });
}
