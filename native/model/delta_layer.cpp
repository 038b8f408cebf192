#include "native/model/delta_layer.h"

#include <ATen/Parallel.h>
#include <torch/csrc/autograd/custom_function.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "native/model/delta_kernels.h"

namespace hlorank::model {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::Variable;
using torch::autograd::variable_list;

// A block of consecutive configurations: `count` (at most 16) from `first` on. `index` is the index of the block. The
// configurations of a block are computed together, so that the states of one graph node fit in the L1 cache.
struct Block {
  static constexpr int64_t kMost = 16;
  int64_t index, first, count;
};

int64_t blocksOf(int64_t configurations) {
  return (configurations + Block::kMost - 1) / Block::kMost;
}

// Calls `work` for every block of configurations, in parallel. To make results independent of the number of threads,
// callers sum over configurations within each block and add up the blocks afterwards.
template <class Work>
void overBlocks(int64_t configurations, const Work& work) {
  at::parallel_for(0, blocksOf(configurations), 1, [&](int64_t begin, int64_t end) {
    for (int64_t index = begin; index < end; ++index) {
      const int64_t first = index * Block::kMost;
      work(Block{index, first, std::min(Block::kMost, configurations - first)});
    }
  });
}

// The part of a table of node states that belongs to one block of configurations. operator[] points to the states
// [configurations of the block, width] of one graph node (a row).
struct Rows {
  float* first;
  int64_t stride;  // distance between rows in floats; 0 if all rows share one buffer
  float* operator[](int64_t row) const { return first + row * stride; }
};
// Selects the part for one block of configurations from a table [rows, configurations, width].
Rows rowsOf(const at::Tensor& table, const Block& block) {
  return {table.data_ptr<float>() + block.first * table.size(2), table.size(1) * table.size(2)};
}
// Selects the part for one block of configurations from a blocked table. The tensor has the shape [configurations,
// rows, width], but each block is stored contiguously as [rows, configurations of the block, width].
Rows rowsOfBlocked(const at::Tensor& table, const Block& block) {
  return {table.data_ptr<float>() + block.first * table.size(1) * table.size(2), block.count * table.size(2)};
}

// Computes ReLU(base + sum) − ReLU(base) for the rows (graph nodes) of a layer, with the base states `base` [rows,
// width]. Sums the results of the first `pooledRows` rows.
class ReluPool {
 public:
  const at::Tensor positive;  // int32 [blocks, rows, width]; bit i: base + sum > 0 in configuration i of the block
  const at::Tensor pooled;    // [configurations, width] sum of the results of the first pooledRows rows

  ReluPool(const at::Tensor& base, int64_t pooledRows, int64_t configurations)
      : positive(at::empty({blocksOf(configurations), base.size(0), base.size(1)}, base.options().dtype(at::kInt))),
        pooled(at::zeros({configurations, base.size(1)}, base.options())),
        rows_(base.size(0)),
        width_(base.size(1)),
        pooledRows_(pooledRows),
        base_(base.data_ptr<float>()),
        positive_(positive.data_ptr<int32_t>()),
        pooled_(pooled.data_ptr<float>()) {}

  // Replaces the sums [configurations of the block, width] of a row (graph node) by ReLU(base + sum) − ReLU(base), in
  // place.
  void apply(float* sums, int64_t row, const Block& block) const {
    reluDifference(sums, base_ + row * width_, positive_ + (block.index * rows_ + row) * width_,
                   row < pooledRows_ ? pooled_ + block.first * width_ : nullptr, block.count, width_);
  }

 private:
  int64_t rows_, width_, pooledRows_;
  const float* base_;
  int32_t* positive_;
  float* pooled_;
};

// Backward pass of ReluPool. `gradients` has two gradients: of the differences ReLU(base + sum) − ReLU(base), a blocked
// table [configurations, rows, width], and of the pooled sum [configurations, width]. An undefined gradient counts as
// zero.
struct ReluPoolGradient {
  at::Tensor base, positive, ofDifferences, ofPooled;
  int64_t pooledRows;
  // nothing: zeros [Block::kMost, width], used as a missing gradient. parts: gradient of the base for each block,
  // [blocks, rows, width].
  at::Tensor nothing, parts;

