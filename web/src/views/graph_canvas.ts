// The canvas that shows the graph, with minimap and tooltip. Handles pointer, click, drag and keys.
import { kNone } from '../../../wasm/engine';
import { h } from '../dom';
import type { Area, View } from '../graph/camera';
import type { Explorer } from '../graph/explorer';
import { Input } from '../graph/input';
import { type KeyActions, keysOf } from '../graph/keys';
import { Minimap } from '../graph/minimap';
import { type Frame, Scene } from '../graph/scene';
import { GraphTip, titleOf } from './graph_legend';

interface CanvasActions extends Omit<KeyActions, 'pan' | 'zoom' | 'fit' | 'focus'> {
  choose: (place: number) => void;
  toggleAt: (place: number) => void;
  /** Called with the index of the instruction onto which the pointer moved; null if it is over no instruction. */
  pointed: (instruction: number | null) => void;
  /** Returns the text of the current colouring about a box or instruction, such as its time; null if there is none. */
  note: (place: number) => string | null;
}

const kNear = '25%'; // margin around the window, relative to its size, in which a canvas counts as visible

export class GraphCanvas {
  readonly element: HTMLElement;
  readonly scene: Scene;
  readonly input: Input;
  onFrame: (frame: Frame) => void = () => {};
  private readonly minimap: Minimap;
  private readonly tip = new GraphTip();
  /**
   * Invisible element over the selected box. It has the focus, so that screen magnifiers follow the selection, and
   * forced-colours mode shows its outline.
   */
  private readonly cursor = h('i.graph-cursor', { hidden: true });
  private explorer: Explorer | null = null;
  private hovered = kNone; // index of the box under the pointer; kNone if there is none
  private hoveredView: View | null = null; // pan and zoom at which the tooltip was shown
  private selected = 0; // index, in the outline tree, of the box that was selected at the last paint
  private starting: Promise<boolean> | null = null;

  constructor(
    root: HTMLElement,
    private readonly actions: CanvasActions,
  ) {
    const canvas = h('canvas', { 'aria-hidden': 'true' });
    this.element = h(
      'div.graph-surface.blank',
      {
        tabindex: 0,
        role: 'application',
        'aria-roledescription': 'graph',
        'aria-label':
          'Graph of the program. Up: operand. Down: user. Left and right: siblings. Enter opens a box. Backspace goes to the enclosing box.',
      },
      canvas,
    );
    root.append(this.element);
    this.scene = new Scene(canvas, root, () => matchMedia('(prefers-reduced-motion: reduce)').matches);
    const { camera } = this.scene;
    this.minimap = new Minimap(camera, this.scene.palette);
    this.element.append(this.cursor, this.minimap.element, this.tip.element);
    this.input = new Input(this.element, camera, {
      hover: (x, y) => this.hoverAt(x, y),
      leave: () => this.hover(kNone),
      click: (x, y) => {
        const place = this.placeAt(x, y);
        if (place === kNone || place === 0) actions.clear();
        else actions.choose(place);
      },
      open: (x, y) => actions.toggleAt(this.placeAt(x, y)),
    });
    keysOf(this.element, {
      ...actions,
      pan: (x, y) => camera.pan(x * camera.width, y * camera.height),
      zoom: (factor) => this.zoom(factor),
      fit: () => this.fit(),
      focus: () => this.focus(),
    });
    this.scene.onFrame = (frame) => {
      this.minimap.follow();
      this.placeCursor();
      // Hide the tooltip if panning or zooming moved its box away from a pointer at rest.
      const { x, y, scale } = camera;
      const shown = this.hoveredView;
      if (shown && (shown.x !== x || shown.y !== y || shown.scale !== scale)) this.hover(kNone);
      this.onFrame(frame);
    };
    new ResizeObserver(() => this.scene.resize()).observe(this.element);
    new IntersectionObserver((entries) => (this.scene.inSight = entries.at(-1)!.isIntersecting), {
      rootMargin: kNear,
    }).observe(this.element);
    const recolour = (): void => {
      this.scene.recolour();
      this.minimap.recolour();
      this.paint();
    };
    for (const query of ['(prefers-color-scheme: dark)', '(forced-colors: active)'])
      matchMedia(query).addEventListener('change', recolour);
    new MutationObserver(recolour).observe(document.documentElement, { attributeFilter: ['data-theme'] });
  }

