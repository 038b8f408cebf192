// `hlorank submit`.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

namespace hlorank::evaluate {

std::function<int()> addSubmit(CLI::App& program);

}  // namespace hlorank::evaluate
