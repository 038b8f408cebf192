// The canvas of the graph: holds drawing, camera, highlighting and colours of boxes, and renders one frame after a
// change.
import { kNone } from '../../../wasm/engine';
import { type Area, Camera } from './camera';
import { type Batch, gather, type Gathered, type Looks } from './gather';
import { Glyphs } from './glyphs';
import { Labels, legible } from './labels';
import { pause } from '../pause';
import { Palette } from './palette';
import { kNoHeat, type Picture, State } from './picture';
import { Renderer } from './renderer';

// Width of the margin around the view that is also uploaded to the GPU, on each side, as a fraction of the view's width
// or height.
const kSpare = 0.75;
const kFontTime = 1000; // milliseconds to wait for the font of the labels
const kMarksFrom = 2.5; // CSS pixels per character width; arrowheads and pins are rendered only above this scale

export interface Frame {
  /**
   * Milliseconds that the main thread's CPU took for the frame: collecting shapes, uploading them, issuing draw calls.
   */
  cpu: number;
  drawCalls: number;
}

export class Scene {
  readonly camera: Camera;
  readonly palette: Palette;
  onFrame: (frame: Frame) => void = () => {};
  /** How each box is highlighted (selected, hovered, dimmed, ...): bits of `State`. Shape: [boxes]. */
  states = new Uint8Array();
  pinStates = new Uint8Array();
  private edgeStates = new Uint8Array();
  private isOneSided = false;
  // Value that colours each node of the outline tree, as a byte; kNoHeat means no value. If the array is null, boxes
  // are coloured by kind of operation. Shape: [nodes of the outline tree].
  private heat: Uint8Array | null = null;
  private picture: Picture | null = null;
  private looks: Looks | null = null;
  private renderer: Renderer | null = null;
  private glyphs: Glyphs | null = null;
  private labels: Labels | null = null;
  private gathered: Gathered | null = null;
  private gatheredMarks = false;
  private lettersArea: Area | null = null;
  private lettersScale = 0;
  private stale = { styles: true, letters: true };
  private asked = 0; // handle of the requested animation frame; 0: none is requested
  private isInSight = false;
  private starts = 0; // number of calls of `start`
  private readonly canvas: HTMLCanvasElement;

  constructor(canvas: HTMLCanvasElement, root: HTMLElement, calm: () => boolean) {
    this.canvas = canvas;
    this.camera = new Camera(() => this.ask(), calm);
    this.palette = new Palette(root);
    canvas.addEventListener('webglcontextlost', (event) => {
      event.preventDefault(); // lets the browser restore the lost WebGL context
      this.renderer = null;
    });
    canvas.addEventListener('webglcontextrestored', () => void this.start());
  }

  /**
   * Creates the renderer. Resolves to false if the browser does not support WebGL2. Yields to the browser between
   * steps, so that the page stays responsive.
   */
  async start(): Promise<boolean> {
    const mine = ++this.starts;
    await pause();
    const renderer = await Renderer.on(this.canvas);
    if (!renderer) return false;
    await pause();
    this.palette.read();
    const { fontFamily } = getComputedStyle(this.canvas);
    // Without its font, or if it takes long, the page uses another.
    const font = document.fonts.load(`16px ${fontFamily}`).catch(() => {});
    await Promise.race([font, new Promise((resolve) => setTimeout(resolve, kFontTime))]);
    this.glyphs = new Glyphs(fontFamily);
    this.labels = new Labels(this.glyphs);
    await renderer.warmUp(this.palette, this.glyphs);
    if (mine !== this.starts) return true; // the context was lost meanwhile, and the renderer created again
    this.renderer = renderer;
    this.gathered = null;
    this.lettersArea = null;
    this.resize();
    return true;
  }

  /** Reads the colours again after the theme of the page changed. */
  recolour(): void {
    this.palette.read();
    this.ask();
  }

  resize(): void {
    const { clientWidth, clientHeight } = this.canvas;
    const dpr = devicePixelRatio || 1;
    this.canvas.width = Math.max(1, Math.round(clientWidth * dpr));
    this.canvas.height = Math.max(1, Math.round(clientHeight * dpr));
    if (clientWidth && clientHeight) this.camera.resize(clientWidth, clientHeight);
  }

  show(picture: Picture, looks: Looks): void {
    this.picture = picture;
    this.looks = looks;
    this.gathered = null;
    this.lettersArea = null;
    this.states = new Uint8Array(picture.boxes);
    this.edgeStates = new Uint8Array(picture.edges);
    this.pinStates = new Uint8Array(picture.drawing.pinBoxes.length);
    this.camera.setBounds({ x: 0, y: 0, width: picture.drawing.width, height: picture.drawing.height });
    this.ask();
  }

  /**
   * Updates the highlighting (bits of `State`) of boxes, pins and edges. `change` rewrites the bits of boxes and pins.
   * An edge gets the bits of the boxes at its ends. The edge from box a to box b is marked if `marked` contains the
   * number a · boxes + b.
   */
  updateStates(marked: Set<number>, change: (states: Uint8Array, pins: Uint8Array) => void): void {
    const { picture } = this;
    if (!picture) return;
    change(this.states, this.pinStates);
    const { from, to } = picture.drawing;
    for (let edge = 0; edge < picture.edges; ++edge) {
      const [a, b] = [this.states[from[edge]!]!, this.states[to[edge]!]!];
      const beside = (a | b) & State.selected ? State.beside : 0;
      const isMarked = marked.size && marked.has(from[edge]! * picture.boxes + to[edge]!);
      this.edgeStates[edge] = beside | ((a | b) & State.dimmed) | (isMarked ? State.marked : 0);
    }
    this.stale.styles = true;
    this.stale.letters = true;
    this.ask();
  }

