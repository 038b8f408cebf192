// Helpers for tests of lessons: open a lesson and use it with the keyboard.
import type { Page } from 'playwright-core';

/**
 * Opens a lesson as a learner who has not seen it before. If `again` is true, opens it as a learner who returns to it.
 */
export async function openLesson(page: Page, address: string, again = false): Promise<void> {
  if (!again)
    await page.evaluate(() => {
      localStorage.removeItem('hlorank.lessons');
      dispatchEvent(new StorageEvent('storage'));
    });
  await page.evaluate(() => (location.hash = ''));
  await page.waitForSelector('#lesson', { state: 'hidden' });
  await page.evaluate((hash) => (location.hash = hash), `#learn/${address}`);
  await page.waitForSelector('.lesson h3');
}

const kMostTabs = 150;
const kTabs = 6; // presses of Tab between two looks at the focus

/** Presses Tab until an element that matches `selector` has the focus. */
export async function tabTo(page: Page, selector: string): Promise<void> {
  // Ignores further presses once the element has the focus.
  await page.evaluate((wanted) => {
    const stay = (event: KeyboardEvent): void => {
      if (event.key === 'Tab' && document.activeElement?.matches(wanted)) event.preventDefault();
    };
    Object.assign(window, { stay });
    addEventListener('keydown', stay, true);
  }, selector);
  const look = () => page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector);
  let isThere = await look();
  for (let tabs = 0; !isThere && tabs < kMostTabs; tabs += kTabs) {
    await Promise.all(Array.from({ length: kTabs }, () => page.keyboard.press('Tab')));
    isThere = await look();
  }
  await page.evaluate(() =>
    removeEventListener('keydown', (window as unknown as { stay: (event: KeyboardEvent) => void }).stay, true),
  );
  if (!isThere) throw new Error(`Tab does not reach ${selector}`);
}

export async function press(page: Page, selector: string): Promise<void> {
  await tabTo(page, selector);
  await page.keyboard.press('Enter');
}

const kReveal = '.predict .primary';
const kAgain = '.predict-result button';

/**
 * Answers a question with the keyboard: selects the choice with index `value`, or types the number. Returns the CSS
 * class of the result.
 */
async function predict(page: Page, value: number | string): Promise<string> {
  if (await page.isVisible('.predict input[type=radio]')) {
    await tabTo(page, '.predict input[type=radio]');
    await page.keyboard.press('Space');
    const chosen = () =>
      page.$$eval('.predict input[type=radio]', (all) => all.findIndex((one) => one.matches(':checked')));
    // Arrow Down moves from the last choice to the first, so this loop reaches every choice.
    while ((await chosen()) !== Number(value)) await page.keyboard.press('ArrowDown');
  } else {
    await tabTo(page, '.predict input[type=number]');
    await page.keyboard.press('Control+A');
    await page.keyboard.type(String(value));
  }
  await press(page, kReveal);
  await page.waitForSelector('.predict-result:focus'); // the focus moves to the result with a delay
  return (await page.getAttribute('.predict-result', 'class'))!.split(' ')[1]!;
}

/** Answers the question of a step once wrongly and once rightly. Expects that both answers are explained. */
export async function answerBothWays(page: Page): Promise<void> {
  const kinds = new Set<string>();
  const isChoice = await page.isVisible('.predict input[type=radio]');
  const choices = await page.locator('.predict input[type=radio]').count();
  const explained: string[] = [];
  const attempt = async (value: number | string): Promise<void> => {
    kinds.add(await predict(page, value));
    explained.push((await page.textContent('.predict-result p'))!);
    if (kinds.size < 2) await press(page, kAgain);
  };
  if (isChoice) for (let i = 0; i < choices && kinds.size < 2; ++i) await attempt(i);
  else {
    const [least, most] = await Promise.all(
      ['min', 'max'].map((each) => page.getAttribute('.predict input[type=number]', each)),
    );
    await attempt(least!);
    if (kinds.has('isRight')) await attempt(most!);
    else
      await attempt(
        /(?:Answer|Antwort): (−?[\d.,]+)/
          .exec(explained[0]!)![1]!
          .replace('−', '-')
          .replace(',', '.')
          .replace(/\.$/, ''),
      );
  }
  if (kinds.size < 2 || explained.some((each) => each.length < 40)) throw new Error(`answers: ${explained.join('\n')}`);
}

/**
 * Goes through a lesson from the first to the last step with the keyboard. Calls `at` at each step. Returns the number
 * of questions.
 */
export async function walk(page: Page, at: (step: number) => Promise<void> = async () => {}): Promise<number> {
  let questions = 0;
  const steps = await page.locator('.lesson-steps button').count();
  for (let step = 1; step <= steps; ++step) {
    await page.waitForSelector(`.lesson-steps li:nth-child(${step}) [aria-current=step]`);
    await at(step);
    if (await page.isVisible('.predict')) {
      ++questions;
      await answerBothWays(page);
    }
    if (step < steps) await press(page, '.lesson-foot .primary');
  }
  return questions;
}
