#include "native/model/delta_layer.h"

#include <ATen/Parallel.h>
#include <torch/csrc/autograd/custom_function.h>

#include <algorithm>
#include <numeric>
#include <vector>

namespace hlorank::model {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::Variable;
using torch::autograd::variable_list;

// Compiled for what the processor has; the loops are over floats that lie side by side.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define HLORANK_WIDE __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define HLORANK_WIDE
#endif

HLORANK_WIDE void addScaled(float* into, const float* x, float share, int64_t count) {
  for (int64_t i = 0; i < count; ++i) into[i] += share * x[i];
}

HLORANK_WIDE void setScaled(float* into, const float* x, float share, int64_t count) {
  for (int64_t i = 0; i < count; ++i) into[i] = share * x[i];
}

// rows × `width` sums become differences, and are added to `pooled` (same shape) where there is one.
HLORANK_WIDE void cutOff(float* sums, const float* base, float* pooled, int64_t rows, int64_t width) {
  for (int64_t r = 0; r < rows; ++r) {
    float* x = sums + r * width;
    for (int64_t h = 0; h < width; ++h) x[h] = std::max(base[h] + x[h], 0.0f) - std::max(base[h], 0.0f);
    if (pooled) {
      float* p = pooled + r * width;
      for (int64_t h = 0; h < width; ++h) p[h] += x[h];
    }
  }
}

// Gradient before the cut: that after it (of the row and of the sum it was pooled into, each where there is one) where
// the state is above 0; and what is left of it for the base, added to `base` of `width`.
HLORANK_WIDE void cutOffGradient(const float* difference, const float* state, const float* ofRow, const float* ofPooled,
                                 float* gradient, float* base, int64_t rows, int64_t width) {
  for (int64_t r = 0; r < rows; ++r) {
    const int64_t at = r * width;
    for (int64_t h = 0; h < width; ++h) {
      const float whole = (ofRow ? ofRow[at + h] : 0) + (ofPooled ? ofPooled[at + h] : 0);
      const float before = std::max(state[h], 0.0f);
      const float kept = difference[at + h] > -before ? whole : 0;
      gradient[at + h] = kept;
      base[h] += kept - (state[h] > 0 ? whole : 0);
    }
  }
}

constexpr int64_t kBlock = 16;  // configurations handled together: a row of them stays in the first cache

// Work is divided by configurations, so that sums do not depend on the number of threads.
template <class Work>
void overConfigurations(int64_t configurations, const Work& work) {
  const int64_t blocks = (configurations + kBlock - 1) / kBlock;
  at::parallel_for(0, blocks, 1, [&](int64_t begin, int64_t end) {
    for (int64_t block = begin; block < end; ++block)
      work(block * kBlock, std::min(kBlock, configurations - block * kBlock));
  });
}

struct Sizes {
  int64_t rows, configurations, width;
  explicit Sizes(const at::Tensor& x) : rows(x.size(0)), configurations(x.size(1)), width(x.size(2)) {}
  int64_t row() const { return configurations * width; }
};

bool wholesEverywhere = false;
bool isInWholes(const at::Tensor& x) {
  return wholesEverywhere || !x.is_cpu();
}

const float* floats(const at::Tensor& x) {
  return x.defined() ? x.data_ptr<float>() : nullptr;
}

// What cuts rows off at 0: their base [A, H], and how many of them are pooled, into [C, H].
struct Cut {
  const at::Tensor& base;
  int64_t pooledRows;
  at::Tensor pooled;

