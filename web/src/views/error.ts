// Error panel for a file that cannot be opened: position, cause and remedy.
import type { ErrorReport } from '../../../wasm/engine';
import { h } from '../dom';

const kHelp = 'correct this place in the file, or dump the module again; see “How to get a file”.';

const kDamaged = 'the file may be incomplete or damaged: copy, download or create it again.';

function place({ file, line, column, offset }: ErrorReport): string {
  if (line) return `${file}, line ${line}${column ? `, column ${column}` : ''}`;
  if (offset !== null) return `${file}, byte ${offset}`;
  return file;
}

/**
 * Formats an error as the command line prints it: "NAME:LINE:COLUMN: error: MESSAGE", then the line of the file with a
 * caret below it, then the advice.
 */
function errorText(report: ErrorReport): string {
  const { file, line, column, message, excerpt, caret, help } = report;
  const where = [file || 'input', line, column].filter((part) => part !== null).join(':');
  const shown = excerpt ? `\n  ${excerpt}${caret !== null ? `\n  ${' '.repeat(caret)}^` : ''}` : '';
  return `${where}: error: ${message}${shown}${help ? `\nhelp: ${help}` : ''}\n`;
}

/** Splits text at backticks and returns the parts between them as code elements. */
const withCode = (text: string): (Node | string)[] =>
  text.split('`').map((part, i) => (i % 2 ? h('code', part) : part));

export function showError(root: HTMLElement, report: ErrorReport, openHelp: () => void): void {
  const { message, line, excerpt, caret, help } = report;
  const where = place(report);
  root.hidden = false;
  root.replaceChildren(
    h(
      'div',
      { role: 'alert' },
      h('h2', { tabindex: -1 }, 'This file could not be opened'),
      h('p.message', ...(where ? [h('strong', where), ': '] : []), message),
      excerpt
        ? h(
            'pre',
            { tabindex: 0, 'aria-label': 'Line with the error' },
            excerpt,
            caret !== null ? '\n' : '',
            caret !== null ? h('span.caret', `${' '.repeat(caret)}^`) : '',
          )
        : null,
      h('p.help', h('strong', 'What to do: '), ...withCode(help || (line ? kHelp : kDamaged))),
    ),
    h(
      'p.buttons',
      h('button', { onclick: () => void navigator.clipboard?.writeText(errorText(report)) }, 'Copy this message'),
      h('button', { onclick: openHelp }, 'How to get a file'),
      h('button', { onclick: () => (root.hidden = true) }, 'Close'),
    ),
  );
  root.querySelector('h2')!.focus();
}
