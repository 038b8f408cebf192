#include "shared/cost/cpu_convolution.h"

#include <algorithm>
#include <cmath>

#include "shared/cost/sizes.h"
#include "shared/cost/window.h"

namespace hlorank::cost {
namespace {

// FLOP/s per output feature of a group, in relation to the peak rate; measured on a core with a peak of 96 GFLOP/s.
constexpr double kGrouped = .7 / 96;  // in groups, over at most two dimensions
constexpr double kSpatial = .3 / 96;  // over three dimensions or more
constexpr double kGeneric = .1 / 96;  // either of them, dilated, for which no library has code

constexpr double kReordered = 1.8 / 96;  // FLOP/s in relation to the peak rate if the dimensions have another order

// Numbers of features that reach the peak rate. With fewer output features the rate falls in proportion, with fewer
// input features with the square root.
constexpr double kInputFeatures = 16, kOutputFeatures = 32;

// Whether the dimensions of a convolution have the order that the fast code needs: batch first and features last, and
// in the kernel input and output features last.
bool hasFastOrder(const hlo::ConvolutionDimensions& numbers) {
  const auto last = static_cast<int64_t>(numbers.inputSpatial.size) + 1;
  return numbers.inputBatch == 0 && numbers.outputBatch == 0 && numbers.inputFeature == last &&
         numbers.outputFeature == last && numbers.kernelInputFeature == last - 1 && numbers.kernelOutputFeature == last;
}

}  // namespace

double slownessOnCpu(const hlo::Module& module, const hlo::Instruction& convolution, bool isInEntry) {
  const hlo::Details* details = module.detailsOf(convolution);
  const auto operands = module.operandsOf(convolution);
  if (!details || !details->hasConvolution || operands.size() < 2) return 1;
  const auto kernel = module.dimensionsOf(module.instructions[operands[1]].shape);
  const auto sizeOf = [&](int64_t dimension) {
    return dimension >= 0 && dimension < static_cast<int64_t>(kernel.size())
               ? static_cast<double>(std::max<int64_t>(1, kernel[static_cast<size_t>(dimension)]))
               : 1;
  };
  if (!isInEntry && !hasFastOrder(details->convolution)) return 1 / kReordered;
  const double features = sizeOf(details->convolution.kernelOutputFeature);
  const double batchGroups = static_cast<double>(std::max<int64_t>(1, details->batchGroupCount));
  const double featureGroups = static_cast<double>(std::max<int64_t>(1, details->featureGroupCount));
  // XLA:CPU rewrites groups of the batch. If each has one output feature, it computes all pairs of groups, else it
  // makes them one more spatial dimension with holes.
  if (batchGroups > 1 && features <= batchGroups) return batchGroups;

  const auto window = module.windowOf(convolution);
  const auto isDilated = [](const hlo::WindowDimension& d) { return d.baseDilation > 1 || d.windowDilation > 1; };
  const bool isSpatial = window.size() > 2, isGeneric = std::any_of(window.begin(), window.end(), isDilated);
  if (!isSpatial && featureGroups == 1 && batchGroups == 1)
    return std::sqrt(std::max(1., kInputFeatures / sizeOf(details->convolution.kernelInputFeature))) *
           std::max(1., kOutputFeatures / features);
  const double rate = isGeneric || batchGroups > 1 ? kGeneric : isSpatial ? kSpatial : kGrouped;
  const double groups = std::max(featureGroups, batchGroups);
  // The holes are computed as well.
  const double flops = countConvolutionFlops(module, convolution);
  const double computed = 2 * countElements(module, convolution.shape) * countWindowElements(module, convolution) *
                          sizeOf(details->convolution.kernelInputFeature);
  const double holes = isGeneric && flops > 0 ? std::max(1., computed / flops) : batchGroups;
  return std::max(1., holes / (rate * std::max(1., features / groups)));
}

}  // namespace hlorank::cost
