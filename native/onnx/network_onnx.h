// Writes a network with its weights as an ONNX model, and reads the weights back from one.
#pragma once

#include <string>
#include <string_view>

#include "native/model/description.h"
#include "native/model/parameters.h"
#include "shared/base/result.h"

namespace hlorank::onnx {

// Returns the network as the bytes of an ONNX model. Inputs: model::inputNames(description). Outputs: the fields of
// model::NetworkOutputs that the network has, under their names (`pairs` as `pairEntries`). Initialisers have the names
// of the parameters. Size: that of the weights plus about 10 KB.
std::string writeNetwork(const model::Description& description, const model::Parameters& parameters);

// Reads the weights from the bytes of an ONNX model: all float initialisers except the constants of the graph. Error:
// the bytes are not an ONNX model that writeNetwork wrote.
Result<model::Parameters> readParameters(std::string_view bytes);

}  // namespace hlorank::onnx
