"""Tests of the two forms of a Halide collection: `.sample` files and .npz."""

import json
import sys
import tempfile
import unittest
from pathlib import Path

import numpy

sys.path.insert(0, "scripts")
from halide_samples import pack, samples, store

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


def write_pipeline(folder, schedules=3):
    """A pipeline of three stages. The schedule features have arbitrary bits, such as those of NaN and -0."""
    folder.mkdir(parents=True)
    random = numpy.random.default_rng(1)
    constant = random.integers(0, 9, (3, 287)).astype("<f4")
    for id in range(schedules):
        schedule = random.integers(0, 1 << 32, (3, 39), "u4").view("<f4")
        data = numpy.concatenate([schedule, constant], axis=1).tobytes()
        (folder / f"{id:04}.sample").write_bytes(samples.encode_sample(data, 0.1 + id, 7, id))
    (folder / "compile_log.txt").write_text(LOG)
    rows = [{"schedule_id": id, "best_cost": 0.5} for id in range(schedules)]
    (folder / "pipeline.json").write_text(json.dumps({"schedules": rows}))


def contents(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


class PackTest(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)
        write_pipeline(self.folder / "in/0007")
        for name in ("packed", "out"):
            (self.folder / name).mkdir()

    def test_unpacked_files_equal_the_packed_ones(self):
        pack.pack(self.folder / "in", self.folder / "packed")
        pack.unpack(self.folder / "packed", self.folder / "out")
        self.assertEqual(contents(self.folder / "out"), contents(self.folder / "in"))

    def test_arrays_have_the_documented_shapes(self):
        arrays = pack.pack_pipeline(self.folder / "in/0007")
        self.assertEqual(arrays["pipeline_features"].shape, (3, 41, 7))
        self.assertEqual(arrays["schedule_features"].shape, (3, 3, 39))
        self.assertEqual(arrays["schedule_id"].tolist(), [0, 1, 2])
        self.assertEqual(arrays["stage_names"].tolist(), [b"relu", b"conv.update(0)", b"conv"])
        self.assertEqual(arrays["edges"].tolist(), [[1, 0]])
        numpy.testing.assert_allclose(arrays["run_time"], [0.1, 1.1, 2.1])

    def test_a_sample_of_another_pipeline_is_an_error(self):
        file = self.folder / "in/0007/0001.sample"
        data = bytearray(file.read_bytes())
        data[4 * 39] ^= 1  # the first algorithm feature
        file.write_bytes(data)
        with self.assertRaisesRegex(store.Refused, r"0001\.sample: its pipeline differs"):
            pack.pack(self.folder / "in", self.folder / "packed")

    def test_a_log_with_other_stages_is_an_error(self):
        (self.folder / "in/0007/compile_log.txt").write_text(LOG.replace("  Stage 1:\n", ""))
        with self.assertRaisesRegex(store.Refused, "has 2 stages and the samples have 3"):
            pack.pack(self.folder / "in", self.folder / "packed")

    def test_a_truncated_sample_is_an_error(self):
        for size in (5, 12, 1000):
            with self.subTest(size=size), self.assertRaises(ValueError):
                featurization, *_ = samples.decode_sample(bytes(size))
                samples.stage_features(featurization)

    def test_the_kept_lines_of_a_log_have_parameters_structure_and_cost(self):
        kept = samples.structure_of("Bound is affine: x\n" + LOG)
        self.assertEqual(kept, LOG.replace("Cost evaluated this many times: 12\n", ""))
        self.assertEqual((samples.best_cost(LOG), samples.evaluations(LOG)), (0.5, 12))
