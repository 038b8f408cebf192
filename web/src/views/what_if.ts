// What-if panel. The user changes the layout of one tensor at a time and immediately sees the new predicted score.
import type { Best, Configuration, Instructions, Settings, Slots, ChoiceReport } from '../../../wasm/engine';
import { amount, count, duration, entry, fill, h, plural } from '../dom';
import { isLayout } from '../layout_text';
import { watchPresses } from '../presses';
import type { Edited } from '../selection';
import type { WhatIf } from '../worker/ranking';
import { parseLayout, layoutMemory } from './layout_memory';
import { againstBase, bestFound, copiesOf, settingsTable } from './what_if_parts';

interface WhatIfActions {
  ask: (choice: Uint8Array, slot: number | null, start: Uint8Array | null) => Promise<WhatIf>;
  /** Searches for a moment. Returns the progress, 0 to 1, until the search is finished. */
  best: (count: number, isNew: boolean) => Promise<Best | { progress: number }>;
  /** Tells the other views how the user's layouts compare with the program layouts; null: no changes. */
  edited: (edited: Edited | null) => void;
  /** Selects the configuration that the user made, so that all other views show it. */
  show: (report: ChoiceReport) => void;
  /** Adds the configuration that the user made to the ranking table under the given name. */
  keep: (choice: Uint8Array, name: string) => void;
  chooseInstruction: (node: number) => void;
  /** Called after the user made or reverted changes, and after changes were discarded. */
  changed: () => void;
}

/** The layout changes that the user made in the what-if panel, stored so that they can be restored later. */
export interface WhatIfSteps {
  /**
   * The configuration from which the user's changes started. Each byte is the index of the layout of a tensor. Shape:
   * [tensors whose layout can be chosen].
   */
  start: Uint8Array;
  startLabel: string;
  /** The configuration before each change, oldest first. */
  history: Uint8Array[];
  choice: Uint8Array;
  slot: number | null;
}

/**
 * Magnitude of what the layout of one tensor contributes to a score. `slot`: index of the tensor among those whose
 * layout can be chosen.
 */
interface Effect {
  slot: number;
  size: number;
}

const kBest = 5;
const kNoBest =
  'The search for the best configuration is not available: it adds up costs of single tensors, but this model scores whole configurations.';
const kTensors = ['output', 'operand 0', 'operand 1'];

export class WhatIfView {
  private readonly place = h('input', {
    id: 'what-if-place',
    list: 'ranking-places',
    autocomplete: 'off',
    spellcheck: 'false',
    onchange: () => this.find(),
  });
  private readonly tensors = h('div.tensors', { role: 'group', 'aria-label': 'Tensor' });
  private readonly settings = h('div.settings');
  private readonly isPressed: () => boolean;
  private waiting: (() => void)[] = []; // called when the user releases the pressed element of the panel
  private readonly memory = h('div');
  private readonly status = h('div.what-if-status', { role: 'status' });
  private readonly copies = h('div.copies');
  private readonly bestList = h('div.best');
  private readonly undoButton = h('button', { onclick: () => this.undo() }, 'Undo');
  private readonly resetButton = h('button', { onclick: () => this.reset() }, 'Reset');
  private readonly bestButton = h('button', { onclick: () => void this.findBest() }, 'Search best');
  private readonly name = h('input', {
    id: 'what-if-name',
    maxlength: 60,
    placeholder: 'my layouts',
    autocomplete: 'off',
  });
  private instructions: Instructions | null = null;
  private nodes = new Map<string, number>();
  private slots: Slots | null = null;
  private start: Uint8Array = new Uint8Array();
  private startLabel = '';
  private choice: Uint8Array = new Uint8Array();
  private history: Uint8Array[] = [];
  private slot: number | null = null;
  // Whether the user selected the tensor, in this panel or by selecting its instruction in another view.
  private isSlotChosen = false;
  private asked = 0;
  private search = 0; // number of the latest search for the best configuration; older ones end

