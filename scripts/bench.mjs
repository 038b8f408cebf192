// Prints the tables of `npm run bench`: time to read a file and compute features, in native code, in WebAssembly and by
// XLA's own parser; simulations of the compiler; training steps; network inference by LibTorch and by ONNX Runtime in
// Chromium; scoring. Times are minimum / median / maximum. A measurement that fails is left out of the tables and listed
// at the end; the exit code is then 1.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { basename } from 'node:path';
import { generateHlo } from './generate_hlo.mjs';
import { isQuick, outputFolder } from './quick.mjs';
import { printTable } from './table.mjs';

const folder = outputFolder('bench');
const python = 'build/python/bin/python';

const failed = [];
/**
 * Runs a program and returns its standard output. If it fails, prints its output, records the failure and returns ''.
 */
function run(command) {
  const { status, signal, stdout, stderr, error } = spawnSync(command[0], command.slice(1), { encoding: 'utf8' });
  if (status !== 0) {
    failed.push(command.join(' '));
    const reason = error?.message ?? signal ?? `exit code ${status}`;
    console.error(`${command.join(' ')} failed (${reason}):\n${stdout ?? ''}${stderr ?? ''}`);
    return '';
  }
  return stdout;
}

// Runs the command for each file and parses the JSON that it prints: {file: object}. Each file has its own process, so
// that peak memory is measured per file.
function measure(command, files) {
  const outputs = files.map((file) => [file, run([...command, file])]).filter(([, output]) => output);
  return Object.fromEntries(outputs.map(([file, output]) => [file, JSON.parse(output)]));
}

const milliseconds = (times) =>
  times ? [times.min, times.median, times.max].map((seconds) => (seconds * 1e3).toPrecision(3)).join(' / ') : '';
const rate = (bytes, times) => (times ? (bytes / 1e6 / times.median).toFixed(0) : '');
const ratio = (times, peer) => (times && peer ? (times.median / peer.median).toFixed(3) : '');

mkdirSync(folder, { recursive: true });
const sizes = isQuick ? [1_000] : [1_000, 10_000, 100_000];
const files = sizes.map((instructions) => {
  const path = `${folder}/generated_${instructions / 1000}k.hlo`;
  writeFileSync(path, generateHlo(instructions));
  return path;
});
for (const file of process.argv.slice(2)) {
  const bytes = readFileSync(file);
  const unpacked = bytes[0] === 0x1f && bytes[1] === 0x8b; // whether to unpack the file: XLA's parser reads only text
  const path = unpacked ? `${folder}/${basename(file, '.gz')}` : file;
  if (unpacked) writeFileSync(path, gunzipSync(bytes));
  files.push(path);
}

const xla = existsSync('build/python/installed.txt') ? measure([python, 'scripts/bench_jaxlib.py'], files) : {};
const engines = {
  native: measure(['build/release/hlorank_bench'], files),
  wasm: measure(['node', '--no-experimental-fetch', 'build/wasm/hlorank_bench.cjs'], files),
};

