// What is done with any bytes: the bodies of the fuzzers, and of the regression tests over the corpora beside them.
#pragma once

#include <string>
#include <string_view>

namespace hlorank::test {

// Each reads the bytes as the program would, follows what uses no model, and aborts with a message when something that
// must hold does not.

// HLO and arrays, as they are opened. What we print has to parse to a program of the same features.
void exercise(std::string_view bytes);

// model.json. A card that is read says the same when its text is read again.
void exerciseCard(std::string_view bytes);

// Configurations that were saved, for a small program. Choices are rows of the tables.
void exerciseSaved(std::string_view bytes);

// Tuning protos of TpuGraphs, up to the archives made of them. Those are read again.
void exerciseTuning(std::string_view bytes);

// Arrays of a data set, of an .npz or in the compact form of archiveOf.
void exerciseDataset(std::string_view bytes);

// A .prepared file, its header made right first. (Native only.)
void exerciseStore(std::string_view bytes);

// model.onnx. (Native only.)
void exerciseOnnx(std::string_view bytes);

// Aborts, saying what did not hold.
void require(bool holds, const char* what, const std::string& detail);

}  // namespace hlorank::test
