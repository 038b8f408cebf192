#include "shared/hlo/parse_attribute_rules.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <vector>

#include "shared/hlo/suggest_word.h"

namespace hlorank::hlo {
namespace {

using Id = AttributeId;

constexpr size_t kIdCount = static_cast<size_t>(Id::kNone);
constexpr size_t kCommonCount = static_cast<size_t>(Id::kStatistics) + 1;

struct Spelling {
  std::string_view name;
  ValueType type;
};

// Name and value type of each attribute, indexed by AttributeId.
constexpr std::array<Spelling, kIdCount> kSpellings = {{
    {"backend_config", ValueType::kStringOrJson},
    {"control-predecessors", ValueType::kInstructions},
    {"frontend_attributes", ValueType::kFrontendAttributes},
    {"metadata", ValueType::kMetadata},
    {"origin", ValueType::kOrigin},
    {"parameter_replication", ValueType::kBools},
    {"sharding", ValueType::kSharding},
    {"statistics", ValueType::kStatistics},
    {"algorithm", ValueType::kWord},
    {"api_version", ValueType::kWord},
    {"async_execution_thread", ValueType::kString},
    {"batch_group_count", ValueType::kInteger},
    {"body", ValueType::kComputation},
    {"branch_computations", ValueType::kComputations},
    {"called_computations", ValueType::kComputations},
    {"calls", ValueType::kComputation},
    {"channel_id", ValueType::kInteger},
    {"collapsed_slice_dims", ValueType::kIntegers},
    {"condition", ValueType::kComputation},
    {"constrain_layout", ValueType::kBool},
    {"conv_kind", ValueType::kWord},
    {"convolution_kind", ValueType::kWord},
    {"cross_program_prefetch_index", ValueType::kInt32},
    {"custom_call_has_side_effect", ValueType::kBool},
    {"custom_call_target", ValueType::kString},
    {"delta", ValueType::kInteger},
    {"dim_labels", ValueType::kDimLabels},
    {"dimensions", ValueType::kIntegers},
    {"direction", ValueType::kWord},
    {"distribution", ValueType::kWord},
    {"domain", ValueType::kDomain},
    {"dynamic_slice_sizes", ValueType::kIntegers},
    {"epsilon", ValueType::kFloat},
    {"exponent_bits", ValueType::kInteger},
    {"false_computation", ValueType::kComputation},
    {"feature_group_count", ValueType::kInteger},
    {"feature_index", ValueType::kInteger},
    {"fft_length", ValueType::kIntegers},
    {"fft_type", ValueType::kWord},
    {"has_dynamic_root", ValueType::kBool},
    {"index", ValueType::kInteger},
    {"index_vector_dim", ValueType::kInteger},
    {"indices_are_sorted", ValueType::kBool},
    {"infeed_config", ValueType::kString},
    {"inferred_dimension", ValueType::kInteger},
    {"input_batching_dims", ValueType::kIntegers},
    {"inserted_window_dims", ValueType::kIntegers},
    {"iota_dimension", ValueType::kInteger},
    {"is_associative", ValueType::kBool},
    {"is_composite", ValueType::kBool},
    {"is_host_transfer", ValueType::kBool},
    {"is_reverse", ValueType::kBool},
    {"is_stable", ValueType::kBool},
    {"k", ValueType::kInteger},
    {"kind", ValueType::kWord},
    {"largest", ValueType::kBool},
    {"left_side", ValueType::kBool},
    {"lhs_batch_dims", ValueType::kIntegers},
    {"lhs_contracting_dims", ValueType::kIntegers},
    {"lhs_ragged_dims", ValueType::kIntegers},
    {"literal", ValueType::kLiteral},
    {"lower", ValueType::kBool},
    {"mantissa_bits", ValueType::kInteger},
    {"mode", ValueType::kWord},
    {"num_carries", ValueType::kInteger},
    {"offset_dims", ValueType::kIntegers},
    {"operand_batching_dims", ValueType::kIntegers},
    {"operand_layout_constraints", ValueType::kShapes},
    {"operand_precision", ValueType::kWords},
    {"outfeed_config", ValueType::kString},
    {"outfeed_shape", ValueType::kShape},
    {"output_to_operand_aliasing", ValueType::kAliasing},
    {"padding", ValueType::kPadding},
    {"padding_type", ValueType::kWord},
    {"replica_groups", ValueType::kDeviceGroups},
    {"result_accuracy", ValueType::kResultAccuracy},
    {"rhs_batch_dims", ValueType::kIntegers},
    {"rhs_contracting_dims", ValueType::kIntegers},
    {"rhs_group_dims", ValueType::kIntegers},
    {"scatter", ValueType::kComputation},
    {"scatter_dims_to_operand_dims", ValueType::kIntegers},
    {"scatter_indices_batching_dims", ValueType::kIntegers},
    {"schedule", ValueType::kWord},
    {"select", ValueType::kComputation},
    {"slice", ValueType::kSlice},
    {"slice_sizes", ValueType::kIntegers},
    {"source_target_pairs", ValueType::kIntegerLists},
    {"sparsity_config", ValueType::kSparsity},
    {"start_index_map", ValueType::kIntegers},
    {"start_indices_batching_dims", ValueType::kIntegers},
    {"to_apply", ValueType::kComputation},
    {"transpose_a", ValueType::kWord},
    {"true_computation", ValueType::kComputation},
    {"type", ValueType::kWord},
    {"unique_indices", ValueType::kBool},
    {"unit_diagonal", ValueType::kBool},
    {"update_window_dims", ValueType::kIntegers},
    {"use_global_device_ids", ValueType::kBool},
    {"window", ValueType::kWindow},
}};

// Attributes that only other XLA versions have. The parser keeps their values as text.
constexpr std::array<std::string_view, 10> kOtherVersions = {
    "all_reduce_id",
    "async_group_id",
    "barrier",
    "is_cross_program_prefetch",
    "opaque",
    "original_value",
    "outer_dimension_partitions",
    "output_window_dims",
    "preserve_layout",
    "sparsity",
};

constexpr AttributeRules rules(std::initializer_list<Id> required, std::initializer_list<Id> optional = {}) {
  AttributeRules result;
  for (size_t i = 0; i < kCommonCount; ++i) result.allowed.insert(static_cast<Id>(i));
  for (Id id : required) result.allowed.insert(id), result.required.insert(id);
  for (Id id : optional) result.allowed.insert(id);
  return result;
}

constexpr AttributeRules rulesOf(Opcode opcode) {
  switch (opcode) {
    case Opcode::kAcos:
    case Opcode::kAcosh:
    case Opcode::kAsin:
    case Opcode::kAsinh:
    case Opcode::kAtanh:
    case Opcode::kCbrt:
    case Opcode::kCosine:
    case Opcode::kCosh:
    case Opcode::kErf:
    case Opcode::kExp:
    case Opcode::kExpm1:
    case Opcode::kLog:
    case Opcode::kLog1p:
    case Opcode::kLogistic:
    case Opcode::kRsqrt:
    case Opcode::kSine:
    case Opcode::kSinh:
    case Opcode::kSqrt:
    case Opcode::kTan:
    case Opcode::kTanh:
      return rules({}, {Id::kResultAccuracy});
    case Opcode::kIota:
      return rules({Id::kIotaDimension});
    case Opcode::kTopk:
      return rules({Id::kK}, {Id::kLargest, Id::kIsStable});
    case Opcode::kAllGather:
    case Opcode::kAllGatherStart:
      return rules({Id::kDimensions},
                   {Id::kReplicaGroups, Id::kChannelId, Id::kConstrainLayout, Id::kUseGlobalDeviceIds});
    case Opcode::kAllReduce:
    case Opcode::kAllReduceStart:
      return rules({Id::kToApply},
                   {Id::kReplicaGroups, Id::kChannelId, Id::kConstrainLayout, Id::kUseGlobalDeviceIds, Id::kMode});
    case Opcode::kReduceScatter:
      return rules({Id::kToApply, Id::kDimensions},
                   {Id::kReplicaGroups, Id::kChannelId, Id::kConstrainLayout, Id::kUseGlobalDeviceIds, Id::kMode});
    case Opcode::kAllToAll:
      return rules({}, {Id::kReplicaGroups, Id::kChannelId, Id::kDimensions, Id::kConstrainLayout});
    case Opcode::kRaggedAllToAll:
      return rules({}, {Id::kReplicaGroups, Id::kChannelId, Id::kDimensions});
    case Opcode::kCollectiveBroadcast:
      return rules({}, {Id::kReplicaGroups, Id::kChannelId, Id::kHasDynamicRoot});
    case Opcode::kCollectivePermute:
    case Opcode::kCollectivePermuteStart:
      return rules({Id::kSourceTargetPairs}, {Id::kChannelId, Id::kSliceSizes});
    case Opcode::kAsyncStart:
      return rules({Id::kCalls}, {Id::kAsyncExecutionThread, Id::kOutputToOperandAliasing});
    case Opcode::kAsyncUpdate:
    case Opcode::kAsyncDone:
      return rules({}, {Id::kCalls, Id::kAsyncExecutionThread, Id::kOutputToOperandAliasing});
    case Opcode::kCopyStart:
      return rules({}, {Id::kCrossProgramPrefetchIndex});
    case Opcode::kReshape:
      return rules({}, {Id::kInferredDimension});
    case Opcode::kSort:
      return rules({Id::kDimensions, Id::kToApply}, {Id::kIsStable});
    case Opcode::kWhile:
      return rules({Id::kCondition, Id::kBody});
    case Opcode::kRecv:
    case Opcode::kRecvDone:
    case Opcode::kSend:
    case Opcode::kSendDone:
      return rules({}, {Id::kChannelId, Id::kIsHostTransfer});
    case Opcode::kGetTupleElement:
      return rules({Id::kIndex});
    case Opcode::kCall:
      return rules({Id::kToApply}, {Id::kIsComposite});
    case Opcode::kReduceWindow:
      return rules({Id::kToApply}, {Id::kWindow});
    case Opcode::kConvolution:
      return rules({Id::kDimLabels}, {Id::kWindow, Id::kFeatureGroupCount, Id::kBatchGroupCount, Id::kConvolutionKind,
                                      Id::kConvKind, Id::kOperandPrecision, Id::kAlgorithm, Id::kSparsityConfig});
    case Opcode::kFft:
      return rules({Id::kFftType, Id::kFftLength});
    case Opcode::kTriangularSolve:
      return rules({}, {Id::kLeftSide, Id::kLower, Id::kUnitDiagonal, Id::kTransposeA});
    case Opcode::kCholesky:
      return rules({}, {Id::kLower});
    case Opcode::kCompare:
      return rules({Id::kDirection}, {Id::kType});
    case Opcode::kBroadcast:
    case Opcode::kConcatenate:
    case Opcode::kReverse:
    case Opcode::kTranspose:
    case Opcode::kGetDimensionSize:
    case Opcode::kSetDimensionSize:
      return rules({Id::kDimensions});
    case Opcode::kMap:
      return rules({Id::kToApply}, {Id::kDimensions});
    case Opcode::kScan:
      return rules({Id::kToApply, Id::kDimensions, Id::kNumCarries}, {Id::kIsReverse, Id::kIsAssociative});
    case Opcode::kReduce:
      return rules({Id::kToApply, Id::kDimensions});
    case Opcode::kSelectAndScatter:
      return rules({Id::kSelect, Id::kScatter}, {Id::kWindow});
    case Opcode::kSlice:
      return rules({Id::kSlice});
    case Opcode::kDynamicSlice:
      return rules({Id::kDynamicSliceSizes});
    case Opcode::kBatchNormTraining:
    case Opcode::kBatchNormInference:
    case Opcode::kBatchNormGrad:
      return rules({Id::kEpsilon, Id::kFeatureIndex});
    case Opcode::kPad:
      return rules({Id::kPadding});
    case Opcode::kFusion:
      return rules({Id::kCalls, Id::kKind}, {Id::kOutputToOperandAliasing});
    case Opcode::kInfeed:
      return rules({}, {Id::kInfeedConfig});
    case Opcode::kOutfeed:
      return rules({}, {Id::kOutfeedConfig, Id::kOutfeedShape});
    case Opcode::kRng:
      return rules({Id::kDistribution});
    case Opcode::kRngGetAndUpdateState:
      return rules({Id::kDelta});
    case Opcode::kRngBitGenerator:
      return rules({Id::kAlgorithm});
    case Opcode::kReducePrecision:
      return rules({Id::kExponentBits, Id::kMantissaBits});
    case Opcode::kConditional:
      return rules({}, {Id::kTrueComputation, Id::kFalseComputation, Id::kBranchComputations});
    case Opcode::kCustomCall:
      return rules({Id::kCustomCallTarget}, {Id::kWindow, Id::kDimLabels, Id::kFeatureGroupCount, Id::kBatchGroupCount,
                                             Id::kOperandLayoutConstraints, Id::kCustomCallHasSideEffect, Id::kToApply,
                                             Id::kCalledComputations, Id::kOutputToOperandAliasing, Id::kPaddingType,
                                             Id::kLiteral, Id::kOperandPrecision, Id::kSchedule, Id::kApiVersion});
    case Opcode::kDot:
    case Opcode::kScaledDot:
      return rules({}, {Id::kLhsContractingDims, Id::kRhsContractingDims, Id::kLhsBatchDims, Id::kRhsBatchDims,
                        Id::kOperandPrecision, Id::kAlgorithm});
    case Opcode::kRaggedDot:
      return rules({}, {Id::kLhsContractingDims, Id::kRhsContractingDims, Id::kLhsBatchDims, Id::kRhsBatchDims,
                        Id::kLhsRaggedDims, Id::kRhsGroupDims, Id::kOperandPrecision});
    case Opcode::kGather:
      return rules({Id::kOffsetDims, Id::kCollapsedSliceDims, Id::kStartIndexMap, Id::kIndexVectorDim, Id::kSliceSizes},
                   {Id::kIndicesAreSorted, Id::kOperandBatchingDims, Id::kStartIndicesBatchingDims});
    case Opcode::kScatter:
      return rules(
          {Id::kUpdateWindowDims, Id::kInsertedWindowDims, Id::kScatterDimsToOperandDims, Id::kIndexVectorDim,
           Id::kToApply},
          {Id::kIndicesAreSorted, Id::kUniqueIndices, Id::kInputBatchingDims, Id::kScatterIndicesBatchingDims});
    case Opcode::kDomain:
      return rules({Id::kDomain});
    default:
      return rules({});
  }
}

constexpr std::array<AttributeRules, kOpcodeCount> buildRules() {
  std::array<AttributeRules, kOpcodeCount> all = {};
  for (size_t i = 0; i < kOpcodeCount; ++i) all[i] = rulesOf(static_cast<Opcode>(i));
  return all;
}
constexpr std::array<AttributeRules, kOpcodeCount> kRules = buildRules();

// Number of entries of the hash table from attribute names to AttributeId. The table uses open addressing; kNone marks
// a free entry.
constexpr size_t kRuleSlots = 512;

constexpr size_t ruleSlot(std::string_view name) {
  const auto at = [&](size_t i) { return static_cast<size_t>(static_cast<unsigned char>(name[i])); };
  return (name.size() * 37 + at(0) * 5 + at(name.size() / 2) * 17 + at(name.size() - 1) * 3) % kRuleSlots;
}

constexpr std::array<Id, kRuleSlots> fillRuleSlots() {
  std::array<Id, kRuleSlots> table = {};
  for (Id& id : table) id = Id::kNone;
  for (size_t i = 0; i < kIdCount; ++i) {
    size_t slot = ruleSlot(kSpellings[i].name);
    while (table[slot] != Id::kNone) slot = (slot + 1) % kRuleSlots;
    table[slot] = static_cast<Id>(i);
  }
  return table;
}
constexpr std::array<Id, kRuleSlots> kTable = fillRuleSlots();

std::vector<std::string_view> sortedNames(const AttributeSet& set) {
  std::vector<std::string_view> names;
  for (size_t i = 0; i < kIdCount; ++i) {
    if (set.has(static_cast<Id>(i))) names.push_back(kSpellings[i].name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace

AttributeId AttributeSet::first() const {
  for (int i = 0; i < 2; ++i) {
    if (words_[i] != 0) return static_cast<Id>(64 * i + __builtin_ctzll(words_[i]));
  }
  return Id::kNone;
}

std::string_view name(AttributeId id) {
  return id == Id::kNone ? std::string_view() : kSpellings[static_cast<size_t>(id)].name;
}

AttributeId attributeFromName(std::string_view name) {
  if (name.empty()) return Id::kNone;
  for (size_t slot = ruleSlot(name);; slot = (slot + 1) % kRuleSlots) {
    const Id id = kTable[slot];
    if (id == Id::kNone || kSpellings[static_cast<size_t>(id)].name == name) return id;
  }
}

ValueType valueType(AttributeId id) {
  return kSpellings[static_cast<size_t>(id)].type;
}

const AttributeRules& attributeRules(Opcode opcode) {
  return kRules[static_cast<size_t>(opcode)];
}

bool isFromOtherXlaVersion(std::string_view attribute) {
  return std::find(kOtherVersions.begin(), kOtherVersions.end(), attribute) != kOtherVersions.end();
}

std::string listAttributes(const AttributeSet& allowed) {
  const std::vector<std::string_view> names = sortedNames(allowed);
  return listWords(names.data(), names.size());
}

std::string suggestAttribute(std::string_view wrong, const AttributeSet& allowed) {
  const std::vector<std::string_view> names = sortedNames(allowed);
  return suggestWord(wrong, names.data(), names.size());
}

}  // namespace hlorank::hlo
