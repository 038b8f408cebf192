// The table of ranked configurations. When a row becomes visible, requests the explanation of its score from the web
// worker.
import type { Configuration, View } from '../../../wasm/engine';
import type { ViewQuery } from '../../../wasm/module';
import { amount, count, duration, h } from '../dom';
import { selection } from '../selection';
import { VirtualTable } from '../virtual_table';
import { bar, type Sides, widest } from './contributions';
import { describeChanges, digitsOf, kColumns, type TableKind } from './ranking_cells';
import { type Range, scheduleCells } from './schedule_cells';
import { aboutRank } from './confidence';

/** Rows and settings that the ranking table displays. */
export interface Shown {
  view: View;
  /** Number of configurations that are too close to the first to call; 0 if unknown. */
  close: number;
  range: Range;
}

export interface TableActions {
  explain: (indices: number[]) => Promise<Configuration[]>;
  select: (configuration: Configuration, rank: number, timeDigits: number) => void;
  sort: (key: ViewQuery['key'], descending: boolean) => void;
  /** Adds the configuration with this index to the side-by-side comparison, or removes it if it is there. */
  compare: (index: number) => void;
  isCompared: (index: number) => boolean;
  /**
   * Returns the name that the user gave to a configuration made in the what-if panel. Returns null for other
   * configurations.
   */
  nameOf: (index: number) => string | null;
}

// Classes of the columns that are left out when rows are ordered by measured time.
const kPredicted = new Set(['predicted', 'deviation', 'stage-times']);

const isOf = (kind: TableKind, column?: (typeof kColumns)[number]): boolean =>
  column?.of === undefined || column.of === kind;

export class RankingTable {
  readonly element: HTMLElement;
  /** The menu in which the user shows and hides columns. */
  readonly chooser: HTMLElement;
  private readonly table: VirtualTable;
  private readonly hidden = new Set<string>();
  private readonly known = new Map<number, Configuration>();
  private readonly asked = new Set<number>();
  private shown: Shown | null = null;
  private asking = false;
  private ends: Sides = { faster: 0, slower: 0 }; // ends of the axis of all bars
  private isScaling = false; // whether the ends are computed again in the next animation frame
  private generation = 0;
  private selections = 0; // number of rows selected so far; replies about earlier ones are dropped
  private timeDigits = 4;
  private kind: TableKind = 'layouts';
  private key: ViewQuery['key'] = 'score';
  private descending = false;

  constructor(private readonly actions: TableActions) {
    this.table = new VirtualTable({
      label: 'Configurations',
      empty: 'No configuration to show.',
      columns: kColumns,
      row: (i) => this.row(i),
      onSelect: (i) => void this.select(i),
      onSort: (key) => {
        this.sortBy(key as ViewQuery['key'], this.key === key && !this.descending);
        this.actions.sort(this.key, this.descending);
      },
      onKey: (event, i) => {
        const index = this.shown?.view.indices[i];
        if (event.key !== ' ' || index === undefined) return false;
        this.actions.compare(index);
        return true;
      },
    });
    this.element = this.table.element;
    this.element.classList.add('ranking');
    const id = 'ranking-columns';
    this.chooser = h(
      'span',
      h('button', { popovertarget: id }, 'Columns'),
      h(
        'div.menu.choices',
        { id, popover: '', role: 'group', 'aria-label': 'Columns' },
        ...kColumns
          .filter(({ choice }) => choice)
          .map((column) =>
            h(
              'label.field',
              h('input', { type: 'checkbox', checked: true, onchange: () => this.toggle(column.class) }),
              column.choice,
            ),
          ),
      ),
    );
    this.sortBy('score', false);
    this.layOut(false);
  }

  /** Shows the columns for layout configurations, or those for schedules of Halide and TVM. */
  setKind(kind: TableKind): void {
    this.kind = kind;
    this.element.classList.toggle('schedules', kind === 'schedules');
    for (const entry of this.chooser.querySelectorAll<HTMLElement>('label'))
      entry.hidden = !isOf(
        kind,
        kColumns.find(({ choice }) => choice === entry.textContent),
      );
    this.layOut(false);
  }

  /** Removes all rows, drops their cached explanations, and sorts by score again. */
  clear(): void {
    this.forget();
    this.shown = null;
    this.sortBy('score', false);
    this.table.setRows(0);
    this.table.scrollToTop();
  }

  /**
   * Drops the cached explanations of rows, which list the contributions to their scores. Ignores replies to requests
   * that are under way.
   */
  forget(): void {
    ++this.generation;
    this.known.clear();
    this.asked.clear();
  }

  show(shown: Shown): void {
    this.shown = shown;
    this.timeDigits = digitsOf(shown.view.times);
    this.layOut(shown.view.times.length > 0);
    this.table.setRows(shown.view.indices.length);
  }

  sortBy(key: ViewQuery['key'], descending: boolean): void {
    [this.key, this.descending] = [key, descending];
    this.table.setSort(key, descending);
  }

