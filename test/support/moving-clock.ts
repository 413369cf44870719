import { buildPreloadLibrary } from "./preload-library.ts";

/** Adds the seconds in the file CLOCK_MOVED_BY to the clock, even while a program runs; not to monotonic time. */
const SOURCE = `
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>
static long moved(void) {
  const char *name = getenv("CLOCK_MOVED_BY");
  FILE *file = name ? fopen(name, "r") : 0;
  long seconds = 0;
  if (file) {
    if (fscanf(file, "%ld", &seconds) != 1) seconds = 0;
    fclose(file);
  }
  return seconds;
}
int gettimeofday(struct timeval *now, void *zone) {
  int result = ((int (*)(struct timeval *, void *))dlsym(RTLD_NEXT, "gettimeofday"))(now, zone);
  if (result == 0) now->tv_sec += moved();
  return result;
}
int clock_gettime(clockid_t id, struct timespec *now) {
  int result = ((int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime"))(id, now);
  if (result == 0 && id == CLOCK_REALTIME) now->tv_sec += moved();
  return result;
}
`;

/** Builds a library for LD_PRELOAD that simulates a clock that is set while programs run. */
export const buildMovingClock = () => buildPreloadLibrary(SOURCE);
