// Camera of the graph canvas: position and zoom, with animation. Lengths in the drawing are measured in widths of a
// character.

/**
 * Position and zoom of the canvas. (x, y): point of the drawing in the upper left corner of the canvas. `scale`: CSS
 * pixels per unit of the drawing (width of a character).
 */
export interface View {
  x: number;
  y: number;
  scale: number;
}

/** A rectangle of the drawing. The unit of length is the width of a character. */
export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

// Zoom, in CSS pixels per character width, at which the graph's text is as large as the text of the page.
export const kReadingScale = 7.5;
const kLargest = 40; // CSS pixels per character width at the largest zoom
const kMargin = 24; // pixels left free around an area when it is fitted into the canvas
const kRevealed = 40; // pixels left free around an area that is moved into view
const kDuration = 220; // duration of an animation in milliseconds

export class Camera {
  x = 0;
  y = 0;
  scale = 1;
  /** Size of the canvas in CSS pixels. */
  width = 1;
  height = 1;
  /** Size in CSS pixels of the lower right part of the canvas that the minimap covers. */
  corner = { width: 0, height: 0 };
  private bounds: Area = { x: 0, y: 0, width: 1, height: 1 };
  /** `area`: argument of `begin`. This field is null once the user has moved the view. */
  private begun: { area: Area | null } | null = null;
  private flight: { from: View; to: View; begin: number } | null = null;

  /** `changed` is called after each change of position or zoom. `calm` returns whether animations are disabled. */
  constructor(
    private readonly changed: () => void,
    private readonly calm: () => boolean,
  ) {}

  resize(width: number, height: number): void {
    this.x += (this.width - width) / 2 / this.scale;
    this.width = width;
    this.height = height;
    if (this.begun) this.begin(this.begun.area);
    else this.changed();
  }

  /** Sets the area that the whole drawing covers. */
  setBounds(bounds: Area): void {
    this.bounds = bounds;
  }

  /** Whether the canvas still shows the initial view, which begins at the top of the drawing. */
  get isAtTop(): boolean {
    return this.begun !== null && !this.begun.area;
  }

  get view(): View {
    return { x: this.x, y: this.y, scale: this.scale };
  }

  /**
   * The position and zoom at which the running animation will end. Without an animation, the current position and zoom.
   */
  get target(): View {
    return this.flight?.to ?? this.view;
  }

  jump(view: View): void {
    this.flight = null;
    this.begun = null;
    Object.assign(this, this.limited(view));
    this.changed();
  }

  /** Moves to the position and zoom `view`. Shows an animation unless animations are disabled. */
  fly(view: View): void {
    if (this.calm()) return this.jump(view);
    this.begun = null;
    this.flight = { from: this.view, to: this.limited(view), begin: performance.now() };
    this.changed();
  }

