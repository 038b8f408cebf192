#include "shared/hlo/parse_attributes.h"

#include "shared/hlo/parse_attribute_annotations.h"
#include "shared/hlo/parse_attribute_geometry.h"
#include "shared/hlo/parse_attribute_rules.h"
#include "shared/hlo/parse_attribute_values.h"
#include "shared/hlo/parse_called_computations.h"
#include "shared/hlo/parse_literal.h"
#include "shared/hlo/parse_literal_number.h"
#include "shared/hlo/parse_sharding.h"

namespace hlorank::hlo {
namespace {

using Id = AttributeId;

class AttributesReader {
 public:
  AttributesReader(Cursor& cursor, Module& module, References& references, Opcode opcode, Instruction& instruction)
      : cursor_(cursor),
        module_(module),
        references_(references),
        opcode_(opcode),
        instruction_(instruction),
        rules_(attributeRules(opcode)) {}

  bool read() {
    cursor_.skipSpace();
    const char* start = cursor_.at;
    instruction_.attributes = {static_cast<uint32_t>(module_.attributes_.size()), 0};
    if (!adjustRules(start)) return false;
    if (opcode_ == Opcode::kConvolution || opcode_ == Opcode::kCustomCall) {
      details().featureGroupCount = 1;
      details().batchGroupCount = 1;
    }
    // A topk is stable by default. The attribute is_stable=false, parsed later, overrides this.
    if (opcode_ == Opcode::kTopk) details().isStable = true;
    while (cursor_.accept(',')) {
      if (!readAttribute()) return false;
    }
    const Id missing = rules_.required.without(seen_).first();
    if (missing != Id::kNone)
      return cursor_.fail(
          start, std::string(hlo::name(opcode_)) + " needs the attribute " + std::string(hlo::name(missing)) + "=");
    called_.store(module_, instruction_);
    if (opcode_ == Opcode::kMap) fillMapDimensions();
    return opcode_ != Opcode::kConditional || checkBranches();
  }

 private:
  const Shape* firstOperand() const {
    if (instruction_.operands.empty()) return nullptr;
    return &module_.shapes[module_.instructions[module_.operandsOf(instruction_)[0]].shape];
  }

  // Adapts the allowed and required attributes of an opcode if they depend on the operands or on an asynchronous start.
  bool adjustRules(const char* start) {
    const Shape* first = firstOperand();
    const bool isScalar = first && first->type != PrimitiveType::kTuple && first->dimensions.empty();
    if (opcode_ == Opcode::kBroadcast && isScalar) rules_.required.erase(Id::kDimensions);
    if (opcode_ != instruction_.opcode && instruction_.opcode == Opcode::kAsyncStart) {
      rules_.allowed.insert(Id::kAsyncExecutionThread);
      rules_.allowed.insert(Id::kOutputToOperandAliasing);
    }
    if (opcode_ != Opcode::kConditional || !first) return true;
    if (!isScalar || (first->type != PrimitiveType::kPred && first->type != PrimitiveType::kS32))
      return cursor_.fail(start, "the first operand of a conditional must be a pred[] or an s32[]");
    if (first->type == PrimitiveType::kPred) {
      rules_.allowed.erase(Id::kBranchComputations);
      rules_.required.insert(Id::kTrueComputation);
      rules_.required.insert(Id::kFalseComputation);
    } else {
      rules_.allowed.erase(Id::kTrueComputation);
      rules_.allowed.erase(Id::kFalseComputation);
      rules_.required.insert(Id::kBranchComputations);
    }
    return true;
  }

  bool readAttribute() {
    cursor_.skipSpace();
    Attribute attribute;
    if (!cursor_.attributeName(attribute.name)) return cursor_.failExpected("an attribute, name=value, after ','");
    const Id id = attributeFromName(attribute.name);
    if (id == Id::kNone || !rules_.allowed.has(id)) {
      if (id != Id::kNone || !isFromOtherXlaVersion(attribute.name)) return failUnexpected(attribute.name);
      warn(attribute.name);
    } else {
      if (seen_.has(id))
        return cursor_.fail(attribute.name.data(), "the attribute " + std::string(attribute.name) + "= is given twice");
      seen_.insert(id);
    }
    cursor_.skipSpace();
    const char* start = cursor_.at;
    if (id == Id::kNone ? !parseOpaqueValue(cursor_) : !readValue(id)) return false;
    if (id != Id::kNone && (valueType(id) == ValueType::kComputation || valueType(id) == ValueType::kComputations)) {
      attribute.braced = valueType(id) == ValueType::kComputations;
    } else {
      attribute.value = cursor_.since(start);
    }
    add(attribute);
    return true;
  }

