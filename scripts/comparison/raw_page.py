"""What our models are worth before any optimisation, as a page of docs/."""

from comparison import tables

RAW = """# Programs before any optimisation

Written by `npm run compare:raw` on {date}: {programs} programs of {families} families.

The models learn from programs as they stand just before layout assignment. A program as JAX hands it to the compiler is
another one: dots have not come to two matrices yet, reshapes and transposes that will go are there, and those that will
come are not. Here the same measured configurations are ranked from either form, by models that never saw the program's
family ({folds} folds).

**{matched} of the measured layout slots are there before optimisation, and {gone} of the slots that are there then are
gone when layouts are assigned**, or lie on the other side of a transpose: a constraint on one of those binds something else,
or keeps the compiler from simplifying.
{without}
{table}

* _{before}_: what the models are made for.
* _{common}_: the same program, with the configurations told in the slots that are there in both: what that costs.
* _{raw}_: the program as users drop it, with the same slots. Configurations that differ only elsewhere tie.
* In brackets how much higher or lower than before layout assignment, on the same programs, with the 95 % bootstrap interval
  over families; a \\* marks intervals on one side of 0. Figures as in [comparison.md](comparison.md), slowdowns and gains
  in %. {ours}; _h2_ is physics without learning.

What follows for users: give the module before layout assignment where you can ([how](../README.md#how-to-get-an-hlo-file));
`hlorank tune` and `collect` compile a raw program to that form by themselves.

## Which slot is which

A convolution, dot or reshape is the counterpart of another when both do the same with the same sizes: batch, contracted
and free dimensions of a dot whatever their number and order, the letters of a convolution's labels, the dimensions larger
than 1 of a reshape. Among several the one of the same name counts, else of the same origin (`op_name`), else of the same end
of the origin, else the next. Its tensors are the same slot where neighbouring dimensions are joined at most and those of size 1
dropped; their layouts can be told in each other's dimensions.
"""


def raw(result, forms):
    """`result` as compare_raw makes it; `forms`: {key: words}."""
    models = (given.partition("=") for given in result["ours"])
    without = result["without"]
    return RAW.format(
        **{key: result[key] for key in ("date", "programs", "families", "folds")},
        **forms,
        matched=f"{100 * result['slotsMatched']:.0f} %",
        gone=f"{100 * result['slotsGone']:.0f} %",
        without=f"{without} more programs have no two configurations that differ there.\n" if without else "",
        ours=", ".join(f"_{name}_ is `hlorank train {flags}`" for name, _, flags in models),
        table=tables.markdown(rows(result, forms)),
    )


def rows(result, forms):
    """Heading and a line for each method and form, the first form being what others are held against."""
    base = next(iter(forms))
    for n, (name, table) in enumerate(result["methods"].items()):
        heading, *lines = tables.change_rows(table, base)
        if n == 0:
            yield heading
        yield from ([f"{name}, {forms[line[0]]}", *line[1:]] for line in lines)
