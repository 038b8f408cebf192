// Entry point of the page: connects file input, views and the web worker (`client`), which does all computation.
import './style.css';
import { signal } from '@preact/signals';
import { EngineError, type InputFile, type Inspection, plainError, type Tensor } from '../../wasm/engine';
import { CancelledError, Client } from './client';
import { compiledEngine } from './compiled_engine';
import { byId } from './dom';
import { type Example, examples, fillExamples, filesOf, precomputed, type Precomputed } from './examples';
import { requestedFiles } from './address';
import { filesFromUser, fromBytes } from './files';
import { Keeping } from './keeping';
import { setUpLearning, setWindowTitle } from './learning';
import { messageOf } from './message';
import { listedFile, ownModel, type PublishedModel, publishedModels } from './models';
import { loadGraph } from './graph_view';
import { machine } from './machine';
import { setUpMenus } from './menus';
import { keepForOffline } from './offline/register';
import { keptOwnModels } from './own_models';
import type { ModelFiles } from './protocol';
import type { GraphView } from './views/graph';
import { Opening } from './opening';
import { kAnalytical, prefetch } from './rankers';
import { type Program, RankingControl } from './ranking_control';
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

// Ignore unhandled rejections by CancelledError. Views send requests without awaiting them, and a cancelled request is
// not an error.
window.addEventListener(
  'unhandledrejection',
  (event) => event.reason instanceof CancelledError && event.preventDefault(),
);

const client = new Client(compiledEngine);
const requests = new RequestCounter(byId('requests'));
const profile = signal<InputFile | null>(null); // file with measured times of the program's instructions
const attempt = (model: ModelFiles, inputs: Tensor[] | null) => client.ask('attempt', { model, inputs });
const instructions = new InstructionsView(byId('instructions'));
const progress = new ProgressView(byId('progress'), byId('announcer'), stop);
const errorPanel = byId('error');
const helpDialog = byId<HTMLDialogElement>('help-dialog');
const ranking = new RankingView(byId('ranking'), {
  chooseModel: (name) => void control.choose(name),
  chooseProgram: (chosen) => program && void open(program.files, { chosen }),
  chooseCandidates: (wanted) => {
    candidates = wanted;
    if (program) void open(program.files);
  },
  chooseCores: (chosen) => void control.chooseCores(chosen),
  resume: () => void control.resume(),
  stop,
  explain: (indices) => control.explain(indices),
  view: (query) => client.ask('view', query),
  select: (configuration, rank, timeDigits) => bench.select(configuration, rank, timeDigits),
  compare: (index) => bench.compare(index),
  isCompared: (index) => bench.isCompared(index),
  nameOf: (index) => bench.nameOf(index),
});
const bench: Workbench = new Workbench(client, ranking, finish);
setUpWindow(client, {
  explain: (indices) => control.explain(indices),
  choose: (index) => ranking.choose(index),
  nameOf: (index) => bench.nameOf(index),
});

const modelsView = new ModelsView({
  choose: (name) => void control.choose(name),
  attempt,
});
const control: RankingControl = new RankingControl({
  client,
  ranking,
  bench,
  progress,
  modelsView,
  program: () => program,
  isOpening: () => opening,
  failed: finish,
});

const opener = new Opening({
  files: () => program?.files ?? [],
  open,
  addProfile,
  profiledModule: (file, program) => client.ask('profiledModule', { file, program }),
  compare: (left, right) => client.ask('compare', { left, right, machine: machine.peek() }),
  failed: (error) => finish(error),
  useModel: (card, network) => useModel(card, network),
  restore: (saved) => sharing.restoreSaved(saved),
  reading: (done, total) => progress.reading(done, total),
});

