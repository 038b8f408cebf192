// Compares our graph layout with dagre (used by Netron) and elkjs on the same graphs without nesting. Each layout runs
// in its own process.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isQuick } from '../quick.mjs';
import { printTable } from '../table.mjs';
import { flatGraph } from './layout.mjs';
import { folder, fromSuite, generated, nameOf } from './programs.mjs';

const kSeconds = 300; // limit of processor time for one layout, in seconds
const kStack = 60_000; // stack size in kilobytes, because dagre and elkjs recurse to the depth of the graph

function run(layout, path) {
  const command = `ulimit -t ${kSeconds} -s unlimited; exec node --no-experimental-fetch --stack-size=${kStack} "$@"`;
  const script = join(import.meta.dirname, 'layout.mjs');
  const { status, signal, stdout, stderr } = spawnSync('bash', ['-c', command, 'bash', script, layout, path], {
    encoding: 'utf8',
  });
  if (status === 0) return JSON.parse(stdout);
  const outOfTime = signal === 'SIGKILL' || signal === 'SIGXCPU' || status === 137 || status === 152;
  return {
    failure: outOfTime
      ? `exceeded ${kSeconds} s`
      : (/(\w*Error: .*)/.exec(stderr)?.[1] ?? `failed (${signal ?? status})`),
  };
}

export async function peersOfLayout() {
  const rows = [];
  const failed = new Set(); // names of layout programs that failed; they are skipped for larger graphs
  const add = (layout, path, input, ours) => {
    console.error(`▸ layout of ${nameOf(path)}: ${layout}`);
    const result = run(layout, input);
    if (result.failure) failed.add(layout);
    const { boxes, lines, seconds, megabytes } = result;
    const times = ours && seconds ? `${(seconds / ours.seconds).toFixed(0)} ×` : '';
    rows.push([
      nameOf(path),
      layout,
      boxes ?? '',
      lines ?? '',
      seconds?.toFixed(3) ?? result.failure,
      megabytes?.toFixed(0) ?? '',
      times,
    ]);
    return result;
  };
  const sizes = (isQuick ? [250] : [250, 1000, 2000, 4000]).map(generated);
  const real = isQuick ? [] : [fromSuite('mobilenet')];
  const large = isQuick ? [generated(1000)] : [generated(27_000), generated(43_700), fromSuite('mixtral')];
  for (const path of [...sizes, ...real].filter((path) => path)) {
    const ours = add('ours', path, path);
    const graph = join(folder, `${nameOf(path)}.graph.json`);
    writeFileSync(graph, JSON.stringify(await flatGraph(path)));
    for (const peer of ['dagre', 'elkjs']) if (!failed.has(peer)) add(peer, path, graph, ours);
  }
  for (const path of large) if (path) add('ours', path, path);
  printTable(
    'Layout of flat graphs; seconds of processor time, peak memory of the process in MB',
    ['program', 'layout', 'boxes', 'lines', 'seconds', 'MB', 'relative to ours'],
    rows,
  );
}
