// Dialog that lists the published models, and the results of checking a model that the user dropped on the page.
import type { Tensor } from '../../../wasm/engine';
import { byId, count, fill, h, plural } from '../dom';
import { messageOf } from '../message';
import { type CardText, goldenInputs, parityError, type Point, type Verdict, worst } from '../model_check';
import { listedFile, type OwnModel, type PublishedModel } from '../models';
import { accuracyTable } from './model_card';
import type { ModelFiles, Trial } from '../protocol';

interface ModelsActions {
  choose: (name: string) => void;
  attempt: (model: ModelFiles, inputs: Tensor[] | null) => Promise<Trial>;
}

const kSigns: Record<Verdict, [string, string]> = {
  good: ['✓', 'passed'],
  doubtful: ['!', 'warning'],
  bad: ['✕', 'failed'],
};

/**
 * Creates the list of check results of a model. A result has a sign and a label, because colour alone is not
 * accessible.
 */
function pointList(points: Point[]): HTMLElement {
  return h(
    'ul.points',
    ...points.map(({ verdict, what, found }) => {
      const [sign, word] = kSigns[verdict];
      return h(
        'li',
        { class: verdict },
        h('span.verdict', { role: 'img', 'aria-label': word }, sign),
        h('span', h('strong', what), ': ', found),
      );
    }),
  );
}

/**
 * Formats the mean of metric `name` over the held-out programs with its 95 % interval over program families, such as
 * "0.695 ± 0.021". Returns "–" if the model card does not have the metric.
 */
function figure(card: CardText, name: string): string {
  const { mean, families } = (card.metrics ?? {}) as {
    mean?: Record<string, number>;
    families?: Record<string, Record<string, number>>;
  };
  if (typeof mean?.[name] !== 'number') return '–';
  const values = Object.values(families ?? {}).flatMap((family) =>
    typeof family[name] === 'number' ? [family[name]] : [],
  );
  if (values.length < 2) return mean[name].toFixed(3);
  const middle = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1);
  return `${mean[name].toFixed(3)} ± ${(1.96 * Math.sqrt(variance / values.length)).toFixed(3)}`;
}

const kilobytes = (bytes: number | undefined): string => (bytes ? `${Math.ceil(bytes / 1000)} kB` : '–');
const textOrDash = (value: unknown): string => (typeof value === 'string' && value ? value : '–');

export class ModelsView {
  private readonly dialog = byId<HTMLDialogElement>('models-dialog');
  private readonly body = byId('models-list');
  private readonly news = byId('models-news');
  private chosen = '';

  constructor(private readonly actions: ModelsActions) {
    byId('models').addEventListener('click', () => this.dialog.showModal());
  }

  show(models: PublishedModel[], chosen: string): void {
    this.chosen = chosen;
    fill(this.body, ...models.map((model) => this.row(model)));
  }

  /**
   * Shows the results of checking a model that the user dropped on the page. If the model is usable, adds a button to
   * use it.
   */
  showCheck({ model, points, isUsable }: OwnModel): void {
    const title = model.card.title ?? model.card.name;
    const word = { good: 'passed all checks', doubtful: 'can be used, with warnings', bad: 'cannot be used' }[
      worst(points)
    ];
    fill(
      this.news,
      h('h3', { tabindex: -1 }, `${title} ${word}`),
      pointList(points),
      isUsable
        ? h('p.buttons', h('button.primary', { onclick: () => this.use(model.name) }, 'Rank with this model'))
        : h(
            'p',
            'Export the model again with ',
            h('code', 'hlorank export'),
            ' of the same hlorank version as this page, and drop both files together.',
          ),
    );
    if (!this.dialog.open) this.dialog.showModal();
    this.news.querySelector('h3')!.focus();
  }

  private use(name: string): void {
    this.dialog.close();
    this.actions.choose(name);
  }

