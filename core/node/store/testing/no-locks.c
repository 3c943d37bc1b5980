// Preloaded (LD_PRELOAD), it makes every file system one that cannot lock files, as some network drives are. Which error such
// drives give differs: NO_LOCKS_ERRNO is its number.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>

static int refuse(const char *name, int fd, int command, void *argument) {
  int (*real)(int, int, ...) = (int (*)(int, int, ...))dlsym(RTLD_NEXT, name);
  if (command == F_SETLK || command == F_SETLKW || command == F_GETLK) {
    const char *number = getenv("NO_LOCKS_ERRNO");
    errno = number == NULL ? ENOLCK : atoi(number);
    return -1;
  }
  return real(fd, command, argument);
}

#define REPLACE(name)                       \
  int name(int fd, int command, ...) {      \
    va_list rest;                           \
    va_start(rest, command);                \
    void *argument = va_arg(rest, void *);  \
    va_end(rest);                           \
    return refuse(#name, fd, command, argument); \
  }

REPLACE(fcntl)
REPLACE(fcntl64)
