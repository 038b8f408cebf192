#include "native/research/synth/layout_file.h"

#include <cmath>
#include <map>
#include <set>

#include "shared/configs/dataset.h"
#include "tests/research/synth/folder.h"

namespace hlorank::synth {
namespace {

ProgramSpec specOf(Split split = Split::kTrain, Family family = Family::kBert) {
  ProgramSpec spec = {.name = "program", .split = split, .configurations = 300, .repeats = 39, .seed = 5};
  spec.network = {.family = family, .nodes = 900, .seed = 2};
  return spec;
}

// The layout combinations (settings) of each node, and the configurations as indices of settings. Both are derived from
// the arrays of the file alone.
struct FileChoices {
  LayoutSpace space;
  std::vector<Choice> choices;
};
FileChoices choicesOf(const npz::Archive& archive, const graph::Program& program) {
  FileChoices result;
  result.space.nodes = program.graph.configurable;
  const size_t nodes = result.space.nodes.size();
  const std::vector<float> columns = *archive.find("node_config_feat")->toFloats();
  const size_t count = columns.size() / nodes / configs::kLayoutColumns;
  result.space.settings.resize(nodes);
  result.choices.assign(count, Choice(nodes));
  for (size_t c = 0; c < count; ++c) {
    for (size_t i = 0; i < nodes; ++i) {
      Setting setting;
      for (size_t k = 0; k < setting.size(); ++k)
        setting[k] = static_cast<int8_t>(columns[(c * nodes + i) * configs::kLayoutColumns + k]);
      auto& known = result.space.settings[i];
      auto at = std::find(known.begin(), known.end(), setting);
      if (at == known.end()) at = known.insert(known.end(), setting);
      result.choices[c][i] = static_cast<uint8_t>(at - known.begin());
    }
  }
  return result;
}

class LayoutFile : public testing::Test {
 protected:
  LayoutTruth write(const ProgramSpec& spec, const LayoutOptions& options, const std::string& name = "a.npz") {
    auto problem = makeProblem(spec);
    EXPECT_TRUE(problem);
    base_ = problem->base;
    auto truth = writeLayouts(*problem, spec, options, folder_ / name);
    EXPECT_TRUE(truth);
    return *truth;
  }
  Folder folder_;
  double base_ = 0;
};

TEST_F(LayoutFile, HasTheTypesAndShapesOfTpuGraphs) {
  write(specOf(), {});
  const npz::Archive archive = archiveOf(folder_ / "a.npz");
  std::map<std::string, std::string> types;
  for (const npz::Array& array : archive.arrays) types[array.name] = array.dtype;
  EXPECT_EQ(types, (std::map<std::string, std::string>{{"node_feat", "<f4"},
                                                       {"node_opcode", "|u1"},
                                                       {"edge_index", "<i8"},
                                                       {"node_config_ids", "<i8"},
                                                       {"node_config_feat", "<f4"},
                                                       {"config_runtime", "<i8"},
                                                       {"node_splits", "<i8"}}));
  EXPECT_EQ(archive.find("node_splits")->shape[0], 1);
  auto data = configs::readProblem(archive, "a");
  ASSERT_TRUE(data) << data.error().message;
  EXPECT_EQ(data->program.graph.nodes(), 900u);
  EXPECT_EQ(data->configurations.count, 300u);
}

TEST_F(LayoutFile, IsIdenticalForTheSameSeed) {
  ProgramSpec spec = specOf();
  for (bool genetic : {false, true}) {
    write(spec, {.genetic = genetic}, "a.npz");
    write(spec, {.genetic = genetic}, "b.npz");
    EXPECT_EQ(bytesOf(folder_ / "a.npz"), bytesOf(folder_ / "b.npz"));
  }
  spec.seed = 6;
  write(spec, {}, "b.npz");
  EXPECT_NE(bytesOf(folder_ / "a.npz"), bytesOf(folder_ / "b.npz"));
}

TEST_F(LayoutFile, DeterminesItsNoiselessTimes) {
  for (const auto& [family, law] : {std::pair(Family::kBert, Law::kTraffic),
                                    {Family::kResnet, Law::kTraffic},
                                    {Family::kAlbert, Law::kTraffic},
                                    {Family::kBert, Law::kOverlap},
                                    {Family::kResnet, Law::kShapes},
                                    {Family::kBert, Law::kGated},
                                    {Family::kResnet, Law::kHeavyTails}}) {
    ProgramSpec spec = specOf(Split::kTrain, family);
    spec.law = law;
    const LayoutTruth truth = write(spec, {.tied = true});
    const npz::Archive archive = archiveOf(folder_ / "a.npz");
    auto data = configs::readProblem(archive, "a");
    ASSERT_TRUE(data);
    const FileChoices file = choicesOf(archive, data->program);
    const LayoutCosts costs(data->program, file.space, law);
    EXPECT_EQ(costs.copies().empty(), law == Law::kShapes || law == Law::kHeavyTails);
    for (size_t c = 0; c < file.choices.size(); ++c) {
      const double time = base_ + costs.of(file.choices[c]);
      EXPECT_NEAR(time, static_cast<double>(truth.times.noiseless[c]), .5 + 1e-9 * time);
    }
    EXPECT_EQ(integersOf(archive, "config_runtime"), truth.times.noisy);
  }
}

TEST_F(LayoutFile, HasTheDefaultConfigurationAmongTheFirst64Rows) {
  std::set<Choice> firsts;
  for (uint64_t seed = 1; seed <= 6; ++seed) {
    ProgramSpec spec = specOf();
    spec.repeats = 0;
    spec.seed = seed;
    auto problem = makeProblem(spec);
    ASSERT_TRUE(problem);
    Sampling sampling = {.count = 300, .seed = seed};
    const auto sampler = makeSampler(problem->space, sampling);
    const Choice first = sampler->next();
    firsts.insert(first);
    bool found = first == Choice(first.size(), 0);
    for (int i = 1; i < 64; ++i) found = sampler->next() == Choice(first.size(), 0) || found;
    EXPECT_TRUE(found) << seed;
  }
  EXPECT_GT(firsts.size(), 4u);
}

TEST_F(LayoutFile, TiedLikeNodesHaveEqualSettings) {
  ProgramSpec spec = specOf(Split::kTrain, Family::kTalkingHeads);
  const auto pairsAlike = [&](bool tied) {
    write(spec, {.tied = tied});
    const npz::Archive archive = archiveOf(folder_ / "a.npz");
    const FileChoices file = choicesOf(archive, configs::readProblem(archive, "a")->program);
    const size_t nodes = file.space.nodes.size();
    size_t alike = 0;
    for (size_t i = 0; i < nodes; ++i)
      for (size_t j = 0; j < i; ++j)
        alike += file.space.settings[i].size() > 1 &&
                 std::all_of(file.choices.begin(), file.choices.end(), [&](const Choice& choice) {
                   return file.space.settings[i][choice[i]] == file.space.settings[j][choice[j]];
                 });
    return alike;
  };
  EXPECT_EQ(pairsAlike(false), 0u);
  EXPECT_GT(pairsAlike(true), 10u);
}

TEST_F(LayoutFile, HeavyTailsHasEffectsFromOnePerMilleToSeveralTimes) {
  ProgramSpec spec = specOf();
  spec.law = Law::kHeavyTails;
  const auto problem = makeProblem(spec);
  ASSERT_TRUE(problem);
  double least = INFINITY, most = 0;
  Choice choice(problem->space.nodes.size(), 0);
  const double before = problem->costs.of(choice);
  for (size_t i = 0; i < choice.size(); ++i) {
    for (size_t s = 1; s < problem->space.settings[i].size(); ++s) {
      choice[i] = static_cast<uint8_t>(s);
      const double effect = std::abs(std::log(problem->costs.of(choice) / before));
      if (effect > 0) least = std::min(least, effect), most = std::max(most, effect);
    }
    choice[i] = 0;
  }
  EXPECT_LT(least, .003);
  EXPECT_GT(most, 1);
}

// Gives all nodes the setting with the same index, so that many effects of one sign add up. Expects plausible times
// nevertheless.
TEST_F(LayoutFile, HeavyTailsGivesPlausibleTimes) {
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    ProgramSpec spec = singleProgram(700, seed);
    spec.law = Law::kHeavyTails;
    const auto problem = makeProblem(spec);
    ASSERT_TRUE(problem);
    for (size_t setting = 0; setting < 4; ++setting) {
      Choice choice;
      for (const auto& settings : problem->space.settings)
        choice.push_back(static_cast<uint8_t>(std::min(setting, settings.size() - 1)));
      EXPECT_GE(problem->costs.of(choice), 1) << seed;
      EXPECT_LT(problem->costs.of(choice), 1e15) << seed;
    }
  }
}

TEST_F(LayoutFile, HidesTheTimesOfATestProgram) {
  const LayoutTruth truth = write(specOf(Split::kTest), {});
  for (int64_t time : integersOf(archiveOf(folder_ / "a.npz"), "config_runtime")) EXPECT_EQ(time, 0);
  EXPECT_GT(truth.times.noisy[0], 0);
}

TEST_F(LayoutFile, HasTheRequestedNumberOfDuplicates) {
  write(specOf(), {});
  const npz::Archive archive = archiveOf(folder_ / "a.npz");
  auto data = configs::readProblem(archive, "a");
  ASSERT_TRUE(data);
  const FileChoices file = choicesOf(archive, data->program);
  const std::set<Choice> distinct(file.choices.begin(), file.choices.end());
  EXPECT_EQ(distinct.size(), 300u - 39u);
}

TEST_F(LayoutFile, HasAtMostTheRequestedNumberOfDistinctConfigurations) {
  ProgramSpec spec = specOf();
  spec.repeats = 0;
  spec.distinct = 12;
  write(spec, {});
  const npz::Archive archive = archiveOf(folder_ / "a.npz");
  auto data = configs::readProblem(archive, "a");
  ASSERT_TRUE(data);
  const FileChoices file = choicesOf(archive, data->program);
  EXPECT_EQ(std::set<Choice>(file.choices.begin(), file.choices.end()).size(), 12u);
}

TEST_F(LayoutFile, GeneticSearchFindsFasterConfigurationsThanRandomSampling) {
  ProgramSpec spec = specOf();
  spec.repeats = 0;
  spec.configurations = 2000;
  const LayoutTruth random = write(spec, {}, "r.npz"), search = write(spec, {.genetic = true}, "s.npz");
  const auto mean = [](const std::vector<int64_t>& times, size_t from, size_t to) {
    double sum = 0;
    for (size_t i = from; i < to; ++i) sum += static_cast<double>(times[i]);
    return sum / static_cast<double>(to - from);
  };
  EXPECT_LT(mean(search.times.noiseless, 1500, 2000), mean(search.times.noiseless, 0, 200));
  EXPECT_LT(mean(search.times.noiseless, 1500, 2000), mean(random.times.noiseless, 1500, 2000));
}

TEST_F(LayoutFile, SlowestTakesUpToAboutThreeTimesAsLongAsFastest) {
  for (uint64_t seed = 1; seed <= 5; ++seed) {
    ProgramSpec spec = specOf();
    spec.network.seed = seed;
    const std::vector<int64_t> times = write(spec, {}).times.noiseless;
    const auto [fastest, slowest] = std::minmax_element(times.begin(), times.end());
    const double ratio = static_cast<double>(*slowest) / static_cast<double>(*fastest);
    EXPECT_GT(ratio, 1.04) << seed;
    EXPECT_LT(ratio, 3.5) << seed;
  }
}

TEST_F(LayoutFile, WithoutNoiseTheAttainableTauIsOne) {
  const LayoutTruth quiet = write(specOf(), {.noise = 0});
  EXPECT_EQ(computeAttainable(quiet.times).tau, 1);
  EXPECT_EQ(computeAttainable(quiet.times).pairAccuracy, 1);
  const LayoutTruth noisy = write(specOf(), {.noise = .01});
  EXPECT_LT(computeAttainable(noisy.times).tau, .99);
  EXPECT_GT(computeAttainable(noisy.times).tau, .3);
}

TEST_F(LayoutFile, TransferVariesDifferentNodesInTrainingAndTest) {
  ProgramSpec spec = specOf(Split::kTrain, Family::kTalkingHeads);
  const auto problem = makeProblem(spec);
  ASSERT_TRUE(problem);
  const std::vector<Fold> folds = assignFolds(*problem);
  EXPECT_GT(std::count(folds.begin(), folds.end(), Fold::kTest), 4);
  for (Split split : {Split::kTrain, Split::kTest}) {
    spec.split = split;
    const LayoutTruth truth = write(spec, {.noise = 0, .transfer = true});
    const npz::Archive archive = archiveOf(folder_ / "a.npz");
    auto data = configs::readProblem(archive, "a");
    ASSERT_TRUE(data);
    const FileChoices file = choicesOf(archive, data->program);
    for (size_t i = 0; i < folds.size(); ++i) {
      const bool hidden = folds[i] == (split == Split::kTest ? Fold::kTrain : Fold::kTest);
      EXPECT_EQ(file.space.settings[i].size() == 1, hidden) << i;
    }
    if (split == Split::kTrain) continue;
    ASSERT_GT(truth.pairs.size(), 100u);
    for (const TransferPair& pair : truth.pairs) {
      std::vector<uint32_t> differing;
      for (size_t i = 0; i < folds.size(); ++i) {
        if (file.choices[pair.first][i] == file.choices[pair.second][i]) continue;
        differing.push_back(file.space.nodes[i]);
        EXPECT_EQ(folds[i], Fold::kTest);
      }
      EXPECT_EQ(differing, std::vector<uint32_t>{static_cast<uint32_t>(pair.node)});
      const auto before = static_cast<double>(truth.times.noiseless[pair.first]);
      const auto after = static_cast<double>(truth.times.noiseless[pair.second]);
      EXPECT_NEAR((after - before) / before, pair.difference, 2 / before);
    }
  }
}

}  // namespace
}  // namespace hlorank::synth
