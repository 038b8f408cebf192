// Parses asynchronous operations: async-start, async-update and async-done, and shorthand for them such as add-start.

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
  return "the file may come from another version of XLA; `hlorank schema` lists the known opcodes";
}

}  // namespace

// Resolves an opcode name, which may be shorthand for an asynchronous operation. For `add-start`, sets `opcode` to
// async-start and `wrapped` to add. For names of real opcodes, such as all-reduce-start, leaves `wrapped` at kInvalid.
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
                            "write the operand shapes as a tuple, followed by the result shape");
  if (!readAttributes(isStart && isSugar ? wrapped : instruction.opcode, withAttributes, instruction)) return false;
  AsyncChain chain;
  if (isStart) {
    if (const Attribute* thread = module_.attribute(instruction, "async_execution_thread"))
      chain.thread = thread->value;
    if (isSugar && !wrapStart(wrapped, instruction, chain)) return false;
    const auto called = module_.calledBy(instruction);
    if (!called.empty()) chain.computation = called[0];
  } else if (!linkToStart(wrapped, instruction, chain)) {
    return false;
  }
  asyncChains_.resize(module_.instructions.size() + 1);  // this instruction will get the id instructions.size()
  asyncChains_.back() = chain;
  return true;
}

// Returns the result element of a shape ((operands...), result, ...), which asynchronous starts and updates have.
// Returns kNone for other shapes.
ShapeId TextReader::resultOf(const Instruction& instruction) const {
  if (instruction.shape == kNone) return kNone;
  const Shape& shape = module_.shapes[instruction.shape];
  if (shape.type != PrimitiveType::kTuple || shape.elements.size < 2) return kNone;
  const auto elements = module_.elementsOf(shape);
  return module_.shapes[elements[0]].type == PrimitiveType::kTuple ? elements[1] : kNone;
}

// Replaces the shorthand `add-start(a, b), ...` by an async-start that calls a new computation, which contains
// parameters and the add. If the result shape is the empty tuple, later updates bring more operands. The computation is
// then built at the end of the chain (PendingStart).
bool TextReader::wrapStart(Opcode wrapped, Instruction& start, AsyncChain& chain) {
  const ShapeId result = resultOf(start);
  std::vector<ShapeId> known;
  for (InstructionId operand : module_.operandsOf(start)) known.push_back(module_.instructions[operand].shape);
  if (module_.shapes[result].type == PrimitiveType::kTuple && module_.shapes[result].elements.empty()) {
    chain.pending = static_cast<uint32_t>(scope_->pending.size());
    scope_->pending.push_back(
        {wrapped, static_cast<InstructionId>(module_.instructions.size()), kNone, std::move(known)});
    return true;
  }
  return wrapAsync(wrapped, known, result, start);
}

// Returns the parameter shapes of the computation that wraps an asynchronous operation. These are the shapes of the
// operands. If the operation is a call or fusion, the shapes of further parameters of the callee follow.
std::vector<ShapeId> TextReader::collectParameterShapes(Opcode wrapped, std::span<const ShapeId> operands,
                                                        const Instruction& start) const {
  std::vector<ShapeId> shapes(operands.begin(), operands.end());
  const auto called = module_.calledBy(start);
  if (called.empty() || (wrapped != Opcode::kCall && wrapped != Opcode::kFusion)) return shapes;
  for (InstructionId member : members_[called[0]]) {
    const Instruction& parameter = module_.instructions[member];
    if (parameter.opcode != Opcode::kParameter) continue;
    const auto number = static_cast<size_t>(parameter.number);
    if (number < operands.size()) continue;
    if (number >= members_[called[0]].size()) continue;  // a parameter number is missing; verifyModule reports this
    if (number >= shapes.size()) shapes.resize(number + 1, parameter.shape);
    shapes[number] = parameter.shape;
  }
  return shapes;
}

// Builds the computation that wraps an asynchronous operation, and makes the instruction `start` call that computation.
// Moves the attributes of `start` to the wrapped operation. Attributes that every opcode accepts also stay on `start`.
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
  for (ShapeId operand : collectParameterShapes(wrapped, operands, start))
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

