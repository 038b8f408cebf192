// Keyboard shortcuts of the window, which work wherever the focus is.
import { isLearning } from './learning';

/** Whether the user edits text or chooses from a menu in `element`, so that letters and digits are no shortcuts there. */
export const isTypedInto = (element: Element): boolean =>
  element.matches('textarea, select, input:not([type="checkbox"], [type="radio"], [type="range"])');

/** Calls `press` with each key that may be a shortcut of the window. None is in a dialog, in a lesson or in typed text. */
export function onShortcut(press: (key: string) => void): void {
  document.addEventListener('keydown', ({ key, target, ctrlKey, metaKey, altKey }) => {
    if (ctrlKey || metaKey || altKey || isTypedInto(target as Element)) return;
    if (!document.querySelector('dialog[open]') && !isLearning.peek()) press(key);
  });
}
