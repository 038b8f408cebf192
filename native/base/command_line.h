// Command-line behaviour shared by all commands: help layout, "did you mean" suggestions, error messages on stderr.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "shared/base/result.h"

namespace hlorank::native {

// Makes `app` print help in this order: description, examples (the CLI11 footer), usage, options. Subcommands that are
// added to `app` later do the same.
void setHelpLayout(CLI::App& app);

// Parses the command line. Returns -1 when the command should run. Otherwise returns the exit code of the process: kOk
// after printing --help or --version, kUsage after printing what is wrong with the command line.
int parse(CLI::App& app, int argc, char** argv);

// Joins the words of `text` with spaces, and breaks lines after at most `width` characters. Every line starts with
// `indent`, which is not counted in `width`. A word longer than `width` gets a line of its own.
std::string wrap(const std::string& text, size_t width, const std::string& indent = "");

// Returns the candidate with the smallest edit distance to `word`, a mistyped command or option. Returns "" if the
// smallest distance exceeds both 2 (1 for words of under four letters) and a third of the word's length.
std::string didYouMean(const std::string& word, const std::vector<std::string>& candidates);

// Prints to stderr which options the command ignores, and why: "hlorank rank: --seed is ignored: REASON". Names only
// those of `options` that the user gave on the command line of `app`; if there are none, prints nothing.
void noteIgnored(const CLI::App& app, const std::vector<std::string>& options, const std::string& reason);

// Prints an error to stderr as "NAME:LINE:COLUMN: error: MESSAGE", then error.excerpt (the faulty line) and error.help
// (what to do) if they are not empty. `name` is the file or command that the error is about.
void report(const Error& error, const std::string& name);

// Prints the error with report() and returns the exit code of the process. With `code`, that is `code`. Without, it is
// kBadInput (malformed input) if `name` is an existing file or "-", else kUsage (wrong command line).
int fail(const Error& error, const std::string& name, int code);
int fail(const Error& error, const std::string& name);
// Prints the error of writing to `path` with report() and returns the exit code: kUsage if `path` is a folder, else
// kInternalError.
int failToWrite(const Error& error, const std::string& path);

}  // namespace hlorank::native
