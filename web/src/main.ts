// Wires the page: files in, views out. What is computed is computed by the worker behind `client`.
import './style.css';
import { EngineError, type InputFile } from '../../wasm/engine';
import { Client, Stopped } from './client';
import { byId, count, h, plural } from './dom';
import { type Example, examples, filesOf } from './examples';
import { filesFromUser } from './files';
import { type PublishedModel, publishedModels, wasTrainedOn } from './models';
import type { OpenedProgram, Standing } from './protocol';
import { RequestCounter } from './requests';
import { selection } from './selection';
import { setUpTheme } from './theme';
import { showError } from './views/error';
import { ExplanationView } from './views/explanation';
import { InstructionsView } from './views/instructions';
import { modelCard, physicsCard } from './views/model_card';
import { ProgressView } from './views/progress';
import { kPhysics, RankingView } from './views/ranking';
import { showSummary } from './views/summary';

const client = new Client();
const requests = new RequestCounter(byId('requests'));
const explanation = new ExplanationView(byId('explanation'));
const instructions = new InstructionsView(byId('instructions'));
const progress = new ProgressView(byId('progress'), byId('announcer'), stop);
const errorPanel = byId('error');
const helpDialog = byId<HTMLDialogElement>('help-dialog');
const ranking = new RankingView(byId('ranking'), {
  chooseModel: (name) => void rankBy(name),
  chooseCandidates: (count) => {
    candidates = count;
    if (program) void open(program.files);
  },
  resume: () => void rankOn(),
  stop,
  explain: (indices) => client.ask('explain', { indices }),
  select: (configuration, rank, timeDigits) => {
    explanation.show(configuration, rank, timeDigits);
    selection.choose('configuration', configuration);
  },
  save: () => void save(),
});

let program: { files: InputFile[]; opened: OpenedProgram } | null = null;
let models: PublishedModel[] = [];
let modelName = kPhysics;
let candidates = 2000; // for programs without configurations
let job = 0; // of the latest thing the user asked for; older ones end without being shown
let opening = false;

client.onStage = (stage) => progress.stage(stage);
client.onRequests = (urls) => requests.add(urls);
client.onStanding = (standing) => {
  progress.scored(standing.scored, standing.total);
  if (program) ranking.show(standing, program.opened.inspection);
};

async function open(files: InputFile[]): Promise<void> {
  if (opening) client.stop();
  const mine = ++job;
  opening = true;
  errorPanel.hidden = true;
  progress.stage('read');
  try {
    const { paired, opened } = await openPaired(files);
    if (mine !== job) return;
    program = { files: paired, opened };
    selection.choose('program', opened);
    showSummary(byId('summary'), opened.inspection);
    instructions.show(opened.instructions);
    document.title = `${opened.inspection.name || opened.inspection.file} · hlorank`;
    opening = false;
    await rank(mine);
  } catch (error) {
    if (mine !== job) return;
    finish(error);
  } finally {
    if (mine === job) opening = false;
  }
}

/** An npz that has only configurations belongs to the program that is shown, when it fits. */
async function openPaired(files: InputFile[]): Promise<{ paired: InputFile[]; opened: OpenedProgram }> {
  try {
    return { paired: files, opened: await client.open(files, candidates) };
  } catch (error) {
    const [file] = files;
    const isZip = file?.bytes[0] === 0x50 && file.bytes[1] === 0x4b;
    if (!(error instanceof EngineError) || !program || files.length !== 1 || !isZip) throw error;
    const paired = [program.files[0]!, file!];
    const opened = await client.open(paired, candidates).catch(() => {
      throw error;
    });
    return { paired, opened };
  }
}

async function rankBy(name: string): Promise<void> {
  modelName = name;
  const model = models.find((candidate) => candidate.name === name);
  ranking.setModel(name, model ? modelCard(model.card) : physicsCard());
  if (program) await rank(++job).catch(finish);
}

async function rank(mine: number): Promise<void> {
  if (!program) return;
  const { inspection } = program.opened;
  explanation.clear();
  selection.choose('configuration', null);
  const model = models.find(({ name }) => name === modelName);
  ranking.begin(inspection, model !== undefined && wasTrainedOn(model, inspection.file));
  try {
    const files = model ? await model.files() : null;
    if (mine !== job) return;
    settle(mine, await client.rank(files));
  } catch (error) {
    if (mine !== job || error instanceof Stopped || !model) throw error;
    ranking.note(
      `${model.card.title ?? model.name} cannot rank this program: ${messageOf(error)}. Ranked by physics only.`,
    );
    settle(mine, await client.rank(null));
  }
}

async function rankOn(): Promise<void> {
  const mine = ++job;
  ranking.running(true);
  try {
    settle(mine, await client.ask('resume', null));
  } catch (error) {
    if (mine === job) finish(error);
  }
}

function settle(mine: number, standing: Standing): void {
  if (mine !== job || !program) return;
  ranking.show(standing, program.opened.inspection);
  ranking.running(false);
  const done = standing.scored === standing.total;
  progress.done(
    done
      ? `${plural(standing.total, 'configuration')} ranked`
      : `Stopped: ${count(standing.scored)} of ${count(standing.total)} ranked`,
  );
}

function finish(error: unknown): void {
  ranking.running(false);
  if (error instanceof Stopped) return progress.done('Stopped');
  progress.done('Failed');
  const report =
    error instanceof EngineError
      ? error.report
      : { message: messageOf(error), help: '', line: 0, column: 0, offset: -1, excerpt: '', caret: -1, file: '' };
  showError(errorPanel, report, () => helpDialog.showModal());
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function stop(): void {
  client.stop();
}

async function save(): Promise<void> {
  const report = await client.ask('report', { count: 1000 });
  const url = URL.createObjectURL(new Blob([JSON.stringify(report, null, 1)], { type: 'application/json' }));
  h('a', { href: url, download: `${report.name || 'ranking'}.ranking.json` }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

function setUpExamples(list: Example[]): void {
  const menu = byId('example-list');
  menu.replaceChildren(
    ...list.map((example) =>
      h(
        'button',
        {
          type: 'button',
          onclick: async () => {
            menu.hidePopover();
            await filesOf(example).then(open, finish);
          },
        },
        h('strong', {}, example.title),
        h('span', {}, example.note),
      ),
    ),
  );
}

async function start(): Promise<void> {
  setUpTheme(byId('theme'));
  byId('help').addEventListener('click', () => helpDialog.showModal());
  filesFromUser((files) => void open(files), finish);
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !document.querySelector('dialog[open], :popover-open')) stop();
  });

  const firstJob = job;
  const [list, found] = await Promise.all([
    examples().catch((): Example[] => []),
    publishedModels().catch((): PublishedModel[] => []),
  ]);
  models = found;
  ranking.setModels(models);
  setUpExamples(list);
  await rankBy(models[0]?.name ?? kPhysics);
  if (list[0] && job === firstJob) await filesOf(list[0]).then(open, finish);
  await Promise.allSettled(models.map((model) => model.files())); // so that nothing is fetched later
  requests.loaded();
  document.documentElement.dataset.ready = 'true';
}

void start();
