// Reads arrays of TpuGraphs' .npz files (a program and its configurations) and checks their shapes and values.
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

// Returns the array `name` of an archive. In `shape`, -1 matches any size. `meaning` describes the expected shape in
// the message of the error, for example "(edges, 2): consumer and producer of each edge". Errors: the archive has no
// such array, or it has another shape.
Result<const npz::Array*> getShaped(const npz::Archive& archive, std::string_view name,
                                    const std::vector<int64_t>& shape, const std::string& meaning);
// Reads the array `name` of integers, [count]; a `count` of -1 matches any size. Errors: as getShaped, and a value that
// is not an integer.
Result<std::vector<int64_t>> readIntegers(const npz::Archive& archive, std::string_view name, int64_t count,
                                          const std::string& meaning);
// Reads the array config_runtime, [count], in ns. Returns an empty list if the array is missing or all times are 0, as
// in test sets that hide them.
Result<std::vector<int64_t>> readRuntimes(const npz::Archive& archive, size_t count);

// Checks that every layout names only dimensions of its tensor, each at most once. Returns true or an Error, never
// false. The error names `array`, the layout and its tensor.
Result<bool> checkLayouts(const Configurations& configurations, const graph::Program& program, std::string_view array);

}  // namespace hlorank::configs
