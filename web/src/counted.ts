// Counts of configurations: the compiler default is a baseline, not one of them.
import type { Inspection } from '../../wasm/engine';
import { plural } from './dom';

/** Number of configurations without the compiler default. */
export const configurationCount = ({ count, compilerDefault }: Inspection['configurations']): number =>
  compilerDefault ? count - 1 : count;

/** "12 schedules", or "85 configurations". */
export const countedText = ({ configurations, schedules }: Inspection): string =>
  plural(configurationCount(configurations), schedules ? 'schedule' : 'configuration');

/** " and XLA’s own choice" if the compiler default is known; else empty. */
export const besidesText = ({ configurations }: Inspection): string =>
  configurations.compilerDefault ? ' and XLA’s own choice' : '';
