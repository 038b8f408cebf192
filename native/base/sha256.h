// SHA-256 (FIPS 180-4).
#pragma once

#include <string>
#include <string_view>

namespace hlorank::native {

// Returns the hash as 64 hexadecimal digits, the same as the `sha256sum` program.
std::string sha256(std::string_view bytes);

}  // namespace hlorank::native
