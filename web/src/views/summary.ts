// What the file is: its numbers, what to know about a ranking of it, and what is wrong with it.
import type { Inspection } from '../../../wasm/engine';
import { count, fill, h, plural } from '../dom';

const kFacts = new Set(['generated', 'no-program', 'nothing-to-choose']); // notices of nothing out of the ordinary
const kWarnings = 20; // shown; the rest is counted

/** The same words once, with the place where they hold first, and how often they do. */
function grouped(warnings: Inspection['warnings']): string[] {
  const groups = new Map<string, { first: (typeof warnings)[0]; times: number }>();
  for (const warning of warnings) {
    const group = groups.get(warning.message);
    if (group) ++group.times;
    else groups.set(warning.message, { first: warning, times: 1 });
  }
  return [...groups.values()].map(({ first: { line, column, message }, times }) => {
    const place = line ? `${line}:${column}: ` : '';
    return `${place}${message}${times > 1 ? ` (${count(times)} times)` : ''}`;
  });
}

export function showSummary(root: HTMLElement, inspection: Inspection): void {
  const { file, name, format, computations, instructions, edges, configurable, slots } = inspection;
  const { configurations, warnings, notices } = inspection;
  const figure = (value: string, label: string, hint: string) =>
    h('div', { class: 'figure', title: hint }, h('dd', {}, value), h('dt', {}, label));
  const different = grouped(warnings);
  root.hidden = false;
  fill(
    root,
    h(
      'div',
      { class: 'identity' },
      h('h2', {}, name || file),
      h('p', { class: 'muted' }, name && name !== file ? `${file} · ${format}` : format),
    ),
    h(
      'dl',
      { class: 'figures' },
      computations === null
        ? null
        : figure(
            count(computations),
            computations === 1 ? 'computation' : 'computations',
            'Entry, loop bodies, fusions, reducers',
          ),
      figure(count(instructions), instructions === 1 ? 'instruction' : 'instructions', 'Nodes of the graph'),
      figure(count(edges), edges === 1 ? 'edge' : 'edges', 'Operands, and calls of computations'),
      figure(
        count(configurable),
        'configurable',
        `Convolutions, dots and reshapes: ${slots ? 'their layouts may be chosen' : 'of these, none has a second layout'}`,
      ),
      figure(
        count(configurations.count),
        (configurations.generated ? 'candidate' : 'configuration') + (configurations.count === 1 ? '' : 's'),
        configurations.generated ? 'Generated here' : 'In the file',
      ),
    ),
    notices.length === 0
      ? null
      : h(
          'ul',
          { class: 'notices' },
          ...notices.map((notice) =>
            h('li', { class: kFacts.has(notice.kind) ? 'notice fact' : 'notice' }, notice.message),
          ),
        ),
    warnings.length === 0
      ? null
      : h(
          'details',
          { class: 'warnings' },
          h('summary', {}, plural(warnings.length, 'warning')),
          h(
            'ul',
            {},
            ...different.slice(0, kWarnings).map((text) => h('li', {}, text)),
            different.length > kWarnings ? h('li', {}, `and ${count(different.length - kWarnings)} more`) : null,
          ),
        ),
  );
}
