// Asynchronous operations: `add-start`, `add-update`, `add-done`, and the generic async-start, -update, -done.

#include <utility>

#include "shared/hlo/suggest_word.h"
#include "shared/hlo/text_reader.h"

namespace hlorank::hlo {

namespace {

std::string suggestOpcode(std::string_view word) {
  std::vector<std::string_view> opcodes;
  for (int i = static_cast<int>(Opcode::kInvalid) + 1; i < static_cast<int>(Opcode::kOther); ++i)
    opcodes.push_back(hlo::name(static_cast<Opcode>(i)));
  const std::string nearest = suggestWord(word, opcodes.data(), opcodes.size());
  if (nearest.starts_with("did you mean")) return nearest;
  return "it may come from another version of XLA; `hlorank schema` lists the opcodes this reader has";
}

}  // namespace

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
  return cursor_.fail(at, "there is no opcode " + quote(word), suggestOpcode(word));
}

bool TextReader::readAsyncAttributes(Opcode wrapped, bool withAttributes, Instruction& instruction) {
  const bool isStart = instruction.opcode == Opcode::kAsyncStart;
  const bool isSugar = wrapped != Opcode::kInvalid;
  if (instruction.opcode != Opcode::kAsyncDone && resultOf(instruction) == kNone)
    return cursor_.failHere("the shape of " + quote(instruction.name) + " must be ((operands...), result, ...)",
                            "put the shapes of the operands into a tuple of their own, before that of the result");
  if (!readAttributes(isStart && isSugar ? wrapped : instruction.opcode, withAttributes, instruction)) return false;
  AsyncChain chain;
  if (isStart) {
    if (const Attribute* thread = module_.attribute(instruction, "async_execution_thread"))
      chain.thread = thread->value;
    if (isSugar && !wrapStarted(wrapped, instruction, chain)) return false;
    const auto called = module_.calledBy(instruction);
    if (!called.empty()) chain.computation = called[0];
  } else if (!followAsync(wrapped, instruction, chain)) {
    return false;
  }
  asyncChains_.resize(module_.instructions.size() + 1);  // the instruction is about to get this id
  asyncChains_.back() = chain;
  return true;
}

// The result in the shape of a start or update, ((operands...), result, ...); kNone for another shape.
ShapeId TextReader::resultOf(const Instruction& instruction) const {
  if (instruction.shape == kNone) return kNone;
  const Shape& shape = module_.shapes[instruction.shape];
  if (shape.type != PrimitiveType::kTuple || shape.elements.size < 2) return kNone;
  const auto elements = module_.elementsOf(shape);
  return module_.shapes[elements[0]].type == PrimitiveType::kTuple ? elements[1] : kNone;
}

// `add-start(a, b), ...` stands for an async-start that calls a computation with parameters and the add. A start whose
// result is still the empty tuple gets more operands from its updates: it is wrapped when they are known.
bool TextReader::wrapStarted(Opcode wrapped, Instruction& start, AsyncChain& chain) {
  const ShapeId result = resultOf(start);
  std::vector<ShapeId> known;
  for (InstructionId operand : module_.operandsOf(start)) known.push_back(module_.instructions[operand].shape);
  if (module_.shapes[result].type == PrimitiveType::kTuple && module_.shapes[result].elements.empty()) {
    chain.waiting = static_cast<uint32_t>(scope_->waiting.size());
    scope_->waiting.push_back(
        {wrapped, static_cast<InstructionId>(module_.instructions.size()), kNone, std::move(known)});
    return true;
  }
  return wrapAsync(wrapped, known, result, start);
}

// The shapes of what an asynchronous operation takes: of its operands, then, for a call or fusion, of those parameters
// of its callee that no operand is bound to yet.
std::vector<ShapeId> TextReader::takenBy(Opcode wrapped, std::span<const ShapeId> operands,
                                         const Instruction& start) const {
  std::vector<ShapeId> taken(operands.begin(), operands.end());
  const auto called = module_.calledBy(start);
  if (called.empty() || (wrapped != Opcode::kCall && wrapped != Opcode::kFusion)) return taken;
  for (InstructionId member : members_[called[0]]) {
    const Instruction& parameter = module_.instructions[member];
    if (parameter.opcode != Opcode::kParameter) continue;
    const auto number = static_cast<size_t>(parameter.number);
    if (number < operands.size()) continue;
    if (number >= members_[called[0]].size()) continue;  // verifyModule says that numbers are missing
    if (number >= taken.size()) taken.resize(number + 1, parameter.shape);
    taken[number] = parameter.shape;
  }
  return taken;
}

