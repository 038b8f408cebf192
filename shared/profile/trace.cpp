#include "shared/profile/trace.h"

#include <algorithm>
#include <deque>
#include <map>
#include <span>
#include <unordered_map>

#include "shared/base/text.h"
#include "shared/base/text_table.h"
#include "shared/hlo/proto_wire.h"
#include "shared/profile/kernels.h"
#include "shared/profile/plane.h"

namespace hlorank::profile {
namespace {

using hlo::proto::Fields;
using hlo::proto::Malformed;

// Limits of the memory for a trace, which takes one time per run and instruction. A trace with n events is rejected if
// it needs more than kMostTimesPerEvent · n + kSmall times.
constexpr uint64_t kMostTimesPerEvent = 32, kSmall = 1'000'000;
constexpr double kPicosecond = 1e-12;
constexpr uint32_t kSpacePlanes = 1;  // number of the field `planes` of XSpace in xplane.proto

// Collects the events of all planes (devices and host) of a trace into profiles, one per program.
class Collector {
 public:
  void addPlane(PlaneReader& plane) {
    std::vector<Event> events;
    std::vector<size_t> ends;
    plane.appendEvents(events, ends);
    if (plane.isDevice() && device_.name.empty()) device_ = plane.device();
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
      describeDevice(program.profile);
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
    // Time of each instruction in this run in picoseconds, by index of the instruction.
    std::unordered_map<uint32_t, int64_t> picoseconds;
  };
  struct Program {
    Profile profile;
    TextTable indexOf;                // index in `profile` of each instruction, and of each kernel by its kernelName
    std::deque<std::string> kernels;  // kernelName of each kernel
    // [instructions] earliest begin of each instruction, and number of its events.
    std::vector<std::pair<int64_t, uint64_t>> firstAndCount;
    std::map<RunKey, Run> runs;
  };
  struct Open {
    int64_t end;
    int64_t* picoseconds;
  };

  // Adds name and peak rates of the device to Profile::machine.
  void describeDevice(Profile& profile) const {
    if (device_.name.empty()) return;
    profile.machine.emplace_back(kDeviceName, device_.name);
    const auto addRate = [&](std::string_view name, double rate) {
      if (rate > 0) profile.machine.emplace_back(name, formatted("%.9g", rate));
    };
    addRate(kDeviceFlops, device_.teraflops * 1e12);
    addRate(kDeviceBandwidth, device_.gigabytes * 1e9);
  }

  void addLine(std::span<Event> events) {
    std::stable_sort(events.begin(), events.end(), [](const Event& a, const Event& b) {
      return a.begin != b.begin ? a.begin < b.begin : a.duration > b.duration;
    });
    std::vector<Open> open;
    for (const Event& event : events) {
      // An event is executed by the open one if most of it lies within: kernels of a GPU overlap by some nanoseconds.
      while (!open.empty() && (open.back().end - event.begin) * 2 <= event.duration) open.pop_back();
      if (!open.empty()) *open.back().picoseconds -= event.duration;
      int64_t& time = timeOf(event);
      time += event.duration;
      if (event.duration > 0) open.push_back({event.begin + event.duration, &time});
    }
  }

  // Returns a reference to the time of an event's instruction in the event's run. The reference stays valid, because
  // elements of unordered_map keep their addresses.
  int64_t& timeOf(const Event& event) {
    Program& program = programs_[{event.module, event.program}];
    if (program.profile.module.empty()) program.profile.module = event.module;
    std::string_view name = event.op;
    if (!event.graph.empty()) name = program.kernels.emplace_back(kernelName(event.op, event.node));
    const auto known = static_cast<uint32_t>(program.firstAndCount.size());
    const uint32_t index = program.indexOf.insert(name, known);
    if (index == known) {
      program.profile.instructions.push_back({std::string(name), 0, {}});
      program.firstAndCount.emplace_back(event.begin, 0);
    } else if (!event.graph.empty()) {
      program.kernels.pop_back();
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

  // Fills the lists of times per run in the program's profile. Runs are in order of time. Returns the total time of all
  // instructions.
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
  DeviceFacts device_;                                                // of the first plane that names its device
  std::map<std::pair<std::string_view, int64_t>, Program> programs_;  // programs by module name and program number
};

std::vector<Profile> readSpace(std::string_view bytes) {
  std::vector<PlaneReader> planes;
  for (Fields f(bytes); f.next();) {
    if (f.number == kSpacePlanes && f.isBytes) planes.emplace_back(f.bytes);
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
