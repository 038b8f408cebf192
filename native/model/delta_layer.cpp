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

// Configurations that are handled together: what a row has of them stays in the first cache.
struct Block {
  static constexpr int64_t kMost = 16;
  int64_t index, first, count;
};

int64_t blocksOf(int64_t configurations) {
  return (configurations + Block::kMost - 1) / Block::kMost;
}

// Work is divided by blocks, and what is summed over configurations is summed block by block, so that nothing depends
// on the number of threads.
template <class Work>
void overBlocks(int64_t configurations, const Work& work) {
  at::parallel_for(0, blocksOf(configurations), 1, [&](int64_t begin, int64_t end) {
    for (int64_t index = begin; index < end; ++index) {
      const int64_t first = index * Block::kMost;
      work(Block{index, first, std::min(Block::kMost, configurations - first)});
    }
  });
}

// What a table has of a block: [count, H] for each row.
struct Rows {
  float* first;
  int64_t stride;  // from row to row; 0 where there is one row only
  float* operator[](int64_t row) const { return first + row * stride; }
};
// Of a table [rows, C, H].
Rows rowsOf(const at::Tensor& table, const Block& block) {
  return {table.data_ptr<float>() + block.first * table.size(2), table.size(1) * table.size(2)};
}
// Of a blocked table: [C, rows, H] by its shape, but each block lies as [rows, count, H] and is walked from end to end.
Rows rowsOfBlocked(const at::Tensor& table, const Block& block) {
  return {table.data_ptr<float>() + block.first * table.size(1) * table.size(2), block.count * table.size(2)};
}

// Cuts rows off at 0: base [A, H], of whose rows the first are pooled.
class Cut {
 public:
  const at::Tensor kept;    // int32 [blocks, A, H], a bit for each configuration
  const at::Tensor pooled;  // [C, H]

  Cut(const at::Tensor& base, int64_t pooledRows, int64_t configurations)
      : kept(at::empty({blocksOf(configurations), base.size(0), base.size(1)}, base.options().dtype(at::kInt))),
        pooled(at::zeros({configurations, base.size(1)}, base.options())),
        rows_(base.size(0)),
        width_(base.size(1)),
        pooledRows_(pooledRows),
        base_(base.data_ptr<float>()),
        kept_(kept.data_ptr<int32_t>()),
        pooled_(pooled.data_ptr<float>()) {}

  // Sums [count, H] of a row become differences.
  void apply(float* sums, int64_t row, const Block& block) const {
    cutOff(sums, base_ + row * width_, kept_ + (block.index * rows_ + row) * width_,
           row < pooledRows_ ? pooled_ + block.first * width_ : nullptr, block.count, width_);
  }

 private:
  int64_t rows_, width_, pooledRows_;
  const float* base_;
  int32_t* kept_;
  float* pooled_;
};

// The way back: from the gradients of the differences, blocked [C, A, H], and of what was pooled, [C, H], each where
// there is one.
struct CutGradient {
  at::Tensor base, kept, ofDifferences, ofPooled;
  int64_t pooledRows;
  at::Tensor nothing, parts;  // zeros for one row of a block; [blocks, A, H] gradient of the base

  CutGradient(const at::Tensor& base, const at::Tensor& kept, int64_t pooledRows, const variable_list& gradients)
      : base(base),
        kept(kept),
        ofDifferences(gradients[0].defined() ? gradients[0].contiguous() : at::Tensor()),
        ofPooled(gradients[1].defined() ? gradients[1].contiguous() : at::Tensor()),
        pooledRows(ofPooled.defined() ? pooledRows : 0),
        nothing(at::zeros({Block::kMost, base.size(1)}, base.options())),
        parts(at::zeros(kept.sizes(), base.options())) {}

