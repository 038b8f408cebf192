// Writes a ranking as one HTML file without scripts and external resources. The data of the ranking is embedded as
// JSON.
import type { Configuration, CostChanges, Costs, Instructions, LoopChange, RankReport } from '../../wasm/engine';
import { amount, duration, plural } from './dom';
import { layoutText } from './layout_text';
import type { SharedState } from './share';
import { byDirection, signedDuration, timeChangeText } from './time_change';
import { describeLoop } from './views/contributions';
import { boundText, bytesMovedText, flopsText, secondsOf, shareText, sharesOf, total } from './window/figures';
import type { Verdict } from './window/verdict';

/** What the page shows apart from the ranking. */
export interface Context {
  verdict: Verdict;
  /** How the program differs from the program that it is compared with; null if there is none. */
  costs: CostChanges | null;
  /** The costs of the program's instructions; null if they are unknown. */
  hotspots: { costs: Costs; instructions: Instructions } | null;
  /** The user's layouts; null if the user has changed none, or has selected another configuration. */
  edited: Configuration | null;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Escapes text, and makes code elements of its parts between backticks. */
const withCode = (text: string): string => escaped(text).replaceAll(/`([^`]*)`/g, '<code>$1</code>');

const kStyle = `
body { font: 15px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem; color: #171b20; background: #fff; }
h1 { font-size: 1.5rem; margin-bottom: 0; } h2 { font-size: 1.15rem; margin-top: 2rem; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; padding: 4px 10px 4px 0; vertical-align: top; border-bottom: 1px solid #d8dde3; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; } code { font-size: 0.9em; overflow-wrap: anywhere; }
.muted { color: #566270; } .notes { white-space: pre-wrap; border-left: 4px solid #7c8794; padding-left: 12px; }
.minus { color: #17508f; } .plus { color: #8a3f00; }
@media print { body { margin: 0; max-width: none; } tr { break-inside: avoid; } }
`;

/** Whether this configuration is the first of those that compile to the same program. */
export const isFirstOfProgram = ({ index, sameProgram }: Configuration): boolean =>
  sameProgram === undefined || sameProgram.first === index;

/** Texts that say why two configurations are known to compile to the same program. */
export const kSameProgram = {
  measured: 'the compiled programs were compared',
  simulated: 'the simulated compiler runs the same loops for them',
} as const;

const kShown = 20; // largest number of configurations, and of changes, that the report lists

function verdictLines({ headline, detail, more, instructions }: Verdict): string {
  const named = instructions.map(({ name, note }) => `<code>${escaped(name)}</code>${note ? ` ${escaped(note)}` : ''}`);
  const rest = `${withCode(detail)} ${named.join(', ')}`.trim();
  return [`<strong>${withCode(headline)}</strong>`, more && withCode(more), rest]
    .filter(Boolean)
    .map((line) => `<p>${line}</p>`)
    .join('\n');
}

/** Creates an HTML table of what became more and less expensive than in the program with the name `before`. */
function costTable(costs: CostChanges, before: string, after: string): string {
  const largest = [...costs.changes].sort((a, b) => Math.abs(b.seconds) - Math.abs(a.seconds)).slice(0, kShown);
  const rows = byDirection({ ...costs, changes: largest.sort((a, b) => b.seconds - a.seconds) }).map(
    ({ seconds, reason }) =>
      `<tr><td class="number ${seconds < 0 ? 'minus' : 'plus'}">${signedDuration(seconds)}</td><td>${escaped(reason)}</td></tr>`,
  );
  const rest = costs.changes.length - rows.length;
  return `<h2>Changes: ${escaped(before)} → ${escaped(after)}</h2>
<p class="muted">Estimated for ${escaped(costs.machine)}: ${timeChangeText(costs)}.${rest > 0 ? ` ${plural(rest, 'smaller change')} not listed.` : ''}</p>
<table><thead><tr><th class="number">Time</th><th>Cause</th></tr></thead><tbody>${rows.join('\n')}</tbody></table>`;
}

/** Creates an HTML table of the instructions that take the most time. */
function hotspotTable({ costs, instructions: { names, opcodes } }: NonNullable<Context['hotspots']>): string {
  const { isMeasured, machine } = costs;
  const seconds = secondsOf(costs);
  const shares = sharesOf(costs);
  const rows = Array.from(costs.instructions.slice(0, kShown), (node, i) => {
    const figures = [shareText(shares[i]!), duration(seconds[i]!, 3)];
    if (!costs.isPredicted) figures.push(flopsText(costs.flops[i]!), bytesMovedText(costs.bytes[i]!));
    const bound = costs.isPredicted ? '' : `<td>${escaped(boundText(costs, i))}</td>`;
    return `<tr><td><code>${escaped(names[node]!)}</code></td><td>${escaped(opcodes[node]!)}</td>${figures.map((text) => `<td class="number">${text}</td>`).join('')}${bound}</tr>`;
  });
  const how = isMeasured ? 'Measured' : costs.isPredicted ? 'Predicted' : `Estimated for ${escaped(machine!)}`;
  const rest = costs.instructions.length - rows.length;
  const titles = costs.isPredicted ? ['Share', 'Time'] : ['Share', 'Time', 'FLOPs', 'Bytes'];
  return `<h2>Where the time goes</h2>
<p class="muted">${how}: ${duration(total(seconds), 3)} in all.${rest > 0 ? ` ${plural(rest, 'smaller instruction')} not listed.` : ''}</p>
<table><thead><tr><th>Instruction</th><th>Opcode</th>${titles.map((text) => `<th class="number">${text}</th>`).join('')}${costs.isPredicted ? '' : '<th>Limited by</th>'}</tr></thead><tbody>
${rows.join('\n')}
</tbody></table>`;
}

/** Returns the HTML of a table cell: a line for each layout that a configuration changes. */
const changedLayouts = ({ changes }: Configuration): string =>
  changes
    .map(
      ({ node, tensor, from, to }) =>
        `<code>${escaped(node)}</code> ${escaped(tensor)}: <code>${escaped(from)} → ${escaped(layoutText(to))}</code>`,
    )
    .join('<br>');

const headingOf = ({ index, rank }: Configuration) =>
  `<h2>${index < 0 ? 'Your layouts' : rank ? `Rank ${rank}` : 'Selected configuration'}: contributions to the score</h2>`;

function loopTable(loops: LoopChange[], configuration: Configuration): string {
  const rows = loops.map(
    (loop) =>
      `<tr><td><code>${escaped(loop.node)}</code> ${escaped(describeLoop(loop))}</td><td><code>${escaped(loop.shape)}</code></td><td class="number ${loop.amount < 0 ? 'minus' : 'plus'}">${amount(loop.amount * 100)} %</td></tr>`,
  );
  return `${headingOf(configuration)}
<p class="muted">What the simulated compiler runs otherwise than with the program layouts, as percentages of the program's estimated cost. Negative: predicted faster.</p>
<table><thead><tr><th>Instruction</th><th>Shape</th><th class="number">Difference</th></tr></thead><tbody>${rows.join('\n')}</tbody></table>`;
}

/** Creates an HTML table that explains the score of a configuration. Lists the contributions, largest first. */
function parts(configuration: Configuration): string {
  if (configuration.loops) return loopTable(configuration.loops, configuration);
  const contributions = [...configuration.contributions].sort((a, b) => Math.abs(b.amount) - Math.abs(a.amount));
  const rows = contributions.map(
    (part) =>
      `<tr><td><code>${escaped(part.node)}</code> ${escaped(part.tensor)}${part.with ? ` with <code>${escaped(part.with)}</code>` : ''}</td><td><code>${escaped(layoutText(part.layout))}</code></td><td class="number ${part.amount < 0 ? 'minus' : 'plus'}">${amount(part.amount)}</td></tr>`,
  );
  return `${headingOf(configuration)}
<p class="muted">The contributions add up to ${amount(configuration.z)}, from which the score is computed. Negative: predicted faster than the program layouts.</p>
<table><thead><tr><th>Tensor</th><th>Layout</th><th class="number">Contribution</th></tr></thead><tbody>${rows.join('\n')}</tbody></table>`;
}

/** Creates an HTML table of the best Halide or TVM schedules. */
function scheduleTable(configurations: Configuration[]): string {
  const rows = configurations.slice(0, kShown).map(({ rank, score, time, schedule }) => {
    const cells = [duration(Math.exp(score) / 1000, 3), time === undefined ? '–' : duration(time)];
    return `<tr><td class="number">${rank}</td><td>${escaped(schedule!.id)}</td>${cells.map((text) => `<td class="number">${text}</td>`).join('')}</tr>`;
  });
  return `<h2>Best ${plural(rows.length, 'schedule')}</h2>
<table><thead><tr><th class="number">Rank</th><th>Schedule</th><th class="number">Predicted</th><th class="number">Measured</th></tr></thead><tbody>
${rows.join('\n')}
</tbody></table>`;
}

/**
 * Creates HTML tables of the best layout configurations, and of the contributions that explain the score of `selected`
 * (by default, of the best).
 */
function layoutTables(report: RankReport, selected: Configuration | undefined = report.configurations[0]): string {
  const timed = report.configurations.some(({ time }) => time !== undefined);
  const rows = report.configurations
    .filter(isFirstOfProgram)
    .slice(0, kShown)
    .map((configuration) => {
      const { rank, sameProgram } = configuration;
      const copies = sameProgram
        ? ` <span title="${kSameProgram[sameProgram.known]}">×${sameProgram.count}</span>`
        : '';
      const time = configuration.time === undefined ? '' : duration(configuration.time);
      return `<tr><td class="number">${rank}${copies}</td><td class="number">${amount(configuration.score)}</td>${timed ? `<td class="number">${time}</td>` : ''}<td>${changedLayouts(configuration) || '<span class="muted">none: the program layouts</span>'}</td></tr>`;
    });
  return `<h2>Best ${plural(rows.length, 'configuration')}</h2>
<p class="muted">×n: n configurations compile to the same program.</p>
<table><thead><tr><th class="number">Rank</th><th class="number">Score</th>${timed ? '<th class="number">Measured</th>' : ''}<th>Changes from the program layouts</th></tr></thead><tbody>
${rows.join('\n')}
</tbody></table>
${selected ? parts(selected) : ''}`;
}

/** Returns the report as an HTML document. `link`: page address that restores `state`; `made`: time of the report. */
export function reportHtml(
  report: RankReport,
  state: SharedState,
  { verdict, costs, hotspots, edited }: Context,
  link: string,
  made: Date,
): string {
  const selected = edited ?? report.configurations.find(({ index }) => index === state.configuration);
  const areSchedules = report.configurations.some(({ schedule }) => schedule);
  const title = state.title || report.name || report.file;
  const json = JSON.stringify({ state, report }).replaceAll('<', '\\u003c');
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)} · hlorank</title>
<style>${kStyle}</style>
<h1>${escaped(title)}</h1>
<p class="muted">${escaped(report.file)} · ${escaped(report.format)} · ranked by ${escaped(report.model.title)} · ${made.toISOString().slice(0, 10)}</p>
${state.notes ? `<p class="notes">${escaped(state.notes)}</p>` : ''}
<p>${areSchedules ? `${plural(report.count, 'schedule')} of the file.` : `${plural(report.count, report.generated ? 'candidate' : 'configuration')}${report.generated ? ', generated' : ' of the file'}. A lower score predicts a faster program. A score is not a time; the program layouts have score 0.`}</p>
${verdict.tone === 'wait' ? '' : verdictLines(verdict)}
${report.compilerDefault ? `<p>Layouts that the compiler chose on its own (not ranked): ${duration(report.compilerDefault.time)}, configuration ${report.compilerDefault.index}.</p>` : ''}
${report.notices.map(({ message }) => `<p class="notes">${escaped(message)}</p>`).join('\n')}
${costs && state.compared ? costTable(costs, state.compared.name, report.file) : ''}
${hotspots ? hotspotTable(hotspots) : ''}
${edited ? `<h2>Your layouts</h2>\n<p>${changedLayouts(edited)}</p>` : ''}
${areSchedules ? scheduleTable(report.configurations) : layoutTables(report, selected)}
<h2>How to open this ranking again</h2>
<p>Files: ${state.files.map(({ name, sha256 }) => `${escaped(name)} <code>SHA-256 ${sha256}</code>`).join(', ')}</p>
<p><code>${escaped(link)}</code></p>
<p class="muted">Drop this file on the page to restore its state. The file contains the data as JSON.</p>
<script type="application/json" id="hlorank">${json}</script>
</html>
`;
}

/** Returns the JSON that `reportHtml` embedded in a report; null if the HTML is not such a report. */
export function reportFrom(html: string): Record<string, unknown> | null {
  const json = /<script type="application\/json" id="hlorank">(.*?)<\/script>/s.exec(html)?.[1];
  return json ? (JSON.parse(json) as Record<string, unknown>) : null;
}
