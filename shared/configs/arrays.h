// Reads arrays from TpuGraphs' .npz files (a program and its configurations) and checks their shapes and values.
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

// Returns the array `name` of an archive. Returns an Error if the archive has no such array or if the array's shape
// differs from `shape`, in which -1 matches any size. `meaning` describes the expected shape in the error, for example
// "(edges, 2): consumer and producer of each edge".
Result<const npz::Array*> getShaped(const npz::Archive& archive, std::string_view name,
                                    const std::vector<int64_t>& shape, const std::string& meaning);
// Reads the array `name` as integers, [count]. A `count` of -1 matches any size. Errors: the array is missing, has
// another shape, or contains a value that is not an integer.
Result<std::vector<int64_t>> readIntegers(const npz::Archive& archive, std::string_view name, int64_t count,
                                          const std::string& meaning);
// Reads config_runtime, the run times in ns of all configurations of a program, [count]. Returns an empty list if the
// array is missing or all times are 0. Test sets write 0 to hide the times.
Result<std::vector<int64_t>> readRuntimes(const npz::Archive& archive, size_t count);

// Checks that every layout names only dimensions that its tensor has, and names each at most once. Returns true or an
// Error, never false. The error names the npz array `array`, the layout and the tensor.
Result<bool> checkLayouts(const Configurations& configurations, const graph::Program& program, std::string_view array);

}  // namespace hlorank::configs
