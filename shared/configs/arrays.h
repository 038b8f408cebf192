// Arrays of an .npz file, checked while they are read.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "shared/base/result.h"
#include "shared/configs/layout_space.h"
#include "shared/graph/program.h"
#include "shared/npz/npz.h"

namespace hlorank::configs {

// Returns the array `name` if it has the given shape, where -1 matches any size. Errors: no such array; another shape,
// which the message compares with `meaning`, "(edges, 2): consumer and producer of each edge".
Result<const npz::Array*> getShaped(const npz::Archive& archive, std::string_view name,
                                    const std::vector<int64_t>& shape, const std::string& meaning);
// The same for an array of whole numbers, [count].
Result<std::vector<int64_t>> readIntegers(const npz::Archive& archive, std::string_view name, int64_t count,
                                          const std::string& meaning);
// Reads config_runtime, [count] ns; empty if the array is missing or all times are 0 (hidden).
Result<std::vector<int64_t>> readRuntimes(const npz::Archive& archive, size_t count);

// Checks that every layout names only dimensions of its tensor, each at most once. The bool is always true. The Error
// names `array`, the layout and its tensor.
Result<bool> checkLayouts(const Configurations& configurations, const graph::Program& program, std::string_view array);

}  // namespace hlorank::configs
