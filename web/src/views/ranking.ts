// Panel that ranks layout configurations by predicted speed. Shows the model, progress, agreement with measured times,
// confidence, filters and the table.
import type { Confidence, Configuration, Inspection, Instructions, Verdict, View } from '../../../wasm/engine';
import type { ViewQuery } from '../../../wasm/module';
import { type CompilerLine, compilerLine } from '../compiler_default';
import { besidesText, configurationCount } from '../counted';
import { count, duration, fill, h, percent, plural } from '../dom';
import { cores, kMostCores } from '../machine';
import type { RankerEntry } from '../rankers';
import type { Status } from '../protocol';
import { selection } from '../selection';
import { showAgreement } from './agreement';
import { Filters } from './filters';
import { RankingTable, type TableActions } from './ranking_table';
import { closeToFirst, confidenceLine } from './confidence';

interface RankingActions extends Omit<TableActions, 'sort'> {
  chooseModel: (name: string) => void;
  /** Opens another program of a file of Halide or TVM schedules that has several. `chosen`: index of the program. */
  chooseProgram: (chosen: number) => void;
  /** Sets the number of layout configurations to generate, and opens the program again. */
  chooseCandidates: (count: number) => void;
  /** Sets the number of CPU cores for which Halide's own cost model predicts. */
  chooseCores: (count: number) => void;
  resume: () => void;
  stop: () => void;
  view: (query: Partial<ViewQuery>) => Promise<View>;
  explain: (indices: number[]) => Promise<Configuration[]>;
}

const kManyScored = 1000; // number of scored configurations from which on the panel shows their number per second
const kCandidates = [2000, 20_000, 100_000];

export class RankingView {
  private readonly title = h('h2.visually-hidden', { id: 'ranking-title' });
  private readonly statusLine = h('p.status');
  private readonly noteLine = h('p.notice', { hidden: true });
  private readonly agreement = h('div.agreement', { hidden: true });
  private readonly confidence = h('div');
  private readonly chooser = h('select', { id: 'model', onchange: () => this.actions.chooseModel(this.chooser.value) });
  private readonly candidates = h(
    'select',
    { id: 'candidates', onchange: () => this.actions.chooseCandidates(Number(this.candidates.value)) },
    ...kCandidates.map((n) => h('option', { value: n }, count(n))),
  );
  private readonly candidatesField = h(
    'label.field',
    { for: 'candidates', hidden: true },
    'Candidates ',
    this.candidates,
  );
  private readonly programs = h('select', {
    id: 'program-of-file',
    onchange: () => this.actions.chooseProgram(Number(this.programs.value)),
  });
  private readonly programsField = h(
    'label.field',
    { for: 'program-of-file', hidden: true },
    'Program ',
    this.programs,
  );
  private readonly cores = h('input', {
    id: 'cores',
    type: 'number',
    min: 1,
    max: kMostCores,
    value: 1,
    title:
      'Number of CPU cores that Halide’s own cost model predicts for. They matter for schedules with more parallel tasks than cores',
    onchange: () => this.chooseCores(),
  });
  private readonly coresField = h('label.field', { for: 'cores', hidden: true }, 'Cores ', this.cores);
  private readonly compilerDefault = h('p.compiler-default', { hidden: true });
  private readonly card = h('details.card');
  private readonly stopButton = h('button', { hidden: true, onclick: () => this.actions.stop() }, 'Stop');
  private readonly resumeButton = h('button', { hidden: true, onclick: () => this.actions.resume() }, 'Resume');
  /** Element into which ExportsView inserts the menu for saving the ranking. */
  readonly saving = h('span');
  private readonly filters = new Filters(() => void this.updateView());
  private readonly table: RankingTable;

  private status: Status | null = null;
  private measured = false;
  private trainedOn = false;
  private sort: Pick<ViewQuery, 'key' | 'descending'> = { key: 'score', descending: false };
  private own = 0; // number of configurations in the table that the user made in the what-if panel
  private viewRequests = 0; // number of the latest request for rows; replies to older ones are dropped
  /** The rows of the ranking table, in display order; null until the worker reports the first status of a ranking. */
  view: View | null = null;
  /** Number of configurations that are too close to the first to call; 0 if unknown. */
  close = 0;

