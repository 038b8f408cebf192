// Arrays of two dimensions in memory: positions of elements, and the cache lines that a walk through them loads.

/** A layout of rows × columns: `{1,0}` stores row after row, `{0,1}` column after column. */
export type Layout = '{1,0}' | '{0,1}';
export const kLayouts: Layout[] = ['{1,0}', '{0,1}'];
export const turned = (layout: Layout): Layout => (layout === '{1,0}' ? '{0,1}' : '{1,0}');

export interface Matrix {
  rows: number;
  columns: number;
  layout: Layout;
}

/** Distance in memory, in elements, of an element and the next one down, and the next one to the right. */
export const stridesOf = ({ rows, columns, layout }: Matrix): { row: number; column: number } =>
  layout === '{1,0}' ? { row: columns, column: 1 } : { row: 1, column: rows };

/** Position of an element in memory, counted in elements. */
export function positionOf(matrix: Matrix, row: number, column: number): number {
  const strides = stridesOf(matrix);
  return row * strides.row + column * strides.column;
}

/** The order in which a walk visits elements: row after row, or column after column. */
export type Walk = 'rows' | 'columns';

/** The positions in memory that a walk visits, in order. */
export function visits(matrix: Matrix, walk: Walk): number[] {
  const { rows, columns } = matrix;
  const [outer, inner] = walk === 'rows' ? [rows, columns] : [columns, rows];
  return Array.from({ length: outer * inner }, (_, at) => {
    const [a, b] = [Math.floor(at / inner), at % inner];
    return walk === 'rows' ? positionOf(matrix, a, b) : positionOf(matrix, b, a);
  });
}

export interface CacheState {
  /** Lines in the cache, the one used last at the end. */
  lines: number[];
  /** Lines loaded so far. */
  loads: number;
}

/**
 * The cache after each visit, starting empty. A line holds `perLine` elements; the cache holds `capacity` lines and gives
 * up the one that was not used for the longest time.
 */
export function cacheStates(positions: readonly number[], perLine: number, capacity: number): CacheState[] {
  const states: CacheState[] = [];
  let state: CacheState = { lines: [], loads: 0 };
  for (const position of positions) {
    const line = Math.floor(position / perLine);
    const others = state.lines.filter((each) => each !== line);
    const isHit = others.length < state.lines.length;
    state = { lines: [...others, line].slice(-capacity), loads: state.loads + (isHit ? 0 : 1) };
    states.push(state);
  }
  return states;
}
