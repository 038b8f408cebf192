// Pointer input on the HLO text: hover, click, Ctrl + click on names, and the buttons in the lines.
import type { TextState } from './state';
import type { TextActions } from './keys';

const lineOf = (target: Element): number => Number(target.closest<HTMLElement>('.text-row')?.dataset.line ?? -1);
const nameAt = (target: Element): HTMLElement | null => target.closest('.operand, .computation, .definition');

export function followPointer(element: HTMLElement, state: () => TextState, actions: TextActions): void {
  element.addEventListener('pointerover', (event) => {
    const target = event.target as Element;
    const line = lineOf(target);
    actions.hoverLine(line);
    const name = nameAt(target);
    actions.setMark(name && state().markOf(name.textContent, name.classList[0]!, line));
  });
  element.addEventListener('pointermove', (event) =>
    element.classList.toggle('follows', event.ctrlKey || event.metaKey),
  );
  element.addEventListener('pointerleave', () => {
    actions.hoverLine(-1);
    actions.setMark(null);
    element.classList.remove('follows');
  });
  element.addEventListener('click', (event) => click(event, state(), actions));
}

function click(event: MouseEvent, { listing, folding }: TextState, actions: TextActions): void {
  const target = event.target as Element;
  const line = lineOf(target);
  if (line < 0) return;
  const header = listing.headerAt(line);
  const name = nameAt(target);
  if (target.closest('.more')) actions.expand(line);
  else if (header >= 0 && target.closest('.fold, .folded')) actions.fold(header, !folding.isFolded(header));
  else if (name && (event.ctrlKey || event.metaKey)) actions.follow(name.textContent, name.classList[0]!, line);
  else if (getSelection()?.isCollapsed === false)
    return; // the click ended a text selection, so it does not select a line
  else actions.choose(line);
}
