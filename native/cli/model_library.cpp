#include "native/cli/model_library.h"

#include <dlfcn.h>

#include <cstdio>
#include <filesystem>

#include "native/base/exit_codes.h"
#include "native/base/output.h"

namespace hlorank::cli {

namespace {

constexpr char kLibrary[] = "libhlorank_model.so";

// Beside the program, else where the system looks.
void* openLibrary() {
  std::error_code error;
  auto beside = std::filesystem::read_symlink("/proc/self/exe", error).parent_path() / kLibrary;
  if (!error && std::filesystem::exists(beside, error)) return dlopen(beside.c_str(), RTLD_NOW | RTLD_LOCAL);
  return dlopen(kLibrary, RTLD_NOW | RTLD_LOCAL);
}

// A function of the library; null when either is not there.
template <class Function>
Function functionOf(const char* name) {
  void* library = openLibrary();
  return library ? reinterpret_cast<Function>(dlsym(library, name)) : nullptr;
}

}  // namespace

bool addModelCommands(CLI::App& program) {
  const auto add = functionOf<void (*)(CLI::App*)>("hlorankModelCommands");
  if (add)
    add(&program);
  else
    native::note("hlorank: the options of some commands are not told: they are in %s, which could not be opened\n",
                 kLibrary);
  return add != nullptr;
}

int runModelCommand(int argc, char** argv) {
  const auto entry = functionOf<int (*)(int, char**)>("hlorankModelMain");
  if (!entry) {
    native::note(
        "hlorank: `%s` needs %s beside the program, which could not be opened: %s\n"
        "  build it with LibTorch installed: npm run build\n",
        argv[1], kLibrary, dlerror());
    return native::kInternalError;
  }
  return entry(argc, argv);
}

}  // namespace hlorank::cli
