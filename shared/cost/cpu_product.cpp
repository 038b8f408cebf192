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
  const hlo::ShapeId left = module.instructions[operands[0]].shape, right = module.instructions[operands[1]].shape;
  const hlo::DotDimensions numbers = module.detailsOf(dot) ? module.detailsOf(dot)->dot : hlo::DotDimensions();
  const double depth = multiplySizes(module, left, module.integersOf(numbers.lhsContracting)),
               ofEach = std::max(1., depth * multiplySizes(module, left, module.integersOf(numbers.lhsBatch)));
  return slownessOfSize(kLostByDot, countElements(module, left) / ofEach, countElements(module, right) / ofEach, depth);
}

double slownessOfConvolution(const hlo::Module& module, const hlo::Instruction& convolution, bool isInEntry) {
  const hlo::Details* details = module.detailsOf(convolution);
  const auto operands = module.operandsOf(convolution);
  if (!details || !details->hasConvolution || operands.size() < 2) return 1;
  const hlo::ShapeId kernel = module.instructions[operands[1]].shape;
  const hlo::ConvolutionDimensions& numbers = details->convolution;
  const double inputFeatures = std::max(1., sizeAt(module, kernel, numbers.kernelInputFeature)),
               features = std::max(1., sizeAt(module, kernel, numbers.kernelOutputFeature)),
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
  if (!isInEntry && !hasFastOrder(module, numbers)) slowness = std::max(slowness, 1 / kReordered);
  return std::max(1., slowness);
}

}  // namespace

double slownessOnCpu(const hlo::Module& module, const hlo::Instruction& product, bool isInEntry) {
  return product.opcode == hlo::Opcode::kConvolution ? slownessOfConvolution(module, product, isInEntry)
                                                     : slownessOfDot(module, product);
}

}  // namespace hlorank::cost
