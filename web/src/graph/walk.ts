// Keyboard navigation between the boxes of the graph. Up moves to an operand, Down to a user, Left and Right to a
// sibling.
import { kNone } from '../../../wasm/engine';
import { listOf } from './flow';
import type { Picture } from './picture';

type Direction = 'up' | 'down' | 'left' | 'right';

/**
 * Returns the box to which an arrow key moves the selection from `box`; kNone if there is no such box. Down from an
 * open box goes to its first child. Up from a box without operands goes to the enclosing box.
 */
export function stepFrom(picture: Picture, box: number, direction: Direction): number {
  if (direction === 'left' || direction === 'right') return siblingOf(picture, box, direction === 'right' ? 1 : -1);
  const inside = inOrder(picture, box);
  if (direction === 'down' && picture.isOpen(box) && inside.length) return inside[0]!;
  const joined = picture.joined(box, direction === 'up');
  if (joined.length) return nearest(picture, box, joined);
  return direction === 'up' ? (picture.drawing.parents[box] ?? kNone) : kNone;
}

const middle = (picture: Picture, box: number): number => {
  const { x, width } = picture.area(box);
  return x + width / 2;
};

function nearest(picture: Picture, box: number, boxes: number[]): number {
  const x = middle(picture, box);
  return boxes.reduce((best, other) =>
    Math.abs(middle(picture, other) - x) < Math.abs(middle(picture, best) - x) ? other : best,
  );
}

/** Returns the children of a box in reading order: from top to bottom, then from left to right. */
function inOrder(picture: Picture, box: number): number[] {
  if (box === kNone) return [];
  const { rects } = picture.drawing;
  return [...listOf(picture.children, box)].sort(
    (a, b) => rects[a * 4 + 1]! - rects[b * 4 + 1]! || rects[a * 4]! - rects[b * 4]!,
  );
}

function siblingOf(picture: Picture, box: number, step: number): number {
  const around = picture.drawing.parents[box] ?? kNone;
  if (around === kNone) return kNone;
  const siblings = inOrder(picture, around);
  return siblings[siblings.indexOf(box) + step] ?? kNone;
}
