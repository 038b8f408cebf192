// Entry point of libFuzzer. CMakeLists.txt compiles this file once for each fuzz target; scripts/fuzz runs the results.

#include <cstddef>
#include <cstdint>

#include "tests/fuzz/exercise.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  hlorank::test::HLORANK_FUZZ_BODY({reinterpret_cast<const char*>(data), size});
  return 0;
}
