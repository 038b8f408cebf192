// Writes a network with its weights as an ONNX model; shared/model/weights.h reads the weights back.
#pragma once

#include <string>

#include "native/model/description.h"
#include "native/model/parameters.h"

namespace hlorank::onnx {

// Returns the network as the bytes of an ONNX model. Its inputs have the names of model::inputNames(description). Its
// outputs have the names of those fields of model::NetworkOutputs that the network has, except `pairEntries` for
// `pairs` and `stageTimes` for `times`. Initialisers have the names of the parameters. Size: that of the weights plus
// about 10 KB.
std::string writeNetwork(const model::Description& description, const model::Parameters& parameters);

}  // namespace hlorank::onnx
