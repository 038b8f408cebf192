// The attributes that each opcode accepts in HLO text, and the type of each attribute's value (CreateInstruction in
// xla/hlo/parser/hlo_parser.cc).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "shared/hlo/opcode.h"

namespace hlorank::hlo {

// clang-format off
enum class AttributeId : uint8_t {
  // Attributes that every instruction accepts.
  kBackendConfig, kControlPredecessors, kFrontendAttributes, kMetadata, kOrigin, kParameterReplication, kSharding,
  kStatistics,
  // Attributes that only some opcodes accept.
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
  kNone,  // not an attribute
};

enum class ValueType : uint8_t {
  kBool, kInteger, kInt32, kFloat, kString, kStringOrJson, kIntegers, kIntegerLists, kWord, kWords, kComputation,
  kComputations, kInstructions, kBools, kShape, kShapes, kAliasing, kDeviceGroups, kDomain, kFrontendAttributes,
  kLiteral, kMetadata, kOrigin, kPadding, kResultAccuracy, kSharding, kSlice, kSparsity, kStatistics, kWindow,
  kDimLabels,
};
// clang-format on

// A set of attributes, as a bit mask.
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
  AttributeId first() const;  // returns the smallest attribute id in the set; kNone if the set is empty

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
// Returns the attribute with this name; kNone for an unknown name; O(1).
AttributeId attributeFromName(std::string_view name);
ValueType valueType(AttributeId id);

// Returns the attributes that an opcode allows and requires, without regard to the operands. parseAttributes adapts
// two opcodes: A conditional requires either true_computation and false_computation, or branch_computations; here it
// requires neither. A broadcast does not always require `dimensions`; here it does.
const AttributeRules& attributeRules(Opcode opcode);

// Whether an attribute belongs to an older or newer XLA version, so that this grammar does not describe it. The parser
// keeps such attributes as text and warns.
bool isFromOtherXlaVersion(std::string_view attribute);

// Format the help text of an error about an attribute. listAttributes lists the names in `allowed`. suggestAttribute
// names the one among them that `wrong` probably misspells.
std::string listAttributes(const AttributeSet& allowed);
std::string suggestAttribute(std::string_view wrong, const AttributeSet& allowed);

}  // namespace hlorank::hlo
