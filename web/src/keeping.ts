// Makes the page survive a reload: the page address stores the state of the page, and the browser stores the files.
import { computed, effect, type ReadonlySignal } from '@preact/signals';
import type { InputFile } from '../../wasm/engine';
import { fill, h } from './dom';
import { forgetEntries, keepEntry, keptEntry, keptFile, kMostKept, StorageError } from './kept';
import { dropFolder, keepFolder } from './kept_folder';
import { isLearning, namesLesson } from './learning';
import { cores, machine } from './machine';
import { selection } from './selection';
import { allFiles, encodeState, keyOf, keyOfFiles, type SharedState, type SharedView } from './share';
import type { ShownFolder } from './views/folder';
import { centreTab, drawerTab, isDrawerOpen, listTab } from './window/panes';
import type { Edits } from './workbench';

/** Functions of the page that the class Keeping calls. */
export interface Page {
  /**
   * The files on the page: the program, the file of its configurations if it has one, and the file of the program that
   * it is compared with, if any. Empty if no program is open.
   */
  files: () => InputFile[];
  /** Resolves when the hashes of `files` have been computed. */
  hashed: () => Promise<void>;
  /**
   * The state of the page, as stored in a link. Null if no program is open or the hashes of its files are not computed
   * yet.
   */
  state: () => SharedState | null;
  /** Selected tabs, model and configuration, as stored in a link. */
  view: () => SharedView;
  /** File with measured times of the program's instructions; null if the user added none. */
  profile: ReadonlySignal<InputFile | null>;
  /** The layout changes that the user made; null if there are none. */
  edits: ReadonlySignal<Edits | null>;
  /** The folder that the files come from; null if they come from none. */
  folder: ReadonlySignal<ShownFolder | null>;
  /** Whether the page is restoring the state that the link in its address describes. */
  isFollowing: ReadonlySignal<boolean>;
  /** Whether a file with this hash is among the examples of the page. */
  isExample: (sha256: string) => boolean;
  failed: (error: unknown) => void;
}

const kDelay = 200; // milliseconds after the last change until the page address is updated

/**
 * Encodes the state of the page for the page address. Leaves out title and notes if the address would be too long.
 * Returns '' if the address is too long even then.
 */
function addressOf(state: SharedState): string {
  for (const each of [state, { ...state, title: '', notes: '' }]) {
    try {
      return encodeState(each);
    } catch {
      // Too long: try again without title and notes.
    }
  }
  return '';
}

export class Keeping {
  private timer = 0;
  // Resolves when the last update of the page address is done. The next update waits for this.
  private updated = Promise.resolve();
  private hasInput = false; // whether the user has used the page
  // Selected tabs and settings, as JSON, while the page shows the first example and the user has not done anything.
  // Null until the example is open.
  private untouched: string | null = null;
  private first = ''; // hashes of the files that the page showed first
  private kept = ''; // hashes of the files that this page last tried to store in the browser
  private forgotten = ''; // hashes of the files that the user asked the page not to store
  // Measured times, layout changes and folder that this page last tried to store in the browser. `of`: hashes of the
  // files with which it tried to store the folder.
  private readonly written = { profile: '', edits: null as Edits | null, folder: null as ShownFolder | null, of: '' };

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
      for (const each of [page.profile, page.edits, page.folder, machine, cores]) void each.value;
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
    await this.keepFolder();
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

  /** Stores the files on the page in the browser, unless they are stored already. Tells the user about it. */
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

  /** Stores in the browser the measured times and the user's layout changes for the files on the page. */
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

  /** Stores in the browser the folder that the files come from, and what its panel shows. */
  private async keepFolder(): Promise<void> {
    const state = this.page.state();
    if (!state || this.page.isFollowing.peek() || this.isExample(state)) return;
    const of = keyOf(state);
    if (of === this.forgotten) return;
    const folder = this.page.folder.peek();
    if (folder === this.written.folder && of === this.written.of) return;
    Object.assign(this.written, { folder, of });
    try {
      if (!folder) {
        if (await keptEntry('place')) await dropFolder();
      } else if (await keepFolder(folder.dump)) {
        await keepEntry('place', { of, ...folder.place });
        this.say('This folder is');
      } else {
        this.say('This folder is', `more than ${kMostKept >> 20} MB`);
      }
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      this.say('This folder is', error.message);
    }
  }

  /**
   * Tells the user that `what` (such as the files) is stored in the browser; or, if `reason` is given, why it is not.
   */
  private say(what: string, reason?: string): void {
    if (reason !== undefined) fill(this.line, `${what} not kept for the next reload: ${reason}.`);
    else fill(this.line, `${what} kept in this browser for the next reload. `, this.forgetButton());
  }

  /** Tells the user what the browser stores while the page shows an example. */
  private async sayOther(): Promise<void> {
    const [files, profile, edits, place, models] = await Promise.all([
      keptEntry('last'),
      keptEntry('profile'),
      keptEntry('edits'),
      keptEntry('place'),
      keptEntry('models'),
    ]);
    const names = [
      ...(files ?? []).map(({ name }) => name),
      ...(profile ? [profile.file.name] : []),
      ...(edits ? ['changed layouts'] : []),
      ...(place ? ['a folder'] : []),
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
    await dropFolder();
    await forgetEntries();
    this.written.profile = '';
    fill(this.line, 'No file is kept.');
    this.writeAddress();
  }
}

const titleIn = (card: string): string =>
  `the model ${(JSON.parse(card) as { title?: string }).title ?? 'of the user'}`;

/** Returns the search part of an address ("?a=b&...") without its `file` parameters. */
function withoutFiles(search: string): string {
  const parameters = new URLSearchParams(search);
  if (!parameters.has('file')) return search;
  parameters.delete('file');
  return parameters.size ? `?${parameters}` : '';
}
