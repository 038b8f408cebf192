// A child process that compiles and times programs: a Python interpreter running worker.py (which documents the
// protocol) with jaxlib. If it crashes, hangs or runs out of memory, this process gets an Error.
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "shared/base/result.h"

namespace hlorank::collect {

struct WorkerOptions {
  std::string python;            // interpreter; empty: findPython()
  std::string platform = "cpu";  // JAX platform: cpu, gpu, tpu
  std::vector<int> cores = {0};  // CPU cores the worker is pinned to; used on platform cpu only
  double seconds = 120;          // time limit of one compilation or one check of the outputs
};

// Returns $HLORANK_PYTHON, else python/bin/python in the program's folder (created by `npm start`), else "python3".
std::string findPython();

// Returns the `count` highest-numbered cores in this process's CPU affinity, in descending order; fewer if there are
// fewer.
std::vector<int> lastCores(size_t count);

class Worker {
 public:
  // Starts the process and imports jax; up to 120 seconds. Error: the interpreter does not exist or has no jax.
  static Result<std::unique_ptr<Worker>> start(const WorkerOptions& options);
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  // Sends a request and waits for the reply. Error: the request failed in the worker; or the worker died or took longer
  // than `seconds`, and is then no longer alive.
  Result<nlohmann::json> ask(const nlohmann::json& request, double seconds);
  bool alive() const { return process_ > 0; }
  const nlohmann::json& about() const { return about_; }  // "jaxlib" (version) and "device" (kind)

 private:
  Worker() = default;
  Result<std::string> readLine(double seconds);
  Error died(const std::string& how);
  void end();

  int process_ = -1, toWorker_ = -1, fromWorker_ = -1, log_ = -1;
  std::string pending_;  // bytes received after the last complete line
  nlohmann::json about_;
};

}  // namespace hlorank::collect
