// Compression with zlib, level 9. Throws std::runtime_error if zlib fails.
#pragma once

#include <string>
#include <string_view>

namespace hlorank::native {

std::string deflate(std::string_view bytes);  // writes a raw DEFLATE stream, as in zip archives
std::string gzip(std::string_view bytes);     // writes a .gz file; reproducible: without name and time stamp

}  // namespace hlorank::native
