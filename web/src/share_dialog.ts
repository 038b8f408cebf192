// The dialog that makes a link to the current ranking or a report of it. The user can add a title and notes.
import type { RankReport } from '../../wasm/engine';
import { byId, h } from './dom';
import { reportHtml } from './report';
import { selection } from './selection';
import { encodeState, type SharedState } from './share';
import { verdictOf } from './window/verdict';

/** Functions of the page that the dialog calls. */
interface Shared {
  /** Resolves to the state to put in a link. Rejects if the page has none. */
  state: () => Promise<SharedState>;
  report: (count: number) => Promise<RankReport>;
  failed: (error: unknown) => void;
}

const kReported = 100; // largest number of best configurations in the JSON of a report

export class ShareDialog {
  private readonly dialog = byId<HTMLDialogElement>('share-dialog');
  private readonly title = byId<HTMLInputElement>('share-title-field');
  private readonly notes = byId<HTMLTextAreaElement>('share-notes');
  private readonly link = byId<HTMLInputElement>('share-link');
  private readonly messageLine = byId('share-message');

  constructor(private readonly shared: Shared) {
    byId('share').addEventListener('click', () => void this.show());
    for (const field of [this.title, this.notes]) field.addEventListener('input', () => void this.write());
    byId('share-copy').addEventListener('click', () => void this.copy());
    byId('share-report').addEventListener('click', () => void this.save().catch(shared.failed));
  }

  /** Returns the title and notes in the fields. */
  description(): { title: string; notes: string } {
    return { title: this.title.value, notes: this.notes.value };
  }

  /** Fills the fields for title and notes. */
  describe(title: string, notes: string): void {
    this.title.value = title;
    this.notes.value = notes;
  }

  private async show(): Promise<void> {
    this.dialog.showModal();
    await this.write();
  }

  private async write(): Promise<void> {
    try {
      this.link.value = location.origin + location.pathname + encodeState(await this.shared.state());
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
    const state = await this.shared.state();
    const report = await this.shared.report(kReported);
    const link = location.origin + location.pathname + encodeState(state);
    const selected = selection.all();
    const { changes, edited, configuration, costs, program } = selected;
    const context = {
      verdict: verdictOf(selected),
      costs: changes?.costs ?? null,
      hotspots: costs && program ? { costs, instructions: program.instructions } : null,
      edited: edited && configuration?.index === -1 ? configuration : null,
    };
    const html = reportHtml(report, state, context, link, new Date());
    const url = URL.createObjectURL(new Blob([html], { type: 'text/html' }));
    h('a', { href: url, download: `${state.title || report.name || 'ranking'}.report.html` }).click();
    setTimeout(() => URL.revokeObjectURL(url), 1000);
    this.messageLine.textContent = 'Saved.';
  }
}
