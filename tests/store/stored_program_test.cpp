#include "native/store/stored_program.h"

#include <numeric>

#include "native/data/program_file.h"
#include "tests/store/archives.h"

namespace hlorank::store {
namespace {

// Fixture that converts an npz archive to the compact store and opens the stored program.
class StoredProgramTest : public testing::Test {
 protected:
  std::shared_ptr<const StoredProgram> stored(const npz::Archive& archive, npz::Deflate deflate = native::deflate) {
    write(archive, folder_ / "in/one.npz", deflate);
    const auto prepared = prepare({folder_ / "in"}, folder_ / "store", {});
    EXPECT_TRUE(prepared.ok()) << (prepared.ok() ? "" : prepared.error().message);
    for (const auto& failure : prepared->failures) ADD_FAILURE() << failure.error.message;
    return opened(folder_ / "store/one.prepared");
  }
  std::string failureOf(const npz::Archive& archive) {
    write(archive, folder_ / "in/one.npz");
    const auto prepared = prepare({folder_ / "in"}, folder_ / "store", {});
    EXPECT_EQ(prepared->failures.size(), 1u);
    return prepared->failures.empty() ? "" : prepared->failures[0].error.message;
  }

  Folder folder_;
};

void expectSame(const StoredProgram& program, const Dense& dense) {
  ASSERT_EQ(program.about().rows, dense.count);
  for (size_t row = 0; row < dense.count; ++row) {
    const auto expected = dense.row(row);
    EXPECT_EQ(rowOf(program, program.configurationOf(row)), std::vector<int8_t>(expected.begin(), expected.end()))
        << row;
  }
}

TEST_F(StoredProgramTest, ReturnsEveryRowOfRandomArchives) {
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    Random random(seed);
    const size_t positions = 1 + random.below(5), count = 1 + random.below(60);
    const Dense dense = randomDense(positions, count, 1 + random.below(6), seed);
    const graph::Graph graph = chain(positions);
    const auto program = stored(archiveOf<float>(graph, dense), seed % 2 ? native::deflate : nullptr);
    ASSERT_NE(program, nullptr);
    expectSame(*program, dense);
    EXPECT_TRUE(program->verify());
    const graph::Program read = program->program();
    EXPECT_EQ(read.graph.opcodes, graph.opcodes);
    EXPECT_EQ(read.graph.features, graph.features);
    EXPECT_EQ(read.graph.edges, graph.edges);
    EXPECT_EQ(read.graph.splits, graph.splits);
    EXPECT_EQ(read.graph.configurable, graph.configurable);
  }
}

TEST_F(StoredProgramTest, StoresEqualFeatureRowsOnce) {
  const graph::Graph graph = chain(100);
  const auto program = stored(archiveOf<float>(graph, randomDense(100, 3, 2, 1)));
  EXPECT_EQ(program->features(), graph.features);
  EXPECT_LT(program->bytes(), graph.nodes() * graph::kNodeFeatures * sizeof(float) / 2);
}

TEST_F(StoredProgramTest, ReadsReleasedPagesAgain) {
  const Dense dense = randomDense(100, 200, 3, 1);
  const graph::Graph graph = chain(100);
  const auto program = stored(archiveOf<float>(graph, dense));
  program->forget();
  expectSame(*program, dense);
  EXPECT_EQ(program->features(), graph.features);
  EXPECT_TRUE(program->verify());
}

TEST_F(StoredProgramTest, MergesEqualRowsToOneConfigurationWithTheMedianTime) {
  Dense dense = randomDense(2, 1, 1, 7);
  const std::vector<int8_t> first = dense.columns;
  std::vector<int8_t> other = first;
  other[0] = other[0] == 0 ? 1 : 0;
  dense.columns.clear();
  for (const std::vector<int8_t>* row : {&first, &std::as_const(other), &first, &first, &std::as_const(other)})
    dense.columns.insert(dense.columns.end(), row->begin(), row->end());
  dense.count = 5;
  dense.times = {100, 50, 104, 90, 60};
  const auto program = stored(archiveOf<float>(chain(2), dense));
  ASSERT_EQ(program->count(), 2u);
  EXPECT_EQ(std::vector<int64_t>(program->times().begin(), program->times().end()), (std::vector<int64_t>{100, 55}));
  ASSERT_EQ(program->merged().size(), 2u);
  EXPECT_EQ(program->merged()[0].rows, 3u);
  EXPECT_EQ(program->merged()[0].least, 90);
  EXPECT_EQ(program->merged()[0].most, 104);
  std::vector<uint32_t> configurationOf;
  for (uint64_t row = 0; row < 5; ++row) configurationOf.push_back(program->configurationOf(row));
  EXPECT_EQ(configurationOf, (std::vector<uint32_t>{0, 1, 0, 0, 1}));
}

TEST_F(StoredProgramTest, UsesTwoBytesForMoreThan256SettingsOfANode) {
  Dense dense{2, 700, {}, {}};
  for (int c = 0; c < 700; ++c) {
    std::vector<int8_t> row(2 * configs::kLayoutColumns, -1);
    row[0] = static_cast<int8_t>(c % 7);
    row[1] = static_cast<int8_t>(c / 7 % 10);
    row[2] = static_cast<int8_t>(c / 70);
    row[configs::kLayoutColumns] = static_cast<int8_t>(c % 3);
    dense.columns.insert(dense.columns.end(), row.begin(), row.end());
    dense.times.push_back(1000 + c);
  }
  const auto program = stored(archiveOf<float>(chain(2), dense));
  EXPECT_EQ(program->byteBegin()[1], 2u);
  EXPECT_EQ(program->byteBegin()[2], 3u);
  EXPECT_EQ(program->count(), 700u);
  expectSame(*program, dense);
  EXPECT_TRUE(program->verify());
  const auto configurations = program->configurations(program->program(), std::vector<uint32_t>{0});
  ASSERT_FALSE(configurations.ok());
  EXPECT_NE(configurations.error().message.find("more than 256 layouts of output"), std::string::npos);
}

template <class T>
class EveryType : public StoredProgramTest {};
using Types = testing::Types<int8_t, int16_t, int32_t, int64_t, float, double>;
TYPED_TEST_SUITE(EveryType, Types);
TYPED_TEST(EveryType, IsAcceptedForConfigurations) {
  const Dense dense = randomDense(3, 40, 4, 3);
  expectSame(*this->stored(archiveOf<TypeParam>(chain(3), dense)), dense);
}

template <class T>
class EveryUnsigned : public StoredProgramTest {};
using UnsignedTypes = testing::Types<uint8_t, uint16_t, uint32_t, uint64_t>;
TYPED_TEST_SUITE(EveryUnsigned, UnsignedTypes);
TYPED_TEST(EveryUnsigned, IsAcceptedWithAWarningAboutMissingPadding) {
  Dense dense = randomDense(2, 10, 3, 3);
  for (int8_t& value : dense.columns) value = std::max<int8_t>(value, 0);
  const auto program = this->stored(archiveOf<TypeParam>(chain(2), dense));
  expectSame(*program, dense);
  EXPECT_EQ(
      program->about().problems.back(),
      "its configurations are not padded with -1, so an absent dimension cannot be distinguished from dimension 0");
}

TEST_F(StoredProgramTest, ReadsHalfPrecisionConfigurations) {
  const Dense dense = randomDense(2, 10, 3, 3);
  npz::Archive archive = archiveOf<int16_t>(chain(2), dense);
  npz::Array& columns = archive.arrays[4];
  ASSERT_EQ(columns.name, "node_config_feat");
  // The float16 numbers -1, 0, 1, 2, 3, 4, 5.
  constexpr uint16_t kHalves[] = {0xbc00, 0, 0x3c00, 0x4000, 0x4200, 0x4400, 0x4500};
  for (size_t i = 0; i < dense.columns.size(); ++i)
    std::memcpy(columns.bytes.data() + 2 * i, &kHalves[dense.columns[i] + 1], 2);
  columns.dtype = "<f2";
  expectSame(*stored(archive), dense);
}

TEST_F(StoredProgramTest, ConfigurationsEqualTheDenseArray) {
  const Dense dense = randomDense(4, 50, 5, 11);
  const graph::Graph graph = chain(4);
  const npz::Archive archive = archiveOf<float>(graph, dense);
  const auto program = stored(archive);
  std::vector<uint32_t> all(program->count());
  std::iota(all.begin(), all.end(), 0u);
  const auto read = program->configurations(program->program(), all);
  ASSERT_TRUE(read.ok());
  const auto expected = configs::canonical(
      program->program(), *configs::fromColumns(graph.configurable, *archive.find("node_config_feat")));
  ASSERT_TRUE(expected.ok());
  EXPECT_EQ(read->table.layouts, expected->table.layouts);
  EXPECT_EQ(read->table.rowBegin, expected->table.rowBegin);
  EXPECT_EQ(read->reference, expected->reference);
  for (size_t row = 0; row < dense.count; ++row) {
    const auto a = read->choice(program->configurationOf(row)), b = expected->choice(row);
    EXPECT_TRUE(std::equal(a.begin(), a.end(), b.begin(), b.end())) << row;
  }
}

TEST_F(StoredProgramTest, ASelectionKeepsWhichConfigurationsCompileToTheSameProgram) {
  const fs::path measured = test::testData("../../data/measured/capsule.npz");
  const auto prepared = prepare({measured}, folder_ / "store", {});
  ASSERT_TRUE(prepared.ok() && prepared->failures.empty());
  const auto program = opened(folder_ / "store/capsule.prepared");
  const auto module = program->module();
  ASSERT_TRUE(module.ok());
  const graph::Program own = program->program(module->get());
  std::vector<uint32_t> all(program->count()), odd;
  std::iota(all.begin(), all.end(), 0u);
  for (uint32_t c = 1; c < all.size(); c += 2) odd.push_back(c);
  const auto whole = program->configurations(own, all), part = program->configurations(own, odd);
  ASSERT_TRUE(whole.ok() && part.ok());
  ASSERT_EQ(whole->programs.size(), all.size());
  ASSERT_EQ(part->programs.size(), odd.size());
  size_t shared = 0;
  for (size_t a = 0; a < odd.size(); ++a) {
    EXPECT_LE(part->programs[a], a);
    EXPECT_EQ(part->leftToCompiler[a], whole->leftToCompiler[odd[a]]);
    for (size_t b = 0; b < a; ++b) {
      const bool same = whole->programs[odd[a]] == whole->programs[odd[b]];
      EXPECT_EQ(part->programs[a] == part->programs[b], same) << a << " " << b;
      shared += same;
    }
  }
  EXPECT_GT(shared, 0u);
}

TEST_F(StoredProgramTest, TheReferenceIsTheProgramLayoutsForAnySelection) {
  const auto program = stored(archiveOf<float>(chain(3), randomDense(3, 30, 4, 5)));
  const auto last = static_cast<uint32_t>(program->count() - 1);
  const auto few = program->configurations(program->program(), std::vector<uint32_t>{last});
  ASSERT_TRUE(few.ok());
  EXPECT_EQ(few->count, 1u);
  for (size_t s = 0; s < few->table.slots.size(); ++s) {
    const configs::Slot& slot = few->table.slots[s];
    const graph::Program own = program->program();
    const uint32_t value = configs::valueOf(own, few->table.nodes[slot.position], slot.tensor);
    EXPECT_EQ(few->table.layouts[few->table.rowBegin[s] + few->reference[s]],
              value == configs::kNoNode ? configs::kAbsent : configs::ownLayout(own, value));
  }
  EXPECT_EQ(few->runtimes, std::vector<int64_t>{program->times()[last]});
}

TEST_F(StoredProgramTest, AProgramWithHiddenRunTimesHasNoTimes) {
  Dense dense = randomDense(2, 20, 3, 5);
  dense.times.assign(20, 0);
  const auto program = stored(archiveOf<float>(chain(2), dense));
  EXPECT_FALSE(program->hasTimes());
  EXPECT_TRUE(program->configurations(program->program(), std::vector<uint32_t>{0})->runtimes.empty());

  std::string place;
  const std::vector<std::string> paths = {folder_ / "store"};
  EXPECT_FALSE(data::load(paths, &place).ok());
  const auto programs = data::load(paths, {.acceptUnmeasured = true}, &place);
  ASSERT_TRUE(programs.ok());
  EXPECT_TRUE(programs->front()->measured().empty());
}

TEST_F(StoredProgramTest, DamageAtAnyByteIsReportedOrHarmless) {
  stored(archiveOf<float>(chain(2), randomDense(2, 12, 3, 9)));
  const std::string path = folder_ / "store/one.prepared";
  const std::string bytes = *native::readFile(path);
  const auto isSound = [&] {
    const auto program = openStored(path);
    if (!program) return false;
    std::vector<uint32_t> all((*program)->count());
    std::iota(all.begin(), all.end(), 0u);
    for (const uint32_t c : all) (void)rowOf(**program, c);
    (void)(*program)->configurations((*program)->program(), all);
    return (*program)->verify().ok();
  };
  ASSERT_TRUE(isSound());
  size_t undetected = 0;
  for (size_t at = 0; at < bytes.size(); at += at < 600 ? 1 : 7) {
    std::string damaged = bytes;
    damaged[at] = static_cast<char>(~damaged[at]);
    ASSERT_TRUE(native::writeFile(path, damaged));
    undetected += isSound();
  }
  EXPECT_LT(undetected, 200u);  // only changes of the padding between sections, which has no checksum
  for (size_t size = 0; size < bytes.size(); size += size < 600 ? 1 : 13) {
    ASSERT_TRUE(native::writeFile(path, bytes.substr(0, size)));
    EXPECT_FALSE(isSound()) << size;
  }
}

TEST_F(StoredProgramTest, RejectsValuesThatAreNotDimensionNumbers) {
  const Dense dense = randomDense(2, 10, 3, 3);
  for (const float wrong : {.5f, 15.f, -2.f, std::numeric_limits<float>::quiet_NaN()}) {
    npz::Archive archive = archiveOf<float>(chain(2), dense);
    std::memcpy(archive.arrays[4].bytes.data() + 4 * (3 * 2 * 18 + 18), &wrong, 4);
    EXPECT_EQ(
        failureOf(archive),
        "node_config_feat contains a value that is not a dimension number (configuration 3, configurable node 1)");
  }
}

TEST_F(StoredProgramTest, RejectsFortranOrder) {
  write(archiveOf<float>(chain(2), randomDense(2, 10, 3, 3)), folder_ / "in/one.npz", nullptr);
  std::string bytes = *native::readFile(folder_ / "in/one.npz");
  bytes.replace(bytes.find("False", bytes.find("node_config_feat.npy")), 5, "True ");
  ASSERT_TRUE(native::writeFile(folder_ / "in/one.npz", bytes));
  const auto prepared = prepare({folder_ / "in"}, folder_ / "store", {});
  ASSERT_EQ(prepared->failures.size(), 1u);
  EXPECT_EQ(prepared->failures[0].error.message, "node_config_feat is in Fortran order, expected C order");
}

TEST_F(StoredProgramTest, RejectsAnArrayOfTheWrongShape) {
  npz::Archive archive = archiveOf<float>(chain(2), randomDense(2, 10, 3, 3));
  archive.arrays[4].shape = {2, 10, 18};
  EXPECT_EQ(failureOf(archive), "node_config_feat has the shape (2, 10, 18), expected (configurations, 2, 18)");
}

}  // namespace
}  // namespace hlorank::store
