#include "shared/cost/cpu_convolution.h"

#include <algorithm>
#include <cmath>

#include "shared/cost/sizes.h"
#include "shared/cost/window.h"

namespace hlorank::cost {
namespace {

// FLOP/s in relation to the peak rate; measured on a core with a peak of 96 GFLOP/s. The first three are for each
// output feature of a group.
constexpr double kGrouped = .7 / 96;  // in groups, over at most two dimensions
constexpr double kSpatial = .3 / 96;  // over three dimensions or more
constexpr double kGeneric = .1 / 96;  // in groups or over three dimensions, and dilated: no library has code for them
constexpr double kReordered = 1.8 / 96;  // outside the entry computation, if the dimensions have another order

// Numbers of features that reach the peak rate. With fewer output features the rate falls in proportion, with fewer
// input features with the square root.
constexpr double kInputFeatures = 16, kOutputFeatures = 32;

// Whether the dimensions of a convolution have the order that the fast code needs, as in b01f_01io->b01f.
bool hasFastOrder(const hlo::Module& module, const hlo::ConvolutionDimensions& numbers) {
  const auto last = static_cast<int64_t>(numbers.inputSpatial.size) + 1;
  for (const auto& [range, first] :
       {std::pair(numbers.inputSpatial, 1), {numbers.outputSpatial, 1}, {numbers.kernelSpatial, 0}}) {
    int64_t expected = first;
    for (const int64_t dimension : module.integersOf(range))
      if (dimension != expected++) return false;
  }
  return numbers.inputBatch == 0 && numbers.outputBatch == 0 && numbers.inputFeature == last &&
         numbers.outputFeature == last && numbers.kernelInputFeature == last - 1 && numbers.kernelOutputFeature == last;
}

// By how much few features slow a convolution without groups over at most two dimensions down.
double slownessOfFewFeatures(double inputFeatures, double outputFeatures) {
  return std::sqrt(std::max(1., kInputFeatures / inputFeatures)) * std::max(1., kOutputFeatures / outputFeatures);
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
  const double inputFeatures = sizeOf(details->convolution.kernelInputFeature),
               features = sizeOf(details->convolution.kernelOutputFeature),
               batchGroups = static_cast<double>(std::max<int64_t>(1, details->batchGroupCount)),
               groups = std::max(batchGroups, static_cast<double>(details->featureGroupCount));
  const auto window = module.windowOf(convolution);
  bool hasHoles = false, isDilated = false;
  for (const hlo::WindowDimension& d : window) {
    hasHoles = hasHoles || d.baseDilation > 1;
    isDilated = isDilated || d.baseDilation > 1 || d.windowDilation > 1;
  }
  const bool isSpatial = window.size() > 2;
  // XLA:CPU has no groups of the batch. If each has one output feature, it computes all pairs of groups, else it makes
  // the groups one more spatial dimension with holes.
  const bool isMultiplied = batchGroups > 1 && features <= batchGroups && !isSpatial;
  double slowness = batchGroups * slownessOfFewFeatures(inputFeatures, features);
  if (!isMultiplied && (isSpatial || groups > 1)) {
    const double rate = isDilated || batchGroups > 1 ? kGeneric : isSpatial ? kSpatial : kGrouped;
    slowness = batchGroups / (rate * std::max(1., features / groups));
    // The positions in holes and in padding are computed as well.
    const double flops = countConvolutionFlops(module, convolution);
    if (hasHoles && flops > 0)
      slowness *= std::max(1., 2 * countElements(module, convolution.shape) * countWindowElements(module, convolution) *
                                   inputFeatures / flops);
  }
  if (!isInEntry && !hasFastOrder(module, details->convolution)) slowness = std::max(slowness, 1 / kReordered);
  return std::max(1., slowness);
}

}  // namespace hlorank::cost
