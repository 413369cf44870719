import { buildPreloadLibrary } from "./preload-library.ts";

/** Fails call FSYNC_FAILS_AT, and every call while the file FSYNC_FAILS_WHILE exists. Calls add a byte to FSYNC_LOG. */
const SOURCE = `
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>
static int calls;
int fsync(int fd) {
  const char *at = getenv("FSYNC_FAILS_AT"), *file = getenv("FSYNC_FAILS_WHILE"), *log = getenv("FSYNC_LOG");
  if (log) {
    int out = open(log, O_WRONLY | O_CREAT | O_APPEND, 0600);
    if (write(out, ".", 1) != 1) abort();
    close(out);
  }
  if ((at && ++calls == atoi(at)) || (file && access(file, F_OK) == 0)) { errno = EIO; return -1; }
  return ((int (*)(int))dlsym(RTLD_NEXT, "fsync"))(fd);
}
int fdatasync(int fd) { return fsync(fd); }
`;

/** Builds a library for LD_PRELOAD that simulates a failing disk. */
export const buildFailingFsync = () => buildPreloadLibrary(SOURCE);
