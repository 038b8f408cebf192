// `hlorank export`.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

namespace hlorank::onnx {

std::function<int()> addExport(CLI::App& program);

}  // namespace hlorank::onnx
