#include "native/research/synth/npz_writer.h"

#include <fstream>

#include "tests/research/synth/folder.h"

namespace hlorank::synth {
namespace {

TEST(NpzWriter, ArraysAppendedInPiecesAreReadBack) {
  Folder folder;
  NpzWriter writer(folder / "a.npz");
  writer.begin("numbers", "<i8", {3, 2});
  for (int64_t i = 0; i < 6; ++i) writer.append({reinterpret_cast<const char*>(&i), sizeof i});
  writer.add(npz::makeArray<uint8_t>("bytes", {2}, std::vector<uint8_t>{7, 9}));
  writer.begin("nothing", "<f4", {0, 18});
  ASSERT_TRUE(writer.finish());

  const npz::Archive archive = archiveOf(folder / "a.npz");
  ASSERT_EQ(archive.arrays.size(), 3u);
  EXPECT_EQ(archive.arrays[0].shape, (std::vector<int64_t>{3, 2}));
  EXPECT_EQ(*archive.arrays[0].toIntegers(), (std::vector<int64_t>{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(*archive.arrays[1].toIntegers(), (std::vector<int64_t>{7, 9}));
  EXPECT_EQ(archive.arrays[2].count(), 0);
}

// Expects that Python's zipfile can read the archive. Unlike hlorank's reader, zipfile also checks the local headers.
TEST(NpzWriter, PythonReadsTheArchive) {
  if (std::system("python3 -c 'import zipfile' 2>/dev/null") != 0) GTEST_SKIP() << "no python3";
  Folder folder;
  NpzWriter writer(folder / "a.npz");
  writer.begin("zeros", "<i8", {1 << 20});
  writer.append(std::string(size_t{8} << 20, '\0'));
  writer.add(npz::makeArray<float>("f", {2}, std::vector<float>{1, 2}));
  ASSERT_TRUE(writer.finish());
  const std::string command = "python3 -c \"import zipfile; z = zipfile.ZipFile('" + (folder / "a.npz") +
                              "'); assert z.testzip() is None and z.namelist() == ['zeros.npy', 'f.npy']; "
                              "assert z.getinfo('zeros.npy').file_size == 128 + (8 << 20)\"";
  EXPECT_EQ(std::system(command.c_str()), 0);
}

TEST(NpzWriter, AnUnfinishedFileIsDeleted) {
  Folder folder;
  {
    NpzWriter writer(folder / "a.npz");
    writer.begin("numbers", "<i8", {3});
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(NpzWriter, AFullDiskIsReported) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full";
  NpzWriter writer("/dev/full");
  writer.add(npz::makeArray<float>("f", {2}, std::vector<float>{1, 2}));
  const Result<bool> finished = writer.finish();
  ASSERT_FALSE(finished);
  EXPECT_NE(finished.error().message.find("No space left"), std::string::npos) << finished.error().message;
}

TEST(NpzWriter, APathThatCannotBeWrittenIsReportedWithItsCause) {
  Folder folder;
  std::filesystem::create_symlink("b.npz", folder / "a.npz");
  std::filesystem::create_symlink("a.npz", folder / "b.npz");
  for (const auto& [path, message] : {std::pair{folder / "a.npz", "symbolic link"}, {folder / ".", "is a folder"}}) {
    NpzWriter writer(path);
    writer.add(npz::makeArray<float>("f", {2}, std::vector<float>{1, 2}));
    const Result<bool> finished = writer.finish();
    ASSERT_FALSE(finished);
    EXPECT_NE(finished.error().message.find(message), std::string::npos) << finished.error().message;
  }
}

TEST(NpzWriter, AReplacedFileKeepsItsPermissionsAndANewOneHasThoseOfTheUmask) {
  Folder folder;
  const auto modeAfterWrite = [&](const std::string& path) {
    NpzWriter writer(path);
    writer.add(npz::makeArray<float>("f", {2}, std::vector<float>{1, 2}));
    EXPECT_TRUE(writer.finish());
    return static_cast<int>(std::filesystem::status(path).permissions());
  };
  std::ofstream(folder / "created") << "plainly";
  const auto plain = static_cast<int>(std::filesystem::status(folder / "created").permissions());
  EXPECT_EQ(modeAfterWrite(folder / "a.npz"), plain);
  for (const int mode : {0600, 0664}) {
    std::filesystem::permissions(folder / "a.npz", std::filesystem::perms(mode));
    EXPECT_EQ(modeAfterWrite(folder / "a.npz"), mode);
  }
}

}  // namespace
}  // namespace hlorank::synth
