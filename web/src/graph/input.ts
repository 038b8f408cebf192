// Mouse, touch and wheel input of the graph canvas. Dragging and the wheel pan; Ctrl + wheel and pinching zoom; a click
// selects a box; a double-click opens it.
import type { Camera } from './camera';

interface Gestures {
  /**
   * Called when the pointer moved to (x, y) without dragging. All coordinates of these callbacks are CSS pixels
   * relative to the canvas.
   */
  hover: (x: number, y: number) => void;
  leave: () => void;
  click: (x: number, y: number) => void;
  open: (x: number, y: number) => void;
}

const kSlack = 4; // pixels that the pointer may move during a click; a longer movement is a drag
const kLine = 20; // pixels per line, for wheel events whose unit is lines
// Distances in pixels that zoom by the factor e. A notch of a mouse wheel, 100 pixels, zooms by 1.22.
const kWheel = 500;
const kPinch = 140;
const kPinchStep = 25; // a pinch on a trackpad sends Ctrl + wheel events of up to about this many pixels

export class Input {
  wheelZooms = false;
  private readonly pointers = new Map<number, { x: number; y: number }>();
  private moved = 0;
  private pinch = 0; // distance in pixels between the two fingers of a pinch; 0: no pinch

  constructor(
    private readonly element: HTMLElement,
    private readonly camera: Camera,
    private readonly gestures: Gestures,
  ) {
    element.addEventListener('pointerdown', (event) => this.down(event));
    element.addEventListener('pointermove', (event) => this.move(event));
    element.addEventListener('pointerup', (event) => this.up(event));
    element.addEventListener('pointercancel', (event) => this.pointers.delete(event.pointerId));
    element.addEventListener('pointerleave', () => gestures.leave());
    element.addEventListener('dblclick', (event) => gestures.open(...this.at(event)));
    element.addEventListener('wheel', (event) => this.wheel(event), { passive: false });
  }

  private at(event: MouseEvent): [number, number] {
    const { left, top } = this.element.getBoundingClientRect();
    return [event.clientX - left, event.clientY - top];
  }

  private down(event: PointerEvent): void {
    if (event.button !== 0) return;
    this.element.setPointerCapture(event.pointerId);
    const [x, y] = this.at(event);
    this.pointers.set(event.pointerId, { x, y });
    if (this.pointers.size === 1) this.moved = 0;
    this.pinch = this.spread();
  }

  private move(event: PointerEvent): void {
    const [x, y] = this.at(event);
    const last = this.pointers.get(event.pointerId);
    if (!last) return this.gestures.hover(x, y);
    const [dx, dy] = [last.x - x, last.y - y];
    this.moved += Math.abs(dx) + Math.abs(dy);
    this.pointers.set(event.pointerId, { x, y });
    if (this.moved <= kSlack) return;
    this.element.dataset.dragging = 'true';
    this.camera.pan(dx / this.pointers.size, dy / this.pointers.size);
    if (this.pointers.size !== 2) return;
    const spread = this.spread();
    const [a, b] = [...this.pointers.values()] as [{ x: number; y: number }, { x: number; y: number }];
    if (this.pinch > 0 && spread > 0) this.camera.zoom(spread / this.pinch, (a.x + b.x) / 2, (a.y + b.y) / 2);
    this.pinch = spread;
  }

  private up(event: PointerEvent): void {
    if (!this.pointers.delete(event.pointerId)) return;
    delete this.element.dataset.dragging;
    if (this.pointers.size === 0 && this.moved <= kSlack) this.gestures.click(...this.at(event));
  }

  private spread(): number {
    const [a, b] = [...this.pointers.values()];
    return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0;
  }

  private wheel(event: WheelEvent): void {
    const unit = event.deltaMode === 1 ? kLine : event.deltaMode === 2 ? this.element.clientHeight : 1;
    const [dx, dy] = event.shiftKey && !event.deltaX ? [event.deltaY, 0] : [event.deltaX, event.deltaY];
    if (event.ctrlKey || event.metaKey || this.wheelZooms) {
      event.preventDefault();
      this.camera.zoom(zoomFactor(event.deltaY * unit, event.ctrlKey), ...this.at(event));
    } else if (this.camera.scroll(dx * unit, dy * unit)) {
      // Consume the wheel event only if the canvas scrolled. At the edge of the drawing, the wheel scrolls the page.
      event.preventDefault();
    }
  }
}

/** Returns the factor by which a wheel event of `pixels` zooms. `canBePinch`: whether a trackpad may have sent it. */
function zoomFactor(pixels: number, canBePinch: boolean): number {
  const distance = Math.abs(pixels);
  const power = Math.max(distance / kWheel, canBePinch ? Math.min(distance, kPinchStep) / kPinch : 0);
  return Math.exp(-Math.sign(pixels) * power);
}
