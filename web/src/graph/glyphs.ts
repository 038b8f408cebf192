// Texture with the characters of the page's monospace font (glyph atlas). Each character is rendered on first use.

const kColumns = 16;
const kRows = 16;
export const kCell = { width: 32, height: 64 }; // size in pixels of the cell that holds one character in the texture

export class Glyphs {
  readonly canvas = document.createElement('canvas');
  readonly columns = kColumns;
  readonly rows = kRows;
  /** Whether characters were added since the texture was last uploaded to the GPU. */
  changed = true;
  private readonly context: CanvasRenderingContext2D;
  private readonly numbers = new Map<string, number>();

  constructor(font: string) {
    this.canvas.width = kColumns * kCell.width;
    this.canvas.height = kRows * kCell.height;
    this.context = this.canvas.getContext('2d')!;
    this.context.fillStyle = '#fff';
    this.context.textBaseline = 'alphabetic';
    this.context.textAlign = 'center';
    // Use the largest font size at which characters fit into their cells of the texture.
    this.context.font = `100px ${font}`;
    const width = this.context.measureText('M').width || 60;
    this.context.font = `${Math.min(52, (kCell.width / width) * 100 * 0.98)}px ${font}`;
    this.numberOf(' ');
    this.solid = this.add('solid');
    for (let code = 33; code < 127; ++code) this.numberOf(String.fromCharCode(code));
    for (const letter of '…×·→–│') this.numberOf(letter);
  }

  /** Index of a completely filled cell of the texture. The backgrounds of labels are drawn from this cell. */
  readonly solid: number;

  /**
   * Returns the index of the texture's cell that has a character. If the texture is full, returns the index of the cell
   * with "?".
   */
  numberOf(letter: string): number {
    const number = this.numbers.get(letter);
    if (number !== undefined) return number;
    return this.numbers.size < kColumns * kRows ? this.add(letter) : this.numbers.get('?')!;
  }

  private add(letter: string): number {
    const number = this.numbers.size;
    this.numbers.set(letter, number);
    const x = (number % kColumns) * kCell.width;
    const y = Math.floor(number / kColumns) * kCell.height;
    if (letter === 'solid') this.context.fillRect(x, y, kCell.width, kCell.height);
    else this.context.fillText(letter, x + kCell.width / 2, y + kCell.height * 0.72);
    this.changed = true;
    return number;
  }
}
