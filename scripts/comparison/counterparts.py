"""Translates measured configurations to another form of the program, such as before any optimisation.

A slot is an output or operand whose layout can be chosen; a configuration has a layout for each.
"""

from dataclasses import dataclass

import numpy as np

from comparison.slots import configurables

DIMENSIONS = 6  # length of a layout in an npz: dimensions minor to major, padded with -1
TENSORS = 3
ABSENT = [-1] * DIMENSIONS


@dataclass
class Translation:
    """Configurations translated to another form of a program. A slot is an output or operand whose layout can
    be chosen."""

    arrays: dict  # arrays of an npz: the configurations translated to the other form
    common: dict  # the npz as measured, except that slots without a counterpart have configuration 0's layouts
    slots: int  # number of slots in the form of the program that was measured
    matched: int  # number of slots in the measured form that have a counterpart in the other form
    other: int  # number of slots in the other form; `matched` of them have a counterpart

    @property
    def differ(self):
        """Whether at least two configurations still differ after the translation to the other form of the program."""
        return bool((self.arrays["config_layouts"][1:] != self.arrays["config_layouts"][0]).any())


def translate(measured, program, other):
    """Translates measured configurations to another form of a program; returns a Translation.

    `measured`: arrays of an npz; `program`: the HLO file that was measured; `other`: the HLO file of the other form.
    """
    theirs, ours = configurables(other), in_order_of(measured, configurables(program))
    layouts = measured["config_layouts"].reshape(-1, len(ours), TENSORS, DIMENSIONS)
    translations = np.full((len(layouts), len(theirs), TENSORS, DIMENSIONS), -1, np.int8)
    for n, instruction in enumerate(theirs):
        for t, tensor in enumerate(instruction.tensors):
            if tensor.free:
                translations[:, n, t] = padded(tensor.order)
    common = layouts.copy()
    free = {(n, t) for n, node in enumerate(ours) for t, tensor in enumerate(node.tensors) if tensor.free}
    matched = set()
    for n, (partner, exchanged) in partners(ours, theirs).items():
        there = theirs[partner].exchanged() if exchanged else theirs[partner]
        for t, (a, b) in enumerate(zip(ours[n].tensors, there.tensors)):
            groups = corresponding(a, b)
            if groups is None or not a.free or not b.free:
                continue
            matched.add((n, t))
            where = TENSORS - t if exchanged and t else t
            for c, layout in enumerate(layouts[:, n, t]):
                translations[c, partner, where] = padded(translated(layout, a, b, groups))
    for n, t in free - matched:
        common[:, n, t] = common[0, n, t]
    rows = {key: value for key, value in measured.items() if key in ("config_runtime", "first", "kind")}
    arrays = {
        **rows,
        "config_layouts": translations.reshape(len(translations), len(theirs), -1),
        "node_config_comps": np.array([i.computation for i in theirs], "S"),
        "node_config_names": np.array([i.name for i in theirs], "S"),
    }
    common = {**measured, "config_layouts": common.reshape(measured["config_layouts"].shape)}
    slots_there = sum(tensor.free for i in theirs for tensor in i.tensors)
    return Translation(arrays, common, len(free), len(matched), slots_there)


def in_order_of(measured, instructions):
    by_name = {(i.computation, i.name): i for i in instructions}
    keys = zip(measured["node_config_comps"], measured["node_config_names"])
    return [by_name[computation.decode(), name.decode()] for computation, name in keys]


def partners(ours, theirs):
    """Matches the instructions of two forms of a program: {index in ours: (index in theirs, whether operands are
    swapped)}.

    Matched instructions have the same operation and sizes; each is matched at most once. Prefers an instruction with
    the same name, then one with the same op_name, then one with the same last component of op_name, then the next in
    program order.
    """
    signs = (lambda i: i.name, lambda i: i.origin or None, lambda i: i.origin.split("/")[-1] or None, lambda i: "")
    found, taken = {}, set()
    for sign in signs:
        for exchanged in (False, True):
            waiting = {}
            for m, instruction in enumerate(theirs):
                if m not in taken and (instruction.opcode == "dot" or not exchanged):
                    kind = (instruction.exchanged() if exchanged else instruction).kind
                    waiting.setdefault((kind, sign(instruction)), []).append(m)
            for n, instruction in enumerate(ours):
                same = waiting.get((instruction.kind, sign(instruction)))
                if n not in found and sign(instruction) is not None and same:
                    found[n] = same.pop(0), exchanged
                    taken.add(found[n][0])
    return found


def corresponding(tensor, other):
    """Matches the dimensions of a tensor in two forms of a program: {dimension of `tensor`: dimensions of `other` that
    are merged into it, more major first}.

    Returns None unless the tensors differ only in merged neighbouring dimensions and in dimensions of size 1. Tensors
    before and after a transpose also give None, because their layouts are chosen independently.
    """
    groups = {}
    for role, dimensions in tensor.roles.items():
        rest = list(other.roles.get(role, ()))
        for d in dimensions:
            group, size = [], 1
            while rest and size < tensor.sizes[d]:
                group.append(rest.pop(0))
                size *= other.sizes[group[-1]]
            if size != tensor.sizes[d]:
                return None
            groups[d] = group
    joined = [m for d in sorted(groups) for m in groups[d]]
    return groups if joined == sorted(joined) else None


def translated(layout, tensor, other, groups):
    """Returns the layout of the tensor `other` that corresponds to `layout` of `tensor`. Dimensions of size 1 keep
    their position.

    `groups`: for each dimension of `tensor`, the dimensions of `other` (result of `corresponding`).
    """
    order = [d for d in layout if d >= 0]
    order += [d for d in reversed(range(len(tensor.sizes))) if d not in order]
    moved = iter([m for d in order for m in reversed(groups.get(d, ()))])
    return [d if other.sizes[d] == 1 else next(moved) for d in other.order]


def padded(order):
    return (list(order[:DIMENSIONS]) + ABSENT)[:DIMENSIONS]
