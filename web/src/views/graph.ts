// The graph view: connects canvas, outline, HLO text, search and details to one Explorer.
import { type Drawing, kNone } from '../../../wasm/engine';
import { h } from '../dom';
import { described } from '../graph/describe';
import { Explorer } from '../graph/explorer';
import { save } from '../graph/export';
import { Program } from '../graph/program';
import { stepFrom } from '../graph/walk';
import type { OpenedProgram, WorkerRequests } from '../protocol';
import { selection } from '../selection';
import { TextView } from '../text/text_view';
import { GraphCanvas } from './graph_canvas';
import { GraphDetails } from './graph_details';
import { GraphEmphasis } from './graph_emphasis';
import { GraphLegend, showCrumbs } from './graph_legend';
import { GraphOutline } from './graph_outline';
import { GraphOverlays, type OverlayName } from './graph_overlays';
import { GraphSearch } from './graph_search';
import { GraphToolbar } from './graph_toolbar';

type Kind = 'graph' | 'structure' | 'draw' | 'details' | 'find';
export type Ask = <K extends Kind>(kind: K, body: WorkerRequests[K][0]) => Promise<WorkerRequests[K][1]>;

const kNoProgram =
  'This file contains only the arrays of a program, without its computations and names, so there is no graph to draw. The table below lists its instructions. To see the graph, open the HLO file that the arrays were extracted from.';
const kNoWebGl =
  'This browser does not support WebGL2, so the graph cannot be drawn. The outline shows the same boxes.';

export class GraphView {
  explorer: Explorer | null = null;
  /** Run time of the last graph layout in the worker, in milliseconds. */
  layoutTime = 0;
  readonly canvas: GraphCanvas;
  private readonly live = h('p.visually-hidden', { role: 'status', 'aria-live': 'polite' });
  private readonly crumbs = h('nav.graph-crumbs', { 'aria-label': 'Boxes around the selection' });
  private readonly note = h('p.muted', { hidden: true });
  private readonly body = h('div.graph-body');
  private readonly toolbar: GraphToolbar;
  private readonly legend = new GraphLegend();
  private readonly search: GraphSearch;
  private readonly outline: GraphOutline;
  private readonly text: TextView;
  private readonly details: GraphDetails;
  private readonly overlays: GraphOverlays;
  private readonly emphasis: GraphEmphasis;
  private generation = 0; // incremented for each opened program; results for earlier programs are dropped

