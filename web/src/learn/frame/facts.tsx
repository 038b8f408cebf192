// Shows a list of titled values below a picture of a lesson.
export function Facts({ facts }: { facts: [string, string | number][] }) {
  return (
    <dl class="lesson-facts">
      {facts.map(([title, value]) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
