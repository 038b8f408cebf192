"""Reads and writes the files of Halide's autoscheduler.

A `.sample` file has the features of a schedule's stages (a featurization), the run time, pipeline_id and schedule_id.
The debug log of the autoscheduler has the edges between stages.
"""

import re
import struct

import numpy

SCHEDULE_FEATURES = 39  # version 3 of Halide's ScheduleFeatures
PIPELINE_FEATURES = (41, 7)  # version 3 of Halide's PipelineFeatures: features x data types
STAGE_FLOATS = SCHEDULE_FEATURES + PIPELINE_FEATURES[0] * PIPELINE_FEATURES[1]
TRAILER = struct.Struct("<fii")  # the end of a .sample file: run time in ms, pipeline_id, schedule_id

LOG_LINES = re.compile(r"Adams2019\.|Node: |  Stage \d+:|  pointwise: |Edge: |Best cost: ")


def stage_features(featurization):
    """Returns the schedule features (stages, 39) and pipeline features (stages, 41, 7) in a featurization."""
    if len(featurization) % (4 * STAGE_FLOATS) or not featurization:
        raise ValueError(
            f"a featurization has {4 * STAGE_FLOATS} bytes per stage, not {len(featurization)} bytes in total"
        )
    floats = numpy.frombuffer(featurization, "<f4").reshape(-1, STAGE_FLOATS)
    return floats[:, :SCHEDULE_FEATURES], floats[:, SCHEDULE_FEATURES:].reshape(-1, *PIPELINE_FEATURES)


def encode_sample(featurization, milliseconds, pipeline_id, schedule_id):
    return featurization + TRAILER.pack(milliseconds, pipeline_id, schedule_id)


def decode_sample(data):
    """Decodes the bytes of a `.sample`: (featurization, run time in ms, pipeline_id, schedule_id)."""
    if len(data) <= TRAILER.size:
        raise ValueError(f"a sample has more than {TRAILER.size} bytes, not {len(data)}")
    return (data[: -TRAILER.size], *TRAILER.unpack(data[-TRAILER.size :]))


def structure_of(log):
    """Selects the lines of a debug log (HL_DEBUG_AUTOSCHEDULE=2) that have parameters, nodes, stages, edges or the
    cost."""
    return "".join(line for line in log.splitlines(True) if LOG_LINES.match(line))


def best_cost(log):
    """Reads from a debug log Halide's predicted time of the chosen schedule in ms; None if the log has none."""
    costs = re.findall(r"^Best cost: (\S+)$", log, re.MULTILINE)
    return float(costs[-1]) if costs else None


def evaluations(log):
    """Reads from a debug log how many candidates the search evaluated; 0 if the log does not say."""
    found = re.search(r"^Cost evaluated this many times: (\d+)$", log, re.MULTILINE)
    return int(found[1]) if found else 0


def nodes_of(log):
    """Reads the nodes of the pipeline from a debug log: (name, number of stages, whether the node is an input)."""
    nodes = []
    for line in log.splitlines():
        if line.startswith("Node: "):
            nodes.append([line[6:], 0, False])
        elif line.startswith("  Stage ") and nodes:
            nodes[-1][1] += 1
        elif line.startswith("  pointwise: ") and nodes:
            nodes[-1][2] = " input: 1" in line
    return nodes


def stages_of(log):
    """Names of the stages in the order of a featurization: consumers before producers, the last update of a Func first.
    Inputs are left out."""
    name = lambda node, stage: f"{node}.update({stage - 1})" if stage else node
    return [
        name(node, stage) for node, count, is_input in nodes_of(log) if not is_input for stage in reversed(range(count))
    ]


def edge_indices(log):
    """Reads the edges of the pipeline from a debug log: pairs (producer, consumer) of indices into `stages_of`.

    A producer's values come from its last update. Edges from inputs are left out.
    """
    index = {name: position for position, name in enumerate(stages_of(log))}
    last = {
        node: index[f"{node}.update({count - 2})" if count > 1 else node]
        for node, count, is_input in nodes_of(log)
        if not is_input
    }
    edges = re.findall(r"^Edge: (\S+) -> (\S+)$", log, re.MULTILINE)
    return [(last[producer], index[consumer]) for producer, consumer in edges if producer in last]
