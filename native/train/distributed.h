// Data-parallel training by several processes, on one machine or many, with Gloo. torchrun starts them, or the user
// sets its environment variables MASTER_ADDR and MASTER_PORT (of process 0), RANK and WORLD_SIZE.
#pragma once

#include <chrono>
#include <memory>
#include <stdexcept>
#include <string>

#include "native/train/process_group.h"
#include "shared/base/result.h"

namespace hlorank::train {

// Exception: another process ended or did not answer in time. The message is that of LibTorch or Gloo.
struct PeerLost : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// How the training processes find each other: by the host name or IP address and the TCP port of process 0. `rank` is
// the index of this process, from 0; `world` is the number of processes.
struct Rendezvous {
  std::string address;
  int port = 0;
  int rank = 0, world = 1;
};

// Reads the environment variables MASTER_ADDR, MASTER_PORT, RANK and WORLD_SIZE. If WORLD_SIZE is not set or 1, ignores
// the other three and returns a Rendezvous of a single process. Error: a variable is missing or not a valid number.
Result<Rendezvous> rendezvousFromEnvironment();

// Connections to the other training processes. Every process must call the same functions in the same order.
class Processes {
 public:
  Processes() = default;  // a single process, without connections

  // Connects all processes, within `startTimeout`. Later communication with Wait::kStep times out after `timeout`, with
  // Wait::kLong after an hour. Error: a process did not connect in time, or LibTorch was built without Gloo.
  static Result<Processes> connect(const Rendezvous& rendezvous, std::chrono::seconds timeout,
                                   std::chrono::seconds startTimeout);

  int rank() const { return rank_; }
  int world() const { return world_; }
  bool isFirst() const { return rank_ == 0; }

  // Replaces each element of `values` by its sum over all processes (all-reduce). Throws PeerLost.
  void sum(std::vector<float>& values, Wait wait) const;
  // Returns whether at least one process called this function with `one` = true. Throws PeerLost.
  bool any(bool one) const;
  // Returns, in every process, the `bytes` that process 0 passed (broadcast). Throws PeerLost.
  std::string broadcastFromFirst(std::string bytes) const;
  // Returns the ranks of the processes whose `bytes` differ from those of process 0. Throws PeerLost.
  std::vector<int> ranksThatDiffer(const std::string& bytes) const;

  // Returns the interface through which the trainer communicates. The connections stay open as long as the returned
  // object exists.
  ProcessGroup group() const;

 private:
  struct Groups;
  int rank_ = 0, world_ = 1;
  std::shared_ptr<Groups> groups_;
};

}  // namespace hlorank::train
