"""Halide's files: a `.sample` is a featurization, the run time and two numbers; the debug log has the edges."""

import re
import struct

import numpy

SCHEDULE_FEATURES = 39  # version 3 of Halide's ScheduleFeatures
PIPELINE_FEATURES = (41, 7)  # version 3 of Halide's PipelineFeatures: features x types
STAGE_FLOATS = SCHEDULE_FEATURES + PIPELINE_FEATURES[0] * PIPELINE_FEATURES[1]
TRAILER = struct.Struct("<fii")  # run time in ms, pipeline_id, schedule_id

LOG_LINES = re.compile(r"Adams2019\.|Node: |  Stage \d+:|  pointwise: |Edge: |Best cost: ")


def stage_features(featurization):
    """Arrays (stages, 39) and (stages, 41, 7) of a featurization."""
    if len(featurization) % (4 * STAGE_FLOATS) or not featurization:
        raise ValueError(
            f"a featurization has {4 * STAGE_FLOATS} bytes per stage, not {len(featurization)} bytes in total"
        )
    floats = numpy.frombuffer(featurization, "<f4").reshape(-1, STAGE_FLOATS)
    return floats[:, :SCHEDULE_FEATURES], floats[:, SCHEDULE_FEATURES:].reshape(-1, *PIPELINE_FEATURES)


def encode_sample(featurization, milliseconds, pipeline_id, schedule_id):
    return featurization + TRAILER.pack(milliseconds, pipeline_id, schedule_id)


def decode_sample(data):
    """(featurization, run time in ms, pipeline_id, schedule_id) of a `.sample`."""
    if len(data) <= TRAILER.size:
        raise ValueError(f"a sample has more than {TRAILER.size} bytes, not {len(data)}")
    return (data[: -TRAILER.size], *TRAILER.unpack(data[-TRAILER.size :]))


def structure_of(log):
    """The lines of a debug log (HL_DEBUG_AUTOSCHEDULE=2) that have parameters, nodes, stages, edges and the cost."""
    return "".join(line for line in log.splitlines(True) if LOG_LINES.match(line))


def best_cost(log):
    """Halide's prediction in ms for the chosen schedule; None if the log has none."""
    costs = re.findall(r"^Best cost: (\S+)$", log, re.MULTILINE)
    return float(costs[-1]) if costs else None


def evaluations(log):
    """Number of candidates that the search evaluated; 0 if the log does not say."""
    found = re.search(r"^Cost evaluated this many times: (\d+)$", log, re.MULTILINE)
    return int(found[1]) if found else 0


def nodes_of(log):
    """(name, number of stages, whether it is an input) of the nodes of a debug log."""
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
    """Names of the stages in the order of a featurization: consumers first, the last update first, no inputs."""
    name = lambda node, stage: f"{node}.update({stage - 1})" if stage else node
    return [
        name(node, stage) for node, count, is_input in nodes_of(log) if not is_input for stage in reversed(range(count))
    ]


def edge_indices(log):
    """Pairs (stage of the producer, stage of the consumer) as indices into `stages_of`. A producer's values come from its
    last update. Edges from inputs are left out."""
    index = {name: position for position, name in enumerate(stages_of(log))}
    last = {
        node: index[f"{node}.update({count - 2})" if count > 1 else node]
        for node, count, is_input in nodes_of(log)
        if not is_input
    }
    edges = re.findall(r"^Edge: (\S+) -> (\S+)$", log, re.MULTILINE)
    return [(last[producer], index[consumer]) for producer, consumer in edges if producer in last]
