// Entry point of the page: connects file input, views and the worker (`client`), which does all computation.
import './style.css';
import { signal } from '@preact/signals';
import { EngineError, type InputFile, type Inspection, plainError, type Tensor } from '../../wasm/engine';
import { CancelledError, Client } from './client';
import { countedText } from './counted';
import { byId, count } from './dom';
import {
  type Example,
  examples,
  explained,
  fillExamples,
  filesOf,
  precomputed,
  type Precomputed,
  statusOf,
} from './examples';
import { requestedFiles } from './address';
import { filesFromUser, fromBytes } from './files';
import { Keeping } from './keeping';
import { setUpLearning, setWindowTitle } from './learning';
import { listedFile, ownModel, type PublishedModel, publishedModels, titleOf, wasTrainedOn } from './models';
import { loadGraph } from './graph_view';
import { machine } from './machine';
import { keepForOffline } from './offline/register';
import { keepOwnModels, keptOwnModels, withOwn } from './own_models';
import type { ModelFiles, OpenedProgram, Status } from './protocol';
import type { GraphView } from './views/graph';
import { Opening } from './opening';
import { cardOf, halideWeights, kAnalytical, kMeasured, modelFor, prefetch, rankersOf } from './rankers';
import { openPaired } from './paired';
import { pause } from './pause';
import { RequestCounter } from './requests';
import { selection } from './selection';
import { Sharing } from './sharing';
import { setUpTheme } from './theme';
import { showError } from './views/error';
import { InstructionsView } from './views/instructions';
import { ModelsView } from './views/models';
import { ProgressView } from './views/progress';
import { RankingView } from './views/ranking';
import { markOpening, nameProgram, showSummary } from './views/summary';
import { setUpWindow } from './window/window';
import { Workbench } from './workbench';

// Views send requests without awaiting them; a cancelled request is not an error.
window.addEventListener(
  'unhandledrejection',
  (event) => event.reason instanceof CancelledError && event.preventDefault(),
);

const client = new Client();
const requests = new RequestCounter(byId('requests'));
const profile = signal<InputFile | null>(null); // measured times of the program
const attempt = (model: ModelFiles, inputs: Tensor[] | null) => client.ask('attempt', { model, inputs });
const instructions = new InstructionsView(byId('instructions'));
const progress = new ProgressView(byId('progress'), byId('announcer'), stop);
const errorPanel = byId('error');
const helpDialog = byId<HTMLDialogElement>('help-dialog');
const ranking = new RankingView(byId('ranking'), {
  chooseModel: (name) => void rankWith(name),
  chooseProgram: (chosen) => program && void open(program.files, false, () => {}, chosen),
  chooseCandidates: (wanted) => {
    candidates = wanted;
    if (program) void open(program.files);
  },
  resume: () => void resumeRanking(),
  stop,
  explain: async (indices) => (preview ? explained(preview, indices) : client.ask('explain', { indices })),
  view: (query) => client.ask('view', query),
  select: (configuration, rank, timeDigits) => bench.select(configuration, rank, timeDigits),
  compare: (index) => bench.compare(index),
  isCompared: (index) => bench.isCompared(index),
  nameOf: (index) => bench.nameOf(index),
});
const bench: Workbench = new Workbench(client, ranking, finish);
setUpWindow(client, {
  explain: async (indices) => (preview ? explained(preview, indices) : client.ask('explain', { indices })),
  choose: (index) => ranking.choose(index),
  nameOf: (index) => bench.nameOf(index),
});

const opener = new Opening({
  open: (files, then) => open(files, false, then),
  addProfile,
  profiledModule: (file) => client.ask('profiledModule', { file }),
  compare: (left, right) => client.ask('compare', { left, right, machine: machine.peek() }),
  failed: (error) => finish(error),
  useModel: (card, network) => useModel(card, network),
  restore: (saved) => sharing.restoreSaved(saved),
  reading: (done, total) => progress.reading(done, total),
});

const modelsView = new ModelsView({
  choose: (name) => void rankWith(name),
  attempt,
});
const sharing = new Sharing({
  files: () => program?.files ?? [],
  compared: () => selection.get('changes') && opener.comparedWith(program?.files[0]),
  profile: () => profile.peek(),
  isEdited: () => bench.edits.peek() !== null,
  changed: () => bench.changedLayouts,
  model: () => {
    const name = ranker();
    const card = models.find((model) => model.name === name)?.card;
    return { name, network: card && listedFile(card).sha256 };
  },
  candidates: () => candidates,
  open: (files, wanted, compared) => {
    candidates = wanted ?? candidates;
    if (!compared) return open(files);
    return opener.take([compared, ...files].map(({ name, bytes }) => fromBytes(name, bytes)));
  },
  chooseModel: async (name) => {
    const known = program ? rankersOf(models, program.opened.inspection) : [{ name: kAnalytical }, ...models];
    const isKnown = known.some((one) => one.name === name);
    if (name !== ranker() && isKnown) await rankWith(name);
    return isKnown;
  },
  addProfile,
  restoreEdits: (edits) => bench.restore(edits),
  change: (changed) => bench.changeLayouts(changed),
  chooseConfiguration: (index) => ranking.choose(index),
  report: (most) => client.ask('report', { count: most }),
  failed: (error) => finish(error),
});

