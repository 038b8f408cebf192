// The graph view. Connects the canvas, the outline (tree of boxes), the HLO text, the search and the details pane to
// one Explorer, which stores open boxes and selection.
import { effect } from '@preact/signals';
import { type Drawing, kNone } from '../../../wasm/engine';
import { byId, h } from '../dom';
import { described } from '../graph/describe';
import { Explorer } from '../graph/explorer';
import { save } from '../graph/export';
import { Program } from '../graph/program';
import { stepFrom } from '../graph/walk';
import type { OpenedProgram, WorkerRequests } from '../protocol';
import { selection } from '../selection';
import { TextView } from '../text/text_view';
import { sharesOf } from '../window/figures';
import { listTab } from '../window/panes';
import { currentHit, focusSearch, hits, stepHit } from '../window/search';
import { GraphCanvas } from './graph_canvas';
import { GraphDetails } from './graph_details';
import { GraphEmphasis } from './graph_emphasis';
import { GraphLegend, showCrumbs, titleOf } from './graph_legend';
import { GraphOutline } from './graph_outline';
import { GraphOverlays, type OverlayName } from './graph_overlays';
import { GraphToolbar } from './graph_toolbar';

type Kind = 'graph' | 'structure' | 'draw' | 'details' | 'find';
export type Ask = <K extends Kind>(kind: K, body: WorkerRequests[K][0]) => Promise<WorkerRequests[K][1]>;

const kNoProgram =
  'This file contains only the arrays of a program, without its computations and names, so there is no graph to draw. The table of instructions lists them. To see the graph, open the HLO file that the arrays were extracted from.';
const kNoWebGl =
  'This browser does not support WebGL2, so the graph cannot be drawn. The tab Outline shows the same boxes.';

export class GraphView {
  explorer: Explorer | null = null;
  /** Milliseconds that the worker took for the latest layout of the graph. */
  layoutTime = 0;
  readonly canvas: GraphCanvas;
  /** Resolves when the graph of the open program is drawn or drawing has failed. */
  drawn: Promise<void> = Promise.resolve();
  private readonly live = h('p.visually-hidden', { role: 'status', 'aria-live': 'polite' });
  private readonly crumbs = h('nav.graph-crumbs', { 'aria-label': 'Boxes around the selection' });
  private readonly note = h('p.muted', { hidden: true });
  private readonly body = h('div.graph-body');
  private readonly view = byId('graph-view');
  private readonly toolbar: GraphToolbar;
  private readonly legend = new GraphLegend();
  private readonly outline: GraphOutline;
  private readonly text: TextView;
  private readonly details: GraphDetails;
  private readonly overlays: GraphOverlays;
  private readonly emphasis: GraphEmphasis;
  private generation = 0; // number of programs opened so far; replies about earlier programs are dropped

