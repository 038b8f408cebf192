// Parses instructions of HLO text and their operands.

#include <algorithm>
#include <iterator>
#include <utility>

#include "shared/hlo/shape_inference.h"
#include "shared/hlo/text_reader.h"

namespace hlorank::hlo {
namespace {

bool isElementType(std::string_view word) {
  return word != "tuple" && primitiveTypeFromName(word) != PrimitiveType::kInvalid;
}

}  // namespace

bool isReservedWord(std::string_view word) {
  constexpr std::string_view kWords[] = {
      "ENTRY",    "FileLocations", "FileNames", "FunctionNames", "HloModule", "ROOT",       "StackFrames",
      "false",    "inf",           "manual",    "maximal",       "nan",       "replicated", "last_tile_dim_replicate",
      "shard_as", "shard_like",    "true",      "unknown",       "unreduced",
  };
  return std::find(std::begin(kWords), std::end(kWords), word) != std::end(kWords) || isElementType(word);
}

bool TextReader::failReserved(std::string_view name, const char* at) {
  if (name == "HloModule")
    return cursor_.fail(at, "a second module begins here, but a file contains one module",
                        "save each module in a file of its own");
  return cursor_.fail(at, quote(name) + " is a reserved word of HLO and cannot be a name",
                      "rename it, for example to " + std::string(name) + "_");
}

// Records an error if XLA would have to change this instruction name, for example because it is reserved.
bool TextReader::checkInstructionName(std::string_view name, const char* at) {
  if (*at == '%' ? isElementType(name) : isReservedWord(name)) return failReserved(name, at);
  if (name.starts_with("__") && !name.starts_with("__xla_"))
    return cursor_.fail(at, quote(name) + ": names that begin with __ are reserved for XLA",
                        "rename it, for example to a" + std::string(name.substr(1)));
  return true;
}

bool TextReader::readInstruction(InstructionId& root) {
  cursor_.skipSpace();
  const char* start = cursor_.at;
  std::string_view name;
  const bool isRoot = cursor_.acceptWord("ROOT");
  cursor_.skipSpace();
  const char* nameAt = cursor_.at;
  if (!cursor_.name(name, "the name of an instruction") || !cursor_.expect('=', "after the name of the instruction"))
    return false;
  if (!checkInstructionName(name, nameAt)) return false;
  if (isRoot && root != kNone)
    return cursor_.fail(start, "this computation has a ROOT already", "mark only its result as ROOT");
  InstructionId id;
  if (!readValue(name, nameAt, true, id)) return false;
  if (isRoot) root = id;
  return true;
}

// Parses what follows `name =` of an instruction: shape, opcode, operands and attributes. Also parses instructions
// nested in an operand list, which have no name. They have no attributes if `withAttributes` is false.
bool TextReader::readValue(std::string_view name, const char* nameAt, bool withAttributes, InstructionId& out) {
  Instruction instruction;
  instruction.name = name;
  if (ShapeTable::startsShape(cursor_) && !shapes_.parse(cursor_, instruction.shape)) return false;
  cursor_.skipSpace();
  const char* opcodeAt = cursor_.at;
  std::string_view word;
  if (!cursor_.identifier(word))
    return cursor_.failExpected(instruction.shape == kNone ? "a shape or an opcode" : "an opcode");
  Opcode wrapped = Opcode::kInvalid;
  if (!resolveOpcode(word, opcodeAt, instruction.opcode, wrapped)) return false;
  if (instruction.shape == kNone &&
      (instruction.opcode == Opcode::kConstant || instruction.opcode == Opcode::kParameter))
    return cursor_.fail(opcodeAt, "the shape of a " + std::string(word) + " must be written",
                        "put it before the opcode, like f32[8,128]");

  if (instruction.opcode == Opcode::kParameter) {
    if (!readParameter(instruction)) return false;
  } else if (instruction.opcode == Opcode::kConstant) {
    if (!readConstant(instruction)) return false;
  } else if (!readOperands(instruction)) {
    return false;
  }
  const bool isAsync = instruction.opcode == Opcode::kAsyncStart || instruction.opcode == Opcode::kAsyncUpdate ||
                       instruction.opcode == Opcode::kAsyncDone;
  if (isAsync ? !readAsyncAttributes(wrapped, withAttributes, instruction)
              : !readAttributes(instruction.opcode, withAttributes, instruction))
    return false;
  return finish(instruction, nameAt, out);
}

bool TextReader::readAttributes(Opcode allowed, bool withAttributes, Instruction& instruction) {
  if (withAttributes) return parseAttributes(cursor_, module_, *this, allowed, instruction);
  // Attributes are not parsed here, because a comma after a nested instruction starts the next operand.
  Cursor none = cursor_;
  none.end = none.at;
  if (parseAttributes(none, module_, *this, allowed, instruction)) return true;
  return cursor_.failHere(
      "a nested instruction cannot have attributes, but " + std::string(hlo::name(allowed)) + " needs some",
      "write the instruction with a name on its own line");
}

// Verifies a parsed instruction and adds it to the computation. Infers the shape if the text omits it. `isWrapped`
// tells whether the instruction is the operation that an asynchronous start wraps. Errors in such operations become
// warnings, since XLA itself prints them incompletely.
bool TextReader::finish(Instruction& instruction, const char* nameAt, InstructionId& out, bool isWrapped) {
  std::string problem;
  const auto failWithProblem = [&] {
    const std::string subject =
        instruction.name.empty() ? std::string(hlo::name(instruction.opcode)) : quote(instruction.name);
    return cursor_.failHere("instruction " + subject + " (ends here): " + problem);
  };
  if (instruction.shape == kNone) {
    instruction.shape = inferShape(module_, instruction, problem);
    if (instruction.shape == kNone) return failWithProblem();
  }
  const size_t warnings = module_.warnings.size();
  if (!verifyInstruction(module_, instruction, problem)) {
    if (!isWrapped) return failWithProblem();
    module_.warnings.push_back({"the asynchronous operation does not match its operands: " + problem, {}});
  }
  instruction.shape = effectiveShape(module_, instruction);
  for (size_t i = warnings; i < module_.warnings.size(); ++i) module_.warnings[i].where.offset = nameAt - cursor_.begin;
  if (module_.instructions.size() >= limits_.instructions)
    return cursor_.failHere("the module has more than " + std::to_string(limits_.instructions) + " instructions");

  const auto id = static_cast<InstructionId>(module_.instructions.size());
  if (instruction.name.empty()) instruction.name = freshName(hlo::name(instruction.opcode));
  if (scope_->names.insert(instruction.name, id) != id)
    return cursor_.fail(nameAt,
                        "there is an instruction named " + quote(instruction.name) + " in this computation already");
  out = add(instruction);
  return true;
}

InstructionId TextReader::add(Instruction instruction) {
  const auto id = static_cast<InstructionId>(module_.instructions.size());
  scope_->members.push_back(id);
  module_.instructions.push_back(instruction);
  return id;
}

bool TextReader::readParameter(Instruction& instruction) {
  if (!cursor_.expect('(', "before the parameter number")) return false;
  cursor_.skipSpace();
  const char* at = cursor_.at;
  if (!cursor_.integer(instruction.number, "a parameter number")) return false;
  constexpr int64_t kMostParameters = 10'000'000;
  if (instruction.number < 0 || instruction.number > kMostParameters)
    return cursor_.fail(at, "a parameter number is between 0 and " + std::to_string(kMostParameters));
  const auto number = static_cast<size_t>(instruction.number);
  if (number >= scope_->parameters.size()) scope_->parameters.resize(number + 1);
  if (scope_->parameters[number])
    return cursor_.fail(at, "this computation has a parameter " + std::to_string(number) + " already");
  scope_->parameters[number] = true;
  return cursor_.expect(')', "after the parameter number");
}

bool TextReader::readConstant(Instruction& instruction) {
  return cursor_.expect('(', "before the value of the constant") &&
         parseLiteral(cursor_, module_, instruction.shape, instruction.literal) &&
         cursor_.expect(')', "after the value of the constant");
}

bool TextReader::readOperands(Instruction& instruction) {
  cursor_.skipSpace();
  const char* open = cursor_.at;
  if (!cursor_.expect('(', "before the operands")) return false;
  const size_t mark = operandStack_.size();
  if (!cursor_.next(')')) {
    do {
      InstructionId operand;
      if (!readOperand(operand)) return false;
      if (operand != kNone) operandStack_.push_back(operand);
    } while (cursor_.accept(','));
  }
  if (!cursor_.expect(')', "or ',' after an operand")) return false;
  instruction.operands = {static_cast<uint32_t>(module_.operands.size()),
                          static_cast<uint32_t>(operandStack_.size() - mark)};
  module_.operands.insert(module_.operands.end(), operandStack_.begin() + static_cast<std::ptrdiff_t>(mark),
                          operandStack_.end());
  operandStack_.resize(mark);
  const int expected = operandCount(instruction.opcode);
  if (expected >= 0 && static_cast<uint32_t>(expected) != instruction.operands.size)
    return cursor_.fail(open, std::string(hlo::name(instruction.opcode)) + " takes " + std::to_string(expected) +
                                  " operands, not " + std::to_string(instruction.operands.size));
  return true;
}

bool TextReader::readOperand(InstructionId& out) {
  ShapeId declared = kNone;
  cursor_.skipSpace();
  const char* start = cursor_.at;
  if (ShapeTable::startsShape(cursor_) && !shapes_.parse(cursor_, declared)) return false;
  cursor_.skipSpace();
  const char* nameAt = cursor_.at;
  if (declared != kNone && (cursor_.next(',') || cursor_.next(')'))) {
    // Handles a shape without an operand name. XLA ignores such a shape, except in a text of a single instruction.
    out = kNone;
    if (scope_->makesParameters) {
      out = makeParameter(freshName("parameter"), declared);
    } else {
      module_.warnings.push_back(
          {"this operand has a shape but no name; it is ignored", {0, 0, start - cursor_.begin}});
    }
    return true;
  }
  std::string_view name;
  if (!cursor_.name(name, "an operand")) return false;

  if (*nameAt != '%' && cursor_.next('(')) {
    if (depth_ >= limits_.depth)
      return cursor_.fail(nameAt, "instructions are nested more than " + std::to_string(limits_.depth) + " deep");
    ++depth_;
    cursor_.at = start;
    const bool read = readValue({}, start, false, out);
    --depth_;
    return read;
  }
  out = scope_->names.find(name);
  if (out == kNone) {
    if (scope_->makesParameters && declared != kNone) {
      if (!checkInstructionName(name, nameAt)) return false;
      out = makeParameter(name, declared);
      return true;
    }
    return cursor_.fail(nameAt, "there is no instruction named " + quote(name) + " before this one in the computation",
                        "define it above; HLO text lists operands before their users");
  }
  if (cursor_.next('#') && !readElementIndices(out)) return false;
  if (declared != kNone && !compatible(module_, declared, module_.instructions[out].shape))
    return cursor_.fail(start, "the operand is written as " + toString(module_, declared, false) + ", but " +
                                   quote(name) + " is " + toString(module_, module_.instructions[out].shape, false));
  return true;
}

// Expands an operand with tuple indices into get-tuple-element instructions. For example, `name#1#0` is element 0 of
// element 1 of the tuple `name`.
bool TextReader::readElementIndices(InstructionId& operand) {
  while (cursor_.accept('#')) {
    cursor_.skipSpace();
    const char* at = cursor_.at;
    Instruction element;
    if (!cursor_.integer(element.number, "the index of a tuple element")) return false;
    const Instruction tuple = module_.instructions[operand];
    const Shape& shape = module_.shapes[tuple.shape];
    if (shape.type != PrimitiveType::kTuple)
      return cursor_.fail(
          at, "only a tuple has elements, and " + quote(tuple.name) + " is " + toString(module_, tuple.shape, false));
    if (element.number < 0 || element.number >= shape.elements.size)
      return cursor_.fail(at,
                          quote(tuple.name) + " has elements 0 to " + std::to_string(int64_t{shape.elements.size} - 1));
    // Each tuple element gets only one get-tuple-element instruction, which is found again by the key "NAME#INDEX". No
    // instruction can have such a name.
    const std::string key = std::string(tuple.name) + "#" + std::to_string(element.number);
    const InstructionId known = scope_->names.find(key);
    if (known != TextTable::kAbsent) {
      operand = known;
      continue;
    }
    const std::string stem = std::string(tuple.name) + "." + std::to_string(element.number);
    element.opcode = Opcode::kGetTupleElement;
    element.shape = module_.elementsOf(shape)[static_cast<size_t>(element.number)];
    element.operands = {static_cast<uint32_t>(module_.operands.size()), 1};
    module_.operands.push_back(operand);
    element.attributes = {static_cast<uint32_t>(module_.attributes_.size()), 1};
    module_.attributes_.push_back({"index", module_.keep(std::to_string(element.number)), {}, false});
    element.name = freshName(stem);
    scope_->names.insert(element.name, static_cast<InstructionId>(module_.instructions.size()));
    operand = add(element);
    scope_->names.insert(module_.keep(key), operand);
  }
  return true;
}

InstructionId TextReader::makeParameter(std::string_view name, ShapeId shape) {
  Instruction parameter;
  parameter.name = name;
  parameter.opcode = Opcode::kParameter;
  parameter.shape = shape;
  parameter.number = static_cast<int64_t>(scope_->parameters.size());
  scope_->parameters.push_back(true);
  scope_->names.insert(name, static_cast<InstructionId>(module_.instructions.size()));
  return add(parameter);
}

// Returns an unused name "STEM.nN" for an instruction that the text does not contain. If the text defines the same name
// later, the reader reports a duplicate name.
std::string_view TextReader::freshName(std::string_view stem) {
  std::string name;
  do {
    name = std::string(stem) + ".n" + std::to_string(freshNames_++);
  } while (scope_->names.find(name) != TextTable::kAbsent);
  return module_.keep(std::move(name));
}

}  // namespace hlorank::hlo
