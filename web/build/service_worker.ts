// Vite plugin: writes the list of the page's files and the hash of their contents into the service worker.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Plugin } from 'vite';

export const kServiceWorker = 'sw.js';

const kLargeExample = 100_000; // bytes; larger examples are fetched on demand

/**
 * Creates the plugin. `folder`: Vite's public folder; its files are cached too, except large examples.
 */
export const serviceWorker = (folder: string): Plugin => ({
  name: 'service-worker',
  apply: 'build',
  enforce: 'post',
  generateBundle(_, bundle) {
    const worker = bundle[kServiceWorker];
    if (worker?.type !== 'chunk') throw new Error(`the build has no ${kServiceWorker}; add the input \`sw\` in web/vite.config.ts`);
    const hash = createHash('sha256');
    const files: string[] = [];
    for (const [name, output] of Object.entries(bundle).sort(([a], [b]) => (a < b ? -1 : 1))) {
      if (name === kServiceWorker || name.endsWith('.map')) continue;
      hash.update(name).update(output.type === 'chunk' ? output.code : output.source);
      files.push(name);
    }
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const path = join(entry.parentPath, entry.name);
      const bytes = readFileSync(path);
      hash.update(path.slice(folder.length)).update(bytes);
      if (bytes.length <= kLargeExample || !path.includes('examples')) files.push(relative(folder, path));
    }
    worker.code = worker.code
      .replace('__FILES__', JSON.stringify(files))
      .replaceAll('__VERSION__', JSON.stringify(hash.digest('hex').slice(0, 16)));
  },
});
