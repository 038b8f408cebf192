// The web worker: reads, ranks and explains programs outside the main thread. Handles the requests of protocol.ts one
// at a time. Only a ranking yields to other messages, so that `stop` and other requests can interrupt it.
import { Engine, EngineError } from '../../wasm/engine';
import createModule from '../../build/wasm/hlorank.mjs';
import wasmUrl from '../../build/wasm/hlorank.wasm?url';
import type { CompiledEngine, Kind, ModelFiles, WorkerRequest, WorkerRequests, Reply, Status } from './protocol';
import { isBundle } from './bundle';
import { compilerDefaultOf } from './compiler_default';
import type { Ranker } from './ranker';
import { tryModel } from './worker/check';
import { failureOf } from './worker/failure';
import { graphAnswers } from './worker/graph';
import { JoinedNetwork } from './worker/joined';
import { rankingAnswers } from './worker/ranking';
import { OpenSchedules } from './worker/schedules';

const kBatch = 512; // largest number of configurations scored without a look at the clock
const kPatience = 50; // milliseconds of scoring after which other messages are handled
const kLongestWait = 4000; // longest time in milliseconds between two progress reports of a ranking
const kShown = 200; // number of best configurations in a progress report while scoring continues
const kLargeHeap = 256 << 20; // bytes of WebAssembly memory that only unusually large programs need
const kReading = new Set<Kind>(['open', 'compare']); // kinds of requests that read files
// Kinds of requests that do not refer to the open program.
const kOfNone = new Set<Kind>(['open', 'stop', 'compare', 'attempt', 'fetchRuntime', 'profiledModule']);

const post = (reply: Reply, transfer: Transferable[] = []): void => self.postMessage(reply, { transfer });

let startEngine: (compiled: WebAssembly.Module | null) => void; // called once the page has sent the compiled engine
const engineLoading = new Promise<WebAssembly.Module | null>((resolve) => (startEngine = resolve)).then(loadEngine);
let engine: Engine;
let opened = 0; // number of the open program
let heapOfOpened = 0; // bytes of WebAssembly memory after the open program was read
let schedules: OpenSchedules | null = null; // the open file if it contains schedules of Halide or TVM
const graph = graphAnswers(() => schedules?.drawable ?? engine);
let total = 0;
let isRanked = false; // whether `engine` has a ranking of the open program
let measured = false;
let run = 0; // number of the current ranking; an older one that still runs then stops
// Early- or late-join network (as in TpuGraphs) that the current ranking uses; null for other models.
let network: JoinedNetwork | null = null;
let scoringTime = 0;
let tableTime = 0;
let lowest = Infinity;
let highest = -Infinity;

const answers: { [K in Kind]: (body: WorkerRequests[K][0]) => WorkerRequests[K][1] | Promise<WorkerRequests[K][1]> } = {
  open(body) {
    const { files, candidates } = body;
    const given = files.length === 1 && isBundle(files[0]!) ? new OpenSchedules(engine) : null;
    const inspection = given ? given.open(body) : engine.open(files, candidates, (step) => post({ step }));
    schedules = given;
    ++run; // after `open`, so that an error in `open` leaves the previous program and its ranking
    endNetwork();
    graph.forget();
    total = inspection.configurations.count;
    isRanked = false;
    measured = inspection.configurations.measured;
    return { inspection, instructions: (schedules?.program ?? engine).instructions() };
  },

  async rank({ model, halide = null }) {
    const mine = ++run;
    endNetwork();
    if (schedules) return (await schedules.rank(model, halide, rankerOf, () => mine !== run)) ?? status(0, 0);
    if (model && isLoopModel(model)) {
      tableTime = 0;
      engine.rankByLoops(model.card, new Uint8Array(model.network));
    } else if (model) {
      post({ step: 'model' });
      const given = engine.inputs(model.card);
      const ranker = await rankerOf(model);
      if (mine !== run) return status(0, 0);
      if (given.joined) network = new JoinedNetwork(engine, ranker, given.tensors, given);
      const begin = performance.now();
      const { rows, pairs, members, scores } = await (network ? network.begin() : ranker.run(given.tensors));
      tableTime = performance.now() - begin;
      if (mine !== run) return status(0, 0);
      engine.rank(rows, pairs, members, scores);
    } else {
      tableTime = 0;
      engine.rankAnalytically();
    }
    scoringTime = 0;
    lowest = Infinity;
    highest = -Infinity;
    return score(mine);
  },

  resume: () => schedules?.status() ?? score(++run),

  stop() {
    ++run;
    return null;
  },

  async explain({ indices }) {
    await ensureScored();
    return indices.map((index) => (schedules?.program ?? engine).explain(index));
  },
  inputs: ({ card }) => engine.inputs(card).tensors,
  report: ({ count }) => (schedules?.program ?? engine).report(count),
  profiledModule: ({ file, program }) => engine.profiledModule(file, program),
  compare: ({ left, right, machine }) => engine.compare(left, right, machine),
  attempt: ({ model, inputs }) => tryModel(engine, model, inputs, rankerOf),
  fetchRuntime: () => fetchRuntime().then(() => null),
  ...graph.answers,
  ...rankingAnswers(
    () => engine,
    ensureScored,
    () => schedules?.program ?? engine,
    () => (isRanked ? engine.report(0).verdict : null),
  ),
};

function endNetwork(): void {
  network?.end();
  network = null;
}

