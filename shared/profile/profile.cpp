#include "shared/profile/profile.h"

#include <cmath>
#include <unordered_map>

#include "shared/base/json.h"
#include "shared/npz/inflate.h"
#include "shared/profile/trace.h"

namespace hlorank::profile {
namespace {

constexpr const char* kFormat = "hlorank profile";
constexpr int kVersion = 1;
constexpr int64_t kMostInflated = int64_t{4} << 30;
constexpr const char* kMeasureAgain = "write it again with `hlorank profile PROGRAM -o FILE`";

void appendTo(std::vector<double>& list, const std::vector<double>& more) {
  list.insert(list.end(), more.begin(), more.end());
}

Error wrongField(const std::string& field, const std::string& expected) {
  return {"the field `" + field + "` is missing or invalid: expected " + expected, kMeasureAgain};
}

// Reads the list of times in a JSON field. Returns false if the field is not a list of numbers >= 0.
bool readTimes(const Json& json, const char* field, std::vector<double>& times) {
  const auto list = json.find(field);
  if (list == json.end() || !list->is_array()) return false;
  for (const Json& value : *list) {
    if (!value.is_number()) return false;
    times.push_back(value.get<double>());
    if (!(times.back() >= 0) || !std::isfinite(times.back())) return false;
  }
  return true;
}

std::string readText(const Json& json, const char* field) {
  const auto value = json.find(field);
  return value != json.end() && value->is_string() ? value->get<std::string>() : std::string();
}

Result<Profile> readFields(const Json& json) {
  if (!json.is_object() || readText(json, "format") != kFormat)
    return Error{"this JSON file is not a profile: the field `format` is not \"" + std::string(kFormat) + "\"",
                 "give a file that `hlorank profile PROGRAM -o FILE` wrote"};
  if (const auto version = json.find("version"); version == json.end() || *version != kVersion)
    return Error{"this profile has version " + (version == json.end() ? "(none)" : version->dump()) +
                     "; expected version " + std::to_string(kVersion),
                 "write it again with this version of hlorank, or update hlorank"};
  Profile profile;
  profile.module = readText(json, "module");
  profile.hlo = readText(json, "hlo");
  if (profile.hlo.empty()) return wrongField("hlo", "the text of the optimised module");
  if (!readTimes(json, "spanSeconds", profile.spans) || profile.spans.empty())
    return wrongField("spanSeconds", "a time per run");
  if (!readTimes(json, "wallSeconds", profile.wall) ||
      (!profile.wall.empty() && profile.wall.size() != profile.spans.size()))
    return wrongField("wallSeconds", "a time per run, or none");
  if (!readTimes(json, "untracedSeconds", profile.untraced)) return wrongField("untracedSeconds", "a list of times");
  const auto instructions = json.find("instructions");
  if (instructions == json.end() || !instructions->is_array() || instructions->empty())
    return wrongField("instructions", "a list of instructions with their times");
  for (const Json& row : *instructions) {
    InstructionTimes times;
    const std::string place = "instructions[" + std::to_string(profile.instructions.size()) + "].";
    times.name = row.is_object() ? readText(row, "name") : std::string();
    if (times.name.empty()) return wrongField(place + "name", "the name of an instruction");
    const auto events = row.find("events");
    if (events == row.end() || !events->is_number()) return wrongField(place + "events", "a number");
    times.events = events->get<double>();
    if (!readTimes(row, "seconds", times.seconds) || times.seconds.size() != profile.spans.size())
      return wrongField(place + "seconds", std::to_string(profile.spans.size()) + " times, one per run");
    profile.instructions.push_back(std::move(times));
  }
  if (const auto machine = json.find("machine"); machine != json.end() && machine->is_object()) {
    for (const auto& [key, value] : machine->items())
      profile.machine.emplace_back(key, value.is_string() ? value.get<std::string>() : value.dump());
  }
  return profile;
}

}  // namespace

void append(Profile& profile, Profile more) {
  const size_t before = profile.spans.size(), added = more.spans.size();
  std::unordered_map<std::string_view, const InstructionTimes*> known, found;
  for (const InstructionTimes& times : profile.instructions) known.emplace(times.name, &times);
  for (const InstructionTimes& times : more.instructions) found.emplace(times.name, &times);
  std::vector<InstructionTimes> both;
  for (InstructionTimes& times : profile.instructions) {
    const auto at = found.find(times.name);
    const double events = at == found.end() ? 0 : at->second->events;
    InstructionTimes sum{times.name,
                         (times.events * static_cast<double>(before) + events * static_cast<double>(added)) /
                             static_cast<double>(before + added),
                         times.seconds};
    if (at != found.end()) appendTo(sum.seconds, at->second->seconds);
    sum.seconds.resize(before + added, 0);
    both.push_back(std::move(sum));
  }
  for (InstructionTimes& times : more.instructions) {
    if (known.count(times.name) != 0) continue;
    InstructionTimes sum{times.name, times.events * static_cast<double>(added) / static_cast<double>(before + added),
                         std::vector<double>(before, 0.)};
    appendTo(sum.seconds, times.seconds);
    both.push_back(std::move(sum));
  }
  profile.instructions = std::move(both);
  appendTo(profile.spans, more.spans);
  appendTo(profile.wall, more.wall);
  appendTo(profile.untraced, more.untraced);
  profile.hasRuns &= more.hasRuns;
}

void dropFirstRun(Profile& profile) {
  if (profile.spans.size() < 2) return;
  profile.spans.erase(profile.spans.begin());
  if (!profile.wall.empty()) profile.wall.erase(profile.wall.begin());
  for (InstructionTimes& times : profile.instructions) times.seconds.erase(times.seconds.begin());
}

std::string formatProfile(const Profile& profile) {
  Json machine = Json::object();
  for (const auto& [key, value] : profile.machine) machine[key] = value;
  Json instructions = Json::array();
  for (const InstructionTimes& times : profile.instructions)
    instructions.push_back({{"name", times.name}, {"events", times.events}, {"seconds", times.seconds}});
  const Json json = {{"format", kFormat},
                     {"version", kVersion},
                     {"module", profile.module},
                     {"machine", std::move(machine)},
                     {"runs", profile.spans.size()},
                     {"spanSeconds", profile.spans},
                     {"wallSeconds", profile.wall},
                     {"untracedSeconds", profile.untraced},
                     {"instructions", std::move(instructions)},
                     {"hlo", profile.hlo}};
  return oneLine(json) + "\n";
}

Result<Profile> parseProfile(std::string_view json) {
  try {
    return readFields(Json::parse(json));
  } catch (const Json::parse_error& error) {
    Error invalid{"this is not valid JSON", std::string("the file may be truncated: ") + kMeasureAgain};
    invalid.where.offset = static_cast<int64_t>(error.byte) - 1;  // nlohmann counts bytes from 1, `offset` from 0
    return invalid;
  } catch (const Json::out_of_range&) {
    return Error{"a number of this profile is too large for a time", kMeasureAgain};
  }
}

Result<std::vector<Profile>> readProfiles(std::string_view bytes) {
  std::string inflated;
  if (npz::looksLikeGzip(bytes)) {
    auto text = npz::gunzip(bytes, kMostInflated);
    if (!text) return text.error();
    inflated = std::move(*text);
    bytes = inflated;
  }
  // The file is not JSON, so it is a trace; a trace never begins with {.
  if (bytes.empty() || bytes[0] != '{') return readTrace(bytes);
  auto profile = parseProfile(bytes);
  if (!profile) return profile.error();
  std::vector<Profile> profiles;
  profiles.push_back(std::move(*profile));
  return profiles;
}

}  // namespace hlorank::profile
