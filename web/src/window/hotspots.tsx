// The list of hotspots. It shows what takes the most time, by instruction, operation, kind of operation or op_name
// scope.
import { useComputed, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import type { CostGroup, Costs } from '../../../wasm/engine';
import { count, duration, plural } from '../dom';
import { machine } from '../machine';
import { selection } from '../selection';
import { Total } from './cost_total';
import {
  boundText,
  bytesMovedText,
  disagreementLine,
  disagreementText,
  disagrees,
  flopsText,
  secondsOf,
  sharesOf,
  shareText,
  total,
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

/** The group whose instructions are listed alone. */
interface Filter {
  name: string;
  nodes: Set<number>;
}

function Row(props: {
  name: ComponentChildren;
  aside: string;
  bar: number;
  /** Absolute time beside a share; empty without. */
  time?: string;
  value: string;
  indent?: number;
}) {
  return (
    <>
      <i class="row-bar" style={{ width: `${Math.max(0.5, props.bar * 100)}%` }} />
      <span class="row-name" style={{ paddingLeft: `${(props.indent ?? 0) * 12}px` }}>
        {props.name}
        <span class="muted"> {props.aside}</span>
      </span>
      {props.time ? <span class="row-time muted">{props.time}</span> : null}
      <span class="row-value">{props.value}</span>
    </>
  );
}

const valuesOf = (costs: Costs, key: Key): Float64Array =>
  key === 'seconds' ? sharesOf(costs) : key === 'estimate' ? costs.share : costs[key];

/**
 * Returns the rows of the cost table in decreasing order of column `key`. `filter`: return only instructions of this
 * group; null: all instructions.
 */
function orderBy(costs: Costs, key: Key, filter: Filter | null): Uint32Array {
  const all = Array.from(costs.instructions, (_, i) => i).filter(
    (i) => filter === null || filter.nodes.has(costs.instructions[i]!),
  );
  const values = valuesOf(costs, key);
  return Uint32Array.from(all.sort((a, b) => values[b]! - values[a]! || a - b));
}

function valueText(costs: Costs, key: Key, i: number): string {
  if (key === 'flops') return flopsText(costs.flops[i]!);
  if (key === 'bytes') return bytesMovedText(costs.bytes[i]!);
  return key === 'trips' ? tripsText(costs.trips[i]!) : shareText(valuesOf(costs, key)[i]!);
}

/** Returns the time to which the share in column `key` belongs, such as "12.3 ms". Empty without a time. */
function timeText(costs: Costs, key: Key, i: number): string {
  if (key !== 'seconds' && key !== 'estimate') return '';
  const seconds = (key === 'seconds' ? secondsOf(costs) : costs.seconds)[i]!;
  return seconds ? duration(seconds, 3) : '';
}

/**
 * Returns the time of a group and its fraction of the program's time: both measured if times were measured, else
 * estimated.
 */
function groupTime(costs: Costs, group: CostGroup): { seconds: number; share: number } {
  const { inclusiveMeasuredSeconds: measured, inclusiveSeconds: seconds, inclusiveShare: share } = group;
  if (!costs.isMeasured || measured === undefined) return { seconds, share };
  return { seconds: measured, share: measured / (total(costs.measured) || 1) };
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

function Disagreement({ costs }: { costs: Costs }) {
  const line = disagreementLine(costs);
  return line ? <p class="list-note disagreement">{line}</p> : null;
}

export function Hotspots({ groups }: HotspotsActions) {
  const by = useSignal<By>('instruction');
  const key = useSignal<Key>('seconds');
  const filter = useSignal<Filter | null>(null);
  const group = useSignal(-1); // selected row of the list of groups
  const found = useSignal<CostGroup[]>([]);
  const costs = selection.signal('costs').value;
  const program = selection.signal('program').value;
  const instruction = selection.signal('instruction').value;
  useEffect(() => {
    filter.value = null;
    by.value = 'instruction';
    if (key.peek() === 'estimate') key.value = 'seconds';
  }, [program]);
  const grouping = by.value;
  useEffect(() => {
    found.value = [];
    group.value = -1;
    if (costs && grouping !== 'instruction')
      void groups(grouping).then(
        (list) => (found.value = list),
        () => {}, // ignores the error: opening another program cancelled the request
      );
  }, [grouping, costs]);
  const order = useComputed(() => {
    const now = selection.signal('costs').value;
    return now ? orderBy(now, key.value, filter.value) : new Uint32Array();
  }).value;

  /** Lists only the instructions of a group. */
  const open = (row: number): void => {
    const { name, members } = found.peek()[row]!;
    filter.value = { name, nodes: new Set(members) };
    by.value = 'instruction';
  };

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
          {filter.value === null ? null : (
            <button
              class="chip"
              onClick={() => (filter.value = null)}
              aria-label={`Show all instructions, not only those of ${filter.value.name}`}
            >
              {filter.value.name} ✕
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
              costs.isMeasured
                ? `${shareText(costs.measuredShare[i]!)} of the measured time, ${duration(costs.measured[i]!, 3)}`
                : '',
              `${shareText(costs.share[i]!)} of the estimated time, ${duration(costs.seconds[i]!, 3)}`,
              flopsText(costs.flops[i]!),
              bytesMovedText(costs.bytes[i]!),
              `executed ${tripsText(costs.trips[i]!)}`,
              disagrees(costs, i) ? disagreementText(costs, i) : '',
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
                aside={`${disagrees(costs, i) ? `${disagreementText(costs, i)} · ` : ''}${opcodes[node]}${trips}`}
                bar={values[i]! / (largest || 1)}
                time={timeText(costs, key.value, i)}
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
          selected={group.value}
          select={(row) => (group.value = row)}
          activate={open}
          title={(row) => {
            const { name, instructions } = found.value[row]!;
            const { seconds, share } = groupTime(costs, found.value[row]!);
            const what = costs.isMeasured ? 'measured' : 'estimated';
            return `${name}: ${shareText(share)} of the ${what} time, ${duration(seconds, 3)}, ${plural(instructions, 'instruction')}`;
          }}
          row={(row) => {
            const { name, depth, instructions } = found.value[row]!;
            const { seconds, share } = groupTime(costs, found.value[row]!);
            return (
              <Row
                name={name || '(no scope)'}
                aside={instructions > 1 ? count(instructions) : ''}
                bar={share}
                time={duration(seconds, 3)}
                value={shareText(share)}
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
