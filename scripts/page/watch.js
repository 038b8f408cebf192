// Runs in the page before the page's own scripts: notes when things are there, long tasks, and how long answers to keys and clicks take.
{
  const watch = (globalThis.watch = { marks: {}, answers: [], tasks: [] });
  new PerformanceObserver((list) => watch.answers.push(...list.getEntries().map(({ duration }) => duration))).observe({
    type: 'event',
    durationThreshold: 16,
  });
  new PerformanceObserver((list) =>
    watch.tasks.push(...list.getEntries().map(({ startTime: start, duration }) => ({ start, end: start + duration }))),
  ).observe({ type: 'longtask' });

  /** Notes the time of the first frame in which `test` holds. */
  watch.when = (name, test) => {
    const look = () => {
      if (test()) watch.marks[name] = performance.now();
      else requestAnimationFrame(look);
    };
    look();
  };
  const said = () => document.getElementById('announcer')?.textContent ?? '';
  watch.when('visible', () => document.querySelector('#ranking .rows .row .bar'));
  watch.when('ranked', () => /ranked$/.test(said()));

  /** From a file being given: until it is ranked, and until it is drawn. */
  watch.program = (name) => {
    watch.marks = {};
    document.addEventListener(
      'change',
      () => {
        watch.marks.given = performance.now();
        watch.when(
          'ranked',
          () => document.querySelector('#summary .identity')?.textContent.includes(name) && /ranked$/.test(said()),
        );
        watch.when('drawn', () => document.getElementById('graph').dataset.drawn === name);
      },
      { once: true, capture: true },
    );
  };
}