  /**
   * Selects the row of the configuration with this index, if the table contains it. `reveal`: whether to scroll to the
   * row.
   */
  choose(index: number, reveal = true): void {
    const row = this.shown?.view.indices.indexOf(index) ?? -1;
    if (row >= 0) this.table.select(row, reveal);
  }

  first(): void {
    this.table.select(0, false);
  }

  /** Renders the visible rows again. Called after their content changed. */
  refresh(): void {
    this.table.refresh();
  }

  private toggle(column: string): void {
    if (!this.hidden.delete(column)) this.hidden.add(column);
    this.layOut(this.element.classList.contains('timed'));
  }

  private layOut(times: boolean): void {
    this.element.classList.toggle('timed', times);
    const isShown = (name: string): boolean =>
      !this.hidden.has(name) &&
      isOf(
        this.kind,
        kColumns.find((column) => column.class === name),
      ) &&
      (!['time', 'deviation'].includes(name) || times) &&
      (name !== 'halide' || this.hasHalide) &&
      (!kPredicted.has(name) || this.shown?.view.isPredicted !== false);
    for (const column of kColumns) this.element.classList.toggle(`no-${column.class}`, !isShown(column.class));
    const widths = kColumns.filter((column) => isShown(column.class)).map(({ width }) => width);
    this.element.style.setProperty('--columns', widths.join(' '));
  }

  private get hasHalide(): boolean {
    return (this.shown?.view.halide?.length ?? 0) > 0;
  }

  private row(i: number): (Node | string)[] {
    const { view, close, range } = this.shown!;
    const index = view.indices[i]!;
    const configuration = this.known.get(index);
    if (!configuration) this.ask();
    else if (this.kind === 'layouts') this.scale();
    const time = view.times[i];
    const rank = view.ranks[i]!;
    const name = this.actions.nameOf(index);
    const cells = this.kind === 'schedules' ? scheduleCells(view, i, configuration, range) : null;
    return [
      this.mark(index),
      h(
        'span',
        close ? { class: rank <= close && close > 1 ? 'close' : null, title: aboutRank(rank, close) } : {},
        count(rank),
      ),
      amount(view.scores[i]!),
      configuration && !cells ? bar(configuration, this.ends) : '',
      cells ? '' : configuration ? describeChanges(configuration, view.copies[i]!) : '…',
      cells?.schedule ?? '',
      cells?.bar ?? '',
      cells?.predicted ?? '',
      time === undefined || Number.isNaN(time) ? '' : duration(time, this.timeDigits),
      cells?.error ?? '',
      cells?.halide ?? '',
      name === null ? String(index) : h('span', { title: name }, name),
    ];
  }

  private mark(index: number): Node {
    const compared = this.actions.isCompared(index);
    return h('button.mark', {
      tabindex: -1,
      'aria-pressed': String(compared),
      'aria-label': `Compare configuration ${index}`,
      onclick: (event: MouseEvent) => {
        event.stopPropagation();
        this.actions.compare(index);
      },
    });
  }

  /** Scales the bars to the rendered rows, in the next animation frame. */
  private scale(): void {
    if (this.isScaling) return;
    this.isScaling = true;
    requestAnimationFrame(() => {
      this.isScaling = false;
      const ends = widest(
        this.table.existing().flatMap((i) => this.known.get(this.shown?.view.indices[i] ?? -1) ?? []),
      );
      if (ends.faster === this.ends.faster && ends.slower === this.ends.slower) return;
      this.ends = ends;
      this.table.refresh();
    });
  }

  /** Requests explanations for all rendered rows in one message to the worker, in the next animation frame. */
  private ask(): void {
    if (this.asking) return;
    this.asking = true;
    const explain = async () => {
      this.asking = false;
      const generation = this.generation; // of the rows at this time: a newer ranking may have replaced those that asked
      const wanted = this.table
        .existing()
        .map((i) => this.shown?.view.indices[i])
        .filter((index) => index !== undefined && !this.known.has(index) && !this.asked.has(index)) as number[];
      if (!wanted.length) return;
      for (const index of wanted) this.asked.add(index);
      try {
        for (const configuration of await this.actions.explain(wanted)) {
          if (generation === this.generation) this.known.set(configuration.index, configuration);
        }
      } catch {
        return; // a newer ranking cancelled the request; its rows request explanations again
      } finally {
        if (generation === this.generation) for (const index of wanted) this.asked.delete(index);
      }
      if (generation !== this.generation) return;
      this.table.refresh();
    };
    requestAnimationFrame(() => void explain());
  }

  private async select(i: number): Promise<void> {
    const index = this.shown?.view.indices[i];
    const rank = this.shown?.view.ranks[i];
    if (index === undefined || rank === undefined) return;
    const generation = this.generation;
    const mine = ++this.selections;
    const before = selection.get('configuration');
    try {
      const configuration = this.known.get(index) ?? (await this.actions.explain([index]))[0]!;
      const isLatest = mine === this.selections && selection.get('configuration') === before; // and no later what-if
      if (generation === this.generation && isLatest) this.actions.select(configuration, rank, this.timeDigits);
    } catch {
      // Ignore the error: a newer ranking cancelled the request, so there is nothing to select.
    }
  }
}
