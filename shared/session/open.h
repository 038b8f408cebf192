// Opens a program file of any supported format, detected by content. The command line and the page share this code.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "shared/base/result.h"
#include "shared/configs/problem.h"
#include "shared/session/notices.h"

namespace hlorank::session {

// A file to open. The format is detected from the bytes. If no file has an HLO module, `name` becomes Opened::name.
struct File {
  std::string name;
  std::string bytes;
};

// The stages of opening, in this order: parse the files, compute the node features, read or generate configurations.
enum class Stage { kRead, kFeatures, kConfigurations };

struct Options {
  // Number of candidate configurations to generate for a program whose files have none. Empty: 2,000, or fewer if these
  // would take more than configs::kDefaultCandidateBytes of memory.
  std::optional<size_t> candidates;
  uint64_t seed = 1;  // random seed of the candidates, which are equal on every platform
  bool keepNumbers =
      false;  // saved configurations keep their numbers (Configurations::numbers); false: renumber from 0
  std::function<void(Stage)> onStage;  // called as each stage begins; empty: no calls
};

// A program that is ready to be ranked; its configurations are those of the file, or generated candidates.
struct Opened : configs::Problem {
  std::string format;           // "HLO text", "HloProto, gzipped", "TpuGraphs npz", "HLO text + npz of configurations"
  std::vector<Notice> notices;  // limitations of a ranking of this program, for the user
  std::vector<hlo::Warning> warnings;  // problems of the file that did not prevent opening it
};

// Opens an HLO module in any format (candidates are generated), an npz with a graph and its configurations, or an HLO
// module together with a file of its configurations (an npz, or a file of saved.h), in either order. On error, `*file`
// receives the index of the file that the error is about. O(bytes), plus the generation of candidates.
Result<Opened> open(std::vector<File> files, const Options& options = {}, size_t* file = nullptr);

// Names of a node for the user: from the module; without a module (arrays only), from the node's number and features.
std::string nodeName(const Opened& opened, uint32_t node);         // "dot.12", or "node 12"
std::string computationName(const Opened& opened, uint32_t node);  // "main.5", or "" without a module
std::string_view opcodeName(const Opened& opened, uint32_t node);  // "dot"
std::string shapeName(const Opened& opened, uint32_t node);        // "f32[8,128]{1,0}", or "[8,128]" without a module

}  // namespace hlorank::session
