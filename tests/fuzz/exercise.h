// What is done with any bytes: the body of the fuzzer and of the regression test over tests/fuzz/corpus.
#pragma once

#include <string_view>

namespace hlorank::test {

// Opens the bytes as the program would, follows every path that needs no model, and aborts with a message when
// something that must hold does not: what we print has to parse to a program of the same features.
void exercise(std::string_view bytes);

}  // namespace hlorank::test
