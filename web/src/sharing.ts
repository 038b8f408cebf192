// Describes the state of the page for links and reports, and restores the page from them.
import { signal } from '@preact/signals';
import type { InputFile, RankReport } from '../../wasm/engine';
import { byId, count, fill, h } from './dom';
import { type Example, fileOf } from './examples';
import { findKept, findRequested } from './found_files';
import { keptEntry } from './kept';
import { cores, machine } from './machine';
import { selection } from './selection';
import {
  allFiles,
  decodeState,
  keyOf,
  kMostChanged,
  type SharedFile,
  type SharedState,
  type SharedView,
  stateFrom,
} from './share';
import { contentHash } from './sha256';
import { ShareDialog } from './share_dialog';
import { showLost } from './views/lost';
import { centreTab, drawerTab, isDrawerOpen, isListChosen, listTab } from './window/panes';
import type { Edits } from './workbench';

/** Functions of the page that the class Sharing calls. */
export interface Shown {
  files: () => InputFile[];
  /** The program that the program on the page is compared with; null if there is none. */
  compared: () => InputFile | null;
  /** File with measured times of the program's instructions; null if there is none. */
  profile: () => InputFile | null;
  /** Whether the user has changed layouts in the what-if panel. */
  isEdited: () => boolean;
  /** The user's layout changes, as in SharedState.changed. */
  changed: () => [number, number][];
  model: () => { name: string; network?: string };
  candidates: () => number;
  /** Opens files. If `compared` is given, also shows how the program differs from `compared`. */
  open: (files: InputFile[], candidates: number | undefined, compared?: InputFile) => Promise<void>;
  /** Returns how often files were opened on the page so far. */
  opens: () => number;
  /** Ranks with the model called `name`. Resolves to false if the page does not have this model. */
  chooseModel: (name: string) => Promise<boolean>;
  /** Sets the number of CPU cores for which Halide's own model predicts, and ranks again if necessary. */
  chooseCores: (count: number) => Promise<void>;
  addProfile: (profile: InputFile) => Promise<void>;
  /** Makes the user's stored layout changes again. Resolves to false if they belong to another program. */
  restoreEdits: (edits: Edits) => Promise<boolean>;
  /** Shows the folder that files with these hashes come from, if the browser stores it. */
  restoreFolder: (of: string) => Promise<void>;
  /** Changes layouts relative to those in the HLO file. Returns false if the program does not have the tensors. */
  change: (changed: [number, number][]) => boolean;
  chooseConfiguration: (index: number) => void;
  report: (count: number) => Promise<RankReport>;
  failed: (error: unknown) => void;
}

export class Sharing {
  private readonly dialog: ShareDialog;
  private readonly linkPanel = byId('asked');
  private pendingState: SharedState | null = null; // state of a link that waits until its files are opened
  private isAsking = false; // whether the page asks the user for the files of the link
  private named: InputFile | undefined; // the program that the title and notes of the link belong to
  private readonly hashing = new WeakMap<InputFile, Promise<string>>();
  // SHA-256 of each file whose hash is computed. Empty text: the browser cannot hash.
  private readonly hashes = new WeakMap<InputFile, string>();
  examples: Example[] = [];
  /** Whether the page address contains a link whose state is not restored yet. */
  readonly isFollowing = signal(false);

  constructor(private readonly shown: Shown) {
    this.dialog = new ShareDialog({ ...shown, state: () => this.linkedState() });
    window.addEventListener('hashchange', () => void this.follow());
  }

  /**
   * Restores the state in the page address. Resolves to false if the address has no state. Reports errors through
   * `failed`.
   */
  async follow(): Promise<boolean> {
    try {
      const state = decodeState(location.hash);
      if (!state) return false;
      await this.restore(state);
    } catch (error) {
      this.shown.failed(error);
    }
    return true;
  }

  /** Restores a ranking (JSON) or report (HTML) that the user saved earlier. */
  async restoreSaved(saved: Record<string, unknown>): Promise<void> {
    const state = stateFrom(saved.state);
    if (state) return this.restore(state);
    const { file, name, model } = saved as { file?: string; name?: string; model?: { title?: string } };
    const program = file || name || 'a program';
    const [shown] = this.shown.files();
    if (shown && shown.name === file && !('kind' in saved)) {
      const bytes = new TextEncoder().encode(JSON.stringify(saved));
      return this.shown.open([shown, { name: `${file}.json`, bytes }], this.shown.candidates());
    }
    throw new Error(
      `This file is a ranking of ${program} by ${model?.title ?? 'a model'} and does not contain the program. Drop ${program} to rank it again.`,
    );
  }

  /** Called after files were opened. If a link is waiting for these files, restores the link's state. */
  async opened(files: InputFile[]): Promise<void> {
    if (files[0] !== this.named) this.dialog.describe('', '');
    this.named = files[0];
    const state = this.pendingState;
    if (!state) return;
    await this.hashed();
    if (!this.isAsking) {
      const isExpected = files.every((file, i) => this.hashes.get(file) === state.files[i]?.sha256);
      // End the restoration if the user opened other files meanwhile.
      return isExpected ? this.choose(state) : this.end();
    }
    const found = await this.find(state);
    if (state !== this.pendingState) return;
    if (found) return this.restore(state);
    this.ask(state, files);
    this.isFollowing.value = false; // the page now shows files that are not those of the link
  }