  constructor(
    root: HTMLElement,
    private readonly actions: RankingActions,
  ) {
    this.table = new RankingTable({
      ...actions,
      sort: (key, descending) => {
        this.sort = { key, descending };
        void this.updateView();
      },
    });
    cores.subscribe((chosen) => (this.cores.value = String(chosen)));
    root.append(
      h(
        'div.panel-head',
        this.title,
        this.filters.element,
        this.programsField,
        this.candidatesField,
        h('label.field', { for: 'model' }, 'Model ', this.chooser),
        this.coresField,
        h('div.buttons', this.stopButton, this.resumeButton, this.table.chooser, this.saving),
      ),
      this.statusLine,
      this.noteLine,
      this.agreement,
      this.confidence,
      this.card,
      this.compilerDefault,
      this.table.element,
    );
  }

  /** Fills the menu of models. `rankers`: the models that can rank the open program. */
  setModels(rankers: RankerEntry[]): void {
    this.chooser.replaceChildren(...rankers.map(({ name, title }) => h('option', { value: name }, title)));
  }

  /** Selects model `name` in the menu and shows its card. If `card` is null, keeps the card that is shown. */
  setModel(name: string, card: Node | null): void {
    this.chooser.value = name;
    if (card) this.card.replaceChildren(h('summary', 'About this model'), card);
  }

  /** Resets the filters and the number of configurations that the user made. Call this for each new program. */
  setProgram(instructions: Instructions): void {
    this.own = 0;
    this.filters.showInstructions(instructions);
  }

  /**
   * Drops the cached explanations of table rows, which list the contributions to their scores. They are requested again
   * when needed.
   */
  forget(): void {
    this.table.forget();
  }

  /**
   * Prepares the panel for a new ranking. `trainedOn`: whether the program is in the model's training data. `stays`:
   * whether the rows of the previous ranking stay visible.
   */
  begin(inspection: Inspection, trainedOn: boolean, stays = false): void {
    this.trainedOn = trainedOn;
    this.measured = inspection.configurations.measured;
    this.running(true);
    this.showPrograms(inspection);
    this.title.textContent = inspection.schedules ? 'Schedules' : 'Configurations';
    this.coresField.hidden = inspection.schedules?.kind !== 'halide';
    this.table.setKind(inspection.schedules ? 'schedules' : 'layouts');
    this.filters.setKind(inspection.schedules !== undefined);
    if (stays) return;
    this.status = this.view = null;
    selection.choose('ranked', null);
    this.sort = { key: 'score', descending: false };
    this.table.clear();
    this.agreement.hidden = true;
    this.confidence.replaceChildren();
    this.compilerDefault.hidden = true;
    this.candidatesField.hidden = !inspection.configurations.generated || inspection.slots === 0;
    this.noteLine.hidden = true;
    selection.choose('notice', null);
    this.statusLine.textContent = '';
  }

  private showPrograms({ schedules }: Inspection): void {
    const programs = schedules?.programs ?? [];
    this.programsField.hidden = programs.length < 2;
    this.programs.replaceChildren(...programs.map((name, i) => h('option', { value: i }, name)));
    this.programs.value = String(schedules?.chosen ?? 0);
  }

  /** Selects the row of the configuration with this index, if the table contains it. */
  choose(index: number): void {
    this.table.choose(index);
  }

  /** Shows a note about the current ranking, such as a warning. */
  note(text: string): void {
    this.noteLine.hidden = false;
    this.noteLine.textContent = text;
    selection.choose('notice', text);
  }

  running(running: boolean): void {
    this.stopButton.hidden = !running;
    const unfinished = this.status !== null && this.status.scored < this.status.total;
    this.resumeButton.hidden = running || !unfinished;
  }

  /**
   * Shows the progress of a ranking. When the ranking is finished, selects the configuration with index `chosen`, or
   * the first row if `chosen` is null.
   */
  show(status: Status, inspection: Inspection, chosen: number | null = null): void {
    this.status = status;
    const { top } = status;
    const done = status.scored === status.total;
    // A single configuration has no confidence, because confidence is about comparisons.
    const confidence = status.total > 1 ? status.confidence : null;
    this.describe(status, inspection);
    this.showCompilerDefault(done ? compilerLine(status, inspection) : null);
    this.showConfidence(done ? top.scores : new Float32Array(), confidence);
    if (done) this.filters.showStatus(status, this.measured);
    const inOrder = this.sort.key === 'score' && !this.sort.descending;
    if (inOrder && !this.filters.isSet && !this.own) {
      ++this.viewRequests;
      this.showView({
        ...top, // for schedules, `top` contains the costs by Halide's own model
        changed: new Uint32Array(),
        passed: top.indices.length,
        agreement: status.agreement,
      });
      if (done) this.select(chosen); // selecting a configuration also explains its score
    } else {
      void this.updateView().then(() => done && this.select(chosen));
    }
  }