  ReluPoolGradient(const at::Tensor& base, const at::Tensor& positive, int64_t pooledRows,
                   const variable_list& gradients)
      : base(base),
        positive(positive),
        ofDifferences(gradients[0].defined() ? gradients[0].contiguous() : at::Tensor()),
        ofPooled(gradients[1].defined() ? gradients[1].contiguous() : at::Tensor()),
        pooledRows(ofPooled.defined() ? pooledRows : 0),
        nothing(at::zeros({Block::kMost, base.size(1)}, base.options())),
        parts(at::zeros(positive.sizes(), base.options())) {}

  // Computes the gradients with respect to the two inputs of ReluPool, for one block of configurations. For every row
  // (graph node), `gradient` receives that of the sums [configurations of the block, width]. The block's entry of
  // `parts` receives that of the base states, summed over the configurations of the block.
  void apply(const Rows& gradient, const Block& block) const {
    const int64_t rows = base.size(0), width = base.size(1);
    const Rows none{nothing.data_ptr<float>(), 0};
    const Rows ofRows = ofDifferences.defined() ? rowsOfBlocked(ofDifferences, block) : none;
    const float* ofSum = pooledRows > 0 ? ofPooled.data_ptr<float>() + block.first * width : none.first;
    const float* state = base.data_ptr<float>();
    const int32_t* bits = positive.data_ptr<int32_t>() + block.index * rows * width;
    float* ofBase = parts.data_ptr<float>() + block.index * rows * width;
    for (int64_t row = 0; row < rows; ++row)
      reluDifferenceGradient(bits + row * width, state + row * width, ofRows[row],
                             row < pooledRows ? ofSum : none.first, gradient[row], ofBase + row * width, block.count,
                             width);
  }
};

class JoinConfigurations : public torch::autograd::Function<JoinConfigurations> {
 public:
  static variable_list forward(AutogradContext* context, const Variable& encoding, const Variable& base,
                               int64_t pooledRows) {
    context->set_materialize_grads(false);
    const at::Tensor all = encoding.contiguous();
    const int64_t rows = base.size(0), configurations = all.size(1), width = base.size(1);
    const at::Tensor difference = at::empty({configurations, rows, width}, all.options());
    const ReluPool cut(base, pooledRows, configurations);
    overBlocks(configurations, [&](const Block& block) {
      const Rows from = rowsOf(all, block), into = rowsOfBlocked(difference, block);
      for (int64_t row = 0; row < rows; ++row) {
        std::copy_n(from[row], block.count * width, into[row]);
        cut.apply(into[row], row, block);
      }
    });
    context->save_for_backward({base, cut.positive});
    context->saved_data["pooledRows"] = pooledRows;
    context->saved_data["configurations"] = configurations;
    return {difference, cut.pooled};
  }

  static variable_list backward(AutogradContext* context, variable_list gradients) {
    const auto saved = context->get_saved_variables();
    const at::Tensor &base = saved[0], &positive = saved[1];
    const int64_t configurations = context->saved_data["configurations"].toInt();
    const ReluPoolGradient cut(base, positive, context->saved_data["pooledRows"].toInt(), gradients);
    const at::Tensor ofEncoding = at::empty({base.size(0), configurations, base.size(1)}, base.options());
    overBlocks(configurations, [&](const Block& block) { cut.apply(rowsOf(ofEncoding, block), block); });
    return {ofEncoding, cut.parts.sum(0), Variable()};
  }
};

// The messages of a layer in compressed sparse row format, grouped by destination row and relation. Group g = row ·
// relations + relation has the entries begin[g] to begin[g + 1] − 1; entry i adds share[i] · row from[i]. Messages go
// from rows of the previous layer to rows of this layer; with `backwards` (for gradients) in the opposite direction.
struct GroupedMessages {
  std::vector<int64_t> begin, from;
  std::vector<float> share;

