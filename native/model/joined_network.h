// Networks that score a configuration (a layout per slot, or tile sizes) as a whole, because they read it together with
// the graph (Join::kEarly, kLate, kParts). A slot is an output or operand whose layout can be chosen. They complement
// the layout table of network.h, which has a row with a cost for each slot and layout. Templates over the same class
// `Ops` of operations as network.h.
//
// Inputs: the arrays of shared/model/inputs.h and joined_inputs.h for N nodes and C configurations, and
//   `choices`      int64 [A, C, 3]     if configurations are layouts: the selected row of the layout table for output,
//                                      operand 0 and operand 1 of the A nodes with slots; the number of rows where the
//                                      layout of the tensor cannot be chosen
//   `tile`         float [C, T]        if configurations are tile sizes: T features of each configuration
//   `unit`         float [1]           1/√(nodes with slots): makes sums over nodes comparable between programs
//   `referenceSet` float [members, W]  with cross-configuration attention: log Σ e^(heat·x) over the reference set, for
//                                      each network of the ensemble and pooled column x; W = pooledWidth
// Outputs: scores [C]; with cross-configuration attention also log Σ e^(heat·x) over the C configurations [members, W].
//
// Early join (EarlyJoin GraphSAGE, the baseline of TpuGraphs): the initial state of a node is its encoding plus those
// of its layouts. Each layer combines the state of a node with the mean over its operands and, with bothDirections, the
// mean over its users. The states of all layers are summed over the nodes and concatenated. For each configuration,
// only the nodes that it influences are computed (shared/model/reach.h).
// Late join: the graph is encoded and pooled (mean and max) without a configuration, then concatenated with the sum of
// the encodings of the selected layouts.
// Parts: each component of the costs in the layout table (analytical terms and learned costs) is summed over the
// selected rows.
//
// Cross-configuration attention compares each configuration with the reference set of its program (referenceSet in
// shared/model/joined_inputs.h). Each pooled column x is multiplied by e^(heat·x) / (e^(heat·x) + Σ e^(heat·x') over
// the x' of the reference set), with one learned factor `heat` per column. The score of a configuration therefore does
// not depend on the other C − 1 configurations.
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

// Output of an early-join layer for the nodes whose state depends on the configuration. `difference` [nodes,
// configurations, width] is the state minus the state without a configuration. `pooled` [configurations, width] is the
// sum of `difference` over the nodes; in Graph Segment Training only over the nodes of the segment.
template <class Value>
struct LayerState {
  Value difference, pooled;
};

// Returns the encoding of each row of the layout table (a configurable tensor with one of its layouts), [rows,
// encoderWidth]. Reads the row's features `slot` [rows, slotFeatures], and from the node states `nodes` [nodes,
// encoderWidth] those of the configurable instruction and of the one that produces the tensor.
template <class Ops>
typename Ops::Value encodeRows(Ops& ops, const Description& d, const std::string& member, typename Ops::Value slot,
                               typename Ops::Value nodes) {
  const int width = d.encoderWidth;
  auto x = ops.concat({slot, ops.gather(nodes, ops.input("rowNode")), ops.gather(nodes, ops.input("rowValue"))});
  auto hidden = ops.relu(dense(ops, member + "join.hidden", x, d.slotFeatures + 2 * width, width));
  auto encodings = dense(ops, member + "join", hidden, width, width);
  if (!d.gates) return encodings;
  for (int gate = 0; gate < kGates; ++gate) {
    const auto part = dense(ops, member + "join.gate." + std::to_string(gate), hidden, width, width, Start::kZero);
    encodings = ops.add(encodings, ops.multiply(part, ops.asColumn(ops.column(ops.input("gates"), gate))));
  }
  return encodings;
}

// Returns an encoding of the tile sizes of each configuration, [configurations, encoderWidth].
template <class Ops>
typename Ops::Value encodeTiles(Ops& ops, const Description& d, const std::string& member) {
  const int width = d.encoderWidth;
  auto x = normalised(ops, member + "tile", ops.input("tile"), d.tileFeatures);
  auto hidden = ops.relu(dense(ops, member + "join.hidden", x, d.tileFeatures, width));
  return dense(ops, member + "join", hidden, width, width);
}

