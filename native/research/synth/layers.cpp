#include "native/research/synth/layers.h"

#include <algorithm>

namespace hlorank::synth {

namespace {

Sizes allBut(const Tensor& x, int64_t dimension) {
  Sizes rest;
  for (int64_t d = 0; d < x.rank(); ++d) {
    if (d != dimension) rest.push_back(d);
  }
  return rest;
}

Sizes allOf(const Tensor& x) {
  return allBut(x, -1);
}

}  // namespace

Tensor Layers::record(const Tensor& y, const std::vector<Tensor>& from, Backwards backwards) {
  if (!std::any_of(from.begin(), from.end(), [&](const Tensor& x) { return requiresGradient(x); })) return y;
  requiresGradient_.insert(y.id);
  tape_.push_back({y.id, std::move(backwards)});
  return y;
}

void Layers::addGradient(const Tensor& x, const Tensor& gradient) {
  if (!requiresGradient(x)) return;
  auto [at, first] = gradients_.try_emplace(x.id, gradient);
  if (!first) at->second = hlo.binary("add", at->second, gradient);
}

Tensor Layers::scaled(const Tensor& x, const std::string& factor) {
  return hlo.binary("multiply", x, hlo.fill(x.type, factor, x.sizes));
}

Tensor Layers::sumOfLast(const Tensor& x) {
  return hlo.broadcast(hlo.reduce("add", x, {x.rank() - 1}), x.sizes, allBut(x, x.rank() - 1));
}

Tensor Layers::input(const Sizes& sizes) {
  return hlo.parameter(type_, sizes);
}

Tensor Layers::weight(const Sizes& sizes) {
  const Tensor weight = hlo.parameter("f32", sizes);
  if (use_ != Use::kInference) {
    weights_.push_back(weight);
    requiresGradient_.insert(weight.id);
  }
  if (type_ == "f32") return weight;
  return record(hlo.convert(weight, type_), {weight},
                [=, this](const Tensor& g) { addGradient(weight, hlo.convert(g, "f32")); });
}

Tensor Layers::convolution(const Tensor& x, int64_t features, int64_t size, int64_t stride) {
  const int64_t batch = x.sizes[0], image = x.sizes[1], depth = x.sizes[3];
  const int64_t small = (image + stride - 1) / stride;
  const int64_t padding = std::max<int64_t>(0, (small - 1) * stride + size - image), low = padding / 2;
  const Tensor kernel = weight({size, size, depth, features});
  const Tensor y = hlo.convolution(x, kernel, {.size = size, .stride = stride, .low = low, .high = padding - low},
                                   "b01f_01io->b01f", {batch, small, small, features});
  return record(y, {x, kernel}, [=, this](const Tensor& g) {
    if (requiresGradient(x)) {
      const Tensor turned = hlo.reverse(kernel, {0, 1});
      const int64_t before = size - 1 - low, all = image + size - 2 - (small - 1) * stride;
      addGradient(
          x, hlo.convolution(g, turned, {.size = size, .low = before, .high = all - before, .inputDilation = stride},
                             "b01f_01oi->b01f", x.sizes));
    }
    const int64_t all = size + (small - 1) * stride - image;
    addGradient(kernel, hlo.convolution(x, g, {.size = small, .low = low, .high = all - low, .kernelDilation = stride},
                                        "f01b_i01o->01bf", kernel.sizes));
  });
}

Tensor Layers::dense(const Tensor& x, int64_t units) {
  return dense(x, weight({x.sizes[1], units}));
}

Tensor Layers::dense(const Tensor& x, const Tensor& weight) {
  return record(hlo.dot(x, weight, 1, 0), {x, weight}, [=, this](const Tensor& g) {
    if (requiresGradient(x)) addGradient(x, hlo.dot(g, hlo.transpose(weight, {1, 0}), 1, 0));
    addGradient(weight, hlo.dot(x, g, 0, 0));
  });
}

Tensor Layers::bias(const Tensor& x) {
  const int64_t last = x.rank() - 1;
  const Tensor b = weight({x.sizes[last]});
  return record(hlo.binary("add", x, hlo.broadcast(b, x.sizes, {last})), {x, b}, [=, this](const Tensor& g) {
    addGradient(x, g);
    addGradient(b, hlo.reduce("add", g, allBut(x, last)));
  });
}

Tensor Layers::relu(const Tensor& x) {
  const Tensor zero = hlo.fill(x.type, "0", x.sizes);
  const Tensor y = hlo.binary("maximum", x, zero);
  return record(y, {x}, [=, this](const Tensor& g) { addGradient(x, hlo.select(hlo.greater(y, zero), g, zero)); });
}

Tensor Layers::smooth(const Tensor& x) {
  const Tensor half = scaled(x, "0.5"), bent = hlo.unary("tanh", x);
  const Tensor y = hlo.binary("add", half, hlo.binary("multiply", half, bent));
  return record(y, {x}, [=, this](const Tensor& g) {
    const Tensor slope = hlo.binary("add", hlo.fill(x.type, "0.5", x.sizes), scaled(bent, "0.5"));
    addGradient(x, hlo.binary("multiply", g, slope));
  });
}

Tensor Layers::add(const Tensor& x, const Tensor& y) {
  return record(hlo.binary("add", x, y), {x, y}, [=, this](const Tensor& g) {
    addGradient(x, g);
    addGradient(y, g);
  });
}

Tensor Layers::normalize(const Tensor& x) {
  const int64_t last = x.rank() - 1;
  const std::string share = std::to_string(1.0 / static_cast<double>(x.sizes[last]));
  const Tensor scale = weight({x.sizes[last]});
  const Tensor centred = hlo.binary("subtract", x, scaled(sumOfLast(x), share));
  const Tensor variance = scaled(hlo.reduce("add", hlo.binary("multiply", centred, centred), {last}), share);
  const Tensor inverse = hlo.broadcast(hlo.unary("rsqrt", variance), x.sizes, allBut(x, last));
  const Tensor unit = hlo.binary("multiply", centred, inverse);
  const Tensor y = hlo.binary("multiply", unit, hlo.broadcast(scale, x.sizes, {last}));
  return record(y, {x, scale}, [=, this](const Tensor& g) {
    addGradient(scale, hlo.reduce("add", hlo.binary("multiply", g, unit), allBut(x, last)));
    if (!requiresGradient(x)) return;
    const Tensor inner = hlo.binary("multiply", g, hlo.broadcast(scale, x.sizes, {last}));
    const Tensor along = hlo.binary("multiply", unit, scaled(sumOfLast(hlo.binary("multiply", inner, unit)), share));
    addGradient(x, hlo.binary("multiply", hlo.binary("subtract", inner, along), inverse));
  });
}

Tensor Layers::softmax(const Tensor& x) {
  const int64_t last = x.rank() - 1;
  const Tensor top = hlo.broadcast(hlo.reduce("maximum", x, {last}), x.sizes, allBut(x, last));
  const Tensor power = hlo.unary("exponential", hlo.binary("subtract", x, top));
  const Tensor y = hlo.binary("divide", power, sumOfLast(power));
  return record(y, {x}, [=, this](const Tensor& g) {
    const Tensor mean = sumOfLast(hlo.binary("multiply", g, y));
    addGradient(x, hlo.binary("multiply", hlo.binary("subtract", g, mean), y));
  });
}

Tensor Layers::batchDot(const Tensor& x, const Tensor& y, bool transposed) {
  return record(hlo.dot(x, y, 3, transposed ? 3 : 2, 2), {x, y}, [=, this](const Tensor& g) {
    const Sizes turn = {0, 1, 3, 2};
    addGradient(x, hlo.dot(g, transposed ? hlo.unary("copy", y) : hlo.transpose(y, turn), 3, 2, 2));
    const Tensor left = hlo.transpose(transposed ? g : x, turn);
    addGradient(y, hlo.dot(left, hlo.unary("copy", transposed ? x : g), 3, 2, 2));
  });
}

Tensor Layers::reshape(const Tensor& x, const Sizes& sizes) {
  return record(hlo.reshape(x, sizes), {x}, [=, this](const Tensor& g) { addGradient(x, hlo.reshape(g, x.sizes)); });
}

Tensor Layers::transpose(const Tensor& x, const Sizes& order) {
  Sizes inverse(order.size());
  for (size_t d = 0; d < order.size(); ++d) inverse[static_cast<size_t>(order[d])] = static_cast<int64_t>(d);
  return record(hlo.transpose(x, order), {x},
                [=, this](const Tensor& g) { addGradient(x, hlo.transpose(g, inverse)); });
}

Tensor Layers::concatenate(const Tensor& x, const Tensor& y) {
  const int64_t last = x.rank() - 1, middle = x.sizes[last], end = middle + y.sizes[last];
  return record(hlo.concatenate(x, y, last), {x, y}, [=, this](const Tensor& g) {
    if (requiresGradient(x)) addGradient(x, hlo.slice(g, last, 0, middle));
    if (requiresGradient(y)) addGradient(y, hlo.slice(g, last, middle, end));
  });
}

Tensor Layers::maxPool(const Tensor& x) {
  return record(hlo.maxPool(x), {x}, [=, this](const Tensor& g) { addGradient(x, hlo.maxPoolGradient(x, g)); });
}

Tensor Layers::upsample(const Tensor& x) {
  const int64_t b = x.sizes[0], h = x.sizes[1], w = x.sizes[2], c = x.sizes[3];
  const Tensor wide = hlo.broadcast(x, {b, h, 2, w, 2, c}, {0, 1, 3, 5});
  return record(hlo.reshape(wide, {b, 2 * h, 2 * w, c}), {x}, [=, this](const Tensor& g) {
    addGradient(x, hlo.reduce("add", hlo.reshape(g, {b, h, 2, w, 2, c}), {2, 4}));
  });
}

Tensor Layers::meanOfImage(const Tensor& x) {
  const std::string share = std::to_string(1.0 / static_cast<double>(x.sizes[1] * x.sizes[2]));
  return record(scaled(hlo.reduce("add", x, {1, 2}), share), {x}, [=, this](const Tensor& g) {
    addGradient(x, hlo.broadcast(scaled(g, share), x.sizes, {0, 3}));
  });
}

void Layers::update(const Tensor& weight, const Tensor& gradient) {
  if (use_ == Use::kDescent) {
    results_.push_back(hlo.binary("subtract", weight, scaled(gradient, "0.01")));
    return;
  }
  // One step of the optimizer Adam: updates moving averages of the gradient and its square, then the weight.
  const Tensor mean = hlo.parameter("f32", weight.sizes), square = hlo.parameter("f32", weight.sizes);
  const Tensor newMean = hlo.binary("add", scaled(mean, "0.9"), scaled(gradient, "0.1"));
  const Tensor newSquare =
      hlo.binary("add", scaled(square, "0.999"), scaled(hlo.binary("multiply", gradient, gradient), "0.001"));
  const Tensor size = hlo.binary("add", hlo.unary("sqrt", newSquare), hlo.fill("f32", "1e-08", weight.sizes));
  const Tensor step = scaled(hlo.binary("divide", newMean, size), "0.0001");
  results_.push_back(hlo.binary("subtract", weight, step));
  results_.push_back(newMean);
  results_.push_back(newSquare);
}

void Layers::finish(const Tensor& output) {
  if (use_ == Use::kInference) {
    results_.push_back(output);
    return;
  }
  const Tensor error = hlo.convert(output, "f32");
  const Tensor loss = hlo.reduce("add", hlo.binary("multiply", error, error), allOf(error));
  results_.push_back(loss);
  if (type_ != "f32") {  // an HLO conditional, as in dynamic loss scaling for half precision
    const Tensor most = hlo.constant("f32", "65504");
    results_.push_back(hlo.choose(hlo.greater(loss, most), loss, most));
  }
  addGradient(output, scaled(output, "2"));
  for (size_t i = tape_.size(); i-- > 0;) {
    const auto gradient = gradients_.find(tape_[i].result);
    if (gradient != gradients_.end()) tape_[i].backwards(Tensor(gradient->second));
  }
  for (const Tensor& weight : weights_) {
    const auto gradient = gradients_.find(weight.id);
    if (gradient != gradients_.end()) update(weight, Tensor(gradient->second));
  }
}

void Layers::padTo(size_t count) {
  constexpr size_t kChain = 12;
  constexpr const char* kOperations[] = {"negate", "tanh", "abs", "sqrt"};
  while (hlo.count() < count) {
    Tensor x = hlo.parameter("f32", {128});
    if (hlo.count() == count) return;  // leaves a parameter unused, as also happens in real programs
    for (size_t i = 0; i < kChain && hlo.count() < count; ++i) x = hlo.unary(kOperations[i % 4], x);
    results_.push_back(x);
  }
}

}  // namespace hlorank::synth
