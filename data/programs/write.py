"""Writes the programs of every family as HLO protos, as JAX hands them to the compiler: FAMILY_NAME.hlo.pb.gz.

A family is a file beside this one with `programs(random)`, which yields (name, function, arguments): arguments are
jax.ShapeDtypeStructs, so weights are arguments as well and no program holds large constants. `random` is a
random.Random seeded with the family's name: the same programs every time.
"""
import argparse
import gzip
import importlib
import pathlib
import random
import sys

HERE = pathlib.Path(__file__).resolve().parent


def families():
    return sorted(path.stem for path in HERE.glob("*.py") if path.stem not in ("write", "layers"))


def hlo(function, arguments):
    """The module with source locations relative to the repository, the same wherever that lies."""
    import jax
    jax.config.update("jax_hlo_source_file_canonicalization_regex", f"^{HERE.parent.parent}/")
    return jax.jit(function).lower(*arguments).compiler_ir("hlo").as_serialized_hlo_module_proto()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("families", nargs="*", help="all when none is named")
    parser.add_argument("-o", "--output", type=pathlib.Path, required=True)
    options = parser.parse_args()
    options.output.mkdir(parents=True, exist_ok=True)
    sys.path.insert(0, str(HERE))
    count = 0
    for family in options.families or families():
        for name, function, arguments in importlib.import_module(family).programs(random.Random(family)):
            path = options.output / f"{family}_{name}.hlo.pb.gz"
            path.write_bytes(gzip.compress(hlo(function, arguments), mtime=0))
            count += 1
    print(f"{count} programs written to {options.output}", file=sys.stderr)


if __name__ == "__main__":
    main()
