// zlib: what is written compressed.
#pragma once

#include <string>
#include <string_view>

namespace hlorank::native {

std::string deflate(std::string_view bytes);  // a raw DEFLATE stream, as members of zip archives have
std::string gzip(std::string_view bytes);     // a .gz file without name and date: the same bytes every time

}  // namespace hlorank::native
