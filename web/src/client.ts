// Sends requests to the web worker and returns promises for its replies. Any request can be cancelled immediately.
import { EngineError, type InputFile, plainError } from '../../wasm/engine';
import type { HalideModel, Kind, ModelFiles, WorkerRequest, WorkerRequests, Reply, StepName, Status } from './protocol';

/**
 * Thrown when the user cancelled a request to the worker, or a newer request replaced it. Callers show no error for it.
 */
export class CancelledError extends Error {}

interface Waiting {
  kind: Kind;
  file: string; // name of the file that the request is about, for error messages
  isRestoring: boolean; // whether the request repeats an earlier one after a restart of the worker
  resolve: (value: never) => void;
  reject: (error: Error) => void;
}

// Milliseconds without a message from the worker, while a reply is due, after which `onSilence` is called.
const kSilence = 20_000;
const kTryAgain = 'try again; if it fails again, please report it together with the file';

export class Client {
  onStep: (step: StepName) => void = () => {};
  onStatus: (status: Status) => void = () => {};
  onRequests: (urls: string[]) => void = () => {};
  /**
   * Called when the worker has sent nothing for `seconds` seconds while the page waits for the reply to `open`, `rank`
   * or `resume`. The worker is then busy or dead.
   */
  onSilence: (seconds: number) => void = () => {};

  private hasReplied = false; // whether the current worker has sent a message
  private hasFailed = false; // whether the current worker failed to start
  private silence = 0;
  private worker: Worker;
  private waiting = new Map<number, Waiting>();
  private nextId = 1;
  private ranking = false; // whether the worker is scoring configurations, which can be stopped and resumed
  private programs = 0; // number of `open` requests so far; identifies the open program
  /**
   * The `open` request of the program on the page, and the number of this program. The worker rejects requests about
   * any other program.
   */
  private opened: { openBody: WorkerRequests['open'][0]; program: number } | null = null;
  private ranked: WorkerRequests['rank'][0] | null = null;
  // Layout configurations that the user added to the ranking table.
  private ownConfigurations: WorkerRequests['keep'][0] | null = null;
  private profile: WorkerRequests['profile'][0] | null = null; // measured times of instructions that the user added
  private restoring: Promise<void> | null = null;
  private isLarge = false; // whether the worker's WebAssembly heap is large; only terminating the worker frees it

  /** `engine`: the compiled engine, which every worker gets; null if the worker has to load it itself. */
  constructor(private readonly engine: Promise<WebAssembly.Module | null>) {
    this.worker = this.start();
  }

  async open(files: InputFile[], candidates: number, chosen = 0): Promise<WorkerRequests['open'][1]> {
    const start = performance.now();
    const openBody = { files, candidates, chosen };
    const program = ++this.programs;
    const answer = await this.send('open', openBody, program);
    performance.measure('open', { start });
    this.restoring = null;
    this.opened = { openBody, program };
    this.ranked = this.ownConfigurations = this.profile = null;
    return answer;
  }

  async rank(model: ModelFiles | null, halide: HalideModel | null = null): Promise<Status> {
    const program = this.opened?.program;
    await this.restoring;
    const answer = await this.send('rank', { model, halide }, program);
    this.ranked = { model, halide };
    return answer;
  }

  async ask<K extends Exclude<Kind, 'open' | 'rank' | 'stop'>>(
    kind: K,
    body: WorkerRequests[K][0],
  ): Promise<WorkerRequests[K][1]> {
    const program = this.opened?.program;
    await this.restoring;
    if (kind === 'keep' && program === this.opened?.program) this.ownConfigurations = body as WorkerRequests['keep'][0];
    const answer = await this.send(kind, body, program);
    if (kind === 'profile' && program === this.opened?.program) this.profile = body as WorkerRequests['profile'][0];
    return answer;
  }

  /** Terminates the worker and starts a new one, in which no program is open. */
  reset(): void {
    this.forget();
    this.restart();
  }

  /** Terminates the worker for good; requests without a reply stay unanswered. */
  end(): void {
    window.clearTimeout(this.silence);
    this.waiting.clear();
    this.worker.terminate();
  }

  /**
   * If the worker is ranking, pauses the ranking, which can be resumed. Otherwise cancels all requests by restarting
   * the worker.
   */
  stop(): void {
    if (this.ranking) void this.send('stop', null);
    else if (this.waiting.size) this.restart();
  }

  private send<K extends Kind>(
    kind: K,
    body: WorkerRequests[K][0],
    program = 0,
    isRestoring = false,
  ): Promise<WorkerRequests[K][1]> {
    if (this.hasFailed) this.restart();
    return new Promise((resolve, reject) => {
      const id = this.nextId++;
      this.waiting.set(id, { kind, file: this.fileOf(kind, body), isRestoring, resolve, reject });
      this.restartSilenceTimer();
      const request = { id, program, kind, body } as WorkerRequest;
      this.worker.postMessage(request);
    });
  }