new Keeping(byId('kept'), {
  files: () => sharing.shownFiles(),
  hashed: () => sharing.hashed(),
  state: () => sharing.state(),
  view: () => sharing.view(),
  profile,
  edits: bench.edits,
  isFollowing: sharing.isFollowing,
  isExample: (sha256) => sharing.isExample(sha256),
  failed: (error) => finish(error),
});

let program: { files: InputFile[]; opened: OpenedProgram } | null = null;
let models: PublishedModel[] = [];
let modelName = kAnalytical; // as chosen; it may not rank the program that is open, see `ranker`
let candidates = 2000; // number of configurations to generate for programs without configurations
let job = 0; // number of the latest user action; results of older actions are dropped
let opening = false;
let preview: Precomputed | null = null; // build-time ranking of the first example, until the engine has ranked it
let graph: Promise<GraphView | null> = Promise.resolve(null);
let firstExample: Example | null = null;
let asked: InputFile[] | null = null; // files of the latest `open`
let isRanked = false; // the ranking on the page is that of the current program and model

client.onStage = (stage) => progress.stage(stage);
client.onRequests = (urls) => requests.add(urls);
client.onSilence = (seconds) =>
  progress.silent(seconds, () => {
    const files = asked;
    client.reset();
    if (files) void open(files);
  });
client.onStatus = (status) => {
  progress.scored(status.scored, status.total);
  if (program && !preview) ranking.show(status, program.opened.inspection);
};

/**
 * Opens and ranks files. `isShown`: the page shows the build-time ranking of these files, which stays until the new one
 * is done. `chosen`: which of the programs in a file of schedules.
 */
async function open(files: InputFile[], isShown = false, then = () => {}, chosen = 0): Promise<void> {
  if (opening) client.stop();
  const mine = ++job;
  const before = program;
  opening = true;
  asked = files;
  if (!isShown) errorPanel.hidden = true;
  if (!isShown) markOpening(byId('summary'), files[0]?.name ?? null);
  progress.stage('read');
  try {
    const ask = (given: InputFile[]) => client.open(given, candidates, chosen);
    const { paired, opened } = await openPaired(ask, files, program?.files[0]);
    if (mine !== job) return;
    markOpening(byId('summary'), null);
    program = { files: paired, opened };
    profile.value = null;
    isRanked = false;
    if (!isShown || ranker() !== models[0]?.name) preview = null;
    const settingUp = bench.setProgram(opened);
    selection.choose('program', opened); // before any await: later requests of views refer to this program
    then();
    await pause();
    if (mine !== job) return;
    showProgram(opened.inspection);
    setWindowTitle(`${opened.inspection.name || opened.inspection.file} · hlorank`);
    await pause();
    if (mine !== job) return;
    instructions.show(opened.instructions);
    await pause();
    if (mine !== job) return;
    ranking.setProgram(opened.instructions);
    await settingUp;
    await (
      await graph
    )?.drawn; // before the ranking: what is expensive is seen first
    if (mine !== job) return;
    opening = false;
    await rank(mine);
    if (mine === job) await sharing.opened(paired);
  } catch (error) {
    if (mine !== job) return;
    markOpening(byId('summary'), null);
    finish(error);
    asked = program?.files ?? null;
    opening = false;
    if (program === before && (!isShown || error instanceof CancelledError)) await resumeUnfinished();
  } finally {
    if (mine === job) opening = false;
  }
}

/** Called when `open` failed: finishes the ranking, or opens the first example, that it interrupted. */
async function resumeUnfinished(): Promise<void> {
  if (program && !isRanked) await rerank();
  if (!program && preview && firstExample) await openExample(firstExample, true);
}

async function rankWith(name: string): Promise<void> {
  modelName = name;
  showRanker();
  if (!program) return;
  preview = null;
  isRanked = false;
  if (!opening) await rerank(); // otherwise `open` ranks with this model when it is done
}

/** Name of what ranks the open program: the chosen model, or the best ranker of its kind if that cannot. */
function ranker(): string {
  const entries = rankersOf(models, program?.opened.inspection ?? null);
  return entries.find(({ name }) => name === modelName)?.name ?? entries[0]?.name ?? modelName;
}

function showRanker(): void {
  const name = ranker();
  ranking.setModels(rankersOf(models, program?.opened.inspection ?? null));
  ranking.setModel(name, cardOf(models, name));
  modelsView.show(models, name);
}

async function rerank(): Promise<void> {
  const mine = ++job;
  await rank(mine).catch((error: unknown) => mine === job && finish(error));
}

