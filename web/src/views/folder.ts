// Panel for a folder that XLA dumped (--xla_dump_to). Has a list of modules, and a slider over the compilation stages
// of one module.
import { type ReadonlySignal, signal } from '@preact/signals';
import { fill, h, plural } from '../dom';
import type { Dump, DumpedModule, DumpStage } from '../dump';
import type { FolderPlace } from '../kept';
import { onShortcut } from '../shortcuts';

/** A folder in the panel, and what the panel shows of it. */
export interface ShownFolder {
  dump: Dump;
  place: FolderPlace;
}

interface FolderOptions {
  /**
   * Opens the program as it is after a compilation stage, and shows how it differs from the program at the stage
   * `before`. If `before` is null, shows no differences. `isStep`: whether the stage opened before is of the same
   * module.
   */
  show: (stage: DumpStage, before: DumpStage | null, isStep: boolean) => void;
  close: () => void;
}

const kPause = 120; // milliseconds after the slider stops moving until the stage is opened

export class FolderView {
  private readonly current = signal<ShownFolder | null>(null);
  private dump: Dump | null = null;
  private module: DumpedModule | null = null;
  private opened: DumpedModule | null = null; // module of the stage that was opened last
  private stage = 0;
  private timer = 0; // of the delayed opening of a stage; 0: none
  private readonly modules = h('select', {
    id: 'folder-module',
    onchange: () => this.choose(this.modules.selectedIndex),
  });
  private readonly title = h('h2', { id: 'folder-title' });
  private readonly moduleField = h('label.field', { for: 'folder-module' }, 'Module', this.modules);
  // First "Nothing", then "Previous stage", then all stages.
  private readonly since = h('select', {
    id: 'folder-since',
    onchange: () => {
      this.isSinceChosen = true;
      this.go(this.stage);
    },
  });
  // Whether the user chose what stages are compared with. If not, the stage that is opened first is compared with
  // nothing, and others with the previous stage.
  private isSinceChosen = false;
  private readonly slider = h('input', {
    type: 'range',
    id: 'folder-stage',
    min: 0,
    step: 1,
    oninput: () => this.step(Number(this.slider.value)),
  });
  private readonly stageTitle = h('output.stage', { for: 'folder-stage' });
  private readonly ignored = h('details.warnings');

  constructor(
    private readonly root: HTMLElement,
    private readonly options: FolderOptions,
  ) {
    const step = (label: string, hint: string, by: number) =>
      h('button', { title: hint, 'aria-label': hint, onclick: () => this.step(this.stage + by) }, label);
    root.append(
      h(
        'div.panel-head',
        this.title,
        this.ignored,
        this.moduleField,
        h('label.field', { for: 'folder-since' }, 'Changes since', this.since),
        h('button', { onclick: options.close }, 'Close'),
      ),
      h(
        'div.stages',
        step('◀', 'Previous stage (k)', -1),
        h('label.visually-hidden', { for: 'folder-stage' }, 'Stage'),
        this.slider,
        step('▶', 'Next stage (j)', 1),
        this.stageTitle,
      ),
    );
    onShortcut((key) => {
      if (root.hidden) return;
      if (key === 'j') this.step(this.stage + 1);
      if (key === 'k') this.step(this.stage - 1);
    });
    root.hidden = true;
  }

  /** The folder in the panel; null if the panel is hidden. */
  get shown(): ReadonlySignal<ShownFolder | null> {
    return this.current;
  }

