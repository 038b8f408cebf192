// Reads one plane of a trace of jax.profiler (XSpace, xplane.proto): the events of a device or of the host.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace hlorank::profile {

// The stats that tell what an event executes.
struct Facts {
  std::string_view op, module;
  std::optional<int64_t> run, program;
  int64_t device = 0;
};

struct EventMetadata {
  std::string_view name, displayName;
  Facts facts;
  std::string_view hloProto;
};

struct Event {
  int64_t begin = 0, duration = 0;  // picoseconds
  std::string_view op, module;
  int64_t run = 0, program = -1, device = 0;
  bool hasRun = false;
};

// An execution of a module on a device, from the line "XLA Modules".
struct Execution {
  int64_t begin = 0, end = 0, run = 0;
  std::string_view module;
};

struct Line {
  std::string_view name;
  uint64_t timestamp = 0;  // ns
  std::vector<std::string_view> events;
};

class PlaneReader {
 public:
  explicit PlaneReader(std::string_view plane);

  bool isDevice() const { return name_.substr(0, 8) == "/device:"; }

  // Appends the events of instructions, line by line; `lines` gets the index where each line ends.
  void appendEvents(std::vector<Event>& events, std::vector<size_t>& lines);

  // The HloProto of each module, by name with program: "jit_f(12)".
  void appendModules(std::map<std::string_view, std::string_view>& modules) const;

 private:
  void readStatName(std::string_view entry);
  void readEventMetadata(std::string_view entry);
  void readLine(std::string_view message);
  static std::pair<uint64_t, std::string_view> readEntry(std::string_view entry);
  std::string_view statName(uint64_t id) const;
  void readStat(std::string_view message, Facts& facts, std::string_view* hloProto = nullptr) const;
  // Reads the times and facts of an event. False: it has no time (a count of occurrences) or no metadata.
  const EventMetadata* readTimes(std::string_view message, uint64_t base, Event& event, Facts& facts) const;
  bool readEvent(std::string_view message, uint64_t base, bool isOp, Event& event) const;
  std::vector<Execution> readExecutions(const Line& line, uint64_t first) const;
  // Assigns an event without module or run to the execution that contains its begin.
  static void assignExecution(const std::vector<Execution>& executions, Event& event);

  std::string_view name_;
  std::unordered_map<uint64_t, std::string_view> statNames_;
  std::map<uint64_t, EventMetadata> events_;
  std::vector<Line> lines_;
};

}  // namespace hlorank::profile
