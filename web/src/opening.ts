// Opens files from the user. Detects what they are, reads them, and shows a program, an XLA dump folder or the
// comparison of two programs.
import type { ReadonlySignal } from '@preact/signals';
import { type Difference, EngineError, type InputFile, type ProfiledModule } from '../../wasm/engine';
import { bundle } from './bundle';
import { CancelledError } from './client';
import { byId } from './dom';
import { baseName, fromBytes, given as fromBlob, type GivenFile } from './files';
import { keptFolder } from './kept_folder';
import { machine } from './machine';
import { detectFiles } from './given';
import { selection } from './selection';
import { DiffView } from './views/diff';
import { FolderView, type ShownFolder } from './views/folder';
import { centreTab } from './window/panes';

/** Functions of the page that the class Opening calls. */
export interface Page {
  /** The files on the page: the program, and the file of its configurations if it has one. Empty without a program. */
  files: () => InputFile[];
  /**
   * Opens and ranks a program. `whenOpen` is called after the program is open and before the ranking starts. `isStage`:
   * whether the program is another compilation stage of the one on the page.
   */
  open: (files: InputFile[], options: { whenOpen: () => void; isStage?: boolean }) => Promise<void>;
  /** Adds measured times of instructions to the cost estimates of the program on the page. */
  addProfile: (profile: InputFile) => Promise<void>;
  /** Returns the optimised HLO module in a profile that has the name of `program`, else the one with the most time. */
  profiledModule: (profile: InputFile, program: string) => Promise<ProfiledModule>;
  compare: (left: InputFile, right: InputFile) => Promise<Difference>;
  failed: (error: unknown) => void;
  useModel: (card: string, network: Uint8Array) => Promise<void>;
  /** Restores a ranking or report that the user saved earlier. */
  restore: (saved: Record<string, unknown>) => Promise<void>;
  /** Shows how many bytes of the files are read, `done` of `total`. */
  reading: (done: number, total: number) => void;
}

type Schedules = Extract<Awaited<ReturnType<typeof detectFiles>>, { kind: 'schedules' }>;

const kPartSize = 4 << 20; // number of bytes to read before checking again whether the user cancelled

export class Opening {
  private pair: { left: InputFile; right: InputFile } | null = null; // the two programs that the page compares
  /** Whether the user has given a program, or what is shown like one, since the page was loaded. */
  hasTaken = false;
  private latest = 0; // number of the latest request; results of older requests are dropped
  private readonly diff = new DiffView(byId('diff'), {
    choose: (instruction) => selection.choose('instruction', instruction),
    close: () => this.closeDiff(),
    openSecond: (file) => {
      const [first] = this.page.files();
      void this.take([...(first ? [fromBytes(first.name, first.bytes)] : []), fromBlob(file, file.name)]);
    },
  });
  private readonly folder = new FolderView(byId('folder'), {
    show: (stage, before, isStage) => void this.showStages(before?.file ?? null, stage.file, isStage),
    close: () => {
      this.folder.hide();
      this.closeDiff();
    },
  });

  constructor(private readonly page: Page) {
    selection.on('instruction', (instruction) => this.diff.follow(instruction));
    machine.subscribe(() => void this.compareAgain().catch(page.failed));
  }

  /** The folder on the page; null if there is none. */
  get shownFolder(): ReadonlySignal<ShownFolder | null> {
    return this.folder.shown;
  }

  /** Shows the folder that the browser stores, if the files with the hashes `of` come from it. */
  async restoreFolder(of: string): Promise<void> {
    const kept = await keptFolder(of);
    if (kept) this.folder.show(kept.dump, kept.place);
  }

  /** Detects what `files` are and opens them. Never rejects, but reports errors through `page.failed`. */
  async take(files: GivenFile[]): Promise<void> {
    const mine = ++this.latest;
    const isStageWaiting = this.folder.cancelOpening();
    try {
      const given = await detectFiles(files);
      if (mine !== this.latest) return;
      if (given.kind === 'model') return await this.page.useModel(given.card, given.network);
      if (given.kind === 'saved') return await this.page.restore(given.saved);
      this.hasTaken = true;
      if (given.kind === 'profile') return await this.takeProfile(given.profile, mine);
      if (given.kind === 'dump') {
        this.closeDiff();
        return this.folder.show(given.dump);
      }
      if (given.kind === 'compare')
        return await this.showBoth(given.left, given.right, mine, { whenOpen: this.replaceAll });
      if (given.kind === 'schedules') return await this.takeSchedules(given, mine);
      const read = await this.read(given.profile ? [...given.files, given.profile] : given.files, mine);
      if (!read) return;
      const profile = given.profile && read.pop()!;
      const whenOpen = (): void => {
        this.replaceAll();
        if (profile) void this.addOrOpen(profile, mine).catch(this.page.failed);
      };
      await this.page.open(read, { whenOpen });
    } catch (error) {
      if (mine === this.latest) this.page.failed(error);
    } finally {
      if (isStageWaiting && mine === this.latest) this.folder.openStage(); // the files did not replace the folder
    }
  }

  /** Opens schedules as one zip archive: the archive that the user gave, or a new archive of the user's files. */
  private async takeSchedules({ files, archive }: Schedules, mine: number): Promise<void> {
    const read = await this.read(archive ? [archive] : files, mine);
    if (!read) return;
    const [whole] = read as [InputFile];
    const packed = archive ? whole : bundle(files.map(({ path, head }, i) => ({ path, head, bytes: read[i]!.bytes })));
    await this.page.open([packed], { whenOpen: this.replaceAll });
  }

