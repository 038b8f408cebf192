// Data-parallel training by several processes, on one machine or many, with Gloo. Start them with torchrun, or set its
// environment variables MASTER_ADDR and MASTER_PORT (of process 0), RANK and WORLD_SIZE.
#pragma once

#include <chrono>
#include <memory>
#include <stdexcept>
#include <string>

#include "native/train/process_group.h"
#include "shared/base/result.h"

namespace hlorank::train {

// Another process ended, or did not answer in time. The message is that of LibTorch or Gloo.
struct PeerLost : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Address of process 0, and the rank of this process among `world` processes.
struct Rendezvous {
  std::string address;
  int port = 0;
  int rank = 0, world = 1;
};

// Reads MASTER_ADDR, MASTER_PORT, RANK and WORLD_SIZE. A single process if WORLD_SIZE is unset or 1. Error: a variable
// is missing or not a valid number.
Result<Rendezvous> rendezvousFromEnvironment();

// The communicator. Every process must call the same functions in the same order.
class Processes {
 public:
  Processes() = default;  // a single process

  // Waits at most `startTimeout` until all processes have connected; later operations wait at most `timeout`. Error: a
  // process did not connect, or this build has no Gloo.
  static Result<Processes> connect(const Rendezvous& rendezvous, std::chrono::seconds timeout,
                                   std::chrono::seconds startTimeout);

  int rank() const { return rank_; }
  int world() const { return world_; }
  bool isFirst() const { return rank_ == 0; }

  // All of these throw PeerLost.
  void sum(std::vector<float>& values, Wait wait) const;             // all-reduce: replaces values by their sums
  bool any(bool one) const;                                          // whether `one` is true in any process
  std::string broadcastFromFirst(std::string bytes) const;           // returns the bytes of process 0
  std::vector<int> ranksThatDiffer(const std::string& bytes) const;  // ranks whose bytes differ from process 0's

  ProcessGroup group() const;  // keeps the connections alive

 private:
  struct Groups;
  int rank_ = 0, world_ = 1;
  std::shared_ptr<Groups> groups_;
};

}  // namespace hlorank::train
