// Fuzz targets; corpus_test.cpp runs them as regression tests on the corpora in this folder.
#pragma once

#include <string>
#include <string_view>

namespace hlorank::test {

// Each function below parses arbitrary bytes as hlorank would, uses the result without a model, and aborts with a
// message if an invariant does not hold.

// Opens HLO modules and .npz archives. Invariants: printed HLO parses to a program with the same features; the costs of
// groups of instructions add up to the cost of the program.
void exercise(std::string_view bytes);

// Parses a model card (model.json). Invariant: writing the parsed card and parsing the result gives an equal card.
void exerciseCard(std::string_view bytes);

// Parses measured times: profile files and traces. Invariant: a formatted profile parses to the same times.
void exerciseProfile(std::string_view bytes);

// Parses saved layout configurations of a small program. Invariant: each layout is one that its tensor can have.
void exerciseSaved(std::string_view bytes);

// Parses tuning files of TpuGraphs and converts them to .npz archives. Invariant: the archives can be read.
void exerciseTuning(std::string_view bytes);

// Parses the arrays of a data set, from an .npz archive or from the compact encoding that decodeArchive reads.
void exerciseDataset(std::string_view bytes);

// Parses schedules of Halide and TVM, and weights of Halide's cost model. Invariant: features are finite, and edges
// connect existing stages.
void exerciseStages(std::string_view bytes);

// Opens a .prepared file after correcting its header and checksums. Native builds only.
void exerciseStore(std::string_view bytes);

// Parses the weights in a model.onnx. Native builds only.
void exerciseOnnx(std::string_view bytes);

// Aborts with the messages `what` and `detail` if `holds` is false.
void require(bool holds, const char* what, const std::string& detail);

}  // namespace hlorank::test
