// The conformance suite: HLO files and golden values that are not part of the repository.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace hlorank::test {

// build/suite, into which `npm test` unpacks the suite: valid/, invalid/, lenient/, valid_huge/, and the binary protos
// real/ and real_text/. nullopt without a suite; tests that need it are then skipped.
std::optional<std::filesystem::path> suite();

// Folder of the packed suite with hlo/features_fnv.tsv, tpugraphs/, measured/, programs/: $HLORANK_SUITE, else
// ../shared/data beside the repository. nullopt when the folder does not exist.
std::optional<std::filesystem::path> suiteData();

// Absolute path of a file in tests/data.
std::filesystem::path testData(const std::string& path);

// All bytes of a file; the test fails when the file cannot be read.
std::string readFile(const std::filesystem::path& path);

}  // namespace hlorank::test
