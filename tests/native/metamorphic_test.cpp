// Metamorphic tests. Each form of model is trained on a file and then scores the same configurations in variants of the
// file (other order of rows, repeated rows, renamed instructions, ...). No variant may change a bit of any score.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <numeric>
#include <set>

#include "native/base/compress.h"
#include "native/base/files.h"
#include "native/data/program_file.h"
#include "native/data/times.h"
#include "native/evaluate/judged.h"
#include "native/evaluate/scoring.h"
#include "native/research/synth/layout_file.h"
#include "native/store/prepare.h"
#include "native/train/defaults.h"
#include "native/train/run.h"
#include "shared/base/random.h"
#include "shared/hlo/read.h"
#include "tests/support/folder.h"
#include "tests/support/suite.h"

namespace hlorank {
namespace {

namespace fs = std::filesystem;

// A file of measured configurations (npz), and its HLO program if the configurations need one.
struct File {
  npz::Archive archive;
  std::string program;  // HLO text; empty if the file needs none
};

int64_t rowsOf(const File& file) {
  return file.archive.find("config_runtime")->shape[0];
}

// Returns a copy of the file with the given configurations (rows) in the given order.
File withRows(const File& file, const std::vector<size_t>& rows) {
  File result = file;
  for (npz::Array& array : result.archive.arrays) {
    const bool ofNodes = array.name.rfind("node_", 0) == 0 && array.name != "node_config_feat";
    if (ofNodes || array.shape.empty() || array.shape[0] != rowsOf(file)) continue;
    const size_t size = array.bytes.size() / size_t(array.shape[0]);
    std::string bytes;
    for (const size_t row : rows) bytes += array.bytes.substr(row * size, size);
    array.bytes = std::move(bytes);
    array.shape[0] = int64_t(rows.size());
  }
  return result;
}

std::vector<size_t> inOrder(const File& file) {
  std::vector<size_t> rows(size_t(rowsOf(file)));
  std::iota(rows.begin(), rows.end(), size_t{0});
  return rows;
}

File shuffled(const File& file) {
  std::vector<size_t> rows = inOrder(file);
  Random random(7);
  for (size_t i = rows.size(); i > 1; --i) std::swap(rows[i - 1], rows[random.below(i)]);
  return withRows(file, rows);
}
File slowestFirst(const File& file) {
  std::vector<size_t> rows = inOrder(file);
  const std::vector<int64_t> times = *file.archive.find("config_runtime")->toIntegers();
  const auto slowest = std::max_element(times.begin(), times.end()) - times.begin();
  std::rotate(rows.begin(), rows.begin() + slowest, rows.begin() + slowest + 1);
  return withRows(file, rows);
}
File withRepeats(const File& file) {
  std::vector<size_t> rows;
  for (const size_t row : inOrder(file)) rows.insert(rows.end(), row % 3 == 0 ? 3 : 1, row);
  return withRows(file, rows);
}
File secondHalf(const File& file) {
  std::vector<size_t> rows = inOrder(file);
  rows.erase(rows.begin(), rows.begin() + std::ptrdiff_t(rows.size() / 2));
  return withRows(file, rows);
}

npz::Array stringArray(std::string name, const std::vector<std::string>& values) {
  size_t width = 1;
  for (const std::string& value : values) width = std::max(width, value.size());
  npz::Array array{std::move(name), "|S" + std::to_string(width), {int64_t(values.size())}, {}};
  for (const std::string& value : values) array.bytes += value + std::string(width - value.size(), '\0');
  return array;
}

// Renames every instruction, both in the HLO program and in the npz file.
File renamed(const File& file) {
  File result = file;
  hlo::Module module = std::move(hlo::readModule(file.program)->module);
  std::map<std::string, std::string> nameOf;
  for (size_t i = 0; i < module.instructions.size(); ++i) {
    hlo::Instruction& instruction = module.instructions[i];
    const std::string name = "other." + std::to_string(module.instructions.size() - i);
    nameOf[std::string(module.computations[instruction.computation].name) + "/" + std::string(instruction.name)] = name;
    instruction.name = module.keep(name);
  }
  result.program = hlo::printText(module);
  const auto computations = *file.archive.find("node_config_comps")->toStrings();
  auto names = *file.archive.find("node_config_names")->toStrings();
  for (size_t i = 0; i < names.size(); ++i) names[i] = nameOf.at(computations[i] + "/" + names[i]);
  for (npz::Array& array : result.archive.arrays)
    if (array.name == "node_config_names") array = stringArray(array.name, names);
  return result;
}

// Permutes the node numbers, but keeps the order of each node's operands, which the format sorts by number.
File renumbered(const File& file) {
  File result = file;
  const npz::Array* opcodes = file.archive.find("node_opcode");
  std::vector<int64_t> numberOf(size_t(opcodes->shape[0]));
  std::vector<size_t> nodeOf(numberOf.size());
  std::iota(nodeOf.begin(), nodeOf.end(), size_t{0});
  const std::vector<int64_t> edges = *file.archive.find("edge_index")->toIntegers();
  std::vector<std::set<int64_t>> usersOf(nodeOf.size());
  for (size_t i = 0; i < edges.size(); i += 2) usersOf[size_t(edges[i + 1])].insert(edges[i]);
  const auto haveOneUser = [&](size_t a, size_t b) {
    return std::any_of(usersOf[a].begin(), usersOf[a].end(), [&](int64_t user) { return usersOf[b].contains(user); });
  };
  Random random(11);
  for (size_t turn = 0; turn < 200 * nodeOf.size(); ++turn) {
    const size_t i = random.below(nodeOf.size() - 1);
    if (!haveOneUser(nodeOf[i], nodeOf[i + 1])) std::swap(nodeOf[i], nodeOf[i + 1]);
  }
  for (size_t i = 0; i < nodeOf.size(); ++i) numberOf[nodeOf[i]] = int64_t(i);
  for (npz::Array& array : result.archive.arrays) {
    if (array.name == "node_feat" || array.name == "node_opcode") {
      const size_t size = array.bytes.size() / numberOf.size();
      std::string bytes(array.bytes.size(), '\0');
      for (size_t i = 0; i < numberOf.size(); ++i)
        bytes.replace(size_t(numberOf[i]) * size, size, array.bytes.substr(i * size, size));
      array.bytes = std::move(bytes);
    } else if (array.name == "edge_index" || array.name == "node_config_ids") {
      std::vector<int64_t> numbers = *array.toIntegers();
      for (int64_t& number : numbers) number = numberOf[size_t(number)];
      array = npz::makeArray<int64_t>(array.name, array.shape, numbers);
    }
  }
  return result;
}

struct Change {
  const char* name;
  File (*apply)(const File&);
  bool named = false;  // whether the variant applies only to files with an HLO program
};
constexpr Change kChanges[] = {{"rows shuffled", shuffled},
                               {"slowest row first", slowestFirst},
                               {"rows repeated", withRepeats},
                               {"first half removed", secondHalf},
                               {"instructions renamed", renamed, true}};

struct Form {
  const char* name;
  const char* form;
  int crossAttention = 0;
};
constexpr Form kForms[] = {{"simulated", "simulated"},
                           {"calibrated", "calibrated"},
                           {"graph", "graph"},
                           {"table", "table"},
                           {"early", "early"},
                           {"late", "late"},
                           {"free", "free"},
                           {"tableCrossAttention", "table", 16},
                           {"earlyCrossAttention", "early", 16},
                           {"lateCrossAttention", "late", 16}};

struct Source {
  const char* name;
  std::optional<File> (*make)();
};

std::optional<File> fromFiles(const fs::path& archive, const fs::path& program) {
  auto read = npz::read(test::readFile(archive));
  if (!read) return std::nullopt;
  File file{std::move(*read), {}};
  if (program.empty()) return file;
  auto module = hlo::readModule(test::readFile(program));
  if (!module) return std::nullopt;
  file.program = hlo::printText(module->module);
  return file;
}

// Returns a file of configurations measured on XLA:CPU, from data/measured.
std::optional<File> measured() {
  const fs::path folder = fs::path(HLORANK_ROOT) / "data/measured";
  return fromFiles(folder / "gru_scan.npz", folder / "gru_scan.hlo.txt.gz");
}
// Returns a file of configurations measured on TPUs, from TpuGraphs; nullopt if it is not on this machine.
std::optional<File> published() {
  const auto data = test::suiteData();
  if (!data) return std::nullopt;
  return fromFiles(*data / "tpugraphs/layout_main__.10904.npz", {});
}
std::optional<File> synthetic() {
  const test::Folder folder;
  const synth::ProgramSpec spec = synth::singleProgram(240, 3);
  auto problem = synth::makeProblem(spec);
  if (!problem || !synth::writeLayouts(*problem, spec, {}, folder / "made.npz")) return std::nullopt;
  return fromFiles(folder / "made.npz", {});
}
constexpr Source kSources[] = {{"measured", measured}, {"published", published}, {"synthetic", synthetic}};

using Scores = std::map<std::vector<int8_t>, float>;  // key: layouts of a configuration; value: its score

class Metamorphic : public testing::TestWithParam<std::tuple<Source, Form>> {
 protected:
  void SetUp() override {
    auto made = std::get<Source>(GetParam()).make();
    const bool isPublished = std::get<Source>(GetParam()).make == published;
    if (isPublished && !test::suiteData())
      GTEST_SKIP() << "needs the conformance suite ($HLORANK_SUITE or ../shared/data)";
    ASSERT_TRUE(made);
    file_ = std::move(*made);
    if (file_.program.empty() && std::get<Form>(GetParam()).form == std::string("simulated"))
      GTEST_SKIP() << "the file has no HLO, which the simulation reads";
  }

