// Sets up the main window: tabs, lists, panes and the line with the verdict on the program.
import { render } from 'preact';
import type { Client } from '../client';
import { byId } from '../dom';
import { machine } from '../machine';
import type { OpenedProgram } from '../protocol';
import { type Ranked, selection } from '../selection';
import { onShortcut } from '../shortcuts';
import { Conflicts } from './conflicts';
import { Hotspots } from './hotspots';
import { icon } from './icons';
import { Layouts, type LayoutsActions } from './layouts';
import {
  type CentreTab,
  centreTab,
  chooseList,
  drawerTab,
  isDrawerOpen,
  isListChosen,
  type ListTab,
  listTab,
  narrowPane,
  openDrawer,
  setUpPanes,
} from './panes';
import { findCosting, type SearchedProgram } from './quantities';
import { type Command, SearchBox, setUpSearch } from './search';
import { setUpTabs } from './tabs';
import { verdictOf } from './verdict';
import { VerdictLine } from './verdict_line';

/** Title of each tab for HLO programs, and for schedules. Null hides the tab, because schedules have no such view. */
const kTitles: Record<string, [string, string | null]> = {
  layouts: ['Layouts', 'Schedules'],
  conflicts: ['Conflicts', null],
  text: ['Text', null],
  diff: ['Diff', null],
  ranking: ['Configurations', 'Schedules'],
  compare: ['Side by side', null],
  instructions: ['Instructions', 'Stages'],
};

/**
 * Whether a ranking is worth showing first. It is if times were measured, or if the model predicts that the best
 * configuration is faster.
 */
const isTelling = ({ view, status }: Ranked): boolean => view.times.length > 0 || status.verdict?.kind === 'predicted';

export function setUpWindow(client: Client, actions: Omit<LayoutsActions, 'openTable'>): void {
  byId('open-more').append(icon('more'));
  byId('share').append(icon('share'));
  byId('help').append(icon('help'));
  setUpTabs(
    byId('list-tabs'),
    'Lists',
    [
      { name: 'hotspots', title: 'Hotspots', panel: byId('hotspots'), hint: 'What the time goes into (1)' },
      { name: 'layouts', title: 'Layouts', panel: byId('layouts'), hint: 'Configurations of layouts, best first (2)' },
      { name: 'conflicts', title: 'Conflicts', panel: byId('conflicts'), hint: 'Copies and transposes (3)' },
      { name: 'outline', title: 'Outline', panel: byId('outline'), hint: 'The boxes of the graph as a tree (4)' },
    ],
    listTab,
  );
  setUpTabs(
    byId('graph-tabs'),
    'Views of the program',
    [
      { name: 'graph', title: 'Graph', panel: byId('graph-view') },
      { name: 'text', title: 'Text', panel: byId('text') },
      { name: 'diff', title: 'Diff', panel: byId('diff') },
    ],
    centreTab,
  );
  setUpTabs(
    byId('drawer-tabs'),
    'Tables',
    [
      { name: 'ranking', title: 'Configurations', panel: byId('ranking') },
      { name: 'compare', title: 'Side by side', panel: byId('compare') },
      { name: 'instructions', title: 'Instructions', panel: byId('instructions') },
    ],
    drawerTab,
    (wasCurrent) => (isDrawerOpen.value = !(wasCurrent && isDrawerOpen.peek())),
  );
  setUpPanes(byId);

  for (const event of ['click', 'keydown'])
    byId('list-tabs').addEventListener(event, () => (isListChosen.value = true));
  selection.on('ranked', (ranked) => {
    // Show the list of layouts if there is a ranking without a program. This is the first example, which was ranked at
    // build time.
    if (ranked && !selection.get('program')) listTab.value = 'layouts';
    if (!ranked || ranked.status.scored < ranked.status.total) return;
    // Without predicted times of stages, the list of hotspots is empty.
    const isWorth = selection.get('program')?.inspection.schedules
      ? ranked.view.isPredicted === false
      : isTelling(ranked);
    if (!isListChosen.peek() && !selection.get('changes') && isWorth) listTab.value = 'layouts';
    isListChosen.value = true;
  });
  selection.on('program', (program) => {
    showTabsOf(program);
    if (!selection.isStage) isListChosen.value = false;
    if (program?.inspection.schedules) return showSchedules();
    if (!selection.isStage) listTab.value = program?.inspection.configurations.measured ? 'layouts' : 'hotspots';
    void estimateCosts(client);
  });
  machine.subscribe(() => void estimateCosts(client));
  // Show the name and the cost of a newly selected instruction. Controls in the panels below them stay in place.
  selection.on('instruction', (instruction) => {
    const isBelow = document.activeElement?.closest('#explanation, #what-if');
    if (instruction !== null && !isBelow) byId('inspector').scrollTop = 0;
  });
  selection.on('configuration', (configuration) => {
    const program = selection.get('program');
    if (!program?.inspection.schedules || !configuration) return;
    void client.ask('costs', { configuration: configuration.index }).then(
      (costs) => selection.get('configuration') === configuration && selection.choose('costs', costs),
      () => {}, // ignores the error: a newer ranking cancelled the request
    );
  });
  let isCompared = false;
  selection.on('changes', (changes) => {
    if (isCompared && changes) return; // the same two programs are compared again, for another machine
    isCompared = changes !== null;
    if (changes && !selection.isStage) [centreTab.value, narrowPane.value] = ['diff', 'graph'];
    if (changes) selectCulprit();
    else if (centreTab.peek() === 'diff' && !selection.isStage) centreTab.value = 'graph';
  });

  render(<VerdictLine />, byId('verdict'));
  render(<Hotspots groups={(by) => client.ask('costGroups', { by, machine: machine.peek() })} />, byId('hotspots'));
  render(<Layouts {...actions} openTable={() => openDrawer('ranking')} />, byId('layouts'));
  render(<Conflicts />, byId('conflicts'));
  render(
    <SearchBox
      find={(query) => findCosting(query, (words) => client.ask('find', { query: words }), searchedProgram())}
      commands={commands()}
      leave={() => byId('graph').querySelector<HTMLElement>('.graph-surface')?.focus()}
    />,
    byId('search-host'),
  );
  setUpSearch();
  setUpKeys();
}

