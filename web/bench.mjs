// Benchmarks the built page in Chromium: run time of the network in ONNX Runtime, and scoring speed in WebAssembly.
// Prints one JSON object per line: {file, model, instructions, configurations, tables: {min, median, max},
// scoredPerSecond}; times in seconds. Arguments: files to open in addition to the examples.
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isQuick } from '../scripts/quick.mjs';
import { give, settled, openSite, ranked } from '../scripts/page/site.mjs';

const kRepeats = isQuick ? 1 : 7;
const kLarge = 5000; // instructions from which on 2,000 configurations are enough to measure the time of scoring
const examples = join(import.meta.dirname, 'public/examples');
const { examples: listed } = JSON.parse(readFileSync(join(examples, 'index.json'), 'utf8'));
const programs = listed.filter(({ files }) => !files[0].endsWith('.zip')); // without schedules
const files = [
  ...(isQuick ? programs.slice(0, 1) : programs).map(({ files }) => join(examples, files[0])),
  ...process.argv.slice(2),
];

let site = null;
try {
  site = await openSite();
  await measure(await site.visit());
} catch (error) {
  console.error(`web/bench.mjs: ${error.message}`);
  process.exitCode = 1;
} finally {
  await site?.stop();
}

/** Chooses a value of the select element `id`, and waits for the ranking that follows. */
async function choose(page, id, value) {
  await page.evaluate(
    ([select, chosen]) => {
      document.getElementById('announcer').textContent = '';
      const chooser = document.getElementById(select);
      chooser.value = chosen;
      chooser.dispatchEvent(new Event('change'));
    },
    [id, value],
  );
  await settled(page);
}

/**
 * Ranks the open program with a model. Returns the run time of the network in seconds and the scored configurations per
 * second.
 */
async function rank(page, model) {
  await choose(page, 'model', model);
  const { tables, rate } = await page.$eval('#ranking .status', (status) => ({ ...status.dataset }));
  return { tables: Number(tables), rate: Number(rate) };
}

/** Returns the numbers in the summary of the open program. */
function figuresOf(page) {
  return page.$$eval('#summary .figures dd', (cells) =>
    cells.map((cell) => Number(cell.textContent.replaceAll(',', ''))),
  );
}

async function measure(page) {
  const models = await page.$$eval('#model option', (options) => options.map(({ value }) => value));
  for (const file of files) {
    await give(page, file);
    await ranked(page, file);
    const isLarge = (await figuresOf(page)).at(-4) >= kLarge;
    if (!isLarge) await choose(page, 'candidates', '20000');
    const figures = await figuresOf(page);
    for (const model of models) {
      const runs = [];
      for (let i = 0; i < kRepeats; ++i) runs.push(await rank(page, model));
      const times = runs.map(({ tables }) => tables).sort((a, b) => a - b);
      const rates = runs.map(({ rate }) => rate).sort((a, b) => a - b);
      const report = {
        file: basename(file),
        model,
        instructions: figures.at(-4),
        configurations: figures.at(-1),
        tables: { min: times[0], median: times[kRepeats >> 1], max: times.at(-1) },
        scoredPerSecond: Math.round(rates[kRepeats >> 1]),
      };
      console.log(JSON.stringify(report));
    }
    if (!isLarge) await choose(page, 'candidates', '2000'); // the default, for the next program
  }
}
