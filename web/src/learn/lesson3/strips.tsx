// Shows the states of nodes as rows of shaded squares. The larger the magnitude of a number, the stronger the colour of
// its square.
import { decimal } from '../frame/language';
import { kWidth } from './encoder';

const kCell = 17;

export interface StripRow {
  name: string;
  state: number[];
  /** Whether the row is highlighted. */
  isMarked?: boolean;
}

export interface StripsProps {
  caption: string;
  /** Titles of the columns: name of the node, state of the node, and the selected number of the state. */
  heads: [string, string, string];
  rows: StripRow[];
  /** Index of the selected number in each state. */
  component: number;
  choose: (component: number) => void;
  /** Magnitude that gets the strongest colour. If absent, this is the largest magnitude in the rows. */
  most?: number;
}

export function Strips({ caption, heads, rows, component, choose, most }: StripsProps) {
  const strongest = most ?? Math.max(...rows.flatMap(({ state }) => state), 1e-6);
  return (
    <table class="strips">
      <caption>{caption}</caption>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, state, isMarked }) => (
          <tr key={name} class={isMarked ? 'marked' : ''}>
            <th scope="row">{name}</th>
            <td>
              <svg
                viewBox={`0 0 ${kWidth * kCell} ${kCell}`}
                width={kWidth * kCell}
                role="img"
                aria-label={state.map((value) => decimal(value, 1)).join(' ')}
                onClick={(event) => {
                  const { left, width } = event.currentTarget.getBoundingClientRect();
                  choose(Math.min(kWidth - 1, Math.max(0, Math.floor(((event.clientX - left) / width) * kWidth))));
                }}
              >
                {state.map((value, i) => (
                  <rect
                    key={i}
                    class={i === component ? 'cell chosen' : 'cell'}
                    x={i * kCell + 1.5}
                    y="1.5"
                    width={kCell - 3}
                    height={kCell - 3}
                    fill-opacity={Math.min(1, Math.abs(value) / strongest)}
                  />
                ))}
              </svg>
            </td>
            <td>{decimal(state[component]!, 2)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
