"""Formats the results of `npm run compare:raw` as a page of docs/."""

from comparison import tables

RAW = """# Programs before any optimisation

Written by `npm run compare:raw` on {date}: {programs} programs of {families} families.

The models are trained on modules just before layout assignment. The module that JAX hands to the compiler is different:
dots are not yet products of two matrices, reshapes and transposes exist that the compiler will remove, and others are
not there yet. This page ranks the same measured configurations in both forms, by models that never saw the program's
family ({folds} folds).

**{matched} of the measured slots exist before optimisation. {gone} of the slots before optimisation no longer exist when
layouts are assigned**, or are on the other side of a transpose: a constraint on such a slot binds another tensor or keeps
the compiler from simplifying.
{without}
{table}

* _{before}_: the form that the models are trained for.
* _{common}_: the same form, but only the slots that exist in both forms vary. The difference is the cost of the missing
  slots.
* _{raw}_: the program as users have it, with the same slots. Configurations that differ only in other slots tie.
* Parentheses: the difference from the form before layout assignment on the same programs, with its 95 % bootstrap interval
  over families; a \\* marks intervals that exclude 0. Figures as in [comparison.md](comparison.md), slowdowns and gains
  in %. {ours}; _analytical_ is the analytical cost model, which is not learned.

For users: provide the module before layout assignment where you can ([how](../README.md#how-to-get-an-hlo-file)).
`hlorank tune` and `collect` compile a raw program to that form themselves.

## How slots are matched

Two convolutions, dots or reshapes are counterparts when they compute the same with the same sizes: sizes of batch,
contracted and free dimensions of a dot, whatever their number and order; sizes by letter of a convolution's dim_labels;
dimensions larger than 1 of a reshape. Among several candidates the first of these rules decides: same name, same
`op_name`, same last component of `op_name`, next in order. Tensors of counterparts are the same slot when they differ at
most in merged neighbouring dimensions and in dimensions of size 1; their layouts then translate into each other.
"""


WITHOUT = "{} more programs are left out: their configurations do not differ in slots of the raw form.\n"


def raw(result, forms):
    """Markdown page. `result`: content of comparison.json; `forms`: forms of the programs, {key: title}."""
    models = (given.partition("=") for given in result["ours"])
    without = result["without"]
    return RAW.format(
        **{key: result[key] for key in ("date", "programs", "families", "folds")},
        **forms,
        matched=f"{100 * result['slotsMatched']:.0f} %",
        gone=f"{100 * result['slotsGone']:.0f} %",
        without=WITHOUT.format(without) if without else "",
        ours=", ".join(f"_{name}_ is `hlorank train {flags}`" for name, _, flags in models),
        table=tables.markdown(rows(result, forms)),
    )


def rows(result, forms):
    """Yields table rows: a heading, then a row per method and form of the programs. The rows of the later forms have
    the differences from the first form."""
    base = next(iter(forms))
    for n, (name, table) in enumerate(result["methods"].items()):
        heading, *lines = tables.change_rows(table, base)
        if n == 0:
            yield heading
        yield from ([f"{name}, {forms[line[0]]}", *line[1:]] for line in lines)
