"""Formats comparison results as text tables and as Markdown."""

import math

HEADINGS = {
    "tau": "tau",
    "pairAccuracy": "pairs > 2 %",
    "slowdown1": "top-1 slowdown",
    "slowdown5": "top-5 slowdown",
    "gain1": "gain over compiler default, first",
    "gain5": "gain over compiler default, best of 5",
}
LABELS = {"default": "program layouts", "auto": "compiler default"}  # of baselines; other methods have their names
PERCENT = ("slowdown1", "slowdown5", "gain1", "gain5")


def value(x, figure, sign=""):
    if x is None or math.isnan(x):
        return "–"
    return f"{100 * x:{sign}.1f}" if figure in PERCENT else f"{x:{sign}.3f}"


def spread(entry, figure, sign=""):
    if math.isnan(entry["mean"]):
        return "–"
    low, high = (value(entry[k], figure, sign) for k in ("low", "high"))
    return f"{value(entry['mean'], figure, sign)} [{low}, {high}]"


def clear(entry):
    return entry["low"] > 0 or entry["high"] < 0


def rows(table):
    """Yields table rows: a heading, then means with intervals of each method."""
    yield ["", *HEADINGS.values()]
    for name, figures in table.items():
        yield [LABELS.get(name, name), *(spread(figures[f], f) for f in HEADINGS)]


def difference_rows(table, ours):
    """Yields table rows: a heading, then our advantage over each other method; * marks intervals that exclude 0."""
    yield [f"{ours}, ahead of", *HEADINGS.values()]
    for name, figures in table.items():
        if name == ours:
            continue
        ahead = {f: figures[f]["ahead"] for f in HEADINGS}
        cells = (spread(e, f, "+") + ("*" if clear(e) else "") for f, e in ahead.items())
        yield [LABELS.get(name, name), *cells]


def change_rows(table, base):
    """Yields table rows: a heading, then means of each variant and differences from the base model.

    * marks intervals that exclude 0.
    """
    yield ["", *HEADINGS.values()]
    for name, figures in table.items():
        cells = [value(figures[f]["mean"], f) for f in HEADINGS]
        if name != base:
            changes = [higher(figures[f]["ahead"], f) for f in HEADINGS]
            cells = [f"{cell} ({spread(c, f, '+')}){'*' * clear(c)}" for cell, c, f in zip(cells, changes, HEADINGS)]
        yield [name, *cells]


def higher(ahead, figure):
    """Converts `ahead`, the advantage of the base model in a quality figure, to the difference variant minus base of
    this figure. The sign changes unless lower values of the figure are better."""
    if figure.startswith("slowdown"):
        return ahead
    return {"mean": -ahead["mean"], "low": -ahead["high"], "high": -ahead["low"]}


def text(lines):
    lines = list(lines)
    widths = [max(len(line[i]) for line in lines) for i in range(len(lines[0]))]
    return "\n".join("  ".join(cell.ljust(w) for cell, w in zip(line, widths)).rstrip() for line in lines)


def markdown(lines):
    lines = list(lines)
    rule = ["---"] * len(lines[0])
    return "\n".join("| " + " | ".join(line) + " |" for line in [lines[0], rule, *lines[1:]])


def tuning_rows(split, counts):
    """Yields table rows: a heading, then a row for each search method. A row has the percentage of the best known gain
    that the search reaches after each number of measurements in `counts`, and the number of measurements until the
    search reaches 95 %."""
    yield ["", *(f"after {n}" for n in counts), "95 % after", "median", "relative to random"]
    for name, method in split["methods"].items():
        shares = (f"{100 * method['share of searched'][n - 1]['mean']:.0f}" for n in counts)
        until, ratio = method["mean until"], method["of random"]
        yield [
            name,
            *shares,
            f"{until['mean']:.1f} [{until['low']:.1f}, {until['high']:.1f}]",
            f"{method['median until']:.1f}",
            f"{ratio['mean']:.2f} [{ratio['low']:.2f}, {ratio['high']:.2f}]",
        ]
