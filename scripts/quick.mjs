import { join } from 'node:path';

/** Whether the script was started with `--quick`: it then uses tiny inputs and ends after seconds. */
export const isQuick = Boolean(process.env.HLORANK_QUICK);

/** Path of the output folder `name`: in build/, or in a temporary folder if the script was started with `--quick`. */
export const outputFolder = (name) => join(process.env.HLORANK_QUICK || join(import.meta.dirname, '../build'), name);
