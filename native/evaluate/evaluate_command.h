// `hlorank evaluate`.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

namespace hlorank::evaluate {

std::function<int()> addEvaluate(CLI::App& program);

}  // namespace hlorank::evaluate
