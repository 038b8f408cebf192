#include "shared/profile/trace.h"

#include <algorithm>
#include <map>
#include <optional>
#include <span>
#include <unordered_map>

#include "shared/hlo/proto_wire.h"

namespace hlorank::profile {
namespace {

using hlo::proto::Fields;
using hlo::proto::isPresent;
using hlo::proto::Malformed;

constexpr size_t kMostEvents = 50'000'000;
constexpr int64_t kLongest = 1'000'000'000'000'000'000;  // picoseconds, 11 days: sums of a few do not overflow
// A time per run and instruction is kept: traces where this is much more than the events are rejected.
constexpr uint64_t kMostTimesPerEvent = 32, kSmall = 1'000'000;
constexpr double kPicosecond = 1e-12;

// Field numbers of xplane.proto.
namespace field {
constexpr uint32_t kSpacePlanes = 1;
constexpr uint32_t kPlaneName = 2, kPlaneLines = 3, kPlaneEventMetadata = 4, kPlaneStatMetadata = 5;
constexpr uint32_t kLineName = 2, kLineTimestamp = 3, kLineEvents = 4, kLineDisplayName = 11;
constexpr uint32_t kEventMetadata = 1, kEventOffset = 2, kEventDuration = 3, kEventStats = 4;
constexpr uint32_t kStatMetadata = 1, kStatUnsigned = 3, kStatSigned = 4, kStatText = 5, kStatBytes = 6, kStatRef = 7;
constexpr uint32_t kMetadataName = 2, kMetadataDisplayName = 4, kMetadataStats = 5;
constexpr uint32_t kMapKey = 1, kMapValue = 2;
}  // namespace field

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

// "jit_f" of "jit_f(12)", and 12.
std::string_view withoutProgram(std::string_view name, std::optional<int64_t>* program = nullptr) {
  if (name.empty() || name.back() != ')') return name;
  const size_t open = name.rfind('(');
  if (open == std::string_view::npos) return name;
  int64_t number = 0;
  for (const char c : name.substr(open + 1, name.size() - open - 2)) {
    if (c < '0' || c > '9') return name;
    number = static_cast<int64_t>(static_cast<uint64_t>(number) * 10 + static_cast<uint64_t>(c - '0'));
  }
  if (program) *program = number;
  return name.substr(0, open);
}

// "fusion.1" of "%fusion.1 = f32[8]{0} fusion(...)"; other names as they are.
std::string_view withoutDefinition(std::string_view name) {
  if (name.empty() || name[0] != '%') return name;
  return name.substr(1, name.find(' ') - 1);
}

class PlaneReader {
 public:
  explicit PlaneReader(std::string_view plane) {
    for (Fields f(plane); f.next();) {
      if (f.number == field::kPlaneName) name_ = f.bytes;
      if (f.number == field::kPlaneStatMetadata) readStatName(f.bytes);
    }
    for (Fields f(plane); f.next();) {
      if (f.number == field::kPlaneEventMetadata) readEventMetadata(f.bytes);
      if (f.number == field::kPlaneLines) readLine(f.bytes);
    }
  }

  bool isDevice() const { return name_.substr(0, 8) == "/device:"; }

  // Appends the events of instructions, line by line; `lines` gets the index where each line ends.
  void appendEvents(std::vector<Event>& events, std::vector<size_t>& lines) {
    uint64_t first = UINT64_MAX;
    for (const Line& line : lines_) first = std::min(first, line.timestamp);
    const auto named = [&](std::string_view name) {
      return isDevice() && std::any_of(lines_.begin(), lines_.end(), [&](const Line& l) { return l.name == name; });
    };
    const bool hasOps = named("XLA Ops");
    std::vector<Execution> executions;
    for (const Line& line : lines_) {
      if (isDevice() && line.name == "XLA Modules") executions = readExecutions(line, first);
    }
    for (const Line& line : lines_) {
      if (hasOps && line.name != "XLA Ops") continue;
      const size_t begin = events.size();
      for (const std::string_view message : line.events) {
        Event event;
        if (!readEvent(message, line.timestamp - first, hasOps, event)) continue;
        assignExecution(executions, event);
        if (events.size() >= kMostEvents) throw Malformed{message.data(), "the trace has more than 50 million events"};
        events.push_back(event);
      }
      if (events.size() > begin) lines.push_back(events.size());
    }
  }

