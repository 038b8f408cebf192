#include "shared/profile/plane.h"

#include <algorithm>

#include "shared/base/text_table.h"
#include "shared/hlo/proto_wire.h"

namespace hlorank::profile {
namespace {

using hlo::proto::Fields;
using hlo::proto::isPresent;
using hlo::proto::Malformed;

constexpr size_t kMostEvents = 50'000'000;
constexpr int64_t kLongest = 1'000'000'000'000'000'000;  // greatest time that is accepted, in picoseconds: 11 days

// Field numbers of the protobuf messages in xplane.proto.
namespace field {
constexpr uint32_t kPlaneName = 2, kPlaneLines = 3, kPlaneEventMetadata = 4, kPlaneStatMetadata = 5, kPlaneStats = 6;
constexpr uint32_t kLineName = 2, kLineTimestamp = 3, kLineEvents = 4, kLineDisplayName = 11;
constexpr uint32_t kEventMetadata = 1, kEventOffset = 2, kEventDuration = 3, kEventStats = 4;
constexpr uint32_t kStatMetadata = 1, kStatDouble = 2, kStatUnsigned = 3, kStatSigned = 4, kStatText = 5,
                   kStatBytes = 6, kStatRef = 7;
constexpr uint32_t kMetadataName = 2, kMetadataDisplayName = 4, kMetadataStats = 5;
constexpr uint32_t kMapKey = 1, kMapValue = 2;
}  // namespace field

// Returns a module name without its program number, such as "jit_f" for "jit_f(12)". Sets `*program` to the number, 12.
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

// Returns the name of the instruction in a definition, such as "fusion.1" for "%fusion.1 = f32[8]{0} fusion(...)".
// Returns other names unchanged.
std::string_view withoutDefinition(std::string_view name) {
  if (name.empty() || name[0] != '%') return name;
  return name.substr(1, name.find(' ') - 1);
}

}  // namespace

PlaneReader::PlaneReader(std::string_view plane) {
  for (Fields f(plane); f.next();) {
    if (f.number == field::kPlaneName) name_ = f.bytes;
    if (f.number == field::kPlaneStatMetadata) readStatName(f.bytes);
  }
  for (Fields f(plane); f.next();) {
    if (f.number == field::kPlaneEventMetadata) readEventMetadata(f.bytes);
    if (f.number == field::kPlaneStats) readDeviceStat(f.bytes);
    if (f.number == field::kPlaneLines) readLine(f.bytes);
  }
}

void PlaneReader::appendEvents(std::vector<Event>& events, std::vector<size_t>& lines) {
  const size_t sizeBefore = events.size();
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
  assignLaunches(std::span(events).subspan(sizeBefore));
}

void PlaneReader::assignLaunches(std::span<Event> events) {
  TextTable modules;
  std::vector<std::string_view> graphs;  // the CUDA graph of each module, empty without one graph of all its events
  for (const Event& event : events) {
    const uint32_t index = modules.insert(event.module, static_cast<uint32_t>(graphs.size()));
    if (index == graphs.size()) graphs.push_back(event.graph);
    if (event.graph != graphs[index] || !event.launch || event.hasRun) graphs[index] = {};
  }
  for (Event& event : events) {
    if (graphs[modules.find(event.module)].empty()) continue;
    event.run = *event.launch;
    event.hasRun = true;
  }
}

void PlaneReader::appendModules(std::map<std::string_view, std::string_view>& modules) const {
  for (const auto& [id, metadata] : events_) {
    if (isPresent(metadata.hloProto)) modules.emplace(metadata.name, metadata.hloProto);
  }
}

void PlaneReader::readStatName(std::string_view entry) {
  const auto [key, value] = readEntry(entry);
  for (Fields f(value); f.next();) {
    if (f.number == field::kMetadataName) statNames_[key] = f.bytes;
  }
}

void PlaneReader::readDeviceStat(std::string_view message) {
  const Stat stat = readStat(message);
  if (stat.name == "gpu_device_name" || stat.name == "device_type_string") device_.name = stat.text;
  if (stat.name == "peak_teraflops_per_second") device_.teraflops = stat.real;
  if (stat.name == "peak_hbm_bw_gigabytes_per_second") device_.gigabytes = stat.real;
}

void PlaneReader::readEventMetadata(std::string_view entry) {
  const auto [key, value] = readEntry(entry);
  EventMetadata& metadata = events_[key];
  for (Fields f(value); f.next();) {
    if (f.number == field::kMetadataName) metadata.name = f.bytes;
    if (f.number == field::kMetadataDisplayName) metadata.displayName = f.bytes;
    if (f.number == field::kMetadataStats) readFact(f.bytes, metadata.facts, &metadata.hloProto);
  }
}

void PlaneReader::readLine(std::string_view message) {
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

std::pair<uint64_t, std::string_view> PlaneReader::readEntry(std::string_view entry) {
  std::pair<uint64_t, std::string_view> found;
  for (Fields f(entry); f.next();) {
    if (f.number == field::kMapKey) found.first = f.bits;
    if (f.number == field::kMapValue) found.second = f.bytes;
  }
  return found;
}

std::string_view PlaneReader::statName(uint64_t id) const {
  const auto at = statNames_.find(id);
  return at == statNames_.end() ? std::string_view() : at->second;
}

PlaneReader::Stat PlaneReader::readStat(std::string_view message) const {
  Stat stat;
  for (Fields f(message); f.next();) {
    if (f.number == field::kStatMetadata) stat.name = statName(f.bits);
    if (f.number == field::kStatDouble) stat.real = f.float64();
    if (f.number == field::kStatUnsigned || f.number == field::kStatSigned) stat.integer = f.integer();
    if (f.number == field::kStatText || f.number == field::kStatBytes) stat.text = f.bytes;
    if (f.number == field::kStatRef) stat.text = statName(f.bits);
  }
  return stat;
}

void PlaneReader::readFact(std::string_view message, Facts& facts, std::string_view* hloProto) const {
  const auto [name, text, integer, real] = readStat(message);
  if (name == "hlo_op") facts.op = text;
  if (name == "hlo_module") facts.module = text;
  if (name == "run_id") facts.run = integer;
  if (name == "program_id") facts.program = integer;
  if (name == "device_ordinal") facts.device = integer;
  if (name == "correlation_id") facts.launch = integer;
  if (name == "cuda_graph_node_id") facts.node = integer;
  if (hloProto && (name == "Hlo Proto" || name == "hlo_proto")) *hloProto = text;
}

const EventMetadata* PlaneReader::readTimes(std::string_view message, uint64_t base, Event& event, Facts& facts) const {
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

bool PlaneReader::readEvent(std::string_view message, uint64_t base, bool isOp, Event& event) const {
  Facts facts;
  const EventMetadata* metadata = readTimes(message, base, event, facts);
  for (Fields f(message); f.next();) {
    if (f.number == field::kEventStats) readFact(f.bytes, facts);
  }
  if (isOp && facts.op.empty() && metadata)
    facts.op = withoutDefinition(metadata->displayName.empty() ? metadata->name : metadata->displayName);
  if (facts.op.empty()) return false;
  event.op = facts.op;
  if (facts.node && metadata) {
    event.graph = facts.op;
    event.op = metadata->name;
    event.node = *facts.node;
    event.launch = facts.launch;
  }
  event.module = withoutProgram(facts.module);
  event.hasRun = facts.run.has_value();
  event.run = facts.run.value_or(0);
  event.program = facts.program.value_or(-1);
  event.device = facts.device;
  return true;
}

std::vector<Execution> PlaneReader::readExecutions(const Line& line, uint64_t first) const {
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

void PlaneReader::assignExecution(const std::vector<Execution>& executions, Event& event) {
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

}  // namespace hlorank::profile
