// Asynchronous operations: `add-start`, `add-update`, `add-done`, and the generic async-start, -update, -done.

#include <utility>

#include "shared/hlo/text_reader.h"

namespace hlorank::hlo {

// The opcode a word names; `add-start` and the like are asynchronous forms of an opcode that has none of its own.
bool TextReader::resolveOpcode(std::string_view word, const char* at, Opcode& opcode, Opcode& wrapped) {
  opcode = opcodeFromName(word);
  if (opcode != Opcode::kInvalid) return true;
  constexpr std::pair<std::string_view, Opcode> kSuffixes[] = {
      {"-start", Opcode::kAsyncStart}, {"-update", Opcode::kAsyncUpdate}, {"-done", Opcode::kAsyncDone}};
  for (const auto& [suffix, asyncOpcode] : kSuffixes) {
    if (!word.ends_with(suffix)) continue;
    wrapped = opcodeFromName(word.substr(0, word.size() - suffix.size()));
    switch (wrapped) {
      case Opcode::kInvalid:
      case Opcode::kAllGather:
      case Opcode::kAllReduce:
      case Opcode::kCollectivePermute:
      case Opcode::kCopy:
      case Opcode::kRecv:
      case Opcode::kSend:
        break;
      default:
        opcode = asyncOpcode;
        return true;
    }
  }
  return cursor_.fail(at, "there is no opcode " + quote(word));
}

bool TextReader::readAsyncAttributes(Opcode wrapped, bool withAttributes, Instruction& instruction) {
  const bool isStart = instruction.opcode == Opcode::kAsyncStart;
  const bool isSugar = wrapped != Opcode::kInvalid;
  if (!readAttributes(isStart && isSugar ? wrapped : instruction.opcode, withAttributes, instruction)) return false;
  AsyncChain chain;
  if (isStart) {
    if (const Attribute* thread = module_.attribute(instruction, "async_execution_thread"))
      chain.thread = thread->value;
    if (isSugar && !wrapAsync(wrapped, instruction)) return false;
    const auto called = module_.calledBy(instruction);
    if (!called.empty()) chain.computation = called[0];
  } else if (!followAsync(wrapped, instruction, chain)) {
    return false;
  }
  asyncChains_.resize(module_.instructions.size() + 1);  // the instruction is about to get this id
  asyncChains_.back() = chain;
  return true;
}

// `add-start(a, b), ...` stands for an async-start that calls a computation with parameters and the add. The attributes
// of the operation go to it; those that every instruction may have stay on the start as well.
bool TextReader::wrapAsync(Opcode wrapped, Instruction& start) {
  const Shape* shape = start.shape == kNone ? nullptr : &module_.shapes[start.shape];
  if (!shape || shape->type != PrimitiveType::kTuple || shape->elements.size < 2)
    return cursor_.failHere("in " + quote(start.name) +
                            " before this: the shape of an asynchronous start is ((operands...), result, ...)");
  const ShapeId resultShape = module_.elementsOf(*shape)[1];

  Scope scope;
  Scope* outer = std::exchange(scope_, &scope);
  Instruction operation = start;
  operation.name = "async_op";
  operation.opcode = wrapped;
  operation.shape = resultShape;
  operation.controlPredecessors = {};
  std::vector<InstructionId> parameters;
  for (uint32_t i = 0; i < start.operands.size; ++i) {
    const ShapeId operandShape = module_.instructions[module_.operands[start.operands.begin + i]].shape;
    InstructionId parameter;
    makeParameter(freshName("async_param"), operandShape, parameter);
    parameters.push_back(parameter);
  }
  operation.operands = {static_cast<uint32_t>(module_.operands.size()), static_cast<uint32_t>(parameters.size())};
  module_.operands.insert(module_.operands.end(), parameters.begin(), parameters.end());

  // Split the attributes: copies of the common ones for the start, after `calls`.
  const auto attributesBegin = static_cast<uint32_t>(module_.attributes_.size());
  std::vector<Attribute> forStart = {{"calls", {}, {}, false}};
  std::vector<Attribute> forOperation;
  for (const Attribute& attribute : module_.attributesOf(start.attributes)) {
    const bool async = attribute.name == "async_execution_thread" || attribute.name == "output_to_operand_aliasing";
    const bool ordering = attribute.name == "control-predecessors" || attribute.name == "sharding";
    const bool common = attribute.name == "metadata" || attribute.name == "backend_config" ||
                        attribute.name == "frontend_attributes" || attribute.name == "statistics" ||
                        attribute.name == "origin";
    if (async || ordering || common) forStart.push_back(attribute);
    if (!async && !ordering) forOperation.push_back(attribute);
  }
  module_.attributes_.insert(module_.attributes_.end(), forOperation.begin(), forOperation.end());
  operation.attributes = {attributesBegin, static_cast<uint32_t>(forOperation.size())};
  InstructionId root;
  const bool read = finish(operation, cursor_.at, root);
  scope_ = outer;
  if (!read) return false;

  const ComputationId called =
      addComputation(module_.keep("async_wrapped.n" + std::to_string(freshNames_++)), std::move(scope), root);
  forStart[0].computations = {static_cast<uint32_t>(module_.calledComputations.size()), 1};
  module_.calledComputations.push_back(called);
  start.calledComputations = forStart[0].computations;
  start.attributes = {static_cast<uint32_t>(module_.attributes_.size()), static_cast<uint32_t>(forStart.size())};
  module_.attributes_.insert(module_.attributes_.end(), forStart.begin(), forStart.end());
  start.dimensions = {};
  start.details = kNone;
  return true;
}

// Updates and dones take their computation and thread from the start; what they say themselves must agree with it.
bool TextReader::followAsync(Opcode wrapped, Instruction& instruction, AsyncChain& chain) {
  const Range written = std::exchange(instruction.calledComputations, {});  // only the start calls
  const auto operands = module_.operandsOf(instruction);
  if (operands.empty() || operands[0] >= asyncChains_.size()) return true;  // verifyInstruction says what is wrong
  chain = asyncChains_[operands[0]];
  if (chain.computation == kNone) return true;
  const auto complain = [&](std::string_view what, std::string_view started, std::string_view said) {
    return cursor_.failHere("in " + quote(instruction.name) + " before this: the " + std::string(what) +
                            " of the start is " + std::string(started) + ", not " + std::string(said));
  };
  const Computation& computation = module_.computations[chain.computation];
  const Opcode started = module_.instructions[computation.root].opcode;
  if (wrapped != Opcode::kInvalid && started != wrapped)
    return complain("operation", hlo::name(started), hlo::name(wrapped));
  if (!written.empty() && module_.calledComputations[written.begin] != chain.computation)
    return complain("computation", computation.name,
                    module_.computations[module_.calledComputations[written.begin]].name);
  const Attribute* thread = module_.attribute(instruction, "async_execution_thread");
  const std::string_view inherited = chain.thread.empty() ? "\"main\"" : chain.thread;
  if (thread && thread->value != inherited) return complain("thread", inherited, thread->value);
  return true;
}

}  // namespace hlorank::hlo
