// How every command speaks: help with the examples first, "did you mean", errors on stderr.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "shared/base/result.h"

namespace hlorank::native {

// Gives an app and the subcommands added to it later our help: what it is, examples (the footer), usage, options.
void useHelp(CLI::App& app);

// Parses and gives the exit code to leave with when the parse says all there is to say: kOk after --help, kUsage after
// a message about a wrong command line. -1: go on.
int parse(CLI::App& app, int argc, char** argv);

// The candidate that is closest to a mistyped word, or empty when none is close.
std::string didYouMean(const std::string& word, const std::vector<std::string>& candidates);

// Writes the error to stderr; `name` is the file it is about.
void report(const Error& error, const std::string& name);

}  // namespace hlorank::native
