// Colours of the graph canvas. Reads them from the CSS variables in style/graph_legend.css, which have values for
// light, dark and forced colours.
import { kinds } from './opcodes';

/** Indices of colours in the palette; shaders.ts has the same values. */
export const Colour = {
  page: 0,
  panel: 1,
  line: 2,
  strong: 3,
  text: 4,
  muted: 5,
  accent: 6,
  found: 7,
  low: 8,
  high: 9,
  edge: 10,
  hot: 11,
  kinds: 16,
} as const;

/** Colour indices of boxes that are not instructions. They follow the indices of the kinds of operations. */
export const kSection = kinds.length;
export const kRepeat = kinds.length + 1;
export const kComputation = kinds.length + 2;
const kSize = 32;

const kVariables: [number, string][] = [
  [Colour.page, '--page'],
  [Colour.panel, '--panel'],
  [Colour.line, '--line'],
  [Colour.strong, '--control-line'],
  [Colour.text, '--text'],
  [Colour.muted, '--muted'],
  [Colour.accent, '--accent'],
  [Colour.found, '--graph-found'],
  [Colour.low, '--faster'],
  [Colour.high, '--slower'],
  [Colour.edge, '--graph-edge'],
  [Colour.hot, '--graph-hot'],
  ...kinds.map(({ name }, i): [number, string] => [Colour.kinds + i, `--graph-${name}`]),
  [Colour.kinds + kSection, '--graph-section'],
  [Colour.kinds + kRepeat, '--graph-repeat'],
  [Colour.kinds + kComputation, '--graph-section'],
];

export class Palette {
  /** The colours as RGBA from 0 to 1, in the order of `Colour`, for the shaders. Shape: [colours, 4]. */
  readonly values = new Float32Array(kSize * 4);
  private readonly probe = document.createElement('i');
  /** Canvas whose pixels convert CSS colours to RGBA. */
  private readonly pixels = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!;

  constructor(root: HTMLElement) {
    this.probe.className = 'graph-probe';
    this.probe.hidden = true;
    root.append(this.probe);
  }

  /** Reads the colours from the CSS variables. `scheme`: "light", "dark", or "" for the page's own colour scheme. */
  read(scheme = ''): void {
    this.probe.style.colorScheme = scheme;
    for (const [place, variable] of kVariables) {
      this.probe.style.color = `var(${variable})`;
      this.pixels.fillStyle = getComputedStyle(this.probe).color;
      this.pixels.fillRect(place, 0, 1, 1);
    }
    const { data } = this.pixels.getImageData(0, 0, kSize, 1);
    data.forEach((byte, i) => (this.values[i] = byte / 255));
  }

  remove(): void {
    this.probe.remove();
  }

  css(place: number): string {
    const part = (i: number): number => Math.round(this.values[place * 4 + i]! * 255);
    return `rgb(${part(0)},${part(1)},${part(2)})`;
  }

  /**
   * Blends two colours of the palette and returns a CSS colour. `share`: fraction of the colour `over`, from 0 to 1;
   * the rest is the colour `under`.
   */
  mixed(under: number, over: number, share: number): string {
    const part = (i: number): number =>
      Math.round((this.values[under * 4 + i]! * (1 - share) + this.values[over * 4 + i]! * share) * 255);
    return `rgb(${part(0)},${part(1)},${part(2)})`;
  }
}
