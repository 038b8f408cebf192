// Shows how a layout stores an array in memory: contiguous dimension, length of contiguous runs, bytes, padding by
// tiles.
import { count, entry, h, plural } from '../dom';

/** Shape and layout of an array. */
interface ArrayLayout {
  dimensions: number[];
  /** Dimensions from minor to major. */
  order: number[];
  elementBytes: number;
  /** Tile sizes from major to minor; empty: no tiles. */
  tile: number[];
}

/** Parses a layout such as "{1,0:T(8,128)}" (minor to major, tile) of an array with these dimension sizes. */
export function parseLayout(layout: string, dimensions: number[], elementBytes: number): ArrayLayout {
  const [, order = '', tile = ''] = /^\{([\d,]*)(?::[^}]*?T\(([\d,]+)\))?/.exec(layout) ?? [];
  const numbers = (text: string): number[] => (text ? text.split(',').map(Number) : []);
  const named = numbers(order).filter((d) => d < dimensions.length);
  const rest = dimensions.map((_, d) => d).filter((d) => !named.includes(d)); // dimensions that a partial layout does not name are the most major ones
  return { dimensions, order: [...named, ...rest.reverse()], elementBytes, tile: numbers(tile) };
}

/**
 * Parses a shape such as "f32[64,128]{1,0}". `bytes`: size of the whole array. Null if the shape is not a non-empty
 * array.
 */
export function parseShape(shape: string, bytes: number | null): ArrayLayout | null {
  const match = /^\w+\[([\d,]*)\](\{.*\})?$/.exec(shape);
  if (!match || bytes === null) return null;
  const dimensions = match[1] ? match[1].split(',').map(Number) : [];
  const elements = dimensions.reduce((product, size) => product * size, 1);
  return elements > 0 ? parseLayout(match[2] ?? '', dimensions, bytes / elements) : null;
}

interface MemoryFacts {
  /** The contiguous dimension; null if the array has only one element. */
  contiguous: number | null;
  /** Size of the contiguous dimension in elements. */
  run: number;
  elements: number;
  /** Elements including padding by tiles. */
  paddedElements: number;
  /** [dimensions] stride in elements. */
  strides: number[];
}

export function memoryFacts({ dimensions, order, tile }: ArrayLayout): MemoryFacts {
  const product = (sizes: number[]): number => sizes.reduce((all, size) => all * size, 1);
  const strides = new Array<number>(dimensions.length).fill(0);
  let stride = 1;
  for (const d of order) {
    strides[d] = stride;
    stride *= dimensions[d]!;
  }
  const contiguous = order.find((d) => dimensions[d]! > 1) ?? null;
  // The tile covers the most minor dimensions; each is padded to a multiple of the tile size.
  const padded = order.map((d, i) => {
    const size = tile[tile.length - 1 - i];
    return size ? Math.ceil(dimensions[d]! / size) * size : dimensions[d]!;
  });
  return {
    contiguous,
    run: contiguous === null ? 1 : dimensions[contiguous]!,
    elements: product(dimensions),
    paddedElements: product(padded),
    strides,
  };
}

export function bytesText(bytes: number): string {
  const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'];
  let unit = 0;
  for (; bytes >= 1024 && unit < units.length - 1; bytes /= 1024) ++unit;
  return `${unit ? Number(bytes.toPrecision(3)) : count(bytes)} ${units[unit]}`;
}

const kCell = 34; // width of a cell of the picture in pixels
const kLine = 22; // height of a cell in pixels
const kRows = 5; // rows in the picture, at most
const kColumns = 8; // columns in the picture, at most

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
 * Draws a corner of the array along its two most minor dimensions larger than 1; each cell shows its memory offset in
 * elements. Null if the array has only one element.
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
      const at = (rowDimension === null ? 0 : r * facts.strides[rowDimension]!) + c * facts.strides[columnDimension]!;
      const inRun = facts.contiguous === columnDimension ? r === 0 : c === 0;
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
 * Shows an array in memory: a picture of one corner, and its order of dimensions, contiguous runs, bytes and padding.
 */
export function layoutMemory(laid: ArrayLayout): HTMLElement {
  const facts = memoryFacts(laid);
  const { contiguous, run, elements, paddedElements } = facts;
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
          ? 'one element'
          : `dimension ${contiguous}, runs of ${plural(run, 'element')}, ${bytesText(run * laid.elementBytes)}`,
      ),
      entry('In memory', bytesText(paddedElements * laid.elementBytes)),
      laid.tile.length
        ? entry(
            'Tiles',
            `${laid.tile.join(' × ')}: ${padding ? `${bytesText(padding * laid.elementBytes)} padding, ${((100 * padding) / paddedElements).toFixed(0)} %` : 'no padding'}`,
          )
        : '',
    ),
  );
  if (drawn) figure.prepend(drawn);
  return figure;
}
