// The page's side of the worker: questions become promises, and anything can be stopped at once.
import { EngineError, type InputFile } from '../../wasm/engine';
import type { Kind, ModelFiles, Question, Questions, Reply, StageName, Standing } from './protocol';

/** The answer will not come: the user stopped it, or something newer took its place. */
export class Stopped extends Error {}

interface Waiting {
  kind: Kind;
  resolve: (value: never) => void;
  reject: (error: Error) => void;
}

export class Client {
  onStage: (stage: StageName) => void = () => {};
  onStanding: (standing: Standing) => void = () => {};
  onRequests: (urls: string[]) => void = () => {};

  private worker = this.start();
  private waiting = new Map<number, Waiting>();
  private nextId = 1;
  private ranking = false; // scoring, which can be stopped and resumed
  private programs = 0; // opened so far, or tried to
  /** What the worker has, or had before it was ended, and its number: questions about another one are not answered. */
  private opened: { asked: Questions['open'][0]; program: number } | null = null;
  private ranked: Questions['rank'][0] | null = null;
  private kept: Questions['keep'][0] | null = null; // configurations of the user's own
  private restoring: Promise<void> | null = null;

  async open(files: InputFile[], candidates: number): Promise<Questions['open'][1]> {
    const start = performance.now();
    const asked = { files, candidates };
    const program = ++this.programs;
    const answer = await this.send('open', asked, program);
    performance.measure('open', { start });
    this.restoring = null;
    this.opened = { asked, program };
    this.ranked = null;
    this.kept = null;
    return answer;
  }

  async rank(model: ModelFiles | null): Promise<Standing> {
    const program = this.opened?.program;
    await this.restoring;
    const answer = await this.send('rank', { model }, program);
    this.ranked = { model };
    return answer;
  }

  async ask<K extends Exclude<Kind, 'open' | 'rank' | 'stop'>>(
    kind: K,
    body: Questions[K][0],
  ): Promise<Questions[K][1]> {
    const program = this.opened?.program;
    await this.restoring;
    if (kind === 'keep' && program === this.opened?.program) this.kept = body as Questions['keep'][0];
    return this.send(kind, body, program);
  }

  /** Stops scoring softly, so that it can be resumed; ends anything else by starting a new worker. */
  stop(): void {
    if (this.ranking) void this.send('stop', null);
    else if (this.waiting.size) this.restart();
  }

  private send<K extends Kind>(kind: K, body: Questions[K][0], program = 0): Promise<Questions[K][1]> {
    return new Promise((resolve, reject) => {
      const id = this.nextId++;
      this.waiting.set(id, { kind, resolve, reject });
      this.worker.postMessage({ id, program, kind, body } as Question);
    });
  }

  private start(): Worker {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<Reply>) => this.receive(data));
    worker.addEventListener('error', (event) => this.crash(event.message || 'the worker could not be started'));
    return worker;
  }

  private restart(reason: Error = new Stopped()): void {
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    this.worker.terminate();
    this.worker = this.start();
    this.ranking = false;
    this.restoring = this.restore();
    for (const { reject } of waiting) reject(reason);
  }

  /** The page still shows the last program and its ranking: gives them back to the new worker. */
  private async restore(): Promise<void> {
    const { opened, kept, ranked } = this;
    if (!opened) return;
    const give = <K extends Kind>(kind: K, body: Questions[K][0]): Promise<unknown> =>
      this.send(kind, body, opened.program).catch(() => {});
    await give('open', opened.asked);
    if (kept) await give('keep', kept);
    if (ranked) await give('rank', ranked);
  }

  private crash(message: string): void {
    this.restart(
      new EngineError({
        message: `something inside hlorank failed: ${message}`,
        help: 'try again; when it fails again, please report it together with the file',
        line: 0,
        column: 0,
        offset: -1,
        excerpt: '',
        caret: -1,
        file: this.opened?.asked.files[0]?.name ?? '',
      }),
    );
  }

  private receive(reply: Reply): void {
    if ('stage' in reply) {
      this.ranking = reply.stage === 'rank';
      return this.onStage(reply.stage);
    }
    if ('standing' in reply) return this.onStanding(reply.standing);
    if ('requests' in reply) return this.onRequests(reply.requests);
    const waiting = this.waiting.get(reply.id);
    if (!waiting) return;
    if ('crash' in reply) return this.crash(reply.crash);
    this.waiting.delete(reply.id);
    if (waiting.kind === 'rank' || waiting.kind === 'resume') this.ranking = false;
    if ('gone' in reply) waiting.reject(new Stopped());
    else if ('error' in reply) waiting.reject(new EngineError(reply.error));
    else waiting.resolve(reply.value as never);
  }
}
