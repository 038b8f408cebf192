// Input field for a range of numbers. Has two number fields, and a histogram on which the user drags the range.
import { h } from '../dom';

const kBins = 48; // bars of the histogram
const kHeight = 36; // height of the histogram in units of its SVG view box

interface Unit {
  /**
   * Factor by which the number in a field is multiplied to get a value of the histogram. For example 1e-3 if the fields
   * show milliseconds and the histogram holds seconds.
   */
  scale: number;
  name: string;
}

export class RangeField {
  readonly element: HTMLElement;
  private readonly svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  private readonly least: HTMLInputElement;
  private readonly greatest: HTMLInputElement;
  private lowest = 0;
  private highest = 1;
  private unit: Unit = { scale: 1, name: '' };
  private readonly caption = h('legend');

  constructor(
    private readonly title: string,
    private readonly changed: () => void,
  ) {
    const field = (name: string) =>
      h('input', {
        type: 'number',
        step: 'any',
        'aria-label': `${title}, ${name}`,
        placeholder: name,
        onchange: changed,
      });
    this.least = field('from');
    this.greatest = field('to');
    this.svg.setAttribute('viewBox', `0 0 ${kBins} ${kHeight}`);
    this.svg.setAttribute('preserveAspectRatio', 'none');
    this.svg.setAttribute('aria-hidden', 'true');
    this.svg.addEventListener('pointerdown', (event) => this.drag(event));
    this.element = h('fieldset.range', this.caption, this.svg, h('div.fields', this.least, '–', this.greatest));
  }

  /** Draws the histogram of all finite values. Hides the range input if all finite values are equal. */
  show(values: Float32Array | Float64Array, unit: Unit): void {
    this.unit = unit;
    this.caption.textContent = unit.name ? `${this.title}, ${unit.name}` : this.title;
    const known = Array.from(values).filter(Number.isFinite);
    this.lowest = known.reduce((least, value) => Math.min(least, value), Infinity);
    this.highest = known.reduce((greatest, value) => Math.max(greatest, value), -Infinity);
    this.element.hidden = !(this.highest > this.lowest);
    const counts = new Array<number>(kBins).fill(0);
    const width = (this.highest - this.lowest) / kBins || 1;
    for (const value of known) counts[Math.min(kBins - 1, Math.floor((value - this.lowest) / width))]!++;
    const most = Math.max(...counts, 1);
    this.svg.replaceChildren(
      ...counts.map((n, i) => {
        const bar = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
        const height = n ? Math.max(1, (Math.sqrt(n) / Math.sqrt(most)) * kHeight) : 0;
        const place = { x: i, y: kHeight - height, width: 0.9, height };
        for (const [name, value] of Object.entries(place)) bar.setAttribute(name, String(value));
        return bar;
      }),
    );
    this.mark();
  }

  /**
   * The selected range [from, to], in the unit of the histogram's values. An empty field gives -Infinity or Infinity.
   */
  get range(): [number, number] {
    const of = (field: HTMLInputElement, otherwise: number) =>
      field.value === '' || Number.isNaN(field.valueAsNumber) ? otherwise : field.valueAsNumber * this.unit.scale;
    return [of(this.least, -Infinity), of(this.greatest, Infinity)];
  }

  clear(): void {
    this.least.value = this.greatest.value = '';
    this.mark();
  }

  /** Dims the histogram's bars that lie outside the selected range. */
  mark(): void {
    const [least, greatest] = this.range;
    const width = (this.highest - this.lowest) / kBins;
    [...this.svg.children].forEach((bar, i) => {
      const begin = this.lowest + i * width;
      bar.classList.toggle('out', begin + width < least || begin > greatest);
    });
  }

  private drag(down: PointerEvent): void {
    const place = this.svg.getBoundingClientRect();
    const at = (event: PointerEvent): number => {
      const share = Math.min(1, Math.max(0, (event.clientX - place.left) / place.width));
      return (this.lowest + share * (this.highest - this.lowest)) / this.unit.scale;
    };
    const from = at(down);
    this.svg.setPointerCapture(down.pointerId);
    const move = (event: PointerEvent): void => {
      const to = at(event);
      this.least.value = Number(Math.min(from, to).toPrecision(6)).toString();
      this.greatest.value = Number(Math.max(from, to).toPrecision(6)).toString();
      this.mark();
    };
    const up = (): void => {
      this.svg.removeEventListener('pointermove', move);
      this.svg.removeEventListener('pointerup', up);
      if (this.least.value === this.greatest.value) this.clear(); // a click without dragging clears the range
      this.changed();
    };
    this.svg.addEventListener('pointermove', move);
    this.svg.addEventListener('pointerup', up);
  }
}
