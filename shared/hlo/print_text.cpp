// Prints a Module as HLO text. Every instruction and computation is printed under its own name. Shorthand in the input
// (inline computations, element indices, add-start for async-start) is printed as the instructions that it stands for.

#include <algorithm>
#include <deque>

#include "shared/base/text_table.h"
#include "shared/hlo/cursor.h"
#include "shared/hlo/listing.h"
#include "shared/hlo/quotes.h"
#include "shared/hlo/read.h"
#include "shared/hlo/text_writer.h"

namespace hlorank::hlo {
namespace {

bool isIdentifier(std::string_view text) {
  if (text.empty() || !is(text[0], kIdentifierStart)) return false;
  for (const char c : text) {
    if (!is(c, kIdentifierPart)) return false;
  }
  return true;
}

// Removes white space at the end of an attribute value. It is there because values are stored up to the next token.
std::string_view withoutSpaceAtEnd(std::string_view text) {
  while (!text.empty() && is(text.back(), kSpace)) text.remove_suffix(1);
  return text;
}

std::string toIdentifier(std::string_view text) {
  std::string identifier(text);
  for (char& c : identifier) {
    if (!is(c, kIdentifierPart)) c = '_';
  }
  if (identifier.empty() || !is(identifier[0], kIdentifierStart)) identifier.insert(0, "_");
  return identifier;
}

// Makes names that are valid in HLO text and distinct from all names made since the last `restart`.
class Names {
 public:
  void restart() { taken_.clear(); }

  std::string_view unique(std::string_view original) {
    std::string_view name = isIdentifier(original) ? original : own_.emplace_back(toIdentifier(original));
    const std::string_view stem = name;
    while (taken_.find(name) != TextTable::kAbsent)
      name = own_.emplace_back(std::string(stem) + "." + std::to_string(++counter_));
    taken_.insert(name, 0);
    return name;
  }

