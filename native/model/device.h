// Where networks are computed.
#pragma once

#include <c10/core/Device.h>

#include <string>

#include "shared/base/result.h"

namespace hlorank::model {

// "cpu", "cuda" or "cuda:1". Error: LibTorch has no such device here.
Result<c10::Device> deviceNamed(const std::string& name);

}  // namespace hlorank::model
