// Menu that saves the ranking table, or saves one layout configuration in a form that a compiler or JAX reads.
import type { Inspection, SavedKind } from '../../../wasm/engine';
import { h } from '../dom';

interface ExportActions {
  /**
   * Saves the rows of the ranking table in their current order (`what` = 'table'), or the selected row ('selected').
   */
  save: (kind: SavedKind, what: 'table' | 'selected', collection?: string) => void;
}

interface Form {
  kind: SavedKind;
  what: 'table' | 'selected';
  title: string;
  note: string;
  /**
   * What the opened file must contain for this export. 'layouts': layout configurations, not schedules. 'module': an
   * HLO program, not only feature arrays.
   */
  needs?: 'layouts' | 'module';
}

const kForms: Form[] = [
  {
    kind: 'json',
    what: 'table',
    title: 'Table as JSON',
    note: 'The first 1,000 rows, in the format of hlorank rank --json',
  },
  { kind: 'csv', what: 'table', title: 'Table as CSV', note: 'The first 1,000 rows, for a spreadsheet' },
  {
    kind: 'json',
    what: 'selected',
    title: 'This configuration as JSON',
    note: 'Read it with hlorank rank PROGRAM --configs FILE',
    needs: 'layouts',
  },
  {
    kind: 'hlo',
    what: 'selected',
    title: 'Constrained HLO text',
    note: 'The program with a LayoutConstraint on every configurable tensor',
    needs: 'module',
  },
  {
    kind: 'jax',
    what: 'selected',
    title: 'JAX snippet',
    note: 'A with_layout_constraint call for every changed layout',
    needs: 'module',
  },
  {
    kind: 'config-proto',
    what: 'selected',
    title: 'HloModuleConfigProto text',
    note: 'layout_config field; experimental, not tested with XLA',
    needs: 'module',
  },
];

export class ExportsView {
  private readonly menu = h('div.menu', { id: 'save-menu', popover: '', 'aria-label': 'Save' });
  private readonly jsonButton = h(
    'button',
    {
      disabled: true,
      onclick: () => this.actions.save('json', 'table'),
      title: 'Save the first 1,000 rows in the format of `hlorank rank --json`',
    },
    'Save JSON',
  );
  private readonly menuButton = h('button', { disabled: true, popovertarget: 'save-menu' }, 'Save as…');

  constructor(
    root: HTMLElement,
    private readonly actions: ExportActions,
  ) {
    root.className = 'buttons';
    root.append(this.jsonButton, this.menuButton, this.menu);
  }

  /**
   * Enables the save buttons if `ready` is true, when the ranking is finished. Offers only the file formats that apply
   * to the program.
   */
  show(ready: boolean, inspection: Inspection | undefined): void {
    const hasLayouts = inspection?.schedules === undefined;
    const hasModule = hasLayouts && inspection?.computations !== null;
    const isTpuGraphs = inspection?.format.startsWith('TpuGraphs') ?? false;
    this.jsonButton.disabled = this.menuButton.disabled = !ready;
    const collection = h('input', { id: 'collection', value: 'layout:xla:random', size: 18, spellcheck: 'false' });
    this.menu.replaceChildren(
      ...kForms
        .filter(({ needs }) => !needs || (needs === 'module' ? hasModule : hasLayouts))
        .map(({ kind, what, title, note }) => this.entry(title, note, () => this.actions.save(kind, what))),
      ...(isTpuGraphs
        ? [
            this.entry(
              'ID,TopConfigs',
              'All configurations, best first, as a submission to the TpuGraphs leaderboard',
              () => this.actions.save('top-configs', 'table', collection.value.trim()),
            ),
            h('label.field', { for: 'collection' }, 'Collection', collection),
          ]
        : []),
    );
  }

  private entry(title: string, note: string, act: () => void): HTMLElement {
    return h(
      'button',
      {
        onclick: () => {
          this.menu.hidePopover();
          act();
        },
      },
      h('strong', title),
      h('span', note),
    );
  }
}
