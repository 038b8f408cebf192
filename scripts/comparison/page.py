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

One change at a time from the base, `hlorank train {base}`; {folds} folds by family, {seeds}, one network
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
        seeds="1 seed" if result["seeds"] == 1 else f"{result['seeds']} seeds",
        variants=tables.markdown(tables.change_rows(result["variants"], "base")),
        options="\n".join(f"* {name}: `{flags}`" for name, flags in result["options"].items()),
        programs=tables.markdown(tables.rows(result["programs"])),
    )


TUNING = """# How soon the fast layouts are found

Written by `npm run compare:tune` on {date}: the search of `hlorank tune` ([how](tune.md)) and its peers on recorded times
instead of the machine. Programs of `data/layouts` with at least {least} measured configurations are the pools; a search may
measure what is in the pool and nothing else, and is told the recorded time. Which is found, and after how many measurements,
can so be compared over many programs and {seeds} seeds without noise between the searches.

![Share of the best known gain, and gain over auto, against the number of measurements]({picture})

{splits}
Means over programs, then seeds averaged; in brackets 95 % bootstrap intervals over families (in the picture the bands
of the first and of the last).
_After n_: share of the best known gain over `auto` (the compiler's own choice) that is reached after n measurements,
in %. _95 % after_: measurements until 95 % of it is reached, or a time within .5 % of the best, which is as good; the
mean and, next to it, the median over programs. _Of random's_: the same as a share of random search's, the geometric mean
over programs. In the picture the left half is of the programs of the table, the right half of all with more than 2 %.

## The searches

All begin with the program's own layouts and, where it is another program, `auto` written out; then eight at a time. The
time of `auto` is known and not counted.

* _hlorank tune_: `hlorank replay --strategy model`. The model learned from other families: `train` for the programs of
  `valid`, `train` and `valid` for those of `test`.
* _its model alone_: the same model's ranking, whatever is measured.
* _LightGBM_: regression of log time, learned from the same programs, its settings chosen there; what is measured is
  learned from by more trees, on the features of [comparison.md](comparison.md) and the layout of every slot. Two of eight are
  the best by prediction, six the best by predictions from resampled measurements.
* _hill climbing_: what differs from the best so far in fewest slots. _random_: anything.

## What this cannot show

A pool has some 80 configurations of the sampler's making, all with every slot constrained, and the best of them is not the best there is. `tune`
leaves slots free, joins good changes and draws its candidates from the whole space, which no pool can replay; climbing
finds few neighbours. Each time was measured once and its noise is part of the "best known gain".

Tools: {tools}.
"""

SPLIT = """## {title}

In {rewarding} of {programs} programs, of {families} families, the best is more than 2 % faster than `auto`. In {once} of these what all searches
begin with is enough already; the table is of the other {left}.

{methods}
"""

SPLIT_TITLES = {
    "test": "Programs of test families",
    "valid": "Programs of validation families, by which the search's settings were chosen",
}


def tuning(result, picture):
    """`result` is what tuning.json holds."""
    splits = (
        SPLIT.format(
            title=SPLIT_TITLES[name],
            rewarding=split["rewarding"],
            families=split["families"],
            programs=split["data"]["programs"],
            once=split["rewarding"] - split["left"],
            left=split["left"],
            methods=tables.markdown(tables.tuning_rows(split, result["counts"])),
        )
        for name, split in result["splits"].items()
    )
    return TUNING.format(
        date=result["date"],
        least=result["least"],
        seeds=result["seeds"],
        picture=picture,
        splits="\n".join(splits),
        tools=", ".join(f"{name} {v}" for name, v in result["tools"].items() if name != "torch_geometric"),
    )
