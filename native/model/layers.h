// The layers that networks are made of, walked by the operations of network.h.
#pragma once

#include <numbers>
#include <string>

#include "native/model/description.h"
#include "native/model/parameters.h"
#include "shared/model/inputs.h"

namespace hlorank::model {

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

// x [*] of logarithms as the inputs have them (inputs.h): the sizes themselves. 0 and 1 stay apart, so indicators still
// indicate.
template <class Ops>
typename Ops::Value sizesOfLogarithms(Ops& ops, typename Ops::Value x) {
  const float unit = kLogarithmOfOne * std::numbers::ln2_v<float>;
  return ops.subtract(ops.exp(ops.relu(ops.scaled(x, unit))), ops.exp(ops.relu(ops.scaled(x, -unit))));
}

// [N, width]: a node's own state, of its opcode and its features.
template <class Ops>
typename Ops::Value nodeStart(Ops& ops, const Description& d, const std::string& name, int width) {
  auto opcode =
      ops.gather(ops.parameter(name + ".opcode", {d.opcodes, d.opcodeWidth}, Start::kSmall, Training::kDecayed),
                 ops.input("opcode"));
  auto given = ops.input("node");
  if (d.rawNodes) given = sizesOfLogarithms(ops, given);
  auto features = normalised(ops, name + ".node", given, d.nodeFeatures);
  return dense(ops, name + ".in", ops.concat({opcode, features}), d.opcodeWidth + d.nodeFeatures, width);
}

// A node encoder: where its weights are, and its sizes.
struct Encoder {
  std::string name;
  int layers, width;
};
// That of the tables; no layers below 0: there is none.
inline Encoder tableEncoder(const Description& d, const std::string& member) {
  return d.join == Join::kTables ? Encoder{member + "encoder", d.encoderLayers, d.encoderWidth}
                                 : Encoder{member + "tables.encoder", d.tableLayers, d.tableWidth};
}

// [N, width]: a node's own state, then steps in which a node hears the mean of its operands and,
// apart from that, the mean of its users.
template <class Ops>
typename Ops::Value encodeNodes(Ops& ops, const Description& d, const Encoder& encoder) {
  const auto& [name, layers, width] = encoder;
  auto h = nodeStart(ops, d, name, width);
  h = normalisedRelu(ops, name + ".in", h, width);
  for (int layer = 0; layer < layers; ++layer) {
    const std::string step = name + "." + std::to_string(layer);
    auto operands = ops.meanOverEdges(h, ops.input("consumer"), ops.input("producer"));
    auto users = ops.meanOverEdges(h, ops.input("producer"), ops.input("consumer"));
    auto message = dense(ops, step, ops.concat({h, operands, users}), 3 * width, width);
    h = ops.add(h, normalisedRelu(ops, step, message, width));
  }
  return h;
}

}  // namespace hlorank::model