  constructor(
    private readonly root: HTMLElement,
    private readonly actions: WhatIfActions,
  ) {
    this.isPressed = watchPresses(root, () => this.waiting.splice(0).forEach((act) => act()));
    root.append(
      h(
        'div.panel-head',
        h('h2', { id: 'what-if-title' }, 'What if'),
        h('label.field.grow', { for: 'what-if-place' }, h('span', 'Instruction'), this.place),
        h('div.buttons', this.undoButton, this.resetButton, this.bestButton),
      ),
      this.status,
      this.bestList,
      h('div.what-if', h('div', this.tensors, this.settings), h('div', this.memory, this.copies)),
      h(
        'form.buttons',
        {
          onsubmit: (event: Event) => {
            event.preventDefault();
            this.actions.keep(this.choice, this.name.value.trim() || 'my layouts');
          },
        },
        h('label.field', { for: 'what-if-name' }, 'Name', this.name),
        h('button', { type: 'submit' }, 'Add to the table'),
      ),
    );
    root.hidden = true;
  }

  /**
   * Starts from the layouts in the HLO file of a newly opened program. The panel stays hidden if no tensor of the
   * program has a layout that can be chosen. `nodes`: index of each instruction by name.
   */
  setProgram(instructions: Instructions, slots: Slots, nodes: Map<string, number>): void {
    this.instructions = instructions;
    this.slots = slots;
    this.nodes = nodes;
    this.slot = slots.nodes.length ? 0 : null;
    this.isSlotChosen = false;
    this.endSearch();
    this.from(slots.reference, 'the program layouts');
  }

  /**
   * Restarts from configuration `choice` and resolves to its scores. Shows the tensor with the largest effect on the
   * scores of `explained`, unless the user selected a tensor. If the user has made changes, resolves to null without
   * restarting. Also resolves to null if a newer request replaced this one.
   */
  async follow(choice: Uint8Array, label: string, explained: Configuration[]): Promise<ChoiceReport | null> {
    if (this.history.length) return null;
    if (!this.isSlotChosen && this.slot !== null) this.slot = this.slotOfLargestEffect(explained) ?? this.slot;
    this.from(choice, label);
    return this.tell(false);
  }

  /**
   * Returns the tensor that contributes most to one of the scores, by its layout or by the loops of its instruction.
   * The tensor is an index among those whose layout can be chosen. Returns null if nothing contributes.
   */
  private slotOfLargestEffect(explained: Configuration[]): number | null {
    const largest = explained.flatMap((configuration) => this.largestEffect(configuration) ?? []);
    return (
      largest.reduce<Effect | null>((most, one) => (one.size > (most?.size ?? -1) ? one : most), null)?.slot ?? null
    );
  }

  private largestEffect({ contributions, loops, changes }: Configuration): Effect | null {
    const effects = new Map<number, number>();
    const add = (slot: number, effect: number) => effects.set(slot, (effects.get(slot) ?? 0) + Math.abs(effect));
    const isChanged = new Set(changes.map(({ slot }) => slot));
    for (const part of contributions) add(part.slot, part.amount);
    for (const { instruction, consumer, amount: effect } of loops ?? []) {
      const nodes = [instruction, consumer === undefined ? undefined : this.nodes.get(consumer)];
      const slots = [...this.slots!.nodes.keys()].filter((slot) => nodes.includes(this.slots!.nodes[slot]));
      const changed = slots.filter((slot) => isChanged.has(slot));
      for (const slot of changed.length ? changed : slots) add(slot, effect);
    }
    const largest = [...effects].reduce<[number, number] | null>(
      (most, effect) => (effect[1] > (most?.[1] ?? 0) ? effect : most),
      null,
    );
    if (largest) return { slot: largest[0], size: largest[1] };
    return changes[0] ? { slot: changes[0].slot, size: 0 } : null;
  }

