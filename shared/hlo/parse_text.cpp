// Parses modules and computations of HLO text; attributes, literals and shapes have files of their own. The grammar:
//
// module      ::= 'HloModule' name attributes stack-tables? computation+ | computation+ | instruction
// computation ::= 'ENTRY'? name signature? body (',' 'execution_thread=' string)?
// signature   ::= '(' (name ':'? shape (',' name ':'? shape)*)? ')' '->' shape
// body        ::= '{' instruction+ '}'
// instruction ::= 'ROOT'? name '=' value
// value       ::= shape? opcode '(' operand (',' operand)* ')' attributes
// operand     ::= shape? name ('#' int)* | value (without attributes)

#include <algorithm>
#include <utility>

#include "shared/hlo/order.h"
#include "shared/hlo/shape_inference.h"
#include "shared/hlo/text_reader.h"

namespace hlorank::hlo {

bool TextReader::readAll() {
  if (cursor_.atEnd())
    return cursor_.fail(cursor_.at, "the text is empty",
                        "an HLO text starts with `HloModule NAME`, or with a computation");
  if (cursor_.acceptWord("HloModule")) {
    if (!cursor_.name(module_.name, "the name of the module")) return false;
    cursor_.accept(':');
    if (!parseModuleHeader(cursor_, module_) || !readComputations()) return false;
  } else if (looksLikeComputation()) {
    if (!readComputations()) return false;
  } else if (!readSingleInstruction()) {
    return false;
  }
  toNodeOrder(module_, members_);
  std::string problem;
  InstructionId at = kNone;
  if (!verifyModule(module_, problem, at)) {
    const char* where = at == kNone ? cursor_.begin : module_.instructions[at].name.data();
    return cursor_.fail(std::clamp(where, cursor_.begin, cursor_.end), problem);
  }
  locateWarnings();
  return true;
}

// Whether a text without an HloModule line is a list of computations. This is so if it starts with ENTRY, `name {` or
// `name (parameter: ...`. Otherwise the text is a single instruction.
bool TextReader::looksLikeComputation() {
  Cursor ahead = cursor_;
  if (ahead.acceptWord("ENTRY")) return true;
  std::string_view word;
  ahead.accept('%');
  if (!ahead.identifier(word)) return false;
  if (ahead.next('{')) return true;
  if (!ahead.accept('(')) return false;
  if (ahead.next(')')) return ahead.accept(')') && ahead.accept("->");
  ahead.accept('%');
  return ahead.identifier(word) && ahead.accept(':');
}

bool TextReader::readComputations() {
  do {
    if (!readComputation()) return false;
  } while (!cursor_.atEnd());
  if (module_.entry != kNone) return true;
  // If no computation is marked ENTRY, the last one is the entry, as in XLA.
  module_.entry = static_cast<ComputationId>(module_.computations.size() - 1);
  const std::string_view name = module_.computations[module_.entry].name;
  module_.warnings.push_back({"no computation is marked ENTRY: the last one, " + quote(name) +
                                  ", is taken as the entry; the end of the file may be missing",
                              {0, 0, name.data() - cursor_.begin}});
  return true;
}

bool TextReader::readComputation() {
  cursor_.skipSpace();
  const char* start = cursor_.at;
  const bool isEntry = cursor_.acceptWord("ENTRY");
  std::string_view name;
  cursor_.skipSpace();
  const char* nameAt = cursor_.at;
  if (!cursor_.name(name, "the name of a computation")) return false;
  if (*nameAt != '%' && isReservedWord(name)) return failReserved(name, nameAt);

  ShapeId result = kNone;
  const char* resultAt = nullptr;
  if (cursor_.next('(') && !readSignature(result, resultAt)) return false;
  ComputationId id;
  if (!readBody(name, id)) return false;
  Computation& computation = module_.computations[id];
  const Instruction& root = module_.instructions[computation.root];
  if (result != kNone && !compatible(module_, result, root.shape))
    return cursor_.fail(resultAt, "computation " + quote(name) + " is declared to return " +
                                      toString(module_, result, false) + ", but its root " + quote(root.name) +
                                      " has shape " + toString(module_, root.shape, false));
  while (cursor_.accept(',')) {
    std::string_view attribute;
    cursor_.skipSpace();
    const char* attributeAt = cursor_.at;
    if (!cursor_.attributeName(attribute)) return cursor_.failExpected("an attribute of the computation");
    if (attribute != "execution_thread")
      return cursor_.fail(attributeAt, "unexpected attribute " + quote(attribute) + " of a computation",
                          "the only attribute of a computation is execution_thread");
    if (!cursor_.quoted(computation.executionThread, "the name of a thread in quotes")) return false;
  }
  if (isEntry) {
    if (module_.entry != kNone)
      return cursor_.fail(start, "there is an ENTRY computation already", "mark only one computation ENTRY");
    module_.entry = id;
  }
  if (computations_.insert(name, id) != id)
    return cursor_.fail(nameAt, "there is a computation named " + quote(name) + " already",
                        "give each computation a name of its own");
  return true;
}

bool TextReader::readSignature(ShapeId& result, const char*& resultAt) {
  if (!cursor_.expect('(', "before the parameters")) return false;
  if (!cursor_.next(')')) {
    do {
      std::string_view name;
      ShapeId shape;
      if (!cursor_.name(name, "the name of a parameter")) return false;
      cursor_.accept(':');
      if (!shapes_.parse(cursor_, shape)) return false;
    } while (cursor_.accept(','));
  }
  if (!cursor_.expect(')', "after the parameters")) return false;
  if (!cursor_.accept("->")) return cursor_.failExpected("'->' and the shape of the result");
  cursor_.skipSpace();
  resultAt = cursor_.at;
  return shapes_.parse(cursor_, result);
}

bool TextReader::readBody(std::string_view name, ComputationId& out) {
  if (depth_ >= limits_.depth)
    return cursor_.failHere("computations and instructions are nested more than " + std::to_string(limits_.depth) +
                            " deep");
  ++depth_;
  Scope scope;
  Scope* outer = std::exchange(scope_, &scope);
  InstructionId root = kNone;
  bool read = cursor_.expect('{', "before the instructions of computation " + quote(name));
  if (read && cursor_.next('}')) read = cursor_.failExpected("an instruction: a computation has at least one");
  if (read) {
    do {
      read = readInstruction(root);
    } while (read && !cursor_.next('}'));
    read = read && wrapUnfinishedStarts();
  }
  scope_ = outer;
  --depth_;
  if (!read || !cursor_.expect('}', "after the instructions")) return false;
  if (root == kNone) root = scope.members.back();
  out = addComputation(name, std::move(scope), root);
  return true;
}

bool TextReader::readSingleInstruction() {
  Scope scope;
  scope.makesParameters = true;
  scope_ = &scope;
  InstructionId root = kNone;
  if (ShapeTable::startsShape(cursor_)) {
    if (!readValue({}, cursor_.at, true, root)) return false;
  } else if (!readInstruction(root)) {
    return false;
  }
  if (!cursor_.atEnd())
    return cursor_.failHere("unexpected text after a single instruction",
                            "for more than one instruction, write a module: `HloModule NAME` and `ENTRY main { ... }`");
  root = scope.members.back();
  module_.name = module_.instructions[root].name;
  module_.entry = addComputation(module_.keep("main"), std::move(scope), root);
  return true;
}

// Stores the shapes of the parameters of a computation and returns their range; {kNone, 0} if a parameter number is
// missing. First rejects parameter numbers above the number of instructions, since a text may give its only parameter a
// number in the millions.
Range TextReader::keepParameterShapes(const Scope& scope) {
  if (scope.parameters.size() > scope.members.size()) return {kNone, 0};
  std::vector<ShapeId> shapes(scope.parameters.size(), kNone);
  for (InstructionId member : scope.members) {
    const Instruction& instruction = module_.instructions[member];
    if (instruction.opcode == Opcode::kParameter) shapes[static_cast<size_t>(instruction.number)] = instruction.shape;
  }
  if (std::find(shapes.begin(), shapes.end(), kNone) != shapes.end()) return {kNone, 0};
  const Range range = {static_cast<uint32_t>(module_.shapeElements.size()), static_cast<uint32_t>(shapes.size())};
  module_.shapeElements.insert(module_.shapeElements.end(), shapes.begin(), shapes.end());
  return range;
}

ComputationId TextReader::addComputation(std::string_view name, Scope scope, InstructionId root) {
  Computation computation;
  computation.name = name;
  computation.root = root;
  computation.instructions = {scope.members.front(), static_cast<uint32_t>(scope.members.size())};
  computation.parameterShapes = keepParameterShapes(scope);
  module_.computations.push_back(computation);
  members_.push_back(std::move(scope.members));
  return static_cast<ComputationId>(module_.computations.size() - 1);
}

bool TextReader::computation(Cursor& cursor, ComputationId& out) {
  assert(&cursor == &cursor_ || cursor.at == cursor.end);
  if (cursor.next('{')) return readBody("_", out);
  cursor.skipSpace();
  const char* at = cursor.at;
  std::string_view name;
  if (!cursor.name(name, "the name of a computation")) return false;
  out = computations_.find(name);
  if (out != TextTable::kAbsent) return true;
  return cursor.fail(at, "there is no computation named " + quote(name) + " before this one",
                     "define it above; HLO text lists computations before their callers");
}

// Converts the byte offsets of all warnings to lines and columns in one pass. A warning about the whole module gets the
// first line.
void TextReader::locateWarnings() {
  for (Warning& warning : module_.warnings) warning.where.offset = std::max<int64_t>(warning.where.offset, 0);
  std::stable_sort(module_.warnings.begin(), module_.warnings.end(),
                   [](const Warning& a, const Warning& b) { return a.where.offset < b.where.offset; });
  int64_t at = 0, lineStart = 0;
  int line = 1;
  for (Warning& warning : module_.warnings) {
    for (; at < warning.where.offset; ++at) {
      if (cursor_.begin[at] == '\n') ++line, lineStart = at + 1;
    }
    warning.where.line = line;
    warning.where.column = static_cast<int>(at - lineStart) + 1;
  }
}

Result<Module> parseText(std::shared_ptr<const std::string> text, const Limits& limits) {
  Module module;
  module.source = std::move(text);
  // Reserves memory for one instruction per 128 bytes of text, the typical line length of a dump.
  const size_t lines = module.source->size() / 128;
  module.instructions.reserve(lines);
  module.operands.reserve(2 * lines);
  module.attributes_.reserve(lines);
  TextReader reader(module, limits);
  if (!reader.readAll() || reader.cursor().failed()) return reader.cursor().error();
  return module;
}

}  // namespace hlorank::hlo
