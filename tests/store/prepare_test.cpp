#include "native/store/prepare.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "native/base/interrupt.h"
#include "native/data/program_file.h"
#include "tests/store/archives.h"
#include "tests/support/suite.h"

namespace hlorank::store {
namespace {

namespace fs = std::filesystem;

class PrepareTest : public testing::Test {
 protected:
  // Writes a layout file of TpuGraphs with 20 configurations to in/`path`.
  void addLayout(const std::string& path, uint64_t seed) {
    write(archiveOf<float>(chain(3), randomDense(3, 20, 4, seed)), folder_ / ("in/" + path));
  }
  Preparation prepared(const PrepareOptions& options = {}) {
    auto result = prepare({folder_ / "in"}, folder_ / "store", options);
    EXPECT_TRUE(result.ok()) << (result.ok() ? "" : result.error().message);
    return std::move(*result);
  }

  Folder folder_;
};

TEST_F(PrepareTest, PublishedFolderNamesDetermineCollectionAndSplit) {
  addLayout("npz/layout/xla/random/train/a.npz", 1);
  addLayout("npz/layout/nlp/default/valid/b.4x4.fp16.npz", 2);
  addLayout("elsewhere/c.npz", 3);
  const Preparation done = prepared();
  ASSERT_EQ(done.programs.size(), 3u);
  const auto a = opened(folder_ / "store/layout/xla/random/train/a.prepared");
  EXPECT_EQ(a->about().collection, "layout:xla:random");
  EXPECT_EQ(a->about().split, Split::kTrain);
  const auto b = opened(folder_ / "store/layout/nlp/default/valid/b.4x4.fp16.prepared");
  EXPECT_EQ(b->about().collection, "layout:nlp:default");
  EXPECT_EQ(b->about().split, Split::kValid);
  EXPECT_EQ(b->about().name, "b.4x4.fp16");
  EXPECT_EQ(opened(folder_ / "store/elsewhere/c.prepared")->about().collection, "");
}

TEST_F(PrepareTest, OptionsOverrideCollectionAndSplit) {
  addLayout("a.npz", 1);
  prepared({.collection = "layout:nlp:random", .split = Split::kTest});
  EXPECT_EQ(opened(folder_ / "store/layout/nlp/random/test/a.prepared")->about().split, Split::kTest);
}

TEST_F(PrepareTest, KeepsAProgramUntilTheContentOfItsSourceChanges) {
  addLayout("a.npz", 1);
  addLayout("b.npz", 2);
  EXPECT_FALSE(prepared().programs[0].already);
  EXPECT_TRUE(prepared().programs[0].already);
  // Makes the file newer without changing its bytes. Expects that it is not converted again.
  fs::last_write_time(folder_ / "in/a.npz", fs::file_time_type::clock::now());
  EXPECT_TRUE(prepared().programs[0].already);
  addLayout("a.npz", 3);
  const Preparation again = prepared();
  EXPECT_FALSE(again.programs[0].already);
  EXPECT_TRUE(again.programs[1].already);
}

TEST_F(PrepareTest, DeletesTemporaryFilesOfAKilledRunAndKeepsItsPrograms) {
  addLayout("a.npz", 1);
  addLayout("b.npz", 2);
  prepared();
  fs::remove(folder_ / "store/b.prepared");
  constexpr const char* kNobody = "b.prepared.tmp2147483646";
  ASSERT_TRUE(native::writeFile(folder_ / (std::string("store/") + kNobody), "half a fi"));
  const Preparation again = prepared();
  EXPECT_TRUE(again.programs[0].already);
  EXPECT_FALSE(again.programs[1].already);
  EXPECT_FALSE(fs::exists(folder_ / (std::string("store/") + kNobody)));
  EXPECT_NE(opened(folder_ / "store/b.prepared"), nullptr);
}

// Runs prepare() in a child process that raises `signal` while it converts the second file. Returns the exit status of
// the child, from waitpid.
int prepareAndRaise(const Folder& folder, int signal) {
  const pid_t child = fork();
  if (child == 0) {
    native::catchInterrupts();
    const auto done = prepare({folder / "in"}, folder / "store", {}, [&](const Step& step) {
      if (step.index == 1 && step.done > 0) raise(signal);
    });
    _exit(done.ok() && done->interrupted ? 130 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return status;
}

TEST_F(PrepareTest, ContinuesAfterAKill) {
  addLayout("a.npz", 1);
  addLayout("b.npz", 2);
  const int status = prepareAndRaise(folder_, SIGKILL);
  ASSERT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
  EXPECT_NE(opened(folder_ / "store/a.prepared"), nullptr);
  EXPECT_FALSE(fs::exists(folder_ / "store/b.prepared"));
  const Preparation again = prepared();
  EXPECT_TRUE(again.programs.at(0).already);
  EXPECT_FALSE(again.programs.at(1).already);
}

TEST_F(PrepareTest, AnInterruptLeavesOnlyCompleteFiles) {
  addLayout("a.npz", 1);
  addLayout("b.npz", 2);
  const int status = prepareAndRaise(folder_, SIGINT);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 130);
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder_ / "store")) names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  EXPECT_EQ(names, (std::vector<std::string>{"a.prepared", "manifest.json"}));
}

TEST_F(PrepareTest, AFullDiskIsReportedAndEarlierProgramsAreKept) {
  addLayout("a.npz", 1);
  prepared();
  addLayout("b.npz", 2);
  const auto handler = signal(SIGXFSZ, SIG_IGN);
  rlimit before;
  getrlimit(RLIMIT_FSIZE, &before);
  const rlimit full{100, before.rlim_max};
  setrlimit(RLIMIT_FSIZE, &full);
  const Preparation stopped = prepared();
  setrlimit(RLIMIT_FSIZE, &before);
  signal(SIGXFSZ, handler);
  ASSERT_TRUE(stopped.stopped);
  EXPECT_NE(stopped.stopped->message.find("cannot write"), std::string::npos);
  EXPECT_EQ(stopped.programs.size(), 1u);
  EXPECT_FALSE(fs::exists(folder_ / "store/b.prepared"));
  EXPECT_EQ(prepared().programs.size(), 2u);
}

TEST_F(PrepareTest, ADamagedFileIsReportedAndTheOthersArePrepared) {
  addLayout("a.npz", 1);
  addLayout("b.npz", 2);
  std::string bytes = *native::readFile(folder_ / "in/a.npz");
  const size_t at = bytes.find("node_config_feat.npy") + 200;
  bytes[at] = static_cast<char>(~bytes[at]);
  ASSERT_TRUE(native::writeFile(folder_ / "in/a.npz", bytes));
  const Preparation done = prepared();
  ASSERT_EQ(done.failures.size(), 1u);
  EXPECT_EQ(done.failures[0].source, folder_ / "in/a.npz");
  EXPECT_NE(done.failures[0].error.message.find("'node_config_feat.npy'"), std::string::npos)
      << done.failures[0].error.message;
  EXPECT_GT(done.failures[0].error.where.offset, 0);
  ASSERT_EQ(done.programs.size(), 1u);
  EXPECT_EQ(done.programs[0].about.name, "b");
  EXPECT_FALSE(fs::exists(folder_ / "store/a.prepared"));
  EXPECT_TRUE(prepared({.skip = {"a"}}).failures.empty());
}

TEST_F(PrepareTest, ATruncatedOrDamagedArchiveIsReportedOrReadCorrectly) {
  const Dense dense = randomDense(1, 4, 2, 1);
  write(archiveOf<float>(chain(1), dense), folder_ / "in/a.npz");
  const std::string bytes = *native::readFile(folder_ / "in/a.npz");
  for (size_t size = 0; size < bytes.size(); size += 23) {
    ASSERT_TRUE(native::writeFile(folder_ / "in/a.npz", bytes.substr(0, size)));
    EXPECT_EQ(prepared().failures.size(), 1u) << size;
  }
  for (size_t at = 0; at < bytes.size(); at += 5) {
    std::string damaged = bytes;
    damaged[at] = static_cast<char>(~damaged[at]);
    ASSERT_TRUE(native::writeFile(folder_ / "in/a.npz", damaged));
    // Skips damage that prepare() detected. Undetected damage must be in a date, an attribute or a name, so the
    // configurations must be unchanged.
    if (!prepared().failures.empty()) continue;
    const auto program = opened(folder_ / "store/a.prepared");
    const std::vector<int8_t> last = rowOf(*program, program->configurationOf(3));
    EXPECT_TRUE(std::equal(last.begin(), last.end(), dense.row(3).begin(), dense.row(3).end())) << at;
  }
}

TEST_F(PrepareTest, TheManifestListsProgramsOfThisAndEarlierRuns) {
  addLayout("layout/xla/random/train/a.npz", 1);
  prepared();
  addLayout("layout/xla/random/valid/b.npz", 2);
  prepared();
  const auto manifest = nlohmann::json::parse(*native::readFile(folder_ / "store/manifest.json"));
  ASSERT_EQ(manifest["programs"].size(), 2u);
  EXPECT_EQ(manifest["programs"][0]["file"], "layout/xla/random/train/a.prepared");
  EXPECT_EQ(manifest["programs"][0]["rows"], 20);
  EXPECT_EQ(manifest["programs"][1]["split"], "valid");
}

TEST_F(PrepareTest, TwoSourcesWithTheSameNameAreReported) {
  addLayout("layout/xla/random/train/a.npz", 1);
  addLayout("again/layout/xla/random/train/a.npz", 2);
  const Preparation done = prepared();
  EXPECT_EQ(done.programs.size(), 1u);
  ASSERT_EQ(done.failures.size(), 1u);
  EXPECT_NE(done.failures[0].error.message.find("has the same name in the store as another source"), std::string::npos);
}

TEST_F(PrepareTest, IgnoresForeignArchivesInAFolderButRejectsThemWhenNamed) {
  addLayout("npz/layout/xla/random/train/a.npz", 1);
  npz::Archive other;
  other.arrays.push_back(npz::makeArray<int64_t>("config_runtime", {2}, std::vector<int64_t>{1, 2}));
  write(other, folder_ / "in/truth/layout/xla/random/train/a.npz");
  const Preparation done = prepared();
  EXPECT_TRUE(done.failures.empty());
  EXPECT_EQ(done.programs.size(), 1u);
  const auto named = prepare({folder_ / "in/truth/layout/xla/random/train/a.npz"}, folder_ / "other", {});
  ASSERT_EQ(named->failures.size(), 1u);
  EXPECT_NE(named->failures[0].error.message.find("the archive has the arrays config_runtime, expected"),
            std::string::npos);
}

TEST_F(PrepareTest, ReportsProblemsOfAProgram) {
  Dense dense = randomDense(2, 1, 1, 1);
  const std::vector<int8_t> row = dense.columns;
  for (dense.count = 1; dense.count < 40; ++dense.count)
    dense.columns.insert(dense.columns.end(), row.begin(), row.end());
  for (size_t i = 0; i < 40; ++i) dense.times.push_back(1000 + static_cast<int64_t>(10 * i));
  dense.times.resize(40);
  write(archiveOf<float>(chain(2), dense), folder_ / "in/magenta_dynamic.npz");
  const auto problems = prepared().programs.at(0).about.problems;
  ASSERT_EQ(problems.size(), 4u);
  EXPECT_EQ(problems[0], "its run times are known to drift over the configurations");
  EXPECT_EQ(problems[1], "it has only 1 distinct configuration");
  EXPECT_NE(problems[2].find("differ by"), std::string::npos);
  EXPECT_NE(problems[3].find("its run times drift: run times of the same configuration rise by"), std::string::npos);
}

TEST_F(PrepareTest, MergesTilesByRuntimeOverNormalizer) {
  configs::TileConfigurations tiles;
  for (const int64_t size : {2, 4, 2, 2}) {
    const auto columns = configs::toColumns(configs::TileSizes{{size}, {}, {}});
    tiles.columns.insert(tiles.columns.end(), columns.begin(), columns.end());
  }
  tiles.runtimes = {100, 70, 120, 300};
  tiles.normalizers = {50, 70, 50, 100};  // run time / normaliser: 2, 1, 2.4, 3
  write(configs::makeTileArchive(chain(1), tiles), folder_ / "in/tile/xla/train/k.npz");
  prepared();
  const auto program = opened(folder_ / "store/tile/xla/train/k.prepared");
  EXPECT_EQ(program->about().kind, Kind::kTile);
  ASSERT_EQ(program->count(), 2u);
  EXPECT_EQ(program->times()[0], 120);
  EXPECT_EQ(program->normalizers()[0], 50);
  EXPECT_EQ(program->tiles()->columns.size(), 2u * configs::kTileColumns);
  std::string place;
  EXPECT_FALSE(data::load({program->path()}, &place).ok());
  const auto loaded = data::load({program->path()}, {.acceptTiles = true}, &place);
  ASSERT_TRUE(loaded.ok());
  EXPECT_EQ(loaded->front()->opened.tiles->runtimes, (std::vector<int64_t>{120, 70}));
}

TEST_F(PrepareTest, LoadsAnArchiveLikeItsPreparedFile) {
  addLayout("layout/xla/random/train/a.npz", 1);
  prepared();
  std::string place;
  const auto raw = data::load({folder_ / "in"}, &place), ready = data::load({folder_ / "store"}, &place);
  ASSERT_TRUE(raw.ok() && ready.ok());
  const data::MeasuredProgram &a = *raw->front(), &b = *ready->front();
  EXPECT_EQ(a.hash, b.hash);
  EXPECT_EQ(a.name, b.name);
  EXPECT_EQ(b.collection, "layout:xla:random");
  EXPECT_EQ(a.split, Split::kTrain);
  EXPECT_EQ(a.opened.configurations.choices, b.opened.configurations.choices);
  EXPECT_EQ(a.opened.configurations.runtimes, b.opened.configurations.runtimes);
  const auto few = data::load({folder_ / "store"}, {.most = 5}, &place);
  EXPECT_EQ(few->front()->selected.size(), 5u);
  EXPECT_TRUE(std::is_sorted(few->front()->selected.begin(), few->front()->selected.end()));
  EXPECT_EQ(few->front()->opened.configurations.count, 5u);
}

// Tests with files of TpuGraphs, which are in the conformance suite.

class Golden : public PrepareTest {
 protected:
  void SetUp() override {
    const auto data = test::suiteData();
    if (!data) GTEST_SKIP() << "the conformance suite is not installed";
    tpugraphs_ = *data / "tpugraphs";
  }
  std::vector<std::shared_ptr<const StoredProgram>> from(const std::string& name) {
    auto programs = openSource((tpugraphs_ / name).string());
    EXPECT_TRUE(programs.ok()) << (programs.ok() ? "" : programs.error().message);
    return programs.ok() ? *programs : std::vector<std::shared_ptr<const StoredProgram>>();
  }
  fs::path tpugraphs_;
};

TEST_F(Golden, LayoutFileEqualsItsTuningFile) {
  const auto npz = from("layout_main__.10904.npz"), pb = from("module_tuning_data_layout.pb");
  ASSERT_EQ(npz.size(), 1u);
  ASSERT_EQ(pb.size(), 1u);
  const StoredProgram &a = *npz[0], &b = *pb[0];
  ASSERT_EQ(a.about().rows, b.about().rows);
  EXPECT_TRUE(std::equal(a.opcodes().begin(), a.opcodes().end(), b.opcodes().begin(), b.opcodes().end()));
  EXPECT_EQ(a.features(), b.features());
  ASSERT_EQ(a.count(), b.count());
  for (size_t c = 0; c < a.count(); c += 17) EXPECT_EQ(rowOf(a, c), rowOf(b, c)) << c;
  EXPECT_TRUE(std::equal(a.times().begin(), a.times().end(), b.times().begin()));
  const auto module = b.module();
  ASSERT_TRUE(module.ok());
  EXPECT_TRUE(b.program(module->get()).hasExtras());
}

TEST_F(Golden, StoredConfigurationsEqualTheDenseArray) {
  const auto archive = npz::read(test::readFile(tpugraphs_ / "layout_main__.10904.npz"));
  ASSERT_TRUE(archive.ok());
  const auto dense = archive->find("node_config_feat")->toFloats();
  const auto program = from("layout_main__.10904.npz").at(0);
  const size_t size = program->positions() * configs::kLayoutColumns;
  ASSERT_EQ(dense->size(), program->about().rows * size);
  for (uint64_t row = 0; row < program->about().rows; ++row) {
    const std::vector<int8_t> read = rowOf(*program, program->configurationOf(row));
    ASSERT_TRUE(std::equal(read.begin(), read.end(), dense->begin() + static_cast<ptrdiff_t>(row * size))) << row;
  }
}

TEST_F(Golden, KernelsOfATuningFileEqualTheTileFiles) {
  const auto kernels = from("op_tuning_data.pb");
  ASSERT_EQ(kernels.size(), 15u);
  const auto npz = from("tile_01_fusion.191.npz");
  const StoredProgram &a = *npz.at(0), &b = *kernels.at(1);
  EXPECT_EQ(b.about().name, "op_tuning_data_01_fusion.191");
  EXPECT_EQ(b.about().family,
            b.about().name);  // each kernel is a separate family, so that kernels of one file may be in different folds
  EXPECT_TRUE(
      std::equal(a.tileColumns().begin(), a.tileColumns().end(), b.tileColumns().begin(), b.tileColumns().end()));
  EXPECT_TRUE(std::equal(a.times().begin(), a.times().end(), b.times().begin(), b.times().end()));
  EXPECT_TRUE(std::equal(a.normalizers().begin(), a.normalizers().end(), b.normalizers().begin()));
}

TEST_F(Golden, PreparesEveryProgramOfAFolder) {
  const auto done = prepare({tpugraphs_.string()}, folder_ / "store", {.verify = true});
  ASSERT_TRUE(done.ok());
  EXPECT_TRUE(done->failures.empty());
  EXPECT_EQ(done->programs.size(), 32u);  // 16 npz files, 1 layout tuning file with one program, and 15 kernels
}

TEST_F(Golden, MeasurementsOfCollectSurviveARoundTripWithTheirProgram) {
  const std::string path = HLORANK_ROOT "/data/layouts/test/bilinear_paired.npz";
  std::string place;
  const auto measured = data::load({path}, &place);
  ASSERT_TRUE(measured.ok());
  const data::MeasuredProgram& direct = *measured->front();
  ASSERT_TRUE(prepare({path}, folder_ / "store", {}).ok());
  const auto stored = data::load({folder_ / "store"}, &place);
  ASSERT_TRUE(stored.ok()) << stored.error().message;
  const data::MeasuredProgram& again = *stored->front();
  EXPECT_EQ(again.family, direct.family);
  EXPECT_EQ(again.opened.program.graph.features, direct.opened.program.graph.features);
  EXPECT_TRUE(again.opened.program.hasExtras());
  EXPECT_EQ(again.opened.configurations.table.layouts, direct.opened.configurations.table.layouts);
  EXPECT_EQ(again.opened.configurations.choices, direct.opened.configurations.choices);
  EXPECT_EQ(again.opened.configurations.runtimes, direct.opened.configurations.runtimes);
  EXPECT_EQ(again.opened.configurations.compilerDefault, direct.opened.configurations.compilerDefault);
  EXPECT_EQ(again.measured(), direct.measured());
  EXPECT_EQ(again.analytical.terms, direct.analytical.terms);
}

}  // namespace
}  // namespace hlorank::store