  /**
   * Shows the first tensor of the instruction whose layout can be chosen. Does nothing if the instruction has no such
   * tensor.
   */
  chooseNode(node: number): void {
    const slot = this.slots?.nodes.indexOf(node) ?? -1;
    if (slot >= 0) this.isSlotChosen = true;
    if (slot >= 0 && (this.slot === null || this.slots!.nodes[this.slot] !== node)) this.chooseSlot(slot);
  }

  chooseSlot(slot: number): void {
    this.isSlotChosen = true;
    if (slot === this.slot) return; // the panel shows this tensor already, or has requested it
    this.slot = slot;
    void this.tell(false);
  }

  /**
   * Updates the scores after a new ranking. `isJoined`: whether the model is an early- or late-join network (as in
   * TpuGraphs). With such a model the page cannot search for the best configuration.
   */
  refresh(isJoined: boolean): void {
    this.endSearch();
    this.bestList.replaceChildren(...(isJoined ? [h('p.muted', kNoBest)] : []));
    this.bestButton.hidden = isJoined;
    this.root.hidden = this.slot === null;
    if (this.slot !== null) void this.tell(this.history.length > 0);
  }

  hide(): void {
    this.root.hidden = true;
  }

  /** The layout changes that the user made; null if there are none. */
  get steps(): WhatIfSteps | null {
    const { start, startLabel, choice, slot } = this;
    return this.history.length ? { start, startLabel, history: [...this.history], choice, slot } : null;
  }

  /** Makes stored layout changes again. `everywhere`: whether the other views show the resulting configuration too. */
  restore(steps: WhatIfSteps, everywhere: boolean): void {
    this.from(steps.start, steps.startLabel);
    this.history = [...steps.history];
    this.choice = steps.choice;
    this.slot = steps.slot;
    this.isSlotChosen = true;
    this.actions.changed();
    void this.tell(everywhere);
  }

  private from(choice: Uint8Array, label: string): void {
    this.start = this.choice = choice;
    this.startLabel = label;
    this.history = [];
  }

  private change(choice: Uint8Array): void {
    this.history.push(this.choice);
    this.choice = choice;
    this.actions.changed();
    void this.tell(true);
  }

  private undo(): void {
    const last = this.history.pop();
    if (last) this.choice = last;
    this.actions.changed();
    void this.tell(true);
  }

  private reset(): void {
    this.history = [];
    this.choice = this.start;
    this.actions.changed();
    void this.tell(true);
  }

  private find(): void {
    const node = this.nodes.get(this.place.value.trim());
    this.place.setAttribute('aria-invalid', String(node === undefined));
    if (node === undefined) return;
    this.chooseNode(node);
    this.actions.chooseInstruction(node);
  }

  /**
   * Requests and shows the scores of the configuration that the user made. `everywhere`: whether to select this
   * configuration in the other views too. Resolves to null if a newer request replaced this one.
   */
  private async tell(everywhere: boolean): Promise<ChoiceReport | null> {
    const mine = ++this.asked;
    const begin = performance.now();
    let answer: WhatIf;
    try {
      answer = await this.actions.ask(this.choice, this.slot, this.history.length ? this.start : null);
    } catch {
      return null; // opening another program or starting a ranking cancelled the request
    }
    if (this.isPressed()) await new Promise<void>((done) => this.waiting.push(done));
    if (mine !== this.asked) return null;
    this.showSettings(answer.settings);
    this.showStatus(answer);
    this.actions.edited(this.editedOf(answer));
    if (everywhere) this.actions.show(answer.report);
    this.root.dataset.engine = String(answer.milliseconds);
    this.root.dataset.milliseconds = String(performance.now() - begin);
    return answer.report;
  }

  /** Number of tensors with another layout than in the configuration `base`. */
  private changedFrom(base: Uint8Array): number {
    return this.choice.filter((layout, slot) => layout !== base[slot]).length;
  }

