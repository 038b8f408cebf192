// Preloaded library that injects faults: the HLORANK_FAULT_AT-th call of one kind fails. HLORANK_FAULT is the kind: "write"
// (write, fwrite, fsync, fclose, rename) or "allocation" (malloc). With HLORANK_FAULT_ON set, all later calls fail too. Counts
// from the first fcntl, with which main inspects its standard streams.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int counting = 0;  // 1: writes, 2: allocations
static long at = 0, seen = 0;
static int on = 0;

static int fails(int kind) {
  if (counting != kind) return 0;
  ++seen;
  return on ? seen >= at : seen == at;
}

int fcntl(int descriptor, int command, ...) {
  static int (*real)(int, int, void*);
  if (!real) {
    real = dlsym(RTLD_NEXT, "fcntl");
    const char* what = getenv("HLORANK_FAULT");
    const char* number = getenv("HLORANK_FAULT_AT");
    at = number ? atol(number) : 0;
    on = getenv("HLORANK_FAULT_ON") != NULL;
    counting = !what ? 0 : !strcmp(what, "write") ? 1 : 2;
  }
  va_list arguments;
  va_start(arguments, command);
  void* argument = va_arg(arguments, void*);
  va_end(arguments);
  return real(descriptor, command, argument);
}

#define FAILING(result, name, parameters, names, failure)          \
  result name parameters {                                         \
    static result(*real) parameters;                               \
    if (!real) real = (result(*) parameters)dlsym(RTLD_NEXT, #name); \
    if (fails(1)) {                                                \
      errno = ENOSPC;                                              \
      return failure;                                              \
    }                                                              \
    return real names;                                             \
  }

FAILING(ssize_t, write, (int d, const void* b, size_t n), (d, b, n), -1)
FAILING(int, fsync, (int d), (d), -1)
FAILING(int, rename, (const char* a, const char* b), (a, b), -1)
FAILING(int, fclose, (FILE * f), (f), EOF)

size_t fwrite(const void* bytes, size_t size, size_t count, FILE* file) {
  static size_t (*real)(const void*, size_t, size_t, FILE*);
  if (!real) real = (size_t(*)(const void*, size_t, size_t, FILE*))dlsym(RTLD_NEXT, "fwrite");
  if (file != stderr && fails(1)) {
    errno = ENOSPC;
    return 0;
  }
  return real(bytes, size, count, file);
}

void* __libc_malloc(size_t size);
void* malloc(size_t size) {
  if (fails(2)) {
    errno = ENOMEM;
    return NULL;
  }
  return __libc_malloc(size);
}
