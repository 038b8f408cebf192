// Tests of the camera of the graph.
import { expect, test } from 'vitest';
import { Camera } from '../../web/src/graph/camera.ts';

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

test('scrolling stops at the edge of the drawing', () => {
  const made = camera();
  expect(made.scroll(0, -100)).toBe(true); // the margin above the drawing
  expect(made.y * made.scale).toBeCloseTo(-24);
  expect(made.scroll(0, -100)).toBe(false);
  expect(made.scroll(0, 50)).toBe(true);
  expect(made.y * made.scale).toBeCloseTo(26);
  made.jump(made.fitting({ x: 0, y: 0, width: 400, height: 400 }));
  expect(made.showsAll).toBe(true);
  expect(made.scroll(30, 30)).toBe(false);
});
