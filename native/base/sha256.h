// SHA-256 (FIPS 180-4): what `sha256sum` prints of a file.
#pragma once

#include <string>
#include <string_view>

namespace hlorank::native {

// 64 hexadecimal digits.
std::string sha256(std::string_view bytes);

}  // namespace hlorank::native
