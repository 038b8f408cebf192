// Builds everything, runs the test suites, two at a time, and adds up the numbers of passed, failed and skipped tests.
// Logs are in build/reports.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, openSync, closeSync, readFileSync, rmSync } from 'node:fs';

const reports = 'build/reports';
const minutes = 45; // time limit of a test suite, long enough for slow machines

// The test suites. Each has a command, and a function that reads { passed, failed, skipped } from its log or report.
// `alone`: whether it must run while no other suite runs. `needs`: a file without which it is skipped.
const suites = [
  {
    name: 'build',
    command: ['scripts/build', 'tests', 'native', 'wasm', 'page', 'bench', 'early-bench'],
    alone: true,
    read: exitCode,
  },
  { name: 'lint', command: ['scripts/lint'], read: marks },
  { name: 'native', command: gtest('build/release/hlorank_test', 'native'), read: gtestReport },
  {
    name: 'wasm',
    command: ['node', '--no-experimental-fetch', ...gtest('build/wasm/hlorank_test.cjs', 'wasm')],
    read: gtestReport,
  },
  { name: 'collect', command: gtest('build/release/hlorank_collect_test', 'collect'), read: gtestReport },
  { name: 'store', command: gtest('build/release/hlorank_store_test', 'store'), read: gtestReport },
  { name: 'synth', command: gtest('build/release/hlorank_synth_test', 'synth'), read: gtestReport },
  { name: 'model', command: gtest('build/release/hlorank_native_test', 'model'), read: gtestReport },
  { name: 'scripts', command: ['node', 'tests/scripts/quick.mjs'], read: marks },
  { name: 'tour', command: ['node', 'tests/scripts/tour.mjs'], read: marks },
  { name: 'fuzz', command: ['scripts/fuzz', '60'], read: exitCode },
  unittest('oracle', 'tests/oracle'),
  unittest('compare', 'tests/compare'), // run by a Python without PyTorch
  unittest('halide', 'tests/halide_samples'),
  unittest('tvm', 'tests/tvm_samples'),
  { name: 'size', command: ['size-limit', '--json'], read: sizes },
  { name: 'cli', command: vitest('cli'), read: vitestReport },
  {
    name: 'web',
    command: vitest('web'),
    env: { HLORANK_PAGE: 'build/web' }, // tests the page that the build suite has just built
    alone: true,
    read: vitestReport,
  },
];

function gtest(program, name) {
  return [program, '--gtest_brief=1', `--gtest_output=json:${process.cwd()}/${reports}/${name}.json`];
}

function unittest(name, folder) {
  const options = ['-s', folder, '-p', '*_test.py', '-v'];
  const command = ['build/python/bin/python', '-m', 'unittest', 'discover', ...options];
  return { name, command, needs: 'build/python/installed.txt', read: unittestLog };
}

function vitest(name) {
  const options = ['--reporter=default', '--reporter=json', `--outputFile.json=${reports}/${name}.json`];
  return ['vitest', 'run', `tests/${name}`, ...options];
}

const json = (suite) => JSON.parse(readFileSync(`${reports}/${suite.name}.json`, 'utf8'));
const log = (suite) => readFileSync(`${reports}/${suite.name}.log`, 'utf8');
const count = (text, pattern) => (text.match(pattern) ?? []).length;

function exitCode(_, code) {
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
}
function marks(suite) {
  return {
    passed: count(log(suite), /^✓ /gm),
    failed: count(log(suite), /^✗ /gm),
    skipped: count(log(suite), /^– /gm),
  };
}
function sizes(suite) {
  const text = log(suite);
  const parts = JSON.parse(text.slice(text.indexOf('['))); // skips warnings that npm prints before the JSON
  const passed = parts.filter((part) => part.passed).length;
  return { passed, failed: parts.length - passed, skipped: 0 };
}
function gtestReport(suite) {
  const report = json(suite);
  const skipped = report.testsuites
    .flatMap((group) => group.testsuite)
    .filter((test) => test.result === 'SKIPPED').length;
  return { passed: report.tests - report.failures - skipped, failed: report.failures, skipped };
}
function vitestReport(suite) {
  const report = json(suite);
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + (report.numFailedTests === 0 ? report.numFailedTestSuites : 0),
    skipped: report.numPendingTests + report.numTodoTests,
  };
}
function unittestLog(suite) {
  const text = log(suite);
  const of = (word) => Number(text.match(new RegExp(`^(?:OK|FAILED) \\(.*${word}=(\\d+)`, 'm'))?.[1] ?? 0);
  const failed = of('failures') + of('errors');
  return {
    passed: Number(text.match(/^Ran (\d+) tests?/m)[1]) - failed - of('skipped'),
    failed,
    skipped: of('skipped'),
  };
}