  constructor(
    private readonly root: HTMLElement,
    private readonly ask: Ask,
  ) {
    /** Wraps an action on the graph into a function that does nothing while no program is open. */
    const on =
      <T extends unknown[]>(act: (explorer: Explorer, ...rest: T) => unknown) =>
      (...rest: T) => {
        if (this.explorer) void act(this.explorer, ...rest);
      };
    const toggle = on((explorer, place: number) => explorer.toggle(place));
    const moves = {
      up: on((explorer) => {
        const around = explorer.selected === kNone ? 0 : explorer.program.outline.parents[explorer.selected]!;
        if (around !== kNone) this.choose(around);
      }),
      back: on((explorer) => explorer.back()),
      forward: on((explorer) => explorer.forward()),
    };
    this.emphasis = new GraphEmphasis(root, (text) => this.say(text));
    const all = { open: on((explorer) => explorer.openAll()), close: on((explorer) => explorer.closeAll()) };
    this.outline = new GraphOutline((place) => this.choose(place), toggle, all);
    byId('outline').append(this.outline.head, this.outline.element);
    this.canvas = new GraphCanvas(this.body, {
      ...moves,
      choose: (place) => this.choose(place, false),
      toggleAt: toggle,
      toggle: on((explorer) => explorer.toggle(explorer.selected)),
      walk: on((explorer, direction) => this.walk(explorer, direction)),
      search: () => focusSearch(),
      nextHit: stepHit,
      clear: () => this.clear(),
      pointed: (instruction) => this.text.point(instruction),
      note: (place) => (this.explorer ? this.overlays.textAt(this.explorer.program, place) : null),
    });
    this.overlays = new GraphOverlays(this.canvas.scene, this.legend);
    this.details = new GraphDetails(h('section.block.graph-details', { 'aria-label': 'Selected' }), {
      goTo: (instruction) => this.chooseInstruction(instruction),
      around: on((explorer, radius: number | null) => this.emphasis.around(explorer, radius)),
      markStart: on((explorer, start: number) =>
        this.say(`Start of paths: ${explorer.program.nameOf(start)}. Select the end`),
      ),
      pathsFrom: on((explorer, start: number) => this.emphasis.paths(explorer, start)),
      toggle,
    });
    this.text = new TextView(
      (instruction) => this.chooseInstruction(instruction),
      (instruction) =>
        this.canvas.hover(instruction === null ? kNone : (this.explorer?.boxOfInstruction(instruction) ?? kNone)),
    );
    byId('explanation').before(this.details.element);
    byId('text').append(this.text.element);
    this.toolbar = new GraphToolbar({
      ...moves,
      openAll: all.open,
      closeAll: all.close,
      zoom: (factor) => this.canvas.zoom(factor),
      pan: (dx, dy) => this.canvas.scene.camera.pan(dx, dy),
      fit: () => this.canvas.fit(),
      focus: () => this.canvas.focus(),
      overlay: (name) => this.colour(name),
      plumbing: on((explorer, drawn: boolean) => explorer.drawPlumbing(drawn)),
      wheelZooms: (zooms) => (this.canvas.input.wheelZooms = zooms),
      save: on((explorer, options) =>
        save(explorer, root, selection.get('program')?.inspection.name || 'graph', options),
      ),
    });
    this.view.append(this.toolbar.element, this.crumbs, this.note, this.body, this.legend.element, this.live);
    effect(() => this.mark(hits.value, currentHit.value));
    effect(() => void (this.outline.hidden = listTab.value !== 'outline'));
    const show = (program: OpenedProgram | null): void => {
      if (!program) return;
      const drawing = this.show(program);
      this.drawn = drawing.then(
        (explorer) => void (explorer && this.showText(explorer)),
        () => {}, // ignores the error: opening another program cancelled the request
      );
    };
    selection.on('program', show);
    void this.canvas.start(); // while the engine loads
    show(selection.get('program')); // draws the program if one was opened before this view existed
    selection.on('instruction', (instruction) => this.followInstruction(instruction));
    selection.on('costs', () => {
      this.heatText();
      if (this.explorer && this.canvas.scene.camera.isAtTop) this.lookAtCosts(this.explorer);
    });
    for (const what of ['costs', 'configuration', 'copies'] as const)
      selection.on(what, () => this.colour(this.overlays.name));
    selection.on('changes', (changes) => this.colour(changes ? 'difference' : 'time'));
  }

  /**
   * Draws the graph of a program. Resolves to null if another program was opened meanwhile, or if the file has no
   * graph.
   */
  private async show({ inspection, instructions }: OpenedProgram): Promise<Explorer | null> {
    const mine = ++this.generation;
    this.explorer = null;
    delete this.root.dataset.drawn;
    this.body.classList.add('outdated');
    const { outline, slotNodes } = await this.ask('graph', { hasModule: inspection.computations !== null });
    if (mine !== this.generation) return null;
    this.details.forget();
    this.emphasis.show(null, null);
    this.text.show([], new Uint32Array());
    for (const part of [this.body, this.toolbar.element, this.legend.element, this.crumbs])
      part.hidden = outline === null;
    this.note.hidden = outline !== null;
    this.note.textContent = outline === null ? kNoProgram : kNoWebGl;
    if (!outline) return null;
    const works = await this.canvas.start();
    if (mine !== this.generation) return null;
    if (!works) {
      this.note.hidden = false;
      this.canvas.element.hidden = true;
      listTab.value = 'outline';
    }
    const explorer = new Explorer(
      new Program(instructions, outline, () => this.ask('structure', null), slotNodes),
      this.canvas.scene,
      (open, plumbing) => this.draw(open, plumbing),
      (what) => this.changed(what),
    );
    this.explorer = explorer;
    await explorer.begin();
    if (mine !== this.generation) return null;
    this.lookAtCosts(explorer);
    this.toolbar.offerOverlays(inspection.schedules !== undefined);
    this.colour(inspection.schedules ? 'time' : this.overlays.name);
    this.root.dataset.drawn = inspection.file;
    this.body.classList.remove('outdated');
    // Show the instruction that the user may have selected before the graph was drawn.
    this.followInstruction(selection.get('instruction'));
    return explorer;
  }

  /**
   * Moves the view to the most expensive instruction. While the costs are unknown, moves it to the top of the graph.
   */
  private lookAtCosts(explorer: Explorer): void {
    const first = selection.get('costs')?.instructions[0];
    this.canvas.scene.camera.begin(first === undefined ? null : explorer.areaOf(explorer.program.placeOf(first)));
  }

  private async showText(explorer: Explorer): Promise<void> {
    const { text, lines } = await explorer.program.structure();
    if (explorer !== this.explorer) return;
    this.text.show(text, lines);
    this.heatText();
    this.text.select(selection.get('instruction'));
  }

