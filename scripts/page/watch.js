// Runs in the page before the page's own scripts. Records milestones, long tasks, and response times to keys and
// clicks, in ms.
{
  const watch = (globalThis.watch = { marks: {}, answers: [], tasks: [] });
  new PerformanceObserver((list) => watch.answers.push(...list.getEntries().map(({ duration }) => duration))).observe({
    type: 'event',
    durationThreshold: 16,
  });
  new PerformanceObserver((list) =>
    watch.tasks.push(...list.getEntries().map(({ startTime: start, duration }) => ({ start, end: start + duration }))),
  ).observe({ type: 'longtask' });

  /** Records in marks[name] the time of the first animation frame in which `test` returns true. */
  watch.when = (name, test) => {
    const look = () => {
      if (test()) watch.marks[name] = performance.now();
      else requestAnimationFrame(look);
    };
    look();
  };
  const announced = () => document.getElementById('announcer')?.textContent ?? '';
  watch.when('visible', () => document.querySelector('#layouts .list-row code'));
  watch.when('ranked', () => announced().endsWith('ranked'));

  /**
   * Records in `marks`, for the next file that the user opens, the times at which the page gets the file, shows its
   * verdict on the program, and has ranked and rendered the program.
   */
  watch.program = (name) => {
    watch.marks = {};
    document.addEventListener(
      'change',
      () => {
        watch.marks.given = performance.now();
        watch.when(
          'ranked',
          () =>
            document.querySelector('#summary .identity')?.textContent.includes(name) && announced().endsWith('ranked'),
        );
        watch.when(
          'verdict', // the sentence on the page that names what is expensive in this program
          () =>
            document.getElementById('program-name').title === name &&
            document.querySelector('#verdict .verdict-detail .link'),
        );
        watch.when('drawn', () => document.getElementById('graph').dataset.drawn === name);
      },
      { once: true, capture: true },
    );
  };
}
