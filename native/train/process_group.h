// What the processes that train one network together can do with one another.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

namespace hlorank::train {

// How long the others may take: for a step, or for work that is not divided into steps (judging, reading the data).
enum class Wait { kStep, kLong };

// Each process learns from its share of a batch's programs, and what they found is added up.
struct ProcessGroup {
  int rank = 0, world = 1;
  // Adds up `values` over all processes, in each of them to the same bits. Throws PeerLost (distributed.h) when one of
  // them is gone. Not called when there is one process only.
  std::function<void(std::vector<float>& values, Wait wait)> sum;

  bool isMine(size_t i) const { return int(i % size_t(world)) == rank; }
};

}  // namespace hlorank::train
