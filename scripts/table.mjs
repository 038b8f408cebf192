/** Prints rows under a title; the first column is left-aligned, the others right. */
export function printTable(title, header, rows) {
  const table = [header, ...rows].map((row) => row.map(String));
  const widths = header.map((_, column) => Math.max(...table.map((row) => row[column].length)));
  const line = (row) => row.map((cell, i) => (i ? cell.padStart(widths[i]) : cell.padEnd(widths[i]))).join('  ');
  console.log(`\n${title}\n${table.map(line).join('\n')}`);
}
