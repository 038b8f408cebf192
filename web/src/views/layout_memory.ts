// Shows how a layout stores an array in memory: the dimension of adjacent elements, the length of contiguous runs,
// bytes, and the padding that tiles add.
import { count, entry, h, plural } from '../dom';

/** Shape and layout of an array. */
interface ArrayLayout {
  dimensions: number[];
  /** Indices of the dimensions from minor (fastest varying in memory) to major. */
  order: number[];
  elementBytes: number;
  /**
   * Tile sizes of each tiling level, from major to minor, as in {1,0:T(8,128)(2,1)}. Infinity stands for "*". An empty
   * list means no tiles.
   */
  tiles: number[][];
}

/**
 * Parses a layout such as "{1,0:T(8,128)(2,1)}" (minor to major, tiles) of an array with these dimension sizes. If
 * `layout` names no tiles, takes the tiles of `shape`, the shape in the HLO file. Layouts of ranked configurations name
 * only the order of dimensions.
 */
export function parseLayout(layout: string, dimensions: number[], elementBytes: number, shape = ''): ArrayLayout {
  const order = /^\{([\d,]*)/.exec(layout)?.[1] ?? '';
  const kTiles = /\{[\d,]*:[^}]*?T((?:\([\d,*]+\))+)/;
  const tiles = (kTiles.exec(layout) ?? kTiles.exec(shape))?.[1] ?? '';
  const numbers = (text: string): number[] =>
    text ? text.split(',').map((size) => (size === '*' ? Infinity : Number(size))) : [];
  const named = numbers(order).filter((d) => d < dimensions.length);
  // A partial layout does not name all dimensions. The missing ones are the most major.
  const rest = dimensions.map((_, d) => d).filter((d) => !named.includes(d));
  return {
    dimensions,
    order: [...named, ...rest.reverse()],
    elementBytes,
    tiles: tiles ? tiles.slice(1, -1).split(')(').map(numbers) : [],
  };
}

/**
 * Parses an array shape such as "f32[64,128]{1,0}". `bytes`: size of the whole array, from which the element size is
 * computed. Returns null if the shape is not an array or has no elements.
 */
export function parseShape(shape: string, bytes: number | null): ArrayLayout | null {
  const match = /^\w+\[([\d,]*)\](\{.*\})?$/.exec(shape);
  if (!match || bytes === null) return null;
  const dimensions = match[1] ? match[1].split(',').map(Number) : [];
  const elements = dimensions.reduce((product, size) => product * size, 1);
  return elements > 0 ? parseLayout(match[2] ?? '', dimensions, bytes / elements) : null;
}

interface MemoryFacts {
  /** Index of the dimension along which neighbouring elements are adjacent in memory; null if there is none. */
  contiguous: number | null;
  /**
   * Number of elements that are adjacent in memory along this dimension. With tiles, this is at most the number within
   * a tile.
   */
  run: number;
  elements: number;
  /** Number of elements, including the padding that tiles add. */
  paddedElements: number;
  /** Returns the offset in memory of the element at `index` ([dimensions]), counted in elements. */
  offsetOf: (index: number[]) => number;
}

const product = (sizes: number[]): number => sizes.reduce((all, size) => all * size, 1);

/** Sizes of an array's dimensions from major to minor, and the index of one element in each dimension. */
interface Place {
  sizes: number[];
  index: number[];
}

/**
 * Splits each of the most minor dimensions of an array into two: number of the tile, and position within the tile. XLA
 * does the same ("Tiled layout" in its documentation). `tile`: tile sizes from major to minor.
 */
function placeInTiles({ sizes, index }: Place, tile: number[]): Place {
  const missing = new Array<number>(Math.max(0, tile.length - sizes.length));
  sizes = [...missing.fill(1), ...sizes];
  index = [...missing.fill(0), ...index];
  const first = sizes.length - tile.length;
  for (let i = tile.length - 2; i >= 0; --i) {
    // A tile size of "*" joins this dimension with the next more minor one before tiling.
    if (tile[i] !== Infinity) continue;
    index.splice(first + i, 2, index[first + i]! * sizes[first + i + 1]! + index[first + i + 1]!);
    sizes.splice(first + i, 2, sizes[first + i]! * sizes[first + i + 1]!);
  }
  tile = tile.filter((size) => size !== Infinity);
  const split = (places: number[], major: (at: number, size: number) => number, minor: number[]): number[] => [
    ...places.slice(0, first),
    ...tile.map((size, i) => major(places[first + i]!, size)),
    ...minor,
  ];
  return {
    sizes: split(sizes, (at, size) => Math.ceil(at / size), tile),
    index: split(
      index,
      (at, size) => Math.floor(at / size),
      tile.map((size, i) => index[first + i]! % size),
    ),
  };
}

export function memoryFacts({ dimensions, order, tiles }: ArrayLayout): MemoryFacts {
  const major = [...order].reverse();
  const placeOf = (index: number[]): Place =>
    tiles.reduce(placeInTiles, { sizes: major.map((d) => dimensions[d]!), index: major.map((d) => index[d]!) });
  const offsetOf = (index: number[]): number => {
    const place = placeOf(index);
    return place.index.reduce((offset, at, i) => offset * place.sizes[i]! + at, 0);
  };
  const origin = dimensions.map(() => 0);
  const offsetAlong = (d: number, at: number): number => offsetOf(origin.with(d, at));
  const contiguous = order.find((d) => dimensions[d]! > 1 && offsetAlong(d, 1) === 1) ?? null;
  const longest = contiguous === null ? 1 : dimensions[contiguous]!;
  // Without tiles, all elements along the dimension are adjacent. With tiles, a run ends where the memory offset first
  // jumps.
  let run = tiles.length ? 1 : longest;
  while (run < longest && offsetAlong(contiguous!, run) === run) ++run;
  return { contiguous, run, elements: product(dimensions), paddedElements: product(placeOf(origin).sizes), offsetOf };
}

export function bytesText(bytes: number): string {
  const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'];
  let unit = 0;
  for (; bytes >= 1024 && unit < units.length - 1; bytes /= 1024) ++unit;
  return `${unit ? Number(bytes.toPrecision(3)) : count(bytes)} ${units[unit]}`;
}

const kCell = 34; // width of a cell of the picture, in pixels
const kLine = 22; // height of a cell of the picture, in pixels
const kRows = 5; // largest number of rows of cells in the picture
const kColumns = 8; // largest number of columns of cells in the picture

/** Creates an SVG element. */
function element<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Record<string, string | number>,
  ...children: (Node | string)[]
): SVGElementTagNameMap[K] {
  const node = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value));
  node.append(...children);
  return node;
}

