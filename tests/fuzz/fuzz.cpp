// libFuzzer's way in: each fuzzer is this file with another body (CMakeLists.txt); scripts/fuzz runs them.

#include <cstddef>
#include <cstdint>

#include "tests/fuzz/exercise.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  hlorank::test::HLORANK_FUZZ_BODY({reinterpret_cast<const char*>(data), size});
  return 0;
}
