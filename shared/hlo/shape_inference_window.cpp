// Shape inference of convolution, reduce-window, select-and-scatter and pad.

#include <algorithm>

#include "shared/hlo/parse_shape.h"
#include "shared/hlo/shape_inference_rules.h"

namespace hlorank::hlo::inference {
namespace {

// Sets `out` to the size of a dimension after dilation by `dilation`, which inserts `dilation` - 1 holes between
// neighbours. Returns false on overflow.
bool dilate(int64_t size, int64_t dilation, int64_t& out) {
  if (size == 0) return out = 0, true;
  return multiplySizes(size - 1, dilation, out) && addSizes(out, 1, out);
}

// Sets `out` to the number of window positions along a dimension of `size` elements. Returns false on overflow.
bool countWindowPositions(int64_t size, const WindowDimension& w, int64_t& out) {
  int64_t base, window;
  if (!dilate(size, w.baseDilation, base) || !addSizes(base, w.paddingLow, base) ||
      !addSizes(base, w.paddingHigh, base) || !dilate(w.size, w.windowDilation, window)) {
    return false;
  }
  out = base <= 0 || window > base ? 0 : (base - window) / w.stride + 1;
  return true;
}

// Appends to `out` the number of window positions along each dimension of `array`. Fails if the window is invalid.
bool slideWindow(Context& c, const Array& array, std::span<const WindowDimension> window, Array& out) {
  if (window.size() != array.rank()) {
    c.fail("the window has " + std::to_string(window.size()) + " dimensions, but must have " +
           std::to_string(array.rank()));
    return false;
  }
  for (size_t i = 0; i < window.size(); ++i) {
    const WindowDimension& w = window[i];
    if (w.size <= 0 || w.stride <= 0 || w.baseDilation <= 0 || w.windowDilation <= 0) {
      c.fail("sizes, strides and dilations of a window must be positive");
      return false;
    }
    int64_t places = kUnboundedDimension;
    if (array.sizes[i] != kUnboundedDimension && !countWindowPositions(array.sizes[i], w, places)) {
      c.fail("the size of the result in dimension " + std::to_string(i) + " does not fit 64 bits");
      return false;
    }
    out.append(places, array.dynamic[i]);
  }
  return true;
}

// Whether the dimension numbers `a`, `b` (batch and feature) and `spatial` together name every dimension of an array of
// rank `rank` exactly once.
bool coversRank(int64_t a, int64_t b, std::span<const int64_t> spatial, size_t rank) {
  std::vector<int64_t> all(spatial.begin(), spatial.end());
  all.insert(all.end(), {a, b});
  return isPermutation(all, rank);
}

bool checkFeatures(Context& c, int64_t batch, int64_t features, int64_t kernelInput, int64_t kernelOutput,
                   int64_t featureGroups, int64_t batchGroups) {
  const auto isMultiple = [](int64_t size, int64_t of) { return size == kUnboundedDimension || size % of == 0; };
  if (featureGroups <= 0 || batchGroups <= 0 || (featureGroups > 1 && batchGroups > 1)) {
    c.fail("feature_group_count and batch_group_count must be positive, and one of them 1");
    return false;
  }
  const bool known = features != kUnboundedDimension && kernelInput != kUnboundedDimension;
  if (!isMultiple(features, featureGroups) || (known && features / featureGroups != kernelInput)) {
    c.fail("the input has " + std::to_string(features) + " features in " + std::to_string(featureGroups) +
           " groups, but the kernel takes " + std::to_string(kernelInput) + " per group");
    return false;
  }
  if (!isMultiple(kernelOutput, featureGroups) || !isMultiple(kernelOutput, batchGroups) ||
      !isMultiple(batch, batchGroups)) {
    c.fail("the output features and the batch of a grouped convolution must be multiples of the group count");
    return false;
  }
  return true;
}

}  // namespace

ShapeId inferConvolution(Context& c) {
  Array input, kernel;
  if (!c.array(0, input) || !c.array(1, kernel)) return kNone;
  const Details* details = c.module.detailsOf(c.instruction);
  if (details == nullptr || !details->hasConvolution) return c.fail("'convolution' needs dim_labels");
  const ConvolutionDimensions& n = details->convolution;
  const size_t rank = n.inputSpatial.size + 2;
  const auto inputSpatial = c.module.integersOf(n.inputSpatial);
  const auto kernelSpatial = c.module.integersOf(n.kernelSpatial);
  const auto outputSpatial = c.module.integersOf(n.outputSpatial);
  if (input.rank() != rank || kernel.rank() != rank) {
    return c.fail("dim_labels names " + std::to_string(rank) + " dimensions, but the operands are " +
                  c.describe(c.operand(0)) + " and " + c.describe(c.operand(1)));
  }
  if (!coversRank(n.inputBatch, n.inputFeature, inputSpatial, rank) ||
      !coversRank(n.kernelInputFeature, n.kernelOutputFeature, kernelSpatial, rank) ||
      !coversRank(n.outputBatch, n.outputFeature, outputSpatial, rank)) {
    return c.fail("dim_labels must name every dimension of input, kernel and output once");
  }
  const auto at = [](auto& list, int64_t i) -> decltype(auto) { return list[static_cast<size_t>(i)]; };
  const int64_t batch = at(input.sizes, n.inputBatch);
  const int64_t outputFeatures = at(kernel.sizes, n.kernelOutputFeature);
  const int64_t featureGroups = std::max<int64_t>(details->featureGroupCount, 1);
  const int64_t batchGroups = std::max<int64_t>(details->batchGroupCount, 1);
  if (!checkFeatures(c, batch, at(input.sizes, n.inputFeature), at(kernel.sizes, n.kernelInputFeature), outputFeatures,
                     featureGroups, batchGroups)) {
    return kNone;
  }

  Array base, places;
  for (int64_t i : inputSpatial) base.append(at(input.sizes, i), false);
  if (!slideWindow(c, base, c.module.windowOf(c.instruction), places)) return kNone;
  for (size_t i = 0; i < kernelSpatial.size(); ++i) {
    if (!sizesAgree(at(kernel.sizes, kernelSpatial[i]), c.module.windowOf(c.instruction)[i].size)) {
      return c.fail("the window must be as large as the kernel " + c.describe(c.operand(1)));
    }
  }

  Array result;
  result.type = higherPrecision(input.type, kernel.type);
  result.sizes.resize(rank);
  result.dynamic.resize(rank);
  at(result.sizes, n.outputBatch) = batch == kUnboundedDimension ? batch : batch / batchGroups;
  at(result.sizes, n.outputFeature) = outputFeatures;
  result.dynamic[static_cast<size_t>(n.outputBatch)] = input.dynamic[static_cast<size_t>(n.inputBatch)];
  result.dynamic[static_cast<size_t>(n.outputFeature)] = kernel.dynamic[static_cast<size_t>(n.kernelOutputFeature)];
  for (size_t i = 0; i < outputSpatial.size(); ++i) {
    at(result.sizes, outputSpatial[i]) = places.sizes[i];
    result.dynamic[static_cast<size_t>(outputSpatial[i])] =
        input.dynamic[static_cast<size_t>(inputSpatial[i])] || kernel.dynamic[static_cast<size_t>(kernelSpatial[i])];
  }
  return c.add(result);
}

// Infers reduce-window. Its operands are N inputs, then N initial values. The result is an array, or a tuple if N > 1.
ShapeId inferReduceWindow(Context& c) {
  const size_t inputs = c.operandCount() / 2;
  if (inputs == 0 || c.operandCount() % 2 != 0) {
    return c.fail("'reduce-window' takes N inputs followed by N initial values, but has " +
                  std::to_string(c.operandCount()) + " operands");
  }
  if (!reducesOperands(c, inputs)) return kNone;
  std::vector<ShapeId> results;
  for (size_t i = 0; i < inputs; ++i) {
    Array input, initial, result;
    if (!c.array(i, input) || !c.array(inputs + i, initial)) return kNone;
    result.type = initial.type;
    if (!slideWindow(c, input, c.module.windowOf(c.instruction), result)) return kNone;
    results.push_back(c.add(result));
    if (results.back() == kNone) return kNone;
  }
  return inputs == 1 ? results[0] : addTupleShape(c.module, results);
}

namespace {

// Fails unless the computation `select` takes two scalars of element type `type` and returns pred[].
bool checkSelect(Context& c, PrimitiveType type) {
  const ShapeId result = c.calledResult(0);
  if (result == kNone) return false;
  std::vector<ShapeId> parameters;
  if (!c.calledParameters(0, parameters)) return true;
  const bool fits = isScalarOf(c.module, result, PrimitiveType::kPred) && parameters.size() == 2 &&
                    isScalarOf(c.module, parameters[0], type) && isScalarOf(c.module, parameters[1], type);
  if (!fits) c.fail("`select` must take two scalars of the operand's element type and return pred[]");
  return fits;
}

}  // namespace

// Infers select-and-scatter, whose result has the shape of operand 0. Its operands are the array to select from, the
// source and the initial value.
ShapeId inferSelectAndScatter(Context& c) {
  Array operand, source, initial, places;
  if (!c.array(0, operand) || !c.array(1, source) || !c.array(2, initial) || !checkSelect(c, operand.type))
    return kNone;
  if (!c.calledReduces(1, {c.operand(2)}, {source.type})) return kNone;
  if (!slideWindow(c, operand, c.module.windowOf(c.instruction), places)) return kNone;
  if (source.rank() != places.rank() ||
      !std::equal(source.sizes.begin(), source.sizes.end(), places.sizes.begin(), sizesAgree)) {
    return c.fail(
        "the source of 'select-and-scatter' must have one element for each position of the window, but it is " +
        c.describe(c.operand(1)));
  }
  return c.operand(0);
}

ShapeId inferPad(Context& c) {
  Array operand, value, result;
  if (!c.array(0, operand) || !c.array(1, value)) return kNone;
  if (value.rank() != 0) return c.fail("the padding value must be a scalar");
  if (!sameTypeUpToPrecision(operand.type, value.type)) {
    return c.fail("the padding value must have the element type of " + c.describe(c.operand(0)));
  }
  const Details* details = c.module.detailsOf(c.instruction);
  const std::span<const PaddingDimension> padding =
      details == nullptr ? std::span<const PaddingDimension>{}
                         : std::span(c.module.paddingDimensions).subspan(details->padding.begin, details->padding.size);
  if (padding.size() != operand.rank()) {
    return c.fail("`padding` has " + std::to_string(padding.size()) + " dimensions, but the operand is " +
                  c.describe(c.operand(0)));
  }
  result.type = higherPrecision(operand.type, value.type);
  for (size_t i = 0; i < padding.size(); ++i) {
    const PaddingDimension& p = padding[i];
    int64_t size = operand.sizes[i];
    if (p.interior < 0) return c.fail("interior padding cannot be negative");
    if (size != kUnboundedDimension) {
      int64_t holes;
      if (!multiplySizes(std::max<int64_t>(size - 1, 0), p.interior, holes) || !addSizes(size, holes, size) ||
          !addSizes(size, p.low, size) || !addSizes(size, p.high, size)) {
        return c.fail("the padded size of dimension " + std::to_string(i) + " does not fit 64 bits");
      }
      if (size < 0) return c.fail("padding makes dimension " + std::to_string(i) + " negative");
    }
    result.append(size, operand.dynamic[i]);
  }
  return c.add(result);
}

}  // namespace hlorank::hlo::inference