  private async restore(state: SharedState): Promise<void> {
    this.pendingState = state;
    this.isAsking = false;
    this.isFollowing.value = true;
    const opens = this.shown.opens();
    try {
      const found = await this.find(state);
      if (state !== this.pendingState || opens !== this.shown.opens()) return;
      if (!found) return this.ask(state);
      this.linkPanel.hidden = true;
      if (this.isShown(found)) return await this.choose(state);
      // Select the model before the program is opened, so that the program is ranked only once.
      if (!this.shown.files().length) await this.chooseRanker(state);
      if (opens !== this.shown.opens()) return; // the user has opened other files meanwhile
      await this.shown.open(found.slice(0, state.files.length), state.candidates, found[state.files.length]);
    } finally {
      if (state === this.pendingState && !this.isAsking) this.end(); // the restoration is finished, cancelled or failed
    }
  }

  /** Ends the restoration of the state in a link. */
  private end(): void {
    this.pendingState = null;
    this.isAsking = false;
    this.isFollowing.value = false;
  }

  /**
   * Finds the files of a state, followed by the program that the first is compared with. Resolves to null if a file is
   * neither on the page, nor an example, nor stored in the browser.
   */
  private async find(state: SharedState): Promise<InputFile[] | null> {
    await this.hashed();
    const here = new Map(this.shownFiles().map((file) => [this.hashes.get(file), file]));
    const found: InputFile[] = [];
    for (const { name, sha256 } of allFiles(state)) {
      const file = here.get(sha256) ?? (await this.fetchExample(sha256)) ?? (await findKept(name, sha256));
      const requested = file ?? (await findRequested(sha256));
      if (!requested) return null;
      found.push(requested);
    }
    return found;
  }

  /** Whether a file with this hash is among the examples of the page. */
  isExample(sha256: string): boolean {
    return this.examples.some((example) => example.sha256?.includes(sha256));
  }

  private async fetchExample(sha256: string): Promise<InputFile | null> {
    const example = this.examples.find((each) => each.sha256?.includes(sha256));
    return example ? fileOf(example.files[example.sha256.indexOf(sha256)]!) : null;
  }

  private isShown(files: InputFile[]): boolean {
    const shown = this.shownFiles();
    return shown.length === files.length && shown.every((file, i) => file === files[i]);
  }

  /** Returns the files on the page, followed by the program that the first is compared with. */
  shownFiles(): InputFile[] {
    const compared = this.shown.compared();
    return [...this.shown.files(), ...(compared ? [compared] : [])];
  }

  /** Asks the user for the files of a link. `other`: files that the user opened but that are not those of the link. */
  private ask(state: SharedState, other?: InputFile[]): void {
    this.isAsking = true;
    const files = allFiles(state);
    const hashes = new Set((other ?? []).map((file) => this.hashes.get(file)));
    const found = files.filter(({ sha256 }) => hashes.has(sha256)).length;
    this.linkPanel.hidden = false;
    fill(
      this.linkPanel,
      h('h2', { tabindex: -1 }, state.title || 'A link to a ranking'),
      state.notes ? h('p.shared-notes', state.notes) : null,
      other
        ? h(
            'p',
            found > 0
              ? `The link needs ${count(files.length - found)} more of these files, opened together.`
              : 'The opened program is not the program of the link, or a different version of it. The page shows it without the state of the link.',
          )
        : null,
      h(
        'p',
        'The link does not contain the program. To restore the ranking, drop ',
        other ? 'exactly ' : '',
        'these files here:',
      ),
      h('ul', ...files.map(({ name, sha256 }) => h('li', h('strong', name), ' ', h('code', `SHA-256 ${sha256}`)))),
      h('p.muted', 'The hash of a gzipped file is the hash of its decompressed content.'),
      h(
        'p.buttons',
        h('button', { onclick: () => byId('file').click() }, 'Open files…'),
        h('button', { onclick: () => this.forget() }, 'Discard the link'),
      ),
    );
    this.linkPanel.querySelector('h2')!.focus();
  }

  private forget(): void {
    this.end();
    this.linkPanel.hidden = true;
    history.replaceState(null, '', location.pathname + location.search);
  }

