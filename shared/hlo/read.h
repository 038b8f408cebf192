// Bytes in, module out: any HLO file there is, its type found by content.
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
  kModuleTuningData,  // TpuGraphs' tuning files: of one module, or of several (TuningData), of which the first is read
};
std::string_view name(Format format);  // "HLO text", "HloProto", ...

struct Limits {
  uint32_t instructions = 20'000'000;
  uint32_t depth = 256;               // of tuples, nested instructions and inline computations
  int64_t inflatedBytes = 2LL << 30;  // of a gzipped input
};

struct ReadModule {
  Module module;
  Format format = Format::kText;
  bool gzipped = false;
  bool isTextForm = false;  // of a proto
};
std::string describeFormat(const ReadModule& read);  // "HloProto in text form, gzipped"

// HLO text, or one of the protos that hold a module, binary or (but profiles and tuning files) in text form, each also
// gzipped. Log prefixes before the lines of a text are dropped. StableHLO and other MLIR text is an Error that says how
// to get HLO instead. The module owns `bytes`.
Result<ReadModule> readModule(std::string bytes, const Limits& limits = {});

// The two readers behind it.
Result<Module> parseText(std::shared_ptr<const std::string> text, const Limits& limits = {});      // parse_text.cpp
Result<Module> parseModuleProto(std::string_view bytes, std::shared_ptr<const std::string> owner,  // parse_proto.cpp
                                const Limits& limits = {});  // an HloModuleProto message

// The module as HLO text that XLA's parser and ours accept; parses to the same module.
std::string printText(const Module& module);  // print_text.cpp

// The layout a tensor is to have: the result of an instruction, or what it sees of one of its operands.
struct LayoutConstraint {
  InstructionId instruction;
  int operand;  // -1: the result
  std::vector<int64_t> minorToMajor;
};

// The text with a custom call "LayoutConstraint" behind every tensor named, which XLA's layout assignment honours and
// takes out again. Layouts written on ordinary instructions it ignores. Donations of arguments are left out, so that
// the program can be run many times on the same ones. Instructions keep their names.
std::string printConstrained(const Module& module, std::vector<LayoutConstraint> constraints);

}  // namespace hlorank::hlo
