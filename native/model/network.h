// The definition of the network, as templates over a class `Ops` of operations. There are three such classes: LibTorch
// for training and inference (torch_network.cpp), the ONNX writer (native/onnx/network_onnx.cpp), and one that only
// lists weights and inputs (parameters.cpp).
//
// Inputs:  the arrays of shared/model/inputs.h. There are R rows of the layout table (a slot, that is an output or
//          operand whose layout can be chosen, with one of its layouts), N nodes, E edges, and P pair entries (two rows
//          of neighbouring slots).
// Outputs: a cost u per row [R]; with pairs, a cost per pair entry [P]; for an ensemble also u of each of its networks
//          [R, members]. A score (shared/model/score.h) subtracts the costs of the program layouts (the layouts written
//          in the program), whose analytical costs are 0.
//
//   x    = (slot − shift)·scale; with an encoder, concatenated with the states of the row's node and of the node that
//          produces the row's tensor
//   u    = gain · Σ_t terms[t] · (exp(θ_t·x) − [t is the last term])  untrained (θ = 0): gain · analytical cost
//        + correction(x) + free[row]
//   pair = left(x_a) · right(x_b) for the rows a and b of the entry
//
// The four terms are those of shared/model/analytical.h. The last one (1 if the layout is not the one in the program)
// is not part of the analytical cost, hence the −1. With gates (shared/model/gates.h), the learned costs are
// correction(x) · gates [R, kGates] and (pair + gain · relation[relation of a and b]) · pairGates [P].
//
// Other kinds of networks: joined_network.h scores whole configurations; its score is added to that of the layout
// table. loop_network.h predicts the costs of the loops that a simulation of the compiler finds, and has no layout
// table. stage_network.h predicts the run time of schedules of Halide or TVM.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "native/model/description.h"
#include "native/model/joined_network.h"
#include "native/model/layers.h"
#include "native/model/loop_network.h"
#include "native/model/parameters.h"
#include "native/model/stage_network.h"
#include "shared/model/analytical.h"
#include "shared/model/gates.h"