  private fileOf<K extends Kind>(kind: K, body: WorkerRequests[K][0]): string {
    if (kind === 'open') return (body as WorkerRequests['open'][0]).files[0]?.name ?? '';
    if (kind === 'compare') return (body as WorkerRequests['compare'][0]).right.name;
    return this.opened?.openBody.files[0]?.name ?? '';
  }

  /**
   * Restarts the timer that calls `onSilence` if a request `open`, `rank` or `resume` is still without reply. Otherwise
   * stops the timer.
   */
  private restartSilenceTimer(): void {
    window.clearTimeout(this.silence);
    const isDue = [...this.waiting.values()].some(
      ({ kind, isRestoring }) => !isRestoring && ['open', 'rank', 'resume'].includes(kind),
    );
    if (isDue) this.silence = window.setTimeout(() => this.onSilence(kSilence / 1000), kSilence);
  }

  private start(): Worker {
    this.hasReplied = false;
    this.hasFailed = false;
    this.isLarge = false;
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    void this.engine.then((engine) => worker.postMessage({ engine }));
    worker.addEventListener('message', ({ data }: MessageEvent<Reply>) => this.receive(data));
    worker.addEventListener('error', ({ message }) => worker === this.worker && this.handleWorkerError(message));
    return worker;
  }

  private restart(reason: Error = new CancelledError()): void {
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    this.restartSilenceTimer();
    this.worker.terminate();
    this.worker = this.start();
    this.ranking = false;
    this.restoring = this.restore();
    for (const { reject } of waiting) reject(reason);
  }

  /**
   * Sends to the restarted worker again what was open before: the program, the user's own configurations, the ranking
   * model and the measured times.
   */
  private async restore(): Promise<void> {
    const { opened, ownConfigurations, ranked, profile } = this;
    if (!opened) return;
    const give = <K extends Kind>(kind: K, body: WorkerRequests[K][0]): Promise<unknown> =>
      this.send(kind, body, opened.program, /* isRestoring */ true);
    try {
      await give('open', opened.openBody);
      if (ownConfigurations) await give('keep', ownConfigurations);
      if (ranked) await give('rank', ranked);
      if (profile) await give('profile', profile);
    } catch {
      // Ignore the error here: the user's next request will fail in the same way and report it.
    }
  }

  private isRestoring(): boolean {
    return [...this.waiting.values()].some(({ isRestoring }) => isRestoring);
  }

  private forget(): void {
    this.opened = this.ranked = this.ownConfigurations = this.profile = null;
  }

  /**
   * Handles an uncaught error of the worker: rejects all requests and restarts the worker. If the worker never sent a
   * message, it could not be started; then only the next request restarts it.
   */
  private handleWorkerError(message: string): void {
    if (this.hasReplied) return this.crash(`internal error of hlorank: ${message}`, kTryAgain);
    this.hasFailed = true;
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    this.restartSilenceTimer();
    const what = `the WebAssembly engine of this page could not be started${message ? `: ${message}` : ''}`;
    const help = 'open the file again; if that does not help, reload the page';
    for (const { reject, file } of waiting) reject(this.failure(what, help, file));
  }

  /**
   * Rejects all requests without a reply, restarts the worker and opens the program on the page in it again. If the
   * worker crashed while it opened the program again, the new worker starts without a program.
   */
  private crash(message: string, help: string, file = this.opened?.openBody.files[0]?.name ?? ''): void {
    if (this.isRestoring()) this.forget();
    this.restart(this.failure(message, help, file));
  }

  private failure(message: string, help: string, file: string): EngineError {
    return new EngineError(plainError(message, help, file));
  }

  private receive(reply: Reply): void {
    this.hasReplied = true;
    this.restartSilenceTimer();
    if ('step' in reply) {
      this.ranking = reply.step === 'rank';
      return this.isRestoring() ? undefined : this.onStep(reply.step);
    }
    if ('status' in reply) return this.isRestoring() ? undefined : this.onStatus(reply.status);
    if ('requests' in reply) return this.onRequests(reply.requests);
    const waiting = this.waiting.get(reply.id);
    if (!waiting) return;
    if ('crash' in reply) return this.crash(reply.crash, reply.help ?? kTryAgain, waiting.file);
    this.waiting.delete(reply.id);
    this.restartSilenceTimer();
    if (waiting.kind === 'rank' || waiting.kind === 'resume') this.ranking = false;
    if ('superseded' in reply) waiting.reject(new CancelledError());
    else if ('error' in reply) {
      waiting.reject(new EngineError(reply.error));
      this.isLarge ||= reply.isLarge;
    } else waiting.resolve(reply.value as never);
    if (this.isLarge && this.waiting.size === 0) this.restart();
  }
}
