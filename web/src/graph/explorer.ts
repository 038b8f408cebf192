// State that the canvas, the outline tree and the HLO text of the graph view share: open boxes, selection, search hits,
// dimmed instructions, and the history of views.
import { type Drawing, kNone } from '../../../wasm/engine';
import type { View } from './camera';
import { Picture, State } from './picture';
import type { Program } from './program';
import type { Scene } from './scene';

/**
 * An entry of the view history: open boxes, whether parameters and constants have boxes of their own, selected node of
 * the outline tree, and camera.
 */
interface Moment {
  open: number[];
  plumbing: boolean;
  selected: number;
  view: View;
}

const kHistory = 100; // largest number of entries in the view history
const kFew = 12; // `begin` opens another nesting level while fewer boxes than this are visible
const kMany = 40; // `begin` opens no nesting level after which more boxes than this would be visible

export class Explorer {
  readonly open = new Set<number>([0]);
  plumbing = false;
  /**
   * The selected node of the outline tree: an instruction, computation, section or repeated block. kNone: no node is
   * selected.
   */
  selected = kNone;
  picture: Picture | null = null;
  /** Instructions found by the search; empty without a search. */
  hits: ArrayLike<number> = [];
  /** Index in `hits` of the current search hit; -1: none. */
  hit = -1;
  /** Instructions that stay bright while all others are dimmed; null: none is dimmed. */
  emphasis: Set<number> | null = null;
  /** Stages that the selected schedule does not have. Their boxes are dimmed. */
  absent = new Set<number>();
  /** Edges at which the selected layouts make the compiler insert a copy, as pairs of instructions [producer, user]. */
  joins: [number, number][] = [];
  private past: Moment[] = [];
  private future: Moment[] = [];
  private drawn = 0; // number of the latest request for a drawing; replies to older requests are dropped

  constructor(
    readonly program: Program,
    private readonly scene: Scene,
    private readonly draw: (open: Uint32Array, plumbing: boolean) => Promise<Drawing>,
    /**
     * Called after the drawing ('picture'), the selection ('selected') or the highlighting of boxes ('states') changed.
     */
    private readonly changed: (what: 'picture' | 'selected' | 'states') => void,
  ) {}

  /**
   * Draws the program for the first time: opens boxes, one nesting level at a time, while fewer than `kFew` are
   * visible.
   */
  async begin(): Promise<void> {
    const { program } = this;
    const within = (place: number): number[] => [...program.within(place, false)];
    for (let seen = within(0); seen.length < kFew;) {
      const openable = seen.filter((place) => program.canOpen(place));
      const inside = openable.flatMap(within);
      if (!openable.length || inside.length > kMany) break;
      openable.forEach((place) => this.open.add(place));
      seen = inside;
    }
    await this.redraw();
  }

  /**
   * Requests a new drawing and shows it. The box of the outline tree's node `anchor` keeps its position on the canvas;
   * kNone: no box does. Resolves to false if a newer request replaced this one.
   */
  async redraw(anchor = kNone): Promise<boolean> {
    const mine = ++this.drawn;
    const drawing = await this.draw(Uint32Array.from(this.open), this.plumbing);
    if (mine !== this.drawn) return false;
    const before = this.anchorPoint(anchor);
    const { x, y, scale } = this.scene.camera.target;
    this.picture = new Picture(this.program.outline, drawing);
    this.scene.show(this.picture, this.program.looks);
    const after = this.anchorPoint(anchor);
    if (before && after) this.scene.camera.jump({ x: x + after[0] - before[0], y: y + after[1] - before[1], scale });
    this.changed('picture');
    this.updateStates();
    return true;
  }

  toggle(place: number): Promise<boolean> {
    if (!this.program.canOpen(place) || place === 0) return Promise.resolve(false);
    this.remember();
    if (!this.open.delete(place)) this.open.add(place);
    return this.redraw(place);
  }

  /** Opens all boxes. The selected box stays in view. */
  async openAll(): Promise<boolean> {
    this.remember();
    for (const place of this.program.openable()) this.open.add(place);
    const isSelected = this.selected !== kNone && this.selected !== 0;
    if (!(await this.redraw(isSelected ? this.selected : this.middle()))) return false;
    const area = isSelected ? this.areaOf(this.selected) : null;
    if (area) this.scene.camera.reveal(area);
    return true;
  }

  closeAll(): Promise<boolean> {
    this.remember();
    const middle = this.middle();
    const outermost = middle === kNone ? kNone : (this.program.around(middle)[1] ?? middle);
    this.open.clear();
    this.open.add(0);
    return this.redraw(outermost);
  }

  drawPlumbing(plumbing: boolean): Promise<boolean> {
    this.remember();
    this.plumbing = plumbing;
    return this.redraw(this.middle());
  }

  /**
   * Selects a node of the outline tree (instruction or group) without opening boxes or moving the camera. kNone clears
   * the selection.
   */
  select(place: number): void {
    if (place === this.selected) return;
    this.selected = place;
    this.updateStates();
    this.changed('selected');
  }

