// Table of configurations with run times and scores, which the learner drags or types. A chart beside it compares the
// orders by run time and by score.
import type { Signal } from '@preact/signals';
import { amount } from '../../dom';
import { decimal } from '../frame/language';
import { lit } from '../frame/lesson';
import { NumberField } from '../frame/number_field';

export interface Configurations {
  names: string[];
  /** Run time of each configuration in microseconds, which the learner can change. */
  times: Signal<number[]>;
  /** Run times as measured, in microseconds. */
  measured: number[];
}

export const kLeast = -4;
export const kMost = 4;
const [kShortest, kLongest] = [1, 5]; // range of run times in milliseconds that the learner can set

export interface ScoreTableProps {
  configurations: Configurations;
  scores: Signal<number[]>;
  /** Derivative of the loss by each score. If absent, the table has no column for it. Shape: [configurations]. */
  gradient?: number[];
  /** Called after the learner changed a score or a run time. */
  onChange?: () => void;
  labels: { name: string; time: string; score: string; push: string; measured: string } & Record<
    'scoreOf' | 'timeOf',
    (name: string) => string
  >;
}

const kScale = 100; // length in pixels of the arrow for a gradient of 1

/** Arrow in the direction in which gradient descent moves a score. Left means a lower score, which predicts faster. */
function Push({ gradient }: { gradient: number }) {
  const length = Math.max(-44, Math.min(44, -gradient * kScale));
  const tip = 50 + length;
  // Direction and size in pixels of the arrow head.
  const [side, size] = [Math.sign(length), Math.min(5, Math.abs(length) / 2)];
  return (
    <svg class="push" viewBox="0 0 100 16" width="100" height="16" aria-hidden="true">
      <line x1="50" x2="50" y1="1" y2="15" class="push-zero" />
      {Math.abs(length) < 1 ? (
        <circle cx="50" cy="8" r="2" />
      ) : (
        <path d={`M50 8H${tip}m${-side * size} ${-0.8 * size}L${tip} 8l${-side * size} ${0.8 * size}`} />
      )}
    </svg>
  );
}

export function ScoreTable({ configurations, scores, gradient, onChange = () => {}, labels }: ScoreTableProps) {
  const { names, times, measured } = configurations;
  const set = (numbers: Signal<number[]>, i: number, value: number): void => {
    numbers.value = numbers.peek().map((each, at) => (at === i ? value : each));
    onChange();
  };
  return (
    <>
      <table class="scores">
        <thead>
          <tr>
            <th scope="col">{labels.name}</th>
            <th scope="col">{labels.time}</th>
            <th scope="col">{labels.score}</th>
            {gradient ? <th scope="col">{labels.push}</th> : null}
          </tr>
        </thead>
        <tbody>
          {names.map((name, i) => (
            <tr
              key={name}
              class={lit.value === name ? 'lit' : ''}
              onPointerEnter={() => (lit.value = name)}
              onPointerLeave={() => (lit.value = null)}
            >
              <th scope="row">{name}</th>
              <td data-title={labels.time}>
                <NumberField
                  label={labels.timeOf(name)}
                  value={times.value[i]! / 1000}
                  least={kShortest}
                  most={kLongest}
                  step={0.001}
                  digits={3}
                  unit="ms"
                  onValue={(value) => set(times, i, Math.round(value * 1000))}
                />
              </td>
              <td data-title={labels.score}>
                <NumberField
                  label={labels.scoreOf(name)}
                  value={scores.value[i]!}
                  least={kLeast}
                  most={kMost}
                  step={0.1}
                  digits={gradient ? 2 : 1}
                  onValue={(value) => set(scores, i, value)}
                />
              </td>
              {gradient ? (
                <td data-title={labels.push}>
                  <span class="push-cell">
                    <Push gradient={gradient[i]!} />
                    {decimal(-gradient[i]!, 2)}
                  </span>
                </td>
              ) : null}
            </tr>
          ))}
        </tbody>
      </table>
      <p class="buttons">
        <button
          disabled={times.value === measured}
          onClick={() => {
            times.value = measured;
            onChange();
          }}
        >
          {labels.measured}
        </button>
      </p>
    </>
  );
}

/** Returns the rank of each value, 0 (lowest) to n − 1; equal values share the mean of their ranks. */
export function placesOf(values: readonly number[]): number[] {
  return values.map((value) => {
    const lower = values.filter((each) => each < value).length;
    const equal = values.filter((each) => each === value).length;
    return lower + (equal - 1) / 2;
  });
}

const [kWidth, kRow, kLeft, kRight, kTop] = [400, 34, 116, 268, 40];

/**
 * Chart with the configurations in order of run time on the left and in order of score on the right, fastest on top. A
 * line connects the two places of a configuration. The lines of a discordant pair cross; a dot marks the crossing.
 */
export function OrderChart(props: Omit<ScoreTableProps, 'labels'> & { label: string; left: string; right: string }) {
  const { configurations, scores, label, left, right } = props;
  const { names } = configurations;
  const times = configurations.times.value;
  const [from, to] = [placesOf(times), placesOf(scores.value)];
  const y = (place: number): number => kTop + place * kRow;
  const crossings = names.flatMap((a, i) =>
    names.slice(0, i).flatMap((b, j) => {
      const [before, after] = [from[i]! - from[j]!, to[i]! - to[j]!];
      if (before * after >= 0) return [];
      const at = before / (before - after);
      const place = from[i]! + at * (to[i]! - from[i]!);
      return [{ key: a + b, x: kLeft + at * (kRight - kLeft), y: y(place) }];
    }),
  );
  return (
    <svg
      class="orders"
      viewBox={`0 0 ${kWidth} ${kTop + names.length * kRow - 8}`}
      role="img"
      aria-label={label}
      onPointerLeave={() => (lit.value = null)}
    >
      <text x={kLeft} y="16" class="orders-head end">
        {left}
      </text>
      <text x={kRight} y="16" class="orders-head">
        {right}
      </text>
      {names.map((name, i) => (
        <g key={name} class={lit.value === name ? 'order lit' : 'order'} onPointerEnter={() => (lit.value = name)}>
          <line x1={kLeft} x2={kRight} y1={y(from[i]!)} y2={y(to[i]!)} />
          <circle cx={kLeft} cy={y(from[i]!)} r="5" />
          <circle cx={kRight} cy={y(to[i]!)} r="5" />
          {from.indexOf(from[i]!) === i ? (
            <text x={kLeft - 12} y={y(from[i]!) + 5} class="end">
              {names.filter((_, j) => from[j] === from[i]).join(' ')} {decimal(times[i]! / 1000, 3)} ms
            </text>
          ) : null}
          <text x={kRight + 12 + 26 * names.slice(0, i).filter((_, j) => to[j] === to[i]).length} y={y(to[i]!) + 5}>
            {name}
          </text>
        </g>
      ))}
      {crossings.map((cross) => (
        <circle
          key={cross.key}
          class={lit.value === 'discordant' ? 'crossing lit' : 'crossing'}
          cx={cross.x}
          cy={cross.y}
          r="5"
        />
      ))}
    </svg>
  );
}

/** Formats a number for a formula or legend; "–" if it is not finite. */
export const numberText = (value: number, digits = 2): string =>
  Number.isFinite(value) ? (Math.abs(value) >= 1e4 ? amount(value, 3) : decimal(value, digits)) : '–';
