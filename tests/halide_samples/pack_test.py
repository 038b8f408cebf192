"""Tests the conversion of measured Halide schedules between two file formats: `.sample` files and .npz."""

import sys
import tempfile
import unittest
from pathlib import Path

import numpy

sys.path.insert(0, "scripts")
sys.path.insert(0, "tests/support")
import halide_pipeline
from halide_samples import pack, samples
from schedule_samples import store


def write_pipeline(folder):
    """Writes a pipeline with three schedules. The bits of the features are arbitrary, so that values
    such as NaN and -0 occur."""
    features = lambda random: random.integers(0, 1 << 32, (3, 39), "u4").view("<f4")
    halide_pipeline.write_pipeline(folder, 7, [0.1, 1.1, 2.1], features)


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
        data[4 * 39] ^= 1  # flips a bit of the first feature of the algorithm
        file.write_bytes(data)
        with self.assertRaisesRegex(store.Refused, r"0001\.sample: its pipeline differs"):
            pack.pack(self.folder / "in", self.folder / "packed")

    def test_a_log_with_other_stages_is_an_error(self):
        (self.folder / "in/0007/compile_log.txt").write_text(halide_pipeline.LOG.replace("  Stage 1:\n", ""))
        with self.assertRaisesRegex(store.Refused, "has 2 stages and the samples have 3"):
            pack.pack(self.folder / "in", self.folder / "packed")

    def test_a_truncated_sample_is_an_error(self):
        for size in (5, 12, 1000):
            with self.subTest(size=size), self.assertRaises(ValueError):
                featurization, *_ = samples.decode_sample(bytes(size))
                samples.stage_features(featurization)

    def test_the_kept_lines_of_a_log_have_parameters_structure_and_cost(self):
        kept = samples.structure_of("Bound is affine: x\n" + halide_pipeline.LOG)
        self.assertEqual(kept, halide_pipeline.LOG.replace("Cost evaluated this many times: 12\n", ""))
        self.assertEqual((samples.best_cost(halide_pipeline.LOG), samples.evaluations(halide_pipeline.LOG)), (0.5, 12))
