import { join } from 'node:path';

/** Whether the script was started with `--quick`, which means tiny inputs and seconds of work. */
export const isQuick = Boolean(process.env.HLORANK_QUICK);

/** Path of an output folder: in build/, or in the temporary folder of a quick run. */
export const outputFolder = (name) => join(process.env.HLORANK_QUICK || join(import.meta.dirname, '../build'), name);