  // Records an error that the opcode has no attribute `name`. The help text names the allowed attribute with the
  // nearest spelling. If none is near, or if `name` is an attribute of other opcodes, it lists all allowed attributes.
  bool failUnexpected(std::string_view name) {
    const bool isMisspelt = attributeFromName(name) == Id::kNone;
    return cursor_.fail(name.data(), std::string(hlo::name(opcode_)) + " has no attribute '" + std::string(name) + "'",
                        isMisspelt ? suggestAttribute(name, rules_.allowed) : listAttributes(rules_.allowed));
  }

  void warn(std::string_view name) {
    Warning warning;
    warning.message = "the attribute " + std::string(name) +
                      "= belongs to another version of XLA; it is kept as text and has no effect";
    warning.where.offset = name.data() - cursor_.begin;
    module_.warnings.push_back(std::move(warning));
  }

  // Appends an attribute to this instruction's range of Module::attributes_. If attributes of an inline computation
  // were appended in between, first moves the range to the end of that vector.
  void add(const Attribute& attribute) {
    Range& own = instruction_.attributes;
    if (own.begin + own.size != module_.attributes_.size()) {
      const auto moved = static_cast<uint32_t>(module_.attributes_.size());
      for (uint32_t i = 0; i < own.size; ++i) module_.attributes_.push_back(module_.attributes_[own.begin + i]);
      own.begin = moved;
    }
    module_.attributes_.push_back(attribute);
    ++own.size;
  }

  Details& details() {
    if (instruction_.details == kNone) {
      instruction_.details = static_cast<uint32_t>(module_.details.size());
      module_.details.emplace_back();
    }
    return module_.details[instruction_.details];
  }

  DotDimensions& dot() {
    details().hasDot = true;
    return details().dot;
  }

  // Parses the value of an attribute and stores it in the field of Module that is meant for it. If there is no such
  // field, only checks the value (checkValue).
  bool readValue(Id id) {
    switch (id) {
      case Id::kDimensions:
        return readDimensions();
      case Id::kIotaDimension:
      case Id::kInferredDimension:
        return readDimension(id);
      case Id::kDynamicSliceSizes:
        return parseIntegers(cursor_, module_, details().dynamicSliceSizes);
      case Id::kSliceSizes:
        return opcode_ == Opcode::kGather ? skipIntegers(cursor_) : readPermutedSlices();
      case Id::kLhsContractingDims:
        return parseIntegers(cursor_, module_, dot().lhsContracting);
      case Id::kRhsContractingDims:
        return parseIntegers(cursor_, module_, dot().rhsContracting);
      case Id::kLhsBatchDims:
        return parseIntegers(cursor_, module_, dot().lhsBatch);
      case Id::kRhsBatchDims:
        return parseIntegers(cursor_, module_, dot().rhsBatch);
      case Id::kDimLabels:
        details().hasConvolution = true;
        return parseDimensionLabels(cursor_, module_, details().convolution);
      case Id::kWindow:
        return parseWindow(cursor_, module_, details().window);
      case Id::kSlice:
        return parseSlice(cursor_, module_, details().slice);
      case Id::kPadding:
        return parsePadding(cursor_, module_, details().padding);
      case Id::kFeatureGroupCount:
        return cursor_.integer(details().featureGroupCount, "an integer");
      case Id::kBatchGroupCount:
        return cursor_.integer(details().batchGroupCount, "an integer");
      case Id::kIsStable:
        return parseBool(cursor_, details().isStable);
      case Id::kIndex:
        return cursor_.integer(instruction_.number, "the index of an element");
      case Id::kControlPredecessors:
        return readPredecessors();
      default:
        return checkValue(id);
    }
  }