  // The HloProto of each module, by name with program: "jit_f(12)".
  void appendModules(std::map<std::string_view, std::string_view>& modules) const {
    for (const auto& [id, metadata] : events_) {
      if (isPresent(metadata.hloProto)) modules.emplace(metadata.name, metadata.hloProto);
    }
  }

 private:
  void readStatName(std::string_view entry) {
    const auto [key, value] = readEntry(entry);
    for (Fields f(value); f.next();) {
      if (f.number == field::kMetadataName) statNames_[key] = f.bytes;
    }
  }

  void readEventMetadata(std::string_view entry) {
    const auto [key, value] = readEntry(entry);
    EventMetadata& metadata = events_[key];
    for (Fields f(value); f.next();) {
      if (f.number == field::kMetadataName) metadata.name = f.bytes;
      if (f.number == field::kMetadataDisplayName) metadata.displayName = f.bytes;
      if (f.number == field::kMetadataStats) readStat(f.bytes, metadata.facts, &metadata.hloProto);
    }
  }

  void readLine(std::string_view message) {
    Line& line = lines_.emplace_back();
    std::string_view displayName;
    for (Fields f(message); f.next();) {
      if (f.number == field::kLineName) line.name = f.bytes;
      if (f.number == field::kLineDisplayName) displayName = f.bytes;
      if (f.number == field::kLineTimestamp) line.timestamp = f.bits;
      if (f.number == field::kLineEvents && f.isBytes) line.events.push_back(f.bytes);
    }
    if (line.name.empty()) line.name = displayName;
  }

  static std::pair<uint64_t, std::string_view> readEntry(std::string_view entry) {
    std::pair<uint64_t, std::string_view> found;
    for (Fields f(entry); f.next();) {
      if (f.number == field::kMapKey) found.first = f.bits;
      if (f.number == field::kMapValue) found.second = f.bytes;
    }
    return found;
  }

  std::string_view statName(uint64_t id) const {
    const auto at = statNames_.find(id);
    return at == statNames_.end() ? std::string_view() : at->second;
  }

  void readStat(std::string_view message, Facts& facts, std::string_view* hloProto = nullptr) const {
    std::string_view name, text;
    uint64_t number = 0;
    for (Fields f(message); f.next();) {
      if (f.number == field::kStatMetadata) name = statName(f.bits);
      if (f.number == field::kStatUnsigned || f.number == field::kStatSigned) number = f.bits;
      if (f.number == field::kStatText || f.number == field::kStatBytes) text = f.bytes;
      if (f.number == field::kStatRef) text = statName(f.bits);
    }
    const auto integer = static_cast<int64_t>(number);
    if (name == "hlo_op") facts.op = text;
    if (name == "hlo_module") facts.module = text;
    if (name == "run_id") facts.run = integer;
    if (name == "program_id") facts.program = integer;
    if (name == "device_ordinal") facts.device = integer;
    if (hloProto && (name == "Hlo Proto" || name == "hlo_proto")) *hloProto = text;
  }

  // Reads the times and facts of an event. False: it has no time (a count of occurrences) or no metadata.
  const EventMetadata* readTimes(std::string_view message, uint64_t base, Event& event, Facts& facts) const {
    const EventMetadata* metadata = nullptr;
    int64_t offset = 0;
    for (Fields f(message); f.next();) {
      if (f.number == field::kEventMetadata) {
        const auto at = events_.find(f.bits);
        metadata = at == events_.end() ? nullptr : &at->second;
        if (metadata) facts = metadata->facts;
      }
      if (f.number == field::kEventOffset) offset = f.integer();
      if (f.number == field::kEventDuration) event.duration = f.integer();
    }
    if (base > kLongest / 1000 || offset > kLongest || offset < -kLongest || event.duration > kLongest)
      throw Malformed{message.data(), "this event is more than 11 days long or away from the first"};
    if (event.duration < 0) throw Malformed{message.data(), "this event has a negative duration"};
    event.begin = static_cast<int64_t>(base) * 1000 + offset;
    return metadata;
  }

  bool readEvent(std::string_view message, uint64_t base, bool isOp, Event& event) const {
    Facts facts;
    const EventMetadata* metadata = readTimes(message, base, event, facts);
    for (Fields f(message); f.next();) {
      if (f.number == field::kEventStats) readStat(f.bytes, facts);
    }
    if (isOp && facts.op.empty() && metadata)
      facts.op = withoutDefinition(metadata->displayName.empty() ? metadata->name : metadata->displayName);
    if (facts.op.empty()) return false;
    event.op = facts.op;
    event.module = withoutProgram(facts.module);
    event.hasRun = facts.run.has_value();
    event.run = facts.run.value_or(0);
    event.program = facts.program.value_or(-1);
    event.device = facts.device;
    return true;
  }

