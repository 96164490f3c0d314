// Lists of times, and their quantiles.
#ifndef BENCH_SAMPLES_H
#define BENCH_SAMPLES_H
#include <stdio.h>
#include <stdlib.h>

typedef struct {
  double *values;
  size_t count, capacity;
} Samples;

static inline void add_sample(Samples *samples, double value) {
  if (samples->count == samples->capacity) {
    samples->capacity = samples->capacity ? samples->capacity * 2 : 1 << 16;
    samples->values = realloc(samples->values, samples->capacity * sizeof(double));
    if (!samples->values) abort();
  }
  samples->values[samples->count++] = value;
}

static inline int by_value(const void *one, const void *other) {
  double a = *(const double *)one, b = *(const double *)other;
  return (a > b) - (a < b);
}

/** Sorts the samples and prints these quantiles, in ms; null without samples. */
static inline void print_quantiles(const char *name, Samples *samples) {
  static const double SHARES[] = {0.5, 0.95, 0.99, 0.999};
  static const char *NAMES[] = {"50", "95", "99", "999"};
  qsort(samples->values, samples->count, sizeof(double), by_value);
  for (int at = 0; at < 4; at++) {
    printf(",\"%s%s\":", name, NAMES[at]);
    if (samples->count) printf("%.3f", samples->values[(size_t)(SHARES[at] * (samples->count - 1))]);
    else printf("null");
  }
}
#endif
