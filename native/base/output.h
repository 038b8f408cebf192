// What a command prints: data on the standard output, messages on the standard error. main checks once, with
// finishOutput, that all of the data arrived.
#pragma once

#include <string>
#include <string_view>

namespace hlorank::native {

// Prints data to the standard output, as std::printf does. After the first failed write it prints nothing more. On a
// terminal, control characters are shown as printable() shows them.
void print(const char* format, ...) __attribute__((format(printf, 1, 2)));
void printText(std::string_view text);
// The same with the bytes as they are.
void printBytes(std::string_view bytes);
// What was printed so far leaves the process: for lines that someone waits for.
void flushOutput();
// Whether a write failed: loops over many files stop here.
bool outputFailed();

// Flushes the standard output. Gives `code` when all data arrived, or when its reader closed the pipe; else
// kInternalError after a message.
int finishOutput(int code);

// Prints a message to the standard error, as std::fprintf does, with control characters as printable() shows them.
void note(const char* format, ...) __attribute__((format(printf, 1, 2)));

// The text with control characters other than newline and tab written as \x1b: a name cannot steer a terminal.
std::string printable(std::string_view text);
std::string printableLine(std::string_view text);  // and newlines as \x0a

// Opens the standard streams that the process was started without, so that no file of ours takes their numbers.
void openStandardStreams();

}  // namespace hlorank::native
