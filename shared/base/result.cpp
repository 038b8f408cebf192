#include "shared/base/result.h"

namespace hlorank {

std::string format(const Error& error, const std::string& name) {
  std::string out = name;
  if (error.where.line > 0) {
    out += ":" + std::to_string(error.where.line);
    if (error.where.column > 0) out += ":" + std::to_string(error.where.column);
  } else if (error.where.offset >= 0) {
    out += ": byte " + std::to_string(error.where.offset);
  }
  out += ": error: " + error.message + "\n";
  if (!error.excerpt.empty()) {
    out += "  " + error.excerpt + "\n";
    if (error.caret >= 0) out += "  " + std::string(static_cast<size_t>(error.caret), ' ') + "^\n";
  }
  if (!error.help.empty()) out += "  help: " + error.help + "\n";
  return out;
}

}  // namespace hlorank
