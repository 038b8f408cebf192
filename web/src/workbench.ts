// Connects the views that explain, edit, compare and save layout configurations with the ranking table and the web
// worker.
import { type ReadonlySignal, signal } from '@preact/signals';
import type { Configuration, SavedKind, Slots, ChoiceReport } from '../../wasm/engine';
import type { Client } from './client';
import { byId, h } from './dom';
import type { OpenedProgram, Status } from './protocol';
import { selection } from './selection';
import { type Compared, CompareView, kMostCompared } from './views/compare';
import { ExplanationView } from './views/explanation';
import { ExportsView } from './views/exports';
import { placesOf } from './views/filters';
import type { RankingView } from './views/ranking';
import { type WhatIfSteps, WhatIfView } from './views/what_if';

const kSavedRows = 1000; // largest number of table rows that are saved
const kExplained = 20; // number of best configurations whose scores decide which tensor is shown first
const kEndings: Record<SavedKind, string> = {
  json: '.json',
  csv: '.csv',
  'top-configs': '.csv',
  hlo: '.hlo',
  jax: '.py',
  'config-proto': '.config.pbtxt',
};

/**
 * The user's layout changes, stored so that they can be restored. A configuration (`choice`) has, for each tensor whose
 * layout can be chosen, the index of the layout.
 */
export interface Edits {
  /** The layouts in the HLO file, as indices. The stored changes are valid only for programs with the same layouts. */
  reference: Uint8Array;
  /** Configurations that the user added to the ranking table. */
  own: { name: string; choice: Uint8Array }[];
  whatIf: WhatIfSteps | null;
  /** Whether the user has selected the configuration in the what-if panel, rather than a row of the table. */
  isSelected: boolean;
}

export class Workbench {
  private readonly explanation: ExplanationView;
  private readonly whatIf: WhatIfView;
  private readonly comparison: CompareView;
  private readonly exports: ExportsView;
  private program: OpenedProgram | null = null;
  private slots: Slots | null = null;
  private own: { name: string; choice: Uint8Array }[] = [];
  private compared: number[] = [];
  private selected: number | null = null;
  // The configuration in the what-if panel, whose index is -1. Each byte is the index of the layout of a tensor. Shape:
  // [tensors whose layout can be chosen].
  private changed: Uint8Array = new Uint8Array();
  private ready = false;
  private timeDigits = 4;
  private readonly changes = signal<Edits | null>(null);

  constructor(
    private readonly client: Client,
    private readonly ranking: RankingView,
    failed: (error: unknown) => void,
  ) {
    const chooseNode = (slot: number): void => {
      this.whatIf.chooseSlot(slot);
      selection.choose('instruction', this.slots!.nodes[slot]!);
    };
    this.explanation = new ExplanationView(byId('explanation'), {
      difference: async (configuration, other) => {
        const side = await this.sideBySide([configuration.index, other]);
        const [explained] = await client.ask('explain', { indices: [other] });
        return { ...side.differences[0]!, otherTime: explained!.time };
      },
      others: () => [
        { index: null, label: 'the program layouts' },
        ...this.compared.map((index) => ({ index, label: this.label(index) })),
      ],
      choose: ({ slot, instruction }) => {
        if (slot !== null) chooseNode(slot);
        else if (instruction !== undefined) selection.choose('instruction', instruction);
      },
    });
    this.whatIf = new WhatIfView(byId('what-if'), {
      ask: (choice, slot, start) => {
        this.changed = choice;
        return client.ask('whatIf', { choice, slot, start });
      },
      best: (count, isNew) => client.ask('best', { count, isNew }),
      edited: (edited) => selection.choose('edited', edited),
      show: (report) => this.select(report, report.rank, this.timeDigits),
      keep: (choice, name) => void this.keep(choice, name).catch(failed),
      chooseInstruction: (node) => selection.choose('instruction', node),
      changed: () => this.noteEdits(),
    });
    this.comparison = new CompareView(byId('compare'), {
      remove: (index) => this.compare(index),
      clear: () => this.setCompared([]),
      chooseNode,
    });
    this.exports = new ExportsView(ranking.saving, {
      save: (kind, what, collection) => void this.save(kind, what, collection).catch(failed),
    });
    selection.on('instruction', () => this.followInstruction());
  }