  setHover(before: number, now: number): void {
    if (before !== kNone && before < this.states.length) this.states[before]! &= ~State.hovered;
    if (now !== kNone) this.states[now]! |= State.hovered;
    this.stale.styles = true;
    this.ask();
  }

  /**
   * Sets the values that colour the boxes. `heat`: the bytes that `heatOfPlaces` returns; null: colours by kind of
   * operation. `isOneSided`: whether no value is negative.
   */
  setHeat(heat: Uint8Array | null, isOneSided: boolean): void {
    this.heat = heat;
    this.isOneSided = isOneSided;
    this.stale = { styles: true, letters: true };
    this.ask();
  }

  toDrawing(px: number, py: number): [number, number] {
    const { x, y, scale } = this.camera;
    return [x + px / scale, y + py / scale];
  }

  /** Sets whether the canvas is visible on the page. Rendering pauses while it is not visible. */
  set inSight(inSight: boolean) {
    this.isInSight = inSight;
    if (inSight) this.ask();
  }

  ask(): void {
    if (!this.isInSight) return;
    this.asked ||= requestAnimationFrame((now) => {
      this.asked = 0;
      this.frame(now);
    });
  }

  frame(now: number): void {
    const { renderer, picture, labels, glyphs, camera } = this;
    if (!renderer || !picture || !labels || !glyphs) return;
    const begin = performance.now();
    const flying = camera.step(now);
    const inSight: Area = {
      x: camera.x,
      y: camera.y,
      width: camera.width / camera.scale,
      height: camera.height / camera.scale,
    };
    this.gather(picture, inSight);
    this.write(picture, labels, inSight);
    renderer.heatMode = !this.heat ? 0 : this.isOneSided ? 2 : 1;
    renderer.frame(
      camera.view,
      this.gathered!.area,
      this.lettersArea!,
      this.canvas.width / Math.max(1, camera.width),
      this.palette,
      glyphs,
    );
    this.onFrame({ cpu: performance.now() - begin, drawCalls: renderer.drawCalls });
    if (flying) this.ask();
  }

  private gather(picture: Picture, inSight: Area): void {
    const marks = this.camera.scale > kMarksFrom;
    const { gathered } = this;
    const enough =
      gathered &&
      (!marks || this.gatheredMarks) &&
      (gathered.whole || (covers(gathered.area, inSight) && gathered.area.width < inSight.width * 8));
    if (!enough) {
      const area = marks ? widened(inSight, kSpare) : widened(inSight, kSpare * 1.5);
      this.gathered = gather(picture, this.looks!, area, marks);
      this.gatheredMarks = marks;
      this.style(this.gathered, picture);
      this.renderer!.load(this.gathered);
    } else if (this.stale.styles) {
      this.style(gathered, picture);
      this.renderer!.restyle(gathered);
    }
    this.stale.styles = false;
  }

  private style({ open, boxes, straight, curves, arrows, pins }: Gathered, picture: Picture): void {
    const states = (batch: Batch, of: Uint8Array): void => {
      for (let i = 0; i < batch.count; ++i) batch.style[i * 4 + 1] = of[batch.of[i]!]!;
    };
    for (const batch of [open, boxes]) states(batch, this.states);
    for (const batch of [straight, curves, arrows]) states(batch, this.edgeStates);
    states(pins, this.pinStates);
    const { places } = picture.drawing;
    for (const { count, style, of } of [open, boxes])
      for (let i = 0; i < count; ++i) style[i * 4 + 2] = this.heat ? this.heat[places[of[i]!]!]! : kNoHeat;
  }

  private write(picture: Picture, labels: Labels, inSight: Area): void {
    const { scale } = this.camera;
    const fixed = !legible(scale); // whether labels have a fixed size; their layout then depends on the zoom
    const enough =
      this.lettersArea &&
      !this.stale.letters &&
      legible(this.lettersScale) === !fixed &&
      covers(this.lettersArea, inSight) &&
      (!fixed || Math.abs(Math.log(scale / this.lettersScale)) < 0.12);
    if (enough) return;
    this.lettersArea = widened(inSight, fixed ? 0.2 : 0.5);
    this.lettersScale = scale;
    this.stale.letters = false;
    this.renderer!.loadLetters(labels.write(picture, this.states, this.heat, this.lettersArea, scale), this.glyphs!);
  }
}

const covers = (outer: Area, inner: Area): boolean =>
  outer.x <= inner.x &&
  outer.y <= inner.y &&
  outer.x + outer.width >= inner.x + inner.width &&
  outer.y + outer.height >= inner.y + inner.height;

const widened = ({ x, y, width, height }: Area, share: number): Area => ({
  x: x - width * share,
  y: y - height * share,
  width: width * (1 + 2 * share),
  height: height * (1 + 2 * share),
});