  /**
   * Opens all boxes around a node of the outline tree, selects the node and moves the camera to it. 'reveal' moves by
   * the smallest distance that makes the node visible; 'centre' moves the node to the middle.
   */
  async goTo(place: number, look: 'reveal' | 'centre' = 'reveal'): Promise<void> {
    if (place === kNone) return;
    this.remember();
    const shown = this.program.shownBy(place, this.plumbing);
    const closed = this.program.around(shown).filter((around) => !this.open.has(around));
    closed.forEach((around) => this.open.add(around));
    this.select(place);
    if (closed.length && !(await this.redraw(closed[0]))) return;
    const area = this.areaOf(place);
    if (!area) return;
    if (look === 'centre') this.scene.camera.lookAt(area);
    else this.scene.camera.reveal(area);
  }

  areaOf(place: number): ReturnType<Picture['area']> | null {
    const box = this.boxOf(place);
    return box === kNone || !this.picture ? null : this.picture.area(box);
  }

  /**
   * Returns the box that shows a node of the outline tree in the current drawing: the node's own box, or the closed box
   * that contains the node. Returns kNone if no box shows it.
   */
  boxOf(place: number): number {
    return place === kNone || !this.picture ? kNone : (this.picture.drawing.boxOf[place] ?? kNone);
  }

  boxOfInstruction(instruction: number): number {
    return this.boxOf(this.program.placeOf(instruction));
  }

  canGoBack(): boolean {
    return this.past.length > 0;
  }

  canGoForward(): boolean {
    return this.future.length > 0;
  }

  back(): Promise<void> {
    return this.travel(this.past, this.future);
  }

  forward(): Promise<void> {
    return this.travel(this.future, this.past);
  }

  /** Adds the current state to the view history. Call this before each change that the user can undo with Back. */
  remember(): void {
    this.past.push(this.moment());
    if (this.past.length > kHistory) this.past.shift();
    this.future = [];
  }

  /**
   * Computes again how boxes, pins and edges are highlighted (selected, found, dimmed, ...; see `State`), and renders
   * them. A pin is a small dot for a parameter or constant.
   */
  updateStates(): void {
    const { picture, program } = this;
    if (!picture) return;
    const marked = new Set<number>();
    for (const [from, to] of this.joins) {
      const [a, b] = [this.boxOfInstruction(from), this.boxOfInstruction(to)];
      if (a !== kNone && b !== kNone) marked.add(a * picture.boxes + b);
    }
    this.scene.updateStates(marked, (states, pins) => {
      states.fill(0);
      pins.fill(0);
      if (this.emphasis) this.dim(picture, states, pins);
      for (const instruction of this.absent) {
        const box = this.boxOfInstruction(instruction);
        if (box !== kNone) states[box] = State.dimmed;
      }
      for (let i = 0; i < this.hits.length; ++i) {
        const box = this.boxOfInstruction(this.hits[i]!);
        if (box !== kNone) states[box]! |= State.found;
      }
      const atHand = this.hit >= 0 ? this.boxOfInstruction(this.hits[this.hit]!) : kNone;
      if (atHand !== kNone) states[atHand]! |= State.atHand;
      const box = this.boxOf(this.selected);
      if (box === kNone || this.selected === 0) return;
      states[box]! |= State.selected;
      for (const above of [true, false]) for (const other of picture.joined(box, above)) states[other]! |= State.beside;
      const folded = program.outline.folded[this.selected];
      if (folded) pins[picture.drawing.pinPlaces.indexOf(this.selected)] = State.beside;
    });
    this.changed('states');
  }

  private dim(picture: Picture, states: Uint8Array, pins: Uint8Array): void {
    const { parents, pinPlaces } = picture.drawing;
    states.fill(State.dimmed);
    for (const instruction of this.emphasis!) {
      let box = this.boxOfInstruction(instruction);
      while (box !== kNone && states[box]) {
        states[box] = 0;
        box = parents[box]!;
      }
    }
    for (let pin = 0; pin < pins.length; ++pin) {
      const instruction = this.program.instructionAt(pinPlaces[pin]!);
      if (instruction === null || !this.emphasis!.has(instruction)) pins[pin] = State.dimmed;
    }
  }

  private async travel(from: Moment[], to: Moment[]): Promise<void> {
    const moment = from.pop();
    if (!moment) return;
    to.push(this.moment());
    const same = moment.plumbing === this.plumbing && moment.open.length === this.open.size;
    const redraws = !same || moment.open.some((place) => !this.open.has(place));
    this.open.clear();
    moment.open.forEach((place) => this.open.add(place));
    this.plumbing = moment.plumbing;
    if (redraws && !(await this.redraw())) return;
    this.select(moment.selected);
    this.scene.camera.fly(moment.view);
    this.changed('states');
  }

  private moment(): Moment {
    const { plumbing, selected } = this;
    return { open: [...this.open], plumbing, selected, view: this.scene.camera.target };
  }

  /**
   * Returns the middle of the upper side of the box that shows a node of the outline tree, in units of the drawing;
   * null if no box shows it.
   */
  private anchorPoint(place: number): [number, number] | null {
    const area = this.areaOf(place);
    return area && [area.x + area.width / 2, area.y];
  }

  /**
   * Returns the node of the outline tree (instruction or group) in the centre of the view; kNone if no node is there.
   */
  private middle(): number {
    if (!this.picture) return kNone;
    const { width, height } = this.scene.camera;
    const box = this.picture.boxAt(...this.scene.toDrawing(width / 2, height / 2));
    return box === kNone ? kNone : this.picture.placeOf(box);
  }
}
