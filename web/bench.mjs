// What the page itself measures, in Chromium: making the tables with ONNX Runtime, and scoring with them in WebAssembly. Prints
// one JSON object a line: {file, model, instructions, configurations, tables: {min, median, max}, scoredPerSecond}; times in
// seconds. The page must have been built. Arguments: files to open beside the examples.
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { give, openSite, ranked } from '../scripts/page/site.mjs';

const kRepeats = 7;
const examples = join(import.meta.dirname, 'public/examples');
const { examples: listed } = JSON.parse(readFileSync(join(examples, 'index.json'), 'utf8'));
const files = [...listed.map(({ files }) => join(examples, files[0])), ...process.argv.slice(2)];

const site = await openSite();
const page = await site.visit();

/** Ranks again by a model: seconds of its tables, configurations scored a second. */
async function rank(model) {
  await page.evaluate((name) => {
    document.getElementById('announcer').textContent = '';
    const chooser = document.getElementById('model');
    chooser.value = name;
    chooser.dispatchEvent(new Event('change'));
  }, model);
  await page.waitForFunction(() => /ranked$/.test(document.getElementById('announcer').textContent));
  const { tables, rate } = await page.$eval('#ranking .status', (status) => ({ ...status.dataset }));
  return { tables: Number(tables), rate: Number(rate) };
}

const models = await page.$$eval('#model option', (options) => options.map(({ value }) => value));
// Enough candidates that scoring them can be timed.
await page.evaluate(() => {
  const chooser = document.getElementById('candidates');
  chooser.value = '20000';
  chooser.dispatchEvent(new Event('change'));
});
for (const file of files) {
  await give(page, file);
  await ranked(page, file);
  const figures = await page.$$eval('#summary .figures dd', (cells) =>
    cells.map((cell) => Number(cell.textContent.replaceAll(',', ''))),
  );
  for (const model of models) {
    const runs = [];
    for (let i = 0; i < kRepeats; ++i) runs.push(await rank(model));
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
}
await site.stop();
