// What command line and page do with a file: open it, whatever it is, and say what it is. One definition for both, so
// that they show the same.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "shared/base/result.h"
#include "shared/configs/layout_space.h"
#include "shared/graph/program.h"
#include "shared/hlo/module.h"
#include "shared/session/notices.h"

namespace hlorank::session {

// A file as it came: its bytes, and its name for messages (the type is found by content).
struct File {
  std::string name;
  std::string bytes;
};

// What opening does, in this order.
enum class Stage { kRead, kFeatures, kConfigurations };

struct Options {
  // How many to generate for a program that comes without configurations; as a rule 2,000, fewer for one so long that
  // they would take more than kDefaultCandidateBytes.
  std::optional<size_t> candidates;
  uint64_t seed = 1;                   // of the candidates; the same seed gives the same candidates everywhere
  std::function<void(Stage)> onStage;  // called as each stage begins; may be empty
};

// A program that is ready to be ranked.
struct Opened {
  std::string name;    // of the program: the module's name, or the file's where there is no module
  std::string format;  // "HLO text", "HloProto, gzipped", "TpuGraphs npz", "HLO text + npz of configurations"
  std::shared_ptr<const hlo::Module> module;  // null when the file holds only arrays
  graph::Program program;
  configs::Configurations configurations;  // of the file, or generated (then `generated` is set)
  std::vector<Notice> notices;             // what whoever reads a ranking of it should know
  std::vector<hlo::Warning> warnings;      // what is wrong with the file but did not keep it from being opened

  bool hasTimes() const { return !configurations.runtimes.empty(); }
};

// Opens a program, its configurations, or both: an HLO module in any format (candidates are generated), an npz that has
// a graph and its configurations, or an HLO module and an npz that has only configurations for it, in either order. The
// error of a file names no file; `file` (when given) receives the index of the one it is about. Cost: linear in the
// bytes, plus the candidates.
Result<Opened> open(std::vector<File> files, const Options& options = {}, size_t* file = nullptr);

// Names of a node for people: those of the module, else its number and the opcode and shape that the features tell.
std::string nodeName(const Opened& opened, uint32_t node);         // "dot.12", or "node 12"
std::string computationName(const Opened& opened, uint32_t node);  // "main.5", or ""
std::string_view opcodeName(const Opened& opened, uint32_t node);  // "dot"
std::string shapeName(const Opened& opened, uint32_t node);        // "f32[8,128]{1,0}", or "[8,128]" without a module

}  // namespace hlorank::session
