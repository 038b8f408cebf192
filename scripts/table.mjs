import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';

/** Prints a table with a title. Left-aligns the first column and right-aligns the others. */
export function printTable(title, header, rows) {
  const table = [header, ...rows].map((row) => row.map(String));
  const widths = header.map((_, column) => Math.max(...table.map((row) => row[column].length)));
  const line = (row) => row.map((cell, i) => (i ? cell.padStart(widths[i]) : cell.padEnd(widths[i]))).join('  ');
  console.log(`\n${title}\n${table.map(line).join('\n')}`);
}

/** Formats a heading and rows as a Markdown table. */
export function markdownTable(header, rows) {
  return [header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/**
 * Writes a Markdown page: a title, a line with command, date, processor and the text `how`, then the paragraphs
 * `parts`.
 */
export function writePage(path, title, command, how, ...parts) {
  const made = `Written by \`${command}\` on ${new Date().toISOString().slice(0, 10)}, on ${cpus()[0].model}, ${how}.`;
  writeFileSync(path, [`# ${title}`, made, ...parts].join('\n\n') + '\n');
}
