// Creates links and reports of the current ranking, and restores the page from them.
import type { InputFile, RankReport } from '../../wasm/engine';
import { byId, fill, h } from './dom';
import { type Example, filesOf } from './examples';
import { reportHtml } from './report';
import { selection } from './selection';
import { decodeState, encodeState, type SharedState, stateFrom } from './share';
import { contentHash } from './sha256';

/** Functions of the page that Sharing calls. */
export interface Shown {
  files: () => InputFile[];
  model: () => { name: string; network?: string };
  candidates: () => number;
  open: (files: InputFile[], candidates: number | undefined) => Promise<void>;
  /** Ranks with this model, if the page has it. */
  chooseModel: (name: string) => Promise<void>;
  chooseConfiguration: (index: number) => void;
  report: (count: number) => Promise<RankReport>;
  failed: (error: unknown) => void;
}

const kReported = 100; // best configurations in the JSON of a report, at most

export class Sharing {
  private readonly dialog = byId<HTMLDialogElement>('share-dialog');
  private readonly title = byId<HTMLInputElement>('share-title-field');
  private readonly notes = byId<HTMLTextAreaElement>('share-notes');
  private readonly link = byId<HTMLInputElement>('share-link');
  private readonly messageLine = byId('share-message');
  private readonly linkPanel = byId('asked');
  private pendingState: SharedState | null = null; // state of a link that waits for its files
  private hashes: { files: InputFile[]; of: Promise<string[]> } | null = null;
  private examples: Example[] = [];

  constructor(private readonly shown: Shown) {
    byId('share').addEventListener('click', () => void this.show());
    for (const field of [this.title, this.notes]) field.addEventListener('input', () => void this.write());
    byId('share-copy').addEventListener('click', () => void this.copy());
    byId('share-report').addEventListener('click', () => void this.save().catch(shown.failed));
    window.addEventListener('hashchange', () => void this.follow());
  }

  /** Restores the state in the page address. Resolves to false if there is none; reports errors with `failed`. */
  async follow(examples = this.examples): Promise<boolean> {
    this.examples = examples;
    try {
      const state = decodeState(location.hash);
      if (!state) return false;
      await this.restore(state);
    } catch (error) {
      this.shown.failed(error);
    }
    return true;
  }

  /** Restores a ranking (JSON) or report (HTML) that was saved on this page. */
  async restoreSaved(saved: Record<string, unknown>): Promise<void> {
    const state = stateFrom(saved.state);
    if (state) return this.restore(state);
    const { file, name, model } = saved as { file?: string; name?: string; model?: { title?: string } };
    const program = file || name || 'a program';
    const [shown] = this.shown.files();
    if (shown && shown.name === file) {
      const bytes = new TextEncoder().encode(JSON.stringify(saved));
      return this.shown.open([shown, { name: `${file}.json`, bytes }], this.shown.candidates());
    }
    throw new Error(
      `This file is a ranking of ${program} by ${model?.title ?? 'a model'} and does not contain the program. Drop ${program} to rank it again.`,
    );
  }

  /** To be called after files were opened. If a link waits for these files, restores its state. */
  async opened(files: InputFile[]): Promise<void> {
    const state = this.pendingState;
    if (!state) return;
    const hashes = await this.hashesOf(files);
    const missing = state.files.filter(({ sha256 }) => !hashes.includes(sha256));
    if (missing.length) return this.ask(state, files);
    this.pendingState = null;
    this.linkPanel.hidden = true;
    await this.choose(state);
  }

  private async restore(state: SharedState): Promise<void> {
    this.pendingState = state;
    const hashes = await this.hashesOf(this.shown.files());
    if (state.files.every(({ sha256 }) => hashes.includes(sha256))) return this.opened(this.shown.files());
    const example = this.examples.find(({ sha256: known }) =>
      state.files.every((file) => known?.includes(file.sha256)),
    );
    if (example) await this.shown.open(await filesOf(example, state.files.length), state.candidates);
    else this.ask(state);
  }