  /** Resets the state for a newly opened program. */
  async setProgram(opened: OpenedProgram): Promise<void> {
    this.program = opened;
    this.own = [];
    this.compared = [];
    this.slots = null;
    this.noteEdits();
    if (opened.inspection.schedules) return; // schedules have no layouts to edit or compare
    const slots = await this.client.ask('slots', null);
    if (this.program !== opened) return;
    this.slots = slots;
    this.whatIf.setProgram(opened.instructions, slots, placesOf(opened.instructions));
    this.followInstruction(); // it may have been selected before the slots were known
  }

  private followInstruction(): void {
    const node = selection.get('instruction');
    if (node !== null && this.slots) this.whatIf.chooseNode(node);
  }

  /** Clears the results of the last ranking. Call this when a new ranking begins. */
  begin(): void {
    this.ready = false;
    this.selected = null;
    this.explanation.clear();
    this.whatIf.hide();
    this.comparison.hide();
    this.exports.show(false, this.program?.inspection);
  }

  /** Called when a ranking finished or was stopped. If the ranking finished, enables what-if, comparison and saving. */
  settled(status: Status): void {
    const isDone = status.scored === status.total;
    this.ready = isDone && this.slots !== null;
    this.exports.show(isDone, this.program?.inspection);
    if (!this.ready) return;
    this.whatIf.refresh(status.isJoined);
    void this.showCompared();
  }

  /** The user's layout changes; null if there are none. */
  get edits(): ReadonlySignal<Edits | null> {
    return this.changes;
  }

  private noteEdits(): void {
    const whatIf = this.slots && this.whatIf.steps;
    const isAny = this.slots !== null && (whatIf !== null || this.own.length > 0);
    this.changes.value = isAny
      ? { reference: this.slots!.reference, own: [...this.own], whatIf, isSelected: this.selected === -1 }
      : null;
  }

  /**
   * Makes stored layout changes again in the ranked program. Resolves to false if the changes belong to another
   * program.
   */
  async restore({ reference, own, whatIf, isSelected }: Edits): Promise<boolean> {
    const now = this.slots?.reference;
    if (!this.ready || now?.length !== reference.length || now.some((row, i) => row !== reference[i])) return false;
    this.own = [...own];
    if (own.length) await this.sendOwn();
    if (whatIf) this.whatIf.restore(whatIf, isSelected);
    this.noteEdits();
    return true;
  }

  /**
   * The user's layout changes relative to the HLO file. Each change has two indices: of the tensor among those whose
   * layout can be chosen, and of the layout among those that this tensor can have.
   */
  get changedLayouts(): [number, number][] {
    const choice = this.edits.peek()?.whatIf?.choice ?? [];
    return [...choice].flatMap((layout, slot) => (layout === this.slots?.reference[slot] ? [] : [[slot, layout]]));
  }

  /**
   * Changes layouts relative to those in the HLO file, in one step. Returns false if the program does not have the
   * tensors of `changed`.
   */
  changeLayouts(changed: [number, number][]): boolean {
    const reference = this.slots?.reference;
    if (!this.ready || !reference || changed.some(([slot]) => slot >= reference.length)) return false;
    const choice = Uint8Array.from(reference);
    for (const [slot, layout] of changed) choice[slot] = layout;
    const slot = changed[0]?.[0] ?? null;
    const startLabel = 'the program layouts';
    this.whatIf.restore({ start: reference, startLabel, history: [reference], choice, slot }, true);
    this.noteEdits();
    return true;
  }

  /**
   * Selects a configuration. It is a row of the ranking table, or the configuration in the what-if panel after a
   * change.
   */
  select(configuration: Configuration | ChoiceReport, rank: number, timeDigits: number): void {
    const { index } = configuration;
    this.selected = index;
    this.timeDigits = timeDigits;
    const { close } = this.ranking;
    this.explanation.show({ configuration, rank, timeDigits, label: this.label(index), close });
    selection.choose('configuration', configuration);
    if (this.edits.peek()) this.noteEdits();
    if ('disagreements' in configuration) selection.choose('copies', configuration);
    // Ignores errors: opening another program or ranking again cancelled the requests.
    else if (this.slots) void this.follow(configuration).catch(() => {});
  }

  /** Index of the selected configuration; -1 for the configuration in the what-if panel, null if none is selected. */
  get chosen(): number | null {
    return this.selected;
  }

