// Takes screenshots of the page's lessons: of every step, before and after the answer is shown, and of the printed
// sheets.
import { join } from 'node:path';

const kLessons = [1, 2, 3, 4, 5, 6];
const kAnimation = 400; // milliseconds to wait until pictures are painted and animations have ended

/** Makes the browser window so high that the whole step of the lesson is visible. */
async function showWholeStep(page, { width, height }) {
  await page.setViewportSize({ width, height });
  const hidden = await page.$eval('.lesson-body', (body) =>
    Math.max(body.scrollHeight - body.clientHeight, document.documentElement.scrollHeight - innerHeight),
  );
  if (hidden > 0) await page.setViewportSize({ width, height: height + hidden });
  await page.waitForTimeout(kAnimation);
}

/** Opens a lesson at its first step. `options`: further parameters of the address. */
async function open(page, lesson, options) {
  await page.evaluate((hash) => (location.hash = hash), `#learn/${lesson}?step=1&${options}`);
  await page.waitForSelector(`.lesson[aria-label*=" ${lesson}: "] h3`);
}

async function takeSteps(page, shot, lesson, { options, size, isQuick }) {
  await open(page, lesson, options);
  const steps = await page.locator('.lesson-steps button').count();
  for (let step = 1; step <= (isQuick ? 1 : steps); ++step) {
    await page
      .locator('.lesson-steps button')
      .nth(step - 1)
      .click();
    await page.locator('.lesson-picture').waitFor();
    await page.waitForTimeout(kAnimation); // waits until the page has read and painted the program of the step
    await showWholeStep(page, size);
    await shot(`lesson${lesson}_${step}`);
    if (!(await page.isVisible('.predict'))) continue;
    await page.click('.predict .buttons button:last-child');
    await page.waitForSelector('.predict-result');
    await showWholeStep(page, size);
    await shot(`lesson${lesson}_${step}_revealed`);
  }
  await page.setViewportSize(size);
}

/** Prints the worksheet of a lesson to a PDF file in `folder`. */
async function print(page, folder, lesson, language) {
  await open(page, lesson, `lang=${language}`);
  await page.evaluate(() => {
    window.print = () => (document.title = 'printed');
  });
  await page.click('.lesson-tools button'); // makes the page paint the pictures of the worksheet before it is printed
  await page.waitForFunction(() => document.title === 'printed');
  await page.pdf({ path: join(folder, `lesson${lesson}_${language}.pdf`), format: 'A4' });
}

/**
 * Returns the lessons' screenshots as {name: function that takes the screenshot}. `options`: further parameters of the
 * address; `sheets`: languages in which the worksheets are printed.
 */
export const lessonScenes = ({ options, size, isQuick, folder, sheets = [] }) =>
  Object.fromEntries(
    (isQuick ? kLessons.slice(0, 1) : kLessons).map((lesson) => [
      `lesson${lesson}`,
      async (page, shot) => {
        const before = page.viewportSize();
        await takeSteps(page, shot, lesson, { options, size, isQuick });
        for (const language of sheets) await print(page, folder, lesson, language);
        await page.setViewportSize(before);
        await page.evaluate(() => (location.hash = ''));
        await page.waitForSelector('#lesson', { state: 'hidden' });
      },
    ]),
  );
