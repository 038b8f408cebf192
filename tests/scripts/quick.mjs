// Runs each command of package.json with `--quick`, which executes the code of the full command on tiny inputs in
// seconds. `node tests/scripts/quick.mjs NAME...` runs only the named commands.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const kLimit = 300_000; // time limit of one command in milliseconds
const sample = ['--sample', '1']; // option of the command `dataset`: measures only one program
/** For each command, lists of arguments; the command runs once with each list. */
const quick = {
  train: [[]],
  dataset: [[], sample],
  'collect:halide': [[]],
  'collect:tvm': [[]],
  'tune:halide': [[]],
  compare: [[]],
  'compare:cost': [[]],
  'compare:raw': [[]],
  'compare:torch': [[]],
  'compare:tune': [[]],
  'compare:stages': [[]],
  ablate: [[]],
  'ablate:collections': [[]],
  bench: [[]],
  'bench:collections': [[]],
  'bench:parallel': [[]],
  'bench:web': [[]],
  screenshots: [[]],
};
/** For each command that cannot run quickly, the reason. */
const exceptions = {
  start: 'tests/scripts/tour.mjs runs it',
  build: 'the first suite of `npm test`',
  test: 'runs this file',
  lint: 'a suite of `npm test`',
  format: 'changes files; `lint` runs the same programs',
};

let failed = 0;
function check(what, passed, words = '') {
  console.log(`${passed ? '✓' : '✗'} ${what}`);
  if (!passed) console.log(words);
  if (!passed) ++failed;
}
const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 }).stdout;
/**
 * Returns a SHA-256 of the working tree: changes of tracked files, and names and contents of untracked files that git
 * does not ignore.
 */
function fingerprint() {
  const hash = createHash('sha256').update(git('status', '--porcelain')).update(git('diff', 'HEAD'));
  const untracked = git('ls-files', '-z', '--others', '--exclude-standard').split('\0').filter(Boolean);
  for (const name of untracked) hash.update(`${name}\0`).update(readFileSync(join(root, name)));
  return hash.digest('hex');
}
let killGroup = () => {}; // kills the process group of the running command
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    killGroup('SIGTERM');
    process.exit(1);
  });
/** Runs a command in its own process group. At the time limit the whole group is killed, and `status` is null. */
function run(command, args, env = {}) {
  const start = Date.now();
  const child = spawn(command, args, {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, HLORANK_BUILT: 'yes', ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  let isLate = false;
  killGroup = (signal) => {
    try {
      process.kill(-child.pid, signal);
    } catch {
      // The process group has already ended.
    }
  };
  const limits = [
    setTimeout(() => {
      isLate = true;
      killGroup('SIGTERM'); // SIGTERM first, so that scripts can remove their temporary folders
    }, kLimit),
    setTimeout(() => killGroup('SIGKILL'), kLimit + 5000),
  ];
  return new Promise((resolve) => {
    const finish = (status) => {
      limits.forEach(clearTimeout);
      killGroup = () => {};
      if (isLate) output += `\nkilled after ${kLimit / 1000} s`;
      resolve({ status: isLate ? null : status, output, seconds: Math.round((Date.now() - start) / 1000) });
    };
    child.on('error', (error) => {
      output += error.message;
      finish(null);
    });
    child.on('close', finish);
  });
}

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const requested = process.argv.slice(2);
const isRequested = (name) => !requested.length || requested.includes(name);
const known = [...Object.keys(quick), ...Object.keys(exceptions)].sort();
const listed = Object.keys(scripts).sort();
check(
  'every command of package.json has a quick form or a reason why not',
  known.join() === listed.join(),
  `package.json: ${listed.join(' ')}\nknown here: ${known.join(' ')}`,
);

const before = fingerprint();
for (const [name, runs] of Object.entries(quick).filter(([name]) => isRequested(name))) {
  for (const args of runs) {
    const { status, output, seconds } = await run(scripts[name], ['--quick', ...args]);
    const missing = output.match(/^.*(left out|not installed).*$/gm) ?? [];
    check(
      `${[name, ...args].join(' ')} (${[`${seconds} s`, ...missing.map((line) => line.trim())].join('; ')})`,
      status === 0,
      output,
    );
  }
}
check('a quick run changes no file of the repository', before === fingerprint(), git('status', '--short'));

/** Scripts that parse their options themselves. The others pass them to a program that rejects unknown options. */
const strict = [
  'train',
  'bench',
  'bench:collections',
  'bench:web',
  'screenshots',
  'ablate:collections',
  ...Object.keys(exceptions),
];
for (const name of strict.filter(isRequested)) {
  const refusals = [['--no-such-option'], ...(quick[name] ? [] : [['--quick']])];
  for (const args of refusals) {
    const { status, output } = await run(scripts[name], args);
    check(`${name} ${args} is an error with usage`, status === 2 && /^usage: /m.test(output), output);
  }
}

if (isRequested('bench')) {
  const { status, output } = await run('scripts/bench', ['--quick'], { HLORANK_PAGE: '/nowhere' });
  const isNamed =
    output.includes('/nowhere has no page') && /1 of the measurements failed:\n +node web\/bench.mjs/.test(output);
  check(
    'bench exits with code 1 and names the measurement that failed',
    status === 1 && isNamed && !/^ +at /m.test(output),
    output,
  );
}
process.exit(failed ? 1 : 0);
