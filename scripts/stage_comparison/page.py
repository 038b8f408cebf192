"""Writes the comparison as text tables and as a page of docs/."""

from comparison import tables

HEADINGS = {
    "medianError": "median error, %",
    "meanError": "mean error, %",
    "largestError": "largest error, %",
    "logR2": "R² of log time",
    "pairAccuracy": "pairs > 10 %, %",
    "slowdown1": "top-1 slowdown, %",
}
OURS = "ours"

PAGE = """# Predicted run times of Halide schedules, compared

Written by `npm run compare:stages` on {date}. Data: {data}.

Every method trains on the same `.sample` files and predicts the same others, with {seeds} seeds; a seed changes the split and the
method's random numbers. Figures are means over seeds. Brackets: 95 % bootstrap intervals over pipelines.

* _Errors_: |predicted / measured − 1| of all tested schedules together, in %. _R²_: of the logarithm of the time. _Pairs_: share of
  the pairs of a pipeline in the right order, of those whose times differ by more than 10 %. _Top-1 slowdown_: the schedule that is
  predicted to be the fastest, compared with the fastest tested one; means over pipelines.

{splits}
## Methods

* _ours_: `hlorank train` {options}. _ours without edges_: `--set stage-edges=off`, the same network without messages between stages.
* _LightGBM_: boosted trees on the same features, pooled over stages; pooling, objective, leaves and number of trees are selected
  by an inner cross-validation that splits in the same way.
* _Halide as shipped_: the weights in the package of Halide {halide}. _Halide retrained_: these weights trained further by
  Halide's `adams2019_retrain_cost_model` on the training files ({retraining}), which keeps an eighth of the
  pipelines for its own validation. The costs of both are computed by `hlorank rank --weights` and multiplied by one factor per split, the
  one with the lowest median error on the training set, because the unit of the cost is another machine's.
* _a repeated measurement_: a pass of the same binary as prediction of the shortest pass, the floor that noise sets.
* TVM's `XGBModel` is left out: it learns from TVM's own features, and there is no collection of TVM schedules yet.

Processor time, with all seeds and selection of settings, on {machine}: {seconds}.
Tools: {tools}.
"""

SPLIT = """## {title}

{what}

{figures}

Advantage of ours on the same pipelines, where positive means that ours is better, and the other's error divided by ours. A \\* marks
intervals that exclude 0.

{ahead}

"""

WHAT = {
    "random schedules": "A fifth of the schedules of every pipeline is held out: other schedules of the same pipeline are known.",
    "unseen pipelines": "{folds} folds: no schedule of the tested pipelines is known.",
}


def cell(entry, figure, sign=""):
    scale, digits = (1, 3) if figure == "logR2" else (100, 1)
    number = lambda x, sign: "–" if x is None or x != x else f"{scale * x:{sign},.{digits}f}"
    return f"{number(entry['mean'], sign)} [{number(entry['low'], sign)}, {number(entry['high'], sign)}]"


def rows(table):
    """Yields a heading and a row per method."""
    yield ["", *HEADINGS.values()]
    for name, figures in table.items():
        yield [name, *(cell(figures[figure], figure) for figure in HEADINGS)]


def ahead_rows(table):
    """Yields a heading and a row per other method: the advantage of ours and ratios of errors."""
    yield ["ours, ahead of", *HEADINGS.values(), "median error / ours", "mean error / ours"]
    for name, figures in table.items():
        if name == OURS:
            continue
        ahead = {figure: figures[figure]["ahead"] for figure in HEADINGS}
        ratios = (figures[figure]["ratio"] for figure in ("medianError", "meanError"))
        yield [
            name,
            *(cell(entry, figure, "+") + "*" * tables.clear(entry) for figure, entry in ahead.items()),
            *(f"{r['mean']:.2f} [{r['low']:.2f}, {r['high']:.2f}]" for r in ratios),
        ]


def describe(facts):
    measured = f", measured on {facts['processor']}" if "processor" in facts else ""
    return (
        f"{facts['schedules']:,} schedules of {facts['pipelines']} pipelines of {facts['families']} families, "
        f"{facts['stages'][0]} to {facts['stages'][1]} stages, {facts['milliseconds'][0]:.2g} to "
        f"{facts['milliseconds'][1]:.3g} ms{measured}"
    )


def comparison(result):
    """Page of a comparison; `result` is the content of comparison.json."""
    seconds = {}
    for of in result["seconds"].values():
        for name, value in of.items():
            seconds[name] = seconds.get(name, 0) + value
    return PAGE.format(
        date=result["date"],
        data=describe(result["data"]),
        seeds=result["seeds"],
        splits="".join(
            SPLIT.format(
                title=kind.capitalize(),
                what=WHAT[kind].format(folds=result["folds"]),
                figures=tables.markdown(rows(table)),
                ahead=tables.markdown(ahead_rows(table)),
            )
            for kind, table in result["splits"].items()
        ),
        options=f"with `{result['train']}`" if result["train"] else "without options",
        halide=result["data"].get("halide", ""),
        retraining=result["retraining"],
        machine=result["machine"],
        seconds=", ".join(f"{name} {value:.0f} s" for name, value in seconds.items()),
        tools=", ".join(f"{name} {version}" for name, version in result["tools"].items() if "torch" not in name),
    )


def text(result):
    """The tables for the terminal."""
    parts = [describe(result["data"])]
    for kind, table in result["splits"].items():
        parts += [f"\n{kind}", tables.text(rows(table)), "", tables.text(ahead_rows(table))]
    return "\n".join([*parts, "\nTVM's XGBModel is left out: there is no collection of TVM schedules yet"])
