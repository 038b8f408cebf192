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
SCALES = {"logR2": (1, 3), "ratio": (1, 2)}  # figure: (factor, decimals); other figures are in percent

PAGE = """# Predicted run times of {compiler} schedules, compared

Written by `npm run compare:stages` on {date}. Data: {data}.

Every method trains on the same files and predicts the same others, with {seeds}; a seed changes the split and the
method's random numbers. Figures are means over seeds. Brackets: 95 % bootstrap intervals over {programs}.

* _Errors_: |predicted / measured − 1| of all tested schedules together, in %. _R²_: of the logarithm of the time. _Pairs_: share of
  the pairs of a {program} in the right order, of those whose times differ by more than 10 %. _Top-1 slowdown_: the schedule that is
  predicted to be the fastest, compared with the fastest tested one; means over {programs}.

{splits}
## Methods

{methods}

Processor time, with all seeds and selection of settings, on {machine}: {seconds}.
Tools: {tools}.
"""

METHODS = {
    "ours": """_ours_: `hlorank train` {options}. _ours without edges_: `--set stage-edges=off`, the same network without messages
  between stages.""",
    "LightGBM": """_LightGBM_: boosted trees on the same features, pooled over stages; pooling, objective, leaves and number of
  trees are selected by an inner cross-validation that splits in the same way.""",
    "ours, records alone": """_ours, records alone_: the same network on features of the tuning records only. The others read
  `PerStoreFeature`, which TVM computes from the scheduled program.""",
    "Halide retrained": """_Halide as shipped_: the weights in the package of Halide {version}. _Halide retrained_: these weights
  trained further by Halide's `adams2019_retrain_cost_model` on the training files ({retraining}), which keeps an eighth of the
  pipelines for its own validation. The costs of both are computed by `hlorank rank --weights` and multiplied by one factor per
  split, the one with the lowest median error on the training set, because Halide trained its weights on another machine.""",
    "TVM's XGBModel": """_TVM's XGBModel_: the cost model of MetaSchedule in TVM {version} with its settings, trained by TVM on
  the same `PerStoreFeature`. It predicts throughput relative to the fastest schedule of the workload. That time is known for a
  workload in training, not for an unseen one, where only its order is compared.""",
    "a repeated measurement": """_a repeated measurement_: a pass of the same binary as prediction of the shortest pass, the floor
  that noise sets.""",
}

SPLIT = """## {title}

{what}

{figures}

Advantage of ours on the same {programs}, where positive means that ours is better, and the other's error divided by ours. A \\* marks
intervals that exclude 0.

{ahead}

"""

WHAT = {
    "random schedules": "A fifth of the schedules of every {program} is held out: other schedules of the same {program} are known.",
    "unseen pipelines": "{folds} folds: no schedule of the tested {programs} is known.",
}


def words(result):
    """Returns the words for programs of the compiler, singular and plural: pipelines of Halide, workloads of TVM."""
    program = {"Halide": "pipeline", "TVM": "workload"}[result["data"]["compiler"]]
    return {"program": program, "programs": f"{program}s"}


def cell(entry, figure, sign=""):
    scale, digits = SCALES.get(figure, (100, 1))
    number = lambda x, sign: "–" if x is None or x != x else f"{scale * x:{sign},.{digits}f}"
    return f"{number(entry['mean'], sign)} [{number(entry['low'], sign)}, {number(entry['high'], sign)}]"


def rows(table):
    """Yields table rows: a heading, then the figures of each method."""
    yield ["", *HEADINGS.values()]
    for name, figures in table.items():
        yield [name, *(cell(figures[figure], figure) for figure in HEADINGS)]


def ahead_rows(table):
    """Yields table rows: a heading, then a row per other method. A row has the advantage of our model over that method
    in each figure, and the errors of that method divided by ours."""
    yield ["ours, ahead of", *HEADINGS.values(), "median error / ours", "mean error / ours"]
    for name, figures in table.items():
        if name == OURS:
            continue
        ahead = {figure: figures[figure]["ahead"] for figure in HEADINGS}
        ratios = (figures[figure]["ratio"] for figure in ("medianError", "meanError"))
        yield [
            name,
            *(cell(entry, figure, "+") + "*" * tables.clear(entry) for figure, entry in ahead.items()),
            *(cell(entry, "ratio") for entry in ratios),
        ]


def describe(result):
    facts = result["data"]
    measured = f", measured on {facts['processor']}" if "processor" in facts else ""
    return (
        f"{facts['schedules']:,} schedules of {facts['pipelines']} {words(result)['programs']} of {facts['families']} families, "
        f"{facts['stages'][0]} to {facts['stages'][1]} stages, {facts['milliseconds'][0]:.2g} to "
        f"{facts['milliseconds'][1]:.3g} ms{measured}"
    )


def methods(result):
    """Returns a Markdown list that describes the methods in the tables."""
    values = {
        "options": f"with `{result['train']}`" if result["train"] else "without options",
        "version": result["data"].get("version", ""),
        "retraining": result["retraining"],
    }
    compared = next(iter(result["splits"].values()))
    return "\n".join(f"* {text.format(**values)}" for name, text in METHODS.items() if name in compared)


def comparison(result):
    """Returns the Markdown page of a comparison. `result`: the content of comparison.json."""
    seconds = {}
    for of in result["seconds"].values():
        for name, value in of.items():
            seconds[name] = seconds.get(name, 0) + value
    return PAGE.format(
        compiler=result["data"]["compiler"],
        date=result["date"],
        data=describe(result),
        seeds=f"{result['seeds']} seeds" if result["seeds"] > 1 else "one seed",
        splits="".join(
            SPLIT.format(
                title=title(kind, result),
                what=WHAT[kind].format(folds=result["folds"], **words(result)),
                figures=tables.markdown(rows(table)),
                ahead=tables.markdown(ahead_rows(table)),
                **words(result),
            )
            for kind, table in result["splits"].items()
        ),
        methods=methods(result),
        machine=result["machine"],
        seconds=", ".join(f"{name} {value:.0f} s" for name, value in seconds.items()),
        tools=", ".join(f"{name} {version}" for name, version in result["tools"].items() if "torch" not in name),
        **words(result),
    )


def title(kind, result):
    return kind.replace("pipelines", words(result)["programs"]).capitalize()


def text(result):
    """Returns the tables as plain text for the terminal."""
    parts = [describe(result)]
    for kind, table in result["splits"].items():
        parts += [f"\n{title(kind, result)}", tables.text(rows(table)), "", tables.text(ahead_rows(table))]
    return "\n".join(parts)
