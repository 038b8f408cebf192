// Ranks the program on the page. Decides which model ranks, and what the page shows until the ranking is finished.
import { CancelledError, type Client } from './client';
import { countedText } from './counted';
import { count } from './dom';
import { explained, type Precomputed, statusOf } from './examples';
import { cores } from './machine';
import { messageOf } from './message';
import { titleOf, type PublishedModel, wasTrainedOn } from './models';
import { keepOwnModels, withOwn } from './own_models';
import type { InputFile, Configuration } from '../../wasm/engine';
import type { OpenedProgram, Status } from './protocol';
import { cardOf, halideWeights, kAnalytical, kHalide, modelFor, rankersOf } from './rankers';
import { selection } from './selection';
import type { ModelsView } from './views/models';
import type { ProgressView } from './views/progress';
import type { RankingView } from './views/ranking';
import type { Workbench } from './workbench';

/** The program on the page, and the files from which it was read. */
export interface Program {
  files: InputFile[];
  opened: OpenedProgram;
}

interface Page {
  client: Client;
  ranking: RankingView;
  bench: Workbench;
  progress: ProgressView;
  modelsView: ModelsView;
  program: () => Program | null;
  /** Whether a program is being opened. It is ranked as soon as it is open. */
  isOpening: () => boolean;
  failed: (error: unknown) => void;
}

export class RankingControl {
  models: PublishedModel[] = [];
  /** Whether the ranking on the page is of the current program by the current model. */
  isRanked = false;
  /** Build-time ranking of the first example, shown until the engine has ranked that example. */
  private preview: Precomputed | null = null;
  private chosen = kAnalytical; // name of the model that the user selected, even if it cannot rank the open program
  private job = 0; // number of the latest user action; results of older ones are dropped

  constructor(private readonly page: Page) {}

  /** Begins a user action, which cancels the previous one. Returns its number. */
  begin(): number {
    return ++this.job;
  }

  /** Whether `job` is still the latest user action. */
  isLatest(job: number): boolean {
    return job === this.job;
  }

  /**
   * Name of the model that ranks the open program. This is the selected model, or the best model that can rank the
   * program if the selected one cannot.
   */
  get name(): string {
    const entries = this.rankers();
    return entries.find(({ name }) => name === this.chosen)?.name ?? entries[0]?.name ?? this.chosen;
  }

  /** Whether the model `name` can rank the open program. If no program is open, whether the page has this model. */
  isKnown(name: string): boolean {
    const { models } = this;
    const known = this.page.program() ? this.rankers() : [{ name: kAnalytical }, ...models];
    return known.some((one) => one.name === name);
  }

  get hasPreview(): boolean {
    return this.preview !== null;
  }

  /** Shows the ranking of the first example, which was computed at build time. */
  showPreview(found: Precomputed): void {
    const { ranking } = this.page;
    this.preview = found;
    ranking.begin(found.inspection, false);
    ranking.show(statusOf(found.report), found.inspection);
  }

  /**
   * Forgets the ranking of the previous program. `keepPreview`: whether the new program is the example whose build-time
   * ranking is on the page; this ranking then stays.
   */
  setProgram(keepPreview: boolean): void {
    this.isRanked = false;
    if (!keepPreview || this.name !== this.models[0]?.name) this.preview = null;
  }

  async explain(indices: number[]): Promise<Configuration[]> {
    return this.preview ? explained(this.preview, indices) : this.page.client.ask('explain', { indices });
  }

  /** Ranks the program again with model `name`. */
  async choose(name: string): Promise<void> {
    this.chosen = name;
    this.showRanker();
    if (!this.page.program()) return;
    this.preview = null;
    this.isRanked = false;
    if (!this.page.isOpening()) await this.rerank(); // otherwise, opening the program ends with ranking it
  }

  /** Adds the user's own model to the menu, and stores it in the browser. */
  async addOwn(model: PublishedModel): Promise<void> {
    this.models = withOwn(this.models, model);
    this.showRanker();
    await keepOwnModels(this.models);
  }

  showRanker(): void {
    const { ranking, modelsView } = this.page;
    const { name, models } = this;
    ranking.setModels(this.rankers());
    ranking.setModel(name, cardOf(models, name));
    modelsView.show(models, name);
  }

  /**
   * Sets the number of CPU cores for which Halide's own cost model predicts. Keeps the table rows, their order and the
   * selected row.
   */
  async chooseCores(chosen: number): Promise<void> {
    if (chosen === cores.peek()) return;
    cores.value = chosen;
    const isHalide = this.page.program()?.opened.inspection.schedules?.kind === 'halide';
    if (isHalide && !this.page.isOpening()) await this.rerank(this.page.ranking.view !== null);
  }

  async rerank(stays = this.hasPreview): Promise<void> {
    const mine = this.begin();
    await this.rank(mine, stays).catch((error: unknown) => this.isLatest(mine) && this.page.failed(error));
  }

  /**
   * Ranks the program on the page as part of user action number `mine`. `stays`: whether the rows on display stay until
   * the ranking is finished, and the selected row stays selected afterwards.
   */
  async rank(mine: number, stays = this.hasPreview): Promise<void> {
    const { client, ranking, bench } = this.page;
    const program = this.page.program();
    if (!program) return;
    this.isRanked = false;
    const { inspection } = program.opened;
    if (!stays) {
      bench.begin();
      selection.choose('configuration', null);
    }
    const { name } = this;
    const { model, note } = modelFor(name, inspection, this.models);
    ranking.begin(inspection, model !== undefined && wasTrainedOn(model, inspection.file), stays);
    try {
      const files = model ? await model.files() : null;
      if (!this.isLatest(mine)) return;
      const weights = inspection.schedules ? await halideWeights(inspection) : null;
      const halide = weights && { weights, cores: cores.peek(), isRanker: name === kHalide };
      this.settle(mine, await client.rank(files, halide), stays);
      if (note) ranking.note(note);
    } catch (error) {
      if (!this.isLatest(mine) || error instanceof CancelledError || !model || inspection.schedules) throw error;
      ranking.note(
        `${titleOf(model)} cannot rank this program: ${messageOf(error)}. Ranked with the analytical cost model instead.`,
      );
      this.settle(mine, await client.rank(null), stays);
    }
  }

  async resume(): Promise<void> {
    const mine = this.begin();
    this.page.ranking.running(true);
    try {
      this.settle(mine, await this.page.client.ask('resume', null));
    } catch (error) {
      if (this.isLatest(mine)) this.page.failed(error);
    }
  }

  /** Shows the progress of the ranking. */
  show(status: Status): void {
    const program = this.page.program();
    if (program && !this.preview) this.page.ranking.show(status, program.opened.inspection);
  }

  /** Shows the result of user action number `mine`. `stays`: whether the selected row stays selected. */
  private settle(mine: number, status: Status, stays = false): void {
    const { ranking, bench, progress } = this.page;
    const program = this.page.program();
    if (!this.isLatest(mine) || !program) return;
    this.isRanked = true;
    this.preview = null;
    if (stays) ranking.forget();
    ranking.show(status, program.opened.inspection, stays ? bench.chosen : null);
    ranking.running(false);
    bench.settled(status);
    const done = status.scored === status.total;
    progress.done(
      done
        ? `${countedText(program.opened.inspection)} ranked`
        : `Stopped: ${count(status.scored)} of ${count(status.total)} ranked`,
    );
  }

  private rankers(): ReturnType<typeof rankersOf> {
    return rankersOf(this.models, this.page.program()?.opened.inspection ?? null);
  }
}
