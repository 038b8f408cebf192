// Checks of numeric options, for CLI::Option::check. Their messages say which numbers are permitted: "--top: must be a
// positive whole number, not -1".
#pragma once

#include <CLI/CLI.hpp>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <limits>
#include <string>
#include <type_traits>

namespace hlorank::native {

// Returns a check that accepts numbers of type T from `least` to `most`. `what`: the permitted numbers in words, for
// the error message. `description`: the permitted numbers as --help shows them; may be empty.
template <class T>
CLI::Validator numbers(T least, T most, const std::string& what, const std::string& description) {
  const auto check = [least, most, what](const std::string& text) {
    T value{};
    const bool isNegative = text.find('-') == 0 && std::is_unsigned_v<T>;
    const bool isPermitted =
        !isNegative && CLI::detail::lexical_cast(text, value) && value >= least && value <= most;  // false for NaN
    return isPermitted ? std::string() : "must be " + what + ", not " + text;
  };
  return CLI::Validator(check, description);
}

// Returns a check that accepts finite numbers above 0.
template <class T>
CLI::Validator positive() {
  if constexpr (std::is_integral_v<T>)
    return numbers<T>(1, std::numeric_limits<T>::max(), "a positive whole number", "POSITIVE");
  else
    return numbers<T>(std::numeric_limits<T>::min(), std::numeric_limits<T>::max(), "a positive number", "POSITIVE");
}

// Returns a check that accepts 0 and finite positive numbers.
template <class T>
CLI::Validator nonNegative() {
  return numbers<T>(0, std::numeric_limits<T>::max(),
                    std::is_integral_v<T> ? "a whole number, 0 or greater" : "a number, 0 or greater", "");
}

// Returns a check that accepts numbers from `least` to `most`, both included.
template <class T>
CLI::Validator range(T least, T most) {
  const std::string description = CLI::Range(least, most).get_description();  // "INT in [1 - 4096]"
  const std::string limits = description.substr(description.find('[') + 1);
  const size_t dash = limits.find(" - ");
  return numbers<T>(least, most,
                    std::string(std::is_integral_v<T> ? "a whole number" : "a number") + " from " +
                        limits.substr(0, dash) + " to " + limits.substr(dash + 3, limits.size() - dash - 4),
                    description);
}

// Returns a check for the number of rows to print, for CLI::Option::transform. Accepts decimal numbers from `least`,
// and `all`, which becomes the greatest number.
inline CLI::Validator countOrAll(size_t least) {
  const auto check = [least](std::string& text) {
    size_t count = std::numeric_limits<size_t>::max();
    if (text != "all") {
      const auto parsed = std::from_chars(text.data(), text.data() + text.size(), count);
      if (parsed.ec != std::errc() || parsed.ptr != text.data() + text.size() || count < least)
        return std::string("must be a ") + (least > 0 ? "positive " : "") + "whole number or `all`, not " + text;
    }
    text = std::to_string(count);
    return std::string();
  };
  return CLI::Validator(check, "");
}

// Returns a check for the path of an output folder: an existing folder, or one that is to be created.
inline CLI::Validator outputFolder() {
  const auto check = [](const std::string& path) {
    std::error_code ignored;
    const bool isFile = std::filesystem::exists(path, ignored) && !std::filesystem::is_directory(path, ignored);
    return isFile ? path + " is a file, expected a folder" : std::string();
  };
  return CLI::Validator(check, "");
}

// Returns a check for the path of an output file, or "-": its folder exists.
inline CLI::Validator outputFile() {
  const auto check = [](const std::string& path) {
    std::error_code ignored;
    const std::filesystem::path folder = std::filesystem::path(path).parent_path();
    const bool exists = folder.empty() || std::filesystem::is_directory(folder, ignored);
    return exists ? std::string() : "there is no folder " + folder.string();
  };
  return CLI::Validator(check, "");
}

}  // namespace hlorank::native
