// Minimap in a corner of the graph canvas. Shows the whole graph, the visible area, search hits and selection. A click
// or drag on the map moves the view.
import { kNone } from '../../../wasm/engine';
import { h } from '../dom';
import type { Camera } from './camera';
import { Colour, type Palette } from './palette';
import type { Picture } from './picture';

const kWidth = 150; // largest width of the map in pixels
const kHeight = 170; // largest height of the map in pixels
const kShare = 0.3; // largest width and height of the map, as a fraction of the canvas size
const kInset = 16; // free pixels between the map and the edge of the canvas

export class Minimap {
  readonly element: HTMLElement;
  private readonly canvas = h('canvas', { 'aria-hidden': 'true' });
  private readonly frame = h('i');
  private picture: Picture | null = null;
  private boxes: ImageData | null = null; // the boxes as pixels, without search hits and selection; null until rendered
  private scale = 1;
  private room = [0, 0]; // width and height of the canvas for which the map was made
  private marked: [Iterable<number>, number] = [[], kNone]; // arguments of the last call of `paint`

  constructor(
    private readonly camera: Camera,
    private readonly palette: Palette,
  ) {
    this.element = h('div.graph-minimap', { 'aria-hidden': 'true' }, this.canvas, this.frame);
    this.element.addEventListener('pointerdown', (event) => {
      event.preventDefault();
      event.stopPropagation();
      this.element.setPointerCapture(event.pointerId);
      this.go(event);
    });
    this.element.addEventListener('pointermove', (event) => {
      if (this.element.hasPointerCapture(event.pointerId)) this.go(event);
    });
  }

  show(picture: Picture): void {
    this.picture = picture;
    this.boxes = null;
    const { width, height } = picture.drawing;
    // Keep the map at least 24 pixels wide and high, even for a very elongated graph.
    const { camera } = this;
    this.scale = Math.min(
      Math.min(kWidth, camera.width * kShare) / Math.max(width, 1),
      Math.min(kHeight, camera.height * kShare) / Math.max(height, 1),
    );
    this.room = [camera.width, camera.height];
    const [w, h] = [Math.max(24, width * this.scale), Math.max(24, height * this.scale)];
    this.camera.corner = { width: w + kInset, height: h + kInset };
    this.element.style.width = `${w}px`;
    this.element.style.height = `${h}px`;
    this.canvas.width = Math.round(w * 2);
    this.canvas.height = Math.round(h * 2);
  }

  /** Discards the rendered boxes. Called after the colour theme changed. */
  recolour(): void {
    this.boxes = null;
  }

  /**
   * Renders the boxes, and marks the search hits and the selection. `found`: indices of the boxes with search hits;
   * `selected`: index of the selected box, or kNone.
   */
  paint(found: Iterable<number>, selected: number): void {
    const { picture, canvas, palette } = this;
    if (!picture) return;
    this.marked = [found, selected];
    const context = canvas.getContext('2d')!;
    context.putImageData((this.boxes ??= this.drawn(picture)), 0, 0);
    const [sx, sy] = this.scales(picture);
    const mark = (box: number, colour: number, size: number): void => {
      context.fillStyle = palette.css(colour);
      const { x, y, width, height } = picture.area(box);
      const [w, h] = [Math.max(size, width * sx), Math.max(size, height * sy)];
      context.fillRect((x + width / 2) * sx - w / 2, (y + height / 2) * sy - h / 2, w, h);
    };
    for (const box of found) mark(box, Colour.found, 4);
    if (selected !== kNone && selected !== 0) mark(selected, Colour.accent, 7);
  }

  /** Returns the map's pixels per unit of the drawing (width of a character): [horizontally, vertically]. */
  private scales({ drawing }: Picture): [number, number] {
    return [this.canvas.width / Math.max(drawing.width, 1), this.canvas.height / Math.max(drawing.height, 1)];
  }

  /**
   * Renders the boxes by writing pixels into an array. With the canvas API, thousands of tiny boxes would take ten
   * times as long.
   */
  private drawn(picture: Picture): ImageData {
    const { width, height } = this.canvas;
    const { palette } = this;
    const { rects } = picture.drawing;
    const [sx, sy] = this.scales(picture);
    const image = new ImageData(width, height);
    const pixels = new Uint32Array(image.data.buffer).fill(packed(palette.css(Colour.panel)));
    for (const open of [true, false]) {
      const colour = packed(
        open ? palette.mixed(Colour.panel, Colour.line, 0.35) : palette.mixed(Colour.panel, Colour.strong, 0.8),
      );
      for (let box = 1; box < picture.boxes; ++box) {
        if (picture.isOpen(box) !== open) continue;
        const left = Math.floor(rects[box * 4]! * sx);
        const top = Math.floor(rects[box * 4 + 1]! * sy);
        const right = Math.min(width, left + Math.max(1, Math.round(rects[box * 4 + 2]! * sx)));
        const bottom = Math.min(height, top + Math.max(1, Math.round(rects[box * 4 + 3]! * sy)));
        for (let row = top; row < bottom; ++row)
          for (let column = left; column < right; ++column) pixels[row * width + column] = colour;
      }
    }
    return image;
  }

  /** Moves the frame that marks the visible area. Hides the map while the whole drawing is visible. */
  follow(): void {
    if (!this.picture) return;
    this.element.hidden = this.camera.showsAll;
    const { x, y, width, height, scale } = this.camera;
    if (this.room[0] !== width || this.room[1] !== height) {
      this.show(this.picture);
      this.paint(...this.marked);
    }
    const { clientWidth, clientHeight } = this.element;
    /** Returns [position, length] of the visible area on the map along one axis, in pixels of the map. */
    const within = (begin: number, size: number, most: number): [number, number] => {
      const from = Math.min(Math.max(0, begin * this.scale), most);
      const to = Math.min(Math.max(0, (begin + size / scale) * this.scale), most);
      return [from, Math.max(3, to - from)];
    };
    const [left, w] = within(x, width, clientWidth);
    const [top, h] = within(y, height, clientHeight);
    const style = this.frame.style;
    style.transform = `translate(${left}px, ${top}px)`;
    style.width = `${w}px`;
    style.height = `${h}px`;
  }

  private go(event: PointerEvent): void {
    const { left, top } = this.element.getBoundingClientRect();
    const { width, height, scale } = this.camera;
    this.camera.jump({
      x: (event.clientX - left) / this.scale - width / 2 / scale,
      y: (event.clientY - top) / this.scale - height / 2 / scale,
      scale,
    });
  }
}

/** Converts a CSS colour such as "rgb(1,2,3)" to a 32-bit pixel of ImageData. */
function packed(css: string): number {
  const [red = 0, green = 0, blue = 0] = css.match(/\d+/g)!.map(Number);
  return new Uint32Array(Uint8Array.of(red, green, blue, 255).buffer)[0]!;
}
