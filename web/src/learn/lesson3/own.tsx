// Last step of lesson 3. Shows the receptive field of an instruction of the open program, and the state of the
// instruction in the published network.
import { signal, useSignal, useSignalEffect } from '@preact/signals';
import type { FunctionComponent } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import type { Structure } from '../../../../wasm/engine';
import type { OpenedProgram } from '../../protocol';
import { pause } from '../../pause';
import { selection } from '../../selection';
import { distances, type Edges, edgesOf } from '../frame/edges';
import { decimal, wholeNumber } from '../frame/language';
import type { LessonContext } from '../frame/lesson';
import type { LessonEngine } from '../frame/program';
import { useStructure } from '../frame/structure';
import { edgesAmong, encodeNodes, passMessages, rowsOf } from './encoder';
import { membersOf } from './costs';
import { LayoutCosts } from './layout_costs';
import { type Given, givenBy, type Network } from './network';
import { ComponentField, type Shared } from './shared';
import { Strips } from './strips';

const kSteps = 2; // number of message passing steps of the published network
const kHops = 8;
const kListed = 6; // number of instructions that the learner can choose from
const kMostNodes = 2000; // largest number of nodes in a receptive field whose states are computed
const kLinesAtOnce = 5000;
const kCandidates = 16; // number of configurations to generate, so that several layouts of each tensor occur
const kAtOnce = 200; // number of nodes whose states are computed without a pause

interface Loaded extends Given {
  network: Network;
}

/**
 * Counts, for each number of hops from 0 to kHops, the nodes that are at most this far away. `far`: hops to each node,
 * -1 if it cannot be reached.
 */
function countWithin(far: Int32Array): number[] {
  const counts = Array.from({ length: kHops + 1 }, () => 0);
  for (const hops of far) if (hops >= 0 && hops <= kHops) ++counts[hops]!;
  let sum = 0;
  return counts.map((count) => (sum += count));
}

