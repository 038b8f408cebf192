"""Formats the results of `npm run compare:cost` as a page of docs/."""

from comparison import tables

PAGE = """# Estimated and measured times

Written by `npm run compare:cost` on {date}: {programs} programs of {families} families, optimised by XLA:CPU with the
layouts that it chooses, on one core of {machine}; times by `hlorank profile --traces {traces} --window {window}`.{failed}

`hlorank cost` and the page list the instructions that take the most time first. How often is that true?

{orders}

* _slowest in first N_: share of the programs whose slowest instruction is among the first N of the list. Many programs repeat
  a layer, so that several instructions have the same estimate: these are in random order.
* _time of first N_: measured time of the first N of the list, relative to the N slowest. Ties matter less here.
* _estimate_: by the estimated time of `hlorank cost`; _peak rates_: by the roofline model alone, without what was measured on
  XLA:CPU; _bytes_, _FLOPs_: by its bytes and FLOPs.
* Brackets in this table: 95 % bootstrap intervals over families.

Estimated and measured shares overlap by {overlap}, the mean over programs. The measured time of a program is {median} times
the estimate (median; a tenth below {low}, a tenth above {high}). The peak rates are those of no particular machine. What XLA:CPU
computes slowly was measured on an AMD EPYC with programs of single instructions, but the rates of small products and
convolutions are fitted to the programs of data/layouts, and those of slow loops were chosen in sight of them
([cost.md](cost.md#slow)): for these rates, this is no independent test.

## By kind of operation

{kinds}

Shares are means over programs. _Measured / estimated_: median and quartiles over the instructions that take at least 1 % of their
program's time and have an estimate.
"""


def page(result, orders, first):
    """Markdown page. `result`: what compare_cost computes; `orders`: names of the orders; `first`: their prefixes."""
    low, median, high = (f"{ratio:.2f}" for ratio in result["ratios"])
    failed = f" {result['failed']} more have no times." if result["failed"] else ""
    return PAGE.format(
        **{key: result[key] for key in ("date", "machine", "programs", "families", "traces", "window")},
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
