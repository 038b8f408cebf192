// Models two-dimensional arrays in memory: computes the position of each element, and the cache lines that are loaded
// when the elements are visited in order.

/** Layout of a matrix [rows, columns]: `{1,0}` stores row after row, `{0,1}` column after column. */
export type Layout = '{1,0}' | '{0,1}';
export const kLayouts: Layout[] = ['{1,0}', '{0,1}'];
export const turned = (layout: Layout): Layout => (layout === '{1,0}' ? '{0,1}' : '{1,0}');

export interface Matrix {
  rows: number;
  columns: number;
  layout: Layout;
}

/**
 * Returns distances in memory, counted in elements. `row`: from an element to the one below it. `column`: from an
 * element to the one right of it.
 */
export const stridesOf = ({ rows, columns, layout }: Matrix): { row: number; column: number } =>
  layout === '{1,0}' ? { row: columns, column: 1 } : { row: 1, column: rows };

/** Returns the position in memory of a matrix element, counted in elements. */
export function positionOf(matrix: Matrix, row: number, column: number): number {
  const strides = stridesOf(matrix);
  return row * strides.row + column * strides.column;
}

/** Order in which all elements of a matrix are visited: row after row, or column after column. */
export type Walk = 'rows' | 'columns';

/** Returns the positions in memory of all elements, in the order in which they are visited. */
export function visits(matrix: Matrix, walk: Walk): number[] {
  const { rows, columns } = matrix;
  const [outer, inner] = walk === 'rows' ? [rows, columns] : [columns, rows];
  return Array.from({ length: outer * inner }, (_, at) => {
    const [a, b] = [Math.floor(at / inner), at % inner];
    return walk === 'rows' ? positionOf(matrix, a, b) : positionOf(matrix, b, a);
  });
}

export interface CacheState {
  /** Indices of the cache lines that the cache holds, in order of use, the most recently used last. */
  lines: number[];
  /** Number of cache lines loaded so far. */
  loads: number;
}

/**
 * Returns the state of the cache after each visit of a position in memory, starting with an empty cache. A line holds
 * `perLine` elements. The cache holds `capacity` lines and evicts the least recently used line.
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
