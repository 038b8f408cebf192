"""Records in layouts.tsv.gz, in the folder of this script, what XLA:CPU (jaxlib) does with layouts: python3 make.py
[SECONDS]. Needs jax and NumPy.

Compiles programs of data/layouts without constraints and under three of their measured configurations, and records what XLA
did. Fields are separated by tabs; dimension lists by commas; layouts are minor to major without dimensions of size 1.

  jaxlib VERSION
  program COLLECTION NAME
  slot NODE TENSOR LAYOUT            compiler default: node is the n-th configurable instruction; only if not row-major
  instruction COMPUTATION NAME LAYOUT  compiler default: instruction of our text; only if not row-major
  matched COUNT                      compiler default: number of arrays with two or more such dimensions that were found
  configuration ROW                  of NAME.npz; -1: no constraint. What follows belongs to it
  copy COUNT DIMENSIONS FROM TO      copies after layout assignment
  loop COUNT KIND SIZES              loops of the optimised module with more than 64 elements, minor to major; KIND: c a pure
                                     copy, f another loop
"""
import collections
import gzip
import math
import os
import pathlib
import random
import re
import shutil
import sys
import tempfile
import time

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
import jax
import jaxlib
import numpy as np
from jaxlib import _hlo, _jax, xla_client

HERE = pathlib.Path(__file__).resolve().parent
DATA = HERE.parents[2] / "data" / "layouts"
OPTIONS = [("xla_backend_optimization_level", 0), ("xla_llvm_disable_expensive_passes", True)]  # faster; same HLO passes
SLOWEST = 1.0  # longest time in seconds to compile a configuration; programs that take longer are left out
CONFIGURATIONS = 3
CONFIGURABLE = ("convolution", "dot", "reshape")
ELEMENTWISE = set(
    "add subtract multiply divide maximum minimum power exponential log negate tanh select compare convert and or not abs sign "
    "sqrt rsqrt clamp copy exponential-minus-one log-plus-one logistic floor ceil cosine sine remainder is-finite xor shift-left "
    "shift-right-logical shift-right-arithmetic round-nearest-afz round-nearest-even atan2 erf cbrt real imag complex "
    "reduce-precision tan bitcast-convert popcnt".split())
SHAPE = re.compile(r"(\w+)\[([\d,]*)\](?:\{([\d,]*)[^}]*\})?")
INSTRUCTION = re.compile(r"^  (ROOT )?%(\S+) = (.*)$")

Instruction = collections.namedtuple("Instruction", "name shapes is_tuple opcode operands tail")


def numbers(text):
    return tuple(int(x) for x in text.split(",") if x)


def read_shape(match):
    dimensions = numbers(match[2])
    order = numbers(match[3]) if match[3] is not None else tuple(reversed(range(len(dimensions))))
    return dimensions, order


def closing(text, begin):
    """Returns the index of the parenthesis that closes the one at `begin`."""
    depth = 0
    for i in range(begin, len(text)):
        depth += (text[i] == "(") - (text[i] == ")")
        if depth == 0:
            return i
    raise ValueError(text)


def parse(text):
    """Parses HLO text: returns {computation: {instruction name: instruction}} in the order of the text, and the name of
    the entry computation."""
    computations, entry, current = {}, None, None
    for line in text.split("\n"):
        if line and not line[0].isspace() and line.endswith("{") and not line.startswith("HloModule"):
            name = line.removeprefix("ENTRY ").split()[0].lstrip("%")
            current = computations.setdefault(name, {})
            if line.startswith("ENTRY"):
                entry = name
        match = INSTRUCTION.match(line)
        if not match:
            continue
        rest = match[3]
        is_tuple = rest.startswith("(")
        end = closing(rest, 0) + 1 if is_tuple else rest.index(" ")
        shapes = [read_shape(m) for m in SHAPE.finditer(rest[:end])]
        rest = rest[end:].lstrip()
        begin = rest.index("(")
        stop = closing(rest, begin)
        operands = [o.split()[-1].lstrip("%") for o in rest[begin + 1:stop].split(", ") if "%" in o]
        current[match[2]] = Instruction(match[2], shapes, is_tuple, rest[:begin], operands, rest[stop + 1:])
    return computations, entry


def order_of(shape):
    dimensions, order = shape
    return tuple(d for d in order if dimensions[d] != 1)


def is_row_major(shape):
    return list(order_of(shape)) == sorted(order_of(shape), reverse=True)