  std::vector<Execution> readExecutions(const Line& line, uint64_t first) const {
    std::vector<Execution> executions;
    for (const std::string_view message : line.events) {
      Event event;
      Facts facts;
      const EventMetadata* metadata = readTimes(message, line.timestamp - first, event, facts);
      if (!metadata) continue;
      executions.push_back({event.begin, event.begin + event.duration, 0, metadata->name});
    }
    std::stable_sort(executions.begin(), executions.end(),
                     [](const Execution& a, const Execution& b) { return a.begin < b.begin; });
    for (size_t i = 0; i < executions.size(); ++i) executions[i].run = static_cast<int64_t>(i);
    return executions;
  }

  // Assigns an event without module or run to the execution that contains its begin.
  static void assignExecution(const std::vector<Execution>& executions, Event& event) {
    if (event.hasRun && !event.module.empty()) return;
    auto at = std::upper_bound(executions.begin(), executions.end(), event.begin,
                               [](int64_t begin, const Execution& execution) { return begin < execution.begin; });
    if (at == executions.begin() || (--at)->end < event.begin) return;
    std::optional<int64_t> program;
    const std::string_view module = withoutProgram(at->module, &program);
    if (event.module.empty()) event.module = module;
    if (event.program < 0 && program) event.program = *program;
    if (!event.hasRun) event.run = at->run, event.hasRun = true;
  }

  std::string_view name_;
  std::unordered_map<uint64_t, std::string_view> statNames_;
  std::map<uint64_t, EventMetadata> events_;
  std::vector<Line> lines_;
};

// Collects the events of the lines of all planes into profiles.
class Collector {
 public:
  void addPlane(PlaneReader& plane) {
    std::vector<Event> events;
    std::vector<size_t> ends;
    plane.appendEvents(events, ends);
    size_t begin = 0;
    for (const size_t end : ends) {
      addLine(std::span(events).subspan(begin, end - begin));
      begin = end;
    }
    ++plane_;
  }