  /** Marks each line of the HLO text with the fraction of the run time that its instruction takes. */
  private heatText(): void {
    const costs = selection.get('costs');
    if (!costs) return this.text.setHeat(null);
    const shares = new Float32Array(selection.get('program')!.instructions.names.length);
    costs.instructions.forEach((instruction, i) => (shares[instruction] = sharesOf(costs)[i]!));
    this.text.setHeat(shares);
  }

  private async draw(open: Uint32Array, plumbing: boolean): Promise<Drawing> {
    const { drawing, milliseconds } = await this.ask('draw', { open, plumbing });
    this.layoutTime = milliseconds;
    return drawing;
  }

  private changed(what: 'picture' | 'selected' | 'states'): void {
    const { explorer } = this;
    if (!explorer) return;
    this.toolbar.setHistory(explorer.canGoBack(), explorer.canGoForward());
    if (what === 'states') return this.canvas.paint();
    if (what === 'picture') {
      this.canvas.show(explorer);
      this.outline.show(explorer);
      this.root.dataset.boxes = String(explorer.picture!.boxes);
    } else {
      this.outline.showSelected();
      this.say(described(explorer));
    }
    this.showDetails(explorer);
    const { selected, program } = explorer;
    const path = selected === kNone ? [0] : [...program.around(selected), selected];
    const entries = path.map((place) => ({ place, title: titleOf(program, place) }));
    showCrumbs(this.crumbs, entries, (place) => this.choose(place));
  }

  private showDetails(explorer: Explorer): void {
    const { selected: place, program } = explorer;
    const instruction = program.instructionAt(place);
    if (place === kNone) return this.details.nothing();
    if (instruction === null) return this.details.box(program, place, explorer.open.has(place));
    const configuration = selection.get('configuration')?.index ?? 0;
    void this.ask('details', { node: instruction, configuration: Math.max(0, configuration) }).then(
      (details) => {
        if (explorer !== this.explorer || explorer.selected !== place) return;
        // Leave out the note of the colouring by time, because the details show the time anyway.
        const note = explorer.absent.has(instruction)
          ? 'The selected schedule does not have this stage.'
          : this.overlays.name === 'time'
            ? null
            : this.overlays.textOf(instruction);
        this.details.instruction(program, place, explorer.open.has(place), details, note);
      },
      () => {}, // ignores the error: opening another program cancelled the request
    );
  }

  private choose(place: number, move = true): void {
    const { explorer } = this;
    if (!explorer) return;
    if (move) void explorer.goTo(place);
    else explorer.select(place);
    selection.choose('instruction', explorer.program.instructionAt(place));
  }

  private chooseInstruction(instruction: number, look: 'reveal' | 'centre' = 'reveal'): void {
    const place = this.explorer?.program.placeOf(instruction) ?? kNone;
    if (place !== kNone) void this.explorer?.goTo(place, look);
    selection.choose('instruction', instruction);
  }

  private followInstruction(instruction: number | null): void {
    const { explorer } = this;
    if (!explorer) return;
    this.text.select(instruction);
    if (instruction === null || explorer.program.instructionAt(explorer.selected) === instruction) return;
    void explorer.goTo(explorer.program.placeOf(instruction));
  }

  /**
   * Marks on the graph the instructions that the search found. `found`: their indices. `at`: position in `found` of the
   * current search hit.
   */
  private mark(found: Uint32Array, at: number): void {
    const { explorer } = this;
    if (!explorer) return;
    explorer.hits = found;
    explorer.hit = at;
    explorer.updateStates();
  }

  private clear(): boolean {
    const { explorer } = this;
    if (!explorer || (explorer.selected === kNone && !explorer.emphasis)) return false;
    explorer.select(kNone);
    selection.choose('instruction', null);
    this.emphasis.show(explorer, null);
    return true;
  }

  private walk(explorer: Explorer, direction: 'up' | 'down' | 'left' | 'right'): void {
    const { picture } = explorer;
    if (!picture) return;
    const box = explorer.boxOf(explorer.selected);
    const next = box === kNone ? stepFrom(picture, 0, 'down') : stepFrom(picture, box, direction);
    if (next === kNone)
      return this.say(
        { up: 'No operand', down: 'No user', left: 'First in this box', right: 'Last in this box' }[direction],
      );
    this.choose(picture.placeOf(next));
  }

  private colour(name: OverlayName): void {
    this.toolbar.setOverlay(name);
    this.overlays.name = name;
    if (!this.explorer) return;
    this.overlays.show(this.explorer);
    this.showDetails(this.explorer);
  }

  private say(text: string): void {
    this.live.textContent = text;
  }
}
