"""Formats the results of comparisons, ablations and searches as pages of docs/."""

from comparison import about, tables
from comparison.search import INNER_FOLDS

COMPARISON = """# Comparison with peers

Written by `npm run compare` on {date}. Data: {data}.

Every score is of a program whose family was held out: {folds} folds by family, the same for all methods. Learned methods
ran with {seeds} seeds, and a program's figures are means over the seeds. Brackets: 95 % bootstrap intervals; families are
resampled with replacement, because programs of one family resemble each other.

{methods}

* _tau_: Kendall's tau-b; higher is better. _pairs > 2 %_: share of pairs in the right order, of the pairs whose times
  differ by more than 2 %.
* _Slowdowns_, in % (lower is better): the best of the first 1 or 5 compared with the best measured. _Gains_, in %
  (higher is better): the same compared with the compiler default; few programs with large gains can make the mean.
* _random_ and _program layouts_ (these first, the rest in random order) are expected values. _analytical_ is the
  analytical cost model, which is not learned ([model.md](model.md)). Ours: {ours}.

## Paired differences

Advantage of {lead} over each other method on the same programs; for slowdowns, the reduction. A \\* marks intervals that
exclude 0.

{differences}

## Ensembles over seeds

Each learned method as an ensemble of its {seeds} seeds: the mean of the scores, which are standardised within a program.

{ensembles}

## How the peers were set up

* _ridge_, _LightGBM_: everything that our networks see, pooled over slots: sums of the analytical terms, of the slot
  features of changed slots, and of all products of terms and features (the first order of what our networks compute);
  largest and smallest entries; largest per value; sizes of the program. Target, penalty, leaves, trees and label gains
  are selected by tau over {inner} inner folds by family of each training fold.
{graphsage}

Processor time of the cross-validation, with selection of settings and all seeds, on {machine}: {seconds}.
Tools: {tools}.
"""


def comparison(result, lead):
    """Markdown page of a comparison of models. `result`: content of comparison.json; `lead`: first paragraph."""
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


GRAPHSAGE = """* _GraphSAGE_: PyTorch Geometric, early-join: the opcode embedding and node features are joined with each node's
  configuration before message passing; mean and max pooling, pairwise hinge loss; the best epoch on a held-out sixth of
  the training families. On _layouts_: joins the layouts themselves, as TpuGraphs' baseline does. On _features_: joins
  our slot features and analytical terms."""

ABLATION = """# What each part of the model contributes

Written by `npm run ablate` on {date}. Data: {data}.

Each row changes one option of the base, `hlorank train {base}`; {folds} folds by family, {seeds}, one network
each. Cells: the mean over held-out programs, then in parentheses the difference from the base on the same programs with
its 95 % bootstrap interval over families. Slowdowns and gains are in %; lower slowdowns and higher gains are better. A
\\* marks intervals that exclude 0; with this many rows, chance alone marks some.

{variants}

{options}

## More programs

The base, trained on fewer of the programs outside each fold (sampled by the seed; each smaller set is a subset of the
larger ones) and evaluated on the same held-out programs.

{programs}
"""


def ablation(result):
    """Markdown page of an ablation study. `result`: content of ablation.json."""
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


TUNING = """# How soon a search finds the fast layouts

Written by `npm run compare:tune` on {date}. The page compares the search of `hlorank tune` ([how](tune.md)) with its
peers on recorded times instead of new measurements. The pools are programs of `data/layouts` with at least {least} measured
configurations. A search may only measure configurations of the pool and gets the recorded time. This allows a comparison
over many programs and {seeds} seeds without measurement noise between the searches.

![Share of the best known gain, and gain over compiler default, against the number of measurements]({picture})

{splits}
Means over programs, then over seeds. Brackets: 95 % bootstrap intervals over families (in the picture the bands of the
first and the last search).
_After n_: share of the best known gain over the compiler default after n measurements, in %. _95 % after_:
measurements until 95 % of that gain, or a time within .5 % of the best; the mean and, next to it, the median over
programs; lower is better. _Relative to random_: the geometric mean over programs of the ratio to random search. The left
half of the picture shows the programs of the table, the right half all programs with a gain of more than 2 %.

## The searches

All searches begin with the program layouts and, where it compiles to another program, the compiler default written out as constraints;
then they measure batches of eight. The time of the compiler default is known and not counted.

* _hlorank tune_: `hlorank replay --strategy model`. The model is trained on other families: `train` for the programs of
  `valid`, `train` and `valid` for those of `test`. _calibrated_: a model of the form `calibrated` instead of the default.
* _model ranking only_: the ranking of the same model, which ignores the measurements.
* _LightGBM_: regression of log time on the same training programs, which also select its settings. More trees fit the
  measurements, on the features of [comparison.md](comparison.md) and the layout of every slot. Two of eight proposals are
  the best predictions, six the best predictions from resampled measurements.
* _hill climbing_: the configurations that differ from the best so far in the fewest slots. _random_: random order.

## Limits of this comparison

A pool has about 80 sampled configurations, all with every slot constrained, and its best configuration is not the best
that exists. `tune` leaves slots free, combines good changes and samples its candidates from the whole space, which no
pool can replay; hill climbing finds few neighbours. Each time was measured once, and its noise is part of the best known
gain.

Tools: {tools}.
"""

SPLIT = """## {title}

In {rewarding} of {programs} programs, of {families} families, the best configuration is more than 2 % faster than the compiler default. In
{once} of them the first measurements that all searches share are already enough; the table is of the other {left}.

{methods}
"""

SPLIT_TITLES = {
    "test": "Programs of test families",
    "valid": "Programs of validation families, which selected the settings of the search",
}


def tuning(result, picture):
    """Markdown page of a comparison of searches. `result`: content of tuning.json; `picture`: path of the plot."""
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
