// The options of the load generator; load.c explains them.
#ifndef BENCH_OPTIONS_H
#define BENCH_OPTIONS_H
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct {
  enum { CLOSED, OPEN, STREAMS, BURST } mode;
  int connections, events;
  double seconds, warm_up, drain, rate, gap_ms;
  char headers[4096];
  const char *mode_name, *keys_file, *url, *body_file;
} options = {.connections = 1, .seconds = 5, .warm_up = 0.5, .drain = 10, .rate = 100};

static inline void read_options(int count, char **arguments) {
  static const char *MODES[] = {"closed", "open", "streams", "burst"};
  options.mode_name = count > 1 ? arguments[1] : "";
  while (options.mode <= BURST && strcmp(options.mode_name, MODES[options.mode])) options.mode++;
  optind = 2;
  for (int option; (option = getopt(count, arguments, "c:t:w:x:r:e:g:s:H:K:")) > 0;) {
    if (option == 'c') options.connections = atoi(optarg);
    else if (option == 't') options.seconds = atof(optarg);
    else if (option == 'w') options.warm_up = atof(optarg);
    else if (option == 'x') options.drain = atof(optarg);
    else if (option == 'r') options.rate = atof(optarg);
    else if (option == 'e') options.events = atoi(optarg);
    else if (option == 'g') options.gap_ms = atof(optarg);
    else if (option == 's') srand48(atol(optarg));
    else if (option == 'K') options.keys_file = optarg;
    else if (option == 'H' && strlen(options.headers) + strlen(optarg) + 3 < sizeof options.headers)
      strcat(strcat(options.headers, optarg), "\r\n");
    else exit(2);
  }
  if (options.mode > BURST || count - optind != 2) {
    fprintf(stderr, "load closed|open|streams|burst [options] URL BODY_FILE\n");
    exit(2);
  }
  options.url = arguments[optind];
  options.body_file = arguments[optind + 1];
}
#endif