  // The configurations first .. first + count of one row of sums become differences.
  void apply(float* sums, int64_t row, int64_t first, int64_t count, int64_t width) {
    cutOff(sums, floats(base) + row * width, row < pooledRows ? pooled.data_ptr<float>() + first * width : nullptr,
           count, width);
  }
};

// sums [A, C, H] become differences, all at once: for devices other than the processor.
void cutAllOff(at::Tensor& sums, Cut& cut) {
  const at::Tensor state = cut.base.unsqueeze(1);
  sums = at::relu(sums + state) - at::relu(state);
  cut.pooled = sums.narrow(0, 0, cut.pooledRows).sum(0);
}

struct CutGradients {
  at::Tensor sums, base;  // [A, C, H] and [A, H]
};
CutGradients finishGradient(const at::Tensor& difference, const at::Tensor& base, at::Tensor ofRows,
                            at::Tensor ofPooled, int64_t pooledRows) {
  const Sizes size(difference);
  if (ofRows.defined()) ofRows = ofRows.contiguous();
  if (ofPooled.defined()) ofPooled = ofPooled.contiguous();
  CutGradients gradients{at::empty_like(difference), at::zeros_like(base)};
  if (isInWholes(difference)) {
    at::Tensor whole = ofRows.defined() ? ofRows.clone() : at::zeros_like(difference);
    if (ofPooled.defined()) whole.narrow(0, 0, pooledRows).add_(ofPooled);
    const at::Tensor state = base.unsqueeze(1);
    gradients.sums = whole * (difference > -at::relu(state));
    gradients.base = gradients.sums.sum(1) - whole.sum(1) * (base > 0);
    return gradients;
  }
  // A row's sum over the configurations is taken block by block, in order.
  const int64_t blocks = (size.configurations + kBlock - 1) / kBlock;
  at::Tensor parts = at::zeros({blocks, size.rows, size.width}, base.options());
  overConfigurations(size.configurations, [&](int64_t first, int64_t count) {
    for (int64_t row = 0; row < size.rows; ++row) {
      const int64_t at = row * size.row() + first * size.width;
      cutOffGradient(floats(difference) + at, floats(base) + row * size.width,
                     ofRows.defined() ? floats(ofRows) + at : nullptr,
                     ofPooled.defined() && row < pooledRows ? floats(ofPooled) + first * size.width : nullptr,
                     gradients.sums.data_ptr<float>() + at,
                     parts.data_ptr<float>() + (first / kBlock * size.rows + row) * size.width, count, size.width);
    }
  });
  gradients.base = parts.sum(0);
  return gradients;
}

// Which entries go to each row, in order: those of row r are entries[begin[r]] .. entries[begin[r + 1]].
struct ByRow {
  std::vector<int64_t> begin, entries;
  ByRow(const at::Tensor& to, int64_t rows) : begin(size_t(rows) + 1), entries(size_t(to.size(0))) {
    const int64_t* row = to.data_ptr<int64_t>();
    for (int64_t i = 0; i < to.size(0); ++i) ++begin[size_t(row[i]) + 1];
    std::partial_sum(begin.begin(), begin.end(), begin.begin());
    std::vector<int64_t> next(begin.begin(), begin.end() - 1);
    for (int64_t i = 0; i < to.size(0); ++i) entries[size_t(next[size_t(row[i])]++)] = i;
  }
};

// Rows [rows, C, H]: row to[i] is the sum of share[i] · from[of[i]]; cut off at 0 where there is a `cut`.
at::Tensor spread(const at::Tensor& from, const at::Tensor& of, const at::Tensor& to, const at::Tensor& share,
                  int64_t rows, Cut* cut) {
  const Sizes size(from);
  if (isInWholes(from)) {
    at::Tensor sums = at::zeros({rows, size.configurations, size.width}, from.options());
    sums.index_add_(0, to, from.index_select(0, of) * share.view({-1, 1, 1}));
    if (cut) cutAllOff(sums, *cut);
    return sums;
  }
  at::Tensor sums = at::empty({rows, size.configurations, size.width}, from.options());
  const ByRow byRow(to, rows);
  const int64_t* source = of.data_ptr<int64_t>();
  overConfigurations(size.configurations, [&](int64_t first, int64_t count) {
    const int64_t values = count * size.width;
    for (int64_t row = 0; row < rows; ++row) {
      float* into = sums.data_ptr<float>() + row * size.row() + first * size.width;
      const int64_t begin = byRow.begin[size_t(row)], end = byRow.begin[size_t(row) + 1];
      if (begin == end) std::fill(into, into + values, 0.0f);
      for (int64_t k = begin; k < end; ++k) {
        const int64_t i = byRow.entries[size_t(k)];
        const float* x = floats(from) + source[i] * size.row() + first * size.width;
        if (k == begin)
          setScaled(into, x, floats(share)[i], values);
        else
          addScaled(into, x, floats(share)[i], values);
      }
      if (cut) cut->apply(into, row, first, count, size.width);
    }
  });
  return sums;
}

Cut cutOf(const at::Tensor& base, int64_t pooledRows, const at::Tensor& like) {
  return {base, pooledRows, at::zeros({like.size(1), like.size(2)}, like.options())};
}

class PutIn : public torch::autograd::Function<PutIn> {
 public:
  static variable_list forward(AutogradContext* context, const Variable& said, const Variable& base,
                               int64_t pooledRows) {
    context->set_materialize_grads(false);
    at::Tensor difference = said.contiguous().clone();
    const Sizes size(difference);
    Cut cut = cutOf(base, pooledRows, difference);
    if (isInWholes(difference)) {
      cutAllOff(difference, cut);
    } else {
      overConfigurations(size.configurations, [&](int64_t first, int64_t count) {
        for (int64_t row = 0; row < size.rows; ++row)
          cut.apply(difference.data_ptr<float>() + row * size.row() + first * size.width, row, first, count,
                    size.width);
      });
    }
    context->save_for_backward({difference, base});
    context->saved_data["pooledRows"] = pooledRows;
    return {difference, cut.pooled};
  }
  static variable_list backward(AutogradContext* context, variable_list gradients) {
    const auto saved = context->get_saved_variables();
    const auto before =
        finishGradient(saved[0], saved[1], gradients[0], gradients[1], context->saved_data["pooledRows"].toInt());
    return {before.sums, before.base, Variable()};
  }
};

class PassOn : public torch::autograd::Function<PassOn> {
 public:
  static variable_list forward(AutogradContext* context, const Variable& difference, const Variable& base,
                               const Variable& source, const Variable& target, const Variable& share,
                               int64_t pooledRows, at::TensorList weights) {
    context->set_materialize_grads(false);
    const at::Tensor before = difference.contiguous();
    const Sizes size(before);
    const at::Tensor flat = before.view({size.rows * size.configurations, size.width});
    Cut cut = cutOf(base, pooledRows, before);
    at::Tensor rows;
    {
      at::Tensor tables =
          at::empty({int64_t(weights.size()) * size.rows, size.configurations, size.width}, before.options());
      for (size_t r = 0; r < weights.size(); ++r) {
        at::Tensor table = tables.narrow(0, int64_t(r) * size.rows, size.rows).view(flat.sizes());
        at::mm_out(table, flat, weights[r].t());
      }
      rows = spread(tables, source, target, share, base.size(0), &cut);
    }
    variable_list kept = {before, rows, base, source, target, share};
    kept.insert(kept.end(), weights.begin(), weights.end());
    context->save_for_backward(kept);
    context->saved_data["pooledRows"] = pooledRows;
    return {rows, cut.pooled};
  }
  static variable_list backward(AutogradContext* context, variable_list gradients) {
    const auto saved = context->get_saved_variables();
    const at::Tensor &before = saved[0], &source = saved[3], &target = saved[4], &share = saved[5];
    const size_t relations = saved.size() - 6;
    const Sizes size(before);
    const at::Tensor flat = before.view({size.rows * size.configurations, size.width});
    at::Tensor tables, ofBase;
    {
      const auto cut =
          finishGradient(saved[1], saved[2], gradients[0], gradients[1], context->saved_data["pooledRows"].toInt());
      gradients.clear();
      ofBase = cut.base;
      tables = spread(cut.sums, target, source, share, int64_t(relations) * size.rows, nullptr);
    }
    at::Tensor ofBefore = at::empty_like(flat);
    variable_list result = {at::Tensor(), ofBase, Variable(), Variable(), Variable(), Variable()};
    for (size_t r = 0; r < relations; ++r) {
      const at::Tensor table = tables.narrow(0, int64_t(r) * size.rows, size.rows).view(flat.sizes());
      const at::Tensor& weight = saved[6 + r];
      if (r == 0)
        at::mm_out(ofBefore, table, weight);
      else
        ofBefore.addmm_(table, weight);
      result.push_back(at::mm(table.t(), flat));
    }
    result[0] = ofBefore.view(before.sizes());
    return result;
  }
};

}  // namespace

void computeInWholes(bool everywhere) {
  wholesEverywhere = everywhere;
}

LayerOutputs putIn(const at::Tensor& said, const at::Tensor& base, int64_t pooledRows) {
  const auto out = PutIn::apply(said, base, pooledRows);
  return {out[0], out[1]};
}

LayerOutputs passOn(const at::Tensor& difference, const std::vector<at::Tensor>& weights, const at::Tensor& base,
                    const Messages& messages, int64_t pooledRows) {
  const auto out = PassOn::apply(difference, base, messages.source, messages.target, messages.share, pooledRows,
                                 at::TensorList(weights));
  return {out[0], out[1]};
}

}  // namespace hlorank::model
