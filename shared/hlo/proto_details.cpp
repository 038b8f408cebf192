#include "shared/hlo/proto_details.h"

#include "shared/hlo/proto_wire.h"

namespace hlorank::hlo::proto {

Range appendIntegers(Module& module, const std::vector<int64_t>& values) {
  const Range range{static_cast<uint32_t>(module.integers.size()), static_cast<uint32_t>(values.size())};
  module.integers.insert(module.integers.end(), values.begin(), values.end());
  return range;
}

namespace {

Range readWindow(Module& module, std::string_view message) {
  Range range{static_cast<uint32_t>(module.windowDimensions.size()), 0};
  for (Fields f(message); f.next();) {
    if (f.number != 1) continue;
    WindowDimension dimension{0, 0, 0, 0, 0, 0, false};
    for (Fields d(f.bytes); d.next();) {
      switch (d.number) {
        case 1:
          dimension.size = d.integer();
          break;
        case 2:
          dimension.stride = d.integer();
          break;
        case 3:
          dimension.paddingLow = d.integer();
          break;
        case 4:
          dimension.paddingHigh = d.integer();
          break;
        case 5:
          dimension.windowDilation = d.integer();
          break;
        case 6:
          dimension.baseDilation = d.integer();
          break;
        case 7:
          dimension.reversal = d.flag();
          break;
        default:
          break;
      }
    }
    module.windowDimensions.push_back(dimension);
    ++range.size;
  }
  return range;
}

Range readSlices(Module& module, const InstructionProto& fields) {
  const Range range{static_cast<uint32_t>(module.sliceDimensions.size()), static_cast<uint32_t>(fields.slices.size())};
  for (const std::string_view slice : fields.slices) {
    SliceDimension dimension{0, 0, 0};
    for (Fields f(slice); f.next();) {
      if (f.number == 1) dimension.start = f.integer();
      if (f.number == 2) dimension.limit = f.integer();
      if (f.number == 3) dimension.stride = f.integer();
    }
    module.sliceDimensions.push_back(dimension);
  }
  return range;
}

Range readPadding(Module& module, std::string_view message) {
  Range range{static_cast<uint32_t>(module.paddingDimensions.size()), 0};
  for (Fields f(message); f.next();) {
    if (f.number != 1) continue;
    PaddingDimension dimension;
    for (Fields d(f.bytes); d.next();) {
      if (d.number == 1) dimension.low = d.integer();
      if (d.number == 2) dimension.high = d.integer();
      if (d.number == 3) dimension.interior = d.integer();
    }
    module.paddingDimensions.push_back(dimension);
    ++range.size;
  }
  return range;
}

ConvolutionDimensions readConvolution(Module& module, std::string_view message) {
  ConvolutionDimensions c;
  std::vector<int64_t> input, kernel, output;
  for (Fields f(message); f.next();) {
    switch (f.number) {
      case 3:
        c.kernelInputFeature = f.integer();
        break;
      case 4:
        c.kernelOutputFeature = f.integer();
        break;
      case 6:
        f.appendTo(kernel);
        break;
      case 7:
        c.inputBatch = f.integer();
        break;
      case 8:
        c.inputFeature = f.integer();
        break;
      case 9:
        c.outputBatch = f.integer();
        break;
      case 10:
        c.outputFeature = f.integer();
        break;
      case 11:
        f.appendTo(input);
        break;
      case 12:
        f.appendTo(output);
        break;
      default:
        break;
    }
  }
  c.inputSpatial = appendIntegers(module, input);
  c.kernelSpatial = appendIntegers(module, kernel);
  c.outputSpatial = appendIntegers(module, output);
  return c;
}

DotDimensions readDot(Module& module, std::string_view message) {
  std::vector<int64_t> lists[5];
  for (Fields f(message); f.next();) {
    if (f.number >= 1 && f.number <= 4) f.appendTo(lists[f.number]);
  }
  DotDimensions dot;
  dot.lhsContracting = appendIntegers(module, lists[1]);
  dot.rhsContracting = appendIntegers(module, lists[2]);
  dot.lhsBatch = appendIntegers(module, lists[3]);
  dot.rhsBatch = appendIntegers(module, lists[4]);
  return dot;
}

}  // namespace

uint32_t readDetails(Module& module, const InstructionProto& fields) {
  const bool hasAny = isPresent(fields.window) || isPresent(fields.convolutionDimensions) ||
                      isPresent(fields.dotDimensions) || isPresent(fields.raggedDotDimensions) ||
                      isPresent(fields.paddingConfig) || !fields.slices.empty() || !fields.dynamicSliceSizes.empty() ||
                      fields.isStable || fields.featureGroupCount != 0 || fields.batchGroupCount != 0;
  if (!hasAny) return kNone;
  Details details;
  details.isStable = fields.isStable;
  details.featureGroupCount = fields.featureGroupCount;
  details.batchGroupCount = fields.batchGroupCount;
  details.dynamicSliceSizes = appendIntegers(module, fields.dynamicSliceSizes);
  if (isPresent(fields.window)) details.window = readWindow(module, fields.window);
  if (isPresent(fields.paddingConfig)) details.padding = readPadding(module, fields.paddingConfig);
  details.slice = readSlices(module, fields);
  if (isPresent(fields.convolutionDimensions)) {
    details.hasConvolution = true;
    details.convolution = readConvolution(module, fields.convolutionDimensions);
  }
  std::string_view dot = fields.dotDimensions;
  if (isPresent(fields.raggedDotDimensions)) {
    for (Fields f(fields.raggedDotDimensions); f.next();) {
      if (f.number == 1) dot = f.bytes;
    }
  }
  if (isPresent(dot)) {
    details.hasDot = true;
    details.dot = readDot(module, dot);
  }
  module.details.push_back(details);
  return static_cast<uint32_t>(module.details.size() - 1);
}

}  // namespace hlorank::hlo::proto
