// The panes of the window. Stores which are shown and how large they are; the browser keeps the sizes.
import { computed, effect, signal, type Signal } from '@preact/signals';
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

const windowHeight = signal(innerHeight);
const kKey = 'hlorank.panes';
const kStep = 24; // pixels by which an arrow key moves the separator between two panes

type Sizes = Record<'list' | 'inspector' | 'drawer', number>;
const kSizes: Sizes = { list: 300, inspector: 340, drawer: 340 }; // initial sizes of the panes in pixels
const kLeast = 180;
// Height in pixels that the initial drawer leaves above it: about 250 for the canvas of the graph, the rest for the bars.
const kAboveDrawer = 570;

/** The sizes in pixels that the user chose. A pane without one has its initial size. */
type ChosenSizes = Partial<Record<keyof Sizes, number | undefined>>;

/** Returns the initial size of a pane. In a low window, the drawer is lower, so that the graph stays visible. */
const initialSize = (pane: keyof Sizes): number =>
  pane === 'drawer' ? Math.max(kLeast, Math.min(kSizes.drawer, windowHeight.value - kAboveDrawer)) : kSizes[pane];

function remembered(): ChosenSizes {
  try {
    const sizes = JSON.parse(localStorage.getItem(kKey) ?? '{}') as ChosenSizes;
    const isSize = ([, size]: [string, unknown]) => typeof size === 'number' && size >= kLeast;
    return Object.fromEntries(Object.entries(sizes).filter(isSize));
  } catch {
    return {};
  }
}

function remember(sizes: ChosenSizes): void {
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
function setUpSplit(element: HTMLElement, pane: keyof Sizes, chosen: Signal<ChosenSizes>, sign: 1 | -1): void {
  const isFlat = pane === 'drawer';
  const label = { list: 'Width of the list', inspector: 'Width of the inspector', drawer: 'Height of the drawer' }[
    pane
  ];
  const most = () => Math.max(kLeast, (isFlat ? innerHeight * 0.75 : innerWidth * 0.45) | 0);
  const size = computed(() => chosen.value[pane] ?? initialSize(pane));
  const resize = (to: number): void => {
    chosen.value = { ...chosen.value, [pane]: Math.round(Math.min(most(), Math.max(kLeast, to))) };
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
    const before = size.peek();
    const move = ({ clientX, clientY }: PointerEvent): void =>
      resize(before + sign * ((isFlat ? clientY : clientX) - from));
    element.addEventListener('pointermove', move);
    element.addEventListener('lostpointercapture', () => element.removeEventListener('pointermove', move), {
      once: true,
    });
  });
  element.addEventListener('keydown', (event) => {
    const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    resize(size.peek() + sign * step * kStep);
  });
  element.addEventListener('dblclick', () => (chosen.value = { ...chosen.value, [pane]: undefined }));
  effect(() => {
    document.documentElement.style.setProperty(`--${pane}-size`, `${size.value}px`);
    element.setAttribute('aria-valuenow', String(size.value));
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
  const chosen = signal(remembered());
  effect(() => remember(chosen.value));
  addEventListener('resize', () => (windowHeight.value = innerHeight));
  setUpSplit(byId('split-list'), 'list', chosen, 1);
  setUpSplit(byId('split-inspector'), 'inspector', chosen, -1);
  setUpSplit(byId('split-drawer'), 'drawer', chosen, -1);
  fillPaneNav(byId('pane-nav'));
  effect(() => {
    const { dataset } = document.body;
    dataset.pane = narrowPane.value;
    dataset.drawer = isDrawerOpen.value ? 'open' : 'closed';
  });
}
