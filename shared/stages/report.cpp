#include "shared/stages/report.h"

#include <algorithm>
#include <cmath>

#include "shared/base/json.h"
#include "shared/base/text.h"
#include "shared/metrics/ranking.h"
#include "shared/stages/module.h"

namespace hlorank::stages {
namespace {

constexpr int kStageReportVersion = 1;
constexpr double kReportNoise = .02;  // pairs of run times that differ by less than this fraction are not counted

Json edgesOf(const Problem& problem) {
  Json edges = Json::array();
  for (const Edge& edge : problem.shownEdges()) edges.push_back({edge.producer, edge.consumer});
  return edges;
}

Json headOf(const Problem& problem, std::string_view file) {
  Json json;
  json["version"] = kStageReportVersion;
  json["file"] = file;
  json["name"] = problem.name;
  json["format"] = "schedules of " + std::string(titleOf(problem.kind));
  json["kind"] = toString(problem.kind);
  if (!problem.family.empty()) json["family"] = problem.family;
  return json;
}

// Returns how well scores agree with measured run times. `times` are those of the configurations with a measured time.
Json agreementOf(std::span<const float> scores, std::span<const double> times) {
  return {{"tau", number(metrics::kendallTau(scores, times))},
          {"pairAccuracy", number(metrics::pairAccuracy(scores, times, kReportNoise))},
          {"slowdown1", number(metrics::slowdown(scores, times, 1))},
          {"slowdown5", number(metrics::slowdown(scores, times, 5))},
          {"slowdown10", number(metrics::slowdown(scores, times, 10))},
          {"configurations", times.size()}};
}

Json agreementOf(const Problem& problem, const Predictions& predictions, std::span<const uint32_t> selected) {
  // Without times of stages, nothing was predicted: the schedules are ranked by their measured times.
  if (predictions.times.empty()) return nullptr;
  std::vector<float> scores, halide;
  std::vector<double> times;
  for (const uint32_t c : selected) {
    if (!(problem.runtimes[c] > 0)) continue;
    times.push_back(problem.runtimes[c]);
    scores.push_back(predictions.scores[c]);
    if (!predictions.halide.empty()) halide.push_back(float(predictions.halide[c]));
  }
  if (times.size() < 2) return nullptr;
  Json json = agreementOf(scores, times);
  if (!halide.empty()) json["halide"] = agreementOf(halide, times);
  return json;
}

Json scheduleOf(const Problem& problem, const Predictions& predictions, uint32_t c) {
  const float score = predictions.scores[c];
  const auto faster =
      std::count_if(predictions.scores.begin(), predictions.scores.end(), [&](float other) { return other < score; });
  Json entry = {
      {"index", c}, {"id", problem.ids[c]}, {"rank", faster + 1}, {"milliseconds", number(std::exp(double(score)))}};
  if (problem.runtimes[c] > 0) entry["time"] = number(problem.runtimes[c]);
  if (!predictions.halide.empty()) entry["halideCost"] = number(predictions.halide[c]);
  entry["shares"] = Json::array();
  const auto shares = sharesOf(problem, predictions, c);
  for (size_t stage = 0; !shares.empty() && stage < problem.shownCount(); ++stage) {
    const uint32_t own = problem.stageOf(c, stage);
    entry["shares"].push_back(own == kNoStage ? Json(0) : number(shares[own]));
  }
  if (problem.named.names.empty()) return entry;
  entry["stages"] = Json::array();
  for (size_t stage = 0; stage < problem.shownCount(); ++stage)
    if (problem.stageOf(c, stage) != kNoStage)
      entry["stages"].push_back(
          {{"name", problem.shownStages()[stage]}, {"steps", problem.named.steps[c * problem.shownCount() + stage]}});
  return entry;
}

// Formats a number as a field of a CSV file. Null becomes an empty field.
std::string csvNumber(const Json& value) {
  return value.is_null() ? "" : value.dump();
}

std::string inMilliseconds(double milliseconds) {
  return formatted("%.3g ms", milliseconds);
}

std::string inPercent(double fraction) {
  return formatted(fraction < .0995 ? "%.1f %%" : "%.0f %%", 100 * fraction);
}

}  // namespace

std::string inspectJson(const Problem& problem, std::string_view file) {
  Json json = headOf(problem, file);
  json["schema"] = schemaHash(problem.kind);
  json["stages"] = Json::array();
  for (size_t stage = 0; stage < problem.shownCount(); ++stage) {
    json["stages"].push_back({{"name", problem.shownStages()[stage]}});
    if (problem.kind == Kind::kHalide) json["stages"].back()["operations"] = operationsOf(problem, stage);
  }
  json["edges"] = edgesOf(problem);
  json["configurations"] = problem.count;
  std::vector<double> times;
  std::copy_if(problem.runtimes.begin(), problem.runtimes.end(), std::back_inserter(times),
               [](double time) { return time > 0; });
  json["measured"] = times.size();
  json["failed"] = problem.failed;
  json["fastest"] = times.empty() ? Json() : number(*std::min_element(times.begin(), times.end()));
  json["slowest"] = times.empty() ? Json() : number(*std::max_element(times.begin(), times.end()));
  json["noise"] = number(problem.noise);
  json["notices"] = problem.notices;
  return oneLine(json);
}

std::string rankJson(const Problem& problem, const Predictions& predictions, std::string_view file,
                     std::string_view model, std::string_view title, std::span<const uint32_t> selected) {
  Json json = headOf(problem, file);
  json["model"] = {{"name", model}, {"title", title}};
  json["stages"] = problem.shownStages();
  json["edges"] = edgesOf(problem);
  json["count"] = problem.count;
  json["configurations"] = Json::array();
  for (const uint32_t c : selected) json["configurations"].push_back(scheduleOf(problem, predictions, c));
  const std::string verdict = verdictText(problem, predictions);
  json["verdict"] = verdict.empty() ? Json() : Json({{"kind", "predicted"}, {"text", verdict}});
  json["agreement"] = agreementOf(problem, predictions, orderOf(problem, predictions.scores));
  json["notices"] = problem.notices;
  for (const std::string& notice : predictions.notices) json["notices"].push_back(notice);
  return oneLine(json);
}

std::string rankCsv(const Problem& problem, const Predictions& predictions, std::span<const uint32_t> selected) {
  std::string text = "rank,schedule,predicted_ms,measured_ms,halide_cost";
  for (const std::string& stage : problem.shownStages()) text += "," + csvField("share of " + stage);
  for (const uint32_t c : selected) {
    Json entry = scheduleOf(problem, predictions, c);
    // Without times of stages, the predictions are the measured times.
    if (predictions.times.empty()) entry.erase("milliseconds");
    text += "\n" + csvNumber(entry["rank"]) + "," + csvField(problem.ids[c]);
    for (const char* name : {"milliseconds", "time", "halideCost"}) text += "," + csvNumber(entry[name]);
    for (size_t stage = 0; stage < problem.shownCount(); ++stage) text += "," + csvNumber(entry["shares"][stage]);
  }
  return text + "\n";
}

std::string scheduleJson(const Problem& problem, const Predictions& predictions, uint32_t configuration) {
  return oneLine(scheduleOf(problem, predictions, configuration));
}

std::string agreementJson(const Problem& problem, const Predictions& predictions, std::span<const uint32_t> selected) {
  return oneLine(agreementOf(problem, predictions, selected));
}

std::string verdictText(const Problem& problem, const Predictions& predictions) {
  if (problem.count < 2) return {};
  const auto order = orderOf(problem, predictions.scores);
  const uint32_t first = order.front();
  const auto timeOf = [&](uint32_t c) { return std::exp(double(predictions.scores[c])); };
  const double best = timeOf(first), median = timeOf(order[order.size() / 2]);
  const bool isMeasured = predictions.times.empty();  // without times of stages, the predictions are the measured times
  std::string id = problem.ids[first];
  if (problem.kind != Kind::kHalide)
    id[0] = 'R';  // the id of a record begins a sentence; that of Halide is a file name
  std::string text = id + (isMeasured ? " is the fastest as measured, " : " is predicted fastest, ") +
                     inMilliseconds(best) + ": " +
                     (best > .9995 * median ? "as long as" : inPercent(1 - best / median) + " less than") +
                     " the median of " + std::to_string(problem.count) + " schedules.";
  if (isMeasured || !(problem.runtimes[first] > 0)) return text;
  uint32_t fastest = first;
  for (const uint32_t c : order)
    if (problem.runtimes[c] > 0 && problem.runtimes[c] < problem.runtimes[fastest]) fastest = c;
  text += " Measured: " + inMilliseconds(problem.runtimes[first]) + ", ";
  if (fastest == first) return text + "the fastest of all.";
  return text + inPercent(problem.runtimes[first] / problem.runtimes[fastest] - 1) + " behind the fastest, " +
         problem.ids[fastest] + " with " + inMilliseconds(problem.runtimes[fastest]) + ".";
}

}  // namespace hlorank::stages