def constrain(text, constraints):
    """Returns the HLO text with a custom call LayoutConstraint for each entry of `constraints`, which is {(computation,
    instruction): {tensor: order of dimensions}}."""
    lines, computation = [], None
    renamed, shapes = {}, {}
    for line in text.split("\n"):
        line = re.sub(r", (input_output_alias|buffer_donor)=\{.*?\}(?=, [a-z_]+=|$)", "", line)
        if line and not line[0].isspace() and line.endswith("{") and not line.startswith("HloModule"):
            computation = line.removeprefix("ENTRY ").split()[0].lstrip("%")
            renamed, shapes = {}, {}
        match = INSTRUCTION.match(line)
        if not match:
            lines.append(line)
            continue
        root, name, rest = match.groups()
        end = closing(rest, 0) + 1 if rest.startswith("(") else rest.index(" ")
        shapes[name] = rest[:end].split("{")[0]
        begin = rest.index("(", end)
        stop = closing(rest, begin)
        inside, wanted = rest[begin + 1:stop], constraints.get((computation, name), {})
        if not rest[end:].lstrip().startswith(("parameter(", "constant(")):
            operands = [o.split()[-1].lstrip("%") for o in inside.split(", ") if o]
            for i, operand in enumerate(operands):
                given = renamed.get(operand, operand)
                if i + 1 in wanted:
                    shape = f"{shapes[operand]}{{{','.join(map(str, wanted[i + 1]))}}}"
                    lines.append(constraint("", f"layout.{name}.{i}", shape, given))
                    given = f"layout.{name}.{i}"
                operands[i] = "%" + given
            inside = ", ".join(operands)
        lines.append(f"  {'' if 0 in wanted else root or ''}%{name} = {rest[:begin]}({inside}{rest[stop:]}")
        if 0 in wanted:
            shape = f"{shapes[name]}{{{','.join(map(str, wanted[0]))}}}"
            lines.append(constraint(root or "", f"layout.{name}.result", shape, name))
            renamed[name] = f"layout.{name}.result"
    return "\n".join(lines)


def constraint(root, name, shape, operand):
    return (f'  {root}%{name} = {shape} custom-call(%{operand}), custom_call_target="LayoutConstraint", '
            f"operand_layout_constraints={{{shape}}}")


def constraints_of(measured, row):
    """Returns the layout constraints of the configuration with index `row` in an .npz file that `hlorank collect`
    measured."""
    found = {}
    layouts = measured["config_layouts"][row].reshape(-1, 3, 6)
    for node, tensor in zip(*np.nonzero(measured["node_free_slots"])):
        order = [int(d) for d in layouts[node, tensor] if d >= 0]
        key = measured["node_config_comps"][node].decode(), measured["node_config_names"][node].decode()
        if order:
            found.setdefault(key, {})[int(tensor)] = order
    return found


def compile_(text):
    """Compiles the program. Returns three parsed modules: before layout assignment, after layout assignment, and after
    all optimisations."""
    folder = tempfile.mkdtemp()
    try:
        module = _hlo.hlo_module_from_text(text)
        options = xla_client.CompileOptions()
        options.env_option_overrides = OPTIONS + [
            ("xla_dump_to", folder), ("xla_dump_hlo_as_text", True), ("xla_dump_hlo_pass_re", "layout-assignment")]
        device = jax.devices("cpu")[0]
        program = _jax.mlir.hlo_to_stablehlo(module.as_serialized_hlo_module_proto())
        executable = device.client.compile_and_load(program, _jax.DeviceList((device,)), options)
        texts = [max((p.read_text() for p in pathlib.Path(folder).glob(f"*{when}_layout-assignment*.txt")), key=len)
                 for when in ("before", "after")]
        return [parse(t) for t in (*texts, executable.hlo_modules()[0].to_string())]
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def count_copies(computations):
    copies = collections.Counter()
    for computation in computations.values():
        for instruction in computation.values():
            if instruction.opcode != "copy" or instruction.is_tuple or not instruction.shapes[0][0]:
                continue
            before, after = order_of(computation[instruction.operands[0]].shapes[0]), order_of(instruction.shapes[0])
            if before != after:
                copies[instruction.shapes[0][0], before, after] += 1
    return copies


