// Tests pan and zoom of the graph canvas (class Camera).
import { expect, test } from 'vitest';
import { Camera, kReadingScale } from '../../web/src/graph/camera.ts';

function camera(): Camera {
  const made = new Camera(
    () => {},
    () => true,
  );
  made.resize(800, 600);
  made.setBounds({ x: 0, y: 0, width: 400, height: 400 });
  made.jump({ x: 0, y: 0, scale: 8 });
  return made;
}

test('a revealed box is not under the minimap', () => {
  const made = camera();
  made.corner = { width: 160, height: 180 };
  const box = { x: 82, y: 60, width: 12, height: 6 };
  made.reveal(box);
  const right = (box.x + box.width - made.x) * made.scale;
  const bottom = (box.y + box.height - made.y) * made.scale;
  expect(right <= 800 - 160 || bottom <= 600 - 180).toBe(true);
  expect((box.x - made.x) * made.scale).toBeGreaterThanOrEqual(0);
  made.corner = { width: 0, height: 0 };
  made.jump({ x: 0, y: 0, scale: 8 });
  made.reveal(box);
  expect(made.view).toEqual({ x: 0, y: 0, scale: 8 });
});

test('the first view leaves room for the minimap beside a drawing that is narrow enough', () => {
  const made = camera();
  made.corner = { width: 160, height: 180 };
  const rightEdge = (width: number) => (width - made.x) * made.scale;
  for (const width of [70, 40]) {
    made.setBounds({ x: 0, y: 0, width, height: 400 });
    made.begin(null);
    expect(rightEdge(width)).toBeLessThan(800 - 160 + 1);
    expect(made.x).toBeLessThanOrEqual(0);
  }
  made.setBounds({ x: 0, y: 0, width: 95, height: 400 });
  made.begin(null);
  expect(made.x * made.scale).toBeCloseTo(-24); // as far to the left as the margin allows
  made.setBounds({ x: 0, y: 0, width: 70, height: 60 });
  made.begin(null);
  expect(made.showsAll).toBe(true); // then there is no minimap
  expect((35 - made.x) * made.scale).toBeCloseTo(400);
});

test('the end of the drawing can be scrolled out from under the minimap', () => {
  const made = camera();
  made.corner = { width: 160, height: 180 };
  for (let i = 0; i < 50; ++i) made.scroll(100, 100);
  expect((400 - made.x) * made.scale).toBeLessThanOrEqual(800 - 160);
  expect((400 - made.y) * made.scale).toBeLessThanOrEqual(600 - 180);
});

test('scrolling stops at the edge of the drawing', () => {
  const made = camera();
  expect(made.scroll(0, -100)).toBe(true); // scrolling up reaches the margin above the drawing
  expect(made.y * made.scale).toBeCloseTo(-24);
  expect(made.scroll(0, -100)).toBe(false);
  expect(made.scroll(0, 50)).toBe(true);
  expect(made.y * made.scale).toBeCloseTo(26);
  made.jump(made.fitting({ x: 0, y: 0, width: 400, height: 400 }));
  expect(made.showsAll).toBe(true);
  expect(made.scroll(30, 30)).toBe(false);
});

test('the first view has text of one size, and shows the area in question', () => {
  const [small, large] = [camera(), camera()];
  small.setBounds({ x: 0, y: 0, width: 20, height: 10 });
  large.setBounds({ x: 0, y: 0, width: 400, height: 4000 });
  const area = { x: 300, y: 2000, width: 20, height: 5 };
  small.begin(null);
  large.begin(area);
  expect(small.scale).toBe(kReadingScale);
  expect(large.scale).toBe(kReadingScale);
  expect(small.showsAll).toBe(true);
  for (const side of [0, 1]) {
    expect((area.x + side * area.width - large.x) * large.scale).toSatisfy((x: number) => x >= 0 && x <= 800);
    expect((area.y + side * area.height - large.y) * large.scale).toSatisfy((y: number) => y >= 0 && y <= 600);
  }
  large.begin(null);
  expect(large.y * large.scale).toBeCloseTo(-24);
});

test('the first view follows the size of the canvas until it is moved', () => {
  const made = camera();
  made.begin({ x: 190, y: 190, width: 20, height: 20 });
  made.resize(400, 300);
  expect((200 - made.y) * made.scale).toBeCloseTo(150);
  made.pan(10, 0);
  const { y } = made.view;
  made.resize(400, 200);
  expect(made.y).toBe(y);
});

test('a drawing that fits is not enlarged beyond the text of the page', () => {
  expect(camera().fitting({ x: 0, y: 0, width: 20, height: 10 }).scale).toBe(kReadingScale);
});
