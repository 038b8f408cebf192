// Tests the class Client, the page's connection to its web worker, with fake workers.
import { beforeEach, describe, expect, test } from 'vitest';
import type { InputFile } from '../../wasm/engine.ts';
import type { Client as ClientType } from '../../web/src/client.ts';
import type { Kind } from '../../web/src/protocol.ts';

interface Asked {
  id: number;
  program: number;
  kind: Kind;
}

/** A fake web worker that replies only when a test calls `answers`. */
class FakeWorker {
  static all: FakeWorker[] = [];
  static onStart: (worker: FakeWorker) => void = () => {};
  asked: Asked[] = [];
  private listeners = new Map<string, (event: unknown) => void>();
  constructor() {
    FakeWorker.all.push(this);
    queueMicrotask(() => FakeWorker.onStart(this));
  }
  static get last(): FakeWorker {
    return FakeWorker.all.at(-1)!;
  }
  addEventListener(type: string, listener: (event: unknown) => void): void {
    this.listeners.set(type, listener);
  }
  postMessage(asked: Asked): void {
    this.asked.push(asked);
  }
  terminate(): void {
    this.listeners.clear();
  }
  says(data: object): void {
    this.listeners.get('message')?.({ data });
  }
  fails(): void {
    this.listeners.get('error')?.({ message: 'cannot be fetched' });
  }
  /** Replies to the oldest request of this kind. */
  answers(kind: Kind, reply: object = { value: {} }): void {
    const { id } = this.asked.find((one) => one.kind === kind)!;
    this.says({ id, ...reply });
  }
}

const files: InputFile[] = [{ name: 'a.hlo', bytes: new Uint8Array() }];
const settled = () => new Promise((resolve) => setTimeout(resolve, 20));
const error = { message: 'bad', help: '', line: null, column: null, offset: null, excerpt: '', caret: null, file: '' };
let client: ClientType;

beforeEach(async () => {
  FakeWorker.all = [];
  FakeWorker.onStart = () => {};
  Object.assign(globalThis, { window: globalThis, Worker: FakeWorker });
  const { Client } = await import('../../web/src/client.ts');
  client = new Client(new Promise(() => {}));
  const opened = client.open(files, 10);
  FakeWorker.last.answers('open');
  await opened;
  const ranked = client.rank(null);
  await settled();
  FakeWorker.last.answers('rank');
  await ranked;
});

describe('after the worker was terminated', () => {
  test('a worker that cannot be started is not restarted automatically', async () => {
    FakeWorker.onStart = (worker) => worker.fails();
    void client.open(files, 10).catch(() => {});
    client.stop(); // cancels opening the file by terminating the worker
    await settled();
    expect(FakeWorker.all.length).toBeLessThan(4);
  });

  test('a program that crashes the worker is restored once, not repeatedly', async () => {
    const breaks = (worker: FakeWorker) =>
      worker.asked.forEach(({ id }) => worker.says({ id, crash: 'out of memory' }));
    FakeWorker.onStart = breaks;
    void client.ask('slots', null).catch(() => {});
    await settled();
    breaks(FakeWorker.last);
    await settled();
    expect(FakeWorker.all.length).toBeLessThan(5);
  });

  test('the program and its ranking are restored without progress on the page', async () => {
    const seen: unknown[] = [];
    client.onStep = (step) => seen.push(step);
    client.onStatus = (status) => seen.push(status);
    void client.open(files, 20).catch(() => {});
    client.stop();
    const worker = FakeWorker.last;
    worker.says({ step: 'read' });
    worker.answers('open');
    await settled();
    worker.says({ step: 'rank' });
    worker.says({ status: { scored: 1, total: 2 } });
    worker.answers('rank');
    await settled();
    expect(worker.asked.map(({ kind }) => kind)).toEqual(['open', 'rank']);
    expect(seen).toEqual([]);
  });
});

test('a worker whose heap grew while reading an invalid file is restarted once no request is pending', async () => {
  const compared = client.ask('compare', { left: files[0]!, right: files[0]! });
  const slots = client.ask('slots', null);
  await settled();
  FakeWorker.last.answers('compare', { error, isLarge: true });
  await expect(compared).rejects.toThrow('bad');
  expect(FakeWorker.all).toHaveLength(1);
  FakeWorker.last.answers('slots', { value: 'all of them' });
  expect(await slots).toBe('all of them');
  expect(FakeWorker.all).toHaveLength(2);
});
