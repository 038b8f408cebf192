// Selects the attributes of an instruction from its proto, in the order in which XLA prints them. The longer values are
// formatted in proto_attribute_values.cpp.

#include <algorithm>

#include "shared/hlo/proto_attributes.h"
#include "shared/hlo/proto_fields.h"
#include "shared/hlo/proto_metadata.h"
#include "shared/hlo/proto_sharding.h"
#include "shared/hlo/proto_wire.h"
#include "shared/hlo/quotes.h"
#include "shared/hlo/text_writer.h"

namespace hlorank::hlo::proto {
namespace {

constexpr std::string_view kFftTypes[] = {"FFT", "IFFT", "RFFT", "IRFFT"};
constexpr std::string_view kDistributions[] = {"rng_invalid", "rng_uniform", "rng_normal"};
constexpr std::string_view kRandomAlgorithms[] = {"rng_default", "rng_three_fry", "rng_philox"};
constexpr std::string_view kConvolutionKinds[] = {"unset", "fprop", "dgrad", "wgrad"};

}  // namespace

void AttributeWriter::add(std::string_view name, std::string_view constantText) {
  module_.attributes_.push_back({name, constantText, {}, false});
}
void AttributeWriter::addText(std::string_view name, std::string text) {
  add(name, module_.keep(std::move(text)));
}
void AttributeWriter::addNumber(std::string_view name, int64_t value) {
  addText(name, std::to_string(value));
}
void AttributeWriter::addFlag(std::string_view name, bool flag) {
  if (flag) add(name, "true");
}
void AttributeWriter::addList(std::string_view name, std::span<const int64_t> values) {
  std::string text;
  appendBraced(text, values);
  addText(name, std::move(text));
}
void AttributeWriter::addQuoted(std::string_view name, std::string_view value) {
  std::string text;
  appendQuoted(text, value);
  addText(name, std::move(text));
}
void AttributeWriter::addCalled(std::string_view name, uint32_t first, uint32_t count, bool braced) {
  module_.attributes_.push_back({name, {}, {first, count}, braced});
}

void AttributeWriter::write(const InstructionProto& proto, Instruction& instruction) {
  instruction.attributes.begin = static_cast<uint32_t>(module_.attributes_.size());
  writeOpcodeAttributes(proto, instruction);
  writeCalled(instruction);
  addFlag("is_composite", proto.isComposite);
  writeCommon(proto, instruction);
  instruction.attributes.size = static_cast<uint32_t>(module_.attributes_.size()) - instruction.attributes.begin;
}

// Writes the attributes that only some opcodes have, except called computations.
void AttributeWriter::writeOpcodeAttributes(const InstructionProto& proto, const Instruction& instruction) {
  switch (instruction.opcode) {
    case Opcode::kBatchNormTraining:
    case Opcode::kBatchNormInference:
    case Opcode::kBatchNormGrad: {
      std::string epsilon;
      appendFloat32(epsilon, proto.epsilon);
      addText("epsilon", std::move(epsilon));
      addNumber("feature_index", proto.featureIndex);
      break;
    }
    case Opcode::kFft:
      add("fft_type", choose(kFftTypes, proto.fftType));
      addList("fft_length", proto.fftLength);
      break;
    case Opcode::kAsyncStart:
    case Opcode::kAsyncUpdate:
    case Opcode::kAsyncDone:
      if (!proto.asyncExecutionThread.empty()) addQuoted("async_execution_thread", proto.asyncExecutionThread);
      writeAliasing(proto);
      break;
    case Opcode::kCopyStart:
      if (proto.hasPrefetchIndex) addNumber("cross_program_prefetch_index", proto.prefetchIndex);
      break;
    case Opcode::kCompare:
      writeCompare(proto, instruction);
      break;
    case Opcode::kTriangularSolve:
      writeTriangularSolve(proto);
      break;
    case Opcode::kCholesky:
      addFlag("lower", IntegerLists(proto.choleskyOptions).number(1) != 0);
      break;
    case Opcode::kTopk:
      addNumber("k", proto.k);
      add("largest", proto.largest ? "true" : "false");
      break;
    case Opcode::kSend:
    case Opcode::kSendDone:
    case Opcode::kRecv:
    case Opcode::kRecvDone:
      if (proto.channelId > 0) addNumber("channel_id", proto.channelId);
      addFlag("is_host_transfer", proto.isHostTransfer);
      break;
    case Opcode::kAllGather:
    case Opcode::kAllGatherStart:
    case Opcode::kAllReduce:
    case Opcode::kAllReduceStart:
    case Opcode::kReduceScatter:
    case Opcode::kAllToAll:
    case Opcode::kRaggedAllToAll:
    case Opcode::kCollectiveBroadcast:
      writeCollective(proto, instruction);
      break;
    case Opcode::kCollectivePermute:
    case Opcode::kCollectivePermuteStart:
      writeSourceTargetPairs(proto, instruction);
      break;
    case Opcode::kReverse:
    case Opcode::kConcatenate:
    case Opcode::kReduce:
    case Opcode::kTranspose:
    case Opcode::kBroadcast:
    case Opcode::kMap:
    case Opcode::kGetDimensionSize:
    case Opcode::kSetDimensionSize:
      addList("dimensions", proto.dimensions);
      break;
    case Opcode::kSort:
      addList("dimensions", proto.dimensions);
      addFlag("is_stable", proto.isStable);
      break;
    case Opcode::kScan:
      addList("dimensions", proto.dimensions);
      addNumber("num_carries", proto.carries);
      addFlag("is_reverse", proto.isReverse);
      if (proto.isAssociative != 0) add("is_associative", proto.isAssociative == 1 ? "true" : "false");
      break;
    case Opcode::kReshape:
      if (!proto.dimensions.empty()) addNumber("inferred_dimension", proto.dimensions.front());
      break;
    case Opcode::kIota:
      addNumber("iota_dimension", proto.dimensions.empty() ? 0 : proto.dimensions.front());
      break;
    case Opcode::kFusion:
      add("kind", proto.fusionKind);
      writeAliasing(proto);
      break;
    case Opcode::kRng:
      add("distribution", choose(kDistributions, proto.distribution));
      break;
    case Opcode::kRngBitGenerator:
      add("algorithm", choose(kRandomAlgorithms, proto.randomAlgorithm));
      break;
    case Opcode::kRngGetAndUpdateState:
      addNumber("delta", proto.delta);
      break;
    case Opcode::kParameter:
      writeParameterReplication(proto);
      break;
    case Opcode::kGetTupleElement:
      addNumber("index", proto.tupleIndex);
      break;
    case Opcode::kReducePrecision:
      addNumber("exponent_bits", proto.exponentBits);
      addNumber("mantissa_bits", proto.mantissaBits);
      break;
    case Opcode::kInfeed:
      if (!proto.infeedConfig.empty()) addQuoted("infeed_config", proto.infeedConfig);
      break;
    case Opcode::kOutfeed:
      if (isPresent(proto.outfeedShape)) addText("outfeed_shape", toString(module_, shapes_.read(proto.outfeedShape)));
      if (!proto.outfeedConfig.empty()) addQuoted("outfeed_config", proto.outfeedConfig);
      break;
    case Opcode::kConvolution:
      writeConvolution(proto, instruction);
      writePrecision(proto);
      if (proto.convolutionKind != 0) add("convolution_kind", choose(kConvolutionKinds, proto.convolutionKind));
      break;
    case Opcode::kReduceWindow:
    case Opcode::kSelectAndScatter:
      writeWindow(instruction);
      break;
    case Opcode::kCustomCall:
      writeCustomCall(proto, instruction);
      break;
    case Opcode::kPad:
      writePadding(instruction);
      break;
    case Opcode::kSlice:
      writeSlice(instruction);
      break;
    case Opcode::kDynamicSlice:
      addList("dynamic_slice_sizes", proto.dynamicSliceSizes);
      break;
    case Opcode::kGather:
      writeGather(proto);
      break;
    case Opcode::kScatter:
      writeScatter(proto);
      break;
    case Opcode::kDot:
    case Opcode::kRaggedDot:
    case Opcode::kScaledDot:
      writeDot(proto, instruction);
      break;
    case Opcode::kDomain:
      writeDomain(proto);
      break;
    case Opcode::kOther:
      add("opcode", proto.opcode);
      if (!proto.dimensions.empty()) addList("dimensions", proto.dimensions);
      break;
    default:
      break;
  }
  writeResultAccuracy(proto);
}

void AttributeWriter::writeCalled(const Instruction& instruction) {
  const auto [first, count] = instruction.calledComputations;
  if (count == 0) return;
  switch (instruction.opcode) {
    case Opcode::kWhile:
      if (count != 2) break;
      // The condition is number first + 1, because calledComputations of a while has the body before the condition.
      addCalled("condition", first + 1, 1, false);
      addCalled("body", first, 1, false);
      return;
    case Opcode::kConditional: {
      const auto operands = module_.operandsOf(instruction);
      const bool isPredicated = count == 2 && !operands.empty() &&
                                module_.shapes[module_.instructions[operands[0]].shape].type == PrimitiveType::kPred;
      if (!isPredicated) return addCalled("branch_computations", first, count, true);
      addCalled("true_computation", first, 1, false);
      addCalled("false_computation", first + 1, 1, false);
      return;
    }
    case Opcode::kSelectAndScatter:
      if (count != 2) break;
      addCalled("select", first, 1, false);
      addCalled("scatter", first + 1, 1, false);
      return;
    case Opcode::kFusion:
    case Opcode::kAsyncStart:
    case Opcode::kAsyncUpdate:
    case Opcode::kAsyncDone:
      if (count == 1) return addCalled("calls", first, count, false);
      break;
    case Opcode::kAllReduce:
    case Opcode::kAllReduceStart:
    case Opcode::kCall:
    case Opcode::kMap:
    case Opcode::kReduce:
    case Opcode::kReduceScatter:
    case Opcode::kReduceWindow:
    case Opcode::kScan:
    case Opcode::kScatter:
    case Opcode::kSort:
    case Opcode::kTopk:
      if (count == 1) return addCalled("to_apply", first, count, false);
      break;
    default:
      break;
  }
  addCalled("called_computations", first, count, true);
}

// Writes the attributes that instructions of every opcode may have.
void AttributeWriter::writeCommon(const InstructionProto& proto, const Instruction& instruction) {
  if (isPresent(proto.sharding)) {
    std::string text;
    appendSharding(text, proto.sharding);
    addText("sharding", std::move(text));
  }
  std::string text = frontendAttributes(proto.frontendAttributes);
  if (!text.empty()) addText("frontend_attributes", std::move(text));
  writeStatistics(proto);
  if (instruction.controlPredecessors.size > 0) {
    text = "{";
    for (const InstructionId predecessor : module_.predecessorsOf(instruction)) {
      if (text.size() > 1) text += ", ";
      text += module_.instructions[predecessor].name;
    }
    addText("control-predecessors", text + '}');
  }
  text = formatOrigin(proto.originalValue);
  if (!text.empty()) addText("origin", std::move(text));
  if (isPresent(proto.metadata)) {
    std::string_view payload;
    for (Fields f(proto.metadata); f.next();) {
      if (f.number == 20) payload = payloadText(f.bytes);
    }
    text = "{";
    appendMetadata(text, proto.metadata, payload);
    if (text.size() > 1) addText("metadata", text + '}');
  }
  const std::string_view config =
      isPresent(proto.backendConfigPayload) ? payloadText(proto.backendConfigPayload) : proto.backendConfig;
  if (config.empty()) return;
  if (isBracedObject(config))
    add("backend_config", config);
  else
    addQuoted("backend_config", config);
}

void AttributeWriter::writeStatistics(const InstructionProto& proto) {
  if (!isPresent(proto.statistics)) return;
  int64_t visualised = 0;
  std::string statistics;
  for (Fields f(proto.statistics); f.next();) {
    if (f.number == 1) visualised = f.integer();
    if (f.number != 2) continue;
    std::string_view statisticName;
    double value = 0;
    for (Fields s(f.bytes); s.next();) {
      if (s.number == 1) statisticName = s.bytes;
      if (s.number == 2) value = s.float64();
    }
    statistics += ',';
    statistics += statisticName;
    statistics += '=';
    appendFloat64(statistics, value);
  }
  if (statistics.empty()) return;
  addText("statistics", "{visualizing_index=" + std::to_string(visualised) + statistics + '}');
}

std::string AttributeWriter::frontendAttributes(std::string_view message) {
  if (!isPresent(message)) return {};
  std::vector<std::pair<std::string_view, std::string_view>> entries;
  for (Fields f(message); f.next();) {
    if (f.number != 1) continue;
    auto& [key, value] = entries.emplace_back();
    for (Fields entry(f.bytes); entry.next();) {
      if (entry.number == 1) key = entry.bytes;
      if (entry.number == 2) value = entry.bytes;
    }
  }
  if (entries.empty()) return {};
  std::sort(entries.begin(), entries.end());
  std::string text = "{";
  for (const auto& [key, value] : entries) {
    if (text.size() > 1) text += ',';
    text += key;
    text += '=';
    if (isBracedObject(value))
      text += value;
    else
      appendQuoted(text, value);
  }
  return text + '}';
}

// Returns the text of a Payload message, which has either the text itself or the index of a payload of the module.
// Returns an empty text if the message has neither.
std::string_view AttributeWriter::payloadText(std::string_view message) const {
  for (Fields f(message); f.next();) {
    if (f.number == 1) return f.bytes;
    if (f.number == 2 && f.bits < payloads_.size()) return payloads_[f.bits];
  }
  return {};
}

}  // namespace hlorank::hlo::proto