const readBy = (figures) => files.filter((file) => figures[file]);
for (const [engine, figures] of Object.entries(engines)) {
  printTable(
    `Reading and features, ${engine}; times in ms: min / median / max`,
    ['file', 'MB', 'read', 'MB/s', 'of XLA’s time', 'features', 'MB/s', 'peak MB'],
    readBy(figures).map((file) => {
      const { bytes, read, features, peakMegabytes } = figures[file];
      return [
        basename(file),
        (bytes / 1e6).toFixed(2),
        milliseconds(read),
        rate(bytes, read),
        ratio(read, xla[file]?.read),
        milliseconds(features),
        rate(bytes, features),
        peakMegabytes?.toFixed(0),
      ];
    }),
  );
}
printTable(
  'XLA’s parser (jaxlib), times in ms: min / median / max',
  ['file', 'read', 'MB/s', 'peak MB'],
  readBy(xla).map((file) => {
    const figures = xla[file];
    return [
      basename(file),
      figures.error ?? milliseconds(figures.read),
      rate(statSync(file).size, figures.read),
      figures.peakMegabytes?.toFixed(0) ?? '',
    ];
  }),
);
printTable(
  'Graph layout; times in ms: min / median / max',
  ['file', 'engine', 'instructions', 'outline', 'closed', 'boxes', 'all open'],
  Object.entries(engines).flatMap(([engine, figures]) =>
    readBy(figures).map((file) => {
      const { instructions, boxes, outline, drawClosed, drawOpen } = figures[file];
      const times = [outline, drawClosed, drawOpen].map(milliseconds);
      return [basename(file), engine, instructions, times[0], times[1], boxes, times[2]];
    }),
  ),
);
printTable(
  'Ranking by the analytical model; times in ms: min / median / max',
  ['file', 'engine', 'configurable', 'analytical costs', 'configurations', 'score all', 'per second'],
  Object.entries(engines).flatMap(([engine, figures]) =>
    readBy(figures)
      .filter((file) => figures[file].score)
      .map((file) => {
        const { configurable, configurations, analytical, score } = figures[file];
        const perSecond = Math.round(configurations / score.median).toLocaleString('en');
        return [
          basename(file),
          engine,
          configurable,
          milliseconds(analytical),
          configurations,
          milliseconds(score),
          perSecond,
        ];
      }),
  ),
);
printTable(
  'Ranking by the published model, which simulates the compiler; ms per configuration: min / median / max',
  ['file', 'engine', 'instructions', 'random configuration', 'one changed layout'],
  Object.entries(engines).flatMap(([engine, figures]) =>
    readBy(figures)
      .filter((file) => figures[file].simulation)
      .map((file) => {
        const { instructions, simulation } = figures[file];
        const times = [simulation.configurations, simulation.changes].map(milliseconds);
        return [basename(file), engine, instructions, ...times];
      }),
  ),
);

const models = ['calibrated', 'graph'];
const examples = ['gpt_fwd', 'dcgan_train'].map((name) => `data/measured/${name}.hlo.txt.gz`);
const ranked = [...examples, ...process.argv.slice(2)];
const learned = isQuick ? outputFolder('data/valid') : 'data/measured';
const torch = models.flatMap((model) => {
  const output = run(['build/release/hlorank_model_bench', `web/public/models/${model}`, learned, ...ranked]);
  return output ? [JSON.parse(output)] : [];
});
printTable(
  'A training step with LibTorch: one thread, 4 programs; times in ms: min / median / max',
  ['model', 'step'],
  torch.map(({ model, step }) => [model, milliseconds(step)]),
);

const chromium = run(['node', 'web/bench.mjs', ...process.argv.slice(2)]);
const lines = chromium.split('\n').filter((line) => line.startsWith('{'));
const pages = lines.map((line) => JSON.parse(line));
printTable(
  'Network inference: the tables of a program; times in ms: min / median / max',
  ['file', 'instructions', 'model', 'runtime', 'tables'],
  [
    ...torch.flatMap(({ model, tables }) =>
      tables.map((table) => [basename(table.file), table.instructions, model, 'LibTorch', milliseconds(table.seconds)]),
    ),
    ...pages
      .filter(({ tables }) => tables)
      .map((page) => [basename(page.file), page.instructions, page.model, 'ORT, Chromium', milliseconds(page.tables)]),
  ],
);
printTable(
  'Scoring in Chromium',
  ['file', 'instructions', 'model', 'configurations', 'per second'],
  pages.map((page) => [
    basename(page.file),
    page.instructions,
    page.model,
    page.configurations,
    page.scoredPerSecond ? Math.round(page.scoredPerSecond).toLocaleString('en') : 'too fast to measure',
  ]),
);
if (failed.length) {
  console.error(`\n${failed.length} of the measurements failed:\n  ${failed.join('\n  ')}`);
  process.exitCode = 1;
}
