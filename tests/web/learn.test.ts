// Tests the lessons in Chromium: page addresses, progress, keyboard, languages, teacher's view, accessibility.
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { lessons } from '../../web/src/learn/lessons.ts';
import { violationsOn } from './axe.ts';
import { drop, ranked, visitsOfTests } from './browser.ts';
import { dots, text } from './core.ts';
import { openLesson, press, tabTo, walk } from './learn_page.ts';

const visits = visitsOfTests();
let page: Page;
async function open(): Promise<void> {
  ({ page } = await visits({ analytical: true, again: true }));
  await page.evaluate(() => (location.hash = ''));
}

const heading = () => page.textContent('.lesson h3');

// Each lesson is walked in one language; the catalogue tests compare the texts of both.
const walked = lessons.map(({ number, title }, i) => ({ number, title, language: i % 2 ? 'de' : 'en' }) as const);

describe.each(walked)('lesson $number', ({ number, title, language }) => {
  test(`can be walked to its end by keyboard, right and wrong, in ${language}`, async () => {
    await open();
    await openLesson(page, `${number}?lang=${language}`);
    const name = language === 'en' ? `Lesson ${number}` : `Lektion ${number}`;
    expect(await page.getAttribute('.lesson', 'aria-label')).toBe(`${name}: ${title[language]}`);
    const violations: unknown[] = [];
    const questions = await walk(page, async (step) => {
      await page.waitForTimeout(150); // waits for pictures that the engine draws
      const found = await violationsOn(page, step === 1 ? 'html' : '#lesson');
      violations.push(...found.map((each) => ({ step, each })));
    });
    expect(questions).toBeGreaterThanOrEqual(2);
    expect(violations).toEqual([]);
    await press(page, '.lesson-foot .primary'); // opens the next lesson or, after the last one, the main view
    await page.waitForFunction((mine) => !location.hash.startsWith(mine), `#learn/${number}`);
    await page.evaluate(() => (location.hash = ''));
    await page.click('#learn');
    expect(
      await page.textContent(
        `#learn-list button:nth-child(${lessons.findIndex((each) => each.number === number) + 1})`,
      ),
    ).toContain(language === 'en' ? 'done' : 'fertig');
    await page.keyboard.press('Escape');
  });

  test('does not scroll sideways at 320 pixels, in German', async () => {
    await open();
    await openLesson(page, `${number}?lang=de`);
    const steps = await page.locator('.lesson-steps button').count();
    const size = page.viewportSize()!;
    for (let step = 0; step < steps; ++step) {
      await page.locator('.lesson-steps button').nth(step).click();
      await page.waitForTimeout(150); // waits for pictures that the engine draws
      await page.setViewportSize({ width: 320, height: 700 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `step ${step + 1}`).toBe(320);
      await page.setViewportSize(size);
    }
  });
});

test('a reload returns to the step and keeps the answers', async () => {
  await open();
  await openLesson(page, '1?lang=en');
  await press(page, '.predict .primary');
  await page.waitForSelector('.predict [role=status] p'); // the page asks for a number first
  expect(await page.isVisible('.predict-result')).toBe(false);
  await page.fill('.predict input[type=number]', '0');
  await press(page, '.predict .primary');
  await page.waitForSelector('.predict-result');
  await press(page, '.lesson-foot .primary');
  await page.waitForFunction(() => localStorage.getItem('hlorank.lessons')?.split('"seen"')[1]?.includes('","'));
  await page.waitForTimeout(300); // the browser stores the progress with a delay
  const second = await heading();
  await page.reload();
  await page.waitForSelector('html[data-ready]');
  await expect.poll(heading).toBe(second);
  await page.click('.lesson-foot button');
  expect(await page.isVisible('.predict-result')).toBe(true);
});

test('back and forward go between window and lesson, and the window is as it was', async () => {
  await open();
  await drop(page, [text(dots, 'dots.hlo')]);
  await ranked(page, 'dots');
  await page.click('#tab-text');
  await page.waitForFunction(() => location.hash.startsWith('#v1='));
  await page.waitForTimeout(400); // the page address is updated with a delay
  const before = await page.evaluate(() => location.hash);
  await page.click('#learn');
  await page.click('#learn-list button');
  await page.waitForSelector('.lesson h3');
  expect(await page.isVisible('#panes')).toBe(false);
  await page.goBack();
  await page.waitForSelector('#text');
  expect(await page.evaluate(() => location.hash)).toBe(before);
  await page.goForward();
  await page.waitForSelector('.lesson h3');
  await page.keyboard.press('3'); // this key selects a list in the main view, but must do nothing in a lesson
  await page.click('.lesson-tools button:last-child');
  await page.waitForSelector('#text');
  expect(await page.getAttribute('#tab-text', 'aria-selected')).toBe('true');
  expect(await page.getAttribute('#tab-conflicts', 'aria-selected')).toBe('false');
  expect(await page.title()).toContain('dots');
});

test('teacher mode hides parts, uses sizes for a projector and prints questions with answers', async () => {
  await open();
  await page.setViewportSize({ width: 1024, height: 768 });
  await openLesson(page, '1?teacher=1&lang=en');
  const sizes = await page.$$eval('.lesson-text p, .lesson-text code, .predict p', (all) =>
    all.map((element) => parseFloat(getComputedStyle(element).fontSize)),
  );
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(28);
  await openLesson(page, '1?teacher=1&hide=text&lang=en');
  expect(await page.locator('.lesson-text p').count()).toBe(0);
  const size = await page.$eval('.predict-ask', (element) => parseFloat(getComputedStyle(element).fontSize));
  expect(size).toBeGreaterThanOrEqual(28);
  await page.emulateMedia({ media: 'print' });
  const sheet = (await page.innerText('.sheet')).replace(/\s+/g, ' ');
  expect(sheet).toMatch(/Questions.*Answers/);
  expect(await page.isVisible('.lesson-picture')).toBe(false);
  await page.emulateMedia({ media: 'screen' });
  await page.setViewportSize({ width: 1280, height: 900 });
});

test('the printed sheet has the pictures of the steps, and shows answers on its last page only', async () => {
  await open();
  await openLesson(page, '2?step=5&lang=en');
  await page.click('.predict .buttons button:last-child');
  await page.waitForSelector('.side-time:has-text("1.41")');
  await page.evaluate(() => {
    window.print = () => document.body.classList.add('printed');
  });
  await page.click('.lesson-tools button:text-is("Print sheet")');
  await page.waitForSelector('body.printed');
  await page.emulateMedia({ media: 'print' });
  // All pictures are expected on the sheet except the last, which is about the program of the main view.
  expect(await page.locator('.sheet-picture').count()).toBe(5);
  await expect.poll(() => page.locator('.sheet-picture .drawing .box').count()).toBeGreaterThan(9);
  expect(await page.innerText('.sheet-picture >> nth=0')).toContain('f32[3,5]{1,0}');
  await page.waitForSelector('.sheet-picture .side-time >> nth=1');
  expect(await page.innerText('.sheet-picture .sides')).not.toContain('1.41');
  await page.evaluate(() => {
    dispatchEvent(new Event('afterprint'));
    document.body.classList.remove('printed');
  });
  await page.emulateMedia({ media: 'screen' });
  expect(await page.locator('.sheet-picture').count()).toBe(0);
});

describe('lesson 2', () => {
  test('shows where an asked layout travels, and the copies, as the simulator finds them', async () => {
    await open();
    await openLesson(page, '2?step=4&lang=en');
    await page.click('button:text-is("Two users")');
    await page.click('button:text-is("Ask for {0,1}")');
    const steps: string[] = [];
    await page.waitForSelector('.timeline');
    await page.waitForFunction(() => document.querySelector('.timeline .muted')!.textContent === '0 / 5');
    for (let i = 0; i < 5; ++i) {
      await page.click('.timeline button:nth-of-type(4)');
      steps.push((await page.textContent('.live'))!);
    }
    expect(steps).toEqual([
      '{0,1} is asked for operand 0 of out.',
      'sum takes {0,1}.',
      'curve takes {0,1}.',
      'x keeps its own layout. {0,1} stops here.',
      'Copies: 3 (of x, curve, sum).',
    ]);
    expect(await page.locator('.drawing .edge-note').count()).toBe(3);
  });

  test('a new step clears what was said in the step before', async () => {
    await open();
    await openLesson(page, '2?step=4&lang=en');
    const said = () => page.textContent('.lesson > [role=status]');
    await expect.poll(said).toBe('No copy: all layouts agree.');
    await press(page, '.lesson-foot .primary');
    expect(await said()).toBe('');
  });

  test('shows a measured pair, and the slower time only after the prediction', async () => {
    await open();
    await openLesson(page, '2?step=5&lang=en');
    await page.waitForSelector('.sides');
    const times = () => page.$$eval('.side-time', (lines) => lines.map((line) => line.textContent));
    expect(await times()).toEqual(['0.63 ms', 'Answer or skip the question']);
    await press(page, '.predict .buttons button:last-child');
    await page.waitForSelector('.predict-result');
    expect(await times()).toEqual(['0.63 ms', '1.41 ms']);
  });
});

describe('lesson 4', () => {
  test('trains three rankers while the curves move; the seed fixes the result', async () => {
    await open();
    const train = async () => {
      await openLesson(page, '4?step=6&seed=7&lang=en');
      expect(await page.inputValue('.lesson-picture input[type=number]')).toBe('7');
      await page.click('button:text-is("Train")');
      const done = await page.waitForFunction(
        () =>
          document.querySelector('.lesson > [role=status]')!.textContent.startsWith('Done') &&
          document.querySelector('.curve-key')!.textContent,
      );
      return done.jsonValue();
    };
    expect(await train()).toBe(await train());
  });

  test('the loss follows the scores that are typed', async () => {
    await open();
    await openLesson(page, '4?step=1&lang=en');
    const tau = () => page.$eval('.formula .katex-html', (element) => /[−\d.]+$/.exec(element.textContent)![0]);
    expect(await tau()).toBe('0.60');
    await page.fill('[aria-label="Score of E"][type=number]', '0.5');
    await page.keyboard.press('Enter');
    expect(await tau()).toBe('0.80');
    await page.focus('.formula-terms button');
    await page.waitForSelector('.formula .lit', { state: 'attached' });
  });

  test('the hinge loss ends at 0 with a pair that it leaves out in the wrong order', async () => {
    await open();
    await openLesson(page, '4?step=3&lang=en');
    await tabTo(page, '.timeline input');
    await page.keyboard.press('End');
    const facts = () => page.$$eval('.lesson-facts dd', (all) => all.map((each) => each.textContent));
    await expect.poll(facts).toEqual(['0.00', '0.80']);
    const scoreOf = (name: string) => page.inputValue(`[aria-label="Score of ${name}"][type=number]`);
    expect(Number(await scoreOf('D'))).toBeLessThan(Number(await scoreOf('B')));
  });

  test('the run times can be typed, and reset to the measured ones', async () => {
    await open();
    await openLesson(page, '4?step=1&lang=en');
    const tau = () => page.$eval('.formula .katex-html', (element) => /[−\d.]+$/.exec(element.textContent)![0]);
    const type = async (name: string, time: string) => {
      await page.fill(`[aria-label^="Run time of ${name}"][type=number]`, time);
      await page.keyboard.press('Enter');
    };
    await type('D', '2.000');
    expect(await tau()).toBe('0.80'); // A is now before D in the order by score
    await type('C', '2.562');
    expect(await tau()).toBe('0.95'); // 9 of 9 ordered pairs are concordant; C and E are tied: 9 / sqrt(9 · 10)
    await page.click('.lesson-picture button:text-is("Measured run times")');
    expect(await tau()).toBe('0.60');
  });
});

describe('lesson 1', () => {
  test('draws the edited text, and shows errors of the reader with line and column', async () => {
    await open();
    await openLesson(page, '1?step=2&lang=en');
    const graph = '.drawing [role=option]';
    await page.waitForSelector(graph);
    const edit = (from: string, to: string) =>
      page.$eval(
        '.editor textarea',
        (area: HTMLTextAreaElement, [a, b]) => {
          area.value = area.value.replace(a!, b!);
          area.dispatchEvent(new Event('input', { bubbles: true }));
        },
        [from, to],
      );
    expect(await page.locator('.drawing .edge').count()).toBe(5);
    await edit('add(product, bias)', 'add(prodct, bias)');
    await page.waitForSelector('.editor-error[data-error]');
    expect(await page.textContent('.editor-error')).toMatch(/Line 8, column \d+:.*prodct/);
    expect(await page.locator('.drawing .edge').count()).toBe(5);
    await edit('add(prodct, bias)', 'tanh(product)');
    await page.waitForSelector('.editor-error:not([data-error])', { state: 'attached' });
    await page.waitForFunction(() => document.querySelectorAll('.drawing .edge').length === 4);
  });

  test('a line selects its box and a box its line', async () => {
    await open();
    await openLesson(page, '1?step=1&lang=en');
    await page.waitForSelector('.drawing [role=option]');
    await page.focus('.drawing');
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowUp');
    expect(await page.getAttribute('.drawing .selected', 'data-instruction')).toBe('sum');
    expect(await page.locator('.editor-lines .selected').count()).toBe(1);
    expect(await page.textContent('.lesson > [role=status]')).toBe('sum reads product, bias');
    await page.hover('[data-instruction=w]');
    expect(await page.getAttribute('.drawing .selected', 'data-instruction')).toBe('w');
  });

  test('counts how often the body of a loop runs, as noted in the text', async () => {
    await open();
    await openLesson(page, '1?step=6&lang=en');
    await page.waitForSelector('.live code');
    expect(await page.textContent('.live')).toBe('This page counts square 4 times.');
    await page.fill('.lesson-picture input[type=number]', '400');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.querySelector('.live')!.textContent.includes(' 400 '));
    expect(await page.inputValue('.editor textarea')).toContain('{"n":"400"}');
  });

  test('cuts a part out of the program of the window', async () => {
    await open();
    await drop(page, [text(dots, 'dots.hlo')]);
    await ranked(page, 'dots');
    await openLesson(page, '1?step=7&lang=en');
    await page.waitForSelector('.drawing [role=option]');
    expect(await page.textContent('.lesson-picture h4')).toBe('dots');
    expect(await page.inputValue('.editor textarea')).toContain('ROOT first = f32[64,256]{1,0} dot(x, w)');
    expect(await page.isVisible('.editor-error[data-error]')).toBe(false);
  });
});
