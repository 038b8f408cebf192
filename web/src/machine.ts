// The machine that costs are estimated for.
import { signal } from '@preact/signals';

/** Name of a machine preset of the core; undefined: its own. */
export const machine = signal<string | undefined>(undefined);