  GroupedMessages(const Messages& messages, int64_t rowsBefore, int64_t rows, int64_t relations, bool backwards)
      : begin(size_t((backwards ? rowsBefore : rows) * relations) + 1),
        from(size_t(messages.share.size(0))),
        share(from.size()) {
    const int64_t *source = messages.source.data_ptr<int64_t>(), *target = messages.target.data_ptr<int64_t>();
    const auto place = [&](size_t i) {
      return size_t((backwards ? source[i] % rowsBefore : target[i]) * relations + source[i] / rowsBefore);
    };
    for (size_t i = 0; i < from.size(); ++i) ++begin[place(i) + 1];
    std::partial_sum(begin.begin(), begin.end(), begin.begin());
    std::vector<int64_t> next(begin.begin(), begin.end() - 1);
    for (size_t i = 0; i < from.size(); ++i) {
      const size_t at = size_t(next[place(i)]++);
      from[at] = backwards ? target[i] : source[i] % rowsBefore;
      share[at] = messages.share.data_ptr<float>()[i];
    }
  }

  // Adds up the messages of group `place`, `values` floats each. Writes the total to `sum` and returns `sum`. There are
  // two exceptions: for a single message of share 1, returns a pointer into `rows`; for an empty group, null.
  const float* sumOf(int64_t place, const Rows& rows, float* sum, int64_t values) const {
    const size_t first = size_t(begin[size_t(place)]), end = size_t(begin[size_t(place) + 1]);
    if (first == end) return nullptr;
    if (end == first + 1 && share[first] == 1) return rows[from[first]];
    setScaled(sum, rows[from[first]], share[first], values);
    for (size_t i = first + 1; i < end; ++i) addScaled(sum, rows[from[i]], share[i], values);
    return sum;
  }
};

// Message passing layer as an autograd function. Adds up the messages of a relation first and then multiplies the sum
// by the weight once. The result is the same as with one product per message, because the product is linear. The sums
// and products of one row and block of configurations stay in the L1 cache; only the result is written to memory.
class PassMessages : public torch::autograd::Function<PassMessages> {
 public:
  static variable_list forward(AutogradContext* context, const Variable& before, const Variable& base,
                               const Messages& messages, int64_t pooledRows, bool isLast, at::TensorList weights) {
    context->set_materialize_grads(false);
    const int64_t rows = base.size(0), configurations = before.size(0), width = before.size(2);
    const int64_t relations = int64_t(weights.size());
    const GroupedMessages incoming(messages, before.size(1), rows, relations, /*backwards=*/false);
    const at::Tensor matrices = at::stack(weights), transposed = matrices.transpose(1, 2).contiguous();
    const at::Tensor after = at::empty({isLast ? 0 : configurations, rows, width}, before.options());
    const ReluPool cut(base, pooledRows, configurations);
    overBlocks(configurations, [&](const Block& block) {
      const int64_t count = block.count, values = count * width;
      std::vector<float> sum(size_t(values), 0.0f), only(sum);
      const float* matrix = transposed.data_ptr<float>();
      const Rows from = rowsOfBlocked(before, block);
      const Rows into = isLast ? Rows{only.data(), 0} : rowsOfBlocked(after, block);
      for (int64_t row = 0; row < rows; ++row) {
        std::fill_n(into[row], values, 0.0f);
        for (int64_t r = 0; r < relations; ++r)
          if (const float* x = incoming.sumOf(row * relations + r, from, sum.data(), values))
            addProduct({x, count, width, width, 1}, matrix + r * width * width, into[row], width);
        cut.apply(into[row], row, block);
      }
    });
    context->save_for_backward(
        {before, base, cut.positive, messages.source, messages.target, messages.share, matrices});
    context->saved_data["pooledRows"] = pooledRows;
    return {after, cut.pooled};
  }