  std::vector<Profile> take(const std::map<std::string_view, std::string_view>& modules) {
    std::vector<std::pair<double, Profile>> profiles;
    for (auto& [key, program] : programs_) {
      const double total = sortRuns(program);
      const auto& [name, number] = key;
      const std::string id = std::string(name) + "(" + std::to_string(number) + ")";
      if (const auto at = modules.find(id); at != modules.end()) program.profile.hlo = at->second;
      profiles.emplace_back(total, std::move(program.profile));
    }
    std::stable_sort(profiles.begin(), profiles.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    std::vector<Profile> sorted;
    sorted.reserve(profiles.size());
    for (auto& [total, profile] : profiles) sorted.push_back(std::move(profile));
    return sorted;
  }

 private:
  struct RunKey {
    size_t plane;
    int64_t device, run;
    auto operator<=>(const RunKey&) const = default;
  };
  struct Run {
    int64_t begin = INT64_MAX, end = INT64_MIN;
    std::unordered_map<uint32_t, int64_t> picoseconds;  // by instruction
  };
  struct Program {
    Profile profile;
    std::unordered_map<std::string_view, uint32_t> indexOf;
    std::vector<std::pair<int64_t, uint64_t>> firstAndCount;  // [instructions] first begin, number of events
    std::map<RunKey, Run> runs;
  };
  struct Open {
    int64_t end;
    int64_t* picoseconds;
  };

  void addLine(std::span<Event> events) {
    std::stable_sort(events.begin(), events.end(), [](const Event& a, const Event& b) {
      return a.begin != b.begin ? a.begin < b.begin : a.duration > b.duration;
    });
    std::vector<Open> open;
    for (const Event& event : events) {
      while (!open.empty() && open.back().end <= event.begin) open.pop_back();
      if (!open.empty()) *open.back().picoseconds -= event.duration;
      int64_t& time = timeOf(event);
      time += event.duration;
      if (event.duration > 0) open.push_back({event.begin + event.duration, &time});
    }
  }

  // Elements of unordered_map keep their addresses when it grows.
  int64_t& timeOf(const Event& event) {
    Program& program = programs_[{event.module, event.program}];
    if (program.profile.module.empty()) program.profile.module = event.module;
    const auto [at, isNew] = program.indexOf.try_emplace(event.op, program.indexOf.size());
    const uint32_t index = at->second;
    if (isNew) {
      program.profile.instructions.push_back({std::string(event.op), 0, {}});
      program.firstAndCount.emplace_back(event.begin, 0);
    }
    auto& [first, count] = program.firstAndCount[index];
    first = std::min(first, event.begin);
    ++count;
    program.profile.hasRuns &= event.hasRun;
    Run& run = program.runs[{plane_, event.device, event.run}];
    run.begin = std::min(run.begin, event.begin);
    run.end = std::max(run.end, event.begin + event.duration);
    return run.picoseconds[index];
  }

  // Fills in the lists by run, in order of time. Returns the time of all instructions.
  static double sortRuns(Program& program) {
    Profile& profile = program.profile;
    std::vector<const Run*> runs;
    for (const auto& [key, run] : program.runs) runs.push_back(&run);
    std::stable_sort(runs.begin(), runs.end(), [](const Run* a, const Run* b) { return a->begin < b->begin; });
    double total = 0;
    uint64_t events = 0;
    for (const auto& [first, found] : program.firstAndCount) events += found;
    if (runs.size() > (kMostTimesPerEvent * events + kSmall) / profile.instructions.size())
      throw Malformed{nullptr, "most runs of this trace have almost no instructions in common"};
    const auto count = static_cast<double>(runs.size());
    for (size_t i = 0; i < profile.instructions.size(); ++i) {
      profile.instructions[i].events = static_cast<double>(program.firstAndCount[i].second) / count;
      profile.instructions[i].seconds.assign(runs.size(), 0);
    }
    for (size_t r = 0; r < runs.size(); ++r) {
      profile.spans.push_back(static_cast<double>(runs[r]->end - runs[r]->begin) * kPicosecond);
      for (const auto& [index, picoseconds] : runs[r]->picoseconds) {
        const double seconds = static_cast<double>(std::max<int64_t>(0, picoseconds)) * kPicosecond;
        profile.instructions[index].seconds[r] = seconds;
        total += seconds;
      }
    }
    sortInstructions(program);
    return total;
  }

  static void sortInstructions(Program& program) {
    std::vector<uint32_t> order(program.profile.instructions.size());
    for (uint32_t i = 0; i < order.size(); ++i) order[i] = i;
    std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
      return program.firstAndCount[a].first < program.firstAndCount[b].first;
    });
    std::vector<InstructionTimes> sorted;
    sorted.reserve(order.size());
    for (const uint32_t i : order) sorted.push_back(std::move(program.profile.instructions[i]));
    program.profile.instructions = std::move(sorted);
  }

  size_t plane_ = 0;
  std::map<std::pair<std::string_view, int64_t>, Program> programs_;  // by module and program number
};

std::vector<Profile> readSpace(std::string_view bytes) {
  std::vector<PlaneReader> planes;
  for (Fields f(bytes); f.next();) {
    if (f.number == field::kSpacePlanes && f.isBytes) planes.emplace_back(f.bytes);
  }
  std::map<std::string_view, std::string_view> modules;
  for (const PlaneReader& plane : planes) plane.appendModules(modules);
  for (const bool device : {true, false}) {
    Collector collector;
    for (PlaneReader& plane : planes) {
      if (plane.isDevice() == device) collector.addPlane(plane);
    }
    std::vector<Profile> profiles = collector.take(modules);
    if (!profiles.empty()) return profiles;
  }
  return {};
}

}  // namespace

Result<std::vector<Profile>> readTrace(std::string_view bytes) {
  try {
    std::vector<Profile> profiles = readSpace(bytes);
    if (!profiles.empty()) return profiles;
    return Error{"this profile has no times of HLO instructions",
                 "expected a trace of jax.profiler (.xplane.pb) during which a compiled program ran; on a CPU, "
                 "host_tracer_level must be at least 1"};
  } catch (const Malformed& malformed) {
    Error error{malformed.what,
                "expected a trace of jax.profiler (.xplane.pb); the file may be truncated: record it again"};
    if (malformed.at != nullptr && malformed.at >= bytes.data() && malformed.at <= bytes.data() + bytes.size())
      error.where.offset = malformed.at - bytes.data();
    return error;
  }
}

}  // namespace hlorank::profile
