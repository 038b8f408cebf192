// libFuzzer's way in; scripts/fuzz runs it.

#include <cstddef>
#include <cstdint>

#include "tests/fuzz/exercise.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  hlorank::test::exercise({reinterpret_cast<const char*>(data), size});
  return 0;
}
