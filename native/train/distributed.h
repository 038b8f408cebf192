// Several processes that train one network, on one machine or many. They are started as torchrun starts them:
// MASTER_ADDR, MASTER_PORT, RANK and WORLD_SIZE say where process 0 is met, which one this is and how many there are.
#pragma once

#include <chrono>
#include <memory>
#include <stdexcept>
#include <string>

#include "native/train/process_group.h"
#include "shared/base/result.h"

namespace hlorank::train {

// Another process is gone, or has not answered in time. The message says what was seen of it.
struct PeerLost : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Where processes meet, and which of them this is.
struct Rendezvous {
  std::string address;
  int port = 0;
  int rank = 0, world = 1;
};

// From MASTER_ADDR, MASTER_PORT, RANK and WORLD_SIZE; one process where WORLD_SIZE is not set or 1. Error: a variable
// that is missing or no such number.
Result<Rendezvous> rendezvousFromEnvironment();

// Every process calls the same functions in the same order.
class Processes {
 public:
  Processes() = default;  // one alone

  // Waits `forAll` for all others to come; from then on `timeout` at each step. Error: they did not come, or this build
  // has no means of talking to them.
  static Result<Processes> meet(const Rendezvous& rendezvous, std::chrono::seconds timeout,
                                std::chrono::seconds forAll);

  int rank() const { return rank_; }
  int world() const { return world_; }
  bool isFirst() const { return rank_ == 0; }

  // All of these throw PeerLost.
  void sum(std::vector<float>& values, Wait wait) const;
  bool any(bool one) const;                      // whether it is so in one of them
  std::string ofFirst(std::string bytes) const;  // what process 0 gives, in each
  // The ranks that gave something else than process 0.
  std::vector<int> differing(const std::string& bytes) const;

  ProcessGroup group() const;

 private:
  struct Groups;
  int rank_ = 0, world_ = 1;
  std::shared_ptr<Groups> groups_;
};

}  // namespace hlorank::train