  /** Creates the WebGL2 renderer when first called. Resolves to false if the browser does not support WebGL2. */
  start(): Promise<boolean> {
    return (this.starting ??= this.scene.start());
  }

  /** Shows the graph of another program. */
  show(explorer: Explorer): void {
    this.explorer = explorer;
    this.hovered = kNone;
    this.tip.hide();
    this.element.classList.remove('blank');
    this.minimap.show(explorer.picture!);
  }

  /** Redraws the minimap. Called after the search hits or the selection changed. */
  paint(): void {
    const { explorer } = this;
    if (!explorer?.picture) return;
    if (explorer.selected !== this.selected) this.tip.hide();
    this.selected = explorer.selected;
    const found = new Set<number>();
    for (let i = 0; i < explorer.hits.length; ++i) found.add(explorer.boxOfInstruction(explorer.hits[i]!));
    found.delete(kNone);
    this.minimap.paint(found, explorer.boxOf(explorer.selected));
    this.minimap.follow();
  }

  zoom(factor: number): void {
    this.scene.camera.zoom(factor, undefined, undefined, true);
  }

  fit(): void {
    const drawing = this.explorer?.picture?.drawing;
    const all: Area = { x: 0, y: 0, width: drawing?.width ?? 1, height: drawing?.height ?? 1 };
    this.scene.camera.fly(this.scene.camera.fitting(all));
  }

  focus(): void {
    const area = this.explorer?.areaOf(this.explorer.selected);
    if (area) this.scene.camera.lookAt(area);
  }

  /** Highlights the box under the pointer. `box`: index of the box; kNone removes the highlight. */
  hover(box: number): void {
    if (box === kNone) {
      this.hoveredView = null;
      this.tip.hide();
      this.actions.pointed(null);
    }
    if (box === this.hovered) return;
    this.scene.setHover(this.hovered, box);
    this.hovered = box;
  }

  private placeCursor(): void {
    const area = this.explorer && this.explorer.selected !== 0 && this.explorer.areaOf(this.explorer.selected);
    this.cursor.hidden = !area;
    if (!area) return;
    const { x, y, scale } = this.scene.camera;
    const { style } = this.cursor;
    style.transform = `translate(${(area.x - x) * scale}px, ${(area.y - y) * scale}px)`;
    style.width = `${area.width * scale}px`;
    style.height = `${area.height * scale}px`;
  }

  private placeAt(px: number, py: number): number {
    const picture = this.explorer?.picture;
    if (!picture) return kNone;
    const point = this.scene.toDrawing(px, py);
    const pin = picture.pinAt(...point);
    if (pin !== kNone) return picture.drawing.pinPlaces[pin]!;
    const box = picture.boxAt(...point);
    return box === kNone ? kNone : picture.placeOf(box);
  }

  private hoverAt(px: number, py: number): void {
    const { explorer } = this;
    if (!explorer?.picture) return;
    const place = this.placeAt(px, py);
    const box = explorer.boxOf(place);
    this.hover(box === 0 ? kNone : box);
    if (place === kNone || place === 0) return this.tip.hide();
    const { program } = explorer;
    const { outline, instructions } = program;
    const instruction = explorer.program.instructionAt(place);
    const closed = explorer.program.canOpen(place) && !explorer.open.has(place);
    this.actions.pointed(instruction);
    this.hoveredView = this.scene.camera.view;
    this.tip.show(
      titleOf(program, place),
      [
        instruction === null
          ? outline.subtitles[place]!
          : `${instructions.opcodes[instruction]} ${instructions.shapes[instruction]}`,
        this.actions.note(place),
        closed ? 'Double-click to open' : null,
      ],
      px,
      py,
      this.element.clientWidth,
    );
  }
}
