// A line of progress on stderr, where someone is looking: on a terminal only, ten times a second at most.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace hlorank::native {

class Progress {
 public:
  // `what` is being counted ("files"); `total` 0: unknown. Silent when `quiet` or stderr is no terminal.
  Progress(std::string what, uint64_t total, bool quiet = false);
  ~Progress() { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // "120/11074 files · 310/s · 35 s left · NOTE"
  void update(uint64_t done, const std::string& note = "");
  // Takes the line away, before something else is written to the terminal.
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
