// Tells when the user presses an element. A click on an element that is replaced between press and release would be
// lost, so views wait for the release.

// Events that end a press. After the last three, pointerup may not come.
const kEnds = ['pointerup', 'pointercancel', 'contextmenu', 'dragend', 'blur'];

/**
 * Watches presses of mouse button and finger on the elements in `root`. Returns a function that tells whether an element
 * is pressed. Calls `released` once when all presses have ended and the clicks that they cause have been handled.
 */
export function watchPresses(root: HTMLElement, released: () => void): () => boolean {
  const pressed = new Map<number, number>(); // for each pointer, the number of its press
  let presses = 0;
  const release = (event: Event): void => {
    if (event.type === 'blur' && event.target !== window) return; // an element lost the focus, not the window
    const pointer = event.type.startsWith('pointer') ? (event as PointerEvent).pointerId : null;
    const ended = [...pressed].filter(([id]) => pointer === null || id === pointer);
    // In a new task, because the click comes right after pointerup. By then, the pointer may be pressed again.
    setTimeout(() => {
      for (const [id, press] of ended) if (pressed.get(id) === press) pressed.delete(id);
      if (pressed.size) return;
      for (const end of kEnds) removeEventListener(end, release, true);
      released();
    });
  };
  root.addEventListener('pointerdown', ({ button, pointerId }) => {
    if (button !== 0) return;
    pressed.set(pointerId, ++presses);
    for (const end of kEnds) addEventListener(end, release, true);
  });
  return () => pressed.size > 0;
}
