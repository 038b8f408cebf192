// Layers shared by all networks, as templates over a class `Ops` of tensor operations. There are three such classes
// (see network.h): one runs the layers in LibTorch, one writes ONNX, one only lists the weights. The parameter `name`
// is always the prefix of the names of the weights.
#pragma once

#include <string>

#include "native/model/description.h"
#include "native/model/parameters.h"

namespace hlorank::model {

inline constexpr float kLayerNormEpsilon = 1e-5f;

// Returns x · weightᵀ + bias, a linear layer: x [rows, in] -> [rows, out]. `start`: how the weight is initialised; the
// bias starts at 0.
template <class Ops>
typename Ops::Value dense(Ops& ops, const std::string& name, typename Ops::Value x, int in, int out,
                          Start start = Start::kFanIn) {
  return ops.linear(x, ops.parameter(name + ".weight", {out, in}, start, Training::kDecayed),
                    ops.parameter(name + ".bias", {out}, Start::kZero, Training::kFree));
}

// Returns ReLU(LayerNorm(x)) for x [rows, width], normalised over each row.
template <class Ops>
typename Ops::Value normalisedRelu(Ops& ops, const std::string& name, typename Ops::Value x, int width) {
  return ops.relu(ops.layerNorm(x, ops.parameter(name + ".gain", {width}, Start::kOne, Training::kFree),
                                ops.parameter(name + ".offset", {width}, Start::kZero, Training::kFree)));
}

// Standardises x [rows, width]: (x − shift) · scale. shift and scale are mean and 1 / standard deviation of each column
// over the training set (native/train/normalisation.h).
template <class Ops>
typename Ops::Value normalised(Ops& ops, const std::string& name, typename Ops::Value x, int width) {
  auto shift = ops.parameter(name + ".shift", {width}, Start::kZero, Training::kFixed);
  auto scale = ops.parameter(name + ".scale", {width}, Start::kOne, Training::kFixed);
  return ops.multiply(ops.subtract(x, shift), scale);
}

// Returns the initial state of each node (instruction), [nodes, width], from its opcode embedding and its features.
template <class Ops>
typename Ops::Value initialNodeStates(Ops& ops, const Description& d, const std::string& name, int width) {
  auto opcode =
      ops.gather(ops.parameter(name + ".opcode", {d.opcodes, d.opcodeWidth}, Start::kSmall, Training::kDecayed),
                 ops.input("opcode"));
  auto features = normalised(ops, name + ".node", ops.input("node"), d.nodeFeatures);
  return dense(ops, name + ".in", ops.concat({opcode, features}), d.opcodeWidth + d.nodeFeatures, width);
}

// A node encoder (GNN). `name`: prefix of the names of its weights. `layers`: number of message passing layers.
// `width`: number of values in the state of a node.
struct Encoder {
  std::string name;
  int layers, width;
};
// Returns the encoder of the node states from which a network predicts its layout table (a cost per tensor and layout).
// Encoder::layers is -1 if it predicts the table without node states. `member`: prefix of the names of its weights in
// an ensemble. A network that scores configurations as a whole has another encoder for these, not returned here.
inline Encoder tableEncoder(const Description& d, const std::string& member) {
  return d.join == Join::kTables ? Encoder{member + "encoder", d.encoderLayers, d.encoderWidth}
                                 : Encoder{member + "tables.encoder", d.tableLayers, d.tableWidth};
}

// Returns the node states after message passing, [nodes, width]. Each residual layer reads the state of a node, the
// mean state of its operands and the mean state of its users.
template <class Ops>
typename Ops::Value encodeNodes(Ops& ops, const Description& d, const Encoder& encoder) {
  const auto& [name, layers, width] = encoder;
  auto h = initialNodeStates(ops, d, name, width);
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
