// Formats, as HLO text, the values of attributes that only single opcodes have.

#include <algorithm>

#include "shared/hlo/enum_words.h"
#include "shared/hlo/proto_attributes.h"
#include "shared/hlo/proto_fields.h"
#include "shared/hlo/proto_literal.h"
#include "shared/hlo/proto_sharding.h"
#include "shared/hlo/proto_wire.h"
#include "shared/hlo/text_writer.h"

namespace hlorank::hlo::proto {
namespace {

// Returns the comparison type that XLA assumes for a compare without the attribute `type`. It depends on the element
// type of the operands, which is the parameter `type`.
std::string_view defaultComparison(PrimitiveType type) {
  if (isFloating(type) || isComplex(type)) return "FLOAT";
  return isSignedInteger(type) ? "SIGNED" : "UNSIGNED";
}

// Formats the roles of the dimensions of a convolution's input, kernel and output as in HLO text: b01f_01io->b01f.
std::string dimensionLabels(const Module& module, const ConvolutionDimensions& c) {
  constexpr int64_t kMaxRank = 64;
  const auto labels = [&](int64_t first, char firstLabel, int64_t second, char secondLabel, Range spatial) {
    int64_t rank = std::max(first, second) + 1;
    for (const int64_t dimension : module.integersOf(spatial)) rank = std::max(rank, dimension + 1);
    std::string text(static_cast<size_t>(std::clamp<int64_t>(rank, 0, kMaxRank)), '?');
    const auto set = [&](int64_t dimension, char label) {
      if (dimension >= 0 && dimension < kMaxRank) text[static_cast<size_t>(dimension)] = label;
    };
    set(first, firstLabel);
    set(second, secondLabel);
    char digit = '0';
    for (const int64_t dimension : module.integersOf(spatial)) {
      set(dimension, digit);
      if (digit < '9') ++digit;
    }
    return text;
  };
  return labels(c.inputBatch, 'b', c.inputFeature, 'f', c.inputSpatial) + '_' +
         labels(c.kernelInputFeature, 'i', c.kernelOutputFeature, 'o', c.kernelSpatial) + "->" +
         labels(c.outputBatch, 'b', c.outputFeature, 'f', c.outputSpatial);
}

void appendTensorSparsity(std::string& out, std::string_view name, std::string_view message) {
  const IntegerLists fields(message);
  if (out.size() > 1) out += ' ';
  out += name;
  out += "={sparsity=" + std::to_string(fields.number(1)) + 'x' + std::to_string(fields.number(2)) +
         " dimension=" + std::to_string(fields.number(3)) + " stride=" + std::to_string(fields.number(4)) + '}';
}

}  // namespace

void AttributeWriter::writeCollective(const InstructionProto& proto, const Instruction& instruction) {
  if (proto.channelId > 0) addNumber("channel_id", proto.channelId);
  std::string text;
  std::vector<std::string_view> groups = proto.replicaGroups;
  std::string_view iota = proto.iotaDeviceList;
  if (isPresent(proto.deviceList)) {
    groups.clear();
    for (Fields f(proto.deviceList); f.next();) {
      if (f.number == 1) groups.push_back(f.bytes);
      if (f.number == 2) iota = f.bytes;
    }
  }
  if (isPresent(proto.meshDeviceList)) {
    appendMeshGroups(text, proto.meshDeviceList);
  } else if (isPresent(iota)) {
    appendIotaGroups(text, iota);
  } else {
    appendReplicaGroups(text, groups);
  }
  addText("replica_groups", std::move(text));
  addFlag("constrain_layout", proto.constrainLayout);
  const bool dimensionsLast = instruction.opcode == Opcode::kReduceScatter;
  if (!dimensionsLast && !proto.dimensions.empty()) addList("dimensions", proto.dimensions);
  addFlag("use_global_device_ids", proto.useGlobalDeviceIds);
  if (dimensionsLast) addList("dimensions", proto.dimensions);
}

void AttributeWriter::writeSourceTargetPairs(const InstructionProto& proto, const Instruction& instruction) {
  if (proto.channelId > 0) addNumber("channel_id", proto.channelId);
  std::string text = "{";
  for (const std::string_view pair : proto.sourceTargetPairs) {
    const IntegerLists fields(pair);
    if (text.size() > 1) text += ',';
    text += '{' + std::to_string(fields.number(1)) + ',' + std::to_string(fields.number(2)) + '}';
  }
  addText("source_target_pairs", text + '}');
  // Slice sizes of an in-place collective-permute. HLO text has one list per slice, while the proto concatenates the
  // lists. Each list has one entry per dimension of the array.
  const auto operands = module_.operandsOf(instruction);
  if (proto.dynamicSliceSizes.empty() || operands.empty()) return;
  const Shape* input = &module_.shapes[module_.instructions[operands[0]].shape];
  if (input->elements.size > 0) input = &module_.shapes[module_.elementsOf(*input)[0]];
  const size_t rank = std::max<size_t>(1, input->dimensions.size);
  text = "{";
  for (size_t i = 0; i < proto.dynamicSliceSizes.size(); i += rank) {
    if (i > 0) text += ',';
    const size_t count = std::min(rank, proto.dynamicSliceSizes.size() - i);
    appendBraced(text, std::span(proto.dynamicSliceSizes).subspan(i, count));
  }
  addText("slice_sizes", text + '}');
}

void AttributeWriter::writeDot(const InstructionProto& proto, const Instruction& instruction) {
  if (instruction.details != kNone && module_.details[instruction.details].hasDot) {
    const DotDimensions dot = module_.details[instruction.details].dot;
    const auto addRange = [&](std::string_view name, Range range, bool always) {
      if (always || !range.empty())
        addList(name, std::vector(module_.integersOf(range).begin(), module_.integersOf(range).end()));
    };
    addRange("lhs_batch_dims", dot.lhsBatch, false);
    addRange("lhs_contracting_dims", dot.lhsContracting, true);
    addRange("rhs_batch_dims", dot.rhsBatch, false);
    addRange("rhs_contracting_dims", dot.rhsContracting, true);
  }
  if (instruction.opcode == Opcode::kRaggedDot && isPresent(proto.raggedDotDimensions)) {
    std::vector<int64_t> ragged, group;
    for (Fields f(proto.raggedDotDimensions); f.next();) {
      if (f.number == 2) f.appendTo(ragged);
      if (f.number == 3) f.appendTo(group);
    }
    addList("lhs_ragged_dims", ragged);
    if (!group.empty()) addList("rhs_group_dims", group);
  }
  writePrecision(proto);
}

void AttributeWriter::writeConvolution(const InstructionProto& proto, const Instruction& instruction) {
  writeWindow(instruction);
  if (instruction.details != kNone && module_.details[instruction.details].hasConvolution)
    addText("dim_labels", dimensionLabels(module_, module_.details[instruction.details].convolution));
  if (proto.featureGroupCount > 1) addNumber("feature_group_count", proto.featureGroupCount);
  if (proto.batchGroupCount > 1) addNumber("batch_group_count", proto.batchGroupCount);
  if (isPresent(proto.sparsityConfig)) {
    std::string text = "{";
    for (Fields f(proto.sparsityConfig); f.next();) {
      if (f.number == 1) appendTensorSparsity(text, "lhs", f.bytes);
      if (f.number == 2) appendTensorSparsity(text, "rhs", f.bytes);
    }
    if (text.size() > 1) addText("sparsity_config", text + '}');
  }
}

void AttributeWriter::writeCustomCall(const InstructionProto& proto, const Instruction& instruction) {
  writeConvolution(proto, instruction);
  writePrecision(proto);
  if (proto.paddingType != 0) add("padding_type", choose(kPaddingTypes, proto.paddingType));
  addQuoted("custom_call_target", proto.customCallTarget);
  if (proto.constrainLayout) {
    std::string text = "{";
    for (const std::string_view shape : proto.operandShapes) {
      if (text.size() > 1) text += ", ";
      text += toString(module_, shapes_.read(shape));
    }
    addText("operand_layout_constraints", text + '}');
  }
  addFlag("custom_call_has_side_effect", proto.hasSideEffect);
  if (isPresent(proto.literal)) {
    bool elided = false;
    addText("literal", literalText(module_, shapes_, proto.literal, maxDepth_, true, elided));
  }
  writeAliasing(proto);
  if (proto.schedule != 0) add("schedule", choose(kSchedules, proto.schedule));
  if (proto.apiVersion > 1) add("api_version", choose(kApiVersions, proto.apiVersion));
}

void AttributeWriter::writeGather(const InstructionProto& proto) {
  const IntegerLists gather(proto.gatherDimensions);
  addList("offset_dims", gather[1]);
  addList("collapsed_slice_dims", gather[2]);
  addList("start_index_map", gather[3]);
  if (!gather[5].empty()) addList("operand_batching_dims", gather[5]);
  if (!gather[6].empty()) addList("start_indices_batching_dims", gather[6]);
  addNumber("index_vector_dim", gather.number(4));
  addList("slice_sizes", proto.gatherSliceSizes);
  addFlag("indices_are_sorted", proto.indicesAreSorted);
}

void AttributeWriter::writeScatter(const InstructionProto& proto) {
  const IntegerLists scatter(proto.scatterDimensions);
  addList("update_window_dims", scatter[1]);
  addList("inserted_window_dims", scatter[2]);
  addList("scatter_dims_to_operand_dims", scatter[3]);
  if (!scatter[5].empty()) addList("input_batching_dims", scatter[5]);
  if (!scatter[6].empty()) addList("scatter_indices_batching_dims", scatter[6]);
  addNumber("index_vector_dim", scatter.number(4));
  addFlag("indices_are_sorted", proto.indicesAreSorted);
  addFlag("unique_indices", proto.uniqueIndices);
}

void AttributeWriter::writeCompare(const InstructionProto& proto, const Instruction& instruction) {
  add("direction", proto.comparisonDirection);
  const auto operands = module_.operandsOf(instruction);
  if (proto.comparisonType.empty() || operands.empty()) return;
  const PrimitiveType type = module_.shapes[module_.instructions[operands[0]].shape].type;
  if (proto.comparisonType != defaultComparison(type)) add("type", proto.comparisonType);
}

void AttributeWriter::writeTriangularSolve(const InstructionProto& proto) {
  const IntegerLists options(proto.triangularSolveOptions);
  addFlag("left_side", options.number(1) != 0);
  addFlag("lower", options.number(2) != 0);
  addFlag("unit_diagonal", options.number(3) != 0);
  if (options.number(4) != 0) add("transpose_a", choose(kTransposes, static_cast<uint64_t>(options.number(4))));
}

void AttributeWriter::writePrecision(const InstructionProto& proto) {
  const IntegerLists precision(proto.precisionConfig);
  const auto algorithm = static_cast<uint64_t>(precision.number(2));
  if (algorithm != 0 && !choose(kDotAlgorithms, algorithm).empty()) add("algorithm", choose(kDotAlgorithms, algorithm));
  const std::vector<int64_t>& operands = precision[1];
  if (std::all_of(operands.begin(), operands.end(), [](int64_t p) { return p == 0; })) return;
  std::string text = "{";
  for (const int64_t operand : operands) {
    if (text.size() > 1) text += ',';
    text += choose(kPrecisions, static_cast<uint64_t>(operand));
  }
  addText("operand_precision", text + '}');
}

void AttributeWriter::writeResultAccuracy(const InstructionProto& proto) {
  if (!isPresent(proto.resultAccuracy)) return;
  for (Fields f(proto.resultAccuracy); f.next();) {
    if (f.number == 1 && f.bits == 1) add("result_accuracy", "{mode=highest}");
    if (f.number != 2) continue;
    double absolute = 0, relative = 0;
    int64_t ulps = 0;
    for (Fields t(f.bytes); t.next();) {
      if (t.number == 1) absolute = t.float64();
      if (t.number == 2) relative = t.float64();
      if (t.number == 3) ulps = t.integer();
    }
    std::string text = "{tolerance={atol=";
    appendFloat64(text, absolute);
    text += ",rtol=";
    appendFloat64(text, relative);
    addText("result_accuracy", text + ",ulps=" + std::to_string(ulps) + "}}");
  }
}

void AttributeWriter::writeAliasing(const InstructionProto& proto) {
  if (proto.aliasings.empty()) return;
  std::string text = "{";
  for (const std::string_view aliasing : proto.aliasings) {
    const IntegerLists fields(aliasing);
    if (text.size() > 1) text += ", ";
    appendBraced(text, fields[1]);
    text += ": (" + std::to_string(fields.number(2)) + ", ";
    appendBraced(text, fields[3]);
    text += ')';
  }
  addText("output_to_operand_aliasing", text + '}');
}

void AttributeWriter::writeWindow(const Instruction& instruction) {
  const std::span<const WindowDimension> window = module_.windowOf(instruction);
  if (window.empty()) return;
  std::string text = "{";
  const auto part = [&](std::string_view name, auto&& isDefault, auto&& append) {
    if (std::all_of(window.begin(), window.end(), isDefault)) return;
    if (text.size() > 1) text += ' ';
    text += name;
    text += '=';
    for (size_t i = 0; i < window.size(); ++i) {
      if (i > 0) text += 'x';
      append(window[i]);
    }
  };
  using W = const WindowDimension&;
  part(
      "size", [](W) { return false; }, [&](W d) { text += std::to_string(d.size); });
  part(
      "stride", [](W d) { return d.stride == 1; }, [&](W d) { text += std::to_string(d.stride); });
  part(
      "pad", [](W d) { return d.paddingLow == 0 && d.paddingHigh == 0; },
      [&](W d) { text += std::to_string(d.paddingLow) + '_' + std::to_string(d.paddingHigh); });
  part(
      "lhs_dilate", [](W d) { return d.baseDilation == 1; }, [&](W d) { text += std::to_string(d.baseDilation); });
  part(
      "rhs_dilate", [](W d) { return d.windowDilation == 1; }, [&](W d) { text += std::to_string(d.windowDilation); });
  part(
      "rhs_reversal", [](W d) { return !d.reversal; }, [&](W d) { text += d.reversal ? '1' : '0'; });
  addText("window", text + '}');
}

void AttributeWriter::writeSlice(const Instruction& instruction) {
  std::string text = "{";
  if (instruction.details != kNone) {
    const Range range = module_.details[instruction.details].slice;
    const std::span<const SliceDimension> slice(module_.sliceDimensions.data() + range.begin, range.size);
    const bool hasStrides = std::any_of(slice.begin(), slice.end(), [](const auto& d) { return d.stride != 1; });
    for (const SliceDimension& d : slice) {
      if (text.size() > 1) text += ", ";
      text += '[' + std::to_string(d.start) + ':' + std::to_string(d.limit);
      if (hasStrides) text += ':' + std::to_string(d.stride);
      text += ']';
    }
  }
  addText("slice", text + '}');
}

void AttributeWriter::writePadding(const Instruction& instruction) {
  std::string text;
  if (instruction.details != kNone) {
    const Range range = module_.details[instruction.details].padding;
    const std::span<const PaddingDimension> padding(module_.paddingDimensions.data() + range.begin, range.size);
    const bool hasInterior = std::any_of(padding.begin(), padding.end(), [](const auto& d) { return d.interior != 0; });
    for (const PaddingDimension& d : padding) {
      if (!text.empty()) text += 'x';
      text += std::to_string(d.low) + '_' + std::to_string(d.high);
      if (hasInterior) text += '_' + std::to_string(d.interior);
    }
  }
  addText("padding", std::move(text));
}

void AttributeWriter::writeDomain(const InstructionProto& proto) {
  std::string text = "{kind=\"sharding\", entry=";
  const auto append = [&](std::string_view sharding) {
    if (isPresent(sharding))
      appendSharding(text, sharding);
    else
      text += "{}";
  };
  append(proto.domainExit);  // HloInstructionProto has the names of entry and exit swapped
  text += ", exit=";
  append(proto.domainEntry);
  addText("domain", text + '}');
}

void AttributeWriter::writeParameterReplication(const InstructionProto& proto) {
  const IntegerLists replication(proto.parameterReplication);
  if (replication[1].empty()) return;
  std::string text = "{";
  for (const int64_t flag : replication[1]) {
    if (text.size() > 1) text += ',';
    text += flag != 0 ? "true" : "false";
  }
  addText("parameter_replication", text + '}');
}

}  // namespace hlorank::hlo::proto
