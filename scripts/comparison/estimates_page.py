"""Formats the results of `npm run compare:cost` as a page of docs/."""

from comparison import tables

PAGE = """# Estimated and measured times

Written by `npm run compare:cost` on {date}: {programs} programs of {families} families, on one core of {machine}, as
`hlorank profile` measures them, with the layouts that the compiler chooses.{failed}

`hlorank cost` and the page list the instructions that take the most time first. How often is that true?

{orders}

* _slowest in first N_: share of the programs whose slowest instruction is among the first N of the list.
* _time of first N_: measured time of the first N of the list, relative to the N slowest.
* _estimate_: the order of `hlorank cost`; _bytes_, _FLOPs_: the orders by the figures of XLA's own cost analysis.
* Brackets: 95 % bootstrap intervals over families.

The shares of the estimated time agree with those of the measured time for {overlap} of the time, on average over programs.
The measured time of a program is {median} times the estimate (median; a tenth below {low}, a tenth above {high}): the estimate
assumes the peak rates of the preset `cpu-1core`, which are those of no particular machine. The rates of convolutions of few
features are fitted to the programs of data/layouts ([cost.md](cost.md)), and so are not tested by them.

## By kind of operation

{kinds}

Shares are means over programs. _Measured / estimated_: quartiles over the instructions that take at least 1 % of their
program's time.
"""


def page(result, orders, first):
    """Markdown page. `result`: what compare_cost computes; `orders`: names of the orders; `first`: their prefixes."""
    low, median, high = (f"{ratio:.2f}" for ratio in result["ratios"])
    failed = f" {result['failed']} more could not be profiled." if result["failed"] else ""
    return PAGE.format(
        **{key: result[key] for key in ("date", "machine", "programs", "families")},
        failed=failed,
        orders=tables.markdown(order_rows(result, orders, first)),
        kinds=tables.markdown(kind_rows(result)),
        overlap=percent(result["figures"]["estimate", "overlap"]),
        low=low,
        median=median,
        high=high,
    )


def percent(figure):
    mean, low, high = figure
    return f"{100 * mean:.0f} % [{100 * low:.0f}, {100 * high:.0f}]"


def order_rows(result, orders, first):
    """Yields table rows: a heading, then a row per order of the instructions."""
    names = [f"{what} {n}" for what in ("slowest in first", "time of first") for n in first]
    yield ["sorted by", *names]
    for order in orders:
        yield [order, *(percent(result["figures"][order, name]) for name in names)]


def kind_rows(result):
    """Yields table rows: a heading, then a row per kind of operation, the one with the largest measured share first."""
    yield ["kind", "share measured", "share estimated", "instructions", "measured / estimated"]
    for kind, figures in result["kinds"].items():
        ratios = figures["ratios"]
        shares = (f"{100 * figures[share]:.1f} %" for share in ("measured", "estimated"))
        text = "–" if ratios is None else f"{ratios[1]:.2f} [{ratios[0]:.2f}, {ratios[2]:.2f}]"
        yield [kind, *shares, str(figures["instructions"]), text]