def count_loops(computations, entry):
    loops, todo = collections.Counter(), [entry]
    while todo:
        for instruction in computations[todo.pop()].values():
            if instruction.opcode in ("while", "call"):
                todo += re.findall(r"(?:body|to_apply)=%([\w.\-]+)", instruction.tail)
            elif instruction.opcode == "fusion" and "kind=kCustom" not in instruction.tail:
                body = computations[re.search(r"calls=%([\w.\-]+)", instruction.tail)[1]]
                pure = all(i.opcode in ("parameter", "copy", "transpose", "bitcast", "constant", "reshape") for i in body.values())
            elif instruction.opcode in ELEMENTWISE | {"transpose", "broadcast"}:
                pure = instruction.opcode in ("copy", "transpose")
            else:
                continue
            if instruction.opcode in ("while", "call"):
                continue
            for dimensions, order in instruction.shapes:
                if math.prod(dimensions) > 64:
                    loops["c" if pure else "f", tuple(dimensions[d] for d in order if dimensions[d] != 1)] += 1
    return loops


def row(*fields):
    return "\t".join(",".join(map(str, f)) if isinstance(f, tuple) else str(f) for f in fields)


def signature(instruction):
    return instruction.opcode, instruction.is_tuple, [dimensions for dimensions, _ in instruction.shapes]


def compiler_default(ours, before, after):
    """Returns the output lines about the layouts that XLA chooses without constraints."""
    lines, matched = [], 0
    listed = [[(c, i) for c, computation in module.items() for i in computation.values() if i.opcode in CONFIGURABLE]
              for module in (ours, before)]
    if [signature(i) for _, i in listed[0]] == [signature(i) for _, i in listed[1]]:
        for node, (computation, instruction) in enumerate(listed[1]):
            there = after[computation].get(instruction.name)
            for tensor in range(3):
                if there is None or tensor > len(there.operands):
                    continue
                value = there if tensor == 0 else after[computation][there.operands[tensor - 1]]
                if not is_row_major(value.shapes[0]):
                    lines.append(row("slot", node, tensor, order_of(value.shapes[0])))
    else:
        lines.append(row("unmatched"))
    # Match instructions by position, because XLA renames them but keeps their order.
    for (name, mine), (renamed, theirs) in zip(ours.items(), before.items()):
        if [signature(i) for i in mine.values()] != [signature(i) for i in theirs.values()]:
            continue
        for instruction, there in zip(mine.values(), theirs.values()):
            assigned = after[renamed].get(there.name)
            if assigned is None or signature(assigned) != signature(there) or there.is_tuple or len(order_of(there.shapes[0])) < 2:
                continue
            matched += 1
            if not is_row_major(assigned.shapes[0]):
                lines.append(row("instruction", name, instruction.name, order_of(assigned.shapes[0])))
    return lines + [row("matched", matched)]


def make(path):
    measured = dict(np.load(path))
    text = gzip.decompress(path.with_name(path.name.replace(".npz", ".hlo.txt.gz")).read_bytes()).decode()
    usable = [c for c in range(len(measured["first"])) if measured["first"][c] and measured["config_runtime"][c] > 0
              and measured["kind"][c] != b"auto"]
    rows = usable[:1] + sorted(random.Random(path.stem).sample(usable[1:], min(CONFIGURATIONS - 1, len(usable) - 1)))
    lines = [row("program", path.parent.name, path.stem)]
    for c in [-1] + rows:
        (before, _), (after, _), (optimised, entry) = compile_(constrain(text, {} if c < 0 else constraints_of(measured, c)))
        if c < 0:
            lines += compiler_default(parse(text)[0], before, after)
        lines.append(row("configuration", c))
        lines += [row("copy", n, *copy) for copy, n in sorted(count_copies(after).items())]
        lines += [row("loop", n, *loop) for loop, n in sorted(count_loops(optimised, entry).items())]
    return lines


def main():
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 3600
    paths = sorted(DATA.glob("*/*.npz"))
    random.Random(1).shuffle(paths)
    lines, begin = [row("jaxlib", jaxlib.__version__)], time.time()
    programs = []
    for path in paths:
        if time.time() - begin > seconds or np.median(np.load(path)["compile_seconds"]) > SLOWEST:
            continue
        try:
            programs.append(make(path))
        except Exception as error:  # XLA rejects the program: skips it
            print(path.stem, str(error)[:200], flush=True)
    for program in sorted(programs):
        lines += program
    with open(HERE / "layouts.tsv.gz", "wb") as file:
        file.write(gzip.compress("\n".join(lines + [""]).encode(), 9, mtime=0))
    print(len(programs), "programs", round(time.time() - begin), "s")


main()
