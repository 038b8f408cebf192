// Lays out the text of the graph. At a legible scale, shows titles and subtitles of boxes, and at each end of an edge
// without a drawn middle the name of the box at the other end. At smaller scales, shows only titles of boxes with
// enough room, at a fixed size.
import { Edge, kNone } from '../../../wasm/engine';
import type { Area } from './camera';
import type { Batch } from './gather';
import type { Glyphs } from './glyphs';
import { Colour } from './palette';
import { kNoHeat, type Picture, State } from './picture';

const kLegible = 3.1; // CSS pixels per character width; below this scale only titles are shown, at a fixed size
const kLabel = 7.2; // CSS pixels per character of labels with a fixed size; shaders.ts has the same value
const kMost = 60_000; // approximate limit of the characters that `write` lays out
const Bit = { fixed: 1, small: 2, dimmed: 4 } as const;

export const legible = (scale: number): boolean => scale >= kLegible;

export class Labels {
  private places = new Float32Array(4096);
  private style = new Uint8Array(4096);
  private count = 0;
  /**
   * Space that labels of fixed size occupy. The canvas is divided into rows one line of text high. Key: index of a row.
   * Value: occupied intervals of x in pixels.
   */
  private readonly taken = new Map<number, [number, number][]>();
  private origin: Area = { x: 0, y: 0, width: 0, height: 0 };

  constructor(private readonly glyphs: Glyphs) {}

  /**
   * Lays out the text in `area` and returns its characters as shapes for the GPU. `scale`: CSS pixels per character
   * width. `states`: [boxes] highlighting bits (see State). `heat`: [nodes of the outline tree] values shown as
   * colours; if null, boxes are coloured by kind of operation.
   */
  write(picture: Picture, states: Uint8Array, heat: Uint8Array | null, area: Area, scale: number): Omit<Batch, 'of'> {
    this.count = 0;
    this.taken.clear();
    this.origin = area;
    const { drawing, outline } = picture;
    const { rects, places } = drawing;
    const [right, bottom] = [area.x + area.width, area.y + area.height];
    for (let box = 0; box < picture.boxes && this.count < kMost; ++box) {
      const [x, y, w, h] = [rects[box * 4]!, rects[box * 4 + 1]!, rects[box * 4 + 2]!, rects[box * 4 + 3]!];
      if (x > right || y > bottom || x + w < area.x || y + h < area.y) continue;
      const place = places[box]!;
      const dimmed = states[box]! & State.dimmed && !(states[box]! & State.selected) ? Bit.dimmed : 0;
      if (legible(scale)) {
        const room = Math.floor(w - 2);
        const title = shortened(outline.titles[place]!, room);
        const subtitle = shortened(outline.subtitles[place]!, Math.floor(room / 0.86));
        const left = picture.isOpen(box) ? x + 1.6 : x + (w - title.length) / 2;
        const subLeft = picture.isOpen(box) ? x + 1.6 : x + (w - subtitle.length * 0.86) / 2;
        this.line(title, left, y + 0.55, Colour.text, dimmed);
        const coloured = heat !== null && heat[place] !== kNoHeat && !picture.isOpen(box);
        this.line(subtitle, subLeft, y + 2.6, coloured ? Colour.text : Colour.muted, dimmed | Bit.small);
      } else {
        this.label(outline.titles[place]!, x, y, w, h, scale, picture.isOpen(box), dimmed);
      }
    }
    if (legible(scale)) this.stubs(picture, area);
    return {
      count: this.count,
      places: this.places.subarray(0, this.count * 4),
      style: this.style.subarray(0, this.count * 4),
    };
  }

  /** Adds the title of a box as a label of fixed size, if the box has enough room. */
  private label(
    title: string,
    x: number,
    y: number,
    w: number,
    h: number,
    scale: number,
    open: boolean,
    bits: number,
  ): void {
    const [width, height] = [w * scale, h * scale];
    if (height < (open ? 54 : 17) || width < 40) return;
    const text = shortened(title, Math.floor((width - 10) / kLabel));
    if (text.length < Math.min(4, title.length)) return;
    const paper = open ? Colour.page : -1;
    const ax = open ? x : x + w / 2 - (text.length * kLabel) / 2 / scale;
    const ay = open ? y : y + h / 2 - kLabel / scale;
    const [dx, dy] = open ? [0.7, 0.2] : [0, 0];
    if (!this.take((ax - this.origin.x) * scale, (ay - this.origin.y) * scale, text.length)) return;
    if (paper >= 0)
      for (let i = -0.5; i < text.length + 0.5; ++i)
        this.letter(this.glyphs.solid, ax, ay, dx + i, dy, paper, Bit.fixed);
    for (let i = 0; i < text.length; ++i)
      if (text[i] !== ' ')
        this.letter(this.glyphs.numberOf(text[i]!), ax, ay, dx + i, dy, Colour.text, Bit.fixed | bits);
  }

