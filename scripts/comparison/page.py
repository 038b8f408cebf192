"""Comparison and ablation as pages of docs/."""

from comparison import about, tables
from comparison.search import INNER_FOLDS

COMPARISON = """# Comparison with peers

Written by `npm run compare` on {date}. Data: {data}.

Every score is of a program whose whole family was held out: {folds} folds by family, the same for all methods.
Learned methods ran with {seeds} seeds; a program's figures are averaged over them. In brackets: 95 % bootstrap
intervals, families drawn with replacement (programs of one family resemble each other).

{methods}

* _tau_: Kendall's tau-b. _pairs > 2 %_: share put in order of the pairs whose times differ by more than 2 %.
* _Slowdowns_, in %: the best of the first 1 or 5 against the best measured. _Gains_, in %: against what the compiler
  chooses by itself (auto).
* _random_, and _default_ (the program's own layouts first, the rest random), are expected values; _h2_ is physics
  without learning ([model.md](model.md)). Ours: {ours}.

## The difference, paired

How far {lead} is ahead of each other method on the same programs; in slowdown, how much smaller. A \\* marks intervals
on one side of 0.

{differences}

## Seeds' scores averaged

Each learned method as an ensemble of its {seeds} seeds (scores brought to the same scale within a program).

{ensembles}

## How the peers were set up

* _ridge_, _LightGBM_: everything our networks see, pooled over slots: sums of physics terms, of the slot features of
  changed slots, and of all products of terms and features (the first order of what our networks compute); largest and
  smallest entries; largest per value; sizes of the program. Target, penalty, leaves, trees and label gains are chosen
  by tau over {inner} inner folds by family of each training fold.
{graphsage}

Processor time of the cross-validation with search and seeds, on {machine}: {seconds}.
Tools: {tools}.
"""


def comparison(result, lead):
    """`result` is what comparison.json holds."""
    models = (given.partition("=") for given in result["ours"])
    return COMPARISON.format(
        date=result["date"],
        data=about.sentence(result["data"]),
        folds=result["folds"],
        seeds=result["seeds"],
        lead=lead,
        inner=INNER_FOLDS,
        graphsage=GRAPHSAGE if any("GraphSAGE" in name for name in result["methods"]) else "",
        machine=result["machine"],
        ours=", ".join(f"_{name}_ is `hlorank train {flags}`" for name, _, flags in models),
        methods=tables.markdown(tables.rows(result["methods"])),
        differences=tables.markdown(tables.difference_rows(result["methods"], lead)),
        ensembles=tables.markdown(tables.rows(result["ensembles"])),
        seconds=", ".join(f"{name} {s:.0f} s" for name, s in result["seconds"].items()),
        tools=", ".join(f"{name} {v}" for name, v in result["tools"].items()),
    )


GRAPHSAGE = """* _GraphSAGE_: PyTorch Geometric with early join: opcode embedding and node features joined with each node's
  configuration before message passing, mean and max pooling, pairwise hinge loss; the best epoch on a held-out sixth of
  the training families. On _layouts_: what joins are the layouts themselves, as in TpuGraphs' baseline; on _features_:
  our slot features and physics terms."""

ABLATION = """# What each part of the model is worth

Written by `npm run ablate` on {date}. Data: {data}.

One change at a time from the base, `hlorank train {base}`; {folds} folds by family, {seeds} seeds, one network
each. Means over held-out programs, then how much higher or lower than the base's on the same programs, with the 95 %
bootstrap interval over families. Slowdowns and gains in %; a slowdown is better when it is lower. A \\* marks intervals
on one side of 0: of this many, some are marked by chance.

{variants}

{options}

## More programs

The base, learning from fewer of the programs outside of each fold (drawn by the seed, fewer being a subset of more) and
judged on the same held-out programs.

{programs}
"""


def ablation(result):
    """`result` is what ablation.json holds."""
    return ABLATION.format(
        date=result["date"],
        data=about.sentence(result["data"]),
        base=result["base"],
        folds=result["folds"],
        seeds=result["seeds"],
        variants=tables.markdown(tables.change_rows(result["variants"], "base")),
        options="\n".join(f"* {name}: `{flags}`" for name, flags in result["options"].items()),
        programs=tables.markdown(tables.rows(result["programs"])),
    )
