// Makes a reload lose nothing: the page address holds what is shown, and this browser keeps the files.
import { computed, effect, type ReadonlySignal } from '@preact/signals';
import type { InputFile } from '../../wasm/engine';
import { fill, h } from './dom';
import { forgetEntries, keepEntry, keptEntry, keptFile, kMostKept, StorageError } from './kept';
import { isLearning, namesLesson } from './learning';
import { cores, machine } from './machine';
import { selection } from './selection';
import { allFiles, encodeState, keyOf, keyOfFiles, type SharedState, type SharedView } from './share';
import { centreTab, drawerTab, isDrawerOpen, listTab } from './window/panes';
import type { Edits } from './workbench';

/** Functions of the page that Keeping calls. */
export interface Page {
  /** The shown files: the program, its configurations, the program it is compared with. Empty: no program. */
  files: () => InputFile[];
  /** Resolves when the hashes of `files` are known. */
  hashed: () => Promise<void>;
  /** What the page shows; null: no program, or the hashes of its files are not known. */
  state: () => SharedState | null;
  /** How the page shows its files. */
  view: () => SharedView;
  /** Measured times of the program. */
  profile: ReadonlySignal<InputFile | null>;
  /** The user's changes of layouts. */
  edits: ReadonlySignal<Edits | null>;
  /** True while the page address holds a link whose state is not restored yet. */
  isFollowing: ReadonlySignal<boolean>;
  /** Whether this file comes with the page. */
  isExample: (sha256: string) => boolean;
  failed: (error: unknown) => void;
}

const kDelay = 200; // milliseconds without a change until the address is updated

/** Encodes a state; without title and notes if the address would be too long. Empty if it is too long anyway. */
function addressOf(state: SharedState): string {
  for (const each of [state, { ...state, title: '', notes: '' }]) {
    try {
      return encodeState(each);
    } catch {
      // too long
    }
  }
  return '';
}

export class Keeping {
  private timer = 0;
  private updated = Promise.resolve(); // the last update, which the next one waits for
  private hasInput = false; // the user has used the page
  private untouched: string | null = null; // view of the first example that the page opened without input
  private first = ''; // key of the files that the page showed first
  private kept = ''; // key of the files that this page has tried to keep last
  private forgotten = ''; // key of the files that the user does not want to be kept
  private readonly written = { profile: '', edits: null as Edits | null }; // what belongs to them, as kept last

  constructor(
    private readonly line: HTMLElement,
    private readonly page: Page,
  ) {
    for (const event of ['pointerdown', 'keydown', 'click', 'drop', 'paste'])
      addEventListener(event, () => this.begin(), { capture: true, once: true });
    addEventListener('pagehide', () => this.writeAddress());
    addEventListener('hashchange', () => this.schedule());
    const isRanked = computed(() => {
      const status = selection.signal('ranked').value?.status;
      return status !== undefined && status.scored === status.total;
    });
    effect(() => {
      for (const each of ['program', 'configuration', 'instruction', 'changes'] as const)
        void selection.signal(each).value;
      for (const each of [isRanked, listTab, centreTab, drawerTab, isDrawerOpen, page.isFollowing, isLearning])
        void each.value;
      for (const each of [page.profile, page.edits, machine, cores]) void each.value;
      this.schedule();
    });
  }

