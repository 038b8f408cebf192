#include "native/base/interrupt.h"

#include <signal.h>

namespace hlorank::native {
namespace {

volatile sig_atomic_t flag = 0;

// Makes a signal set the flag. `flags`: of sigaction; with SA_RESETHAND, a second signal ends the process.
void setFlagOn(int signal, int flags) {
  struct sigaction action = {};
  action.sa_handler = [](int) { flag = 1; };
  action.sa_flags = flags;
  sigaction(signal, &action, nullptr);
}

}  // namespace

void catchInterrupts() {
  for (const int signal : {SIGINT, SIGTERM}) setFlagOn(signal, static_cast<int>(SA_RESETHAND));
}

void catchEverySigterm() {
  setFlagOn(SIGTERM, 0);
}

bool interrupted() {
  return flag != 0;
}

}  // namespace hlorank::native