  /** Asks the user for the files of a link. `other`: different files that the user opened instead. */
  private ask(state: SharedState, other?: InputFile[]): void {
    this.linkPanel.hidden = false;
    fill(
      this.linkPanel,
      h('h2', { tabindex: -1 }, state.title || 'A link to a ranking'),
      state.notes ? h('p.shared-notes', state.notes) : null,
      other
        ? h(
            'p',
            'The opened program is not the program of the link, or a different version of it. The page shows it without the state of the link.',
          )
        : null,
      h(
        'p',
        'The link does not contain the program. To restore the ranking, drop ',
        other ? 'exactly ' : '',
        'these files here:',
      ),
      h(
        'ul',
        ...state.files.map(({ name, sha256 }) => h('li', h('strong', name), ' ', h('code', `SHA-256 ${sha256}`))),
      ),
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
    this.pendingState = null;
    this.linkPanel.hidden = true;
    history.replaceState(null, '', location.pathname + location.search);
  }

  private async choose(state: SharedState): Promise<void> {
    if (state.title) this.title.value = state.title;
    if (state.notes) this.notes.value = state.notes;
    await this.shown.chooseModel(state.model);
    if (state.configuration !== undefined) this.shown.chooseConfiguration(state.configuration);
    if (state.instruction !== undefined) selection.choose('instruction', state.instruction);
    if (!state.title && !state.notes) return;
    this.linkPanel.hidden = false;
    fill(
      this.linkPanel,
      h('h2', state.title || 'A link to a ranking'),
      state.notes ? h('p.shared-notes', state.notes) : null,
      h('p.buttons', h('button', { onclick: () => (this.linkPanel.hidden = true) }, 'Close')),
    );
  }

  private hashesOf(files: InputFile[]): Promise<string[]> {
    if (this.hashes?.files !== files)
      this.hashes = { files, of: Promise.all(files.map(({ bytes }) => contentHash(bytes))) };
    return this.hashes.of;
  }

  private async state(): Promise<SharedState> {
    const files = this.shown.files();
    const hashes = await this.hashesOf(files);
    if (hashes.some((hash) => !hash))
      throw new Error(
        'Links identify files by their SHA-256 hash, which browsers compute only on https pages and on localhost.',
      );
    const { name, network } = this.shown.model();
    const configuration = selection.get('configuration')?.index ?? -1; // negative: a what-if configuration, which is in no file
    const instruction = selection.get('instruction');
    return {
      files: files.map((file, i) => ({ name: file.name, sha256: hashes[i]! })),
      model: name,
      ...(network && { network }),
      candidates: this.shown.candidates(),
      ...(configuration >= 0 && { configuration }),
      ...(instruction !== null && { instruction }),
      ...(this.title.value && { title: this.title.value }),
      ...(this.notes.value && { notes: this.notes.value }),
    };
  }

  private async show(): Promise<void> {
    this.dialog.showModal();
    await this.write();
  }

  private async write(): Promise<void> {
    try {
      this.link.value = location.origin + location.pathname + encodeState(await this.state());
      this.messageLine.textContent = '';
    } catch (error) {
      this.link.value = '';
      this.messageLine.textContent = (error as Error).message;
    }
  }

  private async copy(): Promise<void> {
    if (!this.link.value) return;
    this.link.select();
    await navigator.clipboard?.writeText(this.link.value);
    this.messageLine.textContent = 'Copied.';
  }

  private async save(): Promise<void> {
    const state = await this.state();
    const report = await this.shown.report(kReported);
    const html = reportHtml(report, state, location.origin + location.pathname + encodeState(state), new Date());
    const url = URL.createObjectURL(new Blob([html], { type: 'text/html' }));
    h('a', { href: url, download: `${state.title || report.name || 'ranking'}.report.html` }).click();
    setTimeout(() => URL.revokeObjectURL(url), 1000);
    this.messageLine.textContent = 'Saved.';
  }
}
