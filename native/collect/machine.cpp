// Describes the machine that measures: processor, vector extensions, caches, platform, jaxlib version and XLA flags.
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

std::optional<simulation::Caches> listCaches(int core) {
  simulation::Caches caches;
  int sizes[4] = {};  // [level] in KiB
  for (int index = 0;; ++index) {
    const std::string folder =
        "/sys/devices/system/cpu/cpu" + std::to_string(core) + "/cache/index" + std::to_string(index) + "/";
    const auto number = [&](const char* name) {
      int value = 0;
      std::ifstream(folder + name) >> value;  // a size is written as "48K"
      return value;
    };
    const int level = number("level");
    if (level == 0) break;
    std::string type;
    std::ifstream(folder + "type") >> type;
    if (type == "Instruction" || level > 3) continue;
    sizes[level] = number("size");
    if (level > 1) continue;
    caches.line = number("coherency_line_size");
    caches.level1Sets = number("number_of_sets");
    caches.level1Ways = number("ways_of_associativity");
  }
  caches.level1KiB = sizes[1];
  caches.level2KiB = std::max(caches.level1KiB, sizes[2]);
  caches.level3KiB = std::max(caches.level2KiB, sizes[3]);
  bool isKnown = true;
  simulation::forEachField(caches, [&](const char*, int value) { isKnown = isKnown && value > 0; });
  return isKnown ? std::optional(caches) : std::nullopt;
}

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
  if (const auto caches = listCaches(options.cores.empty() ? 0 : options.cores.front()))
    simulation::forEachField(*caches, [&](const char* name, int value) { machine["caches"][name] = value; });
  return machine;
}

}  // namespace hlorank::collect
