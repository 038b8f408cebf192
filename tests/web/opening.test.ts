// Tests all ways to open files on the page, and the detection of their types.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { InputFile } from '../../wasm/engine.ts';
import { drop, ranked, show, type Visit, visitsOfTests } from './browser.ts';
import { dots, file, measured, root, sharedData, text } from './core.ts';
import { dropFolder, dump } from './folder_page.ts';

let visit: Visit;
let page: Page;
const visited = visitsOfTests();
async function open(options: Parameters<typeof visited>[0] = { analytical: true, again: true }): Promise<void> {
  visit = await visited(options);
  page = visit.page;
  await show(page, 'ranking');
}

const paste = (content: string) =>
  page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  }, content);

const said = () => page.textContent('#error');
const failed = () => page.waitForSelector('#error:not([hidden])');

describe('files', () => {
  test('files and folders can be dropped anywhere on the page', async () => {
    await open();
    await drop(page, [text(dots, 'anything.bin')]);
    await ranked(page, 'dots');
    await dropFolder(page, dump());
    await page.waitForSelector('#folder:not([hidden])');
    expect(await page.textContent('#folder-module option:checked')).toBe('module_0008 jit_net (6 stages)');
  });

  test('on a phone, two programs show their differences, whatever pane was shown', async () => {
    await open({ analytical: true, width: 390, height: 844 });
    await show(page, 'inspector');
    await drop(page, [text(dots, 'before.hlo'), text(dots.replaceAll('first', 'one'), 'after.hlo')]);
    await page.waitForFunction(() => document.getElementById('diff')!.checkVisibility(), null, { timeout: 20_000 });
    expect(await page.isVisible('#inspector')).toBe(false);
    expect(await page.getAttribute('#pane-nav button >> nth=1', 'aria-pressed')).toBe('true');
  });

  test('the empty comparison opens a second program', async () => {
    await open();
    await drop(page, [text(dots, 'one.hlo')]);
    await ranked(page, 'dots');
    await show(page, 'diff');
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.click('#diff >> text=Open a second program…'),
    ]);
    await chooser.setFiles({ name: 'two.hlo', mimeType: '', buffer: Buffer.from(dots.replaceAll('first', 'other')) });
    await expect.poll(() => page.textContent('#diff h2')).toBe('Changes: one.hlo → two.hlo');
    expect(await page.isVisible('#diff >> text=Open a second program…')).toBe(false);
  });

  test('a comparison and a folder stay on the page if the next file cannot be opened', async () => {
    await open();
    const half = (name: string) => file(`data/regressions/loop_copy/${name}.hlo.txt`);
    const broken = text('HloModule broken\n\nENTRY main {\n', 'broken.hlo');
    await drop(page, [half('before'), half('after')]);
    await page.waitForFunction(() => /copy\.5 appeared/.test(document.getElementById('verdict')!.textContent));
    await drop(page, [broken]);
    await failed();
    expect(await page.textContent('#diff h2')).toBe('Changes: before.hlo.txt → after.hlo.txt');
    expect(await page.textContent('#verdict')).toContain('copy.5 appeared');
    await dropFolder(page, dump());
    await page.waitForSelector('#folder:not([hidden])');
    await ranked(page, 'jit_net');
    await drop(page, [broken]);
    await failed();
    expect(await page.isVisible('#folder')).toBe(true);
    await drop(page, [text(dots)]);
    await ranked(page, 'dots');
    expect(await page.isVisible('#folder')).toBe(false);
    expect(await page.textContent('#diff')).toContain('Open two programs together');
  });

  test('a zip archive is opened like the files in it', async () => {
    await open();
    const zipped = (members: Record<string, string>): Uint8Array =>
      zipSync(Object.fromEntries(Object.entries(members).map(([name, content]) => [name, strToU8(content)])));
    const program = { 'dump/net.hlo': dots.replace('dots', 'zipped'), '__MACOSX/dump/._net.hlo': 'x' };
    await drop(page, [{ name: 'net.zip', bytes: zipped(program) }]);
    await ranked(page, 'zipped');
    expect(await page.textContent('#summary .identity')).toContain('net.hlo');
    await drop(page, [{ name: 'none.zip', bytes: zipped({ 'empty/': '' }) }]);
    await failed();
    expect(await said()).toContain('none.zip is a zip archive without files');
  });

  test('programs that no compilation connects are not called a dumped folder', async () => {
    await open();
    const one = (name: string) => text(dots.replace('dots', name), `${name}.hlo`);
    await drop(page, [one('first'), one('second'), one('third')]);
    await page.waitForSelector('#folder:not([hidden])');
    expect(await page.textContent('#folder-title')).toBe('3 programs');
    expect(await page.isVisible('#folder-module')).toBe(false);
    await dropFolder(page, dump());
    await page.waitForFunction(() => document.getElementById('folder-title')?.textContent === 'Dumped folder');
    expect(await page.isVisible('#folder-module')).toBe(true);
  });

  test('files dropped right after a folder is shown replace it, although they take longer to read', async () => {
    await open();
    const one = (name: string) => text(dots.replace('dots', name), `${name}.hlo`);
    const later = new TextDecoder().decode(one('later').bytes);
    await page.evaluate((content) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([content], 'later.hlo'));
      new MutationObserver((_, observer) => {
        observer.disconnect();
        const read = Object.getOwnPropertyDescriptor(Blob.prototype, 'arrayBuffer')!;
        const value = async function (this: Blob) {
          document.body.dataset.delayed = 'true';
          await new Promise((done) => setTimeout(done, 300));
          return (read.value as (this: Blob) => Promise<ArrayBuffer>).call(this);
        };
        Object.defineProperty(Blob.prototype, 'arrayBuffer', { ...read, value });
        document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
      }).observe(document.getElementById('folder-title')!, { childList: true });
    }, later);
    await drop(page, [one('first'), one('second'), one('third')]);
    await ranked(page, 'later');
    expect(await page.isVisible('#folder')).toBe(false);
    expect(await page.getAttribute('body', 'data-delayed')).toBe('true');
    await page.reload(); // restores Blob
    await page.waitForSelector('html[data-ready]');
  });

  test('the previous program is marked while another one is being opened', async () => {
    await open();
    await drop(page, [text(dots.replace('dots', 'before'))]);
    await ranked(page, 'before');
    await page.evaluate(() => {
      const seen: string[] = [];
      Object.assign(window, { seen });
      const summary = document.getElementById('summary')!;
      new MutationObserver(() => {
        const note = summary.querySelector('.opening')?.textContent;
        if (note) seen.push(`${document.body.hasAttribute('data-opening')}: ${note}`);
      }).observe(summary, { childList: true });
    });
    await drop(page, [text(dots.replace('dots', 'after'), 'after.hlo')]);
    await ranked(page, 'after');
    const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen);
    expect(seen[0]).toBe('true: Opening after.hlo … Until then the page shows before.');
    expect(await page.locator('[data-opening], .opening').count()).toBe(0);
    await drop(page, [text('HloModule broken\nENTRY e {', 'broken.hlo')]);
    await failed();
    expect(await page.locator('[data-opening], .opening').count()).toBe(0);
  });

  test('pasted text may have log prefixes', async () => {
    await open();
    const log = (line: string) => `I0000 00:00:1700000000.123456   12345 hlo_pass.cc:123] ${line}`;
    await paste(dots.replace('dots', 'pasted').split('\n').map(log).join('\n'));
    await ranked(page, 'pasted');
    await paste(
      `${dots
        .replace('dots', 'dated')
        .split('\n')
        .map((line) => `2024-05-01 12:00:00.123456: I a/b.cc:12] ${line}`)
        .join('\n')}`,
    );
    await ranked(page, 'dated');
  });

  test('a file dropped right after a folder replaces it', async () => {
    await open();
    await dropFolder(page, dump());
    await page.waitForSelector('#folder:not([hidden])');
    await paste(dots.replace('dots', 'after'));
    await ranked(page, 'after');
    expect(await page.isVisible('#folder')).toBe(false);
    expect(await page.textContent('#summary .identity')).toContain('after');
  });

  test('the page address names files of this site; other sites are rejected', async () => {
    await open();
    const { origin } = new URL(page.url());
    await page.goto(`${origin}/?file=examples/capsule.hlo.txt.gz&file=examples/capsule.npz`);
    await ranked(page, 'capsule.hlo');
    expect(await page.textContent('#ranking .status')).toContain('70 configurations of the file and XLA’s own choice');
    await page.goto(`${origin}/?file=https://example.com/program.hlo`);
    await failed();
    expect(await said()).toContain('https://example.com is another site');
    expect(visit.requests.filter((url) => !url.startsWith(origin))).toEqual([]);
  });

  test('opens a program and its configurations in any order; more programs become a list', async () => {
    await open();
    await drop(page, measured('capsule').reverse());
    await ranked(page, 'capsule.hlo');
    expect(await page.textContent('#ranking .status')).toContain('70 configurations of the file and XLA’s own choice');
    const named = (name: string) => text(dots.replace('HloModule dots', `HloModule ${name}`), `${name}.hlo`);
    await drop(page, [named('one'), named('two'), named('three')]);
    await page.waitForSelector('#folder:not([hidden])');
    await ranked(page, 'one');
    await page.click('[aria-label="Next stage (j)"]');
    await ranked(page, 'two');
  });

  test('a proto is detected by content, gzipped or not', async () => {
    await open();
    const { bytes } = file('tests/data/proto/training_step.pb');
    await drop(page, [{ name: 'renamed.txt', bytes }]);
    await ranked(page, 'renamed.txt · HloModuleProto');
    await drop(page, [{ name: 'packed.npz', bytes: gzipSync(bytes) }]);
    await ranked(page, 'packed.npz · HloModuleProto, gzipped');
    await drop(page, [file('tests/data/proto/images.pbtxt', 'images.bin')]);
    await ranked(page, 'images.bin · HloModuleProto in text form');
    expect(await page.isVisible('#error')).toBe(false);
  });

  test('a file that is not HLO causes an error that names its type, with help', async () => {
    await open();
    for (const [content, message] of [
      ['module @jit_f {\n  func.func public @main() {\n    return\n  }\n}\n', /StableHLO[^]*as_hlo_text/],
      ['{"a": 1}', /not a ranking saved on this page/],
      ['<!doctype html><title>404</title>', /HTML/],
    ] as const) {
      await page.evaluate(() => (document.getElementById('error')!.hidden = true));
      await drop(page, [text(content, 'thing.hlo')]);
      await failed();
      expect(await said()).toMatch(message);
    }
  });

  test('a file that is too large is rejected with the reason and the command to use instead', async () => {
    await open();
    await page.evaluate(() => {
      const huge = new File(['HloModule m'], 'huge.hlo');
      Object.defineProperty(huge, 'size', { value: 3 * 2 ** 30 });
      const event = new DragEvent('drop', { bubbles: true, cancelable: true });
      const dataTransfer = {
        files: [huge],
        items: [{ kind: 'file', webkitGetAsEntry: () => null }],
        getData: () => '',
      };
      Object.defineProperty(event, 'dataTransfer', { value: dataTransfer });
      document.body.dispatchEvent(event);
    });
    await failed();
    expect(await said()).toMatch(/3\.0 GiB.*hlorank rank huge\.hlo/);
  });
});

