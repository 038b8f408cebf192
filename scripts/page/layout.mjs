// Lays out the graph of a program with our code, dagre or elkjs, to compare speed. Each function takes the path of an
// input file and returns {laid: {boxes, lines}, lay}. The caller times the function `lay`, which sets the numbers of
// boxes and lines in `laid`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const build = join(import.meta.dirname, '../../build/wasm/hlorank');

async function openSession(path) {
  const { default: factory } = await import(`${build}.mjs`);
  const session = new (await factory({ wasmBinary: readFileSync(`${build}.wasm`) })).Session();
  const { error } = JSON.parse(session.open(path, readFileSync(path), '', new Uint8Array(), 1, () => {}));
  if (error) throw new Error(error.message);
  return session;
}

/** Reads a program as a graph without nesting: one box per instruction, one line per operand. */
export async function flatGraph(path) {
  const session = await openSession(path);
  const names = session.instructions().names.split('\n').slice(0, -1);
  const { begin, feeds, operands } = session.structure();
  const lines = names.flatMap((_, to) =>
    [...feeds.slice(begin[to], begin[to] + operands[to])].map((from) => [from, to]),
  );
  return { boxes: names.map((name) => ({ width: 7 * name.length + 16, height: 30 })), lines };
}

/**
 * Our layout, with all groups open and every instruction as a box. (The page hides small instructions such as
 * parameters by default.)
 */
async function ours(path) {
  const session = await openSession(path);
  const laid = { boxes: 0, lines: 0 };
  return {
    laid,
    lay() {
      session.outline();
      const { places, from } = session.draw(new Uint32Array(), true, true);
      Object.assign(laid, { boxes: places.length, lines: from.length });
    },
  };
}

const graphOf = (path) => JSON.parse(readFileSync(path, 'utf8'));

/** Layout by dagre, with the options that Netron uses. */
async function dagre(path) {
  const { boxes, lines } = graphOf(path);
  const { default: library } = await import('@dagrejs/dagre');
  const graph = new library.graphlib.Graph({ multigraph: true });
  graph.setGraph({ nodesep: 20, ranksep: 20, ...(boxes.length > 3000 && { ranker: 'longest-path' }) });
  boxes.forEach((box, i) => graph.setNode(String(i), { ...box }));
  lines.forEach(([from, to], i) => graph.setEdge(String(from), String(to), {}, String(i)));
  return { laid: { boxes: boxes.length, lines: lines.length }, lay: () => library.layout(graph) };
}

async function elkjs(path) {
  const { boxes, lines } = graphOf(path);
  const { default: Elk } = await import('elkjs/lib/elk.bundled.js');
  const graph = {
    id: 'root',
    layoutOptions: { 'elk.algorithm': 'layered', 'elk.direction': 'DOWN' },
    children: boxes.map((box, i) => ({ id: `n${i}`, ...box })),
    edges: lines.map(([from, to], i) => ({ id: `e${i}`, sources: [`n${from}`], targets: [`n${to}`] })),
  };
  const elk = new Elk();
  return { laid: { boxes: boxes.length, lines: lines.length }, lay: () => elk.layout(graph) };
}

const layouts = { ours, dagre, elkjs };

// `node layout.mjs NAME FILE` lays out FILE once by the library NAME. Prints {seconds: processor time, megabytes: peak
// memory, boxes, lines}.
if (process.argv[1] === import.meta.filename) {
  const [name, path] = process.argv.slice(2);
  const { laid, lay } = await layouts[name](path);
  const before = process.cpuUsage();
  await lay();
  const { user, system } = process.cpuUsage(before);
  console.log(
    JSON.stringify({ seconds: (user + system) / 1e6, megabytes: process.resourceUsage().maxRSS / 1e3, ...laid }),
  );
}
