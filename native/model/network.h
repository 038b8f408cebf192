// The definition of the network, as templates over a class `Ops` of operations. There are three such classes: LibTorch
// for training and inference (torch_network.cpp), the ONNX writer (native/onnx/network_onnx.cpp), and one that only
// lists weights and inputs (parameters.cpp).
//
// Inputs:  the arrays of shared/model/inputs.h. R rows (slot, layout) of the layout table, N nodes, E edges, P pair
//          entries (two layouts of neighbouring slots).
// Outputs: a cost u per row [R]; with pairs, a cost per pair entry [P]; for an ensemble also u of each member
//          [R, members]. A score uses both relative to the reference configuration (shared/model/score.h), where the
//          analytical costs are 0.
//
//   x    = (slot − shift)·scale, concatenated with the states of node and value if there is an encoder    [R, X]
//   u    = gain · Σ_t terms[t] · (exp(θ_t·x) − [t is "changed"])      untrained (θ = 0): gain · analytical cost
//        + correction(x) + free[row]
//   pair = left(x_a) · right(x_b)
//
// With gates (shared/model/gates.h), the learned costs are correction(x) · gates [R, kGates] and
// (pair + gain · relation[relation of a and b]) · pairGates [P].
//
// A joined network (joined_network.h) adds a configuration-level score to the score of the layout table.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "native/model/description.h"
#include "native/model/joined_network.h"
#include "native/model/layers.h"
#include "native/model/parameters.h"
#include "shared/model/analytical.h"
#include "shared/model/gates.h"

namespace hlorank::model {

template <class Value>
struct NetworkOutputs {
  Value rows;                           // [R]; undefined without a layout table
  std::optional<Value> pairs;           // [P]
  std::optional<Value> members;         // [R, members] rows of each member; if there are several and no pairs
  std::optional<Value> scores;          // [C] configuration-level scores of a joined network
  std::optional<Value> asReferenceSet;  // [members, pooledWidth] log Σ e^(heat·x) over the C configurations
};

// Multipliers are clamped to e^±4.
inline constexpr float kLargestExponent = 4;

template <class Value>
struct TableOutputs {
  Value rows;
  std::optional<Value> pairs;
  Value parts;  // [R, partColumns] for Join::kParts: the components of each row, without free terms
};

// The layout table, from standardised slot features `x` [R, slotFeatures].
template <class Ops>
TableOutputs<typename Ops::Value> buildTables(Ops& ops, const Description& d, const std::string& member,
                                              typename Ops::Value x) {
  using Value = typename Ops::Value;
  const Value terms = ops.input("terms");  // [R, kTerms]

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
    // `freeRow` [R] maps a row to its free term; freeRows, whose term is 0, for reference rows and unknown rows.
    Value free = ops.parameter(member + "free", {d.freeRows, 1}, Start::kZero, Training::kFree);
    out.rows = ops.add(out.rows, ops.sumColumns(ops.gather(ops.withZeroRow(free), ops.input("freeRow"))));
  }
  if (d.pairWidth > 0) {
    Value left = dense(ops, member + "pairs.left", x, width, d.pairWidth);
    Value right = dense(ops, member + "pairs.right", x, width, d.pairWidth, Start::kZero);
    Value pairs = ops.input("pairs");  // [P, 2]
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

// [R, slotFeatures] standardised slot features; undefined for tiles.
template <class Ops>
typename Ops::Value slotFeaturesOf(Ops& ops, const Description& d, const std::string& member) {
  if (d.slotFeatures == 0) return {};
  return normalised(ops, member + "slot", ops.input("slot"), d.slotFeatures);
}

// The whole network, or its layout table only.
enum class Extent { kWhole, kTables };

// Name prefix of the weights of an ensemble member; empty if there is only one member.
inline std::string memberPrefix(const Description& d, int member) {
  return d.members == 1 ? "" : "member" + std::to_string(member) + ".";
}

template <class Ops>
NetworkOutputs<typename Ops::Value> memberNetwork(Ops& ops, const Description& d, int number,
                                                  Extent extent = Extent::kWhole) {
  using Value = typename Ops::Value;
  const std::string member = memberPrefix(d, number);
  const Value slot = slotFeaturesOf(ops, d, member);
  NetworkOutputs<Value> out{};
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

// The ensemble: means of the outputs of all members. `members` and `asReferenceSet` are kept for each member.
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
    if (out.pairs) out.pairs = ops.add(*out.pairs, *next.pairs);
  }
  if (d.tables) out.rows = ops.scaled(out.rows, 1.0f / float(d.members));
  if (out.scores) out.scores = ops.scaled(*out.scores, 1.0f / float(d.members));
  if (out.pairs) out.pairs = ops.scaled(*out.pairs, 1.0f / float(d.members));
  if (apart) out.members = ops.concat(columns);
  if (out.asReferenceSet) out.asReferenceSet = ops.stackRows(companies);
  return out;
}

// Names of the inputs that the network reads: those of shared/model/inputs.h in that order, then `freeRow`, then all
// others in the order of use.
std::vector<std::string> inputNames(const Description& d);

}  // namespace hlorank::model