  private row(model: PublishedModel): HTMLElement {
    const { card, isOwn } = model;
    const title = card.title ?? card.name;
    const result = h('span.muted', { role: 'status' });
    const cell = (column: string, text: string) => h('td', { 'data-of': column }, text);
    const button = (label: string, hint: string, onclick: () => void, disabled = false) =>
      h('button', { 'aria-label': `${label}: ${title}`, title: hint, onclick, disabled }, label);
    const isUsed = model.name === this.chosen;
    return h(
      'tr',
      h('th', { scope: 'row' }, title),
      cell('Size', kilobytes(listedFile(card).bytes)),
      cell('Kendall τ', figure(card, 'tau')),
      cell('Pairs in order', figure(card, 'pairAccuracy')),
      cell('Licence', isOwn ? 'yours' : textOrDash(card.licence)),
      cell('Date', textOrDash(card.date)),
      h(
        'td.buttons',
        isUsed
          ? button('In use', 'Ranks the program', () => {}, true)
          : button('Use', 'Rank with this model', () => this.use(model.name)),
        button(
          'Check',
          'Run the example in the model card and compare the output',
          () => void this.parity(model, result),
        ),
        result,
      ),
    );
  }

  /**
   * Runs the network on the example input in its model card. Shows the largest difference between the result and the
   * output in the card, which the trainer computed.
   */
  private async parity(model: PublishedModel, result: HTMLElement): Promise<void> {
    result.textContent = 'running…';
    try {
      const trial = await this.actions.attempt(await model.files(), goldenInputs(model.card));
      const error = trial.answer && parityError(model.card, trial.answer);
      if (error !== null) {
        const { rows, scores } = model.card.golden as { rows?: number[]; scores?: number[] };
        const what = rows ? plural(rows.length, 'row') : plural(scores?.length ?? 0, 'configuration');
        result.textContent = `largest error ${error.toExponential(1)} over ${what}`;
      } else result.textContent = trial.loadError ?? trial.schemaError ?? 'the model card has no usable example';
    } catch (error) {
      result.textContent = messageOf(error);
    }
  }
}

/**
 * Lists facts from a model card: size, checksum, licence, training command, and the metrics for each program family.
 */
export function modelFacts(card: CardText): HTMLElement {
  const { metrics, training } = card as {
    metrics?: { heldOut?: string; folds?: number; families?: Record<string, Record<string, number>> };
    training?: { options?: Record<string, unknown>; configurations?: number };
  };
  const { bytes, sha256 } = listedFile(card);
  const facts: [string, string | undefined][] = [
    ['Size', bytes === undefined ? undefined : `${count(bytes)} bytes`],
    ['SHA-256', sha256],
    ['Licence', card.licence as string | undefined],
    ['Date', card.date as string | undefined],
    ['Held out', metrics?.heldOut ? `by ${metrics.heldOut}, ${metrics.folds ?? '?'} folds` : undefined],
    ['Command', commandOf(training?.options)],
  ];
  const families = Object.entries(metrics?.families ?? {});
  const columns: [string, string][] = [
    ['programs', 'programs'],
    ['tau', 'τ'],
    ['pairAccuracy', 'pairs in order'],
    ['slowdown1', 'slowdown of top 1'],
    ['slowdown5', 'top 5'],
  ];
  const shown = (name: string, value: number | undefined) =>
    value === undefined ? '–' : name === 'programs' ? count(value) : value.toFixed(3);
  return h(
    'div',
    h(
      'dl.facts',
      ...facts.map(([name, value]) =>
        value ? h('div', h('dt', name), h('dd', { class: name === 'Command' ? 'code' : '' }, value)) : null,
      ),
    ),
    families.length
      ? h(
          'details.families',
          h('summary', `Accuracy by program family (${plural(families.length, 'family', 'families')})`),
          accuracyTable(
            'Accuracy by program family',
            columns.map(([, title]) => title),
            families.map(([family, values]) => [family, columns.map(([name]) => shown(name, values[name]))]),
          ),
        )
      : null,
  );
}

/**
 * Returns the command that trains the model again with the training options in its model card. Undefined if the card
 * has no options.
 */
function commandOf(options: Record<string, unknown> | undefined): string | undefined {
  if (!options) return undefined;
  const words = ['form', 'epochs', 'rate', 'decay', 'dropout', 'seed', 'folds'].flatMap((name) =>
    name in options ? [`--${name} ${String(options[name])}`] : [],
  );
  return `hlorank train DATA -o RUN ${words.join(' ')}`;
}