  // Writes the gradient [count, H] of the sums of each row.
  void apply(const Rows& gradient, const Block& block) const {
    const int64_t rows = base.size(0), width = base.size(1);
    const Rows none{nothing.data_ptr<float>(), 0};
    const Rows ofRows = ofDifferences.defined() ? rowsOfBlocked(ofDifferences, block) : none;
    const float* ofSum = pooledRows > 0 ? ofPooled.data_ptr<float>() + block.first * width : none.first;
    const float* state = base.data_ptr<float>();
    const int32_t* bits = kept.data_ptr<int32_t>() + block.index * rows * width;
    float* ofBase = parts.data_ptr<float>() + block.index * rows * width;
    for (int64_t row = 0; row < rows; ++row)
      cutOffGradient(bits + row * width, state + row * width, ofRows[row], row < pooledRows ? ofSum : none.first,
                     gradient[row], ofBase + row * width, block.count, width);
  }
};

class PutIn : public torch::autograd::Function<PutIn> {
 public:
  static variable_list forward(AutogradContext* context, const Variable& said, const Variable& base,
                               int64_t pooledRows) {
    context->set_materialize_grads(false);
    const at::Tensor all = said.contiguous();
    const int64_t rows = base.size(0), configurations = all.size(1), width = base.size(1);
    const at::Tensor difference = at::empty({configurations, rows, width}, all.options());
    const Cut cut(base, pooledRows, configurations);
    overBlocks(configurations, [&](const Block& block) {
      const Rows from = rowsOf(all, block), into = rowsOfBlocked(difference, block);
      for (int64_t row = 0; row < rows; ++row) {
        std::copy_n(from[row], block.count * width, into[row]);
        cut.apply(into[row], row, block);
      }
    });
    context->save_for_backward({base, cut.kept});
    context->saved_data["pooledRows"] = pooledRows;
    context->saved_data["configurations"] = configurations;
    return {difference, cut.pooled};
  }

  static variable_list backward(AutogradContext* context, variable_list gradients) {
    const auto saved = context->get_saved_variables();
    const at::Tensor &base = saved[0], &kept = saved[1];
    const int64_t configurations = context->saved_data["configurations"].toInt();
    const CutGradient cut(base, kept, context->saved_data["pooledRows"].toInt(), gradients);
    const at::Tensor ofSaid = at::empty({base.size(0), configurations, base.size(1)}, base.options());
    overBlocks(configurations, [&](const Block& block) { cut.apply(rowsOf(ofSaid, block), block); });
    return {ofSaid, cut.parts.sum(0), Variable()};
  }
};

// Messages by the row they go into, and by relation: entries begin[row · relations + relation] up to the next begin
// take share[i] of row from[i]. Forwards they go into the layer's rows, backwards into those of the level before.
struct Sorted {
  std::vector<int64_t> begin, from;
  std::vector<float> share;

  Sorted(const Messages& messages, int64_t rowsBefore, int64_t rows, int64_t relations, bool backwards)
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

  // What goes into a place: a sum in `sum`, so many values, or a row where it lies; null where there is nothing.
  const float* sumOf(int64_t place, const Rows& rows, float* sum, int64_t values) const {
    const size_t first = size_t(begin[size_t(place)]), end = size_t(begin[size_t(place) + 1]);
    if (first == end) return nullptr;
    if (end == first + 1 && share[first] == 1) return rows[from[first]];
    setScaled(sum, rows[from[first]], share[first], values);
    for (size_t i = first + 1; i < end; ++i) addScaled(sum, rows[from[i]], share[i], values);
    return sum;
  }
};

