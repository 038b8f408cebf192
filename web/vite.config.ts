import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { formulas } from './build/formulas.ts';
import { kPreload, precomputed } from './build/precomputed.ts';
import { kServiceWorker, serviceWorker } from './build/service_worker.ts';

// Allows requests to this site only, one inline script, and no code evaluation except WebAssembly.
const policy = [
  "default-src 'none'",
  `script-src 'self' 'sha256-${createHash('sha256').update(kPreload).digest('base64')}' 'wasm-unsafe-eval'`,
  "worker-src 'self'",
  "connect-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

// Only in the built page: the development server needs inline styles and a WebSocket.
const contentSecurityPolicy: Plugin = {
  name: 'content-security-policy',
  apply: 'build',
  transformIndexHtml: () => [
    { tag: 'meta', attrs: { 'http-equiv': 'Content-Security-Policy', content: policy }, injectTo: 'head-prepend' },
  ],
};

const isolation = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: here('.'),
  base: './',
  appType: 'mpa', // a missing file is a 404, not index.html
  plugins: [
    formulas(here('src/learn'), here('../build/fonts')),
    precomputed(here('../build/hlorank'), here('public')),
    contentSecurityPolicy, // after the plugin with the inline script, so that it precedes the script in the page
    serviceWorker(here('public')),
  ],
  build: {
    outDir: here('../build/web'),
    emptyOutDir: true,
    target: 'es2022',
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'], // these support light-dark(), which the graph colours use
    assetsInlineLimit: 0,
    rollupOptions: {
      input: { index: here('index.html'), sw: here('src/offline/service_worker.ts') },
      // The service worker needs a fixed name in the root folder: its scope is the folder it lies in.
      output: {
        entryFileNames: ({ name }) => (name === 'sw' ? kServiceWorker : 'assets/[name]-[hash].js'),
        // What lessons share is one chunk, and what they share with the page another, whatever lessons there are.
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: 'learn-frame', test: /src\/learn\/(?!lesson\d|learn\.tsx|messages\/lesson)/ },
            {
              name: 'common',
              test: /node_modules\/(?:preact|@preact)|src\/(?!learn\/|offline\/|worker)/,
              minShareCount: 2,
            },
          ],
        },
      },
    },
  },
  worker: { format: 'es' },
  optimizeDeps: { exclude: ['onnxruntime-web'] },
  server: { headers: isolation, fs: { allow: [here('..')] } },
  preview: { headers: isolation },
});
