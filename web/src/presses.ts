// Delays changes of elements while the user presses one of them. A click on an element that is replaced between press
// and release would be lost.

/**
 * Watches presses of mouse button and finger on the elements in `root`. Returns a function that calls `act` at once, or
 * after the release if an element is pressed.
 */
export function presses(root: HTMLElement): (act: () => void) => void {
  let isPressed = false;
  let waiting: (() => void)[] = [];
  const ends = ['pointerup', 'pointercancel'];
  const release = (): void => {
    for (const end of ends) removeEventListener(end, release);
    // In a new task, because the click comes right after pointerup.
    setTimeout(() => {
      isPressed = false;
      const acts = waiting;
      waiting = [];
      for (const act of acts) act();
    });
  };
  root.addEventListener('pointerdown', () => {
    isPressed = true;
    for (const end of ends) addEventListener(end, release);
  });
  return (act) => {
    if (isPressed) waiting.push(act);
    else act();
  };
}
