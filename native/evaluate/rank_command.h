// `hlorank rank`.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

namespace hlorank::evaluate {

std::function<int()> addRank(CLI::App& program);

}  // namespace hlorank::evaluate
