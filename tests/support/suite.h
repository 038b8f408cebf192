// The conformance suite: HLO files and golden values that are not part of the repository.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace hlorank::test {

// Folder of the suite's archives unpacked (valid/, invalid/, lenient/, valid_huge/, and of the binaries real/ and
// real_text/): build/suite, which `npm test` makes from the archives. None where there is no suite; tests that need it
// then skip.
std::optional<std::filesystem::path> suite();

// Folder of the suite's data as it came, with hlo/features_fnv.tsv, tpugraphs/, measured/, programs/: $HLORANK_SUITE,
// else
// ../shared/data beside the repository.
std::optional<std::filesystem::path> suiteData();

// A file of tests/data.
std::filesystem::path testData(const std::string& path);

// All bytes of a file; a test that asks for a missing file fails.
std::string readFile(const std::filesystem::path& path);

}  // namespace hlorank::test
