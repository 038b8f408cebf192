#include "shared/hlo/sniff.h"

#include <algorithm>
#include <cctype>

#include "shared/base/text.h"
#include "shared/hlo/primitive_type.h"

namespace hlorank::hlo {
namespace {

constexpr std::string_view kGetHlo =
    "with JAX: jax.jit(f).lower(x).compile().as_text(), or .lower(x).compiler_ir(dialect=\"hlo\").as_hlo_text(True); "
    "with "
    "any program that uses XLA: set XLA_FLAGS=--xla_dump_to=FOLDER and take a .txt or .pb file from the folder";

Error foreign(std::string what, std::string_view help = kGetHlo) {
  return {std::move(what), std::string(help)};
}

bool isSpace(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}
bool isDigit(char c) {
  return c >= '0' && c <= '9';
}

// Returns the text from its first token on. Omits the white space and comment lines before that token.
std::string_view fromFirstToken(std::string_view text) {
  size_t at = 0;
  while (at < text.size()) {
    if (isSpace(text[at])) {
      ++at;
    } else if (text.substr(at).starts_with("//")) {
      at = std::min(text.find('\n', at), text.size());
    } else {
      break;
    }
  }
  return text.substr(at);
}

bool startsWithAny(std::string_view text, std::initializer_list<std::string_view> beginnings) {
  return std::any_of(beginnings.begin(), beginnings.end(),
                     [text](std::string_view beginning) { return text.starts_with(beginning); });
}

bool looksLikeMlir(std::string_view text) {
  if (!startsWithAny(text, {"module", "func", "#", "\"builtin.module\"", "builtin.module", "!"})) return false;
  const std::string_view head = text.substr(0, size_t{1} << 20);
  const bool isAlias = text.size() > 1 && text[0] == '#' && std::isalpha(static_cast<unsigned char>(text[1]));
  return isAlias || text.starts_with("module @") || text.starts_with("module attributes") ||
         head.find("stablehlo.") != head.npos || head.find("mhlo.") != head.npos ||
         head.find("func.func") != head.npos || head.find("func @") != head.npos ||
         head.find("builtin.module") != head.npos;
}

// Returns the length of the timestamp that containers and schedulers put before a log line, such as
// `2024-05-01T12:00:00.123Z ` or `[2024-05-01 12:00:00] `. Returns 0 if there is none.
size_t timestamp(std::string_view line) {
  constexpr std::string_view kForm = "dddd-dd-ddTdd:dd:dd";
  size_t at = line.starts_with('[') ? 1 : 0;
  if (line.size() < at + kForm.size()) return 0;
  for (const char form : kForm) {
    const char c = line[at++];
    if (form == 'd' ? !isDigit(c) : form == 'T' ? c != 'T' && c != ' ' : c != form) return 0;
  }
  const auto skip = [&](std::string_view characters) {
    while (at < line.size() && (isDigit(line[at]) || characters.find(line[at]) != characters.npos)) ++at;
  };
  skip(".,");
  skip("Z+-:");
  if (line.front() == '[' && (at == line.size() || line[at++] != ']')) return 0;
  if (at == line.size()) return at;
  return line[at] == ' ' ? at + 1 : 0;
}

// Returns the length of the log prefix of a line: a timestamp, a source location, or both. Returns 0 if there is none.
size_t logPrefix(std::string_view line) {
  constexpr size_t kLongest = 300;
  const bool isGlog = line.size() > 5 && std::string_view("IWEFD").find(line[0]) != std::string_view::npos &&
                      std::all_of(line.begin() + 1, line.begin() + 5, isDigit) && line[5] == ' ';
  const size_t time = timestamp(line);
  if (!isGlog && time == 0) return 0;
  // The source location in a log line ends in a line number: `file.cc:123] `. A ']' that closes a bracket of a shape
  // does not end a source location.
  const std::string_view rest = line.substr(time, kLongest);
  const size_t close = rest.find_first_of("[]=");
  if (close == rest.npos || rest[close] != ']' || close == 0 || !isDigit(rest[close - 1])) return time;
  const bool hasSpace = close + 1 < rest.size() && rest[close + 1] == ' ';
  return time + close + 1 + (hasSpace ? 1 : 0);
}

// Calls visit(line) for every line, without its newline, until visit returns false.
template <class Visit>
void forEachLine(std::string_view text, Visit visit) {
  while (!text.empty() && visit(takeLine(text))) {
  }
}

// Whether a log line that follows a computation can belong to the same HLO module. Such a line is part of a
// computation, or starts the next one.
bool continuesModule(std::string_view line) {
  return line.empty() || isSpace(line.front()) || line.front() == '}' || line.ends_with('{') || line.ends_with("{\r");
}

}  // namespace

bool looksLikeText(std::string_view bytes) {
  const std::string_view head = bytes.substr(0, 4096);
  const bool hasHeader = fromFirstToken(head).starts_with("HloModule ");  // may have control characters in comments
  const auto isText = [hasHeader](char c) {
    const bool isControl = static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
    return !isControl || isSpace(c) || (hasHeader && c != 0);
  };
  return std::all_of(head.begin(), head.end(), isText) && !head.starts_with("ML\xefR");
}

std::optional<Error> detectForeignText(std::string_view text) {
  const std::string_view start = fromFirstToken(text);
  if (start.empty()) return foreign("this file is empty", "give a file that contains an HLO module as text or proto");
  if (start.starts_with("HloModule")) return std::nullopt;
  if (looksLikeMlir(start)) return foreign("this is MLIR (for example StableHLO), not HLO");
  if (start.front() == '<') return foreign("this is HTML or XML, not HLO; a download may have failed");
  if (start.front() == '{' || (start.front() == '[' && timestamp(start) == 0))
    return foreign("this is JSON or a jaxpr, not HLO");
  return std::nullopt;
}

bool looksLikeHlo(std::string_view text) {
  if (text.find("HloModule") != std::string_view::npos || text.find("ENTRY") != std::string_view::npos) return true;
  for (size_t at = text.find('['); at != std::string_view::npos; at = text.find('[', at + 1)) {
    size_t begin = at;
    while (begin > 0 && std::isalnum(static_cast<unsigned char>(text[begin - 1]))) --begin;
    if (primitiveTypeFromName(text.substr(begin, at - begin)) != PrimitiveType::kInvalid) return true;
  }
  return false;
}

Error describeForeignFile() {
  return foreign("this is neither HLO text nor a proto that holds an HLO module");
}

Error describeForeignBinary(std::string_view bytes) {
  if (bytes.starts_with("ML\xefR")) return foreign("this is MLIR bytecode (for example StableHLO), not HLO");
  if (bytes.starts_with("PK\x03\x04") || bytes.starts_with("PK\x05\x06"))
    return foreign("this is a zip archive; an .npz holds configurations or graphs, not an HLO module",
                   "give it as configurations, together with their program");
  if (bytes.starts_with("\x93NUMPY"))
    return foreign("this is a NumPy array, not HLO", "configurations are read from .npz archives");
  if (bytes.starts_with("\x7f"
                        "ELF"))
    return foreign("this is a program or library (ELF), not HLO");
  if (bytes.starts_with("\xff\xfe") || bytes.starts_with("\xfe\xff"))
    return foreign("this text is in UTF-16", "save it as UTF-8");
  if (bytes.starts_with("\xfd"
                        "7zXZ") ||
      bytes.starts_with("BZh") || bytes.starts_with("\x28\xb5\x2f\xfd"))
    return foreign("this file uses an unsupported compression format", "decompress it, or compress it with gzip");
  if (bytes.starts_with("\x89PNG") || bytes.starts_with("%PDF"))
    return foreign("this is an image or a document, not HLO");
  return describeForeignFile();
}

bool hasLogPrefixes(std::string_view text) {
  bool found = false;
  int lines = 0;
  forEachLine(text, [&](std::string_view line) {
    if (line.empty()) return true;
    found = logPrefix(line) > 0;
    return !found && ++lines < 20;
  });
  return found;
}

std::string stripLogPrefixes(std::string_view text, bool& cut) {
  constexpr std::string_view kModule = "HloModule ";
  bool hasHeader = false;
  forEachLine(text, [&](std::string_view line) {
    hasHeader = line.substr(logPrefix(line)).starts_with(kModule);
    return !hasHeader;
  });
  std::string out;
  out.reserve(text.size());
  cut = false;
  enum { kBefore, kInside, kAfter } state = hasHeader ? kBefore : kInside;
  bool hasComputation = false;  // whether a computation of the module has ended already
  forEachLine(text, [&](std::string_view line) {
    line.remove_prefix(logPrefix(line));
    const bool isHeader = line.starts_with(kModule);
    if (isHeader && state == kBefore) {
      state = kInside;
    } else if (isHeader && hasHeader) {
      cut = true;
      return false;
    } else if (state == kInside && hasComputation && !continuesModule(line)) {
      state = kAfter;
    }
    hasComputation |= line.starts_with('}');
    if (state == kInside) out += line;
    out += '\n';
    return true;
  });
  return out;
}

}  // namespace hlorank::hlo
