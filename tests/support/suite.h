// Finds the conformance suite: HLO files and expected values that are not part of the repository.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace hlorank::test {

// Returns build/suite, into which `npm test` unpacks the suite. Folders: valid/, invalid/, lenient/, valid_huge/, and
// the binary protobufs real/ and real_text/. Returns nullopt without a suite; tests that need the suite are then
// skipped.
std::optional<std::filesystem::path> suite();

// Returns the folder of the packed suite with hlo/features_fnv.tsv, tpugraphs/, measured/ and programs/:
// $HLORANK_SUITE, or else ../shared/data beside the repository. Returns nullopt if it does not exist.
std::optional<std::filesystem::path> suiteData();

// Returns the absolute path of a file in tests/data.
std::filesystem::path testData(const std::string& path);

// Returns all bytes of a file; the test fails if the file cannot be read.
std::string readFile(const std::filesystem::path& path);

}  // namespace hlorank::test
