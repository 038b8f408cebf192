#include "shared/session/schedules.h"

#include <algorithm>
#include <cmath>

#include "shared/base/text.h"
#include "shared/session/json.h"
#include "shared/stages/report.h"

namespace hlorank::session {
namespace {

std::string formatOf(const stages::Problem& problem) {
  return "schedules of " + std::string(titleOf(problem.kind));
}

// Whether each word of the query occurs in the schedule's id, ignoring case.
bool contains(const stages::Problem& problem, uint32_t c, const std::vector<std::string>& words) {
  const std::string id = lowered(problem.ids[c]);
  return std::all_of(words.begin(), words.end(),
                     [&](const std::string& word) { return id.find(word) != std::string::npos; });
}

// Appends the nonzero features of a stage to a JSON list, as {name, value}.
void addFeatures(Json& list, std::span<const std::string> names, const float* row) {
  for (size_t i = 0; i < names.size(); ++i) {
    if (row[i] == 0) continue;
    list.push_back({{"name", names[i]}, {"value", formatted("%.6g", double(row[i]))}});
  }
}

}  // namespace

std::string inspectSchedulesJson(const std::vector<stages::Problem>& problems, size_t chosen, std::string_view file) {
  const stages::Problem& problem = problems[chosen];
  const bool measured =
      std::any_of(problem.runtimes.begin(), problem.runtimes.end(), [](double time) { return time > 0; });
  Json names = Json::array(), notices = Json::array();
  for (const stages::Problem& each : problems)
    names.push_back(each.name + (each.family.empty() ? "" : " " + each.family));
  for (const std::string& notice : problem.notices) notices.push_back({{"kind", "schedules"}, {"message", notice}});
  return oneLine({{"version", 1},
                  {"file", file},
                  {"name", problem.name},
                  {"format", formatOf(problem)},
                  {"computations", 1},
                  {"instructions", problem.shownCount()},
                  {"edges", problem.shownEdges().size()},
                  {"configurable", 0},
                  {"slots", 0},
                  {"hashes", Json::object()},
                  {"configurations", {{"count", problem.count}, {"generated", false}, {"measured", measured}}},
                  {"warnings", Json::array()},
                  {"notices", std::move(notices)},
                  {"schedules",
                   {{"kind", toString(problem.kind)},
                    {"title", titleOf(problem.kind)},
                    {"schema", schemaHash(problem.kind)},
                    {"noise", number(problem.noise)},
                    {"failed", problem.failed},
                    {"family", problem.family},
                    {"programs", std::move(names)},
                    {"chosen", chosen}}}});
}

View buildView(const stages::Problem& problem, const stages::Predictions& predictions, const Query& query) {
  const auto secondsOf = [&](uint32_t c) { return problem.runtimes[c] > 0 ? problem.runtimes[c] * 1e-3 : NAN; };
  const bool byTime = query.time.least > -INFINITY || query.time.greatest < INFINITY;
  const auto words = wordsOf(query.text);
  View view;
  for (const uint32_t c : orderOf(problem, predictions.scores)) {
    if (!query.score.contains(predictions.scores[c]) || (byTime && !query.time.contains(secondsOf(c)))) continue;
    if (contains(problem, c, words)) view.indices.push_back(c);
  }
  const auto keyOf = [&](uint32_t c) -> double {
    switch (query.key) {
      case Query::Key::kTime:
        return secondsOf(c);
      case Query::Key::kIndex:
        return c;
      case Query::Key::kReference:
        return predictions.halide.empty() ? 0 : predictions.halide[c];
      default:
        return double(predictions.scores[c]);
    }
  };
  std::stable_sort(view.indices.begin(), view.indices.end(), [&](uint32_t a, uint32_t b) {
    const double x = keyOf(a), y = keyOf(b);
    if (std::isnan(x) || std::isnan(y)) return std::isnan(y) && !std::isnan(x);  // schedules without a time come last
    return query.descending ? x > y : x < y;
  });
  view.passed = view.indices.size();
  view.indices.resize(std::min(view.passed, query.limit));
  std::vector<float> sorted = predictions.scores;
  std::sort(sorted.begin(), sorted.end());
  const bool measured = std::any_of(problem.runtimes.begin(), problem.runtimes.end(), [](double t) { return t > 0; });
  for (const uint32_t c : view.indices) {
    const float score = predictions.scores[c];
    view.ranks.push_back(
        static_cast<uint32_t>(std::lower_bound(sorted.begin(), sorted.end(), score) - sorted.begin() + 1));
    view.copies.push_back(1);
    view.scores.push_back(score);
    if (measured) view.times.push_back(secondsOf(c));
    view.changed.push_back(0);
  }
  return view;
}

std::string explainSchedule(const stages::Problem& problem, const stages::Predictions& predictions,
                            uint32_t configuration) {
  const Json schedule = Json::parse(stages::scheduleJson(problem, predictions, configuration));
  Json json = {{"index", configuration},
               {"rank", schedule["rank"]},
               {"score", number(double(predictions.scores[configuration]))},
               {"usable", true},
               {"z", number(double(predictions.scores[configuration]))},
               {"changes", Json::array()},
               {"contributions", Json::array()},
               {"schedule", schedule}};
  if (problem.runtimes[configuration] > 0) json["time"] = problem.runtimes[configuration] * 1e-3;
  return oneLine(json);
}

std::string stageDetailsJson(const stages::Problem& problem, const stages::StageModule& graph, uint32_t instruction,
                             uint32_t configuration) {
  const uint32_t stage = graph.stageOf[instruction];
  const auto algorithm = algorithmColumns(problem.kind), schedule = scheduleColumns(problem.kind);
  Json attributes = Json::array(), operands = Json::array(), users = Json::array();
  const uint32_t row = problem.stageOf(std::min<size_t>(configuration, problem.count - 1), stage);
  if (configuration < problem.count && row != stages::kNoStage)
    addFeatures(attributes, schedule, problem.schedule(configuration).data() + row * schedule.size());
  if (row != stages::kNoStage) addFeatures(attributes, algorithm, problem.algorithm.data() + row * algorithm.size());
  const auto& instructions = graph.module.instructions;
  const auto entry = [&](uint32_t id) {
    return Json{{"node", id},
                {"name", std::string(instructions[id].name)},
                {"shape", describeStage(problem, graph.stageOf[id])}};
  };
  for (const uint32_t id : graph.module.operandsOf(instructions[instruction])) operands.push_back(entry(id));
  constexpr size_t kListed = 200;
  size_t userCount = 0;
  for (uint32_t id = 0; id < instructions.size(); ++id) {
    const auto reads = graph.module.operandsOf(instructions[id]);
    if (std::find(reads.begin(), reads.end(), instruction) == reads.end()) continue;
    if (userCount++ < kListed) users.push_back(entry(id));
  }
  return oneLine({{"node", instruction},
                  {"name", std::string(instructions[instruction].name)},
                  {"computation", problem.name},
                  {"opcode", stages::stageKind(problem, stage)},
                  {"shape", describeStage(problem, stage)},
                  {"configurable", false},
                  {"bytes", nullptr},
                  {"operations", nullptr},
                  {"trips", 1},
                  {"moved", nullptr},
                  {"opName", ""},
                  {"source", ""},
                  {"attributes", std::move(attributes)},
                  {"operands", std::move(operands)},
                  {"users", std::move(users)},
                  {"userCount", userCount}});
}

}  // namespace hlorank::session
