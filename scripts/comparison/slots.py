"""Reads the slots of a program from the output of `hlorank print`. A slot is a tensor whose layout can be chosen.

Slots are outputs and operands of convolutions, dots and reshapes.

The compiler rewrites these instructions before it assigns layouts: dots become products of two matrices, dimensions of
size 1 disappear, transposes and reshapes are inserted. What does not change is the role of a dimension: batch,
contracted or free, or its letter in dim_labels of a convolution.
"""

import math
import re
import subprocess
from dataclasses import dataclass, replace

from comparison.data import HLORANK

INSTRUCTION = re.compile(r"^  (?:ROOT )?%(\S+) = (\w+)\[([\d,<=]*)\](?:\{([\d,]*)[^ ]*)? ([\w-]+)\(([^)]*)\)(.*)$")


@dataclass(eq=False)
class Tensor:
    sizes: list
    order: list  # layout of the tensor in the program, minor to major
    roles: dict  # {role (batch, contracted, ...): dimensions, more major first}; without dimensions of size 1

    @property
    def free(self):
        """Whether the layout of the tensor can be chosen, which needs at least two dimensions larger than 1."""
        return sum(size > 1 for size in self.sizes) > 1


@dataclass(eq=False)
class Configurable:
    """A convolution, dot or reshape. `tensors`: its output, operand 0 and operand 1."""

    computation: str
    name: str
    opcode: str
    origin: str  # op_name of the metadata: the operation in the user's program
    tensors: list

    @property
    def kind(self):
        """Key of an instruction. Two instructions have the same key if they do the same operation with the same sizes.
        """
        sizes = [
            (t, role, math.prod(tensor.sizes[d] for d in dimensions))
            for t, tensor in enumerate(self.tensors)
            for role, dimensions in tensor.roles.items()
            if dimensions
        ]
        return self.opcode, tuple(sorted(sizes))

    def exchanged(self):
        """Returns this dot with its operands swapped; the compiler may rewrite a dot to this form."""
        other = {"lhs": "rhs", "rhs": "lhs"}
        output, lhs, rhs = (
            replace(t, roles={other.get(role, role): dimensions for role, dimensions in t.roles.items()})
            for t in self.tensors
        )
        return replace(self, tensors=[output, rhs, lhs])


def configurables(program):
    """All instructions with configurable layouts, in program order. `program`: a file in any format that hlorank reads.
    """
    text = subprocess.run([HLORANK, "print", program], check=True, capture_output=True, text=True).stdout
    shapes, found, computation = {}, [], ""
    for line in text.splitlines():
        if not line.startswith(" "):
            if line.endswith("{"):
                computation = line.removeprefix("ENTRY ").split()[0].lstrip("%")
            continue
        match = INSTRUCTION.match(line)
        if not match:
            continue  # the instruction is a tuple
        name, _, sizes, order, opcode, operands, rest = match.groups()
        sizes = [int(size.lstrip("<=")) for size in sizes.split(",") if size]
        order = [int(d) for d in order.split(",") if d] if order else list(reversed(range(len(sizes))))
        shapes[computation, name] = sizes, order
        if opcode not in ("convolution", "dot", "reshape"):
            continue
        values = [(sizes, order)] + [shapes[computation, operand.lstrip("%")] for operand in operands.split(", ")[:2]]
        origin = re.search(r'op_name="([^"]*)"', rest)
        roles = ROLES[opcode]([s for s, _ in values], rest)
        tensors = [
            Tensor(s, o, {role: kept for role, all in r.items() if (kept := [d for d in all if s[d] != 1])})
            for (s, o), r in zip(values, roles)
        ]
        found.append(Configurable(computation, name, opcode, origin.group(1) if origin else "", tensors))
    return found


def roles_of_dot(sizes, rest):
    def listed(attribute):
        match = re.search(attribute + r"=\{([\d,]*)\}", rest)
        return [int(d) for d in match.group(1).split(",") if d] if match else []

    sides = []
    for side, tensor in (("lhs", sizes[1]), ("rhs", sizes[2])):
        batch, contracted = listed(f"{side}_batch_dims"), listed(f"{side}_contracting_dims")
        free = [d for d in range(len(tensor)) if d not in batch + contracted]
        sides.append({"batch": batch, "contracted": contracted, side: free})
    batch, left = len(sides[0]["batch"]), len(sides[0]["lhs"])
    output = list(range(len(sizes[0])))
    return [{"batch": output[:batch], "lhs": output[batch : batch + left], "rhs": output[batch + left :]}, *sides]


def roles_of_convolution(sizes, rest):
    lhs, rhs, output = re.search(r"dim_labels=(\w+)_(\w+)->(\w+)", rest).groups()
    return [{role: [d] for d, role in enumerate(labels)} for labels in (output, lhs, rhs)]


def roles_of_reshape(sizes, rest):
    """Role of each dimension of a reshape that is larger than 1: its index among the dimensions larger than 1."""
    return [{str(n): [d] for n, d in enumerate(d for d, size in enumerate(s) if size != 1)} for s in sizes]


ROLES = {"dot": roles_of_dot, "convolution": roles_of_convolution, "reshape": roles_of_reshape}
