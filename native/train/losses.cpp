#include "native/train/losses.h"

namespace hlorank::train {

std::optional<Loss> lossFromName(std::string_view name) {
  if (name == "hinge") return Loss::kHinge;
  if (name == "listmle") return Loss::kListMle;
  if (name == "runtime") return Loss::kRunTime;
  if (name == "mse") return Loss::kSquaredError;
  return std::nullopt;
}

std::string toString(Loss loss) {
  switch (loss) {
    case Loss::kHinge:
      return "hinge";
    case Loss::kListMle:
      return "listmle";
    case Loss::kRunTime:
      return "runtime";
    case Loss::kSquaredError:
      return "mse";
  }
  return {};
}

at::Tensor pairwiseHinge(const at::Tensor& scores, const at::Tensor& times, double margin) {
  const at::Tensor slower = (times.unsqueeze(1) > (1 + margin) * times.unsqueeze(0)).to(scores.scalar_type());
  // Uses in-place operations, because a matrix [configurations, configurations] is large for thousands of
  // configurations.
  const at::Tensor shortfall = (scores.unsqueeze(0) - scores.unsqueeze(1)).add_(1).mul_(slower).relu_();
  return shortfall.sum() / slower.sum().clamp_min(1);
}

at::Tensor listMle(const at::Tensor& scores, const at::Tensor& times) {
  const at::Tensor order =
      std::get<1>(at::sort(times, /*stable=*/c10::optional<bool>(true), /*dim=*/0, /*descending=*/false));
  const at::Tensor preference = -scores.index_select(0, order);
  // For each configuration in order of run time: log of the sum of e^preference over this one and all slower ones.
  const at::Tensor rest = at::logcumsumexp(preference.flip(0), 0).flip(0);
  return (rest - preference).mean();
}

at::Tensor runTimeLoss(const at::Tensor& scores, const at::Tensor& times, double margin) {
  const at::Tensor measured = times.log().to(scores.scalar_type());
  const at::Tensor absolute =
      at::huber_loss(scores, measured, at::Reduction::Mean, kHuberDelta) * (kErrorSlope / kHuberDelta);
  const at::Tensor slower = (times.unsqueeze(1) > (1 + margin) * times.unsqueeze(0)).to(scores.scalar_type());
  const at::Tensor gap = (measured.unsqueeze(1) - measured.unsqueeze(0)).clamp(1e-3, kLargestPairGap);
  const at::Tensor shortfall = (gap - (scores.unsqueeze(1) - scores.unsqueeze(0))).relu() / gap * slower;
  return absolute + kPairShare * shortfall.sum() / slower.sum().clamp_min(1);
}

at::Tensor loopTimeLoss(const at::Tensor& logPredicted, const at::Tensor& nanoseconds) {
  // Times of small loops are mostly overhead, and a few large ones must not decide alone.
  constexpr double kTypical = 5e3, kLeastWeight = .2, kMostWeight = 3;
  const at::Tensor weight = (nanoseconds / kTypical).sqrt().clamp(kLeastWeight, kMostWeight);
  const at::Tensor error =
      at::huber_loss(logPredicted, nanoseconds.log1p(), at::Reduction::None, kLoopHuberDelta) / kLoopHuberDelta;
  return (error * weight).sum() / weight.sum();
}

at::Tensor squaredError(const at::Tensor& scores, const at::Tensor& times, double unit) {
  const at::Tensor predicted = scores / unit;
  const at::Tensor measured = times.log().to(scores.scalar_type());
  return ((predicted - predicted.mean()) - (measured - measured.mean())).square().mean();
}

}  // namespace hlorank::train
