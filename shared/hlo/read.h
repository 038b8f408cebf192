// Reads and prints HLO modules. Detects the file format from the content.
#pragma once

#include <string>
#include <string_view>

#include "shared/base/result.h"
#include "shared/hlo/module.h"

namespace hlorank::hlo {

enum class Format {
  kText,
  kHloProto,
  kHloModuleProto,
  kHloModuleProtoWithConfig,
  kHloSnapshot,
  kHloUnoptimizedSnapshot,
  kXSpace,
  kModuleTuningData,  // TpuGraphs tuning file: ModuleTuningData, or the first module of TuningData
};
// Returns the name of the format to show to users, such as "HLO text" or "HloProto".
std::string_view name(Format format);

// Limits on the input. Reading an input that exceeds a limit fails with an Error.
struct Limits {
  uint32_t instructions = 20'000'000;
  uint32_t depth = 256;               // maximum nesting of tuples, instructions and inline computations
  int64_t inflatedBytes = 2LL << 30;  // maximum size of a gzipped input after decompression, in bytes
};

struct ReadModule {
  Module module;
  Format format = Format::kText;
  bool gzipped = false;
  bool isTextForm = false;  // whether the input was a proto in text form (.pbtxt)
};
std::string describeFormat(const ReadModule& read);  // returns, for example, "HloProto in text form, gzipped"

// Reads HLO text or a proto that contains a module. For StableHLO and other MLIR, returns an Error that says how to get
// HLO instead. All inputs may be gzipped. Protos may be in text form, except profiles and tuning files. Removes log
// prefixes from the lines of a text. The module takes ownership of `bytes`.
Result<ReadModule> readModule(std::string bytes, const Limits& limits = {});

// Parses HLO text. Defined in parse_text.cpp.
Result<Module> parseText(std::shared_ptr<const std::string> text, const Limits& limits = {});
// Parses a binary HloModuleProto. Defined in parse_proto.cpp.
Result<Module> parseModuleProto(std::string_view bytes, std::shared_ptr<const std::string> owner,
                                const Limits& limits = {});  // `bytes`, the HloModuleProto, must be a part of `owner`

// Prints the module as HLO text that both XLA and parseText accept. Parsing the text gives the same module.
std::string printText(const Module& module);  // defined in print_text.cpp

// A layout that the compiler must give to one tensor: the result of an instruction, or one of its operands. A
// constraint on an operand holds only for the read by this instruction.
struct LayoutConstraint {
  InstructionId instruction;
  int operand;  // operand number; -1 stands for the result of the instruction
  std::vector<int64_t> minorToMajor;
};

// Prints the module with a custom call "LayoutConstraint" after every constrained tensor. The calls are needed because
// XLA's layout assignment ignores the layouts of ordinary instructions. XLA obeys these calls and then removes them.
// Keeps instruction names. Omits input_output_alias and buffer_donor, so that the program can run repeatedly on the
// same arguments.
std::string printConstrained(const Module& module, std::vector<LayoutConstraint> constraints);

}  // namespace hlorank::hlo
