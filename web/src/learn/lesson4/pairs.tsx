// Grid of all pairs of configurations. A cell shows by how much the score difference misses the margin of the hinge
// loss, or "–" if the run times are too close.
import { decimal } from '../frame/language';
import { lit } from '../frame/lesson';
import { isSlower, orderOf, shortfall } from './losses';
import type { Configurations } from './scores';

export interface PairGridProps {
  configurations: Configurations;
  scores: number[];
  caption: string;
  slower: string;
  faster: string;
}

export function PairGrid({ configurations, scores, caption, slower, faster }: PairGridProps) {
  const { names } = configurations;
  const times = configurations.times.value;
  const order = orderOf(times);
  return (
    <table class="pairs">
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">
            {slower} ↓<br />
            {faster} →
          </th>
          {order.slice(0, -1).map((j) => (
            <th scope="col" key={j}>
              {names[j]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {order.slice(1).map((i) => (
          <tr key={i}>
            <th scope="row">{names[i]}</th>
            {order.slice(0, -1).map((j) => {
              if (times[i]! <= times[j]!) return <td key={j} />;
              if (!isSlower(times, i, j))
                return (
                  <td key={j} class="none">
                    –
                  </td>
                );
              const missing = shortfall(scores, i, j);
              return (
                <td
                  key={j}
                  class={`${missing > 1 ? 'wrong' : missing > 0 ? 'near' : 'good'} ${lit.value === 'shortfall' || lit.value === 'pairs' ? 'lit' : ''}`}
                >
                  {decimal(missing, 1)}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
