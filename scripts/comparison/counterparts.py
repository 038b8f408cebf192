"""Measured configurations told in the slots of the same program in another form: as it was before any optimisation."""

from dataclasses import dataclass

import numpy as np

from comparison.slots import configurables

DIMENSIONS = 6  # of a layout in an npz: minor to major, -1 padded
TENSORS = 3
ABSENT = [-1] * DIMENSIONS


@dataclass
class Told:
    """The configurations in the other form's slots, and in the measured ones that have a counterpart."""

    arrays: dict  # of an npz for the other form
    common: dict  # the measured npz, slots without a counterpart at the layouts of row 0
    slots: int  # of the measured form
    matched: int  # of them, with a counterpart
    other: int  # slots of the other form, as many of which have one

    @property
    def differ(self):
        """Whether the other form tells any two configurations apart."""
        return bool((self.arrays["config_layouts"][1:] != self.arrays["config_layouts"][0]).any())


def tell(measured, program, other):
    """`measured`: arrays of an npz; `program`: the file it was measured with; `other`: the same program's other form."""
    theirs, ours = configurables(other), in_order_of(measured, configurables(program))
    layouts = measured["config_layouts"].reshape(-1, len(ours), TENSORS, DIMENSIONS)
    told = np.full((len(layouts), len(theirs), TENSORS, DIMENSIONS), -1, np.int8)
    for n, instruction in enumerate(theirs):
        for t, tensor in enumerate(instruction.tensors):
            if tensor.free:
                told[:, n, t] = padded(tensor.order)
    common = layouts.copy()
    free = {(n, t) for n, node in enumerate(ours) for t, tensor in enumerate(node.tensors) if tensor.free}
    matched = set()
    for n, (partner, crossed) in partners(ours, theirs).items():
        there = theirs[partner].exchanged() if crossed else theirs[partner]
        for t, (a, b) in enumerate(zip(ours[n].tensors, there.tensors)):
            groups = corresponding(a, b)
            if groups is None or not a.free or not b.free:
                continue
            matched.add((n, t))
            where = TENSORS - t if crossed and t else t
            for c, layout in enumerate(layouts[:, n, t]):
                told[c, partner, where] = padded(translated(layout, a, b, groups))
    for n, t in free - matched:
        common[:, n, t] = common[0, n, t]
    rows = {key: value for key, value in measured.items() if key in ("config_runtime", "first", "kind")}
    arrays = {
        **rows,
        "config_layouts": told.reshape(len(told), len(theirs), -1),
        "node_config_comps": np.array([i.computation for i in theirs], "S"),
        "node_config_names": np.array([i.name for i in theirs], "S"),
    }
    common = {**measured, "config_layouts": common.reshape(measured["config_layouts"].shape)}
    slots_there = sum(tensor.free for i in theirs for tensor in i.tensors)
    return Told(arrays, common, len(free), len(matched), slots_there)


def in_order_of(measured, instructions):
    by_name = {(i.computation, i.name): i for i in instructions}
    keys = zip(measured["node_config_comps"], measured["node_config_names"])
    return [by_name[computation.decode(), name.decode()] for computation, name in keys]


def partners(ours, theirs):
    """{number of ours: (number of theirs, whether operands are exchanged)}: of those that do the same with the same
    sizes the one of that name, else of that origin, else of the origin's last part, else the next; each once."""
    signs = (lambda i: i.name, lambda i: i.origin or None, lambda i: i.origin.split("/")[-1] or None, lambda i: "")
    found, taken = {}, set()
    for sign in signs:
        for crossed in (False, True):
            waiting = {}
            for m, instruction in enumerate(theirs):
                if m not in taken and (instruction.opcode == "dot" or not crossed):
                    kind = (instruction.exchanged() if crossed else instruction).kind
                    waiting.setdefault((kind, sign(instruction)), []).append(m)
            for n, instruction in enumerate(ours):
                same = waiting.get((instruction.kind, sign(instruction)))
                if n not in found and sign(instruction) is not None and same:
                    found[n] = same.pop(0), crossed
                    taken.add(found[n][0])
    return found


def corresponding(tensor, other):
    """{dimension of the tensor: dimensions of the other's that make it up, more major first}; None where it is not the
    same tensor but for neighbouring dimensions joined and those of size 1: a layout that is chosen on the other side of a
    transpose is another choice."""
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
    """The other's layout in which its dimensions lie as the tensor's do in `layout`; those of size 1 stay."""
    order = [d for d in layout if d >= 0]
    order += [d for d in reversed(range(len(tensor.sizes))) if d not in order]
    moved = iter([m for d in order for m in reversed(groups.get(d, ()))])
    return [d if other.sizes[d] == 1 else next(moved) for d in other.order]


def padded(order):
    return (list(order[:DIMENSIONS]) + ABSENT)[:DIMENSIONS]