  /**
   * Starts the what-if panel from a configuration, unless the user has made changes there. Computes the copies that the
   * configuration implies.
   */
  private async follow(configuration: Configuration): Promise<void> {
    const { index } = configuration;
    const [choice] = await this.client.ask('choices', { indices: [index] });
    if (this.selected !== index) return;
    // For the layouts in the HLO file, all contributions are 0. Then explain the best configurations, to find out which
    // tensors matter.
    const indices = configuration.changes.length ? [] : [...(this.ranking.view?.indices.slice(0, kExplained) ?? [])];
    const others = indices.length ? await this.client.ask('explain', { indices }) : [];
    if (this.selected !== index) return;
    const followed = await this.whatIf.follow(choice!, this.label(index), [configuration, ...others]);
    if (this.selected !== index) return;
    const report = followed ?? (await this.client.ask('whatIf', { choice: choice!, slot: null })).report;
    if (this.selected === index) selection.choose('copies', report);
  }

  /**
   * Adds a configuration to the side-by-side comparison, or removes it if it is there. If the comparison is full,
   * replaces the configuration that was added last.
   */
  compare(index: number): void {
    if (this.compared.includes(index)) this.setCompared(this.compared.filter((other) => other !== index));
    else this.setCompared([...this.compared.slice(0, kMostCompared - 1), index]);
  }

  isCompared(index: number): boolean {
    return this.compared.includes(index);
  }

  nameOf(index: number): string | null {
    return this.own[index - this.count]?.name ?? null;
  }

  private get count(): number {
    return this.program?.inspection.configurations.count ?? Infinity;
  }

  private label(index: number): string {
    return index < 0 ? 'your configuration' : (this.nameOf(index) ?? `configuration ${index}`);
  }

  private setCompared(compared: number[]): void {
    if (!this.ready) return;
    this.compared = compared;
    this.ranking.refresh();
    this.explanation.listOthers();
    void this.showCompared();
  }

  private async showCompared(): Promise<void> {
    const indices = this.compared;
    if (!indices.length) return this.comparison.hide();
    try {
      const configurations = await this.client.ask('explain', { indices });
      const choices = await this.client.ask('choices', { indices });
      const answers = await Promise.all(choices.map((choice) => this.client.ask('whatIf', { choice, slot: null })));
      const side = indices.length > 1 ? await this.sideBySide(indices) : null;
      if (indices !== this.compared) return;
      const compared = indices.map((index, i): Compared => {
        return {
          index,
          label: this.label(index),
          rank: configurations[i]!.rank ?? answers[i]!.report.rank,
          configuration: configurations[i]!,
        };
      });
      this.comparison.show(compared, side);
    } catch {
      this.comparison.hide(); // opening another program or ranking again cancelled the requests
    }
  }

  /**
   * Compares the first configuration with each of the others. An index is null for the layouts in the HLO file, and -1
   * for the configuration in the what-if panel.
   */
  private async sideBySide(indices: (number | null)[]) {
    const choices = await Promise.all(
      indices.map(async (index) => {
        if (index === null) return this.slots!.reference;
        return index < 0 ? this.changed : (await this.client.ask('choices', { indices: [index] }))[0]!;
      }),
    );
    return this.client.ask('sideBySide', { choices });
  }

  private async keep(choice: Uint8Array, name: string): Promise<number> {
    this.own.push({ name, choice });
    const index = this.count + this.own.length - 1;
    await this.sendOwn(index);
    this.noteEdits();
    return index;
  }

  /**
   * Adds the user's configurations to the ranking table, and selects the configuration with the index `index` if given.
   * Other configurations can then have another rank, and the verdict can change.
   */
  private async sendOwn(index?: number): Promise<void> {
    const verdict = await this.client.ask('keep', { choices: this.own.map((one) => one.choice) });
    await this.ranking.setOwn(this.own.length, verdict, index ?? this.selected);
    void this.showCompared();
  }

  private async save(kind: SavedKind, what: 'table' | 'selected', collection?: string): Promise<void> {
    if (what === 'selected' && this.selected === -1) this.selected = await this.keep(this.changed, 'my layouts');
    const indices =
      what === 'table' ? [...(this.ranking.view?.indices.slice(0, kSavedRows) ?? [])] : [this.selected ?? 0];
    const names = indices.map((index) => this.nameOf(index) ?? '');
    const { text } = await this.client.ask('saved', { kind, indices, names, collection });
    const part = what === 'table' ? 'ranking' : (this.nameOf(indices[0]!) ?? `configuration-${indices[0]}`);
    const name = `${this.program!.inspection.name || 'program'}.${part.replace(/[^\w.-]+/g, '-')}${kEndings[kind]}`;
    const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
    h('a', { href: url, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(url), 1000);
  }
}
