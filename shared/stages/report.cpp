#include "shared/stages/report.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>

#include "shared/metrics/ranking.h"

namespace hlorank::stages {
namespace {

using OrderedJson = nlohmann::ordered_json;

constexpr int kStageReportVersion = 1;
constexpr double kReportNoise = .02;  // pairs of run times that differ by less are not counted

std::string onOneLine(const OrderedJson& json) {
  return json.dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
}

OrderedJson finite(double value) {
  return std::isfinite(value) ? OrderedJson(value) : OrderedJson(nullptr);
}

OrderedJson edgesOf(const Problem& problem) {
  OrderedJson edges = OrderedJson::array();
  for (const Edge& edge : problem.edges) edges.push_back({edge.producer, edge.consumer});
  return edges;
}

OrderedJson headOf(const Problem& problem, std::string_view file) {
  OrderedJson json;
  json["version"] = kStageReportVersion;
  json["file"] = file;
  json["name"] = problem.name;
  json["format"] = "schedules of " + std::string(titleOf(problem.kind));
  json["kind"] = toString(problem.kind);
  return json;
}

// Number of operations of a stage of Halide: the sum of its operation counts over the types.
double operationsOf(const Problem& problem, size_t stage) {
  constexpr size_t kFirst = 7, kLast = 7 + 24 * 7;  // columns op.constant.bool to op.let.double
  const float* row = problem.algorithm.data() + stage * algorithmColumns(problem.kind).size();
  return std::accumulate(row + kFirst, row + kLast, 0.0);
}

// Agreement of scores with the measured run times; `measured` are the configurations that have one.
OrderedJson agreementOf(std::span<const float> scores, std::span<const double> times) {
  return {{"tau", finite(metrics::kendallTau(scores, times))},
          {"pairAccuracy", finite(metrics::pairAccuracy(scores, times, kReportNoise))},
          {"slowdown1", finite(metrics::slowdown(scores, times, 1))}};
}

}  // namespace

std::string inspectJson(const Problem& problem, std::string_view file) {
  OrderedJson json = headOf(problem, file);
  json["schema"] = schemaHash(problem.kind);
  json["stages"] = OrderedJson::array();
  for (size_t stage = 0; stage < problem.stageCount(); ++stage) {
    json["stages"].push_back({{"name", problem.stages[stage]}});
    if (problem.kind == Kind::kHalide) json["stages"].back()["operations"] = operationsOf(problem, stage);
  }
  json["edges"] = edgesOf(problem);
  json["configurations"] = problem.count;
  std::vector<double> times;
  std::copy_if(problem.runtimes.begin(), problem.runtimes.end(), std::back_inserter(times),
               [](double time) { return time > 0; });
  json["measured"] = times.size();
  json["failed"] = problem.failed;
  json["fastest"] = times.empty() ? OrderedJson() : OrderedJson(*std::min_element(times.begin(), times.end()));
  json["slowest"] = times.empty() ? OrderedJson() : OrderedJson(*std::max_element(times.begin(), times.end()));
  json["noise"] = finite(problem.noise);
  json["notices"] = problem.notices;
  return onOneLine(json);
}

std::vector<uint32_t> orderOf(const Problem& problem, std::span<const float> scores) {
  std::vector<uint32_t> order(problem.count);
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) { return scores[a] < scores[b]; });
  return order;
}

std::string rankJson(const Problem& problem, const Predictions& predictions, std::string_view file,
                     std::string_view model, std::string_view title, size_t top) {
  OrderedJson json = headOf(problem, file);
  json["model"] = {{"name", model}, {"title", title}};
  json["stages"] = problem.stages;
  json["edges"] = edgesOf(problem);
  json["count"] = problem.count;
  json["configurations"] = OrderedJson::array();
  const size_t stages = problem.stageCount();
  const auto order = orderOf(problem, predictions.scores);
  for (size_t rank = 0; rank < std::min(top, order.size()); ++rank) {
    const uint32_t c = order[rank];
    OrderedJson entry = {{"index", c},
                         {"id", problem.ids[c]},
                         {"rank", rank + 1},
                         {"milliseconds", finite(std::exp(double(predictions.scores[c])))}};
    if (problem.runtimes[c] > 0) entry["time"] = problem.runtimes[c];
    if (!predictions.halide.empty()) entry["halideCost"] = finite(predictions.halide[c]);
    entry["shares"] = OrderedJson::array();
    for (size_t stage = 0; stage < stages; ++stage)
      entry["shares"].push_back(
          finite(std::exp(double(predictions.times[c * stages + stage]) - double(predictions.scores[c]))));
    json["configurations"].push_back(std::move(entry));
  }
  std::vector<float> scores, halide;
  std::vector<double> times;
  for (size_t c = 0; c < problem.count; ++c) {
    if (!(problem.runtimes[c] > 0)) continue;
    times.push_back(problem.runtimes[c]);
    scores.push_back(predictions.scores[c]);
    if (!predictions.halide.empty()) halide.push_back(float(predictions.halide[c]));
  }
  json["agreement"] = times.size() < 2 ? OrderedJson() : agreementOf(scores, times);
  if (times.size() > 1 && !halide.empty()) json["agreement"]["halide"] = agreementOf(halide, times);
  json["notices"] = problem.notices;
  return onOneLine(json);
}

}  // namespace hlorank::stages