  static variable_list backward(AutogradContext* context, variable_list gradients) {
    const auto saved = context->get_saved_variables();
    const at::Tensor &before = saved[0], &base = saved[1], &positive = saved[2], &matrices = saved[6];
    const int64_t rows = base.size(0), configurations = before.size(0), width = before.size(2);
    const int64_t relations = matrices.size(0);
    const GroupedMessages outgoing({saved[3], saved[4], saved[5]}, before.size(1), rows, relations, /*backwards=*/true);
    const ReluPoolGradient cut(base, positive, context->saved_data["pooledRows"].toInt(), gradients);
    const at::Tensor ofBefore = at::empty_like(before);
    const at::Tensor ofMatrices = at::zeros({blocksOf(configurations), relations, width, width}, before.options());
    overBlocks(configurations, [&](const Block& block) {
      const int64_t count = block.count, values = count * width;
      std::vector<float> sum(size_t(values), 0.0f);
      const at::Tensor ofSums = at::empty({rows, count, width}, before.options());
      const Rows from{ofSums.data_ptr<float>(), values};
      cut.apply(from, block);
      const Rows x = rowsOfBlocked(before, block), into = rowsOfBlocked(ofBefore, block);
      for (int64_t row = 0; row < before.size(1); ++row) {
        std::fill_n(into[row], values, 0.0f);
        const float* matrix = matrices.data_ptr<float>();
        float* ofMatrix = ofMatrices.data_ptr<float>() + block.index * matrices.numel();
        for (int64_t r = 0; r < relations; ++r, matrix += width * width, ofMatrix += width * width) {
          const float* gradient = outgoing.sumOf(row * relations + r, from, sum.data(), values);
          if (!gradient) continue;
          addProduct({gradient, count, width, width, 1}, matrix, into[row], width);
          addProduct({gradient, width, count, 1, width}, x[row], ofMatrix, width);
        }
      }
    });
    variable_list result = {ofBefore, cut.parts.sum(0), Variable(), Variable(), Variable()};
    for (const at::Tensor& ofWeight : ofMatrices.sum(0).unbind()) result.push_back(ofWeight);
    return result;
  }
};

bool unfusedEverywhere = false;
bool isUnfused(const at::Tensor& x) {
  return unfusedEverywhere || !x.is_cpu();
}

// Computes the outputs of ReluPool with plain LibTorch operations, for sums [nodes, configurations, width] and base
// states [nodes, width].
LayerOutputs reluPoolUnfused(const at::Tensor& sums, const at::Tensor& base, int64_t pooledRows) {
  const at::Tensor state = base.unsqueeze(1), difference = at::relu(sums + state) - at::relu(state);
  return {difference, difference.narrow(0, 0, pooledRows).sum(0)};
}

LayerOutputs passMessagesUnfused(const at::Tensor& difference, const std::vector<at::Tensor>& weights,
                                 const at::Tensor& base, const Messages& messages, int64_t pooledRows) {
  std::vector<at::Tensor> tables;  // for each relation, [nodes of the previous layer, configurations, width]
  for (const at::Tensor& weight : weights) tables.push_back(at::matmul(difference, weight.t()));
  const at::Tensor values = at::cat(tables).index_select(0, messages.source) * messages.share.view({-1, 1, 1});
  const at::Tensor nothing = at::zeros({base.size(0), values.size(1), values.size(2)}, values.options());
  return reluPoolUnfused(nothing.index_add(0, messages.target, values), base, pooledRows);
}

}  // namespace

void useUnfusedOperations(bool everywhere) {
  unfusedEverywhere = everywhere;
}

LayerOutputs joinConfigurations(const at::Tensor& encoding, const at::Tensor& base, int64_t pooledRows) {
  if (isUnfused(encoding)) return reluPoolUnfused(encoding, base, pooledRows);
  const auto out = JoinConfigurations::apply(encoding, base, pooledRows);
  return {out[0], out[1]};
}

LayerOutputs passMessages(const at::Tensor& difference, const std::vector<at::Tensor>& weights, const at::Tensor& base,
                          const Messages& messages, int64_t pooledRows, bool isLast) {
  if (isUnfused(difference)) return passMessagesUnfused(difference, weights, base, messages, pooledRows);
  const auto out = PassMessages::apply(difference, base, messages, pooledRows, isLast, at::TensorList(weights));
  return {out[0], out[1]};
}

}  // namespace hlorank::model
