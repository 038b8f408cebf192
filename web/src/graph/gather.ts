// Collects the boxes, edges and marks that the GPU renders: those in an area somewhat larger than the view. Coordinates
// are relative to the corner of this area, because 32-bit floats are too coarse for the whole drawing. Takes time
// linear in the size of the drawing; repeated whenever the view leaves the area.
import { Box, Edge } from '../../../wasm/engine';
import type { Area } from './camera';
import { kNoHeat, type Picture } from './picture';

/**
 * Shapes of one kind for the GPU. `places`: 2 or 4 coordinates (floats) per shape. `style`: 4 bytes per shape,
 * explained in shaders.ts.
 */
export interface Batch {
  count: number;
  places: Float32Array;
  style: Uint8Array;
  /**
   * Index of the box, edge or pin that each shape belongs to, by which byte 1 of the shape's style is set. Shape of
   * this array: [count].
   */
  of: Uint32Array;
}

export interface Gathered {
  area: Area;
  /** Whether the collected area contains the whole drawing. */
  whole: boolean;
  /** Boxes that show their contents. */
  open: Batch;
  boxes: Batch;
  straight: Batch;
  curves: Batch;
  arrows: Batch;
  pins: Batch;
}

/** Builds a Batch of shapes, in arrays that grow as needed. `width`: number of coordinates (floats) per shape. */
class BatchBuilder {
  count = 0;
  private places = new Float32Array(1024);
  private style = new Uint8Array(1024);
  private of = new Uint32Array(256);

  constructor(private readonly width: number) {}

  /**
   * Adds a shape that belongs to the box, edge or pin with index `of`. `kind`, `heat` (value shown as a colour) and
   * `bits` become style bytes 0, 2 and 3. The first `width` of the numbers a to d are coordinates. Takes scalars
   * instead of arrays to avoid allocations.
   */
  add(of: number, kind: number, heat: number, bits: number, a: number, b: number, c = 0, d = 0): void {
    const at = this.count * this.width;
    if (at + this.width > this.places.length) this.places = grown(this.places, Float32Array);
    if (this.count * 4 + 4 > this.style.length) this.style = grown(this.style, Uint8Array);
    if (this.count >= this.of.length) this.of = grown(this.of, Uint32Array);
    this.places[at] = a;
    this.places[at + 1] = b;
    if (this.width === 4) {
      this.places[at + 2] = c;
      this.places[at + 3] = d;
    }
    this.style[this.count * 4] = kind;
    this.style[this.count * 4 + 2] = heat;
    this.style[this.count * 4 + 3] = bits;
    this.of[this.count++] = of;
  }

  done(): Batch {
    const { count, width } = this;
    return {
      count,
      places: this.places.subarray(0, count * width),
      style: this.style.subarray(0, count * 4),
      of: this.of.subarray(0, count),
    };
  }
}

/** Returns a copy of `array` with twice its length; the second half is zero. */
function grown<T extends { set(from: T): void; length: number }>(array: T, Type: new (length: number) => T): T {
  const larger = new Type(array.length * 2);
  larger.set(array);
  return larger;
}

/**
 * Properties of the outline tree's nodes (instructions, computations, ...) that decide how their boxes look, whatever
 * is selected.
 */
export interface Looks {
  /**
   * Colour of each node of the outline tree, by its kind of operation or of box. A colour is an index into the palette,
   * relative to Colour.kinds. Shape: [nodes of the tree].
   */
  kinds: Uint8Array;
  repeats: (place: number) => boolean;
  isInstruction: (place: number) => boolean;
}

/**
 * Collects the boxes and edges that intersect `area`. `withMarks`: whether to collect arrowheads and pins too. A pin is
 * a small dot on a box for a parameter or constant.
 */
export function gather(picture: Picture, looks: Looks, area: Area, withMarks: boolean): Gathered {
  const { drawing } = picture;
  const { rects, places, flags, points, pointBegin, edgeFlags, pinBoxes, pinPlaces, pinX } = drawing;
  const [left, top, right, bottom] = [area.x, area.y, area.x + area.width, area.y + area.height];
  const [open, boxes] = [new BatchBuilder(4), new BatchBuilder(4)];
  const [straight, curves] = [new BatchBuilder(4), new BatchBuilder(4)];
  const [arrows, pins] = [new BatchBuilder(2), new BatchBuilder(2)];
  const parities = depthParities(picture);
  let all = true;
  for (let box = 0; box < picture.boxes; ++box) {
    const x = rects[box * 4]!;
    const y = rects[box * 4 + 1]!;
    const w = rects[box * 4 + 2]!;
    const h = rects[box * 4 + 3]!;
    if (x > right || y > bottom || x + w < left || y + h < top) {
      all = false;
      continue;
    }
    const place = places[box]!;
    const flag = flags[box]!;
    const bits =
      (flag & Box.open ? 1 : 0) |
      (flag & Box.openable ? 2 : 0) |
      (looks.repeats(place) ? 4 : 0) |
      (looks.isInstruction(place) ? 0 : 8) |
      (parities[box] ? 16 : 0);
    (flag & Box.open ? open : boxes).add(box, looks.kinds[place]!, kNoHeat, bits, x - left, y - top, w, h);
  }
  for (let edge = 0; edge < picture.edges; ++edge) {
    const flag = edgeFlags[edge]!;
    const end = pointBegin[edge + 1]!;
    const step = flag & Edge.stub ? 2 : 1;
    for (let point = pointBegin[edge]!; point + 1 < end; point += step) {
      const x0 = points[point * 2]!;
      const y0 = points[point * 2 + 1]!;
      const x1 = points[point * 2 + 2]!;
      const y1 = points[point * 2 + 3]!;
      if (y0 > bottom || y1 < top || Math.min(x0, x1) > right || Math.max(x0, x1) < left) {
        all = false;
        continue;
      }
      const batch = x0 === x1 ? straight : curves;
      batch.add(edge, flag, 0, 0, x0 - left, y0 - top, x1 - left, y1 - top);
      if (withMarks && point + 2 === end) arrows.add(edge, 0, 0, 0, x1 - left, y1 - top);
    }
  }
  if (withMarks) {
    for (let pin = 0; pin < pinBoxes.length; ++pin) {
      const [x, y] = [pinX[pin]!, rects[pinBoxes[pin]! * 4 + 1]!];
      if (x < left || x > right || y < top || y > bottom) continue;
      pins.add(pin, 1, looks.kinds[pinPlaces[pin]!]!, 0, x - left, y - top);
    }
  }
  return {
    area,
    whole: all,
    open: open.done(),
    boxes: boxes.done(),
    straight: straight.done(),
    curves: curves.done(),
    arrows: arrows.done(),
    pins: pins.done(),
  };
}

/**
 * Returns the nesting depth of each box modulo 2, by which the background colour of nested boxes alternates. Shape:
 * [boxes].
 */
function depthParities({ boxes, drawing: { parents } }: Picture): Uint8Array {
  const parities = new Uint8Array(boxes);
  for (let box = 1; box < boxes; ++box) parities[box] = 1 - parities[parents[box]!]!;
  return parities;
}
