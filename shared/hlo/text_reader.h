// TextReader, the parser of HLO text. Its methods are defined in parse_text.cpp (modules, computations),
// parse_instruction.cpp and parse_async.cpp.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "shared/hlo/parse_attributes.h"
#include "shared/hlo/parse_shape.h"
#include "shared/hlo/read.h"

namespace hlorank::hlo {

// An asynchronous start written in shorthand, such as `call-start` for async-start. The text does not contain its
// wrapped computation. The reader builds that computation after all updates of the start are known, since updates can
// add operands.
struct PendingStart {
  Opcode wrapped = Opcode::kInvalid;
  InstructionId start = kNone;    // the asynchronous start; kNone after its computation is built
  ShapeId result = kNone;         // result shape written in the last update; kNone if there is no update yet
  std::vector<ShapeId> operands;  // operand shapes of the start and of the updates read so far
};

// Parser state of one computation. Nested inline computations have one Scope per level.
struct Scope {
  TextTable names;                     // maps instruction name to InstructionId
  std::vector<InstructionId> members;  // instructions of the computation, in text order
  std::vector<bool> parameters;        // [parameter number] whether the parameter is defined already
  std::vector<PendingStart> pending;
  // Whether each undefined operand becomes a parameter. True only for a text of a single instruction.
  bool makesParameters = false;
};

// What the update and done instructions of an asynchronous operation take over from its start.
struct AsyncChain {
  ComputationId computation = kNone;  // computation that the start calls; kNone if it is unknown or not built yet
  uint32_t pending = kNone;           // index of the start in Scope::pending; kNone if the start is not in that list
  std::string_view thread;            // execution thread as written, with quotes; empty for the main thread
};

// Whether a word is a keyword of HLO text or an element type. Such words can be names only after a %.
bool isReservedWord(std::string_view word);

inline std::string quote(std::string_view text) {
  return "'" + std::string(text) + "'";
}

class TextReader : public References {
 public:
  TextReader(Module& module, const Limits& limits)
      : cursor_(*module.source), module_(module), limits_(limits), shapes_(module, limits.depth) {}

  bool readAll();
  const Cursor& cursor() const { return cursor_; }

  bool computation(Cursor& cursor, ComputationId& out) override;
  InstructionId instruction(std::string_view name) override { return scope_->names.find(name); }

 private:
  bool readComputations();
  bool readComputation();
  bool readSignature(ShapeId& result, const char*& resultAt);
  bool readBody(std::string_view name, ComputationId& out);
  bool readSingleInstruction();
  bool readInstruction(InstructionId& root);
  bool readValue(std::string_view name, const char* nameAt, bool withAttributes, InstructionId& out);
  bool readParameter(Instruction& instruction);
  bool readConstant(Instruction& instruction);
  bool readOperands(Instruction& instruction);
  bool readOperand(InstructionId& out);
  bool readElementIndices(InstructionId& operand);
  bool readAttributes(Opcode allowed, bool withAttributes, Instruction& instruction);
  InstructionId makeParameter(std::string_view name, ShapeId shape);
  bool resolveOpcode(std::string_view word, const char* at, Opcode& opcode, Opcode& wrapped);
  bool readAsyncAttributes(Opcode wrapped, bool withAttributes, Instruction& instruction);
  bool wrapStart(Opcode wrapped, Instruction& start, AsyncChain& chain);
  bool wrapAsync(Opcode wrapped, std::span<const ShapeId> operands, ShapeId result, Instruction& start);
  std::vector<ShapeId> collectParameterShapes(Opcode wrapped, std::span<const ShapeId> operands,
                                              const Instruction& start) const;
  ShapeId resultOf(const Instruction& instruction) const;
  bool wrapPendingStart(uint32_t index, ShapeId result);
  bool wrapUnfinishedStarts();
  bool linkToStart(Opcode wrapped, Instruction& instruction, AsyncChain& chain);
  bool finish(Instruction& instruction, const char* nameAt, InstructionId& out, bool isWrapped = false);
  InstructionId add(Instruction instruction);
  ComputationId addComputation(std::string_view name, Scope scope, InstructionId root);
  Range keepParameterShapes(const Scope& scope);
  bool checkInstructionName(std::string_view name, const char* at);
  bool failReserved(std::string_view name, const char* at);
  std::string_view freshName(std::string_view stem);
  bool looksLikeComputation();
  void locateWarnings();

  Cursor cursor_;
  Module& module_;
  const Limits& limits_;
  ShapeTable shapes_;
  TextTable computations_;
  Scope* scope_ = nullptr;
  std::vector<std::vector<InstructionId>> members_;  // [computations] instructions of each computation, in text order
  std::vector<InstructionId> operandStack_;          // operands of the instructions being parsed, innermost last
  // [instructions] The chain of start, updates and done to which each instruction belongs. The list may be shorter; the
  // remaining instructions belong to none.
  std::vector<AsyncChain> asyncChains_;
  uint32_t depth_ = 0;
  uint32_t freshNames_ = 0;
};

}  // namespace hlorank::hlo
