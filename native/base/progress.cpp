#include "native/base/progress.h"

#include <unistd.h>

#include <cstdio>

#include "shared/base/text.h"

namespace hlorank::native {

Progress::Progress(std::string what, uint64_t total, bool quiet)
    : what_(std::move(what)), total_(total), silent_(quiet || !isatty(STDERR_FILENO)) {}

void Progress::update(uint64_t done, const std::string& note) {
  Clock::time_point now = Clock::now();
  if (silent_ || now - last_ < std::chrono::milliseconds(100)) return;
  last_ = now;
  double seconds = std::chrono::duration<double>(now - start_).count();
  double rate = seconds > 0 ? done / seconds : 0;
  std::string line = std::to_string(done);
  if (total_) line += "/" + std::to_string(total_);
  line += " " + what_;
  if (rate > 0) line += formatted(" · %.3g/s", rate);
  if (rate > 0 && total_ > done) line += formatted(" · %.0f s left", (total_ - done) / rate);
  if (!note.empty()) line += " · " + note;
  std::fprintf(stderr, "\r\033[K%s", line.c_str());
  shown_ = true;
}

void Progress::clear() {
  if (shown_) std::fputs("\r\033[K", stderr);
  shown_ = false;
}

}  // namespace hlorank::native
