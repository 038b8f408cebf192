// Converts what the web page shows of a Halide pipeline or TVM workload to JavaScript. Such a program is a graph of
// stages (loop nests), which the page shows like the instructions of an HLO program.
#pragma once

#include <emscripten/val.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "shared/drawing/drawing.h"
#include "shared/stages/module.h"
#include "shared/stages/predictions.h"
#include "wasm/answers.h"

namespace hlorank {

// Builds the tree of boxes that can be drawn for a graph of stages. The subtitle of a stage's box tells what the stage
// computes.
inline drawing::Outline makeStageOutline(const stages::Problem& problem, const stages::StageModule& graph) {
  drawing::Outline outline = drawing::buildOutline(graph.module);
  for (drawing::Place& place : outline.places) {
    if (place.kind != drawing::Kind::kInstruction) continue;
    const uint32_t stage = graph.stageOf[place.instruction];
    std::string text = stages::describeStage(problem, stage);
    place.label = static_cast<uint32_t>(outline.labels.size());
    outline.labels.push_back({"", text.empty() ? std::string(stages::stageKind(problem, stage)) : std::move(text)});
  }
  return outline;
}

// Returns the stages of a pipeline as a JavaScript object (type Instructions in answers.ts). `opcodes` has the kinds of
// the stages, and `shapes` what they compute. The lists are empty if `problem` is null.
inline emscripten::val stageInstructionsAnswer(const stages::Problem* problem, const stages::StageModule& graph) {
  std::string names, computations, opcodes, shapes;
  for (uint32_t i = 0; problem && i < graph.stageOf.size(); ++i) {
    names.append(graph.module.instructions[i].name) += '\n';
    computations.append(graph.module.name) += '\n';
    opcodes.append(stages::stageKind(*problem, graph.stageOf[i])) += '\n';
    shapes += stages::describeStage(*problem, graph.stageOf[i]) + '\n';
  }
  emscripten::val answer = emscripten::val::object();
  answer.set("names", names);
  answer.set("computations", computations);
  answer.set("opcodes", opcodes);
  answer.set("shapes", shapes);
  answer.set("configurable", copied("Uint32Array", std::vector<uint32_t>()));
  return answer;
}

// Returns the edges between the stages of a pipeline as a JavaScript object (type Structure in answers.ts). The texts
// and source lines in the object are empty.
inline emscripten::val stageStructureAnswer(const stages::StageModule& graph) {
  std::vector<uint32_t> begin = {0}, feeds, operands;
  std::string empty;
  for (const hlo::Instruction& instruction : graph.module.instructions) {
    const auto reads = graph.module.operandsOf(instruction);
    feeds.insert(feeds.end(), reads.begin(), reads.end());
    begin.push_back(static_cast<uint32_t>(feeds.size()));
    operands.push_back(static_cast<uint32_t>(reads.size()));
    empty += '\n';
  }
  emscripten::val answer = emscripten::val::object();
  answer.set("begin", copied("Uint32Array", begin));
  answer.set("feeds", copied("Uint32Array", feeds));
  answer.set("operands", copied("Uint32Array", operands));
  answer.set("opNames", empty);
  answer.set("origins", empty);
  answer.set("text", std::string());
  answer.set("lines", copied("Uint32Array", std::vector<uint32_t>()));
  return answer;
}

// Returns the predicted times of the stages under schedule number `configuration`, longest first, as a JavaScript
// object (type Costs in answers.ts). FLOPs, bytes and other values that files of schedules do not contain are 0. The
// lists are empty if `predictions` has no times per stage.
inline emscripten::val stageCostsAnswer(const stages::Problem& problem, const stages::StageModule& graph,
                                        const stages::Predictions& predictions, size_t configuration) {
  const auto shares = stages::sharesOf(problem, predictions, configuration);
  const auto shareOf = [&](uint32_t i) { return shares[problem.stageOf(configuration, graph.stageOf[i])]; };
  std::vector<uint32_t> order;  // the stages that the schedule has
  for (uint32_t i = 0; !shares.empty() && i < graph.stageOf.size(); ++i)
    if (problem.stageOf(configuration, graph.stageOf[i]) != stages::kNoStage) order.push_back(i);
  std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) { return shareOf(a) > shareOf(b); });
  const double total = std::exp(double(predictions.scores[configuration])) * 1e-3;
  std::vector<double> share, seconds, zeros(order.size()), ones(order.size(), 1);
  std::string kinds, bounds;
  for (const uint32_t i : order) {
    share.push_back(shareOf(i));
    seconds.push_back(share.back() * total);
    kinds.append(stages::stageKind(problem, graph.stageOf[i])) += '\n';
    bounds += "none\n";
  }
  emscripten::val answer = emscripten::val::object();
  answer.set("instructions", copied("Uint32Array", order));
  answer.set("seconds", copied("Float64Array", seconds));
  answer.set("share", copied("Float64Array", share));
  for (const char* figure : {"flops", "transcendentals", "bytes", "measured", "measuredShare"})
    answer.set(figure, copied("Float64Array", zeros));
  answer.set("trips", copied("Float64Array", ones));
  answer.set("isMeasured", false);
  answer.set("kinds", kinds);
  answer.set("bounds", bounds);
  answer.set("conflicts", std::string("{\"conflicts\":[]}"));
  answer.set("conflictInstructions", copied("Uint32Array", std::vector<uint32_t>()));
  return answer;
}

}  // namespace hlorank
