#include "shared/stages/halide_cost.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>

namespace hlorank::stages {
namespace {

constexpr size_t kTypes = 7, kAlgorithmFeatures = 40, kScheduleFeatures = 39;
constexpr size_t kAlgorithmChannels = 8, kScheduleChannels = 24, kCoefficients = 32;
constexpr size_t kChannels = kAlgorithmChannels + kScheduleChannels;

struct BufferShape {
  std::vector<float> HalideWeights::*values;
  std::vector<uint32_t> extents;  // sizes of the dimensions, the one that varies fastest first
};

const std::vector<BufferShape>& shapes() {
  static const std::vector<BufferShape> all = {
      {&HalideWeights::algorithmFilter, {kAlgorithmChannels, kAlgorithmFeatures, kTypes}},
      {&HalideWeights::algorithmBias, {kAlgorithmChannels}},
      {&HalideWeights::scheduleFilter, {kScheduleChannels, kScheduleFeatures}},
      {&HalideWeights::scheduleBias, {kScheduleChannels}},
      {&HalideWeights::filter, {kCoefficients, kChannels}},
      {&HalideWeights::bias, {kCoefficients}},
  };
  return all;
}

// Reads little-endian values of 4 bytes (uint32 or float), one after another.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}

  // Reads a word and checks that it is `expected`. `what` names the word in the error.
  Result<bool> expect(uint32_t expected, const std::string& what) {
    const auto found = next<uint32_t>();
    if (!found) return found.error();
    if (*found == expected) return true;
    return errorAt(at_ - 4, what + " is " + std::to_string(*found) + ", expected " + std::to_string(expected));
  }
  template <class T>
  Result<T> next() {
    T value;
    if (bytes_.size() - at_ < sizeof value) return errorAt(at_, "the .weights file ends here, expected more bytes");
    std::memcpy(&value, bytes_.data() + at_, sizeof value);
    at_ += sizeof value;
    return value;
  }
  size_t at() const { return at_; }

  static Error errorAt(size_t offset, std::string message) {
    Error error{std::move(message), "use a .weights file of Halide's Adams2019 autoscheduler (features of version 3)"};
    error.where.offset = static_cast<int64_t>(offset);
    return error;
  }

 private:
  std::string_view bytes_;
  size_t at_ = 0;
};

double sigmoid(double x) {
  return 1 / (1 + std::exp(-x));
}

// Coefficients of the hand-written terms in the cost of one stage.
using Coefficients = std::array<double, kCoefficients>;

// Returns the part of the coefficients that does not depend on the schedule. It comes from the bias and the embedding
// of the algorithm.
Coefficients algorithmPart(const HalideWeights& w, const float* algorithm) {
  std::array<double, kAlgorithmChannels> embedded;
  for (size_t c = 0; c < kAlgorithmChannels; ++c) embedded[c] = double(w.algorithmBias[c]);
  for (size_t feature = 0; feature < kAlgorithmFeatures; ++feature)
    for (size_t type = 0; type < kTypes; ++type) {
      // Row 0, which has the types in use, is not read.
      const auto value = double(algorithm[(feature + 1) * kTypes + type]);
      if (value == 0) continue;
      for (size_t c = 0; c < kAlgorithmChannels; ++c)
        embedded[c] +=
            value * sigmoid(double(w.algorithmFilter[(type * kAlgorithmFeatures + feature) * kAlgorithmChannels + c]));
    }
  Coefficients out;
  for (size_t c = 0; c < kCoefficients; ++c) {
    out[c] = double(w.bias[c]);
    for (size_t k = 0; k < kAlgorithmChannels; ++k) out[c] += double(w.filter[k * kCoefficients + c]) * embedded[k];
  }
  return out;
}

Coefficients coefficientsOf(const HalideWeights& w, const Coefficients& algorithm, const float* schedule) {
  std::array<double, kScheduleChannels> hidden;
  for (size_t c = 0; c < kScheduleChannels; ++c) hidden[c] = double(w.scheduleBias[c]);
  for (size_t feature = 0; feature < kScheduleFeatures; ++feature) {
    const double x = std::log(double(schedule[feature]) + 1);
    for (size_t c = 0; c < kScheduleChannels; ++c)
      hidden[c] += double(w.scheduleFilter[feature * kScheduleChannels + c]) * x;
  }
  Coefficients out = algorithm;
  for (size_t k = 0; k < kScheduleChannels; ++k) {
    const double x = std::max(0.0, hidden[k]);
    for (size_t c = 0; c < kCoefficients; ++c)
      out[c] += double(w.filter[(kAlgorithmChannels + k) * kCoefficients + c]) * x;
  }
  for (double& value : out) value = std::max(0.0, value);
  return out;
}

// Returns the cost of one stage from its coefficients `r` and its schedule features. `last` tells whether the stage is
// the output of the pipeline.
double stageCost(const Coefficients& r, const float* features, bool last, double cores) {
  const auto f = [&](size_t i) { return double(features[i]); };
  const double realizations = f(0), productions = f(1), innerParallelism = f(9), outerParallelism = f(10);
  const double bytesAtRealization = f(11), bytesAtProduction = f(12), inlinedCalls = f(17);
  const double bytesReadPerRealization = f(18), linesReadPerRealization = f(19), workingSet = f(21);
  const double vectorSize = f(22), vectors = f(24), scalars = f(25);
  const double scalarLoadsPerVector = f(26), vectorLoadsPerVector = f(27), scalarLoadsPerScalar = f(28);
  const double bytesAtTask = f(29), innermostBytesAtTask = std::max(1.0, f(30));
  const double bytesReadPerVector = f(31), linesReadPerVector = f(32);
  const double bytesReadPerTask = f(33), linesReadPerTask = f(34);

  const double tasks = std::max(1.0, innerParallelism * outerParallelism), tasksPerCore = tasks / cores;
  const bool inlined = inlinedCalls != 0;
  double compute = vectorSize * vectors * r[inlined ? 2 : 0] + scalars * r[inlined ? 3 : 1];
  compute *= std::ceil(tasksPerCore) / std::max(1.0, tasksPerCore);  // accounts for cores that are idle

  const double load = realizations * (linesReadPerRealization * r[5] + bytesReadPerRealization * r[6]) +
                      vectors * scalarLoadsPerVector * r[7] + scalars * scalarLoadsPerScalar * r[8] +
                      vectors * vectorLoadsPerVector * r[9] + scalars * bytesReadPerVector * r[10] +
                      vectors * bytesReadPerVector * r[11] + scalars * linesReadPerVector * r[12] +
                      vectors * linesReadPerVector * r[13] + tasks * bytesReadPerTask * r[14] +
                      tasks * linesReadPerTask * r[15];

  const bool parallel = innerParallelism > 1;
  const double linesWritten = innerParallelism * (bytesAtTask / innermostBytesAtTask);
  double store = realizations * (linesWritten * r[parallel ? 16
                                                  : last   ? 17
                                                           : 18] +
                                 bytesAtRealization * r[parallel ? 19
                                                        : last   ? 20
                                                                 : 21]);
  // Cost of cache lines that several threads share.
  if (parallel) store += r[22] * (vectors + scalars) / innermostBytesAtTask;
  // Number of threads that wait for one page fault.
  const double threadsPerPage = std::min(innerParallelism, 4096 / innermostBytesAtTask);
  store += bytesAtProduction * threadsPerPage * innerParallelism * outerParallelism * r[23];  // cost of page faults

  const double malloc = r[24] * realizations;
  const double launches = productions * ((parallel ? r[25] : 0) + (innerParallelism - 1) * r[26]);
  // Kept although it counts stores twice, because Halide's weights were trained with this factor.
  constexpr double kStoresCounted = 2;
  return compute + kStoresCounted * store + load + malloc + launches + workingSet * r[27];
}

}  // namespace

