import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';

/** Prints rows under a title; the first column is left-aligned, the others right. */
export function printTable(title, header, rows) {
  const table = [header, ...rows].map((row) => row.map(String));
  const widths = header.map((_, column) => Math.max(...table.map((row) => row[column].length)));
  const line = (row) => row.map((cell, i) => (i ? cell.padStart(widths[i]) : cell.padEnd(widths[i]))).join('  ');
  console.log(`\n${title}\n${table.map(line).join('\n')}`);
}

/** The rows as a Markdown table. */
export function markdownTable(header, rows) {
  return [header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Writes a Markdown page: title, a line with command, date, processor and `how`, then `parts` separated by blank lines. */
export function writePage(path, title, command, how, ...parts) {
  const made = `Written by \`${command}\` on ${new Date().toISOString().slice(0, 10)}, on ${cpus()[0].model}, ${how}.`;
  writeFileSync(path, [`# ${title}`, made, ...parts].join('\n\n') + '\n');
}
