// The bodies of the fuzzers; corpus_test.cpp runs them as regression tests over the corpora in this folder.
#pragma once

#include <string>
#include <string_view>

namespace hlorank::test {

// Each parses arbitrary bytes as the program would, uses the result without a model, and aborts with a message when an
// invariant does not hold.

// Opens HLO modules and .npz archives. Invariants: printed HLO parses to a program with the same features; the costs of
// groups of instructions add up to that of the program.
void exercise(std::string_view bytes);

// Parses a model card (model.json). Invariant: the text of a parsed card parses to an equal card.
void exerciseCard(std::string_view bytes);

// Parses measured times: profile files and traces. Invariant: a formatted profile parses to the same times.
void exerciseProfile(std::string_view bytes);

// Parses saved configurations of a small program. Invariant: each choice is a row of its slot in the layout table.
void exerciseSaved(std::string_view bytes);

// Parses TpuGraphs tuning files and converts them to archives. Invariant: the archives are readable.
void exerciseTuning(std::string_view bytes);

// Parses the arrays of a data set, from an .npz or from the compact encoding of decodeArchive.
void exerciseDataset(std::string_view bytes);

// Parses schedules of Halide and TVM and Halide's weights. Invariant: features are finite and edges join stages.
void exerciseStages(std::string_view bytes);

// Opens a .prepared file after fixing its header and checksums. Native builds only.
void exerciseStore(std::string_view bytes);

// Parses the parameters of a model.onnx. Native builds only.
void exerciseOnnx(std::string_view bytes);

// Aborts with `what` and `detail` unless `holds`.
void require(bool holds, const char* what, const std::string& detail);

}  // namespace hlorank::test