  /**
   * Adds the measured times of a profile to the program on the page. If the profile is of another program, opens the
   * HLO module in the profile instead.
   */
  private async takeProfile(file: GivenFile, mine: number): Promise<void> {
    const read = await this.read([file], mine);
    if (!read) return;
    const [profile] = read as [InputFile];
    const program = selection.get('program');
    const isAdded =
      program !== null &&
      (await this.page.addProfile(profile).then(
        () => true,
        () => false,
      ));
    if (isAdded || mine !== this.latest) return;
    const { module } = await this.page.profiledModule(profile, program?.inspection.name ?? '');
    if (mine === this.latest) await this.openProfiled(module, profile);
  }

  /**
   * Adds the measured times of a profile to the program that it was dropped with. If that program has the name of the
   * measured module but other instructions, it is the module before optimisation: opens the optimised module in the
   * profile instead. Rejects if the profile is of another program.
   */
  private async addOrOpen(profile: InputFile, mine: number): Promise<void> {
    try {
      await this.page.addProfile(profile);
    } catch (error) {
      if (!(error instanceof EngineError)) throw error; // opening another program cancelled the request
      const name = selection.get('program')?.inspection.name ?? '';
      const found = await this.page.profiledModule(profile, name).catch(() => null);
      if (mine !== this.latest) return;
      if (!found?.isOfProgram) throw error;
      await this.openProfiled(found.module, profile);
    }
  }

  /** Opens the module that a profile contains, with its measured times. */
  private async openProfiled(module: InputFile, profile: InputFile): Promise<void> {
    const whenOpen = (): void => {
      this.replaceAll();
      void this.page.addProfile(profile).catch(this.page.failed);
    };
    await this.page.open([module], { whenOpen });
  }

  /** Returns the program that `file` is compared with, or null if there is no comparison. */
  comparedWith(file: InputFile | undefined): InputFile | null {
    return this.pair && this.pair.right === file ? this.pair.left : null;
  }

  /** Estimates the costs of the two compared programs again, for the machine that is selected now. */
  private async compareAgain(): Promise<void> {
    const { pair } = this;
    const shown = selection.get('changes');
    if (!pair || !shown) return;
    const { costs } = await this.page.compare(pair.left, pair.right);
    if (selection.get('changes') !== shown) return;
    this.diff.showCosts(costs);
    selection.choose('changes', { ...shown, costs });
  }

  /** Cancels the reading of files. */
  stop(): void {
    this.folder.cancelOpening();
    ++this.latest;
  }

  /** Closes the comparison and the folder. Called when another program is open, so that both survive a file that fails. */
  private readonly replaceAll = (): void => {
    this.closeDiff();
    this.folder.hide();
  };

  private closeDiff(): void {
    this.clearDiff();
    if (centreTab.peek() === 'diff') centreTab.value = 'graph';
  }

  private clearDiff(): void {
    this.diff.hide();
    this.pair = null;
    selection.choose('changes', null);
  }

  private async showStages(before: GivenFile | null, after: GivenFile, isStage: boolean): Promise<void> {
    const mine = ++this.latest;
    try {
      if (before) return await this.showBoth(before, after, mine, { whenOpen: () => {}, isStage });
      const read = await this.read([after], mine);
      if (read) await this.page.open(read, { whenOpen: () => this.clearDiff(), isStage });
    } catch (error) {
      if (mine === this.latest) this.page.failed(error);
    }
  }

  /**
   * Opens the second program and shows how it differs from the first. `mine`: number of this opening; stops if a later
   * one has begun. `options`: those of `page.open`.
   */
  private async showBoth(
    first: GivenFile,
    second: GivenFile,
    mine: number,
    options: Parameters<Page['open']>[1],
  ): Promise<void> {
    const read = await this.read([first, second], mine);
    if (!read) return;
    const [left, right] = read as [InputFile, InputFile];
    const opened = this.page.open([right], options);
    try {
      const difference = await this.page.compare(left, right);
      if (mine !== this.latest) return;
      this.pair = { left, right };
      this.diff.show(difference, left.name, right.name);
      const { words, right: side, costs } = difference;
      selection.choose('changes', { words, of: side.changes, costs });
      if (selection.get('instruction') === null) this.diff.begin();
      else this.diff.follow(selection.get('instruction'));
    } catch (error) {
      // Whether `page.open` has already reported this error, which is about the second file.
      const isSaid =
        error instanceof CancelledError || (error instanceof EngineError && error.report.file === right.name);
      if (!isSaid) throw error;
    } finally {
      await opened;
    }
  }

  /**
   * Reads files into memory. `mine`: number of the user's request. Returns null if the user cancelled or opened other
   * files meanwhile.
   */
  private async read(files: GivenFile[], mine: number): Promise<InputFile[] | null> {
    const total = files.reduce((sum, { size }) => sum + size, 0);
    let done = 0;
    const read: InputFile[] = [];
    for (const file of files) {
      const bytes = file.size <= kPartSize ? await file.read() : await this.readInParts(file, done, total, mine);
      if (!bytes || mine !== this.latest) return null;
      done += file.size;
      read.push({ name: baseName(file.path), bytes });
    }
    return read;
  }

  private async readInParts(file: GivenFile, before: number, total: number, mine: number): Promise<Uint8Array | null> {
    const bytes = new Uint8Array(file.size);
    for (let at = 0; at < file.size; at += kPartSize) {
      this.page.reading(before + at, total);
      bytes.set(await file.part(at, at + kPartSize), at);
      if (mine !== this.latest) return null;
    }
    return bytes;
  }
}
