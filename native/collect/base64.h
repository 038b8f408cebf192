// Decodes base64 (RFC 4648, standard alphabet).
#pragma once

#include <string>
#include <string_view>

namespace hlorank::collect {

// Decodes base64 up to the first '='. Returns "" if a character before that, such as white space, is not in the
// alphabet.
inline std::string fromBase64(std::string_view text) {
  std::string bytes;
  bytes.reserve(text.size() / 4 * 3);
  unsigned int bits = 0, count = 0;
  for (const char c : text) {
    unsigned int value;
    if (c >= 'A' && c <= 'Z')
      value = static_cast<unsigned int>(c - 'A');
    else if (c >= 'a' && c <= 'z')
      value = static_cast<unsigned int>(c - 'a') + 26;
    else if (c >= '0' && c <= '9')
      value = static_cast<unsigned int>(c - '0') + 52;
    else if (c == '+')
      value = 62;
    else if (c == '/')
      value = 63;
    else if (c == '=')
      break;
    else
      return {};
    bits = bits << 6 | value;
    count += 6;
    if (count >= 8) bytes.push_back(static_cast<char>(bits >> (count -= 8) & 0xff));
  }
  return bytes;
}

}  // namespace hlorank::collect