  constructor(
    private readonly root: HTMLElement,
    private readonly ask: Ask,
  ) {
    /** Wraps an action on the explorer into a function that does nothing while no program is open. */
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
    this.outline = new GraphOutline((place) => this.choose(place), toggle);
    root.append(this.body);
    this.body.append(this.outline.element);
    this.canvas = new GraphCanvas(this.body, {
      ...moves,
      choose: (place) => this.choose(place, false),
      toggleAt: toggle,
      toggle: on((explorer) => explorer.toggle(explorer.selected)),
      walk: on((explorer, direction) => this.walk(explorer, direction)),
      search: () => this.search.field.focus(),
      nextHit: (step) => this.search.step(step),
      clear: () => this.clear(),
      pointed: (instruction) => this.text.point(instruction),
      note: (instruction) => this.overlays.textOf(instruction),
    });
    this.overlays = new GraphOverlays(this.canvas.stage, this.legend);
    this.details = new GraphDetails(h('aside.graph-details', { 'aria-label': 'Selected', tabindex: 0 }), {
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
    this.body.append(this.details.element, this.text.element);
    this.toolbar = new GraphToolbar({
      ...moves,
      openAll: on((explorer) => explorer.openAll()),
      closeAll: on((explorer) => explorer.closeAll()),
      zoom: (factor) => this.canvas.zoom(factor),
      pan: (dx, dy) => this.canvas.stage.camera.pan(dx, dy),
      fit: () => this.canvas.fit(),
      focus: () => this.canvas.focus(),
      overlay: (name) => this.colour(name),
      outline: (shown) => this.showPane('outline', shown),
      text: (shown) => this.showPane('text', shown),
      everything: on((explorer, drawn: boolean) => explorer.drawEverything(drawn)),
      wheelZooms: (zooms) => (this.canvas.input.wheelZooms = zooms),
      save: on((explorer, options) =>
        save(explorer, root, selection.get('program')?.inspection.name || 'graph', options),
      ),
    });
    this.search = new GraphSearch(
      (query) => ask('find', { query }),
      on((explorer, hits: Uint32Array, at: number) => {
        explorer.hits = hits;
        explorer.hit = at;
        explorer.updateStates();
        if (at >= 0) this.chooseInstruction(hits[at]!, 'centre');
      }),
      () => this.canvas.element.focus(),
    );
    root.classList.add('panel', 'graph');
    root.setAttribute('aria-labelledby', 'graph-title');
    const head = h('div.panel-head', h('h2', { id: 'graph-title' }, 'Graph'), this.search.element);
    root.prepend(head, this.toolbar.element, this.note, this.crumbs);
    root.append(this.legend.element, this.live);
    this.showPane('outline', false);
    this.showPane('text', false);
    const show = (program: OpenedProgram | null) => void (program && this.show(program));
    selection.on('program', show);
    show(selection.get('program')); // a program may be open already
    selection.on('instruction', (instruction) => this.followInstruction(instruction));
    for (const what of ['configuration', 'copies'] as const) selection.on(what, () => this.colour(this.overlays.name));
    selection.on('changes', (changes) => this.colour(changes ? 'difference' : 'none'));
  }

  // ---- program ----

  private async show({ inspection, instructions }: OpenedProgram): Promise<void> {
    const mine = ++this.generation;
    this.explorer = null;
    delete this.root.dataset.drawn;
    const { outline, slotNodes } = await this.ask('graph', { hasModule: inspection.computations !== null });
    if (mine !== this.generation) return;
    this.root.hidden = false;
    this.search.clear();
    this.details.forget();
    this.emphasis.show(null, null);
    this.text.show([], new Uint32Array());
    for (const part of [this.body, this.toolbar.element, this.search.element, this.legend.element, this.crumbs])
      part.hidden = outline === null;
    this.note.hidden = outline !== null;
    this.note.textContent = outline === null ? kNoProgram : kNoWebGl;
    if (!outline) return;
    const works = await this.canvas.start();
    if (mine !== this.generation) return;
    if (!works) {
      this.note.hidden = false;
      this.canvas.element.hidden = true;
      this.showPane('outline', true);
    }
    const explorer = new Explorer(
      new Program(instructions, outline, () => this.ask('structure', null), slotNodes),
      this.canvas.stage,
      (open, everything) => this.draw(open, everything),
      (what) => this.changed(what),
    );
    this.explorer = explorer;
    await explorer.begin();
    if (mine !== this.generation) return;
    this.canvas.stage.camera.jump(this.canvas.stage.camera.beginning());
    this.colour(this.overlays.name);
    this.root.dataset.drawn = inspection.file;
    const { text, lines } = await explorer.program.structure();
    if (mine !== this.generation) return;
    this.text.show(text, lines);
    this.text.select(selection.get('instruction'));
  }

  private async draw(open: Uint32Array, everything: boolean): Promise<Drawing> {
    const { drawing, milliseconds } = await this.ask('draw', { open, everything });
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
    const entries = path.map((place) => ({ place, title: program.outline.titles[place]! }));
    showCrumbs(this.crumbs, entries, (place) => this.choose(place));
  }

  private showDetails(explorer: Explorer): void {
    const { selected: place, program } = explorer;
    const instruction = program.instructionAt(place);
    if (place === kNone) return this.details.nothing();
    if (instruction === null) return this.details.box(program, place, explorer.open.has(place));
    void this.ask('details', { node: instruction }).then(
      (details) => {
        if (explorer !== this.explorer || explorer.selected !== place) return;
        this.details.instruction(program, place, explorer.open.has(place), details, this.overlays.textOf(instruction));
      },
      () => {}, // another program superseded the request: nothing to show
    );
  }

  // ---- selection ----

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

  // ---- panes and colours ----

  private colour(name: OverlayName): void {
    this.toolbar.setOverlay(name);
    this.overlays.name = name;
    if (!this.explorer) return;
    this.overlays.show(this.explorer);
    this.showDetails(this.explorer);
  }

  private showPane(pane: 'outline' | 'text', shown: boolean): void {
    this.body.classList.toggle(`with-${pane}`, shown);
    (pane === 'outline' ? this.outline : this.text.element).hidden = !shown;
    if (pane === 'outline') this.toolbar.showOutline(shown);
  }

  private say(text: string): void {
    this.live.textContent = text;
  }
}
