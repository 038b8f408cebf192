// Checks that need a whole module: parameter numbers, and the aliases in the HloModule line.

#include <algorithm>

#include "shared/hlo/cursor.h"
#include "shared/hlo/shape_inference.h"

namespace hlorank::hlo {
namespace {

// Fails unless the parameters of a computation are numbered from 0 without gaps. Duplicate numbers were already
// rejected while reading.
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
            " parameters, so there cannot be a parameter with number " + std::to_string(highest);
  return false;
}

// Returns the shape at tuple index {i, j, ...} of a nested tuple. Returns kNone if there is no such element.
ShapeId resolveIndex(const Module& module, ShapeId shape, std::span<const int64_t> index) {
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

// Collects the invalid entries of one attribute of the HloModule line. Reports all of them in one warning, which shows
// the first entry and the number of further ones.
class AliasWarning {
 public:
  void add(std::string what) {
    if (count_++ == 0) first_ = std::move(what);
  }
  void report(Module& module, std::string_view attribute) const {
    if (count_ == 0) return;
    std::string message = std::string(attribute) + " names " + first_ + ", which does not exist";
    if (count_ > 1) message += "; further invalid entries: " + std::to_string(count_ - 1);
    module.warnings.push_back({message, {}});
  }

 private:
  std::string first_;
  size_t count_ = 0;
};

// Result shape and parameter shapes of the entry computation, against which aliases in the HloModule line are checked.
class EntryBuffers {
 public:
  explicit EntryBuffers(const Module& module) : module_(module) {
    const Computation& entry = module.computations[module.entry];
    result_ = module.instructions[entry.root].shape;
    for (const Instruction& instruction : module.instructionsOf(entry)) {
      if (instruction.opcode != Opcode::kParameter || instruction.number < 0) continue;
      const auto number = static_cast<size_t>(instruction.number);
      if (number >= parameters_.size()) parameters_.resize(number + 1, kNone);
      parameters_[number] = instruction.shape;
    }
  }

  // Checks a list { {output index}: (parameter, {index}, kind), ... } and adds its invalid entries to `warning`.
  // `withOutputs` is false for buffer_donor, whose entries have no output index.
  void check(std::string_view value, bool withOutputs, AliasWarning& warning) const {
    Cursor cursor(value);
    std::vector<int64_t> index;
    if (!cursor.accept('{')) return;
    while (!cursor.atEnd() && !cursor.next('}')) {
      if (withOutputs) {
        if (!readIndex(cursor, index) || !cursor.accept(':')) return;
        if (resolveIndex(module_, result_, index) == kNone) warning.add("output " + toString(index));
      }
      int64_t parameter;
      if (!cursor.accept('(') || !cursor.integer(parameter, "a parameter number")) return;
      index.clear();
      if (cursor.accept(',') && cursor.next('{') && !readIndex(cursor, index)) return;
      if (!has(parameter, index)) warning.add("parameter " + std::to_string(parameter) + " " + toString(index));
      while (!cursor.atEnd() && !cursor.accept(')')) ++cursor.at;
      cursor.accept(',');
    }
  }

 private:
  bool has(int64_t parameter, std::span<const int64_t> index) const {
    if (parameter < 0 || parameter >= static_cast<int64_t>(parameters_.size())) return false;
    const ShapeId shape = parameters_[static_cast<size_t>(parameter)];
    return shape != kNone && resolveIndex(module_, shape, index) != kNone;
  }

  const Module& module_;
  ShapeId result_;
  std::vector<ShapeId> parameters_;  // [parameter number] shape of each parameter; kNone if there is no such parameter
};

// Warns about aliases of outputs that the entry computation lacks. XLA rejects modules with such aliases. They are
// accepted here because they occur in reduced dumps, and a program is complete without its aliases.
void warnAboutAliases(Module& module) {
  if (module.entry >= module.computations.size() || module.computations[module.entry].root == kNone) return;
  struct Header {
    std::string_view name;
    bool withOutputs;
  };
  for (const Header& header : {Header{"input_output_alias", true}, Header{"buffer_donor", false}}) {
    for (const Attribute& attribute : module.attributesOf(module.attributes)) {
      if (attribute.name != header.name) continue;
      AliasWarning warning;
      EntryBuffers(module).check(attribute.value, header.withOutputs, warning);
      warning.report(module, header.name);
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
  warnAboutAliases(module);
  return true;
}

}  // namespace hlorank::hlo