describe('progress', () => {
  const large = (): InputFile[] | null => {
    const path = sharedData('programs/gpt_48l_train_adam.hlo.txt.gz');
    return path ? [{ name: 'gpt.hlo.gz', bytes: new Uint8Array(readFileSync(path)) }] : null;
  };

  test('steps and a percentage are shown', async ({ skip }) => {
    const files = large() ?? skip('the programs beside the repository are not here');
    await open();
    await page.evaluate(() => {
      const seen = ((window as unknown as { seen: string[] }).seen = [] as string[]);
      new MutationObserver(() => seen.push(document.getElementById('progress')!.textContent)).observe(
        document.getElementById('progress')!,
        { subtree: true, childList: true, characterData: true, attributes: true },
      );
    });
    await drop(page, files);
    await ranked(page, 'gpt');
    const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen);
    const shares = seen.flatMap((words) => [...words.matchAll(/(\d+) %/g)].map((match) => Number(match[1])));
    expect(new Set(shares).size).toBeGreaterThan(3);
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
  });

  test('Cancel stops opening immediately and leaves the last program usable', async ({ skip }) => {
    const files = large() ?? skip('the programs beside the repository are not here');
    await open({ analytical: true }); // opens a new page, which has no unfinished ranking to resume
    const before = await page.textContent('#summary h2');
    await page.evaluate(() => {
      const progress = document.querySelector<HTMLElement>('#progress')!;
      const clicks = new MutationObserver(() => {
        if (progress.hidden) return;
        clicks.disconnect();
        // Click by script inside the page, because on a fast machine the work would be finished before a simulated
        // mouse click.
        progress.querySelector('button')!.click();
      });
      clicks.observe(progress, { attributes: true });
    });
    await drop(page, files);
    await page.waitForFunction(() => document.querySelector('#announcer')!.textContent === 'Stopped');
    expect(await page.isVisible('#progress')).toBe(false);
    expect(await page.textContent('#summary h2')).toBe(before);
    await drop(page, [text(dots, 'next.hlo')]);
    await ranked(page, 'dots');
  });
});

