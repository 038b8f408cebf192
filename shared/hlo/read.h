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
std::string_view name(Format format);  // returns the format for users, such as "HLO text" or "HloProto"

// Limits on the input. Reading an input that exceeds one fails with an Error.
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

// Reads HLO text or a proto that contains a module; for StableHLO and other MLIR, the Error says how to get HLO
// instead. All inputs may be gzipped, and protos may be in text form (except profiles and tuning files). Removes log
// prefixes from the lines of a text. The module takes ownership of `bytes`.
Result<ReadModule> readModule(std::string bytes, const Limits& limits = {});

// Parse HLO text (parseText) or a binary HloModuleProto (parseModuleProto).
// defined in parse_text.cpp
Result<Module> parseText(std::shared_ptr<const std::string> text, const Limits& limits = {});
// Defined in parse_proto.cpp.
Result<Module> parseModuleProto(std::string_view bytes, std::shared_ptr<const std::string> owner,
                                const Limits& limits = {});  // `bytes`, the HloModuleProto, is a part of `owner`

// Prints the module as HLO text that both XLA and parseText accept. Parsing the text gives the same module.
std::string printText(const Module& module);  // defined in print_text.cpp

// A layout that the compiler must give to one tensor. The tensor is the result of an instruction, or an operand as read
// by this instruction only.
struct LayoutConstraint {
  InstructionId instruction;
  int operand;  // operand number; -1: the result of the instruction
  std::vector<int64_t> minorToMajor;
};

// Prints the module with a custom call "LayoutConstraint" after every constrained tensor, because XLA's layout
// assignment ignores the layouts of ordinary instructions. XLA honours and then removes these calls. Keeps instruction
// names; omits input_output_alias and buffer_donor, so that the program can run repeatedly on the same arguments.
std::string printConstrained(const Module& module, std::vector<LayoutConstraint> constraints);

}  // namespace hlorank::hlo