  // Writes the file to a new folder `name`; returns the path of the npz file.
  std::string write(const File& file, const std::string& name) const {
    const fs::path folder = fs::path(folder_.path()) / name;
    fs::create_directories(folder);
    EXPECT_TRUE(native::writeFile((folder / "program.npz").string(), npz::write(file.archive, native::deflate)));
    if (!file.program.empty()) {
      EXPECT_TRUE(native::writeFile((folder / "program.hlo.txt").string(), file.program));
    }
    return (folder / "program.npz").string();
  }

  evaluate::Ranker trainOn(const std::string& path, const std::string& name) const {
    const Form& form = std::get<Form>(GetParam());
    train::RunData data;
    std::string place;
    train::RunOptions options;
    options.data = {path};
    EXPECT_TRUE(data.load(options, &place));
    options = train::presetOptions(form.form, train::surveyData(data.programs()));
    options.data = {path};
    options.form = form.form;
    options.steps = 0;
    options.recipe.epochs = form.form == std::string("free") ? 0 : 4;
    options.recipe.margin = 0;
    options.recipe.configurations = 48;
    if (form.crossAttention > 0) train::addCrossAttention(options.description, form.crossAttention);
    train::ErrorContext errorContext;
    testing::internal::CaptureStdout();
    const auto outcome = train::run(folder_ / name, std::move(data), options, {}, false, 1, true, &errorContext);
    testing::internal::GetCapturedStdout();
    EXPECT_TRUE(outcome) << (outcome ? "" : outcome.error().message);
    auto ranker = evaluate::loadRanker(folder_ / name, &place);
    EXPECT_TRUE(ranker) << (ranker ? "" : ranker.error().message);
    return ranker ? std::move(*ranker) : evaluate::Ranker{};
  }

