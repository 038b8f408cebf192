// The panes of the window. Stores which are shown and how large they are; the browser keeps the sizes.
import { effect, signal, type Signal } from '@preact/signals';
import { h } from '../dom';

export type ListTab = 'hotspots' | 'layouts' | 'conflicts' | 'outline';
export type CentreTab = 'graph' | 'text' | 'diff';
export type DrawerTab = 'ranking' | 'compare' | 'instructions';
type Pane = 'list' | 'graph' | 'inspector' | 'drawer';

export const listTab = signal<ListTab>('hotspots');
/**
 * Whether the tab of the list pane has been selected for this program, by its first ranking, the user or the page
 * address. From then on a new ranking does not select another tab.
 */
export const isListChosen = signal(false);
export const centreTab = signal<CentreTab>('graph');
export const drawerTab = signal<DrawerTab>('ranking');
export const isDrawerOpen = signal(false);
/** The pane that is shown while the window is too narrow for all panes. */
export const narrowPane = signal<Pane>('list');

/** Shows the list that the user selected. */
export function chooseList(tab: ListTab): void {
  listTab.value = tab;
  isListChosen.value = true;
  narrowPane.value = 'list';
}

/** Opens the drawer (the pane with the tables) and selects a tab in it. */
export function openDrawer(tab: DrawerTab): void {
  drawerTab.value = tab;
  isDrawerOpen.value = true;
  narrowPane.value = 'drawer';
}

const kKey = 'hlorank.panes';
const kStep = 24; // pixels by which an arrow key moves the separator between two panes

type Sizes = Record<'list' | 'inspector' | 'drawer', number>;
const kSizes: Sizes = { list: 300, inspector: 340, drawer: 340 }; // initial sizes of the panes in pixels
const kLeast = 180;

function remembered(): Sizes {
  try {
    const sizes = JSON.parse(localStorage.getItem(kKey) ?? '{}') as Partial<Sizes>;
    const isSize = ([, size]: [string, unknown]) => typeof size === 'number' && size >= kLeast;
    return { ...kSizes, ...Object.fromEntries(Object.entries(sizes).filter(isSize)) };
  } catch {
    return kSizes;
  }
}

function remember(sizes: Sizes): void {
  try {
    localStorage.setItem(kKey, JSON.stringify(sizes));
  } catch {
    // The browser blocks storage, so the pane sizes last only until the page is closed.
  }
}

/**
 * Makes `element` the separator of a pane. Dragging and arrow keys resize the pane; a double-click restores the initial
 * size. `sign`: 1 if the pane is before the separator, −1 if it is after it.
 */
function setUpSplit(element: HTMLElement, pane: keyof Sizes, sizes: Signal<Sizes>, sign: 1 | -1): void {
  const isFlat = pane === 'drawer';
  const label = { list: 'Width of the list', inspector: 'Width of the inspector', drawer: 'Height of the drawer' }[
    pane
  ];
  const most = () => Math.max(kLeast, (isFlat ? innerHeight * 0.75 : innerWidth * 0.45) | 0);
  const resize = (size: number): void => {
    sizes.value = { ...sizes.value, [pane]: Math.round(Math.min(most(), Math.max(kLeast, size))) };
  };
  element.role = 'separator';
  element.tabIndex = 0;
  element.title = `${label}: drag, or press the arrow keys`;
  element.setAttribute('aria-label', label);
  element.setAttribute('aria-orientation', isFlat ? 'horizontal' : 'vertical');
  element.setAttribute('aria-valuemin', String(kLeast));
  element.addEventListener('pointerdown', (event) => {
    element.setPointerCapture(event.pointerId);
    const from = isFlat ? event.clientY : event.clientX;
    const size = sizes.peek()[pane];
    const move = ({ clientX, clientY }: PointerEvent): void =>
      resize(size + sign * ((isFlat ? clientY : clientX) - from));
    element.addEventListener('pointermove', move);
    element.addEventListener('lostpointercapture', () => element.removeEventListener('pointermove', move), {
      once: true,
    });
  });
  element.addEventListener('keydown', (event) => {
    const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    resize(sizes.peek()[pane] + sign * step * kStep);
  });
  element.addEventListener('dblclick', () => resize(kSizes[pane]));
  effect(() => {
    document.documentElement.style.setProperty(`--${pane}-size`, `${sizes.value[pane]}px`);
    element.setAttribute('aria-valuenow', String(sizes.value[pane]));
    element.setAttribute('aria-valuemax', String(most()));
  });
}

/** Creates the buttons that select which pane is shown while the window is too narrow for all panes. */
function fillPaneNav(nav: HTMLElement): void {
  const titles: Record<Pane, string> = { list: 'List', graph: 'Graph', inspector: 'Inspector', drawer: 'Table' };
  const panes = Object.keys(titles) as Pane[];
  const choose = (pane: Pane): void => {
    narrowPane.value = pane;
    if (pane === 'drawer') isDrawerOpen.value = true;
  };
  const buttons = panes.map((pane) => h('button', { onclick: () => choose(pane) }, titles[pane]));
  nav.append(...buttons);
  effect(() => panes.forEach((pane, i) => buttons[i]!.setAttribute('aria-pressed', String(narrowPane.value === pane))));
}

export function setUpPanes(byId: (id: string) => HTMLElement): void {
  const sizes = signal(remembered());
  effect(() => remember(sizes.value));
  setUpSplit(byId('split-list'), 'list', sizes, 1);
  setUpSplit(byId('split-inspector'), 'inspector', sizes, -1);
  setUpSplit(byId('split-drawer'), 'drawer', sizes, -1);
  fillPaneNav(byId('pane-nav'));
  effect(() => {
    const { dataset } = document.body;
    dataset.pane = narrowPane.value;
    dataset.drawer = isDrawerOpen.value ? 'open' : 'closed';
  });
}
