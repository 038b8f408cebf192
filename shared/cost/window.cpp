#include "shared/cost/window.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "shared/cost/sizes.h"

namespace hlorank::cost {

using hlo::Details;
using hlo::Instruction;
using hlo::Module;
using hlo::WindowDimension;

namespace {

constexpr int64_t kMostEvaluated = 16'384;
// Limit of sizes, strides and paddings, so that no product overflows. Larger values are clamped to the limit.
constexpr int64_t kLargest = int64_t{1} << 40;
constexpr int64_t kLargestDilation = int64_t{1} << 30;
constexpr double kFarthest = 4e18;  // limit of positions; larger positions are clamped to it

int64_t limited(int64_t value) {
  return std::clamp(value, -kLargest, kLargest);
}

int64_t divideFloor(int64_t a, int64_t b) {
  return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

// Returns the smallest x ≥ 0 with step · x ≡ target (mod modulus). step and modulus must be coprime. O(log modulus).
int64_t solveCongruence(int64_t step, int64_t target, int64_t modulus) {
  int64_t a = step % modulus, b = modulus, x = 1, y = 0;
  while (b != 0) {
    const int64_t quotient = a / b;
    a -= quotient * b;
    std::swap(a, b);
    x -= quotient * y;
    std::swap(x, y);
  }
  const int64_t inverse = (x % modulus + modulus) % modulus;
  const int64_t rest = (target % modulus + modulus) % modulus;
  return inverse * rest % modulus;
}

// Counts the integers x in [0, count) for which offset + x·step lies in [0, last] and is divisible by `dilation`.
double countHits(int64_t offset, int64_t step, int64_t count, int64_t last, int64_t dilation) {
  if (step <= 0) {  // malformed (step < 0), or x does not change the position (step = 0)
    return step == 0 && offset >= 0 && offset <= last && offset % dilation == 0 ? static_cast<double>(count) : 0;
  }
  const int64_t low = std::max<int64_t>(0, -divideFloor(offset, step));  // smallest x with offset + x·step ≥ 0
  const int64_t high = std::min(count - 1, divideFloor(last - offset, step));
  if (low > high) return 0;
  const int64_t common = std::gcd(step, dilation);
  if (offset % common != 0) return 0;
  const int64_t period = dilation / common;
  if (period == 1) return static_cast<double>(high - low + 1);
  const int64_t first = solveCongruence(step / common, -(offset / common), period);
  const int64_t from = first + period * std::max<int64_t>(0, -divideFloor(first - low, period));
  const int64_t more = (high - from) / period;
  return from > high ? 0 : static_cast<double>(more + 1);
}

}  // namespace

double countValidPositions(const SpatialDimension& dimension) {
  const int64_t input = limited(dimension.input),
                dilation = std::clamp<int64_t>(dimension.window.baseDilation, 1, kLargestDilation);
  if (input <= 0 || dimension.kernel <= 0 || dimension.output <= 0) return 0;
  // An output position and a kernel position read the input position (output · stride + kernel · window dilation −
  // padding) / base dilation.
  int64_t counts[] = {limited(dimension.output), limited(dimension.kernel)};
  int64_t steps[] = {limited(dimension.window.stride), limited(dimension.window.windowDilation)};
  if (counts[1] > counts[0]) std::swap(counts[0], counts[1]), std::swap(steps[0], steps[1]);
  const double last = std::min((static_cast<double>(input) - 1) * static_cast<double>(dilation), kFarthest);
  const int64_t evaluated = std::min(counts[1], kMostEvaluated);
  double valid = 0;
  for (int64_t i = 0; i < evaluated; ++i) {
    const double position = evaluated == counts[1]
                                ? static_cast<double>(i)
                                : std::floor((static_cast<double>(i) + .5) * static_cast<double>(counts[1]) /
                                             static_cast<double>(evaluated));
    const double offset =
        position * static_cast<double>(steps[1]) - static_cast<double>(limited(dimension.window.paddingLow));
    valid += countHits(static_cast<int64_t>(std::clamp(offset, -kFarthest, kFarthest)), steps[0], counts[0],
                       static_cast<int64_t>(last), dilation);
  }
  return valid * static_cast<double>(counts[1]) / static_cast<double>(evaluated);
}

double countConvolutionFlops(const Module& module, const Instruction& instruction, const ConvolutionShapes& shapes) {
  const Details* details = module.detailsOf(instruction);
  if (!details || !details->hasConvolution) return 0;
  const hlo::ConvolutionDimensions& numbers = details->convolution;
  const auto inputs = module.integersOf(numbers.inputSpatial), kernels = module.integersOf(numbers.kernelSpatial),
             outputs = module.integersOf(numbers.outputSpatial);
  double positions = 1;
  const auto window = module.windowOf(instruction);
  for (size_t i = 0; i < window.size(); ++i) {
    if (i >= inputs.size() || i >= kernels.size() || i >= outputs.size()) return 0;
    SpatialDimension dimension = {.window = window[i]};
    dimension.input = static_cast<int64_t>(sizeAt(module, shapes.input, inputs[i]));
    dimension.kernel = static_cast<int64_t>(sizeAt(module, shapes.kernel, kernels[i]));
    dimension.output = static_cast<int64_t>(sizeAt(module, shapes.output, outputs[i]));
    positions *= countValidPositions(dimension);
  }
  const auto groups = [](int64_t count) { return static_cast<double>(std::max<int64_t>(1, count)); };
  const double inputFeatures =
      std::floor(sizeAt(module, shapes.input, numbers.inputFeature) / groups(details->featureGroupCount));
  const double batch = std::floor(sizeAt(module, shapes.input, numbers.inputBatch) / groups(details->batchGroupCount));
  return 2 * inputFeatures * sizeAt(module, shapes.output, numbers.outputFeature) * batch * positions;
}

double countConvolutionFlops(const Module& module, const Instruction& convolution) {
  const auto operands = module.operandsOf(convolution);
  if (operands.size() < 2) return 0;
  return countConvolutionFlops(
      module, convolution,
      {module.instructions[operands[0]].shape, module.instructions[operands[1]].shape, convolution.shape});
}

double countWindowElements(const Module& module, const Instruction& instruction) {
  double elements = 1;
  for (const WindowDimension& dimension : module.windowOf(instruction)) elements *= static_cast<double>(dimension.size);
  return std::min(kLargestCount, elements);
}

double countWindowReductions(const Module& module, const Instruction& reduceWindow) {
  const double outputs = countFirstArray(module, reduceWindow.shape);
  const auto window = module.windowOf(reduceWindow);
  const bool isArray = module.shapes[reduceWindow.shape].type != hlo::PrimitiveType::kTuple;
  size_t reduced = 0, padded = 0, full = SIZE_MAX;
  for (size_t i = 0; i < window.size(); ++i) {
    const WindowDimension& d = window[i];
    reduced += d.size != 1;
    padded += d.paddingLow != 0 || d.paddingHigh != 0;
    const bool spans = d.size != 1 && d.paddingLow != 0 && d.paddingLow == d.paddingHigh && d.paddingLow < kLargest &&
                       d.size == 2 * d.paddingLow + 1;
    if (spans && full == SIZE_MAX) full = i;
  }
  if (isArray && reduced == 1 && padded == 1 && full != SIZE_MAX) {
    const double size = sizeAt(module, reduceWindow.shape, static_cast<int64_t>(full));
    if (size > 0 && static_cast<double>(window[full].paddingLow) == size - 1)
      return std::floor(outputs / size) + size - 1;
  }
  return (countWindowElements(module, reduceWindow) - 1) * outputs;
}

double countScanReductions(const Module& module, const Instruction& reduceWindow) {
  constexpr double kBlock = 16;  // elements that XLA:CPU scans by a window
  constexpr double kOther = std::numeric_limits<double>::infinity();
  const auto leaves = listLeaves(module, reduceWindow.shape, 64);
  const auto window = module.windowOf(reduceWindow);
  if (leaves.empty() || window.size() != module.dimensionsOf(leaves[0]).size()) return kOther;
  size_t scanned = 0;
  for (size_t i = 0; i < window.size(); ++i) {
    const WindowDimension& d = window[i];
    if (d.stride != 1 || d.windowDilation != 1 || d.baseDilation != 1) return kOther;
    if (d.size == 1 && d.paddingLow == 0 && d.paddingHigh == 0) continue;
    const bool isWhole = static_cast<double>(d.size) == sizeAt(module, leaves[0], static_cast<int64_t>(i));
    const auto [least, most] = std::minmax(d.paddingLow, d.paddingHigh);
    if (!isWhole || least != 0 || most != d.size - 1) return kOther;
    ++scanned;
  }
  // Of each element, a block takes kBlock − 1 applications, the blocks of blocks a kBlock-th of that, and so on.
  return scanned == 1 ? countElements(module, leaves[0]) * (kBlock + 1) : kOther;
}

}  // namespace hlorank::cost
