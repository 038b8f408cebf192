#include "shared/cost/fusion.h"

#include <algorithm>
#include <map>

#include "shared/cost/sizes.h"

namespace hlorank::cost {

using hlo::ComputationId;
using hlo::Instruction;
using hlo::InstructionId;
using hlo::Module;
using hlo::Opcode;
using hlo::PrimitiveType;

namespace {

// Largest number of elements of a constant that becomes part of the code and so is not read from memory.
constexpr double kLargestImmediate = 1;

// Counts the bytes of a value once, however many instructions read the value.
class SharedRead {
 public:
  explicit SharedRead(double bytes) : bytes_(bytes) {}
  double once() {
    const double read = isRead_ ? 0 : bytes_;
    isRead_ = true;
    return read;
  }

 private:
  double bytes_;
  bool isRead_ = false;
};

// Whether each element of an operation's result needs at most one element of each operand.
bool isPerElement(Opcode opcode) {
  switch (opcode) {
    case Opcode::kBitcast:
    case Opcode::kBroadcast:
    case Opcode::kConvert:
    case Opcode::kCopy:
    case Opcode::kReshape:
    case Opcode::kReverse:
    case Opcode::kTranspose:
      return true;
    default:
      return hlo::workPerElement(opcode) != hlo::Work::kNone;
  }
}

// Whether an operation takes elements of its first operand, one for each element of the result.
bool isSelection(Opcode opcode) {
  return opcode == Opcode::kSlice || opcode == Opcode::kDynamicSlice || opcode == Opcode::kGather;
}

// Whether an operation returns the array of its first operand, perhaps updated.
bool keepsArray(Opcode opcode) {
  return opcode == Opcode::kBitcast || opcode == Opcode::kDynamicUpdateSlice;
}

}  // namespace

Users::Users(const Module& module) {
  // [instructions] For each operand, the last instruction that was counted as its user. With this, an instruction that
  // has the same operand several times counts once.
  std::vector<InstructionId> last(module.instructions.size(), hlo::kNone);
  const auto forEachUse = [&](auto use) {
    std::fill(last.begin(), last.end(), hlo::kNone);
    for (InstructionId id = 0; id < module.instructions.size(); ++id) {
      for (const InstructionId operand : module.operandsOf(module.instructions[id])) {
        if (last[operand] == id) continue;
        last[operand] = id;
        use(operand, id);
      }
    }
  };
  begins.assign(module.instructions.size() + 1, 0);
  forEachUse([&](InstructionId operand, InstructionId) { ++begins[operand + 1]; });
  for (size_t i = 1; i < begins.size(); ++i) begins[i] += begins[i - 1];
  ids.resize(begins.back());
  std::vector<uint32_t> next(begins.begin(), begins.end() - 1);
  forEachUse([&](InstructionId operand, InstructionId user) { ids[next[operand]++] = user; });
}

FusionBytes::FusionBytes(const Module& module, const Users& users, Inside inside)
    : module_(module),
      users_(users),
      inside_(inside),
      read_(module.instructions.size()),
      isOperand_(module.instructions.size()),
      needed_(inside == Inside::kExecuted ? module.instructions.size() : 0),
      neededAsIs_(needed_.size()),
      inner_(module.computations.size()) {}

// Sets needed_ and neededAsIs_ of the instructions of a computation whose result is needed as a whole.
void FusionBytes::findNeeded(hlo::Range range, InstructionId root) {
  const auto elementsOf = [&](InstructionId id) { return countElements(module_, module_.instructions[id].shape); };
  for (InstructionId i = range.begin + range.size; i-- > range.begin;) {
    const Instruction& instruction = module_.instructions[i];
    if (i == root) neededAsIs_[i] = elementsOf(i);
    needed_[i] = std::min(elementsOf(i), needed_[i] + neededAsIs_[i]);
    const auto operands = module_.operandsOf(instruction);
    for (size_t k = 0; k < operands.size(); ++k) {
      const InstructionId operand = operands[k];
      const double all = elementsOf(operand);
      if (k == 0 && isSelection(instruction.opcode)) {
        needed_[operand] += needed_[i];
      } else {
        const double part = isPerElement(instruction.opcode) ? std::min(all, needed_[i]) : all;
        neededAsIs_[operand] = std::max(neededAsIs_[operand], part);
      }
    }
  }
}

double FusionBytes::partComputed(InstructionId id) const {
  if (inside_ == Inside::kAsXla) return 1;
  const double all = countElements(module_, module_.instructions[id].shape);
  return all > 0 ? std::min(1., needed_[id] / all) : 1;
}

void FusionBytes::add(ComputationId id) {
  const hlo::Range range = module_.computations[id].instructions;
  if (inside_ == Inside::kExecuted) findNeeded(range, module_.computations[id].root);
  double bytes = 0;
  for (InstructionId i = range.begin; i < range.begin + range.size; ++i) {
    const Opcode opcode = module_.instructions[i].opcode;
    const auto operands = module_.operandsOf(module_.instructions[i]);
    isOperand_[i] = opcode == Opcode::kParameter || opcode == Opcode::kGetTupleElement ||
                    (keepsArray(opcode) && !operands.empty() && isOperand_[operands[0]]);
  }
  for (InstructionId i = range.begin; i < range.begin + range.size; ++i) {
    const Opcode opcode = module_.instructions[i].opcode;
    if (opcode == Opcode::kParameter || opcode == Opcode::kGetTupleElement) read_[i] = readBytes(i);
  }
  for (InstructionId i = range.begin; i < range.begin + range.size; ++i) {
    const Instruction& instruction = module_.instructions[i];
    const bool isTuple = module_.shapes[instruction.shape].type == PrimitiveType::kTuple;
    if (instruction.opcode == Opcode::kParameter) bytes += isTuple ? tupleReadBytes(i) : read_[i];
    if (instruction.opcode == Opcode::kConstant && countElements(module_, instruction.shape) > kLargestImmediate)
      bytes += countBytes(module_, instruction.shape);
  }
  inner_[id] = bytes;
}

double FusionBytes::of(const Instruction& fusion, ComputationId computation) const {
  return inner_[computation] + writtenBytes(fusion, module_.computations[computation].root);
}

// Returns the bytes that the users of a fusion parameter, or of an element of a tuple parameter, read.
double FusionBytes::readBytes(InstructionId value) const {
  const auto bytesOf = [&](InstructionId id) { return countBytes(module_, module_.instructions[id].shape); };
  const double elements = countElements(module_, module_.instructions[value].shape);
  const bool isExecuted = inside_ == Inside::kExecuted && elements > 0;
  SharedRead shared(bytesOf(value) * (isExecuted ? neededAsIs_[value] / elements : 1));
  double bytes = 0;
  for (const InstructionId user : users_.of(value)) {
    const Instruction& instruction = module_.instructions[user];
    const auto operands = module_.operandsOf(instruction);
    const bool isSliced = operands[0] == value;
    switch (instruction.opcode) {
      case Opcode::kFusion:
        bytes += nestedReadBytes(value, instruction);
        break;
      case Opcode::kSlice:
        bytes += bytesOf(user) * partComputed(user);
        break;
      case Opcode::kDynamicSlice:
        bytes += isSliced ? bytesOf(user) * partComputed(user) : shared.once();
        break;
      case Opcode::kDynamicUpdateSlice:  // what is updated in place is not read
        bytes += isSliced && isUpdatedInPlace(user) ? 0 : shared.once();
        break;
      case Opcode::kGather:
        bytes += inside_ == Inside::kExecuted && isSliced ? bytesOf(user) * partComputed(user) : shared.once();
        break;
      case Opcode::kScatter:  // reads the elements that it updates
        bytes += isSliced && isUpdatedInPlace(user) ? bytesOf(operands[2]) : shared.once();
        break;
      case Opcode::kBroadcast:
      case Opcode::kReshape:
        bytes += isExecuted ? bytesOf(value) * std::min(1., needed_[user] / elements) : bytesOf(value);
        break;
      default:
        bytes += shared.once();
    }
  }
  return bytes;
}

// Returns the bytes that `fusion`, which is inside another fusion, reads of its operand `value`. If the inner fusion
// only forwards the operand, the bytes depend on the users of the inner fusion's result.
double FusionBytes::nestedReadBytes(InstructionId value, const Instruction& fusion) const {
  const auto called = module_.calledBy(fusion);
  if (called.empty()) return 0;
  const hlo::Computation& computation = module_.computations[called[0]];
  if (computation.root == hlo::kNone) return 0;
  const auto rootOperands = module_.operandsOf(module_.instructions[computation.root]);
  const auto bytesOf = [&](InstructionId id) { return countBytes(module_, module_.instructions[id].shape); };
  const auto operands = module_.operandsOf(fusion);
  const InstructionId self = static_cast<InstructionId>(&fusion - module_.instructions.data());
  double bytes = 0;
  for (InstructionId i = computation.instructions.begin;
       i < computation.instructions.begin + computation.instructions.size; ++i) {
    const Instruction& parameter = module_.instructions[i];
    if (parameter.opcode != Opcode::kParameter || parameter.number < 0 ||
        parameter.number >= static_cast<int64_t>(operands.size()) ||
        operands[static_cast<size_t>(parameter.number)] != value)
      continue;
    const bool forwards = rootOperands.empty() || rootOperands[0] == i;
    const bool returnsOperand = inside_ == Inside::kExecuted && computation.root == i;
    SharedRead result(bytesOf(self)), inside(returnsOperand ? bytesOf(self) : read_[i]);
    // Each slice among the users of the inner fusion's result counts separately. All other users together count once,
    // as the bytes that the inner fusion reads. Exception: if the first of them uses the result as a slice index, they
    // count as the bytes of the result.
    bool isRead = false;
    for (const InstructionId user : users_.of(self)) {
      const Opcode opcode = forwards ? module_.instructions[user].opcode : Opcode::kInvalid;
      const bool isSliced = module_.operandsOf(module_.instructions[user])[0] == self;
      if (opcode == Opcode::kSlice || (opcode == Opcode::kDynamicSlice && isSliced)) {
        bytes += bytesOf(user);
      } else if (opcode == Opcode::kDynamicUpdateSlice && isSliced) {
        continue;
      } else if (!isRead) {
        isRead = true;
        const bool isIndex = opcode == Opcode::kDynamicSlice || opcode == Opcode::kDynamicUpdateSlice;
        bytes += isIndex ? result.once() : inside.once();
      }
    }
  }
  return bytes;
}

// Returns the bytes that a fusion reads of a tuple parameter. Each leaf counts as the bytes read through its
// get-tuple-element. A leaf without get-tuple-element counts as the bytes that users of the innermost enclosing tuple
// read.
double FusionBytes::tupleReadBytes(InstructionId parameter) const {
  // Maps a tuple index to the first get-tuple-element with that index.
  using Elements = std::map<int64_t, InstructionId>;
  std::map<InstructionId, Elements> elementsOf;
  const auto elementsOfTuple = [&](InstructionId tuple) -> const Elements& {
    const auto [found, isNew] = elementsOf.try_emplace(tuple);
    for (const InstructionId user : isNew ? users_.of(tuple) : std::span<const InstructionId>{}) {
      const Instruction& instruction = module_.instructions[user];
      if (instruction.opcode == Opcode::kGetTupleElement) found->second.try_emplace(instruction.number, user);
    }
    return found->second;
  };
  std::vector<std::pair<InstructionId, hlo::ShapeId>> pending = {{parameter, module_.instructions[parameter].shape}};
  double bytes = 0;
  for (size_t parts = 0; !pending.empty() && parts < kMostParts; ++parts) {
    const auto [value, shape] = pending.back();
    pending.pop_back();
    if (module_.shapes[shape].type != PrimitiveType::kTuple) {
      bytes += read_[value];
      continue;
    }
    const Elements& elements = elementsOfTuple(value);
    const auto shapes = module_.elementsOf(module_.shapes[shape]);
    for (size_t i = 0; i < shapes.size(); ++i) {
      const auto found = elements.find(static_cast<int64_t>(i));
      pending.emplace_back(found == elements.end() ? value : found->second, shapes[i]);
    }
  }
  return bytes;
}

// Whether a dynamic-update-slice or a scatter of one array writes only its updates: it updates an operand of the
// fusion, which returns the result. XLA assumes this of every dynamic-update-slice and of no scatter.
bool FusionBytes::isUpdatedInPlace(InstructionId update) const {
  const bool isScatter = module_.instructions[update].opcode == Opcode::kScatter;
  if (inside_ == Inside::kAsXla) return !isScatter;
  const auto operands = module_.operandsOf(module_.instructions[update]);
  if (isScatter && operands.size() != 3) return false;
  if (!isOperand_[isScatter ? operands[0] : update]) return false;
  for (InstructionId value = update;;) {
    const auto users = users_.of(value);
    const auto isTuple = [&](InstructionId user) { return module_.instructions[user].opcode == Opcode::kTuple; };
    if (std::all_of(users.begin(), users.end(), isTuple)) return true;
    const Instruction& user = module_.instructions[users[0]];
    if (users.size() != 1 || !keepsArray(user.opcode) || module_.operandsOf(user)[0] != value) return false;
    value = users[0];
  }
}

// Returns the bytes that a fusion writes of `value`, one of its results, of shape `shape`. An array that is updated in
// place counts as the bytes of its updates only.
double FusionBytes::writtenBytes(InstructionId value, hlo::ShapeId shape) const {
  const auto bytesOf = [&](InstructionId id) { return countBytes(module_, module_.instructions[id].shape); };
  const bool looksThrough = inside_ == Inside::kExecuted;
  while (looksThrough && value != hlo::kNone && module_.instructions[value].opcode == Opcode::kBitcast)
    value = module_.operandsOf(module_.instructions[value])[0];
  if (value != hlo::kNone && module_.instructions[value].opcode == Opcode::kScatter && isUpdatedInPlace(value))
    return bytesOf(module_.operandsOf(module_.instructions[value])[2]);
  const auto isUpdate = [&](InstructionId id) {
    return id != hlo::kNone && module_.instructions[id].opcode == Opcode::kDynamicUpdateSlice &&
           module_.operandsOf(module_.instructions[id]).size() > 1;
  };
  if (isUpdate(value) && isUpdatedInPlace(value)) {
    double bytes = 0;
    do {
      const auto operands = module_.operandsOf(module_.instructions[value]);
      bytes += bytesOf(operands[1]);
      value = looksThrough ? operands[0] : hlo::kNone;
    } while (isUpdate(value) && users_.of(value).size() == 1);  // an earlier update of the same array
    return bytes;
  }
  return hlo::bitWidth(module_.shapes[shape].type) == 0 ? 0 : countBytes(module_, shape);
}

// Returns the bytes that a fusion writes: those of its result, or of all arrays in it.
double FusionBytes::writtenBytes(const Instruction& fusion, InstructionId root) const {
  const hlo::Shape& shape = module_.shapes[fusion.shape];
  if (shape.type != PrimitiveType::kTuple) return writtenBytes(root, fusion.shape);
  const bool isTuple = root != hlo::kNone && module_.instructions[root].opcode == Opcode::kTuple;
  const auto values = isTuple ? module_.operandsOf(module_.instructions[root]) : std::span<const InstructionId>{};
  const auto elements = module_.elementsOf(shape);
  double bytes = 0;
  for (size_t i = 0; i < elements.size(); ++i) {
    if (module_.shapes[elements[i]].type != PrimitiveType::kTuple) {
      bytes += writtenBytes(i < values.size() ? values[i] : hlo::kNone, elements[i]);
    } else {
      for (const hlo::ShapeId leaf : listLeaves(module_, elements[i])) bytes += writtenBytes(hlo::kNone, leaf);
    }
  }
  return bytes;
}

}  // namespace hlorank::cost