 private:
  TextTable taken_;
  std::deque<std::string> own_;
  // Number appended to a name to make it unique; never reset, so that a frequent name gets a free number at once.
  uint64_t counter_ = 0;
};

bool isAny(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool precedes(const LayoutConstraint& a, const LayoutConstraint& b) {
  return a.instruction < b.instruction;
}

class Printer {
 public:
  explicit Printer(const Module& module) : module_(module) {}
  // Prints a module with layout constraints. Omits input_output_alias and buffer_donor.
  Printer(const Module& module, std::vector<LayoutConstraint> constraints)
      : module_(module), printsDonations_(false), constraints_(std::move(constraints)) {
    std::stable_sort(constraints_.begin(), constraints_.end(), precedes);
  }

  std::string print() {
    nameAll();
    printHeader();
    size_t written = 0;  // index in module.written, which is grouped by computation, of the next instruction to print
    for (ComputationId c = 0; c < module_.computations.size(); ++c) {
      const Computation& computation = module_.computations[c];
      out_ += c == module_.entry ? "\nENTRY %" : "\n%";
      out_ += computationNames_[c];
      out_ += " {\n";
      for (uint32_t i = 0; i < computation.instructions.size; ++i) printInstruction(module_.written[written++]);
      out_ += '}';
      if (!computation.executionThread.empty()) {
        out_ += ", execution_thread=";
        appendQuoted(out_, computation.executionThread);
      }
      out_ += '\n';
    }
    return std::move(out_);
  }

  // [instructions] Byte offset of each instruction in the printed text.
  const std::vector<size_t>& offsets() const { return offsets_; }

 private:
  void nameAll() {
    instructionNames_.resize(module_.instructions.size());
    offsets_.resize(module_.instructions.size());
    for (const Computation& computation : module_.computations)
      computationNames_.push_back(names_.unique(computation.name));
    for (const Computation& computation : module_.computations) {
      names_.restart();
      for (uint32_t i = 0; i < computation.instructions.size; ++i) {
        const InstructionId id = computation.instructions.begin + i;
        instructionNames_[id] = names_.unique(module_.instructions[id].name);
      }
      for (uint32_t i = 0; i < computation.instructions.size; ++i) nameConstraints(computation.instructions.begin + i);
    }
  }

  // Chooses names for the layout constraints of an instruction. If its result is constrained, users of the instruction
  // refer to the constraint instead of the instruction.
  void nameConstraints(InstructionId id) {
    resultNames_.push_back(instructionNames_[id]);
    for (size_t c = constraintNames_.size(); c < constraints_.size() && constraints_[c].instruction == id; ++c) {
      const bool result = constraints_[c].operand < 0;
      const std::string tensor = result ? "result" : std::to_string(constraints_[c].operand);
      constraintNames_.push_back(
          names_.unique(own_.emplace_back("layout." + std::string(instructionNames_[id]) + "." + tensor)));
      if (result) resultNames_.back() = constraintNames_.back();
    }
  }

  void printHeader() {
    out_ += "HloModule ";
    out_ += isIdentifier(module_.name) ? std::string(module_.name) : toIdentifier(module_.name);
    for (const Attribute& attribute : module_.attributesOf(module_.attributes)) {
      if (!printsDonations_ && isAny(attribute.name, {"input_output_alias", "buffer_donor"})) continue;
      out_ += ", ";
      out_ += attribute.name;
      out_ += '=';
      out_ += attribute.value;
    }
    out_ += '\n';
    if (module_.stackTables.empty()) return;
    out_ += '\n';
    out_ += module_.stackTables;
    out_ += '\n';
  }

  void printInstruction(InstructionId id) {
    const Instruction& instruction = module_.instructions[id];
    const std::span<const InstructionId> operands = module_.operandsOf(instruction);
    std::vector<std::string_view> operandNames;
    for (const InstructionId operand : operands) operandNames.push_back(resultNames_[operand]);
    const LayoutConstraint* result = nullptr;
    const auto first =
        std::lower_bound(constraints_.begin(), constraints_.end(), LayoutConstraint{id, 0, {}}, precedes);
    for (size_t c = first - constraints_.begin(); c < constraints_.size() && constraints_[c].instruction == id; ++c) {
      const LayoutConstraint& constraint = constraints_[c];
      if (constraint.operand < 0) {
        result = &constraint;
        continue;
      }
      out_ += "  %";
      std::string_view& operand = operandNames[constraint.operand];
      printConstraint(constraint, constraintNames_[c], operands[constraint.operand], operand);
      operand = constraintNames_[c];
    }
    const bool root = id == module_.computations[instruction.computation].root;
    offsets_[id] = out_.size();
    out_ += root && result == nullptr ? "  ROOT %" : "  %";
    out_ += instructionNames_[id];
    out_ += " = ";
    out_ += toString(module_, instruction.shape);
    out_ += ' ';
    const Attribute* opcode = instruction.opcode == Opcode::kOther ? module_.attribute(instruction, "opcode") : nullptr;
    out_ += opcode ? opcode->value : name(instruction.opcode);
    out_ += '(';
    if (instruction.opcode == Opcode::kParameter) {
      out_ += std::to_string(instruction.number);
    } else if (instruction.opcode == Opcode::kConstant) {
      out_ += instruction.literal.empty() ? std::string_view("{...}") : instruction.literal;
    } else {
      printNames(operandNames);
    }
    out_ += ')';
    for (const Attribute& attribute : module_.attributesOf(instruction.attributes)) {
      if (&attribute != opcode) printAttribute(instruction, attribute);
    }
    out_ += '\n';
    if (result == nullptr) return;
    out_ += root ? "  ROOT %" : "  %";
    printConstraint(*result, resultNames_[id], id, instructionNames_[id]);
  }

  void printConstraint(const LayoutConstraint& constraint, std::string_view name, InstructionId of,
                       std::string_view operand) {
    std::string shape = toString(module_, module_.instructions[of].shape, /*layout=*/false);
    appendBraced(shape, constraint.minorToMajor);
    out_ += name;
    out_ += " = " + shape + " custom-call(%";
    out_ += operand;
    out_ += "), custom_call_target=\"LayoutConstraint\", operand_layout_constraints={" + shape + "}\n";
  }

  void printAttribute(const Instruction& instruction, const Attribute& attribute) {
    out_ += ", ";
    out_ += attribute.name;
    out_ += '=';
    if (attribute.name == "control-predecessors") {
      out_ += '{';
      std::vector<std::string_view> predecessors;
      for (const InstructionId id : module_.predecessorsOf(instruction)) predecessors.push_back(instructionNames_[id]);
      printNames(predecessors);
      out_ += '}';
      return;
    }
    if (attribute.braced) out_ += '{';
    for (uint32_t i = 0; i < attribute.computations.size; ++i) {
      out_ += i > 0 ? ", %" : "%";
      out_ += computationNames_[module_.calledComputations[attribute.computations.begin + i]];
    }
    out_ += withoutSpaceAtEnd(attribute.value);
    if (attribute.braced) out_ += '}';
  }

  void printNames(std::span<const std::string_view> names) {
    for (size_t i = 0; i < names.size(); ++i) {
      out_ += i > 0 ? ", %" : "%";
      out_ += names[i];
    }
  }

  const Module& module_;
  bool printsDonations_ = true;
  std::vector<LayoutConstraint> constraints_;  // layouts to impose on tensors, sorted by instruction
  Names names_;
  std::deque<std::string> own_;
  // Names to print. They are views into the module, into names_ or into own_.
  std::vector<std::string_view> computationNames_, instructionNames_, resultNames_, constraintNames_;
  std::vector<size_t> offsets_;
  std::string out_;
};

}  // namespace

std::string printText(const Module& module) {
  return Printer(module).print();
}

Listing printListing(const Module& module) {
  Printer printer(module);
  Listing listing;
  listing.text = printer.print();
  const std::vector<size_t>& offsets = printer.offsets();
  listing.lines.resize(offsets.size());
  size_t at = 0;
  uint32_t line = 0;
  for (const InstructionId id : module.written) {
    line += static_cast<uint32_t>(std::count(listing.text.begin() + at, listing.text.begin() + offsets[id], '\n'));
    at = offsets[id];
    listing.lines[id] = line;
  }
  return listing;
}

std::string printConstrained(const Module& module, std::vector<LayoutConstraint> constraints) {
  return Printer(module, std::move(constraints)).print();
}

}  // namespace hlorank::hlo