Result<HalideWeights> readHalideWeights(std::string_view bytes) {
  Reader reader(bytes);
  constexpr uint32_t kSignature = 0x68776631, kFeatureVersion = 3;
  for (const auto& [expected, what] :
       {std::pair<uint32_t, const char*>{kSignature, "the signature of the .weights file"},
        {kFeatureVersion, "the version of the pipeline features"},
        {kFeatureVersion, "the version of the schedule features"},
        {static_cast<uint32_t>(shapes().size()), "the number of arrays"}})
    if (const auto same = reader.expect(expected, what); !same) return same.error();
  HalideWeights weights;
  for (size_t i = 0; i < shapes().size(); ++i) {
    const auto& [values, extents] = shapes()[i];
    const std::string name = "array " + std::to_string(i);
    if (const auto same = reader.expect(uint32_t(extents.size()), "the rank of " + name); !same) return same.error();
    size_t count = 1;
    for (const uint32_t extent : extents) {
      if (const auto same = reader.expect(extent, "an extent of " + name); !same) return same.error();
      count *= extent;
    }
    for (size_t k = 0; k < count; ++k) {
      const auto value = reader.next<float>();
      if (!value) return value.error();
      if (!std::isfinite(*value)) return Reader::errorAt(reader.at() - 4, "a weight of " + name + " is not finite");
      (weights.*values).push_back(*value);
    }
  }
  if (reader.at() != bytes.size()) return Reader::errorAt(reader.at(), "the .weights file has bytes after its arrays");
  return weights;
}

Result<std::vector<double>> halideStageCosts(const HalideWeights& weights, const Problem& problem, int cores) {
  if (problem.kind != Kind::kHalide)
    return Error{"Halide's cost model reads schedules of Halide, these are of " + std::string(titleOf(problem.kind)),
                 "leave out the .weights file"};
  const size_t columns = algorithmColumns(Kind::kHalide).size();
  std::vector<Coefficients> algorithm;
  for (size_t stage = 0; stage < problem.stageCount(); ++stage)
    algorithm.push_back(algorithmPart(weights, problem.algorithm.data() + stage * columns));
  std::vector<double> costs;
  for (size_t c = 0; c < problem.count; ++c) {
    const float* schedule = problem.schedule(c).data();
    for (size_t stage = 0; stage < problem.stageCount(); ++stage, schedule += kScheduleFeatures)
      costs.push_back(1e-9 * stageCost(coefficientsOf(weights, algorithm[stage], schedule), schedule, stage == 0,
                                       double(std::max(1, cores))));
  }
  return costs;
}

Result<std::vector<double>> halideCosts(const HalideWeights& weights, const Problem& problem, int cores) {
  const auto stages = halideStageCosts(weights, problem, cores);
  if (!stages) return stages.error();
  std::vector<double> costs;
  for (size_t c = 0; c < problem.count; ++c) {
    const auto first = stages->begin() + std::ptrdiff_t(c * problem.stageCount());
    costs.push_back(std::accumulate(first, first + std::ptrdiff_t(problem.stageCount()), 0.0));
  }
  return costs;
}

}  // namespace hlorank::stages