  private schedule(): void {
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => {
      this.updated = this.updated.then(() => this.update()).catch(this.page.failed);
    }, kDelay);
  }

  private begin(): void {
    this.noteView();
    this.hasInput = true;
  }

  private noteView(): void {
    if (!this.hasInput && !location.hash && !location.search) this.untouched = JSON.stringify(this.page.view());
  }

  private async update(): Promise<void> {
    await this.page.hashed();
    this.writeAddress();
    await this.keep();
    await this.keepAdded();
  }

  private writeAddress(): void {
    const state = this.page.state();
    if (!state || this.page.isFollowing.peek() || namesLesson()) return;
    const key = keyOf(state);
    let hash = key === this.forgotten ? '' : addressOf(state);
    this.first ||= key;
    this.noteView();
    const view = JSON.stringify({ ...state, files: undefined });
    if (key === this.first && this.isExample(state) && view === this.untouched) hash = '';
    const { pathname, search } = location;
    const shown = key === this.first ? search : withoutFiles(search);
    if (hash !== location.hash || shown !== search) history.replaceState(null, '', pathname + shown + hash);
  }

  private isExample(state: SharedState): boolean {
    return allFiles(state).every(({ sha256 }) => this.page.isExample(sha256));
  }

  /** Keeps the shown files, if they are not kept already, and says so. */
  private async keep(): Promise<void> {
    const files = this.page.files();
    const state = this.page.state();
    if (!files.length || this.page.isFollowing.peek()) return;
    const these = files.length === 1 ? 'This file is' : 'These files are';
    if (!state) return this.say(these, 'browsers identify files only on https pages and on localhost');
    const key = keyOf(state);
    if (key === this.forgotten || key === this.kept) return;
    this.kept = key;
    this.forgotten = '';
    if (this.isExample(state)) return this.sayOther();
    if (files.reduce((sum, { bytes }) => sum + bytes.length, 0) > kMostKept)
      return this.say(these, `more than ${kMostKept >> 20} MB`);
    try {
      const wanted = allFiles(state);
      const kept = (await keptEntry('last')) ?? [];
      if (keyOfFiles(kept) !== key) {
        await keepEntry(
          'last',
          files.map((file, i) => keptFile(file, wanted[i]!.sha256)),
        );
        for (const entry of ['profile', 'edits'] as const) await keepEntry(entry, null);
      }
      if (key === this.kept) this.say(these);
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      if (key === this.kept) this.say(these, error.message);
    }
  }

  /** Keeps the measured times and the changed layouts of the shown files. */
  private async keepAdded(): Promise<void> {
    const state = this.page.state();
    if (!state || this.page.isFollowing.peek()) return;
    const of = keyOf(state);
    if (of === this.forgotten) return;
    const [profile, edits] = [this.page.profile.peek(), this.page.edits.peek()];
    const { sha256 = '' } = state.profile ?? {};
    const key = sha256 && `${of},${sha256}`;
    try {
      if (profile && key && key !== this.written.profile) {
        this.written.profile = key;
        if (profile.bytes.length > kMostKept) return this.say(`${profile.name} is`, `more than ${kMostKept >> 20} MB`);
        await keepEntry('profile', { of, file: keptFile(profile, sha256) });
      }
      if (edits !== this.written.edits) {
        this.written.edits = edits;
        if (edits) await keepEntry('edits', { of, edits });
        else if ((await keptEntry('edits'))?.of === of) await keepEntry('edits', null);
      }
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      this.say(profile ? `${profile.name} is` : 'The changed layouts are', error.message);
    }
    if (this.isExample(state)) await this.sayOther();
  }

  /** Says that the shown files are kept, or, with a reason, that they are not. */
  private say(what: string, reason?: string): void {
    if (reason !== undefined) fill(this.line, `${what} not kept for the next reload: ${reason}.`);
    else fill(this.line, `${what} kept in this browser for the next reload. `, this.forgetButton());
  }

  /** Says what is kept while the page shows an example. */
  private async sayOther(): Promise<void> {
    const [files, profile, edits, models] = await Promise.all([
      keptEntry('last'),
      keptEntry('profile'),
      keptEntry('edits'),
      keptEntry('models'),
    ]);
    const names = [
      ...(files ?? []).map(({ name }) => name),
      ...(profile ? [profile.file.name] : []),
      ...(edits ? ['changed layouts'] : []),
      ...(models ?? []).map(({ card }) => titleIn(card)),
    ];
    fill(this.line, ...(names.length ? [`Kept in this browser: ${names.join(', ')}. `, this.forgetButton()] : []));
  }

  private forgetButton(): HTMLElement {
    return h('button.link', { onclick: () => void this.forget().catch(this.page.failed) }, 'Forget');
  }

  private async forget(): Promise<void> {
    const state = this.page.state();
    if (state && !this.isExample(state)) this.forgotten = keyOf(state);
    await forgetEntries();
    this.written.profile = '';
    fill(this.line, 'No file is kept.');
    this.writeAddress();
  }
}

const titleIn = (card: string): string =>
  `the model ${(JSON.parse(card) as { title?: string }).title ?? 'of the user'}`;

/** The search part of an address without its `file` parameters. */
function withoutFiles(search: string): string {
  const parameters = new URLSearchParams(search);
  if (!parameters.has('file')) return search;
  parameters.delete('file');
  return parameters.size ? `?${parameters}` : '';
}