/**
 * Draws a corner of the array along its two most minor dimensions that are larger than 1. Each cell shows its offset in
 * memory, in elements. Returns null if the array has only one element.
 */
function picture(laid: ArrayLayout, facts: MemoryFacts): SVGSVGElement | null {
  const moving = laid.order.filter((d) => laid.dimensions[d]! > 1).slice(0, 2);
  if (!moving.length) return null;
  const [rowDimension, columnDimension] = moving.length === 1 ? [null, moving[0]!] : moving.sort((a, b) => a - b);
  const rows = rowDimension === null ? 1 : Math.min(kRows, laid.dimensions[rowDimension]!);
  const columns = Math.min(kColumns, laid.dimensions[columnDimension]!);
  const [left, top] = [30, 20];
  const width = left + columns * kCell + 22;
  const height = top + rows * kLine + 16;
  const cells: Node[] = [
    element('text', { x: left, y: 13, class: 'axis' }, `dimension ${columnDimension} →`),
    ...(rowDimension === null ? [] : [element('text', { x: 4, y: top + 15, class: 'axis' }, `${rowDimension} ↓`)]),
  ];
  for (let r = 0; r < rows; ++r) {
    for (let c = 0; c < columns; ++c) {
      const index = laid.dimensions.map((_, d) => (d === rowDimension ? r : d === columnDimension ? c : 0));
      const at = facts.offsetOf(index);
      const inRun = at < facts.run && (facts.contiguous === columnDimension ? r === 0 : c === 0);
      cells.push(
        element('rect', {
          x: left + c * kCell,
          y: top + r * kLine,
          width: kCell - 2,
          height: kLine - 2,
          rx: 2,
          class: inRun ? 'run' : 'cell',
        }),
        element('text', { x: left + c * kCell + kCell / 2 - 1, y: top + r * kLine + 14, class: 'place' }, short(at)),
      );
    }
  }
  if (columns < laid.dimensions[columnDimension]!)
    cells.push(element('text', { x: left + columns * kCell + 2, y: top + 15, class: 'axis' }, '…'));
  if (rowDimension !== null && rows < laid.dimensions[rowDimension]!)
    cells.push(element('text', { x: left + 8, y: top + rows * kLine + 10, class: 'axis' }, '⋮'));
  const along = facts.contiguous === columnDimension ? 'along a row' : 'down a column';
  return element(
    'svg',
    { viewBox: `0 0 ${width} ${height}`, width, height, role: 'img', class: 'memory-picture' },
    element(
      'title',
      {},
      `Array elements with their offsets in memory, in elements; elements are contiguous ${along} of this picture`,
    ),
    ...cells,
  );
}

const short = (n: number): string =>
  n < 10_000 ? String(n) : n < 1e6 ? `${Math.round(n / 1000)}k` : `${Math.round(n / 1e6)}M`;

/**
 * Shows how an array is stored in memory: a picture of one corner, the order of dimensions, contiguous runs, bytes and
 * padding.
 */
export function layoutMemory(laid: ArrayLayout): HTMLElement {
  const facts = memoryFacts(laid);
  const { contiguous, run, elements, paddedElements } = facts;
  const tile = product(laid.tiles[0]?.filter((size) => size !== Infinity) ?? []);
  const drawn = picture(laid, facts);
  const padding = paddedElements - elements;
  const figure = h(
    'figure.memory',
    h(
      'dl',
      entry(
        'Minor to major',
        laid.order.length
          ? laid.order.map((d) => `${d} (size ${count(laid.dimensions[d]!)})`).join(', ')
          : 'one element',
      ),
      entry(
        'Contiguous',
        contiguous === null
          ? elements === 1
            ? 'one element'
            : `no two elements (${bytesText(laid.elementBytes)} each)`
          : `dimension ${contiguous}, runs of ${plural(run, 'element')}, ${bytesText(run * laid.elementBytes)}`,
      ),
      entry('In memory', bytesText(paddedElements * laid.elementBytes)),
      laid.tiles.length
        ? entry(
            'Tiles',
            `${laid.tiles.map((sizes) => sizes.map((size) => (size === Infinity ? '*' : size)).join(' × ')).join(', each split into ')}: ${bytesText(tile * laid.elementBytes)} in one piece, ${padding ? `${bytesText(padding * laid.elementBytes)} padding, ${((100 * padding) / paddedElements).toFixed(0)} %` : 'no padding'}`,
          )
        : '',
    ),
  );
  if (drawn) figure.prepend(drawn);
  return figure;
}
