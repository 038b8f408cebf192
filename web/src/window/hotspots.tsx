// The list of hotspots. It shows what takes the most time, by instruction, operation, kind of operation or op_name
// scope.
import { useComputed, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import type { CostGroup, Costs, Inspection } from '../../../wasm/engine';
import { count, duration, plural } from '../dom';
import { machine } from '../machine';
import { selection } from '../selection';
import {
  boundsText,
  boundText,
  bytesMovedText,
  disagreementLine,
  disagreementText,
  disagrees,
  flopsText,
  sharesOf,
  shareText,
  tripsText,
} from './figures';
import { VirtualList } from './virtual_list';

type By = 'instruction' | 'op' | 'kind' | 'scope';
type Key = 'seconds' | 'estimate' | 'flops' | 'bytes' | 'trips';

const kRow = 28;
/** Returns [key, title] of the columns by which the hotspots can be sorted. */
const keysOf = ({ isMeasured }: Costs): [Key, string][] => [
  ['seconds', isMeasured ? 'Measured' : 'Time'],
  ...(isMeasured ? [['estimate', 'Estimated'] satisfies [Key, string]] : []),
  ['flops', 'FLOPs'],
  ['bytes', 'Bytes'],
  ['trips', 'Executions'],
];
const kBy: Record<By, string> = {
  instruction: 'By instruction',
  op: 'By operation',
  kind: 'By kind',
  scope: 'By scope',
};

export interface HotspotsActions {
  groups: (by: 'op' | 'kind' | 'scope') => Promise<CostGroup[]>;
}

function Row(props: { name: ComponentChildren; aside: string; bar: number; value: string; indent?: number }) {
  return (
    <>
      <i class="row-bar" style={{ width: `${Math.max(0.5, props.bar * 100)}%` }} />
      <span class="row-name" style={{ paddingLeft: `${(props.indent ?? 0) * 12}px` }}>
        {props.name}
        <span class="muted"> {props.aside}</span>
      </span>
      <span class="row-value">{props.value}</span>
    </>
  );
}

const valuesOf = (costs: Costs, key: Key): Float64Array =>
  key === 'seconds' ? sharesOf(costs) : key === 'estimate' ? costs.share : costs[key];

/**
 * Returns the rows of the cost table in decreasing order of column `key`. `kind`: return only operations of this kind;
 * null: all operations.
 */
function orderBy(costs: Costs, key: Key, kind: string | null): Uint32Array {
  const all = Array.from(costs.instructions, (_, i) => i).filter((i) => kind === null || costs.kinds[i] === kind);
  const values = valuesOf(costs, key);
  return Uint32Array.from(all.sort((a, b) => values[b]! - values[a]! || a - b));
}

function valueText(costs: Costs, key: Key, i: number): string {
  if (key === 'flops') return flopsText(costs.flops[i]!);
  if (key === 'bytes') return bytesMovedText(costs.bytes[i]!);
  return key === 'trips' ? tripsText(costs.trips[i]!) : shareText(valuesOf(costs, key)[i]!);
}

function Choice(props: {
  label: string;
  hint?: string;
  value: string;
  options: [name: string, title: string][];
  choose: (name: string) => void;
}) {
  const { label, hint = label, value, options, choose } = props;
  return (
    <select aria-label={label} title={hint} value={value} onChange={(event) => choose(event.currentTarget.value)}>
      {options.map(([name, title]) => (
        <option value={name}>{title}</option>
      ))}
    </select>
  );
}

/** Menu of the machines for which run times can be estimated. Shows which one is selected. */
function MachineChoice({ costs }: { costs: Costs }) {
  const { machine: name, machines = [] } = costs;
  const shown = machines.find((one) => one.name === name);
  if (!shown) return null;
  return (
    <Choice
      label="Machine that times are estimated for"
      hint={`Estimated time of an instruction: what its operations or its bytes need, whichever is longer, at the peak rates of ${shown.description}: ${shown.rates}`}
      value={name!}
      options={machines.map((one) => [one.name, one.name])}
      choose={(to) => (machine.value = to)}
    />
  );
}

const kShortNotices: Record<string, string> = {
  unoptimised: 'Not optimised: bytes and times are too high, because the compiler will fuse elementwise operations.',
};

/** Returns the first warning about the HLO file, and how many more there are: "Warning, line 5: dot: …; 2 more warnings". */
function warningText([first, ...others]: Inspection['warnings']): string {
  const place = first!.line ? `, line ${first!.line}` : '';
  const more = others.length ? `; ${plural(others.length, 'more warning')}` : '';
  return `Warning${place}: ${first!.message}${more}`;
}

const kFirstNotices = ['unknownDevice', 'otherMachine']; // kinds of notices that concern all estimates
const kShownNotes = 2; // number of notes that are shown without a click, so that the list keeps its room

interface Note {
  text: string;
  title: string;
}

/** Returns why the estimates may be wrong, most important first. */
function notesOn({ notices = [] }: Costs, warnings: Inspection['warnings']): Note[] {
  const isFirst = ({ kind }: { kind: string }) => kFirstNotices.includes(kind);
  const sorted = [...notices.filter(isFirst), ...notices.filter((notice) => !isFirst(notice))];
  return [
    ...(warnings.length ? [{ text: warningText(warnings), title: 'The inspector lists all warnings' }] : []),
    ...sorted.map(({ kind, message }) => ({
      text: kShortNotices[kind] ?? message[0]!.toUpperCase() + message.slice(1),
      title: message,
    })),
  ];
}

const noteLine = ({ text, title }: Note) => (
  <p class="list-note cost-notice" role="note" title={title} key={title}>
    {text}
  </p>
);

/** The estimated time of the program, what limits it, and why the estimates may be wrong. */
function Total({ costs, warnings }: { costs: Costs; warnings: Inspection['warnings'] }) {
  const seconds = costs.seconds.reduce((sum, one) => sum + one, 0);
  const notes = notesOn(costs, warnings);
  const shown = notes.length > kShownNotes ? kShownNotes - 1 : kShownNotes; // the line "more notes" takes the last place
  return (
    <>
      <p class="list-note cost-total" title={`Estimated for one run on ${costs.machine ?? 'this machine'}`}>
        <strong>{duration(seconds, 3)}</strong> estimated: {boundsText(costs) || 'nothing to compute'}
      </p>
      {notes.slice(0, shown).map(noteLine)}
      {notes.length > shown ? (
        <details class="cost-notes">
          <summary class="list-note">{plural(notes.length - shown, 'more note')}</summary>
          {notes.slice(shown).map(noteLine)}
        </details>
      ) : null}
    </>
  );
}

function Disagreement({ costs }: { costs: Costs }) {
  const line = disagreementLine(costs);
  return line ? <p class="list-note disagreement">{line}</p> : null;
}

export function Hotspots({ groups }: HotspotsActions) {
  const by = useSignal<By>('instruction');
  const key = useSignal<Key>('seconds');
  const kind = useSignal<string | null>(null);
  const found = useSignal<CostGroup[]>([]);
  const costs = selection.signal('costs').value;
  const program = selection.signal('program').value;
  const instruction = selection.signal('instruction').value;
  useEffect(() => {
    kind.value = null;
    by.value = 'instruction';
    if (key.peek() === 'estimate') key.value = 'seconds';
  }, [program]);
  const grouping = by.value;
  useEffect(() => {
    found.value = [];
    if (costs && grouping !== 'instruction')
      void groups(grouping).then(
        (list) => (found.value = list),
        () => {}, // ignores the error: opening another program cancelled the request
      );
  }, [grouping, costs]);
  const order = useComputed(() => {
    const now = selection.signal('costs').value;
    return now ? orderBy(now, key.value, kind.value) : new Uint32Array();
  }).value;

  if (!program) return null;
  const { schedules } = program.inspection;
  if (schedules && costs && !order.length)
    return <p class="empty muted">The order of measured times does not say what the stages take.</p>;
  if (!costs)
    return program.inspection.computations === null ? (
      <p class="empty muted">
        This file contains arrays only. They do not say what the instructions compute, so there is nothing to estimate.
      </p>
    ) : (
      <p class="empty muted">Estimating…</p>
    );
  const { names, opcodes } = program.instructions;
  const values = valuesOf(costs, key.value);
  const largest = order.length ? values[order[0]!]! : 1;
  return (
    <>
      {schedules ? (
        <p class="list-head">
          <span class="list-counts muted">
            Predicted time of each stage under schedule {selection.signal('configuration').value?.schedule?.id}
          </span>
        </p>
      ) : (
        <div class="list-head">
          <Choice
            label="Group hotspots by"
            value={by.value}
            options={Object.entries(kBy)}
            choose={(to) => (by.value = to as By)}
          />
          {by.value === 'instruction' ? (
            <Choice
              label="Sort hotspots by"
              value={key.value}
              options={keysOf(costs)}
              choose={(to) => (key.value = to as Key)}
            />
          ) : null}
          <MachineChoice costs={costs} />
          {kind.value === null ? null : (
            <button
              class="chip"
              onClick={() => (kind.value = null)}
              aria-label={`Show all kinds, not only ${kind.value}`}
            >
              {kind.value} ✕
            </button>
          )}
        </div>
      )}
      {costs.isPredicted ? null : <Total costs={costs} warnings={program?.inspection.warnings ?? []} />}
      {costs.isMeasured && by.value === 'instruction' ? <Disagreement costs={costs} /> : null}
      {by.value === 'instruction' ? (
        <VirtualList
          label="Hotspots"
          count={order.length}
          rowHeight={kRow}
          selected={order.findIndex((i) => costs.instructions[i] === instruction)}
          select={(row) => selection.choose('instruction', costs.instructions[order[row]!]!)}
          title={(row) => {
            const i = order[row]!;
            if (costs.isPredicted)
              return `${names[costs.instructions[i]!]}\n${shareText(costs.share[i]!)} of the predicted time, ${duration(costs.seconds[i]!, 3)}`;
            return [
              names[costs.instructions[i]!],
              costs.isMeasured ? `${shareText(costs.measuredShare[i]!)} of the measured time` : '',
              `${shareText(costs.share[i]!)} of the estimated time`,
              flopsText(costs.flops[i]!),
              bytesMovedText(costs.bytes[i]!),
              `executed ${tripsText(costs.trips[i]!)}`,
              disagrees(costs, i) ? disagreementText(costs, i).replace(/er$/, 'er than estimated') : '',
              `limited by ${boundText(costs, i)}`,
            ]
              .filter(Boolean)
              .join('\n');
          }}
          row={(row) => {
            const i = order[row]!;
            const node = costs.instructions[i]!;
            const trips = costs.trips[i]! > 1 && key.value !== 'trips' ? ` ${tripsText(costs.trips[i]!)}` : '';
            return (
              <Row
                name={<code>{names[node]}</code>}
                aside={`${opcodes[node]}${trips}${disagrees(costs, i) ? ` · ${disagreementText(costs, i)}` : ''}`}
                bar={values[i]! / (largest || 1)}
                value={valueText(costs, key.value, i)}
              />
            );
          }}
          empty="No instruction costs anything."
        />
      ) : (
        <VirtualList
          label={`Hotspots ${kBy[by.value].toLowerCase()}`}
          count={found.value.length}
          rowHeight={kRow}
          selected={-1}
          select={(row) => {
            if (by.value !== 'kind') return;
            kind.value = found.value[row]!.name;
            by.value = 'instruction';
          }}
          title={(row) => {
            const { name, instructions, inclusiveShare } = found.value[row]!;
            return `${name}: ${shareText(inclusiveShare)} of the estimated time, ${count(instructions)} instructions`;
          }}
          row={(row) => {
            const { name, depth, instructions, inclusiveShare } = found.value[row]!;
            return (
              <Row
                name={name || '(no scope)'}
                aside={instructions > 1 ? count(instructions) : ''}
                bar={inclusiveShare}
                value={shareText(inclusiveShare)}
                indent={Math.min(depth, 8)}
              />
            );
          }}
          empty="No group costs anything."
        />
      )}
    </>
  );
}
