// A chart with a horizontal axis that shows points or a stepped line.
import { decimal } from '../frame/language';

export interface ChartProps {
  label: string;
  /** Horizontal and vertical value of each point. Shape: [points]. */
  points: (readonly [number, number])[];
  /** Points that the axes must cover. If absent, the axes cover `points`. */
  extent?: (readonly [number, number])[];
  /** Whether to draw the points as a stepped line instead of dots. */
  isSteps?: boolean;
  /** Titles of the horizontal and the vertical axis. */
  axes: [string, string];
  /** Range of horizontal values to shade, both ends inclusive; null for no shading. */
  shaded?: [number, number] | null;
  /** Horizontal value at which to draw a vertical line; null for no line. */
  at?: number | null;
  /** Vertical value at which to draw and label a horizontal line; null for no line. */
  level?: number | null;
  /** Index of the point to mark. */
  marked?: number;
  /** Least upper end of the vertical axis. If absent, the points alone determine the axis. */
  most?: number;
  format: (value: number) => string;
}

const [kWidth, kHeight, kLeft, kBottom, kTop] = [520, 260, 72, 46, 14];

/** Formats a number of the horizontal axis: without decimals if it is whole, else with one. */
const whole = (value: number): string => decimal(value, Number.isInteger(value) ? 0 : 1);

/**
 * Returns three to eight ticks between `low` and `high`: multiples of 1, 2 or 5 times a power of ten. Returns only
 * `low` if both ends are equal.
 */
export function roundTicks(low: number, high: number): number[] {
  const range = high - low;
  if (range <= 0) return [low];
  const power = 10 ** Math.floor(Math.log10(range / 3));
  const step = power * ([5, 2].find((factor) => range / (factor * power) >= 3) ?? 1);
  const [first, last] = [Math.ceil(low / step - 1e-9), Math.floor(high / step + 1e-9)];
  return Array.from({ length: last - first + 1 }, (_, i) => Number(((first + i) * step).toPrecision(12)));
}

export function Chart(props: ChartProps) {
  const {
    label,
    points,
    extent = points,
    isSteps,
    axes,
    shaded,
    at = null,
    level = null,
    marked = -1,
    most = -Infinity,
    format,
  } = props;
  const [xs, ys] = [extent.map(([x]) => x), extent.map(([, y]) => y)];
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [low, high] = [Math.min(...ys), Math.max(most, ...ys)];
  const x = (value: number): number => kLeft + 10 + ((value - left) / (right - left || 1)) * (kWidth - kLeft - 22);
  const y = (value: number): number =>
    kHeight - kBottom - 10 - ((value - low) / (high - low || 1)) * (kHeight - kBottom - kTop - 10);
  const half = (x(left + 1) - x(left)) / 2;
  const base = kHeight - kBottom;
  const steps = points.map(([a, b], i) => (i ? `H${x(a)}V${y(b)}` : `M${x(a)} ${y(b)}`)).join('');
  return (
    <svg class="rank-chart" viewBox={`0 0 ${kWidth} ${kHeight}`} role="img" aria-label={label}>
      {shaded ? (
        <rect
          class="shaded"
          x={x(shaded[0]) - half}
          y={kTop - 8}
          width={x(shaded[1]) - x(shaded[0]) + 2 * half}
          height={base - kTop + 8}
        />
      ) : null}
      {level !== null && level > low && level < high ? (
        <>
          <line class="level" x1={kLeft} x2={kWidth - 6} y1={y(level)} y2={y(level)} />
          <text x={kWidth - 6} y={y(level) + 18} class="end">
            {format(level)}
          </text>
        </>
      ) : null}
      <path class="axes" d={`M${kLeft} 6V${base}H${kWidth - 6}`} />
      {isSteps ? <path class="steps" d={steps} /> : null}
      {isSteps ? null : points.map(([a, b], i) => (i === marked ? null : <circle key={i} cx={x(a)} cy={y(b)} r="4" />))}
      {at === null ? null : <line class="at" x1={x(at)} x2={x(at)} y1={kTop - 8} y2={base} />}
      {points[marked] ? (
        <path class="marked" d={`M${x(points[marked][0])} ${y(points[marked][1]) - 8}l8 8l-8 8l-8-8z`} />
      ) : null}
      {roundTicks(left, right).map((value) => (
        <text key={value} x={x(value)} y={base + 18} class="middle">
          {whole(value)}
        </text>
      ))}
      <text x={kWidth - 6} y={kHeight - 6} class="end">
        {axes[0]}
      </text>
      {roundTicks(low, high).map((value) => (
        <text key={value} x={kLeft - 6} y={y(value) + 4} class="end">
          {format(value)}
        </text>
      ))}
      <text x={-(kHeight - kBottom) / 2} y="14" transform="rotate(-90)" class="middle">
        {axes[1]}
      </text>
    </svg>
  );
}