// Returns the numbers of passed, failed and skipped tests of a suite that exited with `code`. An error exit without a
// failed test counts as one failed test.
function outcome(suite, code) {
  let counts;
  try {
    counts = suite.read(suite, code);
  } catch {
    counts = { passed: 0, failed: 0, skipped: 0 };
  }
  if (code !== 0 && counts.failed === 0) counts.failed = 1;
  return counts;
}

function run(suite) {
  if (suite.needs && !existsSync(suite.needs)) {
    console.log(`– ${suite.name}: skipped, ${suite.needs} is missing`);
    return { passed: 0, failed: 0, skipped: 1 };
  }
  const start = Date.now();
  rmSync(`${reports}/${suite.name}.json`, { force: true });
  const output = openSync(`${reports}/${suite.name}.log`, 'w');
  console.log(`▸ ${suite.name}`);
  return new Promise((resolve) => {
    const [program, ...parameters] = suite.command;
    const env = { ...process.env, ...suite.env };
    const child = spawn(program, parameters, { env, stdio: ['ignore', output, output], detached: true });
    const stop = (signal) => {
      try {
        process.kill(-child.pid, signal); // -pid: signals the whole process group
      } catch {
        // the processes of the suite have ended already
      }
    };
    let isLate = false;
    const limits = [
      setTimeout(() => {
        isLate = true;
        stop('SIGTERM'); // before SIGKILL, so that the suite can stop processes that it started
      }, minutes * 60_000),
      setTimeout(() => stop('SIGKILL'), minutes * 60_000 + 10_000),
    ];
    child.on('error', () => finish(1));
    child.on('exit', finish);
    function finish(code) {
      limits.forEach(clearTimeout);
      if (isLate) stop('SIGKILL');
      closeSync(output);
      const counts = outcome(suite, code ?? 1);
      const seconds = Math.round((Date.now() - start) / 1000);
      console.log(`${counts.failed ? '✗' : '✓'} ${suite.name}: ${text(counts)} (${seconds} s)`);
      if (counts.failed)
        console.log(`${log(suite).split('\n').slice(-60).join('\n')}\n  complete log: ${reports}/${suite.name}.log`);
      resolve(counts);
    }
  });
}

const text = ({ passed, failed, skipped }) => `${passed} passed, ${failed} failed, ${skipped} skipped`;

mkdirSync(reports, { recursive: true });
const requested = process.argv.slice(2);
const unknown = requested.filter((name) => !suites.some((suite) => suite.name === name));
if (unknown.length) {
  console.error(
    `test: no suite ${unknown.join(', ')}\nusage: npm test -- [SUITE...]; suites: ${suites.map(({ name }) => name).join(' ')}`,
  );
  process.exit(2);
}
const queue = suites.filter((suite) => !requested.length || suite.name === 'build' || requested.includes(suite.name));

const total = { passed: 0, failed: 0, skipped: 0 };
const add = (counts) => Object.keys(total).forEach((key) => (total[key] += counts[key]));
const worker = async (own) => {
  for (let suite; (suite = own.shift());) add(await run(suite));
};
const [building] = queue.splice(0, 1);
add(await run(building));
if (!total.failed) {
  const shared = queue.filter((suite) => !suite.alone);
  await Promise.all([worker(shared), worker(shared)]);
  await worker(queue.filter((suite) => suite.alone));
}
console.log(`\n${text(total)}`);
process.exit(total.failed ? 1 : 0);