  private editedOf({ report, fromProgram }: WhatIf): Edited | null {
    if (!this.history.length || !fromProgram || !this.slots) return null;
    const { score: difference, pairConfidence } = fromProgram;
    return { changed: this.changedFrom(this.slots.reference), score: report.score, difference, pairConfidence };
  }

  private showStatus({ report, difference }: WhatIf): void {
    const changes = this.history.length;
    const { measured, time } = report;
    this.status.dataset.score = String(report.score);
    fill(
      this.status,
      h(
        'dl.numbers',
        entry('Score (lower is faster)', amount(report.score)),
        entry('Rank', count(report.rank)),
        measured !== undefined &&
          time !== undefined &&
          entry('Measured time', `${duration(time, 4)} (configuration ${count(measured)})`),
        entry('Your changes', count(this.changedFrom(this.start))),
      ),
      difference && h('p.against-start', againstBase(difference.score, difference.pairConfidence, this.startLabel)),
      h('p.note', `started from ${this.startLabel}${changes ? `, ${plural(changes, 'step')}` : ''}`),
    );
    this.undoButton.disabled = this.resetButton.disabled = !changes;
    this.copies.replaceChildren(...copiesOf(report, this.actions.chooseInstruction));
  }

  private showSettings(settings: Settings | null): void {
    if (!settings || !this.slots || !this.instructions) return;
    const { shape, dimensions, elementBytes, chosen } = settings;
    const number = this.slots.nodes[settings.slot]!;
    for (const [name, candidate] of this.nodes) if (candidate === number) this.place.value = name;
    this.place.setAttribute('aria-invalid', 'false');
    const ofNode = [...this.slots.nodes.keys()].filter((slot) => this.slots!.nodes[slot] === number);
    this.tensors.replaceChildren(
      ...ofNode.map((slot) =>
        h(
          'button',
          { 'aria-pressed': String(slot === settings.slot), onclick: () => this.chooseSlot(slot) },
          kTensors[this.slots!.tensors[slot]!] ?? '',
        ),
      ),
      h('code', shape),
    );
    const now = settings.settings.find(({ row }) => row === chosen)!;
    const focused =
      document.activeElement instanceof HTMLInputElement && this.settings.contains(document.activeElement);
    this.settings.replaceChildren(
      settingsTable(settings, (row) => {
        const choice = this.choice.slice();
        choice[settings.slot] = row;
        [this.slot, this.isSlotChosen] = [settings.slot, true]; // the panel may have another tensor by now
        this.change(choice);
      }),
    );
    if (focused) this.settings.querySelector<HTMLInputElement>('input:checked')?.focus();
    const laid = isLayout(now.layout) ? [parseLayout(now.layout, dimensions, elementBytes, shape)] : [];
    this.memory.replaceChildren(...laid.map(layoutMemory));
  }

  private async findBest(): Promise<void> {
    const mine = ++this.search;
    const bar = h('progress', { max: 1, value: 0, 'aria-label': 'Search for the best configuration' });
    const cancel = h('button', { onclick: () => this.endSearch() }, 'Cancel');
    this.bestButton.disabled = true;
    this.bestList.replaceChildren(h('p.searching', 'Searching… ', bar, cancel));
    try {
      let best = await this.actions.best(kBest, true);
      while ('progress' in best && mine === this.search) {
        bar.value = best.progress;
        best = await this.actions.best(kBest, false);
      }
      if (mine !== this.search || 'progress' in best) return;
      const take = (choice: number[]) => this.change(Uint8Array.from(choice));
      this.endSearch();
      this.bestList.replaceChildren(...bestFound(best, take));
      if (best.found[0]) take(best.found[0].choice);
    } catch {
      if (mine === this.search) this.endSearch();
    }
  }

  /** Ends the search for the best configuration, if there is one. */
  private endSearch(): void {
    ++this.search;
    this.bestButton.disabled = false;
    this.bestList.replaceChildren();
  }
}
