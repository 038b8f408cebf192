// Lists the models and methods that can rank an open program: published models, the user's own models, and methods that
// need no training.
import type { Inspection } from '../../wasm/engine';
import { h } from './dom';
import { fetched, needsHlo, type PublishedModel, ranksSchedules, titleOf } from './models';
import { modelFacts } from './views/models';
import { analyticalCard, modelCard } from './views/model_card';

/** An entry of the menu of models. */
export interface RankerEntry {
  name: string;
  title: string;
}

export const kAnalytical = 'analytical'; // name of the analytical cost model in the menu of models
export const kHalide = 'halide-own'; // name of Halide's own cost model in the menu of models
export const kMeasured = 'measured'; // name of the order by measured times in the menu of models

const kWeights = './models/halide_adams2019/baseline.weights';

const halideCard = (): Node =>
  h(
    'div',
    h(
      'p',
      'The cost model that the autoscheduler of Halide uses itself (Adams et al., Learning to Optimize Halide with Tree Search and Random Programs, 2019). For each stage, a small network gives coefficients for terms written by hand; the cost is their sum over the stages, so a stage does not know its neighbours. Its weights were trained on another machine: compare the order, not the times. It predicts for the number of cores in the field Cores, which matters for schedules with more parallel tasks than cores.',
    ),
    h(
      'p',
      h('code', 'baseline.weights'),
      ' as in Halide 21.0.0 (features of version 3, 17 kB), © MIT CSAIL, Google, Facebook, Adobe, NVIDIA and other contributors, MIT licence: ',
      h('a', { href: './models/halide_adams2019/LICENSE.txt' }, 'licence text'),
      '.',
    ),
  );

const measuredCard = (): Node =>
  h('div', h('p', 'No model: the schedules are in the order of the run times in their files.'));

/**
 * Returns the models and methods that can rank the open program, best first. `inspection`: facts about the program;
 * null if no program is open.
 */
export function rankersOf(models: PublishedModel[], inspection: Inspection | null): RankerEntry[] {
  const entry = (model: PublishedModel): RankerEntry => ({ name: model.name, title: titleOf(model) });
  const { schedules } = inspection ?? {};
  if (!schedules)
    return [
      ...models.filter((model) => !ranksSchedules(model)).map(entry),
      { name: kAnalytical, title: 'Analytical cost model (no training)' },
    ];
  return [
    ...models.filter((model) => ranksSchedules(model) && model.card.schema === schedules.schema).map(entry),
    ...(schedules.kind === 'halide' ? [{ name: kHalide, title: 'Halide’s own cost model (Adams 2019)' }] : []),
    ...(inspection?.configurations.measured ? [{ name: kMeasured, title: 'Measured times' }] : []),
  ];
}

/** Returns the card (description, accuracy) of the model or method called `name`. */
export function cardOf(models: PublishedModel[], name: string): Node {
  const model = models.find((candidate) => candidate.name === name);
  if (model) return h('div', modelCard(model.card), modelFacts(model.card));
  return name === kHalide ? halideCard() : name === kMeasured ? measuredCard() : analyticalCard();
}

/**
 * Returns the model that ranks when the menu entry `name` is selected; undefined for methods without a model. `note`:
 * what is unusual about the ranking.
 */
export function modelFor(
  name: string,
  inspection: Inspection,
  models: PublishedModel[],
): { model: PublishedModel | undefined; note: string | null } {
  const chosen = models.find((model) => model.name === name);
  if (!chosen || inspection.computations !== null || !needsHlo(chosen))
    return { model: chosen, note: noteOn(name, inspection, models) };
  const model = withoutHlo(models);
  const note = `${titleOf(chosen)} simulates the compiler, which needs the HLO file; this file has arrays only. Ranked with ${model ? titleOf(model) : 'the analytical cost model'} instead.`;
  return { model, note };
}

/**
 * Describes what is unusual about a ranking of schedules: the model used and the limits of the files. Returns null if
 * there is nothing to say.
 */
function noteOn(name: string, inspection: Inspection, models: PublishedModel[]): string | null {
  const { schedules, notices } = inspection;
  if (!schedules) return null;
  const isHalide = schedules.kind === 'halide';
  const hasModel = models.some((model) => model.card.schema === schedules.schema);
  const about =
    name === kHalide && !hasModel
      ? ['No model for Halide’s schedules is published here, so they are ranked with Halide’s own cost model.']
      : name === kMeasured && !isHalide && !hasModel
        ? [`No model for schedules of ${schedules.title} is published here, so they are sorted by measured time.`]
        : [];
  // Keep only the first sentence of each notice.
  const limits = notices.map(({ message }) => message.replace(/\. [A-Z].*$/, '.'));
  return [...about, ...limits].join(' ') || null;
}

/** Returns a model that can rank files of arrays without HLO, to be used if the selected model cannot. */
const withoutHlo = (models: PublishedModel[]): PublishedModel | undefined =>
  models.find((candidate) => !candidate.isOwn && !needsHlo(candidate) && !ranksSchedules(candidate));

let weights: Promise<ArrayBuffer> | undefined;

/** Fetches the weights of Halide's own cost model. Resolves to null for schedules of another compiler. */
export function halideWeights(inspection: Inspection | null): Promise<ArrayBuffer | null> {
  if (inspection && inspection.schedules?.kind !== 'halide') return Promise.resolve(null);
  return (weights ??= fetched(kWeights).then((response) => response.arrayBuffer()));
}

/**
 * Fetches all models in advance, so that the page makes no requests later. `fetchRuntime` fetches ONNX Runtime.
 */
export async function prefetch(models: PublishedModel[], fetchRuntime: () => Promise<unknown>): Promise<void> {
  await Promise.allSettled([...models.map((model) => model.files()), halideWeights(null), fetchRuntime()]);
}
