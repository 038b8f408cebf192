"""Tests the translation of layout configurations from a program before XLA's layout assignment to the same program before
any optimisation."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import numpy as np

sys.path.insert(0, "scripts")
from comparison import data
from comparison.compare_raw import folds_of
from comparison.counterparts import translate
from comparison.slots import configurables

# RAW is a program before optimisation; LATER is the same program before layout assignment. XLA has turned the dot over
# two dimensions into a product of two matrices: it transposed the first operand and merged dimensions of the second
# operand and the output. It has inlined the computation that contains the convolution, and removed and inserted
# reshapes.
RAW = """HloModule raw

%called {
  %image = f32[2,8,8,3] parameter(0)
  %kernel = f32[3,3,3,5] parameter(1)
  ROOT %conv.9 = f32[2,8,8,5] convolution(%image, %kernel), window={size=3x3 pad=1_1x1_1}, dim_labels=b01f_01io->b01f, \
metadata={op_name="conv"}
}

ENTRY %main {
  %a = f32[4,6,10] parameter(0)
  %b = f32[4,6,7,9] parameter(1)
  %image = f32[2,8,8,3] parameter(2)
  %kernel = f32[3,3,3,5] parameter(3)
  %dot.1 = f32[10,7,9] dot(%a, %b), lhs_contracting_dims={0,1}, rhs_contracting_dims={0,1}, metadata={op_name="x/dot"}
  %call = f32[2,8,8,5] call(%image, %kernel), to_apply=%called
  %there = f32[70,9] reshape(%dot.1), metadata={op_name="x/there"}
  ROOT %all = (f32[70,9], f32[2,8,8,5]) tuple(%there, %call)
}
"""
LATER = """HloModule later

