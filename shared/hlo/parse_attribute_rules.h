// Which attributes each opcode takes in HLO text, and what kind of value each has (xla/hlo/parser/hlo_parser.cc,
// CreateInstruction).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "shared/hlo/opcode.h"

namespace hlorank::hlo {

// clang-format off
enum class AttributeId : uint8_t {
  // Every instruction may have these.
  kBackendConfig, kControlPredecessors, kFrontendAttributes, kMetadata, kOrigin, kParameterReplication, kSharding,
  kStatistics,
  // These belong to some opcodes.
  kAlgorithm, kApiVersion, kAsyncExecutionThread, kBatchGroupCount, kBody, kBranchComputations, kCalledComputations,
  kCalls, kChannelId, kCollapsedSliceDims, kCondition, kConstrainLayout, kConvKind, kConvolutionKind,
  kCrossProgramPrefetchIndex, kCustomCallHasSideEffect, kCustomCallTarget, kDelta, kDimLabels, kDimensions, kDirection,
  kDistribution, kDomain, kDynamicSliceSizes, kEpsilon, kExponentBits, kFalseComputation, kFeatureGroupCount,
  kFeatureIndex, kFftLength, kFftType, kHasDynamicRoot, kIndex, kIndexVectorDim, kIndicesAreSorted, kInfeedConfig,
  kInferredDimension, kInputBatchingDims, kInsertedWindowDims, kIotaDimension, kIsAssociative, kIsComposite,
  kIsHostTransfer, kIsReverse, kIsStable, kK, kKind, kLargest, kLeftSide, kLhsBatchDims, kLhsContractingDims,
  kLhsRaggedDims, kLiteral, kLower, kMantissaBits, kMode, kNumCarries, kOffsetDims, kOperandBatchingDims,
  kOperandLayoutConstraints, kOperandPrecision, kOutfeedConfig, kOutfeedShape, kOutputToOperandAliasing, kPadding,
  kPaddingType, kReplicaGroups, kResultAccuracy, kRhsBatchDims, kRhsContractingDims, kRhsGroupDims, kScatter,
  kScatterDimsToOperandDims, kScatterIndicesBatchingDims, kSchedule, kSelect, kSlice, kSliceSizes, kSourceTargetPairs,
  kSparsityConfig, kStartIndexMap, kStartIndicesBatchingDims, kToApply, kTransposeA, kTrueComputation, kType,
  kUniqueIndices, kUnitDiagonal, kUpdateWindowDims, kUseGlobalDeviceIds, kWindow,
  kNone,  // not one of these
};

enum class ValueType : uint8_t {
  kBool, kInteger, kInt32, kFloat, kString, kStringOrJson, kIntegers, kIntegerLists, kWord, kWords, kComputation,
  kComputations, kInstructions, kBools, kShape, kShapes, kAliasing, kDeviceGroups, kDomain, kFrontendAttributes,
  kLiteral, kMetadata, kOrigin, kPadding, kResultAccuracy, kSharding, kSlice, kSparsity, kStatistics, kWindow,
  kDimLabels,
};
// clang-format on

// A set of attributes.
class AttributeSet {
 public:
  constexpr bool has(AttributeId id) const { return words_[word(id)] & bit(id); }
  constexpr void insert(AttributeId id) { words_[word(id)] |= bit(id); }
  constexpr void erase(AttributeId id) { words_[word(id)] &= ~bit(id); }
  constexpr bool empty() const { return (words_[0] | words_[1]) == 0; }
  constexpr AttributeSet without(const AttributeSet& other) const {
    AttributeSet left = *this;
    for (int i = 0; i < 2; ++i) left.words_[i] &= ~other.words_[i];
    return left;
  }
  AttributeId first() const;  // in the order of the names; kNone when empty

 private:
  static constexpr unsigned word(AttributeId id) { return static_cast<unsigned>(id) >> 6; }
  static constexpr uint64_t bit(AttributeId id) { return uint64_t{1} << (static_cast<unsigned>(id) & 63); }
  uint64_t words_[2] = {0, 0};
};

struct AttributeRules {
  AttributeSet allowed;
  AttributeSet required;
};

std::string_view name(AttributeId id);
AttributeId attributeFromName(std::string_view name);  // kNone when there is none of that name; hashed
ValueType valueType(AttributeId id);

// For a conditional: both forms are allowed, none required; for a broadcast: dimensions is required.
const AttributeRules& attributeRules(Opcode opcode);

// Attributes of older or newer versions of XLA than this grammar describes; they are kept without being understood.
bool isOfAnotherVersion(std::string_view attribute);

// See suggest_word.h.
std::string listAttributes(const AttributeSet& allowed);
std::string suggestAttribute(std::string_view wrong, const AttributeSet& allowed);

}  // namespace hlorank::hlo