/** Encodes lines of text as UTF-8. Pauses between parts of the work to keep the page responsive. */
async function encodeLines(lines: string[]): Promise<Uint8Array> {
  const parts: string[] = [];
  for (let at = 0; at < lines.length; at += kLinesAtOnce) {
    parts.push(`${lines.slice(at, at + kLinesAtOnce).join('\n')}\n`);
    await pause();
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/**
 * Computes the states of the nodes `near` before the first message passing step and after each, for each network of the
 * ensemble. The states are correct for nodes whose receptive field is within `near`. Pauses between parts of the work.
 */
async function statesOf({ inputs, network }: Loaded, edges: Edges, near: number[]): Promise<number[][][][]> {
  const { weights } = network;
  const kept = edgesAmong(edges, near);
  const found: number[][][][] = [];
  for (let member = 0; member < membersOf(weights); ++member) {
    const initial: number[][] = [];
    for (let at = 0; at < near.length; at += kAtOnce) {
      initial.push(...encodeNodes(weights, rowsOf(inputs, near.slice(at, at + kAtOnce)), member).initial);
      await pause();
    }
    found.push([initial, ...passMessages(weights, initial, kept, member).map(({ state }) => state)]);
  }
  return found;
}

export function makeOwnField(
  context: LessonContext,
  engine: LessonEngine,
  network: Promise<Network>,
  shared: Shared,
): FunctionComponent {
  const { text, component } = shared;
  /**
   * Inputs of the network for the open program. Null until they are computed, and if the engine reads other
   * instructions from the program's text.
   */
  const inputs = signal<Loaded | null>(null);
  const chosen = signal<number | null>(null);

  /** Opens the text of the program in the lesson's engine, because the engine of the main view must keep its state. */
  const readAgain = async ({ text: lines }: Structure, program: OpenedProgram): Promise<void> => {
    const { names } = program.instructions;
    const client = engine.get();
    const bytes = await encodeLines(lines);
    const { instructions } = await client.open([{ name: 'window.hlo', bytes }], kCandidates);
    const loaded = await network;
    const found = await givenBy(client, loaded.card);
    const isSame = instructions.names.every((name, i) => name === names[i]);
    if (isSame && instructions.names.length === names.length && selection.get('program') === program)
      inputs.value = { ...found, network: loaded };
  };

  const Field = ({ program, structure }: { program: OpenedProgram; structure: Structure }) => {
    const costs = selection.signal('costs').value;
    const { names, opcodes } = program.instructions;
    const hot = [...(costs?.instructions.subarray(0, kListed) ?? [])];
    const node = chosen.value ?? selection.get('instruction') ?? hot[0] ?? 0;
    const edges = useMemo(() => edgesOf(structure, opcodes), [structure]);
    const far = useMemo(() => distances(names.length, edges, node), [edges, node]);
    const given = inputs.value;
    const states = useSignal<{ of: Loaded; node: number; near: Map<number, number>; members: number[][][][] } | null>(
      null,
    );
    useEffect(() => {
      states.value = null;
      // Take one hop more than there are message passing steps, because the states of operands are needed too.
      const isNear = (i: number): boolean => far[i]! >= 0 && far[i]! <= kSteps + 1;
      const near = Array.from(far.keys()).filter(isNear);
      if (!given || near.length > kMostNodes) return;
      let isCurrent = true;
      statesOf(given, edges, near).then((members) => {
        if (isCurrent) states.value = { of: given, node, near: new Map(near.map((each, i) => [each, i])), members };
      }, context.services.failed);
      return () => {
        isCurrent = false;
      };
    }, [given, far]);
    const known = states.value?.node === node ? states.value : null;
    const within = useMemo(() => countWithin(far), [far]);
    return (
      <>
        <h4>{program.inspection.name || program.inspection.file}</h4>
        <label class="field">
          {text('ownChoose')}
          <select value={String(node)} onChange={(event) => (chosen.value = Number(event.currentTarget.value))}>
            {[...new Set([node, ...hot])].map((each) => (
              <option key={each} value={String(each)}>
                {names[each]}
              </option>
            ))}
          </select>
        </label>
        <table class="bars">
          <caption>{text('ownCaption', { name: names[node]! })}</caption>
          <tbody>
            {within.map((n, hops) => (
              <tr key={hops} class={hops === kSteps ? 'marked' : ''}>
                <th scope="row">{text('ownSteps', { steps: hops })}</th>
                <td>
                  <i style={{ width: `${(n / names.length) * 100}%` }} />
                </td>
                <td>{wholeNumber(n)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <p class="live">
          {text('ownShare', {
            count: wholeNumber(within[kSteps]!),
            of: wholeNumber(names.length),
            percent: decimal((within[kSteps]! / names.length) * 100, 1),
          })}
        </p>
        {known ? (
          <>
            <Strips
              caption={text('ownStates', { name: names[node]! })}
              heads={[text('stepsHead'), text('state'), text('numberHead', { i: component.value + 1 })]}
              rows={known.members[0]!.map((all, step) => ({ name: String(step), state: all[known.near.get(node)!]! }))}
              component={component.value}
              choose={(i) => (component.value = i)}
            />
            <ComponentField {...shared} />
            <LayoutCosts
              {...known.of}
              weights={known.of.network.weights}
              text={text}
              names={names}
              node={node}
              states={known.members.map((steps) => (each: number) => steps.at(-1)![known.near.get(each)!]!)}
            />
          </>
        ) : null}
      </>
    );
  };

  return function OwnField() {
    const program = selection.signal('program').value;
    const structure = useStructure(context, () => (inputs.value = chosen.value = null));
    useSignalEffect(() => {
      const [found, now] = [structure.value, selection.get('program')];
      if (!found?.text.length || !now) return;
      readAgain(found, now).catch(() => {}); // ignores errors: the open program changed, or has no readable text
    });
    if (!program) return <p class="muted">{text('ownNone')}</p>;
    if (program.inspection.computations === null) return <p class="muted">{text('ownArrays')}</p>;
    if (!structure.value) return <p class="muted">{text('ownWait')}</p>;
    return <Field program={program} structure={structure.value} />;
  };
}