// Products are linear, so that a row first sums up what it hears by a relation and then multiplies it: sums and
// products of a row and a block stay in the first cache, and nothing but the result is written.
class PassOn : public torch::autograd::Function<PassOn> {
 public:
  static variable_list forward(AutogradContext* context, const Variable& before, const Variable& base,
                               const Messages& messages, int64_t pooledRows, bool isLast, at::TensorList weights) {
    context->set_materialize_grads(false);
    const int64_t rows = base.size(0), configurations = before.size(0), width = before.size(2);
    const int64_t relations = int64_t(weights.size());
    const Sorted heard(messages, before.size(1), rows, relations, /*backwards=*/false);
    const at::Tensor matrices = at::stack(weights), transposed = matrices.transpose(1, 2).contiguous();
    const at::Tensor after = at::empty({isLast ? 0 : configurations, rows, width}, before.options());
    const Cut cut(base, pooledRows, configurations);
    overBlocks(configurations, [&](const Block& block) {
      const int64_t count = block.count, values = count * width;
      std::vector<float> sum(size_t(values), 0.0f), only(sum);
      const float* matrix = transposed.data_ptr<float>();
      const Rows from = rowsOfBlocked(before, block);
      const Rows into = isLast ? Rows{only.data(), 0} : rowsOfBlocked(after, block);
      for (int64_t row = 0; row < rows; ++row) {
        std::fill_n(into[row], values, 0.0f);
        for (int64_t r = 0; r < relations; ++r)
          if (const float* x = heard.sumOf(row * relations + r, from, sum.data(), values))
            addProduct({x, count, width, width, 1}, matrix + r * width * width, into[row], width);
        cut.apply(into[row], row, block);
      }
    });
    context->save_for_backward({before, base, cut.kept, messages.source, messages.target, messages.share, matrices});
    context->saved_data["pooledRows"] = pooledRows;
    return {after, cut.pooled};
  }

  static variable_list backward(AutogradContext* context, variable_list gradients) {
    const auto saved = context->get_saved_variables();
    const at::Tensor &before = saved[0], &base = saved[1], &kept = saved[2], &matrices = saved[6];
    const int64_t rows = base.size(0), configurations = before.size(0), width = before.size(2);
    const int64_t relations = matrices.size(0);
    const Sorted told({saved[3], saved[4], saved[5]}, before.size(1), rows, relations, /*backwards=*/true);
    const CutGradient cut(base, kept, context->saved_data["pooledRows"].toInt(), gradients);
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
          const float* gradient = told.sumOf(row * relations + r, from, sum.data(), values);
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

bool wholesEverywhere = false;
bool isInWholes(const at::Tensor& x) {
  return wholesEverywhere || !x.is_cpu();
}

// Sums [A, C, H] cut off.
LayerOutputs cutInWholes(const at::Tensor& sums, const at::Tensor& base, int64_t pooledRows) {
  const at::Tensor state = base.unsqueeze(1), difference = at::relu(sums + state) - at::relu(state);
  return {difference, difference.narrow(0, 0, pooledRows).sum(0)};
}

LayerOutputs passOnInWholes(const at::Tensor& difference, const std::vector<at::Tensor>& weights,
                            const at::Tensor& base, const Messages& messages, int64_t pooledRows) {
  std::vector<at::Tensor> tables;  // [B, C, H] of each relation
  for (const at::Tensor& weight : weights) tables.push_back(at::matmul(difference, weight.t()));
  const at::Tensor told = at::cat(tables).index_select(0, messages.source) * messages.share.view({-1, 1, 1});
  const at::Tensor nothing = at::zeros({base.size(0), told.size(1), told.size(2)}, told.options());
  return cutInWholes(nothing.index_add(0, messages.target, told), base, pooledRows);
}

}  // namespace

void computeInWholes(bool everywhere) {
  wholesEverywhere = everywhere;
}

LayerOutputs putIn(const at::Tensor& said, const at::Tensor& base, int64_t pooledRows) {
  if (isInWholes(said)) return cutInWholes(said, base, pooledRows);
  const auto out = PutIn::apply(said, base, pooledRows);
  return {out[0], out[1]};
}

LayerOutputs passOn(const at::Tensor& difference, const std::vector<at::Tensor>& weights, const at::Tensor& base,
                    const Messages& messages, int64_t pooledRows, bool isLast) {
  if (isInWholes(difference)) return passOnInWholes(difference, weights, base, messages, pooledRows);
  const auto out = PassOn::apply(difference, base, messages, pooledRows, isLast, at::TensorList(weights));
  return {out[0], out[1]};
}

}  // namespace hlorank::model
