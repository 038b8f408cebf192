// Scatter chart. A point has two values, such as score and run time of a configuration.
export interface ScatterProps {
  label: string;
  /** Horizontal and vertical value of each point. Shape: [points]. */
  points: (readonly [number, number])[];
  /** Titles of the horizontal and the vertical axis. */
  axes: [string, string];
  /** Whether to draw the diagonal, on which both values are equal. */
  isDiagonal?: boolean;
  format: (value: number) => string;
}

const [kWidth, kHeight, kLeft, kBottom] = [460, 340, 66, 46];

function scale(values: number[], from: number, to: number): (value: number) => number {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return (value) => from + ((value - least) / (most - least || 1)) * (to - from);
}

export function Scatter({ label, points, axes, isDiagonal = false, format }: ScatterProps) {
  const [xs, ys] = [points.map(([a]) => a), points.map(([, b]) => b)];
  const both = isDiagonal ? [...xs, ...ys] : null;
  const x = scale(both ?? xs, kLeft + 8, kWidth - 12);
  const y = scale(both ?? ys, kHeight - kBottom - 8, 12);
  const ends = (values: number[]): [number, number] => [Math.min(...values), Math.max(...values)];
  const [[x0, x1], [y0, y1]] = [ends(both ?? xs), ends(both ?? ys)];
  return (
    <svg class="scatter" viewBox={`0 0 ${kWidth} ${kHeight}`} role="img" aria-label={label}>
      <path class="axes" d={`M${kLeft} 6V${kHeight - kBottom}H${kWidth - 6}`} />
      {isDiagonal ? <line class="diagonal" x1={x(x0)} y1={y(x0)} x2={x(x1)} y2={y(x1)} /> : null}
      {points.map(([a, b], i) => (
        <circle key={i} cx={x(a)} cy={y(b)} r="4" />
      ))}
      <text x={x(x0)} y={kHeight - kBottom + 18}>
        {format(x0)}
      </text>
      <text x={x(x1)} y={kHeight - kBottom + 18} class="end">
        {format(x1)}
      </text>
      <text x={kWidth - 6} y={kHeight - 6} class="end">
        {axes[0]}
      </text>
      <text x={kLeft - 6} y={y(y1) + 4} class="end">
        {format(y1)}
      </text>
      <text x={kLeft - 6} y={y(y0) + 4} class="end">
        {format(y0)}
      </text>
      <text x={-kHeight / 2 + 20} y="14" transform="rotate(-90)" class="middle">
        {axes[1]}
      </text>
    </svg>
  );
}
