// The network as an ONNX model, and its weights back from one.
#pragma once

#include <string>
#include <string_view>

#include "native/model/description.h"
#include "native/model/parameters.h"
#include "shared/base/result.h"

namespace hlorank::onnx {

// Bytes of an ONNX model: inputs are model::inputNames(description), outputs `rows` [R], with pairs `pairEntries`
// [P], where configurations join the graph `scores` [C], and crossed `asReferenceSet` [members, W]; initialisers have
// the names of the parameters. The size is that of the weights and some 10 KB.
std::string writeNetwork(const model::Description& description, const model::Parameters& parameters);

// The float initialisers of an ONNX file that are weights of a network (constants of the graph left out). Error when
// the bytes are no ONNX model or a tensor is stored in a way we do not write.
Result<model::Parameters> readParameters(std::string_view bytes);

}  // namespace hlorank::onnx
