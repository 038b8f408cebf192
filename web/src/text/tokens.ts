// Splits a line of HLO text into tokens, each of which has a colour.

export type TokenKind =
  | 'keyword' // HloModule, ENTRY, ROOT
  | 'computation' // name of an HLO computation, where it is defined or called
  | 'definition' // name of the instruction that the line defines
  | 'operand' // name of an instruction that the line uses
  | 'opcode'
  | 'shape' // such as f32[8,64]
  | 'layout' // such as {1,0:T(8,128)}
  | 'literal' // value of a constant, or number of a parameter
  | 'attribute' // name of an attribute, such as dimensions
  | 'string'
  | 'comment'
  | 'metadata'; // the whole attribute `metadata={…}`

export interface Token {
  kind: TokenKind;
  /** `begin`: index of the token's first character in the line. `end`: index after its last character. */
  begin: number;
  end: number;
}

// All regular expressions below are sticky (flag y): they match only at the position `lastIndex`.
const kSpace = /[\s,]*/y;
const kComment = /\/\*.*?(?:\*\/|$)/y;
const kString = /"(?:[^"\\]|\\.)*"?/y;
const kShape = /(?:pred|token|opaque|bf16|tf32|[sufc]\d\w*)\[[^\]]*\]?/y;
const kLayout = /\{[^{}]*\}?/y;
const kName = /%?[A-Za-z_][\w.-]*/y;
const kPercentName = /%[\w.-]+/y;
const kDefinition = /%?[A-Za-z_][\w.-]*(?=\s*=)/y;
const kOpcode = /[a-z][\w-]*(?=\()/y;
const kAttribute = /[A-Za-z_][\w.-]*(?==)/y;
const kKeyword = /ROOT\b|ENTRY\b|HloModule\b/y;
const kHeader = /^\s*(?:ENTRY\s+)?%?[A-Za-z_][\w.-]*\s*(?:\(.*)?\{\s*$/;

/** Attributes whose values are names of computations or instructions, even without "%". */
const kNames = /^(?:to_apply|calls|body|condition|select|scatter|\w*_?computations?|control-predecessors)$/;

/** Whether a line opens an HLO computation: "%body (p: f32[2]) -> f32[2] {" or "ENTRY main {". */
export const isHeader = (line: string): boolean => kHeader.test(line);

/** Splits a line into tokens in ascending order. Characters between tokens have no colour. O(length of the line). */
export function tokenize(line: string): Token[] {
  return new Tokenizer(line).run();
}

class Tokenizer {
  private at = 0;
  private readonly tokens: Token[] = [];

  constructor(private readonly text: string) {}

  run(): Token[] {
    this.match(kSpace);
    const keyword = this.take('keyword', kKeyword);
    if (keyword === 'HloModule') {
      this.match(kSpace);
      this.take('definition', kName);
      this.readAttributes();
    } else if (isHeader(this.text)) {
      this.match(kSpace);
      this.take('computation', kName);
      this.readValue('');
    } else {
      this.match(kSpace);
      if (this.take('definition', kDefinition)) this.readInstruction();
      else this.readValue('');
    }
    return this.tokens;
  }

  /** Reads the part of an instruction after its name: "= shape opcode(operands), attributes". */
  private readInstruction(): void {
    this.match(/\s*=\s*/y);
    this.readShape();
    this.match(kSpace);
    const opcode = this.take('opcode', kOpcode);
    if (opcode === '') return this.readValue('');
    const end = this.endOfBrackets(this.at);
    if (opcode === 'constant' || opcode === 'parameter') {
      const last = this.text[end - 1] === ')' ? end - 1 : end;
      if (last > this.at + 1) this.tokens.push({ kind: 'literal', begin: this.at + 1, end: last });
      this.at = end;
    } else this.readValue('control-predecessors', end, kName);
    this.readAttributes();
  }

  /** Reads an array shape, or a tuple shape up to its closing parenthesis. */
  private readShape(): void {
    if (this.text[this.at] === '(') this.readValue('', this.endOfBrackets(this.at));
    else if (this.take('shape', kShape)) this.take('layout', kLayout);
  }

  private readAttributes(): void {
    while (this.at < this.text.length) {
      this.match(kSpace);
      if (this.take('comment', kComment)) continue;
      const begin = this.at;
      const name = this.match(kAttribute);
      if (name === 'metadata') {
        this.at = this.endOfValue(this.at + 1);
        this.tokens.push({ kind: 'metadata', begin, end: this.at });
      } else if (name) {
        this.tokens.push({ kind: 'attribute', begin, end: this.at });
        this.readValue(name, this.endOfValue(this.at + 1), kNames.test(name) ? kName : kPercentName);
      } else this.at += 1; // no attribute begins here, so skips a character
    }
  }

  /**
   * Reads names, shapes, strings and comments up to position `end`. A name is an HLO computation, except in a list of
   * operands and in the attribute `control-predecessors`.
   */
  private readValue(attribute: string, end = this.text.length, name = kPercentName): void {
    const kind = attribute === 'control-predecessors' || attribute === '' ? 'operand' : 'computation';
    while (this.at < end) {
      if (this.take('string', kString) || this.take('comment', kComment)) continue;
      if (this.take('shape', kShape)) this.take('layout', kLayout);
      else if (!this.take(kind, name) && !this.match(/\w+/y)) this.at += 1;
    }
  }

  /** Returns the position after the value of an attribute. The value ends at a comma outside brackets. */
  private endOfValue(from: number): number {
    let at = from;
    while (at < this.text.length && this.text[at] !== ',' && this.text[at] !== ' ') at = this.endOfBrackets(at);
    return at;
  }

  /**
   * Returns the position after the bracket pair, string or single character at `from`. Ignores brackets within strings
   * and comments.
   */
  private endOfBrackets(from: number): number {
    let depth = 0;
    let at = from;
    do {
      const c = this.text[at]!;
      const skipped = c === '"' ? kString : c === '/' ? kComment : null;
      if (skipped && ((skipped.lastIndex = at), skipped.test(this.text))) at = skipped.lastIndex;
      else {
        if (c === '(' || c === '{' || c === '[') ++depth;
        else if (c === ')' || c === '}' || c === ']') --depth;
        ++at;
      }
    } while (depth > 0 && at < this.text.length);
    return at;
  }

  /**
   * Matches `pattern` at the current position. Moves past the match and returns the matched text, or returns '' without
   * a match.
   */
  private match(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found) this.at += found[0].length;
    return found?.[0] ?? '';
  }

  private take(kind: TokenKind, pattern: RegExp): string {
    const begin = this.at;
    const found = this.match(pattern);
    if (found) this.tokens.push({ kind, begin, end: this.at });
    return found;
  }
}
