// Conversion of the network to an ONNX model, and of an ONNX model to weights.
#pragma once

#include <string>
#include <string_view>

#include "native/model/description.h"
#include "native/model/parameters.h"
#include "shared/base/result.h"

namespace hlorank::onnx {

// Serialises the network. Inputs: model::inputNames(description). Outputs, if the network has them: `rows` [R],
// `pairEntries` [P], `members` [R, members], `scores` [C], `asReferenceSet` [members, W]. Initialisers have the names
// of the parameters. Size: that of the weights plus about 10 KB.
std::string writeNetwork(const model::Description& description, const model::Parameters& parameters);

// Reads the weights from an ONNX file: all float initialisers except the constants of the graph. Error: the bytes are
// not an ONNX model, or a tensor is stored in another form than writeNetwork uses.
Result<model::Parameters> readParameters(std::string_view bytes);

}  // namespace hlorank::onnx