  bool checkValue(Id id) {
    bool flag;
    int64_t integer;
    std::string_view text;
    switch (valueType(id)) {
      case ValueType::kBool:
        return parseBool(cursor_, flag);
      case ValueType::kInteger:
        return cursor_.integer(integer, "an integer");
      case ValueType::kInt32:
        return parseInt32(cursor_);
      case ValueType::kFloat:
        return parseFloat(cursor_, true);
      case ValueType::kString:
        return cursor_.quoted(text, "a \"string\"");
      case ValueType::kStringOrJson:
        return parseStringOrJson(cursor_);
      case ValueType::kIntegers:
        return skipIntegers(cursor_);
      case ValueType::kIntegerLists:
        return skipIntegerPairs(cursor_);
      case ValueType::kWord:
        return parseWord(cursor_, id, opcode_);
      case ValueType::kWords:
        return parseWords(cursor_, id);
      case ValueType::kComputation:
        return readComputation(id);
      case ValueType::kComputations:
        return readComputations();
      case ValueType::kInstructions:
        return readPredecessors();
      case ValueType::kBools:
        return readReplication();
      case ValueType::kShape:
        return parseShapeOnly(cursor_, module_);
      case ValueType::kShapes:
        return parseOperandShapes(cursor_, module_, module_.operandsOf(instruction_));
      case ValueType::kAliasing:
        return parseOutputAliasing(cursor_);
      case ValueType::kDeviceGroups:
        return parseDeviceGroups(cursor_);
      case ValueType::kDomain:
        return parseDomain(cursor_);
      case ValueType::kFrontendAttributes:
        return parseFrontendAttributes(cursor_);
      case ValueType::kLiteral:
        return parseTypedLiteral(cursor_, module_);
      case ValueType::kMetadata:
        return parseMetadata(cursor_);
      case ValueType::kOrigin:
        return parseOrigin(cursor_);
      case ValueType::kResultAccuracy:
        return parseResultAccuracy(cursor_);
      case ValueType::kSharding:
        return parseSharding(cursor_);
      case ValueType::kSparsity:
        return parseSparsity(cursor_);
      case ValueType::kStatistics:
        return parseStatistics(cursor_);
      case ValueType::kPadding:
      case ValueType::kSlice:
      case ValueType::kWindow:
      case ValueType::kDimLabels:
        break;  // nothing to check here, because readValue parses and stores these values
    }
    return cursor_.failExpected("a value");
  }

  // Parses parameter_replication={true,false}, with one value per leaf of the parameter's tuple shape.
  bool readReplication() {
    cursor_.skipSpace();
    const char* start = cursor_.at;
    size_t written = 0;
    if (!parseBools(cursor_, false, &written)) return false;
    if (instruction_.shape == kNone) return true;
    const size_t leaves = countLeaves(module_, instruction_.shape, written + 1);
    return leaves == written ||
           cursor_.fail(start, "parameter_replication has " + std::to_string(written) + " values, but " +
                                   toString(module_, instruction_.shape, false) + " has " +
                                   (leaves > written ? "more" : std::to_string(leaves)) + " parts");
  }

  // Parses dimensions={...} and stores what HloInstructionProto stores: all entries, except that operations along one
  // dimension store only the first entry.
  bool readDimensions() {
    cursor_.skipSpace();
    const char* start = cursor_.at;
    Range written;
    if (!parseIntegers(cursor_, module_, written)) return false;
    switch (opcode_) {
      case Opcode::kAllGather:
      case Opcode::kAllGatherStart:
      case Opcode::kReduceScatter:
      case Opcode::kGetDimensionSize:
      case Opcode::kSetDimensionSize:
        if (written.size == 0) return failOneDimension(start);
        written.size = 1;
        break;
      case Opcode::kAllToAll:
      case Opcode::kConcatenate:
      case Opcode::kScan:
      case Opcode::kSort:
        if (written.size != 1) return failOneDimension(start);
        break;
      case Opcode::kRaggedAllToAll:
        // The value is checked but not stored, because HloInstructionProto has no field for it.
        return written.size == 1 || failOneDimension(start);
      default:
        break;
    }
    instruction_.dimensions = written;
    return true;
  }

