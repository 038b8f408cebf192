#include "native/cli/model_library.h"

#include <dlfcn.h>

#include <cstdio>
#include <filesystem>

#include "native/base/exit_codes.h"
#include "native/base/output.h"

namespace hlorank::cli {

namespace {

constexpr char kLibrary[] = "libhlorank_model.so";

// Opens the library in the program's folder; if it is not there, searches the system's library path.
void* openLibrary() {
  std::error_code error;
  auto beside = std::filesystem::read_symlink("/proc/self/exe", error).parent_path() / kLibrary;
  if (!error && std::filesystem::exists(beside, error)) return dlopen(beside.c_str(), RTLD_NOW | RTLD_LOCAL);
  return dlopen(kLibrary, RTLD_NOW | RTLD_LOCAL);
}

// Opens libhlorank_model.so and looks up its function `name`. Null if the library or the function does not exist.
template <class Function>
Function findFunction(const char* name) {
  void* library = openLibrary();
  return library ? reinterpret_cast<Function>(dlsym(library, name)) : nullptr;
}

}  // namespace

bool addModelCommands(CLI::App& program) {
  const auto add = findFunction<void (*)(CLI::App*)>("hlorankModelCommands");
  if (add)
    add(&program);
  else
    native::note("hlorank: the options of some commands are missing, because %s could not be opened\n", kLibrary);
  return add != nullptr;
}

int runModelCommand(int argc, char** argv) {
  const auto entry = findFunction<int (*)(int, char**)>("hlorankModelMain");
  if (!entry) {
    native::note(
        "hlorank: the command `%s` needs %s, which could not be opened: %s\n"
        "  install LibTorch and build the library with `npm run build`\n",
        argv[1], kLibrary, dlerror());
    return native::kInternalError;
  }
  return entry(argc, argv);
}

}  // namespace hlorank::cli