// Builds the wrapped computation of the asynchronous start Scope::pending[index]. All its operand shapes and its result
// shape must be known.
bool TextReader::wrapPendingStart(uint32_t index, ShapeId result) {
  const PendingStart pending = std::move(scope_->pending[index]);
  scope_->pending[index].start = kNone;
  if (pending.start == kNone) return cursor_.failHere("this asynchronous operation has already ended");
  Instruction start = module_.instructions[pending.start];
  if (!wrapAsync(pending.wrapped, pending.operands, result, start)) return false;
  module_.instructions[pending.start] = start;
  return true;
}

// Builds the wrapped computations of shorthand starts such as `add-start` that have no done instruction. An operand
// whose shape neither the start nor an update supplied gets the result shape.
bool TextReader::wrapUnfinishedStarts() {
  for (uint32_t i = 0; i < scope_->pending.size(); ++i) {
    const InstructionId start = scope_->pending[i].start;
    if (start == kNone) continue;
    const auto called = module_.calledBy(module_.instructions[start]);
    ShapeId result = scope_->pending[i].result;
    if (result == kNone && !called.empty()) result = module_.instructions[module_.computations[called[0]].root].shape;
    if (result == kNone) result = resultOf(module_.instructions[start]);
    const int needed = operandCount(scope_->pending[i].wrapped);
    if (needed > static_cast<int>(scope_->pending[i].operands.size()))
      scope_->pending[i].operands.resize(static_cast<size_t>(needed), result);
    if (!wrapPendingStart(i, result)) return false;
  }
  return true;
}

// Links an asynchronous update or done to its start. The update or done takes over the start's computation and
// execution thread. Fails if its own attributes name a different computation or thread.
bool TextReader::linkToStart(Opcode wrapped, Instruction& instruction, AsyncChain& chain) {
  // In an asynchronous chain, only the start calls the computation. The call is therefore removed from the update or
  // done.
  const Range written = std::exchange(instruction.calledComputations, {});
  const auto operands = module_.operandsOf(instruction);
  if (operands.empty()) return true;  // verifyInstruction reports the missing operands
  if (operands[0] < asyncChains_.size()) chain = asyncChains_[operands[0]];
  if (chain.pending != kNone) {
    for (InstructionId operand : operands.subspan(1))
      scope_->pending[chain.pending].operands.push_back(module_.instructions[operand].shape);
    if (instruction.opcode == Opcode::kAsyncDone) return wrapPendingStart(chain.pending, instruction.shape);
    scope_->pending[chain.pending].result = resultOf(instruction);
    return true;
  }
  // Handles an unknown start, for example one that belongs to the previous iteration of a loop.
  if (chain.computation == kNone) {
    instruction.calledComputations = written;
    if (!written.empty()) chain.computation = module_.calledComputations[written.begin];
    return true;
  }
  if (wrapped != Opcode::kInvalid && instruction.opcode == Opcode::kAsyncDone && instruction.shape != kNone)
    module_.instructions[module_.computations[chain.computation].root].shape = instruction.shape;
  const auto failMismatch = [&](std::string_view what, std::string_view expected, std::string_view actual) {
    return cursor_.failHere("instruction " + quote(instruction.name) + " (ends here): the " + std::string(what) +
                            " of its start is " + std::string(expected) + ", not " + std::string(actual));
  };
  const Computation& computation = module_.computations[chain.computation];
  const Opcode started = module_.instructions[computation.root].opcode;
  if (wrapped != Opcode::kInvalid && started != wrapped)
    return failMismatch("operation", hlo::name(started), hlo::name(wrapped));
  if (!written.empty() && module_.calledComputations[written.begin] != chain.computation)
    return failMismatch("computation", computation.name,
                        module_.computations[module_.calledComputations[written.begin]].name);
  const Attribute* thread = module_.attribute(instruction, "async_execution_thread");
  const std::string_view expected = chain.thread.empty() ? "\"main\"" : chain.thread;
  if (thread && thread->value != expected) return failMismatch("thread", expected, thread->value);
  return true;
}

}  // namespace hlorank::hlo
