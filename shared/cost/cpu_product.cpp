#include "shared/cost/cpu_product.h"

#include <algorithm>
#include <cmath>

#include "shared/cost/sizes.h"
#include "shared/cost/window.h"

namespace hlorank::cost {
namespace {

// FLOP/s in relation to the peak rate; measured on a core with a peak of 96 GFLOP/s. The first three are for each
// output feature of a group.
constexpr double kGrouped = .7 / 96;     // in groups, over at most two dimensions
constexpr double kSpatial = .3 / 96;     // over three dimensions or more
constexpr double kGeneric = .1 / 96;     // one of these two, dilated: no library has code for it
constexpr double kReordered = 1.8 / 96;  // outside the entry computation, if the dimensions have another order

// A product takes 1 + lost / rows + lost / columns + lost / depth times as long as at the peak rate: `depth` products
// for each of rows × columns results.
constexpr double kLostByDot = 10, kLostByConvolution = 19;
// Number of input features below which a convolution slows down, with the square root of their number.
constexpr double kFewInputFeatures = 10;

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

double slownessOfSize(double lost, double rows, double columns, double depth) {
  return 1 + lost * (1 / std::max(1., rows) + 1 / std::max(1., columns) + 1 / std::max(1., depth));
}

double slownessOfDot(const hlo::Module& module, const hlo::Instruction& dot) {
  const auto operands = module.operandsOf(dot);
  if (operands.size() < 2) return 1;
  const auto elements = [&](size_t i) { return countElements(module, module.instructions[operands[i]].shape); };
  const auto sizes = module.dimensionsOf(module.instructions[operands[0]].shape);
  const auto product = [&](hlo::Range dimensions) {
    double size = 1;
    for (const int64_t d : module.integersOf(dimensions))
      if (d >= 0 && d < static_cast<int64_t>(sizes.size()))
        size *= static_cast<double>(std::max<int64_t>(1, sizes[static_cast<size_t>(d)]));
    return size;
  };
  const hlo::DotDimensions numbers = module.detailsOf(dot) ? module.detailsOf(dot)->dot : hlo::DotDimensions();
  const double depth = product(numbers.lhsContracting), ofEach = depth * product(numbers.lhsBatch);
  return slownessOfSize(kLostByDot, elements(0) / ofEach, elements(1) / ofEach, depth);
}

double slownessOfConvolution(const hlo::Module& module, const hlo::Instruction& convolution, bool isInEntry) {
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
  const bool computesAllPairs = batchGroups > 1 && features <= batchGroups && !isSpatial;
  const double windowElements = countWindowElements(module, convolution),
               positions = countElements(module, convolution.shape) / features * batchGroups;
  double slowness = batchGroups * std::sqrt(std::max(1., kFewInputFeatures / inputFeatures)) *
                    slownessOfSize(kLostByConvolution, positions, features, inputFeatures * windowElements);
  if (!computesAllPairs && (isSpatial || groups > 1)) {
    const double rate = isDilated || batchGroups > 1 ? kGeneric : isSpatial ? kSpatial : kGrouped;
    slowness = batchGroups / (rate * std::max(1., features / groups));
    // The positions in holes and in padding are computed as well.
    const double flops = hasHoles ? countConvolutionFlops(module, convolution) : 0;
    if (flops > 0)
      slowness *= std::max(1., 2 * countElements(module, convolution.shape) * windowElements * inputFeatures / flops);
  }
  if (!isInEntry && !hasFastOrder(module, details->convolution)) slowness = std::max(slowness, 1 / kReordered);
  return std::max(1., slowness);
}

}  // namespace

double slownessOnCpu(const hlo::Module& module, const hlo::Instruction& product, bool isInEntry) {
  return product.opcode == hlo::Opcode::kConvolution ? slownessOfConvolution(module, product, isInEntry)
                                                     : slownessOfDot(module, product);
}

}  // namespace hlorank::cost
