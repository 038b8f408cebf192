// Reads and prints HLO modules. The file format is detected from the content.
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
std::string_view name(Format format);  // "HLO text", "HloProto", ...

// Limits on the input. Reading fails with an Error if one is exceeded.
struct Limits {
  uint32_t instructions = 20'000'000;
  uint32_t depth = 256;               // nesting of tuples, nested instructions and inline computations
  int64_t inflatedBytes = 2LL << 30;  // uncompressed size in bytes of a gzipped input
};

struct ReadModule {
  Module module;
  Format format = Format::kText;
  bool gzipped = false;
  bool isTextForm = false;  // true for a proto in text form (.pbtxt)
};
std::string describeFormat(const ReadModule& read);  // for example "HloProto in text form, gzipped"

// Reads HLO text or one of the protos that contain a module. Protos may be binary or in text form (except profiles and
// tuning files); all inputs may be gzipped. Log prefixes on the lines of a text are removed. For StableHLO and other
// MLIR text, the Error explains how to get HLO instead. The module owns `bytes`.
Result<ReadModule> readModule(std::string bytes, const Limits& limits = {});

// Parse one format each: HLO text, or a binary HloModuleProto.
Result<Module> parseText(std::shared_ptr<const std::string> text, const Limits& limits = {});      // parse_text.cpp
Result<Module> parseModuleProto(std::string_view bytes, std::shared_ptr<const std::string> owner,  // parse_proto.cpp
                                const Limits& limits = {});  // `bytes`: the HloModuleProto, a part of `owner`

// Prints the module as HLO text that both XLA and parseText accept. Parsing the text gives the same module.
std::string printText(const Module& module);  // print_text.cpp

// A layout that one tensor must have: the result of an instruction, or an operand as this instruction reads it (not as
// other instructions do).
struct LayoutConstraint {
  InstructionId instruction;
  int operand;  // operand number; -1: the result
  std::vector<int64_t> minorToMajor;
};

// Prints the module with a custom call "LayoutConstraint" after every constrained tensor; XLA's layout assignment
// honours and removes these calls, but ignores the layouts of ordinary instructions. Keeps instruction names. Omits
// input_output_alias and buffer_donor, so that the program can run repeatedly on the same arguments.
std::string printConstrained(const Module& module, std::vector<LayoutConstraint> constraints);

}  // namespace hlorank::hlo