  static Scores scoresOf(const evaluate::Ranker& ranker, const std::string& path) {
    std::string place;
    const auto programs = data::load({path}, &place);
    EXPECT_TRUE(programs) << (programs ? "" : programs.error().message);
    Scores scores;
    if (!programs) return scores;
    const data::MeasuredProgram& program = *programs->front();
    const std::vector<uint32_t> selected = evaluate::usableOf(program);
    const auto values = evaluate::scoresOf(ranker, program, selected);
    EXPECT_TRUE(values) << (values ? "" : values.error().message);
    for (size_t i = 0; values && i < selected.size(); ++i)
      scores[configs::toColumns(program.opened.configurations, selected[i])] = (*values)[i];
    return scores;
  }

  // Expects that each of `scores` occurs in `all` for the same layouts, with the same bits.
  static void expectAmong(const Scores& scores, const Scores& all, const std::string& what) {
    EXPECT_FALSE(scores.empty()) << what;
    size_t different = 0;
    for (const auto& [columns, score] : scores) {
      const auto found = all.find(columns);
      different += found == all.end() || found->second != score;
    }
    EXPECT_EQ(different, 0u) << what << ": different scores of " << scores.size();
  }

  static float rangeOf(const Scores& scores) {
    const auto byScore = [](const auto& a, const auto& b) { return a.second < b.second; };
    const auto [least, most] = std::minmax_element(scores.begin(), scores.end(), byScore);
    return most->second - least->second;
  }

