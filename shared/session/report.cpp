#include "shared/session/report.h"

#include "shared/base/fnv.h"
#include "shared/graph/graph.h"
#include "shared/session/json.h"
#include "shared/session/verdict.h"

namespace hlorank::session {
namespace {

// Number of training programs that rankJson lists, the ones most similar to the ranked program.
constexpr size_t kNearest = 3;

Json noticesOf(const Opened& opened) {
  Json list = Json::array();
  for (const Notice& n : opened.notices) list.push_back({{"kind", n.kind}, {"message", n.message}});
  return list;
}

Json confidenceOf(const Opened& opened, const model::Confidence& confidence) {
  if (confidence.pairs.empty()) return nullptr;
  Json pairs = Json::array();
  for (const model::PairOrder& pair : confidence.pairs)
    pairs.push_back({number(pair.difference), number(pair.inOrder)});
  Json nearest = Json::array();
  const auto neighbours = isOfLearnedKind(opened) ? confidence.nearest(model::embedding(opened.program), kNearest)
                                                  : std::vector<model::SimilarProgram>();
  for (const model::SimilarProgram& n : neighbours)
    nearest.push_back({{"name", n.name}, {"distance", number(n.distance)}});
  Json similarity;
  if (!neighbours.empty()) {
    const model::DistanceBand* band = confidence.bandOf(neighbours[0].distance);
    similarity = {{"distance", number(neighbours[0].distance)},
                  {"pairAccuracy", band ? number(band->pairAccuracy) : Json(nullptr)},
                  {"nearest", std::move(nearest)}};
  }
  return {
      {"pairs", std::move(pairs)}, {"separable", number(confidence.separable)}, {"similarity", std::move(similarity)}};
}

Json verdictOf(const std::optional<Verdict>& verdict) {
  if (!verdict) return nullptr;
  constexpr const char* kKinds[] = {"measured", "predicted", "tie", "uncalibrated"};  // names of Verdict::Kind
  const auto& [isCompilerDefault, time, score] = verdict->baseline;
  return {{"kind", kKinds[size_t(verdict->kind)]},
          {"against", isCompilerDefault ? "compilerDefault" : "programLayouts"},
          {"time", time ? number(*time) : Json(nullptr)},
          {"score", score ? number(*score) : Json(nullptr)},
          {"probability", verdict->probability ? number(*verdict->probability) : Json(nullptr)},
          {"text", verdict->text},
          {"detail", verdict->detail}};
}

Json agreementOf(const std::optional<Agreement>& agreement) {
  if (!agreement) return nullptr;
  return {{"tau", number(agreement->tau)},
          {"orderedPairAccuracy", number(agreement->orderedPairAccuracy)},
          {"pairAccuracy", number(agreement->pairAccuracy)},
          {"slowdown1", number(agreement->slowdown1)},
          {"slowdown5", number(agreement->slowdown5)},
          {"slowdown10", number(agreement->slowdown10)},
          {"configurations", agreement->configurations}};
}

}  // namespace

std::string inspectJson(const Opened& opened, std::string_view file) {
  const graph::Graph& graph = opened.program.graph;
  const graph::Hashes hashes = graph::hashesOf(graph);
  const configs::Configurations& all = opened.configurations;
  Json report = {{"version", kReportVersion}, {"file", file}, {"name", opened.name}, {"format", opened.format}};
  report["computations"] = opened.module ? Json(opened.module->computations.size()) : Json(nullptr);
  report["instructions"] = graph.nodes();
  report["edges"] = graph.edges.size();
  report["configurable"] = graph.configurable.size();
  report["slots"] = all.table.slots.size();
  report["hashes"] = {{"opcode", hexadecimal(hashes.opcode)},
                      {"nodeFeat", hexadecimal(hashes.nodeFeat)},
                      {"edgesInsertion", hexadecimal(hashes.edgesInsertion)},
                      {"edgesSorted", hexadecimal(hashes.edgesSorted)},
                      {"splits", hexadecimal(hashes.splits)}};
  report["configurations"] = {{"count", all.count},
                              {"leftToCompiler", all.compilerDefaults()},
                              {"generated", all.generated},
                              {"measured", opened.hasTimes()}};
  report["tiles"] =
      opened.tiles ? Json{{"count", opened.tiles->count()}, {"measured", opened.tiles->hasTimes()}} : Json(nullptr);
  report["warnings"] = warningsOf(opened);
  report["notices"] = noticesOf(opened);
  return oneLine(report);
}

std::string rankJson(const Opened& opened, const Ranking& ranking, const RankedBy& by, std::string_view file,
                     size_t top) {
  Json report = {{"version", kReportVersion}, {"file", file}, {"name", opened.name}, {"format", opened.format}};
  report["model"] = {{"name", by.name}, {"title", by.title}};
  report["generated"] = opened.configurations.generated;
  report["count"] = opened.configurations.count;
  const configs::Configurations& all = opened.configurations;
  const auto measured = all.measuredDefault();
  report["compilerDefault"] =
      measured ? Json{{"index", all.numberOf(*measured)}, {"time", all.seconds(*measured)}} : Json(nullptr);
  report["confidence"] = confidenceOf(opened, by.confidence);
  Json list = Json::array();
  for (uint32_t index : ranking.top(top))
    list.push_back(configurationOf(opened, ranking, opened.configurations.choice(index), index));
  report["configurations"] = std::move(list);
  if (const auto score = compilerScore(opened, ranking)) report["compilerScore"] = number(*score);
  report["verdict"] = verdictOf(judge(opened, ranking, by.confidence));
  report["agreement"] = agreementOf(ranking.agreement());
  report["warnings"] = warningsOf(opened);
  report["notices"] = noticesOf(opened);
  return oneLine(report);
}

std::string explainJson(const Opened& opened, const Ranking& ranking, size_t index) {
  return explainJson(opened, ranking, opened.configurations.choice(index), static_cast<int64_t>(index));
}

std::string explainJson(const Opened& opened, const Ranking& ranking, std::span<const uint8_t> choice, int64_t index) {
  return oneLine(configurationOf(opened, ranking, choice, index));
}

std::string agreementJson(const Ranking& ranking, std::span<const uint32_t> configurations) {
  return oneLine(agreementOf(ranking.agreement(configurations)));
}

std::string errorJson(const Error& error, std::string_view file) {
  const auto atLeast = [](int64_t least, int64_t value) { return value >= least ? Json(value) : Json(nullptr); };
  return oneLine({{"message", error.message},
                  {"help", error.help},
                  {"line", atLeast(1, error.where.line)},
                  {"column", atLeast(1, error.where.column)},
                  {"offset", atLeast(0, error.where.offset)},
                  {"excerpt", error.excerpt},
                  {"caret", atLeast(0, error.caret)},
                  {"file", file}});
}

}  // namespace hlorank::session