  /** Reserves space for a label of `letters` characters. Returns false if this label would overlap an earlier one. */
  private take(left: number, top: number, letters: number): boolean {
    const right = left + (letters + 1) * kLabel;
    const first = Math.floor(top / (2 * kLabel));
    const rows = [first, first + 1].map((row) => {
      if (!this.taken.has(row)) this.taken.set(row, []);
      return this.taken.get(row)!;
    });
    if (rows.some((spans) => spans.some(([from, to]) => from < right && left < to))) return false;
    rows.forEach((spans) => spans.push([left, right]));
    return true;
  }

  /**
   * Labels the ends of edges whose middle is not drawn (Edge.stub) with the name of the box at the other end. Each side
   * of a box gets at most one label.
   */
  private stubs(picture: Picture, area: Area): void {
    const { drawing, outline } = picture;
    const labelled = new Map<number, number>(); // stub ends on each side of a box; the key is 2 · box + side
    for (let edge = 0; edge < picture.edges; ++edge) {
      if (!(drawing.edgeFlags[edge]! & Edge.stub)) continue;
      const at = drawing.pointBegin[edge]! * 2;
      const ends: [number, number, number, number][] = [
        [drawing.from[edge]!, drawing.to[edge]!, drawing.points[at + 2]!, drawing.points[at + 3]! - 0.9],
        [drawing.to[edge]!, drawing.from[edge]!, drawing.points[at + 4]!, drawing.points[at + 5]! - 0.7],
      ];
      ends.forEach(([near, far, x, y], side) => {
        if (x < area.x || x > area.x + area.width || y < area.y || y > area.y + area.height) return;
        const before = labelled.get(near * 2 + side) ?? 0;
        labelled.set(near * 2 + side, before + 1);
        if (before > 0) return;
        const lists = side === 0 ? picture.outOf : picture.into;
        const more = lists.begin[near + 1]! - lists.begin[near]!;
        const name = shortened(outline.titles[drawing.places[far]!]!, 16);
        this.line(more > 1 ? `${name} +${more - 1}` : name, x + 0.6, y, Colour.muted, Bit.small);
      });
    }
  }

  private line(text: string, x: number, y: number, colour: number, bits: number): void {
    for (let i = 0; i < text.length; ++i)
      if (text[i] !== ' ') this.letter(this.glyphs.numberOf(text[i]!), x, y, i, 0, colour, bits);
  }

  private letter(glyph: number, x: number, y: number, dx: number, dy: number, colour: number, bits: number): void {
    const at = this.count * 4;
    if (at + 4 > this.places.length) {
      const [places, style] = [new Float32Array(this.places.length * 2), new Uint8Array(this.style.length * 2)];
      places.set(this.places);
      style.set(this.style);
      [this.places, this.style] = [places, style];
    }
    this.places[at] = x - this.origin.x;
    this.places[at + 1] = y - this.origin.y;
    this.places[at + 2] = dx;
    this.places[at + 3] = dy;
    this.style[at] = glyph & 255;
    this.style[at + 1] = glyph >> 8;
    this.style[at + 2] = colour;
    this.style[at + 3] = bits;
    ++this.count;
  }
}

/**
 * Truncates a text that is longer than `room` characters with an ellipsis. Keeps the suffix of an HLO name, such as
 * ".12".
 */
export function shortened(text: string, room: number): string {
  if (text.length <= room) return text;
  if (room < 2) return '';
  const tail = /\.\d+$/.exec(text)?.[0] ?? '';
  if (tail && room > tail.length + 3) return `${text.slice(0, room - tail.length - 1)}…${tail}`;
  return `${text.slice(0, room - 1)}…`;
}

/**
 * Returns the box that shows a node of the outline tree: the node's own box, or the closed box around it. Returns kNone
 * if no box shows the node.
 */
export const boxOf = (picture: Picture, place: number): number => picture.drawing.boxOf[place] ?? kNone;
