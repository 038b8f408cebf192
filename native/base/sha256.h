// The hash function SHA-256 (FIPS 180-4).
#pragma once

#include <string>
#include <string_view>

namespace hlorank::native {

// Returns the SHA-256 hash of `bytes` as 64 lower-case hexadecimal digits, like the program `sha256sum`.
std::string sha256(std::string_view bytes);

}  // namespace hlorank::native