  test::Folder folder_;
  File file_;
};

TEST_P(Metamorphic, ScoresDoNotDependOnOrderRepeatsAndNamesInTheFile) {
  const std::string path = write(file_, "as it is");
  const evaluate::Ranker ranker = trainOn(path, "run");
  const Scores all = scoresOf(ranker, path);
  EXPECT_GT(rangeOf(all), 0);
  for (const Change& change : kChanges) {
    if (change.named && file_.program.empty()) continue;
    const std::string changed = write(change.apply(file_), change.name);
    const Scores scores = scoresOf(ranker, changed);
    expectAmong(scores, all, change.name);
    const auto prepared = store::prepare({changed}, folder_ / (std::string("store of ") + change.name), {});
    ASSERT_TRUE(prepared);
    const Scores stored = scoresOf(ranker, folder_ / (std::string("store of ") + change.name));
    expectAmong(stored, all, std::string(change.name) + ", prepared");
    EXPECT_GE(stored.size(), scores.size());
  }
}

// With other node numbers, sums over nodes add in another order. So scores must be close, but their last bits may
// differ.
TEST_P(Metamorphic, ScoresDoNotDependOnTheNumbersOfNodes) {
  if (!file_.program.empty()) GTEST_SKIP() << "configurations refer to instructions by name, not by node number";
  const Form& form = std::get<Form>(GetParam());
  if (form.form == std::string("free") || form.crossAttention > 0)
    GTEST_SKIP() << "free terms and the reference set of cross-configuration attention depend on node numbers";
  const std::string path = write(file_, "as it is");
  const evaluate::Ranker ranker = trainOn(path, "run");
  const Scores all = scoresOf(ranker, path), other = scoresOf(ranker, write(renumbered(file_), "renumbered"));
  ASSERT_EQ(all.size(), other.size());
  ASSERT_GT(rangeOf(all), 0);
  for (const auto& [columns, score] : all) ASSERT_NEAR(other.at(columns), score, 1e-4 * rangeOf(all));
}

TEST_P(Metamorphic, TrainingDoesNotDependOnTheOrderOfRows) {
  const std::string path = write(file_, "as it is");
  const Scores all = scoresOf(trainOn(path, "run"), path);
  expectAmong(scoresOf(trainOn(write(shuffled(file_), "shuffled"), "run of shuffled"), path), all, "rows shuffled");
}

INSTANTIATE_TEST_SUITE_P(Files, Metamorphic, testing::Combine(testing::ValuesIn(kSources), testing::ValuesIn(kForms)),
                         [](const auto& info) {
                           return std::string(std::get<Source>(info.param).name) + "_" +
                                  std::get<Form>(info.param).name;
                         });

}  // namespace
}  // namespace hlorank
