#include "native/store/mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace hlorank::store {

Result<std::shared_ptr<const MappedFile>> MappedFile::open(const std::string& path) {
  const auto failure = [](const std::string& what) { return Error{what + ": " + std::strerror(errno), ""}; };
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return failure("cannot open the file");
  std::shared_ptr<MappedFile> mapped(new MappedFile);
  struct stat status;
  if (fstat(file, &status) != 0) {
    close(file);
    return failure("cannot open the file");
  }
  if (!S_ISREG(status.st_mode)) {
    close(file);
    return Error{"is not a regular file", "pass a file on disk, not a pipe or device"};
  }
  mapped->size_ = static_cast<size_t>(status.st_size);
  if (mapped->size_ > 0) {  // an empty file cannot be mapped
    void* data = mmap(nullptr, mapped->size_, PROT_READ, MAP_SHARED, file, 0);
    if (data == MAP_FAILED) {
      mapped->size_ = 0;
      close(file);
      return failure("cannot map the file");
    }
    mapped->data_ = static_cast<const uint8_t*>(data);
  }
  close(file);
  return std::shared_ptr<const MappedFile>(std::move(mapped));
}

MappedFile::~MappedFile() {
  if (data_ != nullptr) munmap(const_cast<uint8_t*>(data_), size_);
}

void MappedFile::forget(size_t begin, size_t end) const {
  const auto page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  begin = (begin + page - 1) / page * page;
  end = end / page * page;
  if (begin < end) madvise(const_cast<uint8_t*>(data_) + begin, end - begin, MADV_DONTNEED);
}

}  // namespace hlorank::store
