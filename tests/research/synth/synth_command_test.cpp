// Tests the files that `hlorank synth` writes (synthetic collections in TpuGraphs' format).

#include "native/research/commands.h"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "native/base/command_line.h"
#include "native/base/exit_codes.h"
#include "shared/metrics/ranking.h"
#include "tests/research/synth/folder.h"

namespace hlorank::synth {
namespace {

namespace fs = std::filesystem;

int synth(std::vector<std::string> arguments) {
  CLI::App app("", "synth");
  const std::function<int()> run = research::addSynth(app);
  std::vector<char*> given;
  arguments.insert(arguments.begin(), "synth");
  for (std::string& argument : arguments) given.push_back(argument.data());
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  const int wrong = native::parse(app, static_cast<int>(given.size()), given.data());
  const int code = wrong >= 0 ? wrong : run();
  testing::internal::GetCapturedStdout();
  testing::internal::GetCapturedStderr();
  return code;
}

std::vector<std::string> filesIn(const std::string& folder) {
  std::vector<std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) files.push_back(fs::relative(entry.path(), folder).string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

TEST(Synth, WritesTheFoldersOfTheCollections) {
  Folder folder;
  ASSERT_EQ(synth({"-o", folder.path(), "--programs", "4", "--scale", "0.01"}), native::kOk);
  for (const char* collection :
       {"layout/xla/random", "layout/xla/default", "layout/nlp/random", "layout/nlp/default", "tile/xla"}) {
    for (const char* split : {"train", "valid", "test"}) {
      const std::string below = std::string(collection) + "/" + split;
      EXPECT_FALSE(filesIn(folder / ("npz/" + below)).empty()) << below;
      EXPECT_EQ(filesIn(folder / ("npz/" + below)), filesIn(folder / ("truth/" + below)));
    }
  }
}

TEST(Synth, WritesTheAttainableTau) {
  Folder folder;
  ASSERT_EQ(synth({"-o", folder.path(), "--programs", "4", "--scale", "0.01"}), native::kOk);
  const nlohmann::json truth = nlohmann::json::parse(bytesOf(folder / "truth.json"));
  ASSERT_EQ(truth["collections"].size(), 5u);
  for (const auto& program : truth["collections"]["layout:nlp:random"]["programs"]) {
    const npz::Archive times = archiveOf(folder / program["truth"].get<std::string>());
    const std::vector<float> scores = *times.find("config_runtime_noiseless")->toFloats();
    const std::vector<int64_t> measured = integersOf(times, "config_runtime");
    const double tau = metrics::kendallTau(scores, std::vector<double>(measured.begin(), measured.end()));
    EXPECT_NEAR(program["reachable_tau"].get<double>(), tau, 1e-3);
    EXPECT_LT(tau, 1);
  }
}

TEST(Synth, WritesTheSameBytesForTheSameSeed) {
  Folder folder;
  for (const char* name : {"a", "b"})
    ASSERT_EQ(synth({"-o", folder / name, "--programs", "3", "--scale", "0.01"}), native::kOk);
  ASSERT_EQ(filesIn(folder / "a"), filesIn(folder / "b"));
  for (const std::string& file : filesIn(folder / "a"))
    EXPECT_EQ(bytesOf(folder / ("a/" + file)), bytesOf(folder / ("b/" + file))) << file;
}

TEST(Synth, DoesNotOverwriteAnExistingCollection) {
  Folder folder;
  const std::vector<std::string> tiles = {"-o", folder.path(), "--collection", "tile:xla", "--programs", "3"};
  ASSERT_EQ(synth(tiles), native::kOk);
  EXPECT_EQ(synth(tiles), native::kUsage);
  EXPECT_EQ(synth({"-o", folder.path(), "--collection", "layout:xla:random", "--programs", "3", "--scale", "0.01"}),
            native::kOk);
  EXPECT_EQ(nlohmann::json::parse(bytesOf(folder / "truth.json"))["collections"].size(), 2u);
}

TEST(Synth, SingleWritesOneProgramOf372Nodes) {
  Folder folder;
  ASSERT_EQ(synth({"-o", folder.path(), "--single", "500"}), native::kOk);
  const npz::Archive archive = archiveOf(folder / "npz/layout/xla/random/train/single.npz");
  EXPECT_EQ(archive.find("node_feat")->shape, (std::vector<int64_t>{372, 140}));
  EXPECT_EQ(archive.find("node_config_feat")->shape, (std::vector<int64_t>{500, 26, 18}));
}

TEST(Synth, RejectsTransferForTiles) {
  Folder folder;
  EXPECT_EQ(synth({"-o", folder.path(), "--transfer", "--collection", "tile:xla"}), native::kUsage);
}

TEST(Synth, DeletesACollectionThatCannotBeWritten) {
  Folder folder;
  std::ofstream(folder / "truth") << "a file in the place of a folder";
  EXPECT_EQ(synth({"-o", folder.path(), "--collection", "tile:xla", "--programs", "3"}), native::kInternalError);
  EXPECT_FALSE(fs::exists(folder / "npz/tile/xla"));
}

}  // namespace
}  // namespace hlorank::synth
