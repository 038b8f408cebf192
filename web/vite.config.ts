import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { precomputed } from './build/precomputed.ts';
import { kServiceWorker, serviceWorker } from './build/service_worker.ts';

// Nothing but this site is ever talked to, and nothing but our own WebAssembly is evaluated.
const policy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self'",
  "connect-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

// In the built page only: the development server injects styles and listens for changes.
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
  appType: 'mpa', // a file that is not there is a 404, not the page
  plugins: [
    contentSecurityPolicy,
    precomputed(here('../build/hlorank'), here('public')),
    serviceWorker(here('public')),
  ],
  build: {
    outDir: here('../build/web'),
    emptyOutDir: true,
    target: 'es2022',
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'], // these have light-dark(), which the palette of the graph relies on
    assetsInlineLimit: 0,
    rollupOptions: {
      input: { index: here('index.html'), sw: here('src/offline/service_worker.ts') },
      // The service worker has one name for ever, at the top: it speaks for everything below.
      output: { entryFileNames: ({ name }) => (name === 'sw' ? kServiceWorker : 'assets/[name]-[hash].js') },
    },
  },
  worker: { format: 'es' },
  optimizeDeps: { exclude: ['onnxruntime-web'] },
  server: { headers: isolation, fs: { allow: [here('..')] } },
  preview: { headers: isolation },
});