namespace hlorank::model {

template <class Value>
struct NetworkOutputs {
  // [rows] Cost of each tensor and layout (row of the layout table); undefined without a layout table.
  Value rows;
  // [pair entries] Cost of the layouts of two neighbouring tensors; empty without pair costs.
  std::optional<Value> pairs;
  // [rows, members] `rows` of each network of an ensemble. Empty for a single network, or with pair costs.
  std::optional<Value> members;
  // [configurations] Scores by a network that reads whole configurations, simulated loops or schedules; else empty.
  std::optional<Value> scores;
  // [rows] Logarithm of the time of each stage (loop nest) in ms, from a stage network, which predicts schedules
  // (stage_network.h); else empty.
  std::optional<Value> times;
  // With cross-configuration attention: a summary of the scored configurations in the form of the input `referenceSet`,
  // log Σ e^(heat·x) over the configurations, [members, pooledWidth]. Else empty.
  std::optional<Value> asReferenceSet;
};

// Bound of the exponents θ_t·x of the multipliers: each term of the analytical cost is multiplied by e^−4 to e^4.
inline constexpr float kLargestExponent = 4;

template <class Value>
struct TableOutputs {
  // [rows] Cost of each row of the layout table (a configurable tensor with one of its layouts).
  Value rows;
  // [pair entries] Cost of the layouts of two neighbouring tensors; empty without pair costs.
  std::optional<Value> pairs;
  // Join::kParts: [rows, partColumns] components of each row's cost, without free terms (learned constants); else
  // undefined.
  Value parts;
};

// Computes the costs of the layout table, which has a row per configurable tensor and layout, from the standardised
// features `x` [rows, slotFeatures]. `member` is the prefix of the names of the weights.
template <class Ops>
TableOutputs<typename Ops::Value> buildTables(Ops& ops, const Description& d, const std::string& member,
                                              typename Ops::Value x) {
  using Value = typename Ops::Value;
  const Value terms = ops.input("terms");  // [rows, kTerms] terms of the analytical cost

  int width = d.slotFeatures;
  if (const Encoder encoder = tableEncoder(d, member); encoder.layers >= 0) {
    Value nodes = encodeNodes(ops, d, encoder);
    x = ops.concat({x, ops.gather(nodes, ops.input("rowNode")), ops.gather(nodes, ops.input("rowValue"))});
    width += 2 * encoder.width;
  }
  x = ops.dropout(x);

  Value hidden = x;
  int hiddenWidth = width;
  if (d.multiplierHidden > 0) {
    hidden = ops.dropout(ops.relu(dense(ops, member + "multipliers.hidden", x, width, d.multiplierHidden)));
    hiddenWidth = d.multiplierHidden;
  }
  Value exponents = dense(ops, member + "multipliers", hidden, hiddenWidth, kTerms, Start::kZero);
  Value multipliers = ops.subtract(ops.exp(ops.clamp(exponents, kLargestExponent)), ops.constant({0, 0, 0, 1}));
  const Value costs = ops.multiply(terms, multipliers);
  TableOutputs<Value> out{ops.scaled(ops.sumColumns(costs), float(d.gain)), {}, {}};
  if (d.join == Join::kParts) out.parts = ops.scaled(costs, float(d.gain));

  if (d.correctionWidth > 0) {
    Value deep = ops.dropout(ops.relu(dense(ops, member + "correction.hidden", x, width, d.correctionWidth)));
    Value correction = dense(ops, member + "correction", deep, d.correctionWidth, d.gates ? kGates : 1, Start::kZero);
    if (d.gates) correction = ops.multiply(correction, ops.input("gates"));
    if (d.join == Join::kParts) out.parts = ops.concat({out.parts, correction});
    out.rows = ops.add(out.rows, ops.sumColumns(correction));
  }
  if (d.freeRows > 0) {
    // `freeRow` [rows] is the index of each row's free term (learned constant cost). The index d.freeRows stands for a
    // term of 0. Rows with the layout written in the program and rows that were not in the training data have this
    // index.
    Value free = ops.parameter(member + "free", {d.freeRows, 1}, Start::kZero, Training::kFree);
    out.rows = ops.add(out.rows, ops.sumColumns(ops.gather(ops.withZeroRow(free), ops.input("freeRow"))));
  }
  if (d.pairWidth > 0) {
    Value left = dense(ops, member + "pairs.left", x, width, d.pairWidth);
    Value right = dense(ops, member + "pairs.right", x, width, d.pairWidth, Start::kZero);
    Value pairs = ops.input("pairs");  // [pair entries, 2] rows of the two neighbouring tensors
    out.pairs =
        ops.sumColumns(ops.multiply(ops.gather(left, ops.column(pairs, 0)), ops.gather(right, ops.column(pairs, 1))));
    if (d.gates) {
      Value relation = ops.parameter(member + "pairs.relation", {kRelations, 1}, Start::kZero, Training::kFree);
      Value meant = ops.sumColumns(ops.gather(relation, ops.input("pairRelation")));
      out.pairs = ops.multiply(ops.add(*out.pairs, ops.scaled(meant, float(d.gain))), ops.input("pairGates"));
    }
  }
  return out;
}

// Returns the standardised features of each configurable tensor and layout (the rows of the layout table), [rows,
// slotFeatures]; undefined if configurations are tile sizes. `member` is the prefix of the names of the weights.
template <class Ops>
typename Ops::Value slotFeaturesOf(Ops& ops, const Description& d, const std::string& member) {
  if (d.slotFeatures == 0) return {};
  return normalised(ops, member + "slot", ops.input("slot"), d.slotFeatures);
}

// Which outputs to compute: kWhole all of them, kTables only the layout table (`rows` and `pairs`).
enum class Extent { kWhole, kTables };

// Returns the prefix of the names of the weights of network `member` (from 0) of an ensemble, such as "member0."; ""
// without an ensemble.
inline std::string memberPrefix(const Description& d, int member) {
  return d.members == 1 ? "" : "member" + std::to_string(member) + ".";
}

// Computes the outputs of the network with index `number` (from 0) of the ensemble; `extent`: which outputs.
template <class Ops>
NetworkOutputs<typename Ops::Value> memberNetwork(Ops& ops, const Description& d, int number,
                                                  Extent extent = Extent::kWhole) {
  using Value = typename Ops::Value;
  const std::string member = memberPrefix(d, number);
  NetworkOutputs<Value> out{};
  if (d.join == Join::kLoops) {
    out.scores = loopScores(ops, d, member);
    return out;
  }
  if (d.join == Join::kStages) {
    const auto stages = stageScores(ops, d, member);
    out.scores = stages.scores;
    out.times = stages.times;
    return out;
  }
  const Value slot = slotFeaturesOf(ops, d, member);
  Value parts{};
  if (d.tables || d.join == Join::kParts) {
    auto tables = buildTables(ops, d, member, slot);
    parts = tables.parts;
    if (d.tables) out.rows = tables.rows;
    if (d.tables) out.pairs = tables.pairs;
  }
  if (d.join != Join::kTables && extent == Extent::kWhole) {
    auto headed = head(ops, d, number, member, poolConfigurations(ops, d, member, slot, parts));
    out.scores = headed.scores;
    out.asReferenceSet = headed.asReferenceSet;
  }
  return out;
}

// Computes the outputs of the ensemble: the means over its networks. Exceptions are `members`, which has a column per
// network, and `asReferenceSet`, which has a row per network.
template <class Ops>
NetworkOutputs<typename Ops::Value> network(Ops& ops, const Description& d, Extent extent = Extent::kWhole) {
  auto out = memberNetwork(ops, d, 0, extent);
  if (d.members == 1) return out;
  const bool apart = d.join == Join::kTables && !out.pairs;
  std::vector<typename Ops::Value> columns, companies;
  if (apart) columns.push_back(ops.asColumn(out.rows));
  if (out.asReferenceSet) companies.push_back(*out.asReferenceSet);
  for (int member = 1; member < d.members; ++member) {
    auto next = memberNetwork(ops, d, member, extent);
    if (apart) columns.push_back(ops.asColumn(next.rows));
    if (next.asReferenceSet) companies.push_back(*next.asReferenceSet);
    if (d.tables) out.rows = ops.add(out.rows, next.rows);
    if (out.scores) out.scores = ops.add(*out.scores, *next.scores);
    if (out.times) out.times = ops.add(*out.times, *next.times);
    if (out.pairs) out.pairs = ops.add(*out.pairs, *next.pairs);
  }
  if (d.tables) out.rows = ops.scaled(out.rows, 1.0f / float(d.members));
  if (out.scores) out.scores = ops.scaled(*out.scores, 1.0f / float(d.members));
  if (out.times) out.times = ops.scaled(*out.times, 1.0f / float(d.members));
  if (out.pairs) out.pairs = ops.scaled(*out.pairs, 1.0f / float(d.members));
  if (apart) out.members = ops.concat(columns);
  if (out.asReferenceSet) out.asReferenceSet = ops.stackRows(companies);
  return out;
}

// Returns the names of the inputs that the network reads. First come those from "terms" to "pairs" in the order of
// shared/model/inputs.h, then "freeRow", then the remaining inputs in the order of use.
std::vector<std::string> inputNames(const Description& d);

}  // namespace hlorank::model