  bool failOneDimension(const char* start) {
    return cursor_.fail(start, std::string(hlo::name(opcode_)) + " needs one dimension number",
                        "give the dimension that it works along, for example dimensions={0}");
  }

  // Parses an attribute with one dimension number, such as iota_dimension=1. Like XLA, ignores inferred_dimension=-1,
  // which means that no dimension is inferred.
  bool readDimension(Id id) {
    int64_t dimension;
    if (!cursor_.integer(dimension, "a dimension")) return false;
    if (id == Id::kInferredDimension && dimension == -1) return true;
    instruction_.dimensions = {static_cast<uint32_t>(module_.integers.size()), 1};
    module_.integers.push_back(dimension);
    return true;
  }

  // Parses slice_sizes={{1,2},{1,2}} of an in-place collective-permute. Such an instruction has four operands: the
  // input, the output, and the start indices in the input and in the output.
  bool readPermutedSlices() {
    const bool isInPlace = instruction_.operands.size == 4;
    if (!parseIntegerListsFlat(cursor_, module_, details().dynamicSliceSizes)) return false;
    return isInPlace ||
           cursor_.failHere("slice_sizes=, which ends here, needs a " + std::string(hlo::name(opcode_)) +
                            " with four operands, but this has " + std::to_string(instruction_.operands.size));
  }

  bool readPredecessors() {
    if (!cursor_.expect('{', "before control predecessors")) return false;
    instruction_.controlPredecessors = {static_cast<uint32_t>(module_.operands.size()), 0};
    do {
      std::string_view name;
      if (!cursor_.name(name, "the name of an instruction")) return false;
      const InstructionId predecessor = references_.instruction(name);
      if (predecessor == kNone)
        return cursor_.fail(name.data(),
                            "there is no instruction '" + std::string(name) + "' before this one in its computation");
      module_.operands.push_back(predecessor);
      ++instruction_.controlPredecessors.size;
    } while (cursor_.accept(','));
    return cursor_.expect('}', "after the control predecessors");
  }

  bool readComputation(Id id) {
    if (id == Id::kToApply && seen_.has(Id::kCalledComputations)) return failBothCalls();
    return called_.readOne(cursor_, references_, id, instruction_.attributes.size);
  }

  bool readComputations() {
    if (seen_.has(Id::kToApply)) return failBothCalls();
    return called_.readList(cursor_, references_, instruction_.attributes.size);
  }

  bool failBothCalls() { return cursor_.failHere("a custom-call cannot have both to_apply= and called_computations="); }

  bool checkBranches() {
    const uint32_t branches = instruction_.calledComputations.size;
    return (branches > 0 && branches + 1 == instruction_.operands.size) ||
           cursor_.failHere("the conditional (ends here) has " + std::to_string(branches) +
                            " branches and must have a predicate and an operand for each, but has " +
                            std::to_string(instruction_.operands.size) + " operands");
  }

  // Sets the dimensions of a map to all dimensions of its operand. If the attribute `dimensions` is written, it is only
  // used to infer an omitted result shape.
  void fillMapDimensions() {
    const Shape* first = firstOperand();
    if (!first || (instruction_.shape == kNone && seen_.has(Id::kDimensions))) return;
    instruction_.dimensions = {static_cast<uint32_t>(module_.integers.size()), first->dimensions.size};
    for (uint32_t i = 0; i < instruction_.dimensions.size; ++i) module_.integers.push_back(i);
  }

  Cursor& cursor_;
  Module& module_;
  References& references_;
  const Opcode opcode_;
  Instruction& instruction_;
  AttributeRules rules_;
  AttributeSet seen_;
  CalledComputations called_;
};

}  // namespace

bool parseAttributes(Cursor& cursor, Module& module, References& references, Opcode allowed, Instruction& instruction) {
  return AttributesReader(cursor, module, references, allowed, instruction).read();
}

}  // namespace hlorank::hlo
