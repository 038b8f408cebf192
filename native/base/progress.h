// A progress line on stderr. Shown only on a terminal, updated at most ten times a second.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace hlorank::native {

class Progress {
 public:
  // `what` names the counted items ("files"); `total` is the number of items, 0 if unknown. Prints nothing if `quiet`.
  Progress(std::string what, uint64_t total, bool quiet = false);
  ~Progress() { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // Shows "120/11074 files · 310/s · 35 s left · NOTE" for `done` = 120 finished items and `note` = "NOTE".
  void update(uint64_t done, const std::string& note = "");
  // Erases the progress line. To be called before writing anything else to the terminal.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;
  std::string what_;
  uint64_t total_;
  bool shown_ = false;
  bool silent_;
  Clock::time_point start_ = Clock::now();
  Clock::time_point last_ = {};
};

}  // namespace hlorank::native
