// What the load generator and the upstream share: a clock, a buffer that grows, and reading the head of an HTTP message.
#ifndef BENCH_SHARED_H
#define BENCH_SHARED_H
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <time.h>

typedef struct {
  char *bytes;
  size_t length, capacity;
} Buffer;

static inline void reserve(Buffer *buffer, size_t more) {
  if (buffer->length + more <= buffer->capacity) return;
  buffer->capacity = (buffer->length + more) * 2;
  buffer->bytes = realloc(buffer->bytes, buffer->capacity);
  if (!buffer->bytes) abort();
}

static inline void append(Buffer *buffer, const void *bytes, size_t length) {
  reserve(buffer, length);
  memcpy(buffer->bytes + buffer->length, bytes, length);
  buffer->length += length;
}

static inline void append_text(Buffer *buffer, const char *text) { append(buffer, text, strlen(text)); }

/** Removes the first bytes. */
static inline void drop(Buffer *buffer, size_t length) {
  buffer->length -= length;
  memmove(buffer->bytes, buffer->bytes + length, buffer->length);
}

static inline double now_ms(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1e3 + now.tv_nsec / 1e6;
}

static inline struct timespec timespec_of(double ms) {
  if (ms < 0) ms = 0;
  long seconds = (long)(ms / 1e3);
  return (struct timespec){seconds, (long)((ms - seconds * 1e3) * 1e6)};
}

/** Processor time of this process, in seconds. */
static inline double processor_seconds(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_utime.tv_sec + usage.ru_stime.tv_sec + (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

/** The value of a header of a NUL-terminated head, or NULL. `name` is lower case and ends with a colon. */
static inline const char *find_header(const char *head, const char *name) {
  size_t length = strlen(name);
  for (const char *line = strchr(head, '\n'); line; line = strchr(line + 1, '\n'))
    if (!strncasecmp(line + 1, name, length)) return line + 1 + length + strspn(line + 1 + length, " ");
  return NULL;
}

/** Thousands of sockets, and timers that are exact to a microsecond instead of fifty. */
static inline void prepare_process(void) {
  setrlimit(RLIMIT_NOFILE, &(struct rlimit){65536, 65536});
  prctl(PR_SET_TIMERSLACK, 1000);
}
#endif
