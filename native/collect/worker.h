// The process that compiles and times: a Python interpreter with jaxlib (worker.py, which has the protocol). What it
// does may crash, hang or run out of memory; here that is an Error.
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "shared/base/result.h"

namespace hlorank::collect {

struct WorkerOptions {
  std::string python;            // interpreter; empty: see findPython
  std::string platform = "cpu";  // of jax
  std::vector<int> cores = {0};  // that the program may use, on the cpu
  double seconds = 120;          // that one compilation, or one run of a program, may take
};

// $HLORANK_PYTHON, else the private environment that `npm start` made beside the program, else python3.
std::string findPython();

// The last `count` of the cores that this process may use, the last one first; fewer where there are fewer.
std::vector<int> lastCores(size_t count);

class Worker {
 public:
  // Error: no such interpreter, or one without jax, with how to get it.
  static Result<std::unique_ptr<Worker>> start(const WorkerOptions& options);
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  // A request and its reply. Error: what the worker says went wrong; or it died or took longer than `seconds`, and then
  // it is no longer `alive`.
  Result<nlohmann::json> ask(const nlohmann::json& request, double seconds);
  bool alive() const { return process_ > 0; }
  const nlohmann::json& about() const { return about_; }  // versions and device

 private:
  Worker() = default;
  Result<std::string> readLine(double seconds);
  Error died(const std::string& how);
  void end();

  int process_ = -1, toWorker_ = -1, fromWorker_ = -1, log_ = -1;
  std::string pending_;  // read beyond the last line
  nlohmann::json about_;
};

}  // namespace hlorank::collect
