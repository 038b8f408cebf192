// `hlorank publish`.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

namespace hlorank::onnx {

std::function<int()> addPublish(CLI::App& program);

}  // namespace hlorank::onnx
