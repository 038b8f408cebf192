// Command-line behaviour shared by all commands: help layout, "did you mean" suggestions, error messages on stderr.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "shared/base/result.h"

namespace hlorank::native {

// Makes `app`, and subcommands added to it later, print help in this order: description, examples (the CLI11 footer),
// usage, options.
void setHelpLayout(CLI::App& app);

// Parses the command line. Returns -1 when the command should run, otherwise the exit code of the process: kOk after
// printing --help or --version, kUsage after an error message about the command line.
int parse(CLI::App& app, int argc, char** argv);

// Joins the words of `text` with spaces, or with a newline where a line would exceed `width` characters, not counting
// `indent`, which starts every line. A longer word gets a line of its own.
std::string wrap(const std::string& text, size_t width, const std::string& indent = "");

// Returns the candidate with the smallest edit distance to `word`, a mistyped command or option. "" if that distance
// exceeds both 2 and a third of the word's length.
std::string didYouMean(const std::string& word, const std::vector<std::string>& candidates);

// Prints to stderr that options do not apply: "hlorank rank: --seed is ignored: REASON". Names those of `options` that
// the command line of `app` has; prints nothing if it has none.
void noteIgnored(const CLI::App& app, const std::vector<std::string>& options, const std::string& reason);

// Prints an error to stderr as "NAME:LINE:COLUMN: error: MESSAGE", then error.excerpt (the faulty line) and error.help
// (what to do) if they are not empty. `name` is the file or command that the error is about.
void report(const Error& error, const std::string& name);

// Prints the error as report() does and returns the exit code `code`. Without `code`, returns kBadInput (malformed
// input) if `name` is "-" or an existing file, else kUsage (wrong command line).
int fail(const Error& error, const std::string& name, int code);
int fail(const Error& error, const std::string& name);

}  // namespace hlorank::native
