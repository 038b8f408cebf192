// Reads one plane of a trace by jax.profiler (XSpace, xplane.proto). A plane has the events of a device or of the host,
// in lines (for example one per thread). Stats are named values of events. All string_views point into the trace.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace hlorank::profile {

// The named values (stats) of a trace event that identify the executed instruction: hlo_op, hlo_module, run_id,
// program_id, device_ordinal. For a kernel in a CUDA graph, hlo_op names the graph; correlation_id is the number of the
// launch, and cuda_graph_node_id the kernel's node.
struct Facts {
  std::string_view op, module;
  std::optional<int64_t> run, program, launch, node;
  int64_t device = 0;
};

struct EventMetadata {
  std::string_view name, displayName;
  Facts facts;
  std::string_view hloProto;
};

struct Event {
  // Times of the event in picoseconds. `begin` counts from the start of the first line of the plane; a line is, for
  // example, a thread.
  int64_t begin = 0, duration = 0;
  std::string_view op, module;  // op: the instruction, or the kernel if `graph` is not empty
  int64_t run = 0, program = -1, device = 0;
  bool hasRun = false;
  std::string_view graph;         // CUDA graph of the kernel; empty if it is in none
  std::optional<int64_t> launch;  // number of the launch of the CUDA graph
  int64_t node = -1;              // the kernel's node in the CUDA graph; nodes of different graphs differ
};

// An execution of an HLO module on a device, read from the line "XLA Modules" of a trace. Times are in picoseconds from
// the start of the first line of the plane.
struct Execution {
  int64_t begin = 0, end = 0, run = 0;
  std::string_view module;
};

// What a plane says about its device. The peaks are in 10^12 operations and 10^9 bytes per second; 0: not stated.
struct DeviceFacts {
  std::string_view name;  // such as "NVIDIA H200" or "TPU v6 Lite"; empty if not stated
  double teraflops = 0, gigabytes = 0;
};

struct Line {
  std::string_view name;
  uint64_t timestamp = 0;  // start of the line (for example a thread) in nanoseconds
  std::vector<std::string_view> events;
};

class PlaneReader {
 public:
  explicit PlaneReader(std::string_view plane);

  bool isDevice() const { return name_.substr(0, 8) == "/device:"; }
  const DeviceFacts& device() const { return device_; }

  // Appends the plane's events of HLO instructions to `events`, one line (for example a thread) after another. Appends
  // the end of each line to `lines`, as an index in `events`.
  void appendEvents(std::vector<Event>& events, std::vector<size_t>& lines);

  // Adds the HloProto of each module in the plane to `modules`. The key is the module name with its program id:
  // "jit_f(12)".
  void appendModules(std::map<std::string_view, std::string_view>& modules) const;

 private:
  void readStatName(std::string_view entry);
  void readDeviceStat(std::string_view message);
  void readEventMetadata(std::string_view entry);
  void readLine(std::string_view message);
  static std::pair<uint64_t, std::string_view> readEntry(std::string_view entry);
  std::string_view statName(uint64_t id) const;
  // A stat (XStat): its name, and its value as text, integer or real number; the others are empty or 0.
  struct Stat {
    std::string_view name, text;
    int64_t integer = 0;
    double real = 0;
  };
  Stat readStat(std::string_view message) const;
  void readFact(std::string_view message, Facts& facts, std::string_view* hloProto = nullptr) const;
  // Reads the times and identifying values of the trace event in `message` into `event` and `facts`. Returns the
  // event's metadata, or null if it has none. `base` is the start of the event's line (for example a thread) in
  // nanoseconds.
  const EventMetadata* readTimes(std::string_view message, uint64_t base, Event& event, Facts& facts) const;
  bool readEvent(std::string_view message, uint64_t base, bool isOp, Event& event) const;
  std::vector<Execution> readExecutions(const Line& line, uint64_t first) const;
  // Sets the module and run of an event that lacks them. They become those of the module execution during which the
  // event begins.
  static void assignExecution(const std::vector<Execution>& executions, Event& event);

  // Makes each launch of a CUDA graph a run of its program, for modules all of whose events are of one graph.
  static void assignLaunches(std::span<Event> events);

  std::string_view name_;
  DeviceFacts device_;
  std::unordered_map<uint64_t, std::string_view> statNames_;
  std::map<uint64_t, EventMetadata> events_;
  std::vector<Line> lines_;
};

}  // namespace hlorank::profile
