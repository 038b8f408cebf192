// Places each menu beside the button that opens it.
const kGap = 4; // pixels between a menu and its button
const kEdge = 12; // pixels between a menu and the side of the window, if its button is too near to that side

export function setUpMenus(): void {
  document.addEventListener(
    'beforetoggle',
    ({ target, newState }) => {
      const menu = target as HTMLElement;
      if (newState === 'open' && menu.matches('.menu')) place(menu);
    },
    { capture: true }, // the event does not bubble
  );
}

/** Places a menu below or above its button, where there is more room, and aligned with it. */
function place(menu: HTMLElement): void {
  const { left, right, top, bottom } = document.querySelector(`[popovertarget="${menu.id}"]`)!.getBoundingClientRect();
  const most = innerWidth - (parseFloat(getComputedStyle(menu).width) || 0) - kEdge; // "max-content" is narrow enough
  const isRight = left + right > innerWidth;
  const isBelow = innerHeight - bottom > top;
  const room = isBelow ? innerHeight - bottom : top;
  Object.assign(menu.style, {
    left: isRight ? 'auto' : `${Math.min(left, most)}px`,
    right: isRight ? `${Math.min(innerWidth - right, most)}px` : 'auto',
    top: isBelow ? `${bottom + kGap}px` : 'auto',
    bottom: isBelow ? 'auto' : `${innerHeight - top + kGap}px`,
    maxHeight: `${room - 2 * kGap}px`,
  });
}
