// Module to HLO text. Every instruction and computation is written out under its own name; what the text was shortened
// by (inline computations, hidden get-tuple-elements, asynchronous sugar) appears as the instructions it stands for.

#include <deque>

#include "shared/base/text_table.h"
#include "shared/hlo/cursor.h"
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

// Values are as written, up to where the next token begins.
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

// Names that HLO text can hold and that are unique among those given since the last `restart`.
class Names {
 public:
  void restart() { taken_.clear(); }

  std::string_view unique(std::string_view wanted) {
    std::string_view name = isIdentifier(wanted) ? wanted : own_.emplace_back(toIdentifier(wanted));
    const std::string_view stem = name;
    while (taken_.find(name) != TextTable::kAbsent)
      name = own_.emplace_back(std::string(stem) + "." + std::to_string(++counter_));
    taken_.insert(name, 0);
    return name;
  }

 private:
  TextTable taken_;
  std::deque<std::string> own_;
  uint64_t counter_ = 0;  // never starts again, so that a name repeated many times finds a free one at once
};

class Printer {
 public:
  explicit Printer(const Module& module) : module_(module) {}

  std::string print() {
    nameAll();
    printHeader();
    size_t written = 0;  // position in module.written, which goes computation by computation
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

 private:
  void nameAll() {
    instructionNames_.resize(module_.instructions.size());
    for (const Computation& computation : module_.computations)
      computationNames_.push_back(names_.unique(computation.name));
    for (const Computation& computation : module_.computations) {
      names_.restart();
      for (uint32_t i = 0; i < computation.instructions.size; ++i) {
        const InstructionId id = computation.instructions.begin + i;
        instructionNames_[id] = names_.unique(module_.instructions[id].name);
      }
    }
  }

  void printHeader() {
    out_ += "HloModule ";
    out_ += isIdentifier(module_.name) ? std::string(module_.name) : toIdentifier(module_.name);
    for (const Attribute& attribute : module_.attributesOf(module_.attributes)) {
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
    out_ += id == module_.computations[instruction.computation].root ? "  ROOT %" : "  %";
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
      printNames(module_.operandsOf(instruction));
    }
    out_ += ')';
    for (const Attribute& attribute : module_.attributesOf(instruction.attributes)) {
      if (&attribute != opcode) printAttribute(instruction, attribute);
    }
    out_ += '\n';
  }

  void printAttribute(const Instruction& instruction, const Attribute& attribute) {
    out_ += ", ";
    out_ += attribute.name;
    out_ += '=';
    if (attribute.name == "control-predecessors") {
      out_ += '{';
      printNames(module_.predecessorsOf(instruction));
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

  void printNames(std::span<const InstructionId> ids) {
    for (size_t i = 0; i < ids.size(); ++i) {
      out_ += i > 0 ? ", %" : "%";
      out_ += instructionNames_[ids[i]];
    }
  }

  const Module& module_;
  Names names_;
  std::vector<std::string_view> computationNames_, instructionNames_;  // views into the module or into names_
  std::string out_;
};

}  // namespace

std::string printText(const Module& module) {
  return Printer(module).print();
}

}  // namespace hlorank::hlo