  private async choose(state: SharedState): Promise<void> {
    const { title, notes } = this.dialog.description();
    this.dialog.describe(state.title ?? title, state.notes ?? notes);
    machine.value = state.machine;
    const lost = await this.restoreAdded(state);
    if (state.configuration !== undefined) this.shown.chooseConfiguration(state.configuration);
    if (state.instruction !== undefined) selection.choose('instruction', state.instruction);
    if (state.list) [isListChosen.value, listTab.value] = [true, state.list];
    if (state.view) centreTab.value = state.view;
    if (state.drawer) drawerTab.value = state.drawer;
    isDrawerOpen.value = state.drawer !== undefined;
    showLost(lost);
    if (!state.title && !state.notes) return;
    this.linkPanel.hidden = false;
    fill(
      this.linkPanel,
      h('h2', state.title || 'A link to a ranking'),
      state.notes ? h('p.shared-notes', state.notes) : null,
      h('p.buttons', h('button', { onclick: () => (this.linkPanel.hidden = true) }, 'Close')),
    );
  }

  /**
   * Restores the model, measured times and layout changes that a link names. Returns the names of those that could not
   * be restored.
   */
  private async restoreAdded(state: SharedState): Promise<string[]> {
    const { model, profile, isEdited, changed } = state;
    const lost: string[] = [];
    if (!(await this.chooseRanker(state)))
      lost.push(`the model ${model}: to rank with it, drop its model.onnx and model.json`);
    if (profile && !this.isShownProfile(profile)) {
      const file = await findKept(profile.name, profile.sha256);
      if (!file) lost.push(`the measured times: to see them, drop ${profile.name}`);
      else
        await this.shown
          .addProfile(file)
          .catch((error: unknown) => lost.push(`the measured times of ${profile.name}: ${(error as Error).message}`));
    }
    if (isEdited && !this.shown.isEdited()) {
      const kept = await keptEntry('edits');
      const isKept = kept?.of === keyOf(state) && (await this.shown.restoreEdits(kept.edits));
      if (!isKept && !(changed && this.shown.change(changed)))
        lost.push(
          'the changed layouts: only the browser in which they were made keeps them, until it keeps those of another program',
        );
    }
    await this.shown.restoreFolder(keyOf(state));
    return lost;
  }

  /** Selects the model of a link. Resolves to false if the page does not have this model. */
  private async chooseRanker({ model, cores: wanted = 1 }: SharedState): Promise<boolean> {
    const isKnown = await this.shown.chooseModel(model);
    await this.shown.chooseCores(wanted);
    return isKnown;
  }

  private isShownProfile({ sha256 }: SharedFile): boolean {
    const shown = this.shown.profile();
    return shown !== null && this.hashes.get(shown) === sha256;
  }

  /** Computes the hashes of the files on the page. */
  async hashed(): Promise<void> {
    const profile = this.shown.profile();
    await Promise.all(
      [...this.shownFiles(), ...(profile ? [profile] : [])].map((file) => {
        const computed = this.hashing.get(file) ?? contentHash(file.bytes);
        this.hashing.set(file, computed);
        return computed.then((hash) => this.hashes.set(file, hash));
      }),
    );
  }

  private identify(file: InputFile): SharedFile {
    return { name: file.name, sha256: this.hashes.get(file) ?? '' };
  }

  /** Returns the state of the page. Null if no program is open, or if the hashes of its files are not computed yet. */
  state(): SharedState | null {
    const files = this.shown.files().map((file) => this.identify(file));
    const other = this.shown.compared();
    const compared = other && this.identify(other);
    const profile = this.shown.profile();
    const changed = this.shown.changed();
    const { title, notes } = this.dialog.description();
    if (!files.length || [...files, ...(compared ? [compared] : [])].some(({ sha256 }) => !sha256)) return null;
    return {
      files,
      ...(compared && { compared }),
      ...(profile && this.hashes.get(profile) && { profile: this.identify(profile) }),
      ...(this.shown.isEdited() && { isEdited: true }),
      ...(changed.length > 0 && changed.length <= kMostChanged && { changed }),
      ...this.view(),
      ...(title && { title }),
      ...(notes && { notes }),
    };
  }

  /** Returns the model, the selected tabs and the other settings with which the page shows its files. */
  view(): SharedView {
    const { name, network } = this.shown.model();
    // The index is negative for a configuration that the user made in the what-if panel. Such a configuration is in no
    // file.
    const configuration = selection.get('configuration')?.index ?? -1;
    // Whether this configuration was selected by the page as the first of the ranking, not by the user.
    const isFirst = configuration === selection.get('ranked')?.status.top.indices[0];
    const instruction = selection.get('instruction');
    return {
      model: name,
      ...(network && { network }),
      candidates: this.shown.candidates(),
      ...(machine.peek() && { machine: machine.peek() }),
      ...(cores.peek() !== 1 && { cores: cores.peek() }),
      ...(configuration >= 0 && !isFirst && { configuration }),
      ...(instruction !== null && { instruction }),
      list: listTab.peek(),
      view: centreTab.peek(),
      ...(isDrawerOpen.peek() && { drawer: drawerTab.peek() }),
    };
  }

  /** Returns the state to put in a link. Throws if the page has no state. */
  private async linkedState(): Promise<SharedState> {
    await this.hashed();
    const state = this.state();
    if (state) return state;
    throw new Error(
      'Links identify files by their SHA-256 hash, which browsers compute only on https pages and on localhost.',
    );
  }
}