// Makes the computation of an asynchronous operation and lets `start` call it. The attributes of the operation go to
// it; those that every instruction may have stay on the start as well.
bool TextReader::wrapAsync(Opcode wrapped, std::span<const InstructionId> operands, ShapeId result,
                           Instruction& start) {
  Scope scope;
  Scope* outer = std::exchange(scope_, &scope);
  Instruction operation = start;
  operation.name = "async_op";
  operation.opcode = wrapped;
  operation.shape = result;
  operation.controlPredecessors = {};
  operation.operands.size = 0;
  std::vector<InstructionId> parameters;
  for (ShapeId operand : takenBy(wrapped, operands, start))
    parameters.push_back(makeParameter(freshName("async_param"), operand));
  operation.operands = {static_cast<uint32_t>(module_.operands.size()), static_cast<uint32_t>(parameters.size())};
  module_.operands.insert(module_.operands.end(), parameters.begin(), parameters.end());

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
  const auto keep = [this](const std::vector<Attribute>& attributes) {
    const Range range{static_cast<uint32_t>(module_.attributes_.size()), static_cast<uint32_t>(attributes.size())};
    module_.attributes_.insert(module_.attributes_.end(), attributes.begin(), attributes.end());
    return range;
  };
  operation.attributes = keep(forOperation);
  InstructionId root;
  const bool read = finish(operation, cursor_.at, root, /*isWrapped=*/true);
  scope_ = outer;
  if (!read) return false;

  const ComputationId called =
      addComputation(module_.keep("async_wrapped.n" + std::to_string(freshNames_++)), std::move(scope), root);
  forStart[0].computations = {static_cast<uint32_t>(module_.calledComputations.size()), 1};
  module_.calledComputations.push_back(called);
  start.calledComputations = forStart[0].computations;
  start.attributes = keep(forStart);
  start.dimensions = {};
  start.details = kNone;
  return true;
}

// Wraps a start whose operands and result are known at last.
bool TextReader::wrapWaiting(uint32_t index, ShapeId result) {
  const WaitingStart waiting = std::move(scope_->waiting[index]);
  scope_->waiting[index].start = kNone;
  if (waiting.start == kNone) return cursor_.failHere("this asynchronous operation is done already");
  Instruction start = module_.instructions[waiting.start];
  if (!wrapAsync(waiting.wrapped, waiting.operands, result, start)) return false;
  module_.instructions[waiting.start] = start;
  return true;
}

// Starts that are never done are wrapped with the operands they have, and empty tuples for those they lack.
bool TextReader::wrapLeftWaiting() {
  for (uint32_t i = 0; i < scope_->waiting.size(); ++i) {
    const InstructionId start = scope_->waiting[i].start;
    if (start == kNone) continue;
    const auto called = module_.calledBy(module_.instructions[start]);
    ShapeId result = scope_->waiting[i].result;
    if (result == kNone && !called.empty()) result = module_.instructions[module_.computations[called[0]].root].shape;
    if (result == kNone) result = resultOf(module_.instructions[start]);
    const int needed = operandCount(scope_->waiting[i].wrapped);
    if (needed > static_cast<int>(scope_->waiting[i].operands.size()))
      scope_->waiting[i].operands.resize(static_cast<size_t>(needed), result);
    if (!wrapWaiting(i, result)) return false;
  }
  return true;
}

// Updates and dones take their computation and thread from the start; what they say themselves must agree with it.
bool TextReader::followAsync(Opcode wrapped, Instruction& instruction, AsyncChain& chain) {
  const Range written = std::exchange(instruction.calledComputations, {});  // only the first of a chain calls
  const auto operands = module_.operandsOf(instruction);
  if (operands.empty()) return true;  // verifyInstruction says what is wrong
  if (operands[0] < asyncChains_.size()) chain = asyncChains_[operands[0]];
  if (chain.waiting != kNone) {
    for (InstructionId operand : operands.subspan(1))
      scope_->waiting[chain.waiting].operands.push_back(module_.instructions[operand].shape);
    if (instruction.opcode == Opcode::kAsyncDone) return wrapWaiting(chain.waiting, instruction.shape);
    scope_->waiting[chain.waiting].result = resultOf(instruction);
    return true;
  }
  if (chain.computation == kNone) {  // it was started elsewhere, as in the turn of a loop before this one
    instruction.calledComputations = written;
    if (!written.empty()) chain.computation = module_.calledComputations[written.begin];
    return true;
  }
  if (wrapped != Opcode::kInvalid && instruction.opcode == Opcode::kAsyncDone && instruction.shape != kNone)
    module_.instructions[module_.computations[chain.computation].root].shape = instruction.shape;
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
