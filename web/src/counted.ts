// Counts of configurations: the compiler default is a baseline, not one of them.
import type { Inspection } from '../../wasm/engine';
import { plural } from './dom';

/** Number of configurations without those whose layouts the compiler chose. */
export const configurationCount = ({ count, leftToCompiler = 0 }: Inspection['configurations']): number =>
  count - leftToCompiler;

/** "12 schedules", or "85 configurations". */
export const countedText = ({ configurations, schedules }: Inspection): string =>
  plural(configurationCount(configurations), schedules ? 'schedule' : 'configuration');

/** " and XLA’s own choice" if it is one of the configurations; else empty. */
export const besidesText = ({ configurations }: Inspection): string =>
  configurations.leftToCompiler ? ' and XLA’s own choice' : '';