async function rank(mine: number): Promise<void> {
  if (!program) return;
  isRanked = false;
  const { inspection } = program.opened;
  if (!preview) {
    bench.begin();
    selection.choose('configuration', null);
  }
  const name = ranker();
  const { model, note } = modelFor(name, inspection, models);
  ranking.begin(inspection, model !== undefined && wasTrainedOn(model, inspection.file), preview !== null);
  try {
    const files = model ? await model.files() : null;
    if (mine !== job) return;
    const weights = inspection.schedules && name !== kMeasured ? await halideWeights(inspection) : null;
    settle(mine, await client.rank(files, weights));
    if (note) ranking.note(note);
  } catch (error) {
    if (mine !== job || error instanceof CancelledError || !model || inspection.schedules) throw error;
    ranking.note(
      `${titleOf(model)} cannot rank this program: ${messageOf(error)}. Ranked with the analytical cost model instead.`,
    );
    settle(mine, await client.rank(null));
  }
}

async function resumeRanking(): Promise<void> {
  const mine = ++job;
  ranking.running(true);
  try {
    settle(mine, await client.ask('resume', null));
  } catch (error) {
    if (mine === job) finish(error);
  }
}

function settle(mine: number, status: Status): void {
  if (mine !== job || !program) return;
  isRanked = true;
  const chosen = preview && bench.chosen;
  if (preview) {
    preview = null;
    ranking.forget();
  }
  ranking.show(status, program.opened.inspection);
  if (chosen !== null) ranking.choose(chosen);
  ranking.running(false);
  bench.settled(status);
  const done = status.scored === status.total;
  progress.done(
    done
      ? `${countedText(program.opened.inspection)} ranked`
      : `Stopped: ${count(status.scored)} of ${count(status.total)} ranked`,
  );
}

function finish(error: unknown): void {
  ranking.running(false);
  if (error instanceof CancelledError) return progress.done('Stopped');
  progress.done('Failed');
  const report = error instanceof EngineError ? error.report : plainError(messageOf(error));
  showError(errorPanel, report, () => helpDialog.showModal());
}

/** Adds measured times to the costs of the program on the page. */
async function addProfile(file: InputFile): Promise<void> {
  const of = program;
  const costs = await client.ask('profile', { file, machine: machine.peek() });
  if (program !== of) return;
  selection.choose('costs', costs);
  profile.value = file;
}

/** Checks a model dropped by the user, shows the result, and adds the model to the list if it is usable. */
async function useModel(card: string, network: Uint8Array): Promise<void> {
  const own = await ownModel(card, network, attempt);
  if (own.isUsable) {
    models = withOwn(models, own.model);
    showRanker();
    await keepOwnModels(models);
  }
  modelsView.showCheck(own);
}

function showProgram(inspection: Inspection): void {
  showSummary(byId('summary'), inspection);
  if (program) showRanker();
  nameProgram(byId('program-name'), inspection);
}

/** Shows the ranking of the first example that was computed at build time. */
function showPreview(found: Precomputed): void {
  preview = found;
  showProgram(found.inspection);
  ranking.begin(found.inspection, false);
  ranking.show(statusOf(found.report), found.inspection);
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function stop(): void {
  opener.stop();
  client.stop();
}

const openExample = (example: Example, isShown = false): Promise<void> =>
  filesOf(example).then((files) => open(files, isShown), finish);

/** Opens what the page address names: a shared link (#v1=...) or files of this site (?file=...). */
async function openAsked(): Promise<void> {
  if (await sharing.follow()) return;
  await opener.take(requestedFiles());
}

async function start(): Promise<void> {
  setUpTheme(byId('theme'));
  setUpLearning(client, finish);
  byId('help').addEventListener('click', () => helpDialog.showModal());
  filesFromUser((files) => void opener.take(files), finish);
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !document.querySelector('dialog[open], :popover-open')) stop();
  });

  const isAsked = location.hash.startsWith('#v1=') || requestedFiles().length > 0;
  if (!isAsked) await precomputed().then(showPreview, () => {}); // optional: without it the first example appears later
  graph = loadGraph(client).catch((error: unknown) => {
    finish(error);
    return null;
  });
  const [list, found, own] = await Promise.all([
    examples().catch((): Example[] => []),
    publishedModels().catch((): PublishedModel[] => []),
    keptOwnModels(),
  ]);
  models = [...found, ...own];
  firstExample = list[0] ?? null;
  sharing.examples = list;
  fillExamples(byId('example-list'), list, (example) => void openExample(example));
  await rankWith(models[0]?.name ?? kAnalytical);
  if (isAsked) await openAsked();
  else if (firstExample && !program && !opening) await openExample(firstExample, true);
  await prefetch(models, (model) => attempt(model, null));
  document.documentElement.dataset.ready = 'true';
  await keepForOffline();
  requests.loaded();
}

void start();