ENTRY %main.1 {
  %a = f32[4,6,10] parameter(0)
  %b = f32[4,6,7,9] parameter(1)
  %image = f32[2,8,8,3] parameter(2)
  %kernel = f32[3,3,3,5] parameter(3)
  %turned = f32[10,4,6] transpose(%a), dimensions={2,0,1}
  %left = f32[10,24] reshape(%turned)
  %right = f32[24,63] reshape(%b)
  %dot = f32[10,63] dot(%left, %right), lhs_contracting_dims={1}, rhs_contracting_dims={0}, metadata={op_name="x/dot"}
  %convolution = f32[2,8,8,5] convolution(%image, %kernel), window={size=3x3 pad=1_1x1_1}, dim_labels=b01f_01io->b01f, \
metadata={op_name="x/call/conv"}
  %split = f32[70,9] reshape(%dot)
  ROOT %all = (f32[70,9], f32[2,8,8,5]) tuple(%split, %convolution)
}
"""
MATRIX = [1, 0]


def layouts(*tensors):
    return [d for order in (*tensors, *[[]] * (3 - len(tensors))) for d in order + [-1] * (6 - len(order))]


class CounterpartsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.raw, cls.later = (Path(cls.folder.name) / f"{name}.hlo" for name in ("raw", "later"))
        cls.raw.write_text(RAW)
        cls.later.write_text(LATER)
        cls.nodes = [node for node in configurables(cls.later) if node.opcode != "reshape"]
        cls.measured = {
            "config_layouts": np.array(
                [
                    [layouts(MATRIX, MATRIX, MATRIX), layouts([3, 2, 1, 0], [3, 2, 1, 0], [3, 2, 1, 0])],
                    [layouts([0, 1], [0, 1], [0, 1]), layouts([0, 3, 2, 1], [3, 2, 1, 0], [3, 2, 1, 0])],
                ],
                np.int8,
            ),
            "node_config_comps": np.array([node.computation for node in cls.nodes], "S"),
            "node_config_names": np.array([node.name for node in cls.nodes], "S"),
            "config_runtime": np.array([10, 12]),
            "kind": np.array([b"default", b"sparse"]),
        }
        cls.translation = translate(cls.measured, cls.later, cls.raw)
        cls.rows = {
            (name.decode(), t): [list(row[n, t]) for row in cls.translation.arrays["config_layouts"].reshape(2, -1, 3, 6)]
            for n, name in enumerate(cls.translation.arrays["node_config_names"])
            for t in range(3)
        }

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def test_merged_dimensions_are_split_again(self):
        self.assertEqual(self.rows["dot.1", 0], [[2, 1, 0, -1, -1, -1]] + [[0, 2, 1, -1, -1, -1]])
        self.assertEqual(self.rows["dot.1", 2], [[3, 2, 1, 0, -1, -1]] + [[1, 0, 3, 2, -1, -1]])

    def test_a_transposed_operand_has_no_counterpart(self):
        self.assertEqual(self.rows["dot.1", 1], [[2, 1, 0, -1, -1, -1]] * 2)

    def test_an_inlined_convolution_is_found_by_the_last_component_of_its_op_name(self):
        self.assertEqual(self.rows["conv.9", 0][1], [0, 3, 2, 1, -1, -1])

    def test_removed_slots_keep_their_program_layout_and_are_counted(self):
        self.assertEqual(self.rows["there", 0], [[1, 0, -1, -1, -1, -1]] * 2)
        self.assertEqual((self.translation.slots, self.translation.matched, self.translation.other), (6, 5, 8))

    def test_times_and_kinds_are_unchanged(self):
        self.assertEqual(list(self.translation.arrays["config_runtime"]), [10, 12])
        self.assertEqual(list(self.translation.arrays["kind"]), [b"default", b"sparse"])

    def test_slots_without_a_counterpart_have_the_layout_of_row_0_in_the_common_form(self):
        common = self.translation.common["config_layouts"].reshape(2, 2, 3, 6)
        self.assertEqual(list(common[1, 0, 1]), list(common[0, 0, 1]))
        self.assertEqual(list(common[1, 0, 0])[:2], [0, 1])

    def test_hlorank_reads_the_translation(self):
        folder = Path(self.folder.name) / "translated"
        folder.mkdir()
        np.savez(folder / "x_dot.npz", **self.translation.arrays)
        (folder / "x_dot.hlo").write_text(RAW)
        command = [data.HLORANK, "evaluate", "analytical", str(folder)]
        self.assertIn("x_dot", subprocess.run(command, check=True, capture_output=True, text=True).stdout)

    def test_operands_of_an_exchanged_dot_are_found(self):
        program = """HloModule exchanged

ENTRY %main {{
  %p = f32[3,5] parameter(0)
  %q = f32[5,7] parameter(1)
  {}
}}
"""
        raw, later = (Path(self.folder.name) / f"{name}.hlo" for name in ("straight", "exchanged"))
        raw.write_text(
            program.format("ROOT %d = f32[3,7] dot(%p, %q), lhs_contracting_dims={1}, rhs_contracting_dims={0}")
        )
        later.write_text(
            program.format("ROOT %e = f32[7,3] dot(%q, %p), lhs_contracting_dims={0}, rhs_contracting_dims={1}")
        )
        measured = {
            "config_layouts": np.array([[layouts(MATRIX, MATRIX, MATRIX)], [layouts([0, 1], MATRIX, [0, 1])]], np.int8),
            "node_config_comps": np.array([b"main"]),
            "node_config_names": np.array([b"e"]),
        }
        translation = translate(measured, later, raw)
        self.assertEqual((translation.slots, translation.matched), (3, 2))
        self.assertEqual(list(translation.arrays["config_layouts"][1, 0]), layouts(MATRIX, [0, 1], MATRIX))

    def test_folds_equal_those_of_hlorank(self):
        names = {"a_1": "a", "a_2": "a", "b_1": "b", "c_1": "c", "c_2": "c", "c_3": "c"}
        self.assertEqual(folds_of(names, 2), {"c_1": 0, "c_2": 0, "c_3": 0, "a_1": 1, "a_2": 1, "b_1": 1})


if __name__ == "__main__":
    unittest.main()
