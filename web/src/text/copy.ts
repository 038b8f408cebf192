// Returns the text for the clipboard when the selection spans several lines. Reads it from the program, because only a
// part of a long line is rendered.

interface Place {
  line: number;
  column: number;
}

/**
 * Returns the text that the user selected in `body`. Returns null for a selection within one line, which the browser
 * copies itself.
 */
export function selectedText(body: HTMLElement, lines: readonly string[]): string | null {
  const selection = getSelection();
  if (!selection || selection.rangeCount === 0 || selection.isCollapsed) return null;
  const range = selection.getRangeAt(0);
  if (!body.contains(range.startContainer) || !body.contains(range.endContainer)) return null;
  const from = placeOf(range.startContainer, range.startOffset);
  const to = placeOf(range.endContainer, range.endOffset);
  if (!from || !to || from.line === to.line) return null;
  const copied = lines.slice(from.line, to.line + 1);
  copied[copied.length - 1] = lines[to.line]!.slice(0, to.column);
  copied[0] = lines[from.line]!.slice(from.column);
  return copied.join('\n');
}

/** Returns the line and column of a position in the document; null if the position is outside the HLO text. */
function placeOf(node: Node, offset: number): Place | null {
  const element = node instanceof Element ? node : node.parentElement;
  const row = element?.closest<HTMLElement>('.text-row');
  const cell = row?.querySelector<HTMLElement>('.line');
  if (!row || !cell) return null;
  const line = Number(row.dataset.line);
  if (!cell.contains(node)) return { line, column: 0 }; // the position is in the column of line numbers
  const before = document.createRange();
  before.setStart(cell, 0);
  before.setEnd(node, offset);
  return { line, column: Number(cell.dataset.begin) + before.toString().length };
}
