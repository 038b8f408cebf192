// Ranks the program on the page: with which model, and what is shown until the ranking is done.
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

/** The program on the page, and the files that it was read from. */
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
  /** A program is being opened, and ranked afterwards. */
  isOpening: () => boolean;
  failed: (error: unknown) => void;
}

export class RankingControl {
  models: PublishedModel[] = [];
  /** The ranking on the page is that of the current program and model. */
  isRanked = false;
  /** Build-time ranking of the first example, until the engine has ranked it. */
  private preview: Precomputed | null = null;
  private chosen = kAnalytical; // as chosen; it may not rank the program that is open, see `name`
  private job = 0; // number of the latest user action; results of older actions are dropped

  constructor(private readonly page: Page) {}

  /** Begins a user action, which supersedes the one before. Returns its number. */
  begin(): number {
    return ++this.job;
  }

  /** Whether no later user action has superseded this one. */
  isLatest(job: number): boolean {
    return job === this.job;
  }

  /** Name of what ranks the open program: the chosen model, or the best ranker of its kind if that cannot. */
  get name(): string {
    const entries = this.rankers();
    return entries.find(({ name }) => name === this.chosen)?.name ?? entries[0]?.name ?? this.chosen;
  }

  /** Whether `name` can rank the open program; while none is open, whether there is such a ranker. */
  isKnown(name: string): boolean {
    const { models } = this;
    const known = this.page.program() ? this.rankers() : [{ name: kAnalytical }, ...models];
    return known.some((one) => one.name === name);
  }

  get hasPreview(): boolean {
    return this.preview !== null;
  }

  /** Shows the ranking of the first example that was computed at build time. */
  showPreview(found: Precomputed): void {
    const { ranking } = this.page;
    this.preview = found;
    ranking.begin(found.inspection, false);
    ranking.show(statusOf(found.report), found.inspection);
  }

  /** Forgets the ranking of the program before; `keepPreview`: the new one is that of the preview. */
  setProgram(keepPreview: boolean): void {
    this.isRanked = false;
    if (!keepPreview || this.name !== this.models[0]?.name) this.preview = null;
  }

  async explain(indices: number[]): Promise<Configuration[]> {
    return this.preview ? explained(this.preview, indices) : this.page.client.ask('explain', { indices });
  }

  /** Ranks with another model. */
  async choose(name: string): Promise<void> {
    this.chosen = name;
    this.showRanker();
    if (!this.page.program()) return;
    this.preview = null;
    this.isRanked = false;
    if (!this.page.isOpening()) await this.rerank(); // otherwise the new program is ranked with this model
  }

  /** Adds the user's own model to the list, and keeps it in this browser. */
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

  /** Sets the number of cores that Halide's own model predicts for. Rows, their order and the selected one stay. */
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
   * Ranks the program on the page, as part of the user action `mine`. `stays`: the rows on display stay until then, and
   * the selected one afterwards.
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

  /** Shows how far the ranking is. */
  show(status: Status): void {
    const program = this.page.program();
    if (program && !this.preview) this.page.ranking.show(status, program.opened.inspection);
  }

  /** Shows the result of the user action `mine`. `stays`: see `rank`. */
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
