// Runs the tour of README.md on a fresh copy of the repository with nothing but the build outputs: `npm start`, then
// each console command of README.md on small programs with small budgets.
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const fresh = mkdtempSync(join(tmpdir(), 'hlorank-tour-'));
/** For commands that begin with the key, options that make them finish quickly. */
const budgets = {
  'build/hlorank tune': '--budget 4 --window .002',
  'build/hlorank collect': '--configs 4 --seconds 2 --window .001',
  'build/hlorank train': '--epochs 1',
};
const programs = ['energy_ising_bnk', 'flow_coupling_axis2', 'pinn_laplacian'];

let failed = 0;
function check(what, passed, words = '') {
  console.log(`${passed ? '✓' : '✗'} ${what}`);
  if (!passed) console.log(words);
  if (!passed) ++failed;
}
const run = (command, env = {}) =>
  spawnSync('bash', ['-o', 'pipefail', '-c', command], {
    cwd: fresh,
    encoding: 'utf8',
    timeout: 300_000,
    maxBuffer: 1 << 26,
    env: { ...process.env, HLORANK_PYTHON: undefined, ...env },
  });
const link = (path) => symlinkSync(join(root, path), join(fresh, path));

function copyTree() {
  const files = spawnSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' }).stdout;
  for (const file of files
    .trim()
    .split('\n')
    .filter((file) => existsSync(join(root, file)))) {
    mkdirSync(dirname(join(fresh, file)), { recursive: true });
    cpSync(join(root, file), join(fresh, file));
  }
  mkdirSync(join(fresh, 'build'));
  // Copies these files instead of linking them, because hlorank looks for Python and models in the folder that contains
  // it.
  for (const file of ['build/hlorank', 'build/libhlorank_model.so']) cpSync(join(root, file), join(fresh, file));
  link('build/web');
  // Links each package separately, so that npm may replace entries of node_modules without changing this repository.
  mkdirSync(join(fresh, 'node_modules'));
  for (const name of readdirSync(join(root, 'node_modules'))) link(`node_modules/${name}`);
  rmSync(join(fresh, 'node_modules/.package-lock.json'));
  // Must be newer than package-lock.json, or npm would install again.
  cpSync(join(root, 'node_modules/.package-lock.json'), join(fresh, 'node_modules/.package-lock.json'));
}

/** Runs `npm start` until the page answers or 2 minutes have passed: {log, served}. Downloads no Python packages. */
async function start() {
  const port = String(20_000 + Math.floor(Math.random() * 20_000));
  const env = { ...process.env, HLORANK_BUILT: 'yes', PORT: port, PIP_NO_INDEX: '1' };
  const child = spawn('npm', ['start'], { cwd: fresh, env, detached: true });
  let log = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (log += data));
  const ended = new Promise((done) => child.on('close', done));
  let served = false;
  for (let i = 0; i < 600 && !served && child.exitCode === null; ++i) {
    await new Promise((done) => setTimeout(done, 200));
    served = await fetch(`http://localhost:${port}/`).then(
      (response) => response.ok,
      () => false,
    );
  }
  if (child.exitCode === null) process.kill(-child.pid, 'SIGTERM');
  await ended;
  return { log, served };
}

try {
  copyTree();
  const { log, served } = await start();
  check('npm start serves the page', served, log);
  check('npm start installs the Python of tune and collect', log.includes('installing Python packages'), log);
  rmSync(join(fresh, 'build/python'), { recursive: true, force: true });

  const broken = run(
    'cp data/layouts/valid/energy_ising_bnk.hlo.txt.gz program.hlo; build/hlorank tune program.hlo -o none',
  );
  if (run('python3 -c "import jax"').status === 0) console.log('– tune without jax: this machine has jax');
  else check('tune without jax names the command that installs it', broken.stderr.includes('npm start'), broken.stderr);

  if (existsSync(join(root, 'build/python/installed.txt'))) {
    link('build/python'); // the Python environment that `npm start` would install if it could download packages
    mkdirSync(join(fresh, 'dump'));
    for (const name of programs)
      cpSync(join(root, `data/layouts/valid/${name}.hlo.txt.gz`), join(fresh, `dump/${name}.hlo.txt.gz`));
    const blocks = readFileSync(join(root, 'README.md'), 'utf8').matchAll(/```console\n(.*?)```/gs);
    const commands = [...blocks].flatMap(([, block]) =>
      [...block.matchAll(/^ *\$ (.*?)(?: +#.*)?$/gm)].map(([, command]) => command),
    );
    check('README.md has a tour', commands.length > 5, commands.join('\n'));
    for (const command of commands) {
      const budget = Object.entries(budgets).find(([begin]) => command.startsWith(begin))?.[1] ?? '';
      const { status, stdout, stderr } = run(`${command} ${budget}`);
      check(`${command} ${budget}`.trim(), status === 0, stdout + stderr);
    }
  } else {
    console.log('– commands of the tour: build/python is missing');
  }

  rmSync(join(fresh, 'web/public/models'), { recursive: true });
  const ranked = run('build/hlorank rank program.hlo --json');
  const notice = ranked.status === 0 && JSON.parse(ranked.stdout).notices.find(({ kind }) => kind === 'no-model');
  check(
    'rank reports a missing published model',
    /no published model/.test(run('build/hlorank rank program.hlo').stdout),
    ranked.stdout + ranked.stderr,
  );
  check('rank --json has a notice about a missing published model', Boolean(notice), ranked.stdout);
  const analytical = run('build/hlorank rank program.hlo --model analytical --json');
  check(
    'rank --model analytical does not report a missing published model',
    !/no published model/.test(analytical.stderr + analytical.stdout),
    analytical.stderr,
  );
} finally {
  rmSync(fresh, { recursive: true, force: true });
}
process.exit(failed ? 1 : 0);
