// Printing: data goes to the standard output, messages to the standard error. A failed write to the standard output is
// recorded; finishOutput() reports the failure once, at the end of main.
#pragma once

#include <string>
#include <string_view>

namespace hlorank::native {

// Prints to the standard output. `print` formats like std::printf; `printText` prints `text` as it is. On a terminal,
// control characters are escaped as \xNN. After a failed write, later calls do nothing.
void print(const char* format, ...) __attribute__((format(printf, 1, 2)));
void printText(std::string_view text);
// Prints to the standard output and never escapes control characters, not even on a terminal.
void printBytes(std::string_view bytes);
// Flushes the standard output. To be called after each line that the reader of a pipe should see at once.
void flushOutput();
// Returns whether a write to the standard output has failed. Commands that process many files stop early in that case.
bool outputFailed();

// Flushes the standard output at the end of main and returns the exit code of the process. Returns `code` if all data
// was written or the reader closed the pipe. Otherwise prints an error and returns kInternalError.
int finishOutput(int code);

// Prints a formatted message to the standard error, with control characters escaped as \xNN.
void note(const char* format, ...) __attribute__((format(printf, 1, 2)));

// Returns the text with control characters other than newline and tab escaped as \xNN, so that a file name cannot send
// commands to the terminal.
std::string printable(std::string_view text);
std::string printableLine(std::string_view text);  // also escapes newlines, as \x0a

// Opens /dev/null for each standard stream that the process was started without. Otherwise the next opened file would
// get descriptor 0, 1 or 2. Reads and writes on the replaced streams still fail.
void openStandardStreams();

}  // namespace hlorank::native
