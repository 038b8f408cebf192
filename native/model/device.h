// Parses the names of compute devices: "cpu", "cuda", "cuda:1".
#pragma once

#include <c10/core/Device.h>

#include <string>

#include "shared/base/result.h"

namespace hlorank::model {

// Parses "cpu", "cuda" (the first GPU) or "cuda:N" (the GPU with index N, from 0). Error: the name has another form, or
// LibTorch finds no such GPU.
Result<c10::Device> parseDevice(const std::string& name);

}  // namespace hlorank::model
