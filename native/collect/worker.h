// A child process that compiles and times programs. If it crashes or lacks memory, the caller only gets an Error. The
// process is a Python interpreter with jaxlib that runs worker.py, which documents the protocol.
#pragma once

#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "shared/base/result.h"

namespace hlorank::collect {

struct WorkerOptions {
  // Path of the Python interpreter. If empty: $HLORANK_PYTHON, else python/bin/python in the folder of the `hlorank`
  // executable (from `npm start`), else "python3".
  std::string python;
  std::string platform = "cpu";  // the JAX platform: cpu, gpu or tpu
  std::vector<int> cores = {0};  // CPU cores that the process is pinned to; only for the platform cpu
  double timeout = 120;          // time limit in seconds of one compilation or one comparison of outputs
  // Lock of the device that several workers share, for example a GPU: only one of them compiles or runs programs at a
  // time, because XLA:GPU times kernels while it compiles. Null: the workers do not share a device.
  std::shared_ptr<std::mutex> sharedDevice;
};

// Returns the `count` highest-numbered CPU cores that this process may run on, in descending order. If this process may
// run on fewer cores, returns all of them.
std::vector<int> lastCores(size_t count);

// Returns `count` CPU cores (option --threads) with consecutive numbers from `first` on (option --core). Exception: if
// `first` is negative, returns the `count` highest-numbered cores (lastCores). Error: there are fewer cores.
Result<std::vector<int>> coresFrom(int first, int count);

// Returns an error if this machine has no CPU core with one of these numbers. `option`: the option that names the
// cores, such as "--core".
std::optional<Error> checkCores(const std::string& option, const std::vector<int>& cores);

class Worker {
 public:
  // Starts the child process and waits up to 120 seconds until it has imported jax. Error: the Python interpreter does
  // not exist or cannot import jax, jax finds no device of the platform, or the process cannot run on the cores.
  static Result<std::unique_ptr<Worker>> start(const WorkerOptions& options);
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  // Waits until no other worker uses the shared device, if there is one, without limit. Then sends a request (see
  // worker.py) and waits up to `seconds` for the reply. Error: the worker rejected the request and continues, or the
  // worker died or did not reply in time, after which alive() returns false.
  Result<nlohmann::json> ask(const nlohmann::json& request, double seconds);
  // Returns whether the process is running. False after the process died or exceeded the time limit of a request.
  bool alive() const { return process_ > 0; }
  // Returns for how many seconds requests have waited for the shared device.
  double waited() const { return waited_; }
  // Returns the reply to the first request: its field "jaxlib" is the version, "device" the JAX device kind.
  const nlohmann::json& about() const { return about_; }

 private:
  Worker() = default;
  Result<std::string> readLine(double seconds);
  Error died(const std::string& how);
  void end();

  int process_ = -1, toWorker_ = -1, fromWorker_ = -1, log_ = -1;
  std::string pending_;  // bytes received after the last complete line
  std::shared_ptr<std::mutex> sharedDevice_;
  double waited_ = 0;
  nlohmann::json about_;
};

}  // namespace hlorank::collect
