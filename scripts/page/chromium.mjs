// Starts Chromium for tests, benchmarks and screenshots of the page.
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

const kChromium = ['/usr/bin/chromium', '/usr/bin/google-chrome'];
const kShell = '/usr/bin/chromium-headless-shell';

/** Starts Chromium with additional command-line flags. Throws if Chromium is not installed. */
export const startChromium = (...flags) => start(kChromium, flags);

/**
 * Starts the headless shell, or Chromium if there is none. The shell needs a quarter less processor time for a page, but
 * cannot measure its memory.
 */
export const startShell = (...flags) => start([kShell, ...kChromium], flags);

function start(programs, flags) {
  const executablePath = programs.find((path) => existsSync(path));
  if (!executablePath) throw new Error('Chromium is not installed: apt-get install chromium');
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