function searchedProgram(): SearchedProgram {
  const program = selection.get('program');
  return {
    instructions: program?.instructions.names.length ?? 0,
    hasModule: program?.inspection.computations !== null,
    hasSchedules: program?.inspection.schedules !== undefined,
    costs: selection.get('costs'),
  };
}

/** Estimates the costs of the program on the selected machine. */
async function estimateCosts(client: Client): Promise<void> {
  const program = selection.get('program');
  if (!program || program.inspection.computations === null || program.inspection.schedules) return;
  const wanted = machine.peek();
  const costs = await client.ask('costs', { machine: wanted });
  if (selection.get('program') === program && machine.peek() === wanted) selection.choose('costs', costs);
}

/**
 * Shows what there is about schedules: the list of the stages that take the most time, and the ranking in the drawer.
 * The graph replaces text or diff, which schedules do not have.
 */
function showSchedules(): void {
  listTab.value = 'hotspots';
  drawerTab.value = 'ranking';
  isDrawerOpen.value = true;
  if (['text', 'diff'].includes(centreTab.peek())) centreTab.value = 'graph';
}

/** Sets the tab titles for an HLO program or for schedules, and hides the tabs that schedules do not have. */
function showTabsOf(program: OpenedProgram | null): void {
  const areSchedules = program?.inspection.schedules !== undefined;
  for (const [tab, [ofHlo, ofSchedules]] of Object.entries(kTitles)) {
    const button = byId(`tab-${tab}`);
    button.hidden = areSchedules && ofSchedules === null;
    button.textContent = (areSchedules && ofSchedules) || ofHlo;
  }
}

/**
 * Selects the first instruction that explains why one of two compared programs is slower, unless an instruction is
 * already selected.
 */
function selectCulprit(): void {
  const [program, changes] = [selection.get('program'), selection.get('changes')];
  const [first] = verdictOf({
    program,
    changes,
    costs: null,
    ranked: null,
    edited: null,
    configuration: null,
  }).instructions;
  if (first && selection.get('instruction') === null) selection.choose('instruction', first.node);
}

/** Lists the commands that the search field offers in addition to instructions. */
function commands(): Command[] {
  const click = (title: string, id: string, keys?: string): Command => ({
    title,
    run: () => byId(id).click(),
    ...(keys && { keys }),
  });
  const list = (title: string, tab: ListTab, keys: string): Command => ({
    title,
    keys,
    run: () => chooseList(tab),
  });
  const centre = (title: string, tab: CentreTab): Command => ({
    title,
    run: () => void ([centreTab.value, narrowPane.value] = [tab, 'graph']),
  });
  return [
    click('Open files', 'open', 'Ctrl O'),
    click('Open folder', 'open-folder'),
    click('Paste HLO text', 'paste', 'Ctrl V'),
    list('Show hotspots', 'hotspots', '1'),
    list('Show layouts', 'layouts', '2'),
    list('Show conflicts', 'conflicts', '3'),
    list('Show outline', 'outline', '4'),
    centre('Show graph', 'graph'),
    centre('Show HLO text', 'text'),
    centre('Show differences', 'diff'),
    { title: 'Show table of configurations', run: () => openDrawer('ranking') },
    { title: 'Show table of instructions', run: () => openDrawer('instructions') },
    { title: 'Compare configurations side by side', run: () => openDrawer('compare') },
    { title: 'Close drawer', run: () => (isDrawerOpen.value = false) },
    click('Choose a model', 'models'),
    click('Lessons', 'learn'),
    click('Share or save a report', 'share'),
    click('Switch theme', 'theme'),
    click('Help', 'help', '?'),
  ];
}

/**
 * Installs the keyboard shortcuts 1 to 4, each of which selects a list and moves the focus to it, and ?, which opens
 * the help.
 */
function setUpKeys(): void {
  const tabs = ['hotspots', 'layouts', 'conflicts', 'outline'] as const;
  onShortcut((key) => {
    if (key === '?') byId('help').click();
    const tab = tabs[Number(key) - 1];
    if (!tab || byId(`tab-${tab}`).hidden) return;
    chooseList(tab);
    requestAnimationFrame(() => byId(tab).querySelector<HTMLElement>('.virtual-list, [role="tree"]')?.focus());
  });
}
