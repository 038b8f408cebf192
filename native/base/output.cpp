#include "native/base/output.h"

#include <fcntl.h>
#include <stdio_ext.h>
#include <unistd.h>

#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstring>

#include "native/base/command_line.h"
#include "native/base/exit_codes.h"
#include "shared/base/text.h"

namespace hlorank::native {
namespace {

int failure = 0;  // errno of the first failed write to the standard output; 0: none

}  // namespace

void print(const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  printText(formattedList(format, arguments));
  va_end(arguments);
}

void printText(std::string_view text) {
  static const bool isTerminal = isatty(STDOUT_FILENO);
  if (isTerminal)
    printBytes(printable(text));
  else
    printBytes(text);
}

void printBytes(std::string_view bytes) {
  if (failure != 0) return;
  if (std::fwrite(bytes.data(), 1, bytes.size(), stdout) != bytes.size()) failure = errno;
}

void flushOutput() {
  if (failure == 0 && std::fflush(stdout) != 0) failure = errno;
}

bool outputFailed() {
  return failure != 0;
}

int finishOutput(int code) {
  flushOutput();
  if (failure == 0) return code;
  // Discards the unwritten output, because exit would otherwise try to write that output again and fail silently.
  __fpurge(stdout);
  const int seen = failure;
  failure = 0;
  if (seen == EPIPE) return code;
  report(Error{.message = std::string("cannot write all data: ") + std::strerror(seen),
               .help = "the output is incomplete: free disk space or write elsewhere, then run the command again"},
         "standard output");
  return kInternalError;
}

void note(const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  flushOutput();  // keeps the order of both where they go to the same file
  std::fputs(printable(formattedList(format, arguments)).c_str(), stderr);
  va_end(arguments);
}

std::string printable(std::string_view text) {
  std::string shown;
  const auto escape = [&shown](unsigned char c) {
    char code[8];
    std::snprintf(code, sizeof code, "\\x%02x", c);
    shown += code;
  };
  for (size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    const auto next = static_cast<unsigned char>(i + 1 < text.size() ? text[i + 1] : 0);
    if (c == 0xc2 && next >= 0x80 && next < 0xa0) {  // U+0080 to U+009F are control characters too
      escape(c), escape(next), ++i;
    } else if ((c < ' ' && c != '\n' && c != '\t') || c == 0x7f) {
      escape(c);
    } else {
      shown += text[i];
    }
  }
  return shown;
}

std::string printableLine(std::string_view text) {
  std::string shown;
  for (const char c : printable(text)) shown += c == '\n' ? "\\x0a" : std::string(1, c);
  return shown;
}

void openStandardStreams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(stream, F_GETFD) >= 0 || errno != EBADF) continue;
    // Replaces a missing standard input by a write-only /dev/null, and a missing output by a read-only /dev/null, so
    // that reads and writes still fail.
    const int how = stream == STDIN_FILENO ? O_WRONLY : stream == STDOUT_FILENO ? O_RDONLY : O_WRONLY;
    if (open("/dev/null", how) != stream) return;
  }
}

}  // namespace hlorank::native
