// The machine that costs are estimated for, and its cores for schedules of Halide.
import { signal } from '@preact/signals';

/** Name of a machine preset of the core; undefined: its own. */
export const machine = signal<string | undefined>(undefined);

/** Number of cores that Halide's own cost model predicts for, 1 to kMostCores. */
export const cores = signal(1);

export const kMostCores = 4096;
