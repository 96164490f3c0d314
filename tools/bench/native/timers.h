// Timers as a binary heap: thousands of streams have one each.
#ifndef BENCH_TIMERS_H
#define BENCH_TIMERS_H
#include <stdlib.h>

/** `turn` tells a timer of an earlier answer from one of the present answer of `fd`. */
typedef struct {
  double due;
  int fd;
  unsigned turn;
} Timer;

static Timer *timers;
static size_t timer_count, timer_capacity;

static inline void add_timer(Timer timer) {
  if (timer_count == timer_capacity) {
    timer_capacity = timer_capacity ? timer_capacity * 2 : 1024;
    timers = realloc(timers, timer_capacity * sizeof *timers);
    if (!timers) abort();
  }
  size_t at = timer_count++;
  while (at && timers[(at - 1) / 2].due > timer.due) {
    timers[at] = timers[(at - 1) / 2];
    at = (at - 1) / 2;
  }
  timers[at] = timer;
}

static inline Timer take_timer(void) {
  Timer first = timers[0], last = timers[--timer_count];
  size_t at = 0;
  for (size_t child; (child = at * 2 + 1) < timer_count; at = child) {
    if (child + 1 < timer_count && timers[child + 1].due < timers[child].due) child++;
    if (timers[child].due >= last.due) break;
    timers[at] = timers[child];
  }
  timers[at] = last;
  return first;
}
#endif
