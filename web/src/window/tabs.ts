// Tab list: a row of buttons. The panel of the selected button is shown. Arrow keys move the selection.
import { effect, type Signal } from '@preact/signals';
import { h } from '../dom';

export interface Tab<Name extends string> {
  name: Name;
  title: string;
  panel: HTMLElement;
  /** Tooltip of the tab's button. */
  hint?: string;
}

/**
 * Creates the buttons of the tabs in `root`. `current`: name of the selected tab. `clicked`: called after a click on a
 * tab, with whether this tab was already selected. The accessible name of a panel is that of its tab, unless the panel
 * has one of its own.
 */
export function setUpTabs<Name extends string>(
  root: HTMLElement,
  label: string,
  tabs: Tab<Name>[],
  current: Signal<Name>,
  clicked: (wasCurrent: boolean) => void = () => {},
): void {
  const buttons = tabs.map(({ name, title, panel, hint }) =>
    h(
      'button',
      {
        role: 'tab',
        id: `tab-${panel.id}`,
        'aria-controls': panel.id,
        title: hint,
        onclick: () => {
          const wasCurrent = current.peek() === name;
          current.value = name;
          clicked(wasCurrent);
        },
      },
      title,
    ),
  );
  for (const { panel } of tabs) {
    panel.setAttribute('role', 'tabpanel');
    if (!panel.hasAttribute('aria-labelledby')) panel.setAttribute('aria-labelledby', `tab-${panel.id}`);
  }
  root.classList.add('tabs');
  root.setAttribute('role', 'tablist');
  root.setAttribute('aria-label', label);
  root.append(...buttons);
  root.addEventListener('keydown', (event) => {
    const shown = tabs.filter((_, i) => !buttons[i]!.hidden);
    const at = shown.findIndex(({ name }) => name === current.peek());
    const moves: Record<string, number> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: shown.length - 1 };
    const to = moves[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = shown[(to + shown.length) % shown.length]!;
    current.value = next.name;
    buttons[tabs.indexOf(next)]!.focus();
  });
  effect(() => {
    tabs.forEach(({ name, panel }, i) => {
      const isCurrent = current.value === name;
      panel.hidden = !isCurrent;
      buttons[i]!.setAttribute('aria-selected', String(isCurrent));
      buttons[i]!.tabIndex = isCurrent ? 0 : -1;
    });
  });
}