const sharing = new Sharing({
  files: () => program?.files ?? [],
  compared: () => selection.get('changes') && opener.comparedWith(program?.files[0]),
  profile: () => profile.peek(),
  isEdited: () => bench.edits.peek() !== null,
  changed: () => bench.changedLayouts,
  model: () => {
    const { name, models } = control;
    const card = models.find((model) => model.name === name)?.card;
    return { name, network: card && listedFile(card).sha256 };
  },
  candidates: () => candidates,
  opens: () => opens,
  open: (files, wanted, compared) => {
    candidates = wanted ?? candidates;
    if (!compared) return open(files);
    return opener.take([compared, ...files].map(({ name, bytes }) => fromBytes(name, bytes)));
  },
  chooseModel: async (name) => {
    const isKnown = control.isKnown(name);
    if (name !== control.name && isKnown) await control.choose(name);
    return isKnown;
  },
  chooseCores: (chosen) => control.chooseCores(chosen),
  addProfile,
  restoreEdits: (edits) => bench.restore(edits),
  restoreFolder: (of) => opener.restoreFolder(of),
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
  folder: opener.shownFolder,
  isFollowing: sharing.isFollowing,
  isExample: (sha256) => sharing.isExample(sha256),
  failed: (error) => finish(error),
});

let program: Program | null = null;
let candidates = 2000; // number of layout configurations to generate for a program that comes without any
let opening = false;
let opens = 0; // number of calls of `open`
let graph: Promise<GraphView | null> = Promise.resolve(null);
let firstExample: Example | null = null;
let asked: InputFile[] | null = null; // files that were opened last

client.onStep = (step) => progress.step(step);
client.onRequests = (urls) => requests.add(urls);
client.onSilence = (seconds) =>
  progress.silent(seconds, () => {
    const files = asked;
    client.reset();
    if (files) void open(files);
  });
client.onStatus = (status) => {
  progress.scored(status.scored, status.total);
  control.show(status);
};

interface OpenOptions {
  /** Whether the page already shows the build-time ranking of these files, which stays until the new one is finished. */
  isShown?: boolean;
  /** Whether the program is another compilation stage of the one on the page. */
  isStage?: boolean;
  /** Called once the program is open, before it is ranked. */
  whenOpen?: () => void;
  /** Index of the program in a file of schedules that has several. */
  chosen?: number;
}

/** Opens files and ranks the program in them. */
async function open(files: InputFile[], options: OpenOptions = {}): Promise<void> {
  const { isShown = false, isStage = false, whenOpen = () => {}, chosen = 0 } = options;
  ++opens;
  if (opening) client.stop();
  const mine = control.begin();
  const before = program;
  opening = true;
  asked = files;
  if (!isShown) errorPanel.hidden = true;
  if (!isShown) markOpening(byId('summary'), files[0]?.name ?? null);
  progress.step('read');
  try {
    const ask = (given: InputFile[]) => client.open(given, candidates, chosen);
    const { paired, opened } = await openPaired(ask, files, program?.files[0]);
    if (!control.isLatest(mine)) return;
    markOpening(byId('summary'), null);
    program = { files: paired, opened };
    profile.value = null;
    control.setProgram(isShown);
    const settingUp = bench.setProgram(opened);
    selection.chooseProgram(opened, isStage); // before any await, because later requests of the views refer to this program
    whenOpen();
    await pause();
    if (!control.isLatest(mine)) return;
    showProgram(opened.inspection);
    setWindowTitle(`${opened.inspection.name || opened.inspection.file} · hlorank`);
    await pause();
    if (!control.isLatest(mine)) return;
    instructions.show(opened.instructions);
    await pause();
    if (!control.isLatest(mine)) return;
    ranking.setProgram(opened.instructions);
    await settingUp;
    await (
      await graph
    )?.drawn; // draws the graph before the ranking starts, so that the user first sees what is expensive
    if (!control.isLatest(mine)) return;
    opening = false;
    await control.rank(mine);
    if (control.isLatest(mine)) await sharing.opened(paired);
  } catch (error) {
    if (!control.isLatest(mine)) return;
    markOpening(byId('summary'), null);
    finish(error);
    asked = program?.files ?? null;
    opening = false;
    if (program === before && (!isShown || error instanceof CancelledError)) await resumeUnfinished();
  } finally {
    if (control.isLatest(mine)) opening = false;
  }
}

