import { join } from 'node:path';

/** Whether the script was started with `--quick`: the same on tiny inputs, in seconds. */
export const isQuick = Boolean(process.env.HLORANK_QUICK);

/** Where a script leaves files: below build/, or in the temporary folder of a quick run. */
export const outputFolder = (name) => join(process.env.HLORANK_QUICK || join(import.meta.dirname, '../build'), name);
