// THE JOINED NETWORKS: those in which a configuration meets the graph, beside the tables of network.h and walked by the
// same operations.
//
// In:  the arrays of shared/model/inputs.h and joined_inputs.h for N nodes and C configurations, which come as
//      `choices` int64 [A, C, 3]   layouts: row of the table of each tensor of the nodes with slots, the number of rows
//                                  where there is none
//      `tile` float [C, T]         tiles: one row of columns for the whole graph
//      `unit` float [1]            1/√(nodes with slots): sums over nodes become comparable between programs
//      `company` float [members, W]  crossed: what the program's company was found to be (below)
// Out: scores [C], and crossed what the C configurations are as a company, [members, W].
//
// Early (EarlyJoin GraphSAGE, the baseline of TpuGraphs): layer 0 is a node's own state plus what its layouts say; a
// layer makes of a node's state, the mean of its operands' and, where both directions are heard, the mean of its users'
// the next state. All layers' states are summed over the nodes. Only what a configuration reaches is computed for each
// (see shared/model/reach.h).
// Late: the graph is encoded and pooled (mean and largest) without a configuration; beside it stands the sum of what
// the chosen layouts say, each knowing its node.
// Parts: what the entries of the tables are made of, physical terms and corrections, each summed over the
// configuration.
//
// With cross-configuration attention a configuration is compared with a *company*, the program's reference set
// (referenceSet in shared/model/joined_inputs.h): column by column of what was pooled, x, its share e^(heat·x) /
// (e^(heat·x) + Σ over the company) weighs x. So it is attention over configurations, and yet a score is the
// configuration's own.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "native/model/description.h"
#include "native/model/layers.h"
#include "native/model/parameters.h"
#include "shared/model/analytical.h"
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
                                 : ops.selected(rowStates(ops, d, member, slot, h), ops.input("choices"));
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
    const bool isLast = layer == d.encoderLayers;
    reached = ops.pass(reached.difference, weights, ops.gather(base, nodesOf(layer)), layer, isLast);
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

// [C, partColumns]; `parts` [R, partColumns] of the tables. Logarithms of sums, either sign.
template <class Ops>
typename Ops::Value partsJoin(Ops& ops, typename Ops::Value parts) {
  const auto sums = ops.sumChosen(parts, ops.input("choices"));
  return ops.subtract(ops.logOfOnePlus(ops.relu(sums)), ops.logOfOnePlus(ops.relu(ops.scaled(sums, -1))));
}

// Numbers that an entry of the tables is the sum of.
inline int partColumns(const Description& d) {
  return kTerms + (d.correctionWidth == 0 ? 0 : d.gates ? kGates : 1);
}

inline int pooledWidth(const Description& d) {
  if (d.join == Join::kParts) return partColumns(d);
  return d.join == Join::kEarly ? (d.encoderLayers + 1) * d.encoderWidth : 3 * d.encoderWidth;
}

// What the head makes of what was pooled.
template <class Value>
struct Headed {
  Value scores;                         // [C]
  std::optional<Value> asReferenceSet;  // [1, pooledWidth] crossed: log Σ e^(heat·x)
};

// `pooled` [C, pooledWidth]; `member` by its number and its prefix.
template <class Ops>
Headed<typename Ops::Value> head(Ops& ops, const Description& d, int number, const std::string& member,
                                 typename Ops::Value pooled) {
  const std::string name = member + "head";
  int width = pooledWidth(d);
  Headed<typename Ops::Value> out{};
  if (d.crossAttention > 0) {
    const auto heat = ops.parameter(name + ".heat", {width}, Start::kOne, Training::kFree);
    const auto heated = ops.multiply(pooled, heat);
    out.asReferenceSet = ops.logSumExpOfRows(heated);
    const auto share = ops.sigmoid(ops.subtract(heated, ops.referenceSet(heated, d.crossAttention, number)));
    pooled = ops.concat({pooled, ops.multiply(share, pooled)});
    width *= 2;
  }
  out.scores = ops.sumColumns(dense(ops, name + ".linear", pooled, width, 1, Start::kZero));
  if (d.headWidth > 0) {
    const auto hidden = ops.relu(dense(ops, name + ".hidden", ops.dropout(pooled), width, d.headWidth));
    out.scores = ops.add(out.scores, ops.sumColumns(dense(ops, name, hidden, d.headWidth, 1, Start::kZero)));
  }
  return out;
}

// `parts` is asked for by Join::kParts alone.
template <class Ops>
typename Ops::Value pooledOf(Ops& ops, const Description& d, const std::string& member, typename Ops::Value slot,
                             typename Ops::Value parts) {
  if (d.join == Join::kParts) return partsJoin(ops, parts);
  return d.join == Join::kEarly ? earlyJoin(ops, d, member, slot) : lateJoin(ops, d, member, slot);
}

}  // namespace hlorank::model
