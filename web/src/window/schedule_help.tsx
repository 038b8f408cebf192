// Help text about Halide and TVM schedules. Explains what a stage and a schedule are, what the models read, and what
// they predict.
import { render } from 'preact';
import { h } from '../dom';

function ScheduleHelp() {
  return (
    <>
      <form method="dialog">
        <button class="close" aria-label="Close help on schedules">
          ✕
        </button>
      </form>
      <h2 id="schedule-help-title" tabIndex={-1}>
        What is a schedule?
      </h2>
      <p>
        A Halide or TVM program says <em>what</em> to compute. It consists of <strong>stages</strong>: each one computes
        an array from other arrays, for example a convolution, or the sum of two images. In Halide a stage is the{' '}
        <em>pure definition</em> of a function (<code>conv.s0</code>, often only the initial value) or an{' '}
        <em>update definition</em> (<code>conv.s1</code>, for example the sum over a window). The graph shows the
        stages; an arrow leads from a stage to those that read its result.
      </p>
      <p>
        A <strong>schedule</strong> says <em>how</em> to compute it: in which order the loops run, how they are split
        into tiles, which of them use vectors or several cores, and whether a stage is stored as a whole, computed again
        where it is needed, or kept in a small tile near its reader. Every schedule of a program gives the same numbers,
        but the slowest can take a hundred times as long as the fastest. There are far too many schedules to run them
        all, so a compiler predicts their time and runs only a few.
      </p>
      <h3>What the models read</h3>
      <p>
        A row of numbers per stage. Some do not depend on the schedule: how many additions, multiplications and loads a
        point of the stage takes, and for which types. The others describe the stage under the schedule: how often it is
        computed, the lengths of its innermost loops, the size of its vectors, the bytes that it reads and writes per
        loop iteration, its working set. Select a stage in the graph to see both. For TVM they are counts of the steps
        that concern a stage, and the sizes of its tiles. No model reads names.
      </p>
      <h3>What they predict</h3>
      <p>
        The time of every stage; the sum is the run time. That is why a schedule can be ranked without running it, and
        why each stage has a share: the bars of <em>Hotspots</em>, the colours of the graph and the segments in the
        table. A graph network passes messages along the arrows, so the predicted time of a stage depends on how its
        neighbours are scheduled. Halide’s own cost model (Adams 2019) looks at each stage alone.
      </p>
      <h3>Files</h3>
      <p>
        Halide: a folder with <code>*.sample</code> (or <code>*.featurization</code>) files of one program and{' '}
        <code>compile_log.txt</code>, what its autoscheduler prints to stderr with <code>HL_DEBUG_AUTOSCHEDULE=2</code>{' '}
        (Halide 14: <code>=1</code>). Only that log has the arrows; without it the stages are taken as a chain. TVM:{' '}
        <code>database_tuning_record.json</code> of MetaSchedule, or JSON lines of Ansor or AutoTVM. Each file may be
        gzipped, or all of them in a zip archive.
      </p>
    </>
  );
}

let dialog: HTMLDialogElement | null = null;

export function openScheduleHelp(): void {
  if (!dialog) {
    dialog = h('dialog', { id: 'schedule-help', 'aria-labelledby': 'schedule-help-title' });
    document.body.append(dialog);
    render(<ScheduleHelp />, dialog);
  }
  dialog.showModal();
  dialog.querySelector('h2')!.focus();
}
