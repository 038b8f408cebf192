// Interface through which the trainer communicates with the other training processes; distributed.h implements it.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

namespace hlorank::train {

// Timeout of a communication between processes: kStep within a training step, kLong after long work between steps
// (validation, reading the data).
enum class Wait { kStep, kLong };

// The group of processes that train one network, data-parallel over programs: each process computes the gradients of
// some programs, and the gradients are summed. `rank` is the index of this process, from 0; `world` is the number of
// processes.
struct ProcessGroup {
  int rank = 0, world = 1;
  // Replaces each element of `values` by its sum over all processes (all-reduce), with the same bits in each process.
  // Throws PeerLost (distributed.h) if another process ended or does not answer. With a single process (world = 1),
  // this function is neither set nor called.
  std::function<void(std::vector<float>& values, Wait wait)> sum;

  // Returns whether this process computes program i (from 0) of a batch; the processes take turns.
  bool isMine(size_t i) const { return int(i % size_t(world)) == rank; }
};

}  // namespace hlorank::train
