// Checks that need the whole module.

#include <algorithm>

#include "shared/hlo/cursor.h"
#include "shared/hlo/shape_inference.h"

namespace hlorank::hlo {
namespace {

// Parameters of a computation are numbered from 0 without a gap (the reader has seen to it that none is there twice).
bool checkParameterNumbers(const Module& module, const Computation& computation, std::string& problem,
                           InstructionId& at) {
  const auto [begin, size] = computation.instructions;
  int64_t count = 0, highest = -1;
  for (InstructionId i = begin; i < begin + size; ++i) {
    if (module.instructions[i].opcode != Opcode::kParameter) continue;
    ++count;
    if (module.instructions[i].number > highest) {
      highest = module.instructions[i].number;
      at = i;
    }
  }
  if (highest + 1 == count) return true;
  problem = "computation '" + std::string(computation.name) + "' has " + std::to_string(count) +
            " parameters, so there is none with the number " + std::to_string(highest);
  return false;
}

// The part of a shape that an index {i, j, ...} picks, one tuple element after another; kNone when there is none.
ShapeId pick(const Module& module, ShapeId shape, std::span<const int64_t> index) {
  for (int64_t i : index) {
    const Shape& tuple = module.shapes[shape];
    if (tuple.type != PrimitiveType::kTuple || i < 0 || i >= static_cast<int64_t>(tuple.elements.size)) return kNone;
    shape = module.elementsOf(tuple)[static_cast<size_t>(i)];
  }
  return shape;
}

std::string toString(std::span<const int64_t> index) {
  std::string text = "{";
  for (size_t i = 0; i < index.size(); ++i) text += (i > 0 ? "," : "") + std::to_string(index[i]);
  return text + "}";
}

bool readIndex(Cursor& cursor, std::vector<int64_t>& out) {
  out.clear();
  if (!cursor.accept('{')) return false;
  while (!cursor.accept('}')) {
    int64_t value;
    if (!cursor.integer(value, "an index")) return false;
    out.push_back(value);
    cursor.accept(',');
  }
  return true;
}

// Warnings of one kind, told as the first and how many more there are.
class Complaint {
 public:
  void add(std::string what) {
    if (count_++ == 0) first_ = std::move(what);
  }
  void report(Module& module, std::string_view attribute) const {
    if (count_ == 0) return;
    std::string message = std::string(attribute) + " names " + first_ + ", which does not exist";
    if (count_ > 1) message += "; so do " + std::to_string(count_ - 1) + " more of its entries";
    module.warnings.push_back({message, {}});
  }

 private:
  std::string first_;
  size_t count_ = 0;
};

// What the header says about the buffers of the entry computation.
class EntryBuffers {
 public:
  explicit EntryBuffers(const Module& module) : module_(module) {
    const Computation& entry = module.computations[module.entry];
    result_ = module.instructions[entry.root].shape;
    for (uint32_t i = 0; i < entry.instructions.size; ++i) {
      const Instruction& instruction = module.instructions[entry.instructions.begin + i];
      if (instruction.opcode != Opcode::kParameter || instruction.number < 0) continue;
      const auto number = static_cast<size_t>(instruction.number);
      if (number >= parameters_.size()) parameters_.resize(number + 1, kNone);
      parameters_[number] = instruction.shape;
    }
  }

  // `{ {output index}: (parameter, {index}, kind), ... }`; without outputs for buffer_donor.
  void check(std::string_view value, bool withOutputs, Complaint& complaint) const {
    Cursor cursor(value);
    std::vector<int64_t> index;
    if (!cursor.accept('{')) return;
    while (!cursor.atEnd() && !cursor.next('}')) {
      if (withOutputs) {
        if (!readIndex(cursor, index) || !cursor.accept(':')) return;
        if (pick(module_, result_, index) == kNone) complaint.add("output " + toString(index));
      }
      int64_t parameter;
      if (!cursor.accept('(') || !cursor.integer(parameter, "a parameter number")) return;
      index.clear();
      if (cursor.accept(',') && cursor.next('{') && !readIndex(cursor, index)) return;
      if (!has(parameter, index)) complaint.add("parameter " + std::to_string(parameter) + " " + toString(index));
      while (!cursor.atEnd() && !cursor.accept(')')) ++cursor.at;
      cursor.accept(',');
    }
  }

 private:
  bool has(int64_t parameter, std::span<const int64_t> index) const {
    if (parameter < 0 || parameter >= static_cast<int64_t>(parameters_.size())) return false;
    const ShapeId shape = parameters_[static_cast<size_t>(parameter)];
    return shape != kNone && pick(module_, shape, index) != kNone;
  }

  const Module& module_;
  ShapeId result_;
  std::vector<ShapeId> parameters_;  // by number
};

// XLA refuses a module whose aliases name outputs that its (cut down) entry computation does not give. The program is
// whole without them.
void warnOfAliases(Module& module) {
  if (module.entry >= module.computations.size() || module.computations[module.entry].root == kNone) return;
  struct Header {
    std::string_view name;
    bool withOutputs;
  };
  for (const Header& header : {Header{"input_output_alias", true}, Header{"buffer_donor", false}}) {
    for (const Attribute& attribute : module.attributesOf(module.attributes)) {
      if (attribute.name != header.name) continue;
      Complaint complaint;
      EntryBuffers(module).check(attribute.value, header.withOutputs, complaint);
      complaint.report(module, header.name);
      break;
    }
  }
}

}  // namespace

bool verifyModule(Module& module, std::string& problem, InstructionId& at) {
  at = kNone;
  for (const Computation& computation : module.computations) {
    if (!checkParameterNumbers(module, computation, problem, at)) return false;
  }
  at = kNone;
  warnOfAliases(module);
  return true;
}

}  // namespace hlorank::hlo