test('selecting another model while a program is being opened ranks the program with that model', async () => {
  await open();
  const models = await page.$$eval('#model option', (options) =>
    options.map((option) => (option as HTMLOptionElement).value),
  );
  await page.evaluate((other) => {
    const progress = document.querySelector<HTMLElement>('#progress')!;
    const choice = new MutationObserver(() => {
      if (progress.hidden) return;
      choice.disconnect();
      const chooser = document.querySelector<HTMLSelectElement>('#model')!;
      chooser.value = other!;
      chooser.dispatchEvent(new Event('change'));
    });
    choice.observe(progress, { attributes: true });
  }, models.at(-1));
  const name = 'gpt_48l_train_adam.hlo.txt.gz';
  await drop(page, [{ name, bytes: new Uint8Array(readFileSync(join(root, 'web/public/examples', name))) }]);
  await ranked(page, name);
  expect(await page.inputValue('#model')).toBe(models.at(-1));
  expect(await page.getAttribute('#ranking .status', 'data-tables')).toBe('0'); // 0 seconds: no network was run
});

test('an invalid file causes an error with line, column and caret that can be copied', async () => {
  await open();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await drop(page, [text('HloModule m\n\nENTRY main {\n  ROOT y = f32[2]{0} frobnicate(x)\n}\n', 'bad.hlo')]);
  await failed();
  await page.click('text=Copy this message');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/^bad\.hlo:4:\d+: error: .*frobnicate/);
  const [, line, caret] = copied.split('\n');
  expect(line!.slice(caret!.indexOf('^'))).toMatch(/^frobnicate/);
});