// Returns the early-join embedding of each configuration, [configurations, (encoderLayers + 1) · encoderWidth]. For
// each layer, this is the sum over the nodes of the difference to the node states without a configuration. `slot`
// [rows, slotFeatures]: features of the rows of the layout table (a tensor with one of its layouts).
template <class Ops>
typename Ops::Value earlyJoin(Ops& ops, const Description& d, const std::string& member, typename Ops::Value slot) {
  using Value = typename Ops::Value;
  const std::string name = member + "encoder";
  const int width = d.encoderWidth;
  const auto weight = [&](const std::string& of) {
    return ops.parameter(of + ".weight", {width, width}, Start::kFanIn, Training::kDecayed);
  };
  // [nodes, width] node states without a configuration, before ReLU.
  Value base = initialNodeStates(ops, d, name, width);
  Value h = ops.relu(base);
  const auto nodesOf = [&](int level) { return ops.input(levelName("nodes", level)); };
  Value encodings = d.tileFeatures > 0 ? ops.broadcastToNodes(encodeTiles(ops, d, member), nodesOf(0))
                                       : ops.sumRowsPerNode(encodeRows(ops, d, member, slot, h), ops.input("choices"));
  LayerState<Value> state = ops.addConfigurations(encodings, ops.gather(base, nodesOf(0)));
  std::vector<Value> pooled = {state.pooled};
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
    state = ops.messageLayer(state.difference, weights, ops.gather(base, nodesOf(layer)), layer, isLast);
    pooled.push_back(state.pooled);
    h = ops.relu(base);
  }
  return ops.multiply(ops.concat(pooled), ops.input("unit"));
}

// Returns the late-join embedding of each configuration, [configurations, 3 · encoderWidth]: the sum of the encodings
// of its layouts (or the encoding of its tile sizes), then mean and maximum of all node states. `slot` [rows,
// slotFeatures]: features of the rows of the layout table (a tensor with one of its layouts).
template <class Ops>
typename Ops::Value lateJoin(Ops& ops, const Description& d, const std::string& member, typename Ops::Value slot) {
  const auto nodes = encodeNodes(ops, d, {member + "encoder", d.encoderLayers, d.encoderWidth});
  const auto encodings =
      d.tileFeatures > 0 ? ops.relu(encodeTiles(ops, d, member))
                         : ops.multiply(ops.sumRowsPerConfiguration(ops.relu(encodeRows(ops, d, member, slot, nodes)),
                                                                    ops.input("choices")),
                                        ops.input("unit"));
  return ops.concatRow(encodings, ops.concat({ops.meanRow(nodes), ops.maxRow(nodes)}));
}

// Returns the embedding of each configuration for Join::kParts, [configurations, partColumns]. Sums up the cost
// components `parts` [rows of the layout table, partColumns] over the rows that the configuration selects, one per
// configurable tensor. Maps each sum s to sign(s) · log(1 + |s|).
template <class Ops>
typename Ops::Value partsJoin(Ops& ops, typename Ops::Value parts) {
  const auto sums = ops.sumRowsPerConfiguration(parts, ops.input("choices"));
  return ops.subtract(ops.logOfOnePlus(ops.relu(sums)), ops.logOfOnePlus(ops.relu(ops.scaled(sums, -1))));
}

// Returns the number of cost components that each tensor and layout has: kTerms terms of the analytical cost, then the
// learned costs (none, 1, or kGates if Description::gates).
inline int partColumns(const Description& d) {
  return kTerms + (d.correctionWidth == 0 ? 0 : d.gates ? kGates : 1);
}

// Returns the number of columns of a configuration's pooled embedding, which the scoring head reads.
inline int pooledWidth(const Description& d) {
  if (d.join == Join::kParts) return partColumns(d);
  return d.join == Join::kEarly ? (d.encoderLayers + 1) * d.encoderWidth : 3 * d.encoderWidth;
}

template <class Value>
struct HeadOutputs {
  Value scores;  // [configurations]
  // With cross-configuration attention: a summary of the scored configurations in the form of the input `referenceSet`,
  // log Σ e^(heat·x) over the configurations, [1, pooledWidth]. Else empty.
  std::optional<Value> asReferenceSet;
};

// Computes scores from the pooled embeddings `pooled` [configurations, pooledWidth]. `number` is the index of the
// network in the ensemble, `member` the prefix of its weights' names.
template <class Ops>
HeadOutputs<typename Ops::Value> head(Ops& ops, const Description& d, int number, const std::string& member,
                                      typename Ops::Value pooled) {
  const std::string name = member + "head";
  int width = pooledWidth(d);
  HeadOutputs<typename Ops::Value> out{};
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

// Returns the pooled embedding of each configuration, [configurations, pooledWidth]. `member` is the prefix of the
// weights' names. `slot` [rows, slotFeatures] has the features and `parts` [rows, partColumns] the cost components of
// each tensor and layout (the rows of the layout table). Join::kParts reads only `parts`, the other joins only `slot`.
template <class Ops>
typename Ops::Value poolConfigurations(Ops& ops, const Description& d, const std::string& member,
                                       typename Ops::Value slot, typename Ops::Value parts) {
  if (d.join == Join::kParts) return partsJoin(ops, parts);
  return d.join == Join::kEarly ? earlyJoin(ops, d, member, slot) : lateJoin(ops, d, member, slot);
}

}  // namespace hlorank::model
