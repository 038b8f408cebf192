// The attributes of instructions, from HloInstructionProto to HLO text.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "shared/hlo/proto_instruction.h"
#include "shared/hlo/proto_shape.h"

namespace hlorank::hlo::proto {

// Writes the attributes of instructions into a module.
class AttributeWriter {
 public:
  AttributeWriter(Module& module, ShapeReader& shapes, std::vector<std::string_view> payloads, uint32_t maxDepth)
      : module_(module), shapes_(shapes), payloads_(std::move(payloads)), maxDepth_(maxDepth) {}

  // Appends the attributes of `instruction`, whose other fields are filled in from `proto`, in the order in which XLA
  // prints them.
  void write(const InstructionProto& proto, Instruction& instruction);

  // {a="b",c={"d":1}} from a FrontendAttributes message; empty when it has none.
  static std::string frontendAttributes(std::string_view message);

 private:
  void add(std::string_view name, std::string_view constantText);
  void addText(std::string_view name, std::string text);
  void addNumber(std::string_view name, int64_t value);
  void addList(std::string_view name, std::span<const int64_t> values);
  void addFlag(std::string_view name, bool flag);
  void addQuoted(std::string_view name, std::string_view value);
  void addCalled(std::string_view name, uint32_t first, uint32_t count, bool braced);

  void writeOwn(const InstructionProto& proto, const Instruction& instruction);
  void writeCalled(const Instruction& instruction);
  void writeCommon(const InstructionProto& proto, const Instruction& instruction);

  void writeCollective(const InstructionProto& proto, const Instruction& instruction);
  void writeSourceTargetPairs(const InstructionProto& proto, const Instruction& instruction);
  void writeDot(const InstructionProto& proto, const Instruction& instruction);
  void writeConvolution(const InstructionProto& proto, const Instruction& instruction);
  void writeCustomCall(const InstructionProto& proto, const Instruction& instruction);
  void writeGather(const InstructionProto& proto);
  void writeScatter(const InstructionProto& proto);
  void writeCompare(const InstructionProto& proto, const Instruction& instruction);
  void writeTriangularSolve(const InstructionProto& proto);
  void writePrecision(const InstructionProto& proto);
  void writeResultAccuracy(const InstructionProto& proto);
  void writeAliasing(const InstructionProto& proto);
  void writeWindow(const Instruction& instruction);
  void writeSlice(const Instruction& instruction);
  void writePadding(const Instruction& instruction);
  void writeDomain(const InstructionProto& proto);
  void writeParameterReplication(const InstructionProto& proto);
  void writeStatistics(const InstructionProto& proto);
  std::string_view payloadText(std::string_view message) const;

  Module& module_;
  ShapeReader& shapes_;
  std::vector<std::string_view> payloads_;  // of the module, what the payloads of instructions may refer to
  uint32_t maxDepth_;
};

// {({"a"}, {"b" {0}})} : the value before optimisation that each part of a result stands for, from an
// OriginalValueProto. Empty when there is none.
std::string originText(std::string_view message);

// "name" {0,1} from an OriginalArrayProto.
void appendOriginalArray(std::string& out, std::string_view message);

}  // namespace hlorank::hlo::proto
