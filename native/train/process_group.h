// The communication between training processes, as the trainer sees it.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

namespace hlorank::train {

// Timeout class: kStep for a training step, kLong for long work between steps (validation, reading the data).
enum class Wait { kStep, kLong };

// Data parallelism over programs: each process computes the gradients of its programs, and the gradients are summed.
struct ProcessGroup {
  int rank = 0, world = 1;
  // All-reduce: replaces `values` by their sums over all processes, with the same bits in each. Throws PeerLost
  // (distributed.h) if another process ended. Not called with a single process.
  std::function<void(std::vector<float>& values, Wait wait)> sum;

  // Whether this process computes the i-th program of a batch.
  bool isMine(size_t i) const { return int(i % size_t(world)) == rank; }
};

}  // namespace hlorank::train