  /**
   * Shows a folder, and opens a stage of a module in it. With `place`, opens nothing, because the page already shows the
   * program of that stage, and only sets the controls to it.
   */
  show(dump: Dump, place?: FolderPlace): void {
    this.dump = dump;
    this.root.hidden = false;
    // Whether the folder is an XLA dump. In an XLA dump, files have module numbers.
    const isDump = dump.modules.some(({ id }) => id !== '');
    this.title.textContent = isDump ? 'Dumped folder' : dump.modules[0]!.name;
    this.moduleField.hidden = !isDump;
    fill(
      this.modules,
      ...dump.modules.map(({ id, name, stages }) =>
        h('option', `${id ? `${id} ` : ''}${name} (${plural(stages.length, 'stage')})`),
      ),
    );
    this.ignored.hidden = dump.ignored.length === 0;
    fill(
      this.ignored,
      h('summary', `${plural(dump.ignored.length, 'other file')} ignored`),
      h('ul', ...dump.ignored.slice(0, 200).map((path) => h('li', path))),
      dump.ignored.length > 200 ? h('p', `and ${dump.ignored.length - 200} more`) : null,
    );
    if (place) return this.restore(place);
    // Select the module with the largest file first, because small modules are usually helpers that the framework
    // compiles.
    const sizes = dump.modules.map(({ stages }) => Math.max(...stages.map(({ file }) => file.size)));
    this.choose(sizes.indexOf(Math.max(...sizes)));
    this.slider.focus();
  }

  /** Cancels the delayed opening of the stage that the user selected. Returns whether there was one. */
  cancelOpening(): boolean {
    const isWaiting = this.timer !== 0;
    clearTimeout(this.timer);
    this.timer = 0;
    return isWaiting;
  }

  /** Opens the selected stage, unless the panel is hidden. */
  openStage(): void {
    if (!this.root.hidden) this.go(this.stage);
  }

  hide(): void {
    this.cancelOpening();
    this.root.hidden = true;
    this.dump = this.opened = null;
    this.current.value = null;
  }

  private restore({ module, stage, since }: FolderPlace): void {
    this.opened = this.select(module);
    this.since.selectedIndex = since;
    this.isSinceChosen = since !== 0;
    this.mark(stage);
  }

  private choose(index: number): void {
    const { stages } = this.select(index);
    // Start at the stage before layout assignment if the dump has it, because the models were trained on programs at
    // this stage.
    const wanted = stages.findIndex(({ file }) => file.path.includes('before_layout-assignment'));
    this.go(Math.max(wanted, 0));
  }

  private select(index: number): DumpedModule {
    const module = this.dump!.modules[index]!;
    const { stages } = module;
    this.module = module;
    this.modules.selectedIndex = index;
    this.slider.max = String(stages.length - 1);
    this.isSinceChosen = false;
    fill(
      this.since,
      h('option', 'Nothing'),
      h('option', 'Previous stage'),
      ...stages.map(({ title }) => h('option', title)),
    );
    return module;
  }

  private step(stage: number): void {
    if (!this.isSinceChosen) this.since.selectedIndex = 1;
    this.go(stage);
  }

  /** Marks a stage as the one that is shown. */
  private mark(stage: number): void {
    const { stages } = this.module!;
    this.stage = Math.max(0, Math.min(stage, stages.length - 1));
    const { title, pipeline } = stages[this.stage]!;
    const number = `${this.stage + 1} of ${stages.length}`;
    this.slider.value = String(this.stage);
    this.slider.setAttribute('aria-valuetext', `${title}, ${number}`);
    fill(this.stageTitle, h('strong', title), ` ${number}${pipeline ? ` · ${pipeline}` : ''}`);
    const place = { module: this.modules.selectedIndex, stage: this.stage, since: this.since.selectedIndex };
    this.current.value = { dump: this.dump!, place };
  }

  private go(stage: number): void {
    if (!this.module) return;
    this.mark(stage);
    const { stages } = this.module;
    this.cancelOpening();
    this.timer = window.setTimeout(() => {
      this.timer = 0;
      const since = this.since.selectedIndex;
      const before = since === 0 ? null : since === 1 ? (stages[this.stage - 1] ?? null) : stages[since - 2]!;
      const isStep = this.opened === this.module;
      this.opened = this.module;
      this.options.show(stages[this.stage]!, before === stages[this.stage] ? null : before, isStep);
    }, kPause);
  }
}