  private showCompilerDefault(line: CompilerLine | null): void {
    this.compilerDefault.hidden = line === null;
    if (!line) return;
    const { name, value, place, title } = line;
    this.compilerDefault.title = title;
    fill(this.compilerDefault, h('span', name), h('strong', value), place ? h('span.place', place) : null);
  }

  /** Shows how many configurations are too close to the first to call. `scores`: those of all, sorted ascending. */
  private showConfidence(scores: Float32Array, confidence: Confidence | null): void {
    this.close = closeToFirst(scores, confidence);
    fill(this.confidence, confidenceLine(confidence, this.close));
  }

  private select(chosen: number | null): void {
    if (chosen !== null && this.view?.indices.includes(chosen)) this.choose(chosen);
    else this.table.first();
  }

  /** Rounds the number of CPU cores that the user entered to the nearest allowed value. */
  private chooseCores(): void {
    const chosen = Math.min(kMostCores, Math.max(1, Math.round(Number(this.cores.value))));
    this.cores.value = String(chosen);
    this.actions.chooseCores(chosen);
  }

  /**
   * Sets the number of configurations that the user made in the what-if panel and the verdict that takes them into
   * account, updates the table, and selects the configuration with index `chosen`.
   */
  async setOwn(own: number, verdict: Verdict | null, chosen: number | null): Promise<void> {
    this.own = own;
    if (this.status && this.status.scored === this.status.total) this.status = { ...this.status, verdict };
    this.table.forget(); // the explanations contain ranks
    const all = this.status?.confidence && (await this.actions.view({}).catch(() => null));
    if (all) this.showConfidence(all.scores, this.status!.confidence);
    await this.updateView();
    if (chosen !== null) this.table.choose(chosen);
  }

  /**
   * Renders the visible rows again. Called after configurations were added to the side-by-side comparison or removed
   * from it.
   */
  refresh(): void {
    this.table.refresh();
  }

  /** Requests the table rows that match the filter, in the selected order, and shows them. */
  private async updateView(): Promise<void> {
    if (!this.status) return;
    const mine = ++this.viewRequests;
    const view = await this.actions.view({ ...this.filters.filter, ...this.sort }).catch(() => null);
    if (view && mine === this.viewRequests && (view.passed || this.filters.isSet)) this.showView(view);
  }

  private showView(view: View): void {
    const { lowest, highest, top } = this.status!;
    this.view = view;
    this.table.show({
      view,
      close: this.close,
      range: { lowest, highest: Number.isFinite(highest) ? highest : lowest },
    });
    selection.choose('ranked', { status: this.status!, view, sort: this.sort, close: this.close });
    this.filters.showFound(view.passed, top.indices.length + this.own);
    showAgreement(
      this.agreement,
      view.agreement,
      this.trainedOn,
      this.filters.isSet ? ' of the configurations shown' : '',
    );
  }

  private describe({ scored, total, rate, tables }: Status, inspection: Inspection): void {
    const { configurations, schedules } = inspection;
    if (schedules) return this.describeSchedules(total, tables, schedules.noise);
    const listed = configurationCount(configurations);
    const what = configurations.generated
      ? h(
          'span',
          { title: 'The program layouts, every change of a single layout, then random combinations of changes' },
          `${total === 1 ? 'candidate' : 'candidates'} generated here`,
        )
      : h('span', `${listed === 1 ? 'configuration' : 'configurations'} of the file${besidesText(inspection)}`);
    const speed = rate > 0 && scored >= kManyScored ? ` · ${count(Number(rate.toPrecision(2)))} scored per second` : '';
    const network = tables > 0 ? ` · model ran in ${duration(tables, 3)}` : '';
    this.statusLine.dataset.tables = String(tables);
    this.statusLine.dataset.rate = String(rate);
    this.statusLine.replaceChildren(
      scored < total ? `${count(scored)} of ${count(total)} ` : `${count(listed)} `,
      what,
      network,
      speed,
      '. ',
      h('span.scale', 'Score: lower is faster; it is not a time.'),
    );
  }

  private describeSchedules(total: number, tables: number, noise: number | null): void {
    const network = tables > 0 ? ` · model ran in ${duration(tables, 3)}` : '';
    const spread = noise === null ? '' : ` Repeated measurements differ by ${percent(noise)}.`;
    this.statusLine.dataset.tables = String(tables);
    this.statusLine.replaceChildren(`${plural(total, 'schedule')} of the file${network}.${spread}`);
  }
}
