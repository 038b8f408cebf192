// Compression with zlib, level 9. Throws std::runtime_error if zlib fails.
#pragma once

#include <string>
#include <string_view>

namespace hlorank::native {

std::string deflate(std::string_view bytes);  // raw DEFLATE stream, the format of zip archive members
std::string gzip(std::string_view bytes);     // .gz file without name and time stamp, so the output is reproducible

}  // namespace hlorank::native
