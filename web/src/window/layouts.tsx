// The list of the program's layout configurations, best first. Each entry shows the layouts that the configuration
// changes.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Configuration, Inspection } from '../../../wasm/engine';
import { type CompilerLine, compilerLine } from '../compiler_default';
import { besidesText } from '../counted';
import { amount, count, duration, plural } from '../dom';
import { type Ranked, selection } from '../selection';
import { aboutRank } from '../views/confidence';
import { digitsOf } from '../views/ranking_cells';
import { secondsOf } from '../views/schedule_cells';
import { VirtualList } from './virtual_list';

const kRow = 44;
const kListed = 12; // number of changes that a tooltip lists

export interface LayoutsActions {
  explain: (indices: number[]) => Promise<Configuration[]>;
  /** Selects the configuration with this index in the ranking. */
  choose: (index: number) => void;
  nameOf: (index: number) => string | null;
  openTable: () => void;
}

const kOrders: Record<Ranked['sort']['key'], string> = {
  score: 'by score',
  time: 'by measured time',
  changed: 'by number of changes',
  index: 'by number',
  halide: 'by Halide’s own cost',
};

/**
 * Returns a heading such as "85 configurations by score; the first 23 are too close to call". Configurations that compile
 * to the same program share a row and count once.
 */
function headText({ view, close, sort }: Ranked, inspection: Inspection | undefined): string {
  const listed = plural(view.indices.length, inspection?.schedules ? 'schedule' : 'configuration');
  const isByScore = sort.key === 'score';
  const ofSchedules = view.isPredicted === false ? 'by measured time' : 'by predicted time';
  const order = inspection?.schedules && isByScore ? ofSchedules : kOrders[sort.key];
  const tie = isByScore && close > 1 ? `; the first ${count(close)} are too close to call` : '';
  return `${listed} ${order}${sort.descending ? ', descending' : ''}${tie}`;
}

/** Returns the layouts that a configuration changes, one per line after a line break, for a tooltip. */
function changesText(configuration: Configuration | undefined): string {
  const changes = configuration?.changes ?? [];
  const more = changes.length > kListed ? `\n… ${plural(changes.length - kListed, 'more change')}` : '';
  return changes
    .slice(0, kListed)
    .map(({ node, tensor, from, to }) => `\n${node} ${tensor}: ${from} → ${to}`)
    .join('')
    .concat(more);
}

/** Names the first tensor whose layout a configuration changes, and the number of its further changes. */
function Changed(props: { configuration: Configuration; copies: number; name: string | null }) {
  const { configuration, copies, name } = props;
  const { changes, usable, schedule } = configuration;
  if (schedule) return schedule.id;
  const [first] = changes;
  const times = copies > 1 ? ` ×${count(copies)}` : '';
  if (!first) return name ?? (usable ? `layouts as in the file${times}` : 'XLA’s own choice');
  const more = changes.length > 1 ? ` +${count(changes.length - 1)}` : '';
  return (
    <>
      {name ?? (
        <>
          <code>{first.node}</code> {first.tensor + more}
        </>
      )}
      {times}
    </>
  );
}

/** The line above the list with the layouts that the compiler chooses on its own. */
function CompilerDefault({ line }: { line: CompilerLine | null }) {
  if (!line) return null;
  return (
    <p class="list-note compiler-default" title={line.title}>
      <span class="row-name">{line.name}</span>
      <span class="row-value">{line.value}</span>
      {line.place ? <span class="place">{line.place}</span> : null}
    </p>
  );
}

export function Layouts({ explain, choose, nameOf, openTable }: LayoutsActions) {
  const ranked = selection.signal('ranked').value;
  const program = selection.signal('program').value;
  const chosen = selection.signal('configuration').value;
  const known = useSignal(new Map<number, Configuration>());
  const asked = useSignal(new Set<number>());
  useEffect(() => {
    known.value = new Map();
    asked.value = new Set();
  }, [program, ranked?.status]);
  if (!ranked) return <p class="empty muted">{program ? 'Ranking…' : 'No program is open.'}</p>;
  const { view, close, sort } = ranked;
  const isPredicted = view.isPredicted !== false;
  const areSchedules = program?.inspection.schedules !== undefined;
  const without = program ? besidesText(program.inspection).replace(' and', '') : '';
  const digits = digitsOf(view.times);

  const ask = async (first: number, last: number): Promise<void> => {
    const missing = [...view.indices.subarray(first, last + 1)].filter((index) => !asked.peek().has(index));
    if (!missing.length) return;
    const mine = asked.peek();
    missing.forEach((index) => mine.add(index));
    const found = await explain(missing).catch(() => []);
    if (mine !== asked.peek()) return;
    known.value = new Map([...known.peek(), ...found.map((one) => [one.index, one] as const)]);
  };

  const isShared = ranked.view.copies.some((copies) => copies > 1);
  const shared = isShared ? '. Configurations that compile to the same program share a row' : '';
  return (
    <>
      <div class="list-head">
        <span
          class="list-counts muted"
          title={
            areSchedules
              ? `The shortest ${isPredicted ? 'predicted' : 'measured'} time comes first`
              : `The lowest score is predicted fastest; a score is not a time${shared}${without ? `. Not listed:${without}` : ''}`
          }
        >
          {headText(ranked, program?.inspection)}
        </span>
        <button class="chip" onClick={openTable}>
          Full table
        </button>
      </div>
      <CompilerDefault line={compilerLine(ranked.status, program?.inspection ?? null)} />
      <VirtualList
        label="Layouts"
        count={view.indices.length}
        rowHeight={kRow}
        selected={chosen ? view.indices.indexOf(chosen.index) : -1}
        select={(row) => choose(view.indices[row]!)}
        visible={(first, last) => void ask(first, last)}
        title={(row) =>
          areSchedules
            ? `Rank ${count(view.ranks[row]!)}`
            : `Rank ${count(view.ranks[row]!)}, configuration ${view.indices[row]}: score ${amount(view.scores[row]!)}. Lower is faster; it is not a time. ${aboutRank(view.ranks[row]!, close)}${changesText(known.value.get(view.indices[row]!))}`
        }
        row={(row) => {
          const index = view.indices[row]!;
          const configuration = known.value.get(index);
          const rank = view.ranks[row]!;
          const score = view.scores[row]!;
          const time = view.times[row];
          const isMeasured = time !== undefined && !Number.isNaN(time);
          const measured = isMeasured ? duration(time, digits) : '';
          const scored = areSchedules
            ? `${duration(secondsOf(score), 3)} predicted`
            : `${sort.key === 'score' ? '' : 'score '}${amount(score, 3)}`;
          const predicted = isPredicted ? scored : '';
          const [first] = configuration?.changes ?? [];
          const [above, below] = first || isMeasured ? [measured, predicted] : [predicted, ''];
          return (
            <>
              <span class={rank <= close && close > 1 ? 'row-rank close' : 'row-rank'}>{count(rank)}</span>
              <span class="row-lines">
                <span class="row-name">
                  {configuration ? (
                    <Changed configuration={configuration} copies={view.copies[row]!} name={nameOf(index)} />
                  ) : (
                    '…'
                  )}
                </span>
                <span class="row-value">{above}</span>
                {first || below ? (
                  <>
                    <code class="row-second">{first ? `${first.from} → ${first.to}` : ''}</code>
                    <span class={isMeasured ? 'row-second row-value' : 'row-value'}>{below}</span>
                  </>
                ) : null}
              </span>
            </>
          );
        }}
        empty="No configuration to show."
      />
    </>
  );
}
