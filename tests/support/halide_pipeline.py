"""Writes a Halide pipeline with measured schedules for tests: `.sample` files, the log with the edges, pipeline.json."""

import json
import sys

import numpy as np

sys.path.insert(0, "scripts")
from halide_samples import samples

LOG = """\
Adams2019.parallelism:1
Node: relu
  Stage 0:
  pointwise: 1 boundary condition: 0 wrapper: 0 input: 0 output: 1
Node: conv
  Stage 0:
  Stage 1:
  pointwise: 0 boundary condition: 0 wrapper: 0 input: 0 output: 0
Node: image_im
  Stage 0:
  pointwise: 1 boundary condition: 0 wrapper: 1 input: 1 output: 0
Edge: conv -> relu
Edge: image_im -> conv.update(0)
Best cost: 0.5
Cost evaluated this many times: 12
"""


def write_pipeline(folder, number, times, schedule_features, rows=None, **about):
    """Writes a pipeline of three stages whose schedules take `times` ms. `schedule_features(random)`: returns the
    features [3, 39] of a schedule. `rows`: facts about each schedule for pipeline.json; `about`: facts about the
    pipeline."""
    folder.mkdir(parents=True)
    random = np.random.default_rng(number)
    constant = random.integers(0, 9, (3, 287)).astype("<f4")
    for id, time in enumerate(times):
        data = np.concatenate([schedule_features(random), constant], axis=1).tobytes()
        (folder / f"{id:04}.sample").write_bytes(samples.encode_sample(data, time, number, id))
    (folder / "compile_log.txt").write_text(LOG)
    schedules = [
        {"schedule_id": id, "best_cost": 0.5, **(rows[id] if rows else {})} for id in range(len(times))
    ]
    (folder / "pipeline.json").write_text(json.dumps({"schedules": schedules, **about}))
