// THE NETWORK, written once. Whoever needs it walks this description with operations of his own: LibTorch for training
// and inference (torch_network.cpp), the ONNX writer (native/onnx), and the listing of its weights (parameters.cpp).
//
// In:  the arrays of shared/model/inputs.h.  R rows (slot, layout), N nodes, E edges, P pair entries.
// Out: one number per row, u [R], and per pair entry [P] when the description has pairs; of an ensemble also those of
//      each member [R, members]. Scores take both relative to the reference (shared/model/score.h); what is built on
//      the physical terms alone is exactly 0 there already.
//
//   x    = (slot − shift)·scale, beside the encoded node and value where there is an encoder         [R, X]
//   u    = gain · Σ_t terms[t] · (exp(θ_t·x) − [t is "changed"])          untrained, θ = 0, this is gain · h2
//        + correction(x) + free[row]
//   pair = left(x_a) · right(x_b)
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "native/model/description.h"
#include "native/model/parameters.h"
#include "shared/model/physics.h"

namespace hlorank::model {

template <class Value>
struct NetworkOutputs {
  Value rows;
  std::optional<Value> pairs;
  std::optional<Value> members;  // rows of each member as columns, where there are several and no pairs
};

// Multipliers stay within e^±4 whatever a program looks like.
inline constexpr float kLargestExponent = 4;
inline constexpr float kLayerNormEpsilon = 1e-5f;

// x [*, in] -> [*, out].
template <class Ops>
typename Ops::Value dense(Ops& ops, const std::string& name, typename Ops::Value x, int in, int out,
                          Start start = Start::kFanIn) {
  return ops.linear(x, ops.parameter(name + ".weight", {out, in}, start, Training::kDecayed),
                    ops.parameter(name + ".bias", {out}, Start::kZero, Training::kFree));
}

template <class Ops>
typename Ops::Value normalisedRelu(Ops& ops, const std::string& name, typename Ops::Value x, int width) {
  return ops.relu(ops.layerNorm(x, ops.parameter(name + ".gain", {width}, Start::kOne, Training::kFree),
                                ops.parameter(name + ".offset", {width}, Start::kZero, Training::kFree)));
}

// (x − shift)·scale with the statistics of the training set.
template <class Ops>
typename Ops::Value normalised(Ops& ops, const std::string& name, typename Ops::Value x, int width) {
  auto shift = ops.parameter(name + ".shift", {width}, Start::kZero, Training::kFixed);
  auto scale = ops.parameter(name + ".scale", {width}, Start::kOne, Training::kFixed);
  return ops.multiply(ops.subtract(x, shift), scale);
}

// [N, encoderWidth]: opcode embedding and features, then steps in which a node hears the mean of its operands and,
// apart from that, the mean of its users.
template <class Ops>
typename Ops::Value encodeNodes(Ops& ops, const Description& d, const std::string& member) {
  const std::string name = member + "encoder";
  const int width = d.encoderWidth;
  auto opcode =
      ops.gather(ops.parameter(name + ".opcode", {d.opcodes, d.opcodeWidth}, Start::kSmall, Training::kDecayed),
                 ops.input("opcode"));
  auto features = normalised(ops, name + ".node", ops.input("node"), d.nodeFeatures);
  auto h = dense(ops, name + ".in", ops.concat({opcode, features}), d.opcodeWidth + d.nodeFeatures, width);
  h = normalisedRelu(ops, name + ".in", h, width);
  for (int layer = 0; layer < d.encoderLayers; ++layer) {
    const std::string step = name + "." + std::to_string(layer);
    auto operands = ops.meanOverEdges(h, ops.input("consumer"), ops.input("producer"));
    auto users = ops.meanOverEdges(h, ops.input("producer"), ops.input("consumer"));
    auto message = dense(ops, step, ops.concat({h, operands, users}), 3 * width, width);
    h = ops.add(h, normalisedRelu(ops, step, message, width));
  }
  return h;
}

template <class Ops>
NetworkOutputs<typename Ops::Value> memberNetwork(Ops& ops, const Description& d, const std::string& member) {
  using Value = typename Ops::Value;
  const Value terms = ops.input("terms");  // [R, kTerms]

  int width = d.slotFeatures;
  Value x = normalised(ops, member + "slot", ops.input("slot"), width);
  if (d.encoderLayers >= 0) {
    Value nodes = encodeNodes(ops, d, member);
    x = ops.concat({x, ops.gather(nodes, ops.input("rowNode")), ops.gather(nodes, ops.input("rowValue"))});
    width += 2 * d.encoderWidth;
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
  NetworkOutputs<Value> out{ops.scaled(ops.sumColumns(ops.multiply(terms, multipliers)), float(d.gain)), std::nullopt,
                            std::nullopt};

  if (d.correctionWidth > 0) {
    Value deep = ops.dropout(ops.relu(dense(ops, member + "correction.hidden", x, width, d.correctionWidth)));
    Value correction = dense(ops, member + "correction", deep, d.correctionWidth, 1, Start::kZero);
    out.rows = ops.add(out.rows, ops.sumColumns(correction));
  }
  if (d.freeRows > 0) {
    // `freeRow` is the row of the trained table, or freeRows (whose term is 0) for reference rows and rows unknown to
    // it.
    Value free = ops.parameter(member + "free", {d.freeRows, 1}, Start::kZero, Training::kFree);
    out.rows = ops.add(out.rows, ops.sumColumns(ops.gather(ops.withZeroRow(free), ops.input("freeRow"))));
  }
  if (d.pairWidth > 0) {
    Value left = dense(ops, member + "pairs.left", x, width, d.pairWidth);
    Value right = dense(ops, member + "pairs.right", x, width, d.pairWidth, Start::kZero);
    Value pairs = ops.input("pairs");  // [P, 2]
    out.pairs =
        ops.sumColumns(ops.multiply(ops.gather(left, ops.column(pairs, 0)), ops.gather(right, ops.column(pairs, 1))));
  }
  return out;
}

// Prefix of the weights of a member: none when there is only one.
inline std::string memberPrefix(const Description& d, int member) {
  return d.members == 1 ? "" : "member" + std::to_string(member) + ".";
}

// The mean over the members, and each of them.
template <class Ops>
NetworkOutputs<typename Ops::Value> network(Ops& ops, const Description& d) {
  auto out = memberNetwork(ops, d, memberPrefix(d, 0));
  const bool apart = d.members > 1 && !out.pairs;
  std::vector<typename Ops::Value> columns;
  if (apart) columns.push_back(ops.asColumn(out.rows));
  for (int member = 1; member < d.members; ++member) {
    auto next = memberNetwork(ops, d, memberPrefix(d, member));
    if (apart) columns.push_back(ops.asColumn(next.rows));
    out.rows = ops.add(out.rows, next.rows);
    if (out.pairs) out.pairs = ops.add(*out.pairs, *next.pairs);
  }
  if (d.members > 1) {
    out.rows = ops.scaled(out.rows, 1.0f / float(d.members));
    if (out.pairs) out.pairs = ops.scaled(*out.pairs, 1.0f / float(d.members));
    if (apart) out.members = ops.concat(columns);
  }
  return out;
}

// Names of the inputs that the network of `d` reads, in the order of shared/model/inputs.h (and `freeRow` last).
std::vector<std::string> inputNames(const Description& d);

}  // namespace hlorank::model
