// Cuts a long line of HLO text to the characters in view and divides them by colour, because only visible characters
// are rendered.
import { type Token, type TokenKind, tokenize } from './tokens';

/** Characters of a line that are shown until the user asks for the rest. */
export const kLongest = 2000;
const kStep = 64; // the rendered part of a line grows or moves by multiples of this many columns
const kNameLength = 300; // characters read beyond the rendered part, to complete a name at its end

export interface Columns {
  begin: number;
  end: number;
}

export interface Piece {
  kind: TokenKind | null;
  text: string;
}

export const isName = ({ kind }: { kind: TokenKind | null }): boolean =>
  kind === 'operand' || kind === 'computation' || kind === 'definition';

/**
 * Returns the columns to render when `width` columns are in view, starting at column `left`. Includes some columns on
 * both sides.
 */
export function columnsInView(left: number, width: number): Columns {
  const begin = Math.max(0, Math.floor(left / kStep - 1) * kStep);
  return { begin, end: Math.ceil((left + width) / kStep + 1) * kStep };
}

/**
 * Divides the part of a line in `columns` into pieces by colour, and returns the column where the first piece begins.
 * Extends the part so that it does not cut a name.
 */
export function cut(line: string, columns: Columns): { begin: number; pieces: Piece[] } {
  if (columns.begin >= line.length) return { begin: line.length, pieces: [] };
  const tokens = tokenize(line.slice(0, columns.end + kNameLength));
  const nameAcross = (at: number): Token | undefined =>
    tokens.find((token) => isName(token) && token.begin < at && token.end > at);
  const begin = nameAcross(columns.begin)?.begin ?? columns.begin;
  const end = Math.min(nameAcross(columns.end)?.end ?? columns.end, line.length);
  const pieces: Piece[] = [];
  let at = begin;
  for (const token of tokens) {
    const [from, to] = [Math.max(token.begin, begin), Math.min(token.end, end)];
    if (from >= to) continue;
    if (from > at) pieces.push({ kind: null, text: line.slice(at, from) });
    pieces.push({ kind: token.kind, text: line.slice(from, to) });
    at = to;
  }
  if (at < end) pieces.push({ kind: null, text: line.slice(at, end) });
  return { begin, pieces };
}
