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

// A file to open. Its format is detected from the bytes. `name` becomes the program's name (Opened::name) if none of
// the files contains an HLO module.
struct File {
  std::string name;
  std::string bytes;
};

// The steps of opening a program, in this order. kRead parses the files. kFeatures computes the node features.
// kConfigurations reads the configurations (assignments of layouts to tensors), or generates them.
enum class OpeningStep { kRead, kFeatures, kConfigurations };

struct Options {
  // Number of configurations (assignments of layouts to tensors) to generate if the files have none. If not given, it
  // is 2,000, or fewer if these would take more than configs::kDefaultCandidateBytes bytes of memory.
  std::optional<size_t> candidates;
  uint64_t seed = 1;  // random seed of the generated configurations; equal seeds give equal results on every platform
  // Whether configurations read from a file keep the numbers that they have in the file (Configurations::numbers).
  // Otherwise they are numbered from 0.
  bool keepNumbers = false;
  std::function<void(OpeningStep)> onStep;  // called at the beginning of each step of opening; may be empty
};

// A program whose configurations (assignments of layouts to tensors) can be ranked. The configurations are those of the
// opened file, or generated if the file has none.
struct Opened : configs::Problem {
  // Name of the format, such as "HLO text", "HloProto, gzipped", "TpuGraphs npz", "HLO text + npz of configurations".
  std::string format;
  std::vector<Notice> notices;  // reasons why a ranking of this program may be unreliable, to be shown to the user
  std::vector<hlo::Warning> warnings;  // problems in the file that did not prevent opening the file
};

// Opens a program. The files are one of three: an HLO module, for which configurations are generated; an npz with a
// graph and configurations; or an HLO module and a file of its configurations, in either order, which is an npz or was
// written by saved.h. On error, `*file` receives the index of the faulty file. O(bytes), plus the time to generate
// configurations.
Result<Opened> open(std::vector<File> files, const Options& options = {}, size_t* file = nullptr);

// Sets the warnings of `opened` to those of its module, and adds the notices that follow from its program and
// configurations. For programs that open() did not read. O(module).
void addNotices(Opened& opened);

// Return names of a node to show to the user. They come from the HLO module. A program that was opened from npz arrays
// has no module; its names come from the node's number and features.
std::string nodeName(const Opened& opened, uint32_t node);         // "dot.12"; without a module "node 12"
std::string computationName(const Opened& opened, uint32_t node);  // "main.5"; without a module ""
std::string_view opcodeName(const Opened& opened, uint32_t node);  // "dot"
std::string shapeName(const Opened& opened, uint32_t node);        // "f32[8,128]{1,0}"; without a module "[8,128]"

}  // namespace hlorank::session
