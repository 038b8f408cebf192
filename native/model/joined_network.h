// THE JOINED NETWORKS: those in which a configuration meets the graph, beside the tables of network.h and walked by the
// same operations.
//
// In:  the arrays of shared/model/inputs.h and joined_inputs.h for N nodes and C configurations, which come as
//      `choices` int64 [A, C, 3]   layouts: row of the table of each tensor of the nodes with slots, the number of rows
//                                  where there is none
//      `tile` float [C, T]         tiles: one row of columns for the whole graph
//      `unit` float [1]            1/√(nodes with slots): sums over nodes become comparable between programs
// Out: scores [C].
//
// Early (EarlyJoin GraphSAGE, the baseline of TpuGraphs): layer 0 is a node's own state plus what its layouts say; a
// layer makes of a node's state, the mean of its operands' and, where both directions are heard, the mean of its users'
// the next state. All layers' states are summed over the nodes. Only what a configuration reaches is computed for each
// (see shared/model/reach.h).
// Late: the graph is encoded and pooled (mean and largest) without a configuration; beside it stands the sum of what
// the chosen layouts say, each knowing its node.
#pragma once

#include <string>
#include <vector>

#include "native/model/description.h"
#include "native/model/layers.h"
#include "native/model/parameters.h"
#include "shared/model/gates.h"
#include "shared/model/joined_inputs.h"

namespace hlorank::model {

// What the layer that makes `difference` leaves: rows [A, C, H], and their sum over the pooled ones [C, H].
template <class Value>
struct Reached {
  Value difference, pooled;
};

// [R, encoderWidth] what each row of the table says at its node: of its own features, its node's state and its value's.
template <class Ops>
typename Ops::Value rowStates(Ops& ops, const Description& d, const std::string& member, typename Ops::Value slot,
                              typename Ops::Value nodes) {
  const int width = d.encoderWidth;
  auto x = ops.concat({slot, ops.gather(nodes, ops.input("rowNode")), ops.gather(nodes, ops.input("rowValue"))});
  auto hidden = ops.relu(dense(ops, member + "join.hidden", x, d.slotFeatures + 2 * width, width));
  auto said = dense(ops, member + "join", hidden, width, width);
  if (!d.gates) return said;
  for (int gate = 0; gate < kGates; ++gate) {
    const auto part = dense(ops, member + "join.gate." + std::to_string(gate), hidden, width, width, Start::kZero);
    said = ops.add(said, ops.multiply(part, ops.asColumn(ops.column(ops.input("gates"), gate))));
  }
  return said;
}

// [C, encoderWidth] what each tile configuration says.
template <class Ops>
typename Ops::Value tileStates(Ops& ops, const Description& d, const std::string& member) {
  const int width = d.encoderWidth;
  auto x = normalised(ops, member + "tile", ops.input("tile"), d.tileFeatures);
  auto hidden = ops.relu(dense(ops, member + "join.hidden", x, d.tileFeatures, width));
  return dense(ops, member + "join", hidden, width, width);
}

// [C, (encoderLayers + 1) · encoderWidth]
template <class Ops>
typename Ops::Value earlyJoin(Ops& ops, const Description& d, const std::string& member, typename Ops::Value slot) {
  using Value = typename Ops::Value;
  const std::string name = member + "encoder";
  const int width = d.encoderWidth;
  const auto weight = [&](const std::string& of) {
    return ops.parameter(of + ".weight", {width, width}, Start::kFanIn, Training::kDecayed);
  };
  Value base = nodeStart(ops, d, name, width);  // before it is cut off at 0, here and below
  Value h = ops.relu(base);
  const auto nodesOf = [&](int level) { return ops.input(levelName("nodes", level)); };
  Value put = d.tileFeatures > 0 ? ops.everywhere(tileStates(ops, d, member), nodesOf(0))
                                 : ops.chosen(rowStates(ops, d, member, slot, h), ops.input("choices"));
  Reached<Value> reached = ops.put(put, ops.gather(base, nodesOf(0)));
  std::vector<Value> pooled = {reached.pooled};
  for (int layer = 1; layer <= d.encoderLayers; ++layer) {
    const std::string step = name + "." + std::to_string(layer);
    std::vector<Value> weights = {weight(step + ".own"), weight(step + ".operands")};
    base = ops.add(ops.linear(h, weights[0], ops.parameter(step + ".bias", {width}, Start::kZero, Training::kFree)),
                   ops.meanOverEdges(ops.product(h, weights[1]), ops.input("consumer"), ops.input("producer")));
    if (d.bothDirections) {
      weights.push_back(weight(step + ".users"));
      base = ops.add(base, ops.meanOverEdges(ops.product(h, weights[2]), ops.input("producer"), ops.input("consumer")));
    }
    reached = ops.pass(reached.difference, weights, ops.gather(base, nodesOf(layer)), layer);
    pooled.push_back(reached.pooled);
    h = ops.relu(base);
  }
  return ops.multiply(ops.concat(pooled), ops.input("unit"));
}

// [C, 3 · encoderWidth]
template <class Ops>
typename Ops::Value lateJoin(Ops& ops, const Description& d, const std::string& member, typename Ops::Value slot) {
  const auto nodes = encodeNodes(ops, d, {member + "encoder", d.encoderLayers, d.encoderWidth});
  const auto said =
      d.tileFeatures > 0
          ? ops.relu(tileStates(ops, d, member))
          : ops.multiply(ops.sumChosen(ops.relu(rowStates(ops, d, member, slot, nodes)), ops.input("choices")),
                         ops.input("unit"));
  return ops.beside(said, ops.concat({ops.meanRow(nodes), ops.largestRow(nodes)}));
}

inline int pooledWidth(const Description& d) {
  return d.join == Join::kEarly ? (d.encoderLayers + 1) * d.encoderWidth : 3 * d.encoderWidth;
}

// Scores [C] of what was pooled [C, pooledWidth].
template <class Ops>
typename Ops::Value head(Ops& ops, const Description& d, const std::string& member, typename Ops::Value pooled) {
  const std::string name = member + "head";
  int width = pooledWidth(d);
  if (d.crossed) {
    // Attention over the configurations, column by column, with learned temperatures.
    const auto heat = ops.parameter(name + ".heat", {width}, Start::kOne, Training::kFree);
    pooled = ops.concat({pooled, ops.multiply(ops.softmaxOverRows(ops.multiply(pooled, heat)), pooled)});
    width *= 2;
  }
  auto scores = ops.sumColumns(dense(ops, name + ".linear", pooled, width, 1, Start::kZero));
  if (d.headWidth > 0) {
    const auto hidden = ops.relu(dense(ops, name + ".hidden", ops.dropout(pooled), width, d.headWidth));
    scores = ops.add(scores, ops.sumColumns(dense(ops, name, hidden, d.headWidth, 1, Start::kZero)));
  }
  return scores;
}

template <class Ops>
typename Ops::Value pooledOf(Ops& ops, const Description& d, const std::string& member, typename Ops::Value slot) {
  return d.join == Join::kEarly ? earlyJoin(ops, d, member, slot) : lateJoin(ops, d, member, slot);
}

}  // namespace hlorank::model
