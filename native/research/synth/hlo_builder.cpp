#include "native/research/synth/hlo_builder.h"

#include <algorithm>
#include <cassert>

namespace hlorank::synth {

namespace {

std::string join(const Sizes& values, const char* between = ",") {
  std::string text;
  for (size_t i = 0; i < values.size(); ++i) text += (i > 0 ? between : "") + std::to_string(values[i]);
  return text;
}

std::string shape(const std::string& type, const Sizes& sizes) {
  std::string text = type + "[" + join(sizes) + "]";
  if (sizes.empty()) return text;
  text += "{";
  for (size_t d = sizes.size(); d-- > 0;) text += std::to_string(d) + (d > 0 ? "," : "");
  return text + "}";
}

std::string name(const Tensor& x) {
  return "v" + std::to_string(x.id);
}

std::string braced(const char* attribute, const Sizes& values) {
  return std::string(", ") + attribute + "={" + join(values) + "}";
}

std::string square(int64_t value) {
  return std::to_string(value) + "x" + std::to_string(value);
}

// HLO attribute of max pooling over windows of 2×2 pixels.
constexpr char kPoolWindow[] = ", window={size=1x2x2x1 stride=1x2x2x1}";

}  // namespace

int64_t elementsOf(const Sizes& sizes) {
  int64_t product = 1;
  for (int64_t size : sizes) product *= size;
  return product;
}

Tensor HloBuilder::emit(const std::string& type, const Sizes& sizes, const std::string& expression) {
  Tensor result{static_cast<int>(entry_.size()), type, sizes};
  entry_.push_back(name(result) + " = " + shape(type, sizes) + " " + expression);
  return result;
}

std::string HloBuilder::reducer(std::string_view operation, const std::string& type) {
  const std::string key = std::string(operation) + " " + type;
  if (std::find(reducers_.begin(), reducers_.end(), key) == reducers_.end()) reducers_.push_back(key);
  return std::string(operation) + "_" + type;
}

Tensor HloBuilder::parameter(const std::string& type, const Sizes& sizes) {
  return emit(type, sizes, "parameter(" + std::to_string(parameters_++) + ")");
}

Tensor HloBuilder::constant(const std::string& type, const std::string& value) {
  return emit(type, {}, "constant(" + value + ")");
}

Tensor HloBuilder::unary(std::string_view operation, const Tensor& x) {
  return emit(x.type, x.sizes, std::string(operation) + "(" + name(x) + ")");
}

Tensor HloBuilder::binary(std::string_view operation, const Tensor& x, const Tensor& y) {
  assert(x.sizes == y.sizes && x.type == y.type);
  return emit(x.type, x.sizes, std::string(operation) + "(" + name(x) + ", " + name(y) + ")");
}

Tensor HloBuilder::convert(const Tensor& x, const std::string& type) {
  return x.type == type ? x : emit(type, x.sizes, "convert(" + name(x) + ")");
}

Tensor HloBuilder::greater(const Tensor& x, const Tensor& y) {
  return emit("pred", x.sizes, "compare(" + name(x) + ", " + name(y) + "), direction=GT");
}

Tensor HloBuilder::select(const Tensor& condition, const Tensor& x, const Tensor& y) {
  return emit(x.type, x.sizes, "select(" + name(condition) + ", " + name(x) + ", " + name(y) + ")");
}

Tensor HloBuilder::broadcast(const Tensor& x, const Sizes& sizes, const Sizes& dimensions) {
  return emit(x.type, sizes, "broadcast(" + name(x) + ")" + braced("dimensions", dimensions));
}

Tensor HloBuilder::fill(const std::string& type, const std::string& value, const Sizes& sizes) {
  const Tensor scalar = constant(type, value);
  return sizes.empty() ? scalar : broadcast(scalar, sizes, {});
}

Tensor HloBuilder::reduce(std::string_view operation, const Tensor& x, const Sizes& dimensions) {
  const Tensor start = constant(x.type, operation == "add" ? "0" : "-inf");
  Sizes sizes;
  for (int64_t d = 0; d < x.rank(); ++d) {
    if (std::find(dimensions.begin(), dimensions.end(), d) == dimensions.end()) sizes.push_back(x.sizes[d]);
  }
  return emit(x.type, sizes,
              "reduce(" + name(x) + ", " + name(start) + ")" + braced("dimensions", dimensions) +
                  ", to_apply=" + reducer(operation, x.type));
}

Tensor HloBuilder::reshape(const Tensor& x, const Sizes& sizes) {
  assert(elementsOf(x.sizes) == elementsOf(sizes));
  return emit(x.type, sizes, "reshape(" + name(x) + ")");
}

Tensor HloBuilder::transpose(const Tensor& x, const Sizes& order) {
  Sizes sizes;
  for (int64_t d : order) sizes.push_back(x.sizes[d]);
  return emit(x.type, sizes, "transpose(" + name(x) + ")" + braced("dimensions", order));
}

Tensor HloBuilder::reverse(const Tensor& x, const Sizes& dimensions) {
  return emit(x.type, x.sizes, "reverse(" + name(x) + ")" + braced("dimensions", dimensions));
}

Tensor HloBuilder::concatenate(const Tensor& x, const Tensor& y, int64_t dimension) {
  Sizes sizes = x.sizes;
  sizes[dimension] += y.sizes[dimension];
  return emit(x.type, sizes, "concatenate(" + name(x) + ", " + name(y) + ")" + braced("dimensions", {dimension}));
}

Tensor HloBuilder::slice(const Tensor& x, int64_t dimension, int64_t from, int64_t to) {
  std::string ranges;
  Sizes sizes = x.sizes;
  sizes[dimension] = to - from;
  for (int64_t d = 0; d < x.rank(); ++d) {
    const bool cut = d == dimension;
    ranges += std::string(d > 0 ? "," : "") + "[" + std::to_string(cut ? from : 0) + ":" +
              std::to_string(cut ? to : x.sizes[d]) + "]";
  }
  return emit(x.type, sizes, "slice(" + name(x) + "), slice={" + ranges + "}");
}

Tensor HloBuilder::dot(const Tensor& x, const Tensor& y, int64_t xContracting, int64_t yContracting, int64_t batch) {
  assert(x.sizes[xContracting] == y.sizes[yContracting]);
  Sizes sizes(x.sizes.begin(), x.sizes.begin() + batch), leading;
  for (int64_t d = 0; d < batch; ++d) leading.push_back(d);
  for (int64_t d = batch; d < x.rank(); ++d) {
    if (d != xContracting) sizes.push_back(x.sizes[d]);
  }
  for (int64_t d = batch; d < y.rank(); ++d) {
    if (d != yContracting) sizes.push_back(y.sizes[d]);
  }
  std::string numbers = batch > 0 ? braced("lhs_batch_dims", leading) : "";
  numbers += braced("lhs_contracting_dims", {xContracting});
  if (batch > 0) numbers += braced("rhs_batch_dims", leading);
  numbers += braced("rhs_contracting_dims", {yContracting});
  return emit(x.type, sizes, "dot(" + name(x) + ", " + name(y) + ")" + numbers);
}

Tensor HloBuilder::convolution(const Tensor& x, const Tensor& kernel, const ConvolutionWindow& window,
                               const std::string& labels, const Sizes& sizes) {
  std::string text = "size=" + square(window.size);
  if (window.stride != 1) text += " stride=" + square(window.stride);
  if (window.low != 0 || window.high != 0) {
    const std::string padding = std::to_string(window.low) + "_" + std::to_string(window.high);
    text += " pad=" + padding + "x" + padding;
  }
  if (window.inputDilation != 1) text += " lhs_dilate=" + square(window.inputDilation);
  if (window.kernelDilation != 1) text += " rhs_dilate=" + square(window.kernelDilation);
  return emit(x.type, sizes,
              "convolution(" + name(x) + ", " + name(kernel) + "), window={" + text + "}, dim_labels=" + labels);
}

Tensor HloBuilder::maxPool(const Tensor& x) {
  const Tensor start = constant(x.type, "-inf");
  return emit(
      x.type, {x.sizes[0], x.sizes[1] / 2, x.sizes[2] / 2, x.sizes[3]},
      "reduce-window(" + name(x) + ", " + name(start) + ")" + kPoolWindow + ", to_apply=" + reducer("maximum", x.type));
}

Tensor HloBuilder::maxPoolGradient(const Tensor& x, const Tensor& gradient) {
  const Tensor start = constant(x.type, "0");
  return emit(x.type, x.sizes,
              "select-and-scatter(" + name(x) + ", " + name(gradient) + ", " + name(start) + ")" + kPoolWindow +
                  ", select=" + reducer("ge", x.type) + ", scatter=" + reducer("add", x.type));
}

Tensor HloBuilder::choose(const Tensor& condition, const Tensor& x, const Tensor& y) {
  branches_ = 4;
  return emit(x.type, {},
              "conditional(" + name(condition) + ", " + name(x) + ", " + name(y) +
                  "), true_computation=cond_true, false_computation=cond_false");
}

std::string HloBuilder::header(const std::string& module) const {
  std::string text = "HloModule " + module + "\n\n";
  for (const std::string& key : reducers_) {
    const std::string operation = key.substr(0, key.find(' ')), type = key.substr(key.find(' ') + 1);
    const bool compares = operation == "ge";
    const std::string body = compares ? "pred[] compare(a, b), direction=GE" : type + "[] " + operation + "(a, b)";
    text += operation + "_" + type + " {\n  a = " + type + "[] parameter(0)\n  b = " + type +
            "[] parameter(1)\n  ROOT r = " + body + "\n}\n\n";
  }
  if (branches_ > 0) {
    text += "cond_true {\n  a = f32[] parameter(0)\n  ROOT r = f32[] negate(a)\n}\n\n";
    text += "cond_false {\n  a = f32[] parameter(0)\n  ROOT r = f32[] copy(a)\n}\n\n";
  }
  return text + "ENTRY main {\n";
}

std::string HloBuilder::finishLast(const std::string& module) const {
  std::string text = header(module);
  for (size_t i = 0; i < entry_.size(); ++i) text += (i + 1 == entry_.size() ? "  ROOT " : "  ") + entry_[i] + "\n";
  return text + "}\n";
}

std::string HloBuilder::finish(const std::string& module, const std::vector<Tensor>& results) const {
  std::string text = header(module);
  for (const std::string& line : entry_) text += "  " + line + "\n";
  text += "  ROOT results = (";
  for (size_t i = 0; i < results.size(); ++i) text += (i > 0 ? ", " : "") + shape(results[i].type, results[i].sizes);
  text += ") tuple(";
  for (size_t i = 0; i < results.size(); ++i) text += (i > 0 ? ", " : "") + name(results[i]);
  return text + ")\n}\n";
}

}  // namespace hlorank::synth
