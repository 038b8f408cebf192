// Opens a program file of any supported format for the command line and the web page. Detects the format by content.
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

// A file to open. The format is detected from the bytes. `name` becomes the program's name (Opened::name) if none of
// the files contains an HLO module.
struct File {
  std::string name;
  std::string bytes;
};

// The stages of opening a program, in this order: parse the files; compute the node features; read the configurations
// (assignments of layouts to tensors) or generate them.
enum class Stage { kRead, kFeatures, kConfigurations };

struct Options {
  // Number of configurations (assignments of layouts to tensors) to generate if the files have none. Empty: 2,000, or
  // fewer if these would take more than configs::kDefaultCandidateBytes bytes of memory.
  std::optional<size_t> candidates;
  uint64_t seed = 1;  // random seed of the generated configurations; equal seeds give equal results on every platform
  // Whether configurations read from a file keep the numbers in the file (Configurations::numbers) instead of being
  // numbered from 0.
  bool keepNumbers = false;
  std::function<void(Stage)> onStage;  // called at the beginning of each stage of opening; may be empty
};

// A program whose configurations (assignments of layouts to tensors) can be ranked. The configurations are those of the
// opened file, or generated if the file has none.
struct Opened : configs::Problem {
  std::string format;           // "HLO text", "HloProto, gzipped", "TpuGraphs npz", "HLO text + npz of configurations"
  std::vector<Notice> notices;  // reasons, for the user, why a ranking of this program may be unreliable
  std::vector<hlo::Warning> warnings;  // problems in the file that did not prevent opening the file
};

// Opens an HLO module, for which configurations are generated; or an npz with a graph and configurations; or an HLO
// module and a file of its configurations (an npz, or a file that saved.h wrote), in either order. On error, `*file`
// receives the index of the file that the error is about. O(bytes), plus the generation of configurations.
Result<Opened> open(std::vector<File> files, const Options& options = {}, size_t* file = nullptr);

// Return names of a node for the user. They come from the HLO module. A program that was opened from arrays (npz) has
// no module: then they come from the node's number and features.
std::string nodeName(const Opened& opened, uint32_t node);         // "dot.12", or "node 12"
std::string computationName(const Opened& opened, uint32_t node);  // "main.5", or "" without a module
std::string_view opcodeName(const Opened& opened, uint32_t node);  // "dot"
std::string shapeName(const Opened& opened, uint32_t node);        // "f32[8,128]{1,0}", or "[8,128]" without a module

}  // namespace hlorank::session
