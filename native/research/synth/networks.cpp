// Builds the families of networks (ResNet, BERT, ...) from layers.
#include "native/research/synth/networks.h"

#include <algorithm>
#include <initializer_list>
#include <memory>

#include "native/research/synth/layers.h"
#include "shared/base/random.h"
#include "shared/hlo/read.h"

namespace hlorank::synth {

namespace {

Tensor convolutionBlock(Layers& net, const Tensor& x, int64_t features, int64_t size, int64_t stride = 1) {
  return net.relu(net.bias(net.convolution(x, features, size, stride)));
}

struct ImageSizes {
  // Sizes in elements. batch: the batch. image: each side of an image. width: the output features of the first layers.
  int64_t batch, image, width;
};

ImageSizes imageSizes(Random& random) {
  return {random.pick({4, 8, 16, 32, 64, 128}), random.pick({64, 96, 128, 160, 192, 224, 256}),
          random.pick({24, 32, 40, 48, 64, 80, 96, 128})};
}

void alexnet(Layers& net, Random& random) {
  const ImageSizes sizes = imageSizes(random);
  const int64_t units = random.pick({512, 1000, 1024, 2048, 4096});
  Tensor x =
      net.reshape(net.input({sizes.batch, sizes.image * sizes.image * 3}), {sizes.batch, sizes.image, sizes.image, 3});
  x = net.maxPool(convolutionBlock(net, x, sizes.width, 11, 4));
  x = net.maxPool(convolutionBlock(net, x, 3 * sizes.width, 5));
  for (int i = 0; i < 3; ++i) x = convolutionBlock(net, x, (i == 0 ? 6 : 4) * sizes.width, 3);
  x = net.reshape(x, {sizes.batch, elementsOf(x.sizes) / sizes.batch});
  x = net.relu(net.bias(net.dense(x, units)));
  x = net.relu(net.bias(net.dense(x, units)));
  net.finish(net.bias(net.dense(x, 1000)));
}

void resnet(Layers& net, Random& random, size_t blocks) {
  const ImageSizes sizes = imageSizes(random);
  Tensor x = net.input({sizes.batch, sizes.image, sizes.image, 3});
  x = net.maxPool(convolutionBlock(net, x, sizes.width, 7, 2));
  int64_t stage = -1;
  for (size_t i = 0; i < blocks; ++i) {
    const int64_t next = static_cast<int64_t>(4 * i / blocks);
    const int64_t inner = sizes.width << next, outer = 4 * inner, stride = next != stage && next > 0 ? 2 : 1;
    Tensor y = convolutionBlock(net, x, inner, 1);
    y = convolutionBlock(net, y, inner, 3, stride);
    y = net.bias(net.convolution(y, outer, 1));
    if (next != stage) x = net.convolution(x, outer, 1, stride);
    x = net.relu(net.add(y, x));
    stage = next;
  }
  net.finish(net.bias(net.dense(net.meanOfImage(x), 1000)));
}

void inception(Layers& net, Random& random, size_t blocks) {
  const ImageSizes sizes = imageSizes(random);
  Tensor x = net.input({sizes.batch, sizes.image, sizes.image, 3});
  x = net.maxPool(convolutionBlock(net, x, sizes.width, 3, 2));
  for (size_t i = 0; i < blocks; ++i) {
    const int64_t width = sizes.width * (1 + static_cast<int64_t>(2 * i / blocks));
    const Tensor a = convolutionBlock(net, x, width, 1);
    const Tensor b = convolutionBlock(net, convolutionBlock(net, x, width / 2, 1), width, 3);
    const Tensor c = convolutionBlock(net, convolutionBlock(net, x, width / 4, 1), width / 2, 5);
    x = net.concatenate(net.concatenate(a, b), c);
    if (i == blocks / 2) x = net.maxPool(x);
  }
  net.finish(net.bias(net.dense(net.meanOfImage(x), 1000)));
}

void unet(Layers& net, Random& random, size_t blocks) {
  const ImageSizes sizes = imageSizes(random);
  constexpr int kLevels = 3;
  Tensor x = net.input({sizes.batch, sizes.image, sizes.image, 4});
  std::vector<Tensor> levels;
  for (int level = 0; level < kLevels; ++level) {
    for (size_t i = 0; i < blocks; ++i) x = convolutionBlock(net, x, sizes.width << level, 3);
    levels.push_back(x);
    x = net.maxPool(x);
  }
  for (size_t i = 0; i < blocks; ++i) x = convolutionBlock(net, x, sizes.width << kLevels, 3);
  for (int level = kLevels; level-- > 0;) {
    x = net.concatenate(net.upsample(x), levels[static_cast<size_t>(level)]);
    for (size_t i = 0; i < blocks; ++i) x = convolutionBlock(net, x, sizes.width << level, 3);
  }
  net.finish(net.convolution(x, 3, 1));
}

void dlrm(Layers& net, Random& random, size_t blocks) {
  const int64_t batch = random.pick({256, 512, 1000, 2048, 4096}), width = random.pick({64, 96, 128, 200, 256, 512});
  Tensor dense = net.input({batch, 13}), sparse = net.input({batch, 26 * width});
  for (size_t i = 0; i < 2; ++i) dense = net.relu(net.bias(net.dense(dense, width)));
  Tensor x = net.concatenate(dense, sparse);
  for (size_t i = 0; i < blocks; ++i) x = net.relu(net.bias(net.dense(x, i % 2 == 0 ? 4 * width : 2 * width)));
  net.finish(net.bias(net.dense(x, 8)));
}

// Sizes of a transformer network.
struct Attention {
  int64_t batch, length, heads, depth;
  bool talking;  // whether a linear layer mixes the heads before the softmax (talking-heads attention)
  int64_t hidden() const { return heads * depth; }
};

// Weights of a transformer layer. Several layers may share them, as in ALBERT.
struct AttentionWeights {
  Tensor query, key, value, output, up, down;
};

AttentionWeights attentionWeights(Layers& net, const Attention& a) {
  const int64_t n = a.hidden();
  AttentionWeights w;
  w.query = net.weight({n, n});
  w.key = net.weight({n, n});
  w.value = net.weight({n, n});
  w.output = net.weight({n, n});
  w.up = net.weight({n, 4 * n});
  w.down = net.weight({4 * n, n});
  return w;
}

Tensor attentionBlock(Layers& net, const Tensor& x, const Attention& a, const AttentionWeights& w) {
  const Sizes split = {a.batch, a.length, a.heads, a.depth}, turn = {0, 2, 1, 3};
  auto heads = [&](const Tensor& weight) {
    return net.transpose(net.reshape(net.bias(net.dense(x, weight)), split), turn);
  };
  const Tensor query = heads(w.query), key = heads(w.key);
  Tensor scores = net.batchDot(query, key, true);
  if (a.talking) {
    Tensor flat = net.reshape(net.transpose(scores, {0, 2, 3, 1}), {a.batch * a.length * a.length, a.heads});
    flat = net.dense(flat, a.heads);
    scores = net.transpose(net.reshape(flat, {a.batch, a.length, a.length, a.heads}), {0, 3, 1, 2});
  }
  const Tensor shares = net.softmax(scores);
  const Tensor mixed = net.transpose(net.batchDot(shares, heads(w.value), false), turn);
  Tensor y = net.bias(net.dense(net.reshape(mixed, {a.batch * a.length, a.hidden()}), w.output));
  y = net.normalize(net.add(y, x));
  const Tensor up = net.smooth(net.bias(net.dense(y, w.up)));
  return net.normalize(net.add(net.bias(net.dense(up, w.down)), y));
}

void bert(Layers& net, Random& random, size_t blocks, Family family) {
  const Attention a = {.batch = random.pick({2, 4, 8, 16, 24}),
                       .length = random.pick({64, 100, 128, 200, 256, 384, 512}),
                       .heads = random.pick({2, 4, 6, 8, 12, 16}),
                       .depth = random.pick({32, 48, 64, 80}),
                       .talking = family == Family::kTalkingHeads};
  Tensor x = net.dense(net.input({a.batch * a.length, 128}), a.hidden());
  AttentionWeights shared;
  if (family == Family::kAlbert) shared = attentionWeights(net, a);
  for (size_t i = 0; i < blocks; ++i)
    x = attentionBlock(net, x, a, family == Family::kAlbert ? shared : attentionWeights(net, a));
  net.finish(net.bias(net.dense(x, 2)));
}

std::unique_ptr<Layers> build(const NetworkSpec& spec, size_t blocks) {
  Random random(spec.seed);
  const std::string type = random.below(2) == 0 ? "bf16" : "f32";
  Layers::Use use = random.below(4) == 0 ? Layers::Use::kInference : Layers::Use::kAdam;
  if (spec.family == Family::kAlexnet) use = Layers::Use::kDescent;
  auto net = std::make_unique<Layers>(type, use);
  switch (spec.family) {
    case Family::kAlexnet:
      alexnet(*net, random);
      break;
    case Family::kResnet:
      resnet(*net, random, blocks);
      break;
    case Family::kInception:
      inception(*net, random, blocks);
      break;
    case Family::kUnet:
      unet(*net, random, blocks);
      break;
    case Family::kDlrm:
      dlrm(*net, random, blocks);
      break;
    default:
      bert(*net, random, blocks, spec.family);
  }
  return net;
}

// Builds the network with as many blocks as fit in spec.nodes instructions, at least one. Assumes that all blocks have
// about the same number of instructions.
std::unique_ptr<Layers> grow(const NetworkSpec& spec) {
  const size_t room = spec.nodes > 0 ? spec.nodes - 1 : 0;  // excludes the root tuple
  std::unique_ptr<Layers> best = build(spec, 1);
  const size_t first = best->hlo.count();
  if (first >= room || spec.family == Family::kAlexnet) return best;  // AlexNet has no blocks to repeat
  const size_t each = std::max<size_t>(1, build(spec, 2)->hlo.count() - first);
  for (size_t blocks = 1 + (room - first) / each; blocks > 1; --blocks) {
    std::unique_ptr<Layers> net = build(spec, blocks);
    if (net->hlo.count() <= room) {
      best = std::move(net);
      break;
    }
  }
  return best;
}

// Selects at most `most` (0: no limit) configurable nodes and returns them in ascending order. Prefers convolutions and
// dots, and fills up with reshapes between tensors of at least two dimensions. If one of these two groups has too many
// nodes, selects evenly spaced ones.
std::vector<uint32_t> selectConfigurable(const graph::Program& program, size_t most) {
  std::vector<uint32_t> heavy, reshapes;
  for (uint32_t node : program.graph.configurable) {
    if (hlo::tpuGraphsId(hlo::Opcode::kReshape) != program.graph.opcodes[node]) {
      heavy.push_back(node);
      continue;
    }
    const std::span<const uint32_t> from = program.operands(node);
    if (program.dimensions(node).size() > 1 && !from.empty() && program.dimensions(from[0]).size() > 1)
      reshapes.push_back(node);
  }
  const auto thinned = [](const std::vector<uint32_t>& nodes, size_t count) {
    if (count >= nodes.size()) return nodes;
    std::vector<uint32_t> some;
    for (size_t i = 0; i < count; ++i) some.push_back(nodes[i * nodes.size() / count]);
    return some;
  };
  if (most == 0) most = heavy.size() + reshapes.size();
  std::vector<uint32_t> selected = thinned(heavy, most);
  const std::vector<uint32_t> more = thinned(reshapes, most - selected.size());
  selected.insert(selected.end(), more.begin(), more.end());
  std::sort(selected.begin(), selected.end());
  return selected;
}

}  // namespace

const char* nameOf(Family family) {
  constexpr const char* kNames[] = {"alexnet", "resnet", "inception", "unet",
                                    "dlrm",    "bert",   "albert",    "talking_heads"};
  return kNames[static_cast<size_t>(family)];
}

std::string networkText(const NetworkSpec& spec) {
  std::unique_ptr<Layers> net = grow(spec);
  if (spec.nodes > 0) net->padTo(spec.nodes - 1);
  return net->text(nameOf(spec.family));
}

Result<graph::Program> makeNetwork(const NetworkSpec& spec, const std::string& name) {
  Result<hlo::Module> module = hlo::parseText(std::make_shared<const std::string>(networkText(spec)));
  if (!module) return module.error();
  graph::Program program = graph::makeProgram(name, graph::makeGraph(*module));
  program.graph.configurable = selectConfigurable(program, spec.configurable);
  return program;
}

}  // namespace hlorank::synth
