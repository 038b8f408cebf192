// `npm run screenshots`: takes screenshots of the page to build/screenshots. Arguments: beginnings of screenshot names.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { isQuick, outputFolder } from '../quick.mjs';
import { lessonScenes } from './lessons.mjs';
import { example, fromSuite, generated } from './programs.mjs';
import { drawn, give, openSite, ranked } from './site.mjs';

const folder = outputFolder('screenshots');

const pause = (page) => page.waitForTimeout(400); // waits for the end of animations
/** Waits until the browser has painted the graph, which may take a second without a GPU. */
const waitForFrame = (page) =>
  page
    .evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    .then(() => page.waitForTimeout(1500));

async function open(page, ...paths) {
  await give(page, ...paths);
  await ranked(page, paths[0]);
  await drawn(page, paths[0]);
}

async function find(page, query) {
  await page.fill('#graph-search', query);
  await page.waitForFunction(() => /found/.test(document.querySelector('.graph-count').textContent));
  await page.press('#graph-search', 'Enter');
}

/** Presses a button that opens or closes all groups, waits for the new graph, and zooms to fit. */
async function pressAndFit(page, button) {
  const before = await page.getAttribute('#graph', 'data-boxes');
  await page.click(`#graph [aria-label="${button}"]`);
  await page
    .waitForFunction((boxes) => document.getElementById('graph').dataset.boxes !== boxes, before, { timeout: 20_000 })
    .catch(() => {}); // the graph did not change
  await page.press('.graph-surface', '0');
  await pause(page);
}

/** Shows a tab of the page. A window that is too narrow for all panes shows only the pane with this tab. */
async function tab(page, name) {
  const pane = (await page.locator(`#tab-${name}`).evaluate((element) => element.closest('.pane').id)) ?? '';
  const titles = { list: 'List', graph: 'Graph', drawer: 'Table' };
  const button = page.locator('#pane-nav').getByText(titles[pane], { exact: true });
  if (await button.isVisible()) await button.click();
  const element = page.locator(`#tab-${name}`);
  if ((await element.getAttribute('aria-selected')) !== 'true' || !(await page.isVisible(`#${name}`)))
    await element.click();
  await pause(page);
}

/**
 * Takes four screenshots of a program's graph: as opened, with all groups open, zoomed to a dot instruction, and with
 * all groups closed.
 */
async function walk(page, name, shot, path) {
  await open(page, path);
  await tab(page, 'graph-view');
  await waitForFrame(page);
  await shot(`${name}_begin`);
  await pressAndFit(page, 'Open all');
  await shot(`${name}_opened`);
  await find(page, 'op:dot');
  await pause(page);
  await shot(`${name}_reading`);
  await pressAndFit(page, 'Close all');
  await shot(`${name}_overview`);
}

/** Makes a function that presses the button `name` and takes a screenshot of the dialog that opens. */
const dialog = (name) => async (page, shot) => {
  await page.click(`#${name}`);
  await pause(page);
  await shot(name);
};

/**
 * The states of the page (scenes) to take screenshots of: {name: function that prepares the page and calls
 * `shot(name)`}.
 */
const scenes = {
  async first(page, shot) {
    await shot('first');
  },
  async hotspots(page, shot) {
    await open(page, example('gpt_fwd'));
    await tab(page, 'hotspots');
    await page.click('#hotspots [aria-posinset="1"]');
    await pause(page);
    await shot('hotspots');
  },
  async layouts(page, shot) {
    await open(page, example('cnn_train_nhwc'), example('cnn_train_nhwc').replace('.hlo.txt.gz', '.npz'));
    await tab(page, 'layouts');
    await page.click('#layouts [aria-posinset="3"]');
    await pause(page);
    await shot('layouts');
  },
  async conflicts(page, shot) {
    await open(page, example('cnn_train_nhwc'));
    await tab(page, 'conflicts');
    await shot('conflicts');
  },
  async outline(page, shot) {
    await open(page, example('gpt_fwd'));
    await tab(page, 'outline');
    await shot('outline');
  },
  async text(page, shot) {
    await open(page, example('gpt_fwd'));
    await tab(page, 'text');
    await shot('text');
    await tab(page, 'graph-view');
  },
  async diff(page, shot) {
    await give(page, example('gpt_fwd'), example('moe_switch_ecm_emf_e8'));
    await page.waitForSelector('#diff .diff-body:not([hidden])');
    await tab(page, 'diff');
    await shot('diff');
  },
  async search(page, shot) {
    await open(page, example('gpt_fwd'));
    await find(page, 'op:dot');
    await pause(page);
    await shot('search');
    await page.press('#graph-search', 'Escape');
  },
  async overlay(page, shot) {
    await open(page, example('cnn_train_nhwc'));
    await tab(page, 'graph-view');
    await page.selectOption('#graph-overlay', 'contribution');
    await pause(page);
    await shot('overlay');
    await page.selectOption('#graph-overlay', 'time');
  },
  async ranking(page, shot) {
    await open(page, example('gpt_fwd'), example('gpt_fwd').replace('.hlo.txt.gz', '.npz'));
    await tab(page, 'ranking');
    await shot('ranking');
  },
  async compare(page, shot) {
    await open(page, example('cnn_train_nhwc'));
    await tab(page, 'ranking');
    for (const row of [2, 3, 4]) await page.click(`#ranking .rows .row[aria-rowindex="${row}"] .mark`);
    await tab(page, 'compare');
    await shot('compare');
    await tab(page, 'ranking');
    const drawer = page.locator('#tab-ranking');
    if (await drawer.isVisible()) await drawer.click(); // closes the drawer
  },
  models: dialog('models'),
  share: dialog('share'),
  examples: dialog('examples'),
  help: dialog('help'),
  async error(page, shot) {
    await page.click('#open-more');
    await page.click('#paste');
    await page.fill(
      '#paste-text',
      'HloModule m\n\nENTRY main {\n  x = f32[2]{0} parameter(0)\n  ROOT y = f32[2]{0} frobnicate(x)\n}\n',
    );
    await shot('paste');
    await page.click('#paste-rank');
    await page.waitForSelector('#error:not([hidden])');
    await shot('error');
  },
  async report(page, shot, context) {
    await page.click('#share');
    await page.fill('#share-title-field', 'Layouts of a small network');
    await page.fill('#share-notes', 'The best configuration compared with the program layouts.');
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('#share-report')]);
    const report = await context.newPage();
    const path = join(folder, 'report.html');
    await download.saveAs(path);
    await report.goto(`file://${path}`);
    await report.screenshot({ path: join(folder, `${shot.prefix}report.png`), fullPage: true });
  },
  graph_27k: (page, shot) => walk(page, 'graph_27k', shot, isQuick ? generated(250) : example('gpt_48l_train_adam')),
  graph_44k: (page, shot) =>
    walk(page, 'graph_44k', shot, isQuick ? generated(250) : (fromSuite('mixtral') ?? generated(43_700))),
};

