// A drawing of the graph with indices for fast lookup of a box's children and edges, and of the box at a point.
import { Box, type Drawing, kNone, type Outline } from '../../../wasm/engine';
import type { Area } from './camera';
import type { Lists } from './flow';
import { listOf } from './flow';

/**
 * Byte that stands for "no value" among values shown as colours. Smaller bytes are negative values (blue), larger ones
 * positive (orange).
 */
export const kNoHeat = 128;
/**
 * Bits that say how a box, edge or pin (dot for a parameter or constant) is highlighted; shaders.ts has the same
 * values. `atHand`: the current search hit. `beside`: connected to the selected box. `marked`: an edge at which the
 * layouts imply a copy.
 */
export const State = { selected: 1, hovered: 2, found: 4, dimmed: 8, atHand: 16, beside: 32, marked: 64 } as const;

/**
 * Groups the indices of the array `of` by value: list v contains all i with of[i] = v, for 0 <= v < `count`. Leaves out
 * entries with the value kNone.
 */
function groupByValue(count: number, of: ArrayLike<number>): Lists {
  const begin = new Uint32Array(count + 1);
  for (let i = 0; i < of.length; ++i) if (of[i] !== kNone) ++begin[of[i]! + 1]!;
  for (let i = 0; i < count; ++i) begin[i + 1]! += begin[i]!;
  const next = begin.slice();
  const ids = new Uint32Array(begin[count]!);
  for (let i = 0; i < of.length; ++i) if (of[i] !== kNone) ids[next[of[i]!]!++] = i;
  return { begin, ids };
}

export class Picture {
  readonly boxes: number;
  readonly edges: number;
  readonly children: Lists;
  /** For each box, the edges that come from its operands. */
  readonly into: Lists;
  /** For each box, the edges that lead to its users. */
  readonly outOf: Lists;
  readonly pinsOf: Lists;

  constructor(
    readonly outline: Outline,
    readonly drawing: Drawing,
  ) {
    this.boxes = drawing.places.length;
    this.edges = drawing.from.length;
    this.children = groupByValue(this.boxes, drawing.parents);
    this.into = groupByValue(this.boxes, drawing.to);
    this.outOf = groupByValue(this.boxes, drawing.from);
    this.pinsOf = groupByValue(this.boxes, drawing.pinBoxes);
  }

  area(box: number): Area {
    const [x, y, width, height] = this.drawing.rects.subarray(box * 4, box * 4 + 4) as unknown as number[];
    return { x: x!, y: y!, width: width!, height: height! };
  }

  isOpen(box: number): boolean {
    return (this.drawing.flags[box]! & Box.open) !== 0;
  }

  canOpen(box: number): boolean {
    return (this.drawing.flags[box]! & Box.openable) !== 0;
  }

  placeOf(box: number): number {
    return this.drawing.places[box]!;
  }

  /** Returns the innermost box at the point (x, y) of the drawing; kNone if the point is outside the drawing. */
  boxAt(x: number, y: number): number {
    const { rects } = this.drawing;
    const holds = (box: number): boolean => {
      const at = box * 4;
      return (
        x >= rects[at]! && y >= rects[at + 1]! && x < rects[at]! + rects[at + 2]! && y < rects[at + 1]! + rects[at + 3]!
      );
    };
    if (!this.boxes || !holds(0)) return kNone;
    let box = 0;
    for (;;) {
      const inner = listOf(this.children, box).find(holds);
      if (inner === undefined) return box;
      box = inner;
    }
  }

  /**
   * Returns the pin within 0.7 character widths of the point (x, y) of the drawing; kNone if there is none. A pin is a
   * small dot on a box for a parameter or constant.
   */
  pinAt(x: number, y: number): number {
    const box = this.boxAt(x, y + 0.5);
    if (box === kNone) return kNone;
    const { pinX, rects } = this.drawing;
    if (Math.abs(rects[box * 4 + 1]! - y) > 0.7) return kNone;
    const near = listOf(this.pinsOf, box).find((pin) => Math.abs(pinX[pin]! - x) < 0.7);
    return near ?? kNone;
  }

  /** Returns the boxes that an edge connects to `box`: the operands of `box` if `above` is true, else its users. */
  joined(box: number, above: boolean): number[] {
    const { from, to } = this.drawing;
    return [...listOf(above ? this.into : this.outOf, box)].map((edge) => (above ? from : to)[edge]!);
  }
}
