#include "native/base/interrupt.h"

#include <signal.h>

namespace hlorank::native {
namespace {

volatile sig_atomic_t flag = 0;

}  // namespace

void catchInterrupts() {
  struct sigaction action = {};
  action.sa_handler = [](int) { flag = 1; };
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

void catchEverySigterm() {
  struct sigaction action = {};
  action.sa_handler = [](int) { flag = 1; };
  sigaction(SIGTERM, &action, nullptr);
}

bool interrupted() {
  return flag != 0;
}

}  // namespace hlorank::native
