#include "native/collect/store.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>

#include <fstream>

#include "native/base/compress.h"
#include "native/base/files.h"
#include "native/data/program_file.h"
#include "native/research/commands.h"
#include "shared/npz/npz.h"
#include "tests/collect/subjects.h"

namespace hlorank::collect {
namespace {

nlohmann::json machine(const std::string& fingerprint) {
  return {{"processor", "Abacus 3"}, {"fingerprint", fingerprint}};
}

// Creates measurements of the program layouts, of the compiler default (here a duplicate of the program layouts), and
// of `more` other configurations.
Measured makeMeasured(const Subject& subject, size_t more) {
  Measured measured;
  Choice choice(subject.configurations.table.slots.size(), 0);
  measured.rows.push_back({choice, "default", 0xfedcba9876543210u, true, 0, .5f, {100, 101, 99}});
  measured.rows.push_back({choice, "auto_exact", 0xfedcba9876543210u, false, 0, .25f, {100, 101, 99}});
  for (size_t i = 0; i < more; ++i) {
    choice[i] = 1;
    measured.rows.push_back({choice, "sparse", i, true, 1, .125f, {200. + static_cast<double>(i), 210}});
  }
  measured.instructions = {{0, "dot", "product", 1, 80}, {2, "copy", "copy 8,16", 1, 20.5F}};
  measured.meta = {{"asked", 20}, {"source", "small.hlo"}};
  return measured;
}

void expectEqual(const std::vector<Row>& a, const std::vector<Row>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (size_t r = 0; r < a.size(); ++r) {
    EXPECT_EQ(a[r].choice, b[r].choice);
    EXPECT_EQ(a[r].kind, b[r].kind);
    EXPECT_EQ(a[r].hash, b[r].hash);
    EXPECT_EQ(a[r].first, b[r].first);
    EXPECT_EQ(a[r].round, b[r].round);
    EXPECT_EQ(a[r].seconds, b[r].seconds);
    EXPECT_EQ(a[r].passes, b[r].passes);
  }
}

class StoreTest : public testing::Test {
 protected:
  Folder folder_;
  Subject subject_ = makeSubject(kProgram);
  Store store_{folder_ / "data"};
};

TEST_F(StoreTest, LoadsWhatWasSaved) {
  ASSERT_TRUE(store_.open(machine("a")));
  EXPECT_FALSE(store_.load("small", subject_));
  EXPECT_TRUE(store_.readMeta("small")->is_null());
  const Measured saved = makeMeasured(subject_, 3);
  ASSERT_TRUE(store_.save("small", subject_, saved));
  const auto loaded = store_.load("small", subject_);
  ASSERT_TRUE(loaded);
  expectEqual(loaded->rows, saved.rows);
  ASSERT_EQ(loaded->instructions.size(), 2u);
  EXPECT_EQ(loaded->instructions[1].configuration, 2u);
  EXPECT_EQ(loaded->instructions[1].nanoseconds, 20.5F);
  EXPECT_EQ((*store_.readMeta("small"))["asked"], 20);
  EXPECT_EQ((*store_.readMeta("small"))["rows"], 5);
}

TEST_F(StoreTest, IsReadableByTheTrainer) {
  nlohmann::json gpu = machine("a");
  gpu["platform"] = "gpu";
  ASSERT_TRUE(store_.open(gpu));
  Measured saved = makeMeasured(subject_, 3);
  ASSERT_TRUE(store_.save("small", subject_, saved));
  std::string place;
  const auto programs = data::load({folder_ / "data"}, &place);
  ASSERT_TRUE(programs) << place << ": " << programs.error().message;
  ASSERT_EQ(programs->size(), 1u);
  const configs::Configurations& read = (*programs)[0]->opened.configurations;
  EXPECT_EQ(read.platform, "gpu");
  EXPECT_EQ(read.runtimes, (std::vector<int64_t>{99, 99, 200, 201, 202}));
  // Expects all rows except 1, which is a duplicate of row 0.
  EXPECT_EQ((*programs)[0]->measured(), (std::vector<uint32_t>{0, 2, 3, 4}));
  EXPECT_EQ(read.compilerDefault, 1);
  EXPECT_EQ(hlo::printText(*(*programs)[0]->opened.module), subject_.text);
}

TEST_F(StoreTest, DoesNotLoadAnotherProgramOfTheSameName) {
  ASSERT_TRUE(store_.open(machine("a")));
  ASSERT_TRUE(store_.save("small", subject_, makeMeasured(subject_, 3)));
  EXPECT_FALSE(store_.load("small", makeSubject(kTinyProgram)));
}

TEST_F(StoreTest, DoesNotLoadADamagedFile) {
  ASSERT_TRUE(store_.open(machine("a")));
  ASSERT_TRUE(store_.save("small", subject_, makeMeasured(subject_, 3)));
  const std::string bytes = *native::readFile(store_.rowsPath("small"));
  for (const size_t size : {bytes.size() - 1, bytes.size() / 2, size_t{10}, size_t{0}}) {
    ASSERT_TRUE(native::writeFile(store_.rowsPath("small"), bytes.substr(0, size)));
    EXPECT_FALSE(store_.load("small", subject_)) << size;
    EXPECT_FALSE(store_.readMeta("small").ok()) << size << ": as if the program had not been measured";
  }
  for (size_t at = 0; at < bytes.size(); at += 37) {
    std::string damaged = bytes;
    damaged[at] = static_cast<char>(~damaged[at]);
    ASSERT_TRUE(native::writeFile(store_.rowsPath("small"), damaged));
    (void)store_.load("small", subject_);  // loading a damaged file may succeed or fail, but must not crash
    (void)store_.readMeta("small");
  }
}

TEST_F(StoreTest, KeepsTheOldFileWhenTheDiskIsFull) {
  ASSERT_TRUE(store_.open(machine("a")));
  const Measured first = makeMeasured(subject_, 1);
  ASSERT_TRUE(store_.save("small", subject_, first));
  const auto handler = signal(SIGXFSZ, SIG_IGN);
  rlimit before;
  getrlimit(RLIMIT_FSIZE, &before);
  const rlimit full{100, before.rlim_max};
  setrlimit(RLIMIT_FSIZE, &full);
  const auto saved = store_.save("small", subject_, makeMeasured(subject_, 3));
  setrlimit(RLIMIT_FSIZE, &before);
  signal(SIGXFSZ, handler);
  ASSERT_FALSE(saved);
  EXPECT_NE(saved.error().message.find("cannot write"), std::string::npos);
  expectEqual(store_.load("small", subject_)->rows, first.rows);
}

TEST_F(StoreTest, RejectsAnotherMachine) {
  ASSERT_TRUE(store_.open(machine("a")));
  EXPECT_TRUE(store_.open(machine("a")));
  const auto other = store_.open(machine("b"));
  ASSERT_FALSE(other);
  EXPECT_EQ(other.error().message,
            "the store was measured on another machine or with other settings (processor: Abacus 3)");
}

TEST_F(StoreTest, ReportsAFolderThatCannotBeCreated) {
  ASSERT_TRUE(native::writeFile(folder_ / "file", "x"));
  const auto opened = Store(folder_ / "file/data").open(machine("a"));
  ASSERT_FALSE(opened);
  EXPECT_NE(opened.error().message.find("cannot create the folder"), std::string::npos);
}

TEST(Machine, CachesAreThoseThatTheSystemLists) {
  std::string size;
  std::ifstream("/sys/devices/system/cpu/cpu0/cache/index0/size") >> size;
  const nlohmann::json machine = describeMachine({{"jaxlib", "0.1"}}, WorkerOptions());
  if (size.empty()) {
    EXPECT_FALSE(machine.contains("caches"));
    GTEST_SKIP() << "the system lists no caches";
  }
  const nlohmann::json& caches = machine["caches"];
  EXPECT_EQ(std::to_string(caches["level1KiB"].get<int>()) + "K", size);
  EXPECT_GE(caches["level2KiB"], caches["level1KiB"]);
  EXPECT_GE(caches["level3KiB"], caches["level2KiB"]);
  EXPECT_EQ(caches["cacheLine"].get<int>() * caches["level1Sets"].get<int>() * caches["level1Ways"].get<int>(),
            caches["level1KiB"].get<int>() * 1024);
}

TEST(Machine, FingerprintDependsOnSettingsButNotOnWhichCoreIsUsed) {
  const nlohmann::json worker = {{"jaxlib", "0.1"}, {"device", "cpu"}};
  const WorkerOptions options;
  auto print = [](const nlohmann::json& machine) { return machine["fingerprint"].get<std::string>(); };
  const std::string here = print(describeMachine(worker, options));
  WorkerOptions other = options;
  other.cores = {3};
  other.python = "elsewhere";
  EXPECT_EQ(print(describeMachine(worker, other)), here);
  other.cores = {0, 1};
  EXPECT_NE(print(describeMachine(worker, other)), here);
  EXPECT_NE(print(describeMachine({{"jaxlib", "0.2"}, {"device", "cpu"}}, options)), here);
  EXPECT_NE(print(describeMachine({{"jaxlib", "0.1"}, {"device", "gpu"}}, options)), here);
  setenv("XLA_FLAGS", "--xla_cpu_use_thunk_runtime=false", 1);
  EXPECT_NE(print(describeMachine(worker, options)), here);
  unsetenv("XLA_FLAGS");
}

TEST(DeflatedNpz, IsReadBackUnchanged) {
  npz::Archive archive;
  std::vector<int64_t> many(10'000);
  for (size_t i = 0; i < many.size(); ++i) many[i] = static_cast<int64_t>(i * i % 17);
  archive.add("many", {100, 100}, many);
  archive.add("none", {0, 4}, std::vector<float>());
  archive.arrays.push_back({"text", "|S3", {2}, std::string("ab\0cde", 6)});
  const std::string bytes = npz::write(archive, native::deflate);
  EXPECT_LT(bytes.size(), npz::write(archive).size() / 4);
  const auto read = npz::read(bytes);
  ASSERT_TRUE(read);
  ASSERT_EQ(read->arrays.size(), 3u);
  for (size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(read->arrays[i].name, archive.arrays[i].name);
    EXPECT_EQ(read->arrays[i].dtype, archive.arrays[i].dtype);
    EXPECT_EQ(read->arrays[i].shape, archive.arrays[i].shape);
    EXPECT_EQ(read->arrays[i].bytes, archive.arrays[i].bytes);
  }
}

class Merging : public StoreTest {
 protected:
  Store make(const std::string& name, const std::string& fingerprint, const Subject& subject, size_t more) {
    Store store(folder_ / name);
    EXPECT_TRUE(store.open(machine(fingerprint)));
    EXPECT_TRUE(store.save("small", subject, makeMeasured(subject, more)));
    return store;
  }
  int merge(const std::vector<std::string>& stores) {
    CLI::App app;
    const auto run = research::addMerge(app);
    std::vector<std::string> arguments = {folder_ / "all", "-o"};
    for (const std::string& store : stores) arguments.push_back(folder_ / store);
    app.parse(arguments);  // CLI11 expects arguments in reverse order
    return run();
  }
  Store all_{folder_ / "all"};
};

TEST_F(Merging, KeepsTheMeasurementsWithMoreRows) {
  make("a", "same", subject_, 2);
  make("b", "same", subject_, 4);
  make("c", "same", subject_, 1);
  EXPECT_EQ(merge({"c", "b", "a"}), 0);
  EXPECT_EQ(all_.load("small", subject_)->rows.size(), 6u);
  EXPECT_EQ(merge({"c", "b", "a"}), 0) << "again";
  EXPECT_EQ(all_.load("small", subject_)->rows.size(), 6u);
}

TEST_F(Merging, RejectsAnotherMachine) {
  make("a", "one", subject_, 2);
  make("b", "another", subject_, 4);
  EXPECT_EQ(merge({"b", "a"}), 3);
}

TEST_F(Merging, RejectsAnotherProgramOfTheSameName) {
  make("a", "same", subject_, 2);
  make("b", "same", makeSubject(kTinyProgram), 1);
  EXPECT_EQ(merge({"b", "a"}), 3);
}

TEST_F(Merging, RejectsFoldersThatAreNoStores) {
  make("a", "same", subject_, 2);
  EXPECT_EQ(merge({"nowhere", "a"}), 2);
  ASSERT_TRUE(native::writeFile(folder_ / "a/store.json", "{"));
  EXPECT_EQ(merge({"a"}), 3);
}

}  // namespace
}  // namespace hlorank::collect
