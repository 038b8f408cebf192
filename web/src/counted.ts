// Counts layout configurations for display. The configuration that leaves all layouts to the compiler is a baseline and
// not counted.
import type { Inspection } from '../../wasm/engine';
import { plural } from './dom';

/** Returns the number of layout configurations, except those that leave all layouts to the compiler. */
export const configurationCount = ({ count, leftToCompiler = 0 }: Inspection['configurations']): number =>
  count - leftToCompiler;

/** Returns "12 schedules" for a file of schedules, or "85 configurations" for an HLO program. */
export const countedText = ({ configurations, schedules }: Inspection): string =>
  plural(configurationCount(configurations), schedules ? 'schedule' : 'configuration');

/** Returns " and XLA’s own choice" if the compiler default is ranked too; else an empty string. */
export const besidesText = ({ configurations }: Inspection): string =>
  configurations.leftToCompiler ? ' and XLA’s own choice' : '';
