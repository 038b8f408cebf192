#include "shared/hlo/quotes.h"

#include <algorithm>

namespace hlorank::hlo {
namespace {

// Returns the byte that `text` begins with as \nnn, three octal digits; −1 if it does not begin so.
int readOctalByte(std::string_view text) {
  if (text.size() < 4 || text[0] != '\\') return -1;
  int byte = 0;
  for (const char digit : text.substr(1, 3)) {
    if (digit < '0' || digit > '7') return -1;
    byte = byte * 8 + (digit - '0');
  }
  return byte;
}

// Returns the character beyond ASCII that `text` begins with, each of its bytes as \nnn; "" if there is none, or if it
// is a control character.
std::string readEscapedCharacter(std::string_view text) {
  const int lead = readOctalByte(text);
  const size_t bytes = lead >= 0xf0 && lead < 0xf5   ? 4
                       : lead >= 0xe0 && lead < 0xf0 ? 3
                       : lead >= 0xc2 && lead < 0xe0 ? 2
                                                     : 0;
  std::string character;
  for (size_t i = 0; i < bytes; ++i) {
    const int byte = readOctalByte(text.substr(std::min(4 * i, text.size())));
    if (byte < 0 || (i > 0 && (byte & 0xc0) != 0x80)) return {};
    character += static_cast<char>(byte);
  }
  constexpr std::string_view kFirstPrintable = "\xc2\xa0";
  return character < kFirstPrintable ? std::string() : character;
}

}  // namespace

void appendQuoted(std::string& out, std::string_view text) {
  out += '"';
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    switch (c) {
      case '\n':
        out += "\\n";
        break;
      case '\r':
        out += "\\r";
        break;
      case '\t':
        out += "\\t";
        break;
      case '"':
        out += "\\\"";
        break;
      case '\'':
        out += "\\'";
        break;
      case '\\':
        out += "\\\\";
        break;
      default:
        if (byte >= 0x20 && byte < 0x7f) {
          out += c;
        } else {
          out += '\\';
          out += static_cast<char>('0' + (byte >> 6));
          out += static_cast<char>('0' + (byte >> 3 & 7));
          out += static_cast<char>('0' + (byte & 7));
        }
    }
  }
  out += '"';
}

std::string_view findQuoted(std::string_view text) {
  const size_t begin = text.find('"');
  if (begin == std::string_view::npos) return {};
  text.remove_prefix(begin + 1);
  size_t end = 0;
  while (end < text.size() && text[end] != '"') end += text[end] == '\\' ? 2 : 1;
  return text.substr(0, end);
}

std::string unescaped(std::string_view quoted) {
  std::string text;
  while (!quoted.empty()) {
    size_t used = 1;
    if (const std::string character = readEscapedCharacter(quoted); !character.empty()) {
      text += character;
      used = 4 * character.size();
    } else if (quoted.size() > 1 && quoted[0] == '\\' && (quoted[1] == '"' || quoted[1] == '\'' || quoted[1] == '\\')) {
      text += quoted[1];
      used = 2;
    } else {
      text += quoted[0];
    }
    quoted.remove_prefix(used);
  }
  return text;
}

}  // namespace hlorank::hlo
