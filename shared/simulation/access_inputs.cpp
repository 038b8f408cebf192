#include "shared/simulation/access_inputs.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace hlorank::simulation {

namespace {

// Returns log2(1 + x) / unit.
double log(double x, double unit) {
  return std::log2(1 + std::max(x, 0.0)) / unit;
}

// Returns log2(conflict) / 6. `conflict` is the number of cache lines that compete for a cache set, divided by the
// number of lines in a set. Values below 1/64 count as 1/64.
double logConflict(double conflict) {
  return std::log2(std::max(conflict, 1.0 / 64)) / 6;
}

// Returns how many cache lines of `size` accesses, `bytes` apart, fall into the same set of the L1 cache, divided by
// the number of lines that fit in a set. If the result exceeds 1, lines evict each other.
double conflictOf(int64_t size, int64_t bytes, const Caches& caches) {
  const int64_t same = int64_t{caches.level1Sets} * caches.line;  // addresses equal modulo this are in the same set
  return static_cast<double>(size) * static_cast<double>(std::gcd(bytes, same)) / static_cast<double>(same) /
         caches.level1Ways;
}

// How the accesses of a loop nest to one array move through memory. The "contiguous loop" is the loop with the smallest
// nonzero stride.
struct Movement {
  double inner = 0;      // distance in bytes from one iteration of the innermost loop to the next
  double innerSize = 1;  // number of iterations of the innermost loop
  // Index of the contiguous loop (the one with the smallest nonzero stride); 0 is the innermost loop.
  size_t contiguous = 0;
  double footprint = 0;  // total bytes of the cache lines touched in one iteration of the contiguous loop
  double conflict = 0;   // greatest number of competing cache lines (conflictOf) of a loop inside the contiguous loop
  double run = 1;        // number of elements that are accessed one after another without a gap in memory
  double useful = 0;     // bytes of each cache line that the contiguous loop uses
  // About the write of the result in the contiguous loop. writeConflict is a result of conflictOf, writeStep the number
  // of bytes per iteration, writeSize the number of iterations.
  double writeConflict = 0, writeStep = 0, writeSize = 0;
};

Movement measure(const Access& access, const Caches& caches) {
  const double line = caches.line;
  Movement movement;
  movement.footprint = movement.useful = line;
  const Strides& s = access.strides;
  if (s.count > 0) movement.innerSize = static_cast<double>(s.sizes[0]);
  if (access.pattern == Access::kNoPattern || s.count == 0) return movement;
  if (access.pattern == Access::kContiguous) {
    movement.inner = static_cast<double>(access.elementBytes);
    movement.run = movement.innerSize;
    return movement;
  }
  size_t k = s.count;
  for (size_t i = 0; i < s.count; ++i)
    if (s.strides[i] != 0 && (k == s.count || s.strides[i] < s.strides[k])) k = i;
  if (k == s.count) return movement;
  movement.contiguous = k;
  movement.inner = static_cast<double>(s.strides[0] * access.elementBytes);
  double lines = 1;
  int64_t written = access.elementBytes;
  for (size_t j = 0; j < k; ++j) {
    written *= s.sizes[j];
    const int64_t bytes = s.strides[j] * access.elementBytes;
    if (bytes == 0) continue;
    const auto size = static_cast<double>(s.sizes[j]);
    lines *= std::max(1.0, std::min(size, size * static_cast<double>(bytes) / line));
    movement.conflict = std::max(movement.conflict, conflictOf(s.sizes[j], bytes, caches));
  }
  movement.footprint = lines * line;
  int64_t expected = 1;
  for (size_t i = 0; i < s.count && s.strides[i] == expected; ++i) {
    movement.run *= static_cast<double>(s.sizes[i]);
    expected *= s.sizes[i];
  }
  if (k == 0) return movement;
  movement.useful =
      std::min(line, static_cast<double>(s.strides[k] * access.elementBytes) * static_cast<double>(s.sizes[k]));
  if (access.writes) return movement;
  movement.writeConflict = conflictOf(s.sizes[k], written, caches);
  movement.writeStep = static_cast<double>(written);
  movement.writeSize = static_cast<double>(s.sizes[k]);
  return movement;
}

struct Input {
  std::string_view name;
  double (*value)(const Access&, const Movement&, const Caches&);
};

constexpr double kKiB = 1024;

#define INPUT(name, value)                                                                                             \
  {                                                                                                                    \
    name,                                                                                                              \
        [](const Access& a, const Movement& m, const Caches& c) -> double { return (void)a, (void)m, (void)c, value; } \
  }

constexpr Input kInputs[kAccessFeatures] = {
    INPUT("log elements", log(a.elements, 20)),
    INPUT("copy", a.kind == LoopKind::kCopy),
    INPUT("fused", a.kind == LoopKind::kFused),
    INPUT("reduce", a.kind == LoopKind::kReduce),
    INPUT("inner stride is 0", m.inner == 0),
    INPUT("inner stride is one element", m.inner == static_cast<double>(a.elementBytes)),
    INPUT("inner stride is larger", m.inner > static_cast<double>(a.elementBytes)),
    INPUT("log inner stride in bytes", log(m.inner, 20)),
    INPUT("log inner size", log(m.innerSize, 10)),
    INPUT("level of the contiguous loop / 4", static_cast<double>(m.contiguous) / 4),
    INPUT("log footprint in bytes", log(m.footprint, 20)),
    INPUT("footprint > L1 cache", m.footprint > kKiB * c.level1KiB),
    INPUT("footprint > L2 cache", m.footprint > kKiB * c.level2KiB),
    INPUT("footprint > 1/4 of L3 cache", m.footprint > kKiB / 4 * c.level3KiB),
    INPUT("read conflict", m.conflict),
    INPUT("log contiguous run", log(m.run, 20)),
    INPUT("contiguous run < 8", m.run < 8),
    INPUT("useful fraction of a line", m.useful / c.line),
    INPUT("log bytes of the array", log(a.bytes, 25)),
    INPUT("array > L1 cache", a.bytes > kKiB * c.level1KiB),
    INPUT("array > L2 cache", a.bytes > kKiB * c.level2KiB),
    INPUT("array > L3 cache", a.bytes > kKiB * c.level3KiB),
    INPUT("elements > 4 bytes", a.elementBytes > 4),
    INPUT("write", a.writes),
    INPUT("log heavy operations", log(a.heavyOperations, 4)),
    INPUT("inner size < 16", m.innerSize < 16),
    INPUT("contiguous loop is second", m.contiguous == 1),
    INPUT("contiguous loop is further out", m.contiguous > 1),
    INPUT("result is row-major", a.resultIsRowMajor),
    INPUT("array is row-major", a.operandIsRowMajor),
    INPUT("all arrays are row-major", a.allAreRowMajor),
    INPUT("reads a constraint", a.readsConstraint),
    INPUT("feeds a constraint", a.feedsConstraint),
    INPUT("reads a parameter", a.readsParameter),
    INPUT("log operands", log(a.operands, 3)),
    INPUT("log second size", log(a.strides.count > 1 ? static_cast<double>(a.strides.sizes[1]) : 1, 10)),
    INPUT("log second stride in bytes",
          log(a.strides.count > 1 ? static_cast<double>(a.strides.strides[1] * a.elementBytes) : 0, 20)),
    INPUT("matrix of a product with a vector", a.isMatrixVector),
    INPUT("read conflict > 1", m.conflict > 1),
    INPUT("log read conflict", logConflict(m.conflict)),
    INPUT("write conflict > 1", m.writeConflict > 1),
    INPUT("log write conflict", logConflict(m.writeConflict)),
    INPUT("log write stride in bytes", log(m.writeStep, 20)),
    INPUT("log contiguous size", log(m.writeSize, 10)),
    INPUT("elements of 1 byte", a.elementBytes == 1),
    INPUT("elements of 2 bytes", a.elementBytes == 2),
    INPUT("inner size < 4", m.innerSize < 4),
    INPUT("inner size is a multiple of 8", std::fmod(m.innerSize, 8) == 0),
    INPUT("log divisions per element", log(a.divisions, 2)),
    INPUT("log uneven divisions per element", log(a.unevenDivisions, 2)),
    INPUT("log very heavy operations", log(a.veryHeavyOperations, 4)),
    INPUT("in a library", a.isInLibrary),
};

#undef INPUT

constexpr std::array<std::string_view, kAccessFeatures> listNames() {
  std::array<std::string_view, kAccessFeatures> names;
  for (size_t i = 0; i < kAccessFeatures; ++i) names[i] = kInputs[i].name;
  return names;
}

}  // namespace

constexpr std::array<std::string_view, kAccessFeatures> kAccessFeatureNames = listNames();

std::array<float, kAccessFeatures> accessInputs(const Access& access, const Rules& rules) {
  Movement movement = measure(access, rules.caches);
  if (!rules.conflicts) movement.conflict = movement.writeConflict = 0;
  std::array<float, kAccessFeatures> inputs;
  for (size_t i = 0; i < kAccessFeatures; ++i) {
    inputs[i] = static_cast<float>(kInputs[i].value(access, movement, rules.caches));
  }
  return inputs;
}

}  // namespace hlorank::simulation
