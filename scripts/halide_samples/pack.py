"""Converts a collection between its two forms: a folder of `.sample` files per pipeline, and a compressed .npz per pipeline.

Arrays of a .npz with C schedules, S stages and E edges; stages are in Halide's order, consumers first:
  pipeline_features  float32 [S, 41, 7]   features of the algorithm, equal in all samples
  schedule_features  float32 [C, S, 39]
  run_time           float32 [C]          ms
  best_cost          float64 [C]          Halide's prediction, ms; NaN: unknown
  schedule_id        int32 [C]
  pipeline_id        int32 [1]
  stage_names        bytes [S]            such as b"conv1.update(0)"
  edges              int32 [E, 2]         stage of the producer (its last update), stage of the consumer; inputs have none
  log, meta          bytes [1]            compile_log.txt and pipeline.json
"""

import json
import os

import numpy

from schedule_samples import store
from schedule_samples.packing import run

from . import samples


def pack_pipeline(folder):
    """Reads the folder of a pipeline. Returns {name: array}, the content of its .npz file."""
    files = sorted(folder.glob("*.sample"))
    if not files:
        raise store.Refused(f"{folder}: no .sample files")
    decoded = [samples.decode_sample(file.read_bytes()) for file in files]
    features = [samples.stage_features(featurization) for featurization, *_ in decoded]
    for file, (schedule, pipeline), (*_, id) in zip(files, features, decoded):
        if schedule.shape != features[0][0].shape or pipeline.tobytes() != features[0][1].tobytes():
            raise store.Refused(
                f"{file}: its pipeline differs from that of {files[0].name}; a folder holds one pipeline"
            )
        if file.name != f"{id:04}.sample":
            raise store.Refused(f"{file}: has schedule_id {id}, expected {id:04}.sample")
    log, meta = (folder / "compile_log.txt").read_bytes(), (folder / "pipeline.json").read_bytes()
    names = samples.stages_of(log.decode())
    if len(names) != len(features[0][1]):
        raise store.Refused(
            f"{folder}: compile_log.txt has {len(names)} stages and the samples have {len(features[0][1])}"
        )
    costs = {row["schedule_id"]: row["best_cost"] for row in json.loads(meta)["schedules"]}
    return {
        "pipeline_features": features[0][1],
        "schedule_features": numpy.stack([schedule for schedule, _ in features]),
        "run_time": numpy.array([time for _, time, _, _ in decoded], "f4"),
        "best_cost": numpy.array([numpy.nan if costs.get(id) is None else costs[id] for *_, id in decoded], "f8"),
        "schedule_id": numpy.array([id for *_, id in decoded], "i4"),
        "pipeline_id": numpy.array([decoded[0][2]], "i4"),
        "stage_names": numpy.array([name.encode() for name in names]),
        "edges": numpy.array(samples.edge_indices(log.decode()), "i4").reshape(-1, 2),
        "log": numpy.array([log]),
        "meta": numpy.array([meta]),
    }


def unpack_pipeline(arrays, folder):
    """Writes the files that `pack_pipeline` read, with identical bytes, into an existing empty folder. `arrays`: result
    of `pack_pipeline`."""
    pipeline = arrays["pipeline_features"]
    constant = pipeline.reshape(len(pipeline), -1)
    for schedule, time, id in zip(arrays["schedule_features"], arrays["run_time"], arrays["schedule_id"]):
        featurization = numpy.concatenate([schedule, constant], axis=1).astype("<f4").tobytes()
        data = samples.encode_sample(featurization, float(time), int(arrays["pipeline_id"][0]), int(id))
        (folder / f"{id:04}.sample").write_bytes(data)
    (folder / "compile_log.txt").write_bytes(arrays["log"][0])
    (folder / "pipeline.json").write_bytes(arrays["meta"][0])


def pack(source, target):
    folders = sorted(path.parent for path in source.glob("[0-9]*/pipeline.json"))
    if not folders:
        raise store.Refused(f"{source}: no pipelines (folders with pipeline.json)")
    count = 0
    for folder in folders:
        arrays = pack_pipeline(folder)
        part = target / f"{folder.name}.part"
        with open(part, "wb") as file:
            numpy.savez_compressed(file, **arrays)
        os.replace(part, target / f"{folder.name}.npz")
        count += len(arrays["run_time"])
    size = sum(file.stat().st_size for file in target.glob("*.npz"))
    print(f"{count} samples of {len(folders)} pipelines: {size / 1e6:.2f} MB, {size / count:.0f} bytes a sample")


def unpack(source, target):
    files = sorted(source.glob("*.npz"))
    if not files:
        raise store.Refused(f"{source}: no .npz files")
    for file in files:
        (target / file.stem).mkdir()
        with numpy.load(file) as arrays:
            unpack_pipeline(arrays, target / file.stem)


if __name__ == "__main__":
    run("collect:halide", __doc__, {"pack": pack, "unpack": unpack})