/**
 * Called when `open` failed. Finishes the work that `open` interrupted, which is a ranking or the opening of the first
 * example.
 */
async function resumeUnfinished(): Promise<void> {
  if (program && !control.isRanked) await control.rerank();
  if (!program && control.hasPreview && firstExample) await openExample(firstExample, { isShown: true });
}

function finish(error: unknown): void {
  ranking.running(false);
  if (error instanceof CancelledError) return progress.done('Stopped');
  progress.done('Failed');
  const report = error instanceof EngineError ? error.report : plainError(messageOf(error));
  showError(errorPanel, report, () => helpDialog.showModal());
}

/** Adds measured times of instructions, read from a profile, to the cost estimates of the program on the page. */
async function addProfile(file: InputFile): Promise<void> {
  const of = program;
  const costs = await client.ask('profile', { file, machine: machine.peek() });
  if (program !== of) return;
  selection.choose('costs', costs);
  profile.value = file;
}

/**
 * Checks a model that the user dropped on the page, shows the result, and adds the model to the menu if it is usable.
 */
async function useModel(card: string, network: Uint8Array): Promise<void> {
  const own = await ownModel(card, network, attempt);
  if (own.isUsable) {
    await control.addOwn(own.model);
  }
  modelsView.showCheck(own);
}

function showProgram(inspection: Inspection): void {
  showSummary(byId('summary'), inspection);
  if (program) control.showRanker();
  nameProgram(byId('program-name'), inspection);
}

function showPreview(found: Precomputed): void {
  control.showPreview(found);
  showProgram(found.inspection);
}

function stop(): void {
  opener.stop();
  client.stop();
}

const openExample = (example: Example, options?: OpenOptions): Promise<void> =>
  filesOf(example).then((files) => open(files, options), finish);

/**
 * Opens what the page address names: a shared link (#v1=...), or files of this site (?file=...). Does nothing if the
 * user has opened something else already.
 */
async function openAsked(): Promise<void> {
  if (opener.hasTaken || opening || program) return;
  if (await sharing.follow()) return;
  await opener.take(requestedFiles());
}

async function start(): Promise<void> {
  setUpTheme(byId('theme'));
  setUpMenus();
  setUpLearning(client, finish);
  byId('help').addEventListener('click', () => helpDialog.showModal());
  filesFromUser((files) => void opener.take(files), finish);
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !document.querySelector('dialog[open], :popover-open')) stop();
  });

  const isAsked = location.hash.startsWith('#v1=') || requestedFiles().length > 0;
  // Show the build-time ranking of the first example. If this fails, the example appears later.
  if (!isAsked) await precomputed().then(showPreview, () => {});
  graph = loadGraph(client).catch((error: unknown) => {
    finish(error);
    return null;
  });
  const [list, found, own] = await Promise.all([
    examples().catch((): Example[] => []),
    publishedModels().catch((): PublishedModel[] => []),
    keptOwnModels(),
  ]);
  const models = [...found, ...own];
  control.models = models;
  firstExample = list[0] ?? null;
  sharing.examples = list;
  fillExamples(byId('example-list'), list, (example) => void openExample(example));
  models[0]?.files().catch(() => {}); // fetches the network early; ranking with it reports an error
  await control.choose(models[0]?.name ?? kAnalytical);
  if (isAsked) await openAsked();
  else if (firstExample && !program && !opening) await openExample(firstExample, { isShown: true });
  await prefetch(models, () => client.ask('fetchRuntime', null));
  document.documentElement.dataset.ready = 'true';
  await keepForOffline();
  requests.loaded();
}

void start();
