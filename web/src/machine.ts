// Settings for estimates: the machine, and the number of CPU cores for schedules of Halide.
import { signal } from '@preact/signals';

/** Name of the machine for which run times are estimated; undefined: the engine chooses it by the program's profile. */
export const machine = signal<string | undefined>(undefined);

/** Number of CPU cores for which Halide's own cost model predicts run times, from 1 to kMostCores. */
export const cores = signal(1);

export const kMostCores = 4096;
