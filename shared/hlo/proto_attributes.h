// Converts the attributes of instructions from HloInstructionProto to HLO text.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "shared/hlo/proto_instruction.h"
#include "shared/hlo/proto_shape.h"

namespace hlorank::hlo::proto {

// Converts the attributes of instructions from protos and adds them to a module. `payloads` are the Payload texts of
// the HloModuleProto, to which instructions refer by index. `maxDepth` limits the nesting of literals and tuples.
class AttributeWriter {
 public:
  AttributeWriter(Module& module, ShapeReader& shapes, std::vector<std::string_view> payloads, uint32_t maxDepth)
      : module_(module), shapes_(shapes), payloads_(std::move(payloads)), maxDepth_(maxDepth) {}

  // Appends the attributes of `instruction` to the module, in the order in which XLA prints them. All other fields of
  // `instruction` must already be filled in from `proto`.
  void write(const InstructionProto& proto, Instruction& instruction);

  // Formats a FrontendAttributes message as {a="b",c={"d":1}}. Returns an empty text if the message has no entries.
  static std::string frontendAttributes(std::string_view message);

 private:
  void add(std::string_view name, std::string_view constantText);
  void addText(std::string_view name, std::string text);
  void addNumber(std::string_view name, int64_t value);
  void addList(std::string_view name, std::span<const int64_t> values);
  void addFlag(std::string_view name, bool flag);
  void addQuoted(std::string_view name, std::string_view value);
  void addCalled(std::string_view name, uint32_t first, uint32_t count, bool braced);

  void writeOpcodeAttributes(const InstructionProto& proto, const Instruction& instruction);
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
  // Payload texts of the HloModuleProto, to which instructions refer by index.
  std::vector<std::string_view> payloads_;
  uint32_t maxDepth_;
};

// Formats an OriginalValueProto as {({"a"}, {"b" {0}})}. The text names, for each leaf of an instruction's result, the
// corresponding value of the unoptimised program. Returns an empty text for an empty message.
std::string formatOrigin(std::string_view message);

// Appends an OriginalArrayProto, the name of an instruction and a tuple index, as {"name" {0,1}}.
void appendOriginalArray(std::string& out, std::string_view message);

}  // namespace hlorank::hlo::proto
