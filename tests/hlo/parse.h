// Helper that parses HLO text in tests.
#pragma once

#include <memory>
#include <string>

#include "shared/hlo/read.h"

namespace hlorank::hlo {

inline Result<Module> parse(std::string text, const Limits& limits = {}) {
  return parseText(std::make_shared<const std::string>(std::move(text)), limits);
}

}  // namespace hlorank::hlo