/**
 * With an early- or late-join model, runs the network on configurations that have no score yet. These are `choices`,
 * each of them with every layout of tensor `slot` (null: no further ones), and the configurations that the user made.
 * Does nothing with other models.
 */
async function ensureScored(choices: Uint8Array[] = [], slot: number | null = null): Promise<void> {
  await network?.scoreChoices(choices, slot);
}

/**
 * Scores configurations for about `kPatience` milliseconds at a time, and reports progress in between. Ends when all
 * are scored, or when `run` differs from `mine` because another ranking or `stop` was requested. Resolves to the last
 * status.
 */
async function score(mine: number): Promise<Status> {
  post({ step: 'rank' });
  isRanked = true;
  let batch = 8; // small at first: scoring one configuration takes from microseconds to tens of milliseconds
  let due = 0; // time at which the next progress report is due
  let wait = kPatience; // milliseconds from one progress report to the next
  for (;;) {
    const begin = performance.now();
    let scored: number;
    do {
      if (network) await network.scoreNext(total);
      if (mine !== run) return status(engine.step(0), kShown);
      const start = performance.now();
      scored = engine.step(batch);
      const took = performance.now() - start;
      if (took < kPatience / 4) batch = Math.min(kBatch, batch * 2);
      else if (took > kPatience) batch = Math.max(1, batch >> 1);
    } while (scored < total && performance.now() - begin < kPatience);
    scoringTime += performance.now() - begin;
    if (scored === total) return status(scored, total);
    if (performance.now() >= due) {
      post({ status: status(scored, kShown) }); // the page then requests table rows, which takes further time
      due = performance.now() + wait;
      wait = Math.min(2 * wait, kLongestWait);
    }
    await new Promise((resolve) => setTimeout(resolve));
    if (mine !== run) return status(scored, kShown);
  }
}

/**
 * Returns the status of the ranking with the `shown` best configurations (at least one). `scored`: number of
 * configurations scored so far.
 */
function status(scored: number, shown: number): Status {
  const top = engine.top(Math.max(shown, 1));
  const finished = scored > 0 && scored === total;
  if (top.scores.length) {
    lowest = top.scores[0]!;
    if (finished) highest = top.scores[top.scores.length - 1]!;
  }
  const report = finished ? engine.report(0) : null;
  return {
    scored,
    total,
    top,
    lowest,
    highest,
    rate: scoringTime > 0.1 ? (scored / scoringTime) * 1000 : 0,
    tables: tableTime / 1000,
    isJoined: network !== null,
    agreement: measured ? (report ?? engine.report(0)).agreement : null,
    confidence: report?.confidence ?? null,
    compilerDefault: report && compilerDefaultOf(report),
    verdict: report?.verdict ?? null,
  };
}

/**
 * Whether the model simulates the compiler. The engine runs the small network of such a model itself, without ONNX
 * Runtime.
 */
const isLoopModel = ({ card }: ModelFiles): boolean => (JSON.parse(card) as { join?: string }).join === 'loops';

const rankers = new Map<string, Promise<Ranker>>();

function rankerOf(model: ModelFiles): Promise<Ranker> {
  let ranker = rankers.get(model.name);
  if (!ranker) {
    ranker = fetchRuntime().then((runtime) => runtime.load(model.network));
    ranker.catch(() => rankers.delete(model.name)); // forgets a failed load, so that the next request tries again
    rankers.set(model.name, ranker);
  }
  return ranker;
}

let runtime: Promise<typeof Ranker> | undefined;

/** Fetches ONNX Runtime, once. */
function fetchRuntime(): Promise<typeof Ranker> {
  runtime ??= Promise.all([import('./ranker'), import('./runtime_files')]).then(async ([{ Ranker }, files]) => {
    await Ranker.fetch(files.runtimeFiles);
    return Ranker;
  });
  runtime.catch(() => (runtime = undefined)); // forgets a failed fetch, so that the next request tries again
  return runtime;
}

// Report the worker's network requests to the page, which counts requests but cannot observe those of the worker.
new PerformanceObserver((list) => post({ requests: list.getEntries().map((entry) => entry.name) })).observe({
  type: 'resource',
  buffered: true,
});

self.addEventListener('message', ({ data }: MessageEvent<WorkerRequest | CompiledEngine>) =>
  'engine' in data ? startEngine(data.engine) : void answer(data),
);

function loadEngine(compiled: WebAssembly.Module | null): Promise<Engine> {
  if (!compiled) return Engine.load(createModule, { locateFile: () => wasmUrl });
  return new Promise((resolve, reject) => {
    Engine.load(createModule, {
      instantiateWasm(imports, done) {
        WebAssembly.instantiate(compiled, imports).then(done).catch(reject); // fails if there is not enough memory
        return {};
      },
    }).then(resolve, reject);
  });
}

async function answer({ id, program, kind, body }: WorkerRequest): Promise<void> {
  try {
    engine ??= await engineLoading;
    if (program !== opened && !kOfNone.has(kind)) return post({ id, superseded: true });
    const value = (answers[kind] as (body: unknown) => Promise<WorkerRequests[Kind][1]>)(body);
    if (kind === 'open') {
      opened = program;
      heapOfOpened = engine.heapBytes();
    }
    post({ id, value: await value });
  } catch (error) {
    if (error instanceof EngineError) {
      post({
        id,
        error: error.report,
        isLarge: kReading.has(kind) && engine.heapBytes() > Math.max(kLargeHeap, heapOfOpened),
      });
    } else {
      post({ id, ...failureOf(error) });
    }
  }
}