  /**
   * Advances the animation to time `now` (milliseconds). Returns false if the animation has finished or none is
   * running.
   */
  step(now: number): boolean {
    if (!this.flight) return false;
    const { from, to, begin } = this.flight;
    const t = Math.min(1, Math.max(0, (now - begin) / kDuration));
    const eased = 1 - (1 - t) ** 3;
    // Interpolates the scale geometrically and the centre of the view linearly.
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

  /**
   * Pans like a scrolled pane. Stops at the edges of the drawing, and does not move along an axis on which the whole
   * drawing is visible. The lower and the right edge can be moved out of the corner that the minimap covers. Returns
   * whether the view moved.
   */
  scroll(dx: number, dy: number): boolean {
    const moved = (from: number, by: number, begin: number, size: number, room: number, covered: number): number => {
      const margin = kMargin / this.scale;
      const [first, end] = [begin - margin, begin + size + margin - room];
      if (first >= end) return from;
      const last = end + covered / this.scale;
      return by > 0 ? Math.max(from, Math.min(from + by, last)) : Math.min(from, Math.max(from + by, first));
    };
    const { bounds, scale, corner } = this;
    const x = moved(this.x, dx / scale, bounds.x, bounds.width, this.width / scale, corner.width);
    const y = moved(this.y, dy / scale, bounds.y, bounds.height, this.height / scale, corner.height);
    if (x === this.x && y === this.y) return false;
    this.jump({ x, y, scale });
    return true;
  }

  /** Whether the whole drawing is visible. */
  get showsAll(): boolean {
    const { x, y, width, height } = this.bounds;
    return (
      this.x <= x &&
      this.y <= y &&
      this.x + this.width / this.scale >= x + width &&
      this.y + this.height / this.scale >= y + height
    );
  }

  /** Zooms by `factor` around the point (px, py) of the canvas, in CSS pixels. `fly`: whether to show an animation. */
  zoom(factor: number, px = this.width / 2, py = this.height / 2, fly = false): void {
    const { x, y, scale } = this.target;
    const next = Math.min(kLargest, Math.max(this.smallest(), scale * factor));
    const view = { x: x + px / scale - px / next, y: y + py / scale - py / next, scale: next };
    if (fly) this.fly(view);
    else this.jump(view);
  }

  /**
   * Returns the position and zoom that show all of `area` in the middle of the canvas. The text is at most as large as
   * the text of the page.
   */
  fitting(area: Area): View {
    return this.centred(area, Math.min(kReadingScale, this.largestOf(area)));
  }

  /** Returns the largest scale (CSS pixels per character width) at which all of an area is visible. */
  private largestOf({ width, height }: Area): number {
    const [w, h] = [this.width - 2 * kMargin, this.height - 2 * kMargin];
    return Math.min(Math.max(1, w) / Math.max(width, 1), Math.max(1, h) / Math.max(height, 1));
  }

  private centred(area: Area, scale: number): View {
    return {
      x: area.x + area.width / 2 - this.width / 2 / scale,
      y: area.y + area.height / 2 - this.height / 2 / scale,
      scale,
    };
  }

  /**
   * Shows the initial view, with text as large as that of the page. Shows the whole drawing if it fits, else the part
   * around `area` (null: the top of the drawing), beside the minimap as far as there is room. The view adapts when the
   * canvas is resized, until the user moves the view.
   */
  begin(area: Area | null): void {
    const { x, y, width, height } = this.bounds;
    const scale = kReadingScale;
    const margin = kMargin / scale;
    const { x: left, y: top } = this.centred(area ?? { x, y, width, height: 0 }, scale);
    const [w, h] = [this.width / scale, this.height / scale];
    const fits = (size: number, room: number): boolean => size + 2 * margin <= room;
    /** `covered`: length that the minimap covers at the end of `room`. */
    const within = (from: number, begin: number, size: number, room: number, covered: number): number =>
      fits(size, room)
        ? Math.min(begin - margin, Math.max(begin + size / 2 - room / 2, begin + size + covered - room))
        : Math.min(Math.max(from, begin - margin), begin + size + margin - room);
    const hasMap = !fits(width, w) || !fits(height, h);
    const covered = hasMap ? this.corner : { width: 0, height: 0 };
    const view = {
      x: within(left, x, width, w, covered.width / scale),
      y: within(top, y, height, h, covered.height / scale),
      scale,
    };
    this.jump(area ? this.uncovered(view, area) : view);
    this.begun = { area };
  }

  /**
   * Moves the middle of the view to an area. Zooms in if the text in the area is illegible, and out if the area does
   * not fit.
   */
  lookAt(area: Area): void {
    this.fly(this.centred(area, Math.min(this.largestOf(area), Math.max(this.target.scale, kReadingScale))));
  }

  /**
   * Moves the view by the smallest distance that makes an area visible. If the text would be illegible, centres the
   * area and zooms in. Keeps the area out of the corner that the minimap covers.
   */
  reveal({ x, y, width, height }: Area): void {
    const { x: left, y: top, scale } = this.target;
    if (scale < kReadingScale * 0.4) return this.lookAt({ x, y, width, height });
    const margin = kRevealed / scale;
    const [w, h] = [this.width / scale, this.height / scale];
    const shift = (from: number, size: number, begin: number, room: number): number => {
      if (from < begin + margin) return from - margin;
      if (from + size > begin + room - margin) return Math.min(from - margin, from + size + margin - room);
      return begin;
    };
    const area = { x, y, width, height };
    const next = this.uncovered({ x: shift(x, width, left, w), y: shift(y, height, top, h), scale }, area);
    if (next.x !== left || next.y !== top) this.fly(next);
  }

  /** Returns `view`; if the minimap would cover the area and the area fits beside it, moved so that it does not. */
  private uncovered(view: View, { x, y, width, height }: Area): View {
    const [w, h] = [this.width / view.scale, this.height / view.scale];
    const hidden = {
      x: x + width - (view.x + w - this.corner.width / view.scale),
      y: y + height - (view.y + h - this.corner.height / view.scale),
    };
    const isHidden = hidden.x > 0 && hidden.y > 0 && hidden.x + kRevealed / view.scale < w - width;
    return isHidden ? { ...view, x: view.x + hidden.x } : view;
  }

  private smallest(): number {
    return Math.min(kReadingScale, this.fitting(this.bounds).scale * 0.5);
  }

  /** Returns `view`, moved if necessary so that part of the drawing stays visible. */
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
