// Where the canvas looks: `scale` pixels of the page for a unit of the drawing, (x, y) the point in its upper left corner.

export interface View {
  x: number;
  y: number;
  scale: number;
}

export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

export const kReadingScale = 7.5; // a character is as wide as in the text of the page
const kLargest = 40;
const kMargin = 24; // pixels around what is fitted
const kDuration = 220; // milliseconds

export class Camera {
  x = 0;
  y = 0;
  scale = 1;
  /** Of the canvas, in pixels of the page. */
  width = 1;
  height = 1;
  private bounds: Area = { x: 0, y: 0, width: 1, height: 1 };
  private flight: { from: View; to: View; begin: number } | null = null;

  constructor(
    private readonly changed: () => void,
    private readonly calm: () => boolean,
  ) {}

  resize(width: number, height: number): void {
    this.x += (this.width - width) / 2 / this.scale;
    this.width = width;
    this.height = height;
    this.changed();
  }

  /** The picture changed its size. */
  setBounds(bounds: Area): void {
    this.bounds = bounds;
  }

  get view(): View {
    return { x: this.x, y: this.y, scale: this.scale };
  }

  /** Where the camera will be when it has arrived. */
  get target(): View {
    return this.flight?.to ?? this.view;
  }

  jump(view: View): void {
    this.flight = null;
    Object.assign(this, this.limited(view));
    this.changed();
  }

  /** Moves there within a moment; at once when motion is not wanted. */
  fly(view: View): void {
    if (this.calm()) return this.jump(view);
    this.flight = { from: this.view, to: this.limited(view), begin: performance.now() };
    this.changed();
  }

  /** Takes the next step of a flight. True while there are more. */
  step(now: number): boolean {
    if (!this.flight) return false;
    const { from, to, begin } = this.flight;
    const t = Math.min(1, Math.max(0, (now - begin) / kDuration));
    const eased = 1 - (1 - t) ** 3;
    // The scale changes by equal factors, the middle of the view in a straight line.
    const scale = from.scale * (to.scale / from.scale) ** eased;
    const middle = (view: View) =>
      [view.x + this.width / 2 / view.scale, view.y + this.height / 2 / view.scale] as const;
    const [fromX, fromY] = middle(from);
    const [toX, toY] = middle(to);
    this.scale = scale;
    this.x = fromX + (toX - fromX) * eased - this.width / 2 / scale;
    this.y = fromY + (toY - fromY) * eased - this.height / 2 / scale;
    if (t === 1) {
      Object.assign(this, to);
      this.flight = null;
    }
    return this.flight !== null;
  }

  pan(dx: number, dy: number): void {
    this.jump({ x: this.x + dx / this.scale, y: this.y + dy / this.scale, scale: this.scale });
  }

  /** The point of the drawing at pixel (px, py) stays where it is. */
  zoom(factor: number, px = this.width / 2, py = this.height / 2, fly = false): void {
    const { x, y, scale } = this.target;
    const next = Math.min(kLargest, Math.max(this.smallest(), scale * factor));
    const view = { x: x + px / scale - px / next, y: y + py / scale - py / next, scale: next };
    if (fly) this.fly(view);
    else this.jump(view);
  }

  fitting(area: Area, largest = kReadingScale * 1.6): View {
    const scale = Math.min(
      largest,
      Math.max(1, this.width - 2 * kMargin) / Math.max(area.width, 1),
      Math.max(1, this.height - 2 * kMargin) / Math.max(area.height, 1),
    );
    return {
      x: area.x + area.width / 2 - this.width / 2 / scale,
      y: area.y + area.height / 2 - this.height / 2 / scale,
      scale,
    };
  }

  /** All of it where that can be read; else its beginning, as wide as can be read. */
  beginning(): View {
    const all = this.fitting(this.bounds);
    if (all.scale >= kReadingScale * 0.5) return all;
    const wide = (this.width - 2 * kMargin) / this.bounds.width;
    const scale = Math.min(kReadingScale * 1.2, Math.max(kReadingScale * 0.6, wide));
    return {
      x: this.bounds.x + this.bounds.width / 2 - this.width / 2 / scale,
      y: this.bounds.y - kMargin / scale,
      scale,
    };
  }

  /** Looks at the middle of an area, closer if it cannot be read and farther if it does not fit. */
  lookAt(area: Area): void {
    const fit = this.fitting(area);
    const scale = Math.min(fit.scale, Math.max(this.target.scale, kReadingScale));
    this.fly({
      x: area.x + area.width / 2 - this.width / 2 / scale,
      y: area.y + area.height / 2 - this.height / 2 / scale,
      scale,
    });
  }

  /** Moves as little as needed to see an area. */
  reveal({ x, y, width, height }: Area): void {
    const { x: left, y: top, scale } = this.target;
    if (scale < kReadingScale * 0.4) return this.lookAt({ x, y, width, height });
    const margin = 40 / scale;
    const [w, h] = [this.width / scale, this.height / scale];
    const shift = (from: number, size: number, begin: number, room: number): number => {
      if (from < begin + margin) return from - margin;
      if (from + size > begin + room - margin) return Math.min(from - margin, from + size + margin - room);
      return begin;
    };
    const next = { x: shift(x, width, left, w), y: shift(y, height, top, h), scale };
    if (next.x !== left || next.y !== top) this.fly(next);
  }

  private smallest(): number {
    return Math.min(kReadingScale, this.fitting(this.bounds).scale * 0.5);
  }

  /** Some of the picture stays in sight. */
  private limited({ x, y, scale }: View): View {
    const [w, h] = [this.width / scale, this.height / scale];
    const kept = (from: number, begin: number, size: number, room: number): number =>
      Math.min(Math.max(from, begin - room * 0.75), begin + size - room * 0.25);
    return {
      x: kept(x, this.bounds.x, this.bounds.width, w),
      y: kept(y, this.bounds.y, this.bounds.height, h),
      scale,
    };
  }
}
