// Describes the machine that measures: processor, vector extensions, platform, jaxlib version and XLA flags.
#include <sys/utsname.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "native/collect/store.h"

namespace hlorank::collect {
namespace {

using nlohmann::json;

// Returns the value after the colon in the first line of /proc/cpuinfo that starts with `key`; "" if there is none.
std::string processorLine(const std::string& key) {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    if (line.rfind(key, 0) != 0) continue;
    const size_t colon = line.find(':');
    if (colon != std::string::npos) return line.substr(std::min(line.size(), colon + 2));
  }
  return {};
}

// Returns the names of the processor's vector extensions (AVX, AMX, SSE 4, FMA), sorted; XLA's machine code depends on
// them.
std::vector<std::string> vectorFeatures() {
  std::istringstream flags(processorLine("flags"));
  std::vector<std::string> found;
  for (std::string flag; flags >> flag;) {
    if (flag.rfind("avx", 0) == 0 || flag.rfind("amx", 0) == 0 || flag.rfind("sse4", 0) == 0 || flag == "fma")
      found.push_back(flag);
  }
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace

json describeMachine(const json& worker, const WorkerOptions& options) {
  utsname system{};
  uname(&system);
  const char* flags = std::getenv("XLA_FLAGS");
  json machine = {{"processor", processorLine("model name")},
                  {"model", processorLine("cpu family") + "/" + processorLine("model\t")},
                  {"architecture", system.machine},
                  {"features", vectorFeatures()},
                  {"platform", worker.value("platform", options.platform)},
                  {"device", worker.value("device", "")},
                  {"threads", options.cores.size()},
                  {"jaxlib", worker.value("jaxlib", "")},
                  {"xla_flags", flags ? flags : ""}};
  machine["fingerprint"] = hexHash(machine.dump());
  machine["hlorank"] = HLORANK_VERSION;
  return machine;
}

}  // namespace hlorank::collect
