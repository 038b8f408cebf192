"""Summarises the searches of tune.py as text and as a page. A result is the JSON object that search.py prints."""

import numpy

RESAMPLES = 10_000


def fastest(tried):
    return min((row["ms"] for row in tried if row["ms"] is not None), default=float("nan"))


def best_times(result):
    """The time in ms of the best schedule that each method measured: {method: ms}."""
    own = result["default"]
    return {
        **{name: fastest(tried) for name, tried in result["tried"].items()},
        "Adams2019's choice": own["ms"] if own and own["ms"] else float("nan"),
    }


def summary(results):
    """For each other method, how many times faster the model's best schedule is than the best schedule of that method:
    {other method: geometric mean, interval, number of pipelines, number of pipelines in which the model wins}."""
    times = [best_times(result) for result in results]
    random, found = numpy.random.default_rng(0), {}
    for name in times[0]:
        if name == "model":
            continue
        logs = numpy.array([numpy.log(each[name] / each["model"]) for each in times])
        logs = logs[numpy.isfinite(logs)]
        if not len(logs):
            continue
        means = random.choice(logs, (RESAMPLES, len(logs))).mean(1)
        low, high = numpy.exp(numpy.quantile(means, [0.025, 0.975]))
        found[name] = {
            "faster": float(numpy.exp(logs.mean())),
            "low": float(low),
            "high": float(high),
            "pipelines": len(logs),
            "won": int((logs > 0.02).sum()),
            "lost": int((logs < -0.02).sum()),
        }
    return found


def rows(results):
    """Yields table rows: a heading, then for each pipeline the time in ms of each method's best schedule."""
    names = list(best_times(results[0]))
    yield ["pipeline", "stages", *(f"{name}, ms" for name in names), "noise, %"]
    for result in results:
        cells = (f"{value:.4g}" if value == value else "–" for value in best_times(result).values())
        yield [f"{result['index']:02} {result['family']}", str(result["stages"]), *cells, f"{100 * result['noise']:.1f}"]


def page(values, results, found):
    lines = list(rows(results))
    table = ["| " + " | ".join(line) + " |" for line in [lines[0], ["---"] * len(lines[0]), *lines[1:]]]
    sentences = [
        f"* {name}: the model's best is {f['faster']:.3f} times as fast [{f['low']:.3f}, {f['high']:.3f}] over {f['pipelines']} "
        f"pipelines; more than 2 % faster in {f['won']}, slower in {f['lost']}."
        for name, f in found.items()
    ]
    pool, ranking = (numpy.mean([r[key] for r in results]) for key in ("pool_seconds", "ranking_seconds"))
    own = [r["default"]["search_seconds"] for r in results if r["default"]]
    return "\n".join(
        [
            "# Searching fast schedules of new pipelines",
            "",
            f"Written by `npm run tune:halide`: {len(results)} pipelines of seed {values.seed}, on which no model was trained. The model "
            f"ranks {values.pool} random schedules; the first {values.budget} of an order are compiled and run. _Random_ takes the first "
            f"{values.budget} sampled; with _equal seconds_, as many as fit into the time that the model needs for sampling, ranking, "
            "compiling and running. _Halide's cost_ ranks the same schedules."
            + (
                f" Pipelines for which Adams2019 takes longer than {values.search:g} s to find its own choice are left out."
                if values.choice_only
                else ""
            ),
            "",
            *table,
            "",
            *sentences,
            "",
            f"Mean seconds per pipeline: {pool:.1f} to sample the schedules, {ranking:.1f} to rank them"
            + (f", {numpy.mean(own):.1f} for the search of Adams2019's own choice." if own else "."),
            "",
        ]
    )