const desktop = { width: 1440, height: 900 };
const projector = { width: 1024, height: 768 };
const phone = { width: 390, height: 844 };
/** The states of the page's lessons to take screenshots of, for each look (window size, theme, language). */
const lessonsOf = {
  light: lessonScenes({ options: 'lang=en', size: desktop, isQuick, folder, sheets: ['en', 'de'] }),
  dark: lessonScenes({ options: 'lang=de', size: desktop, isQuick, folder }),
  teacher: lessonScenes({ options: 'lang=en&teacher=1', size: projector, isQuick, folder }),
  phone: lessonScenes({ options: 'lang=de', size: phone, isQuick, folder }),
};

/**
 * Appearances of the page (window size, theme, zoom). 400 % zoom is a quarter-size window with device scale factor 4.
 */
const looks = {
  light: { colorScheme: 'light' },
  dark: { colorScheme: 'dark' },
  zoomed: { viewport: { width: 320, height: 225 }, deviceScaleFactor: 4 },
  narrow: { viewport: { width: 320, height: 720 } },
  teacher: { viewport: projector },
  phone: { viewport: phone },
};
const dependOnSize = [
  'first',
  'hotspots',
  'layouts',
  'text',
  'diff',
  'search',
  'ranking',
  'compare',
  'models',
  'share',
];

/**
 * Returns the states of the page (scenes) to take screenshots of in one look (window size, theme, zoom). The looks
 * `teacher` and `phone` have only lessons.
 */
const scenesOf = (look) => {
  const ofWindow = Object.entries(scenes).filter(([name]) => !looks[look].viewport || dependOnSize.includes(name));
  return { ...(look === 'teacher' || look === 'phone' ? {} : Object.fromEntries(ofWindow)), ...lessonsOf[look] };
};
const all = Object.keys(looks).flatMap((look) => Object.keys(scenesOf(look)).map((name) => `${look}_${name}`));
const requested = process.argv.slice(2);
const unknown = requested.filter((beginning) => !all.some((name) => name.startsWith(beginning)));
if (unknown.length) {
  const usage = 'usage: npm run screenshots -- [--quick] [NAME...]';
  console.error(`screenshots: no screenshot begins with ${unknown}\n${usage}; NAMEs: ${all.join(' ')}`);
  process.exit(2);
}

mkdirSync(folder, { recursive: true });
const site = await openSite();
for (const [look, options] of Object.entries(looks)) {
  // With --quick, take each screenshot once, in the light look, except of the largest graph; in the dark look take only
  // the first.
  const ofLook = scenesOf(look);
  const names = Object.keys(ofLook)
    .filter((name) => !isQuick || (look === 'light' ? name !== 'graph_44k' : look === 'dark' && name === 'first'))
    .filter((name) => !requested.length || requested.some((beginning) => `${look}_${name}`.startsWith(beginning)));
  if (!names.length) continue;
  const page = await site.visit({ reducedMotion: 'reduce', ...options });
  const shot = Object.assign((name, how) => page.screenshot({ path: join(folder, `${look}_${name}.png`), ...how }), {
    prefix: `${look}_`,
  });
  for (const name of names) {
    await ofLook[name](page, shot, page.context()).catch((error) => {
      console.error(`${look}_${name}: ${error.message}`);
      process.exitCode = 1;
    });
    await page.evaluate(() => {
      document.querySelectorAll('dialog[open]').forEach((element) => element.close());
      document.querySelectorAll(':popover-open').forEach((popover) => popover.hidePopover());
      scrollTo(0, 0);
    });
    console.log(`${look}_${name}`);
  }
  await page.context().close();
}
await site.stop();
console.log(`written: ${folder}`);
