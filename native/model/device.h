// Parsing of device names.
#pragma once

#include <c10/core/Device.h>

#include <string>

#include "shared/base/result.h"

namespace hlorank::model {

// Parses "cpu", "cuda" or "cuda:1". Error: the name is unknown, or LibTorch finds no such device.
Result<c10::Device> parseDevice(const std::string& name);

}  // namespace hlorank::model
