// The load generator of the benchmarks: one thread, epoll, HTTP/1.1 on kept connections. Prints one line of JSON.
//   load MODE [options] http://127.0.0.1:PORT/PATH BODY_FILE
// MODE
//   closed  each connection has one request at a time
//   open    requests are due at random times (Poisson), whether or not earlier ones are answered, and a request's time counts from when
//           it was due: one that finds no free connection waits in line
//   streams each connection has one stream at a time; event k is due k gaps after its request
//   burst   one request on each connection, all at once
// Options
//   -c connections  -t seconds measured  -w seconds before (streams begin spread over them)  -x most seconds after, for what is in flight
//   -r arrivals a second  -e events of a stream  -g ms between them  -s seed  -H "name: value"  -K file of API keys, one drawn a request
#include "options.h"
#include "response.h"
#include "samples.h"
#include <arpa/inet.h>
#include <errno.h>
#include <math.h>
#include <netinet/tcp.h>

#include <sys/epoll.h>
#include <sys/socket.h>

enum { MOST_EVENTS = 512, READ_BYTES = 1 << 18 };

typedef struct {
  int fd; // -1: closed
  bool is_connected, is_busy, is_counted;
  const Buffer *request;
  size_t sent;
  Response response;
  double due;
  int events, matched; // of "data:" at the beginning of a line; -1: inside of a line
} Connection;

static int epoll;
static struct sockaddr_in address;
static Connection *connections;
static Buffer *requests; // one, or one for each key
static size_t request_count;
static double starts, counts_from, stops, last_answer;

// Arrivals of the open loop that wait for a connection.
static Samples line;
static size_t line_head;

static Samples latencies, first_events, lateness;
static struct {
  long sent, ok, refused, failed, in_time, events, whole;
} counts;
static long statuses[600];
static char first_refusal[600];

static void watch(Connection *connection, int operation, bool is_writing) {
  struct epoll_event event = {EPOLLIN | (is_writing ? EPOLLOUT : 0), {.ptr = connection}};
  epoll_ctl(epoll, operation, connection->fd, &event);
}

static void open_connection(Connection *connection) {
  connection->fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
  connection->is_connected = false;
  setsockopt(connection->fd, IPPROTO_TCP, TCP_NODELAY, &(int){1}, sizeof(int));
  if (connect(connection->fd, (struct sockaddr *)&address, sizeof address) && errno != EINPROGRESS) {
    perror("load: connect");
    exit(1);
  }
  watch(connection, EPOLL_CTL_ADD, true);
}

static void close_connection(Connection *connection) {
  close(connection->fd);
  connection->fd = -1;
}

static void send_request(Connection *connection) {
  const Buffer *request = connection->request;
  while (connection->sent < request->length) {
    ssize_t sent = send(connection->fd, request->bytes + connection->sent, request->length - connection->sent, MSG_NOSIGNAL);
    if (sent < 0) break; // full, or broken, which reading finds
    connection->sent += sent;
  }
  if (connection->sent < request->length) watch(connection, EPOLL_CTL_MOD, true);
}

static void begin(Connection *connection, double due) {
  connection->is_busy = true;
  connection->due = due;
  connection->is_counted = due < stops && (due >= counts_from || options.mode == STREAMS);
  connection->request = &requests[request_count > 1 ? lrand48() % request_count : 0];
  connection->sent = connection->events = connection->matched = 0;
  start_response(&connection->response);
  counts.sent++;
  if (connection->fd < 0) open_connection(connection);
  else if (connection->is_connected) send_request(connection);
}

static void begin_next(Connection *connection) {
  double now = now_ms();
  if (options.mode == OPEN && line_head < line.count) begin(connection, line.values[line_head++]);
  if ((options.mode == CLOSED || options.mode == STREAMS) && now < stops) begin(connection, now);
}

static void finish(Connection *connection, bool is_complete) {
  double now = last_answer = now_ms();
  Response *response = &connection->response;
  bool is_ok = is_complete && response->status == 200;
  if (response->status < 600) statuses[response->status]++;
  if (is_ok) counts.ok++;
  else if (is_complete) counts.refused++;
  else counts.failed++;
  if (!is_ok && !first_refusal[0])
    snprintf(first_refusal, sizeof first_refusal, "%.500s", response->head_length ? response->head : "the connection failed");
  // Behind the events comes at least the one that ends them.
  if (is_ok && connection->events > options.events) counts.whole++;
  if (is_ok && now >= counts_from && now < stops) counts.in_time++;
  if (connection->is_counted) add_sample(&latencies, now - connection->due);
  connection->is_busy = false;
  if (!is_complete || response->closes) close_connection(connection);
  begin_next(connection);
}

static void count_event(Connection *connection, double now) {
  int at = connection->events++;
  if (now >= counts_from && now < stops) counts.events++;
  if (!connection->is_counted) return;
  if (at == 0) add_sample(&first_events, now - connection->due);
  if (at < options.events) add_sample(&lateness, now - connection->due - at * options.gap_ms);
}

static void read_body(void *reader, const char *bytes, size_t length) {
  Connection *connection = reader;
  if (options.mode != STREAMS) return;
  double now = now_ms();
  for (size_t at = 0; at < length; at++) {
    if (bytes[at] == '\n') connection->matched = 0;
    else if (connection->matched < 0) continue;
    else if (bytes[at] != "data:"[connection->matched]) connection->matched = -1;
    else if (++connection->matched == 5) {
      connection->matched = -1;
      count_event(connection, now);
    }
  }
}

static void receive(Connection *connection) {
  static char bytes[READ_BYTES];
  while (connection->fd >= 0) {
    ssize_t got = recv(connection->fd, bytes, READ_BYTES, 0);
    if (got < 0 && errno == EAGAIN) return;
    if (got <= 0) {
      bool is_complete = got == 0 && ends_when_closed(&connection->response);
      if (!connection->is_busy) return close_connection(connection);
      connection->response.closes = true;
      return finish(connection, is_complete);
    }
    if (connection->is_busy && take_response(&connection->response, bytes, got, read_body, connection))
      finish(connection, true);
    if (got < READ_BYTES) return;
  }
}

static void handle(struct epoll_event *event) {
  Connection *connection = event->data.ptr;
  if (connection->fd < 0) return;
  if (event->events & EPOLLOUT) {
    connection->is_connected = true;
    watch(connection, EPOLL_CTL_MOD, false);
    if (connection->is_busy) send_request(connection);
  }
  if (event->events & ~EPOLLOUT) receive(connection);
}

static void wait_for_events(double most_ms) {
  struct epoll_event events[MOST_EVENTS];
  struct timespec wait = timespec_of(most_ms < 100 ? most_ms : 100);
  int ready = epoll_pwait2(epoll, events, MOST_EVENTS, &wait, NULL);
  for (int at = 0; at < ready; at++) handle(&events[at]);
}

static int count_connections(bool is_busy_alone) {
  int found = 0;
  for (int at = 0; at < options.connections; at++)
    found += is_busy_alone ? connections[at].is_busy : connections[at].is_connected;
  return found;
}

/** Connecting is no part of what is measured. */
static void connect_all(void) {
  double until = now_ms() + 5000;
  for (int at = 0; at < options.connections; at++) open_connection(&connections[at]);
  while (count_connections(false) < options.connections) {
    wait_for_events(50);
    if (now_ms() < until) continue;
    fprintf(stderr, "load: %s cannot be connected to\n", options.url);
    exit(1);
  }
}

/** Adds the arrivals that are due by now to the line, and begins those for which a connection is free. Returns when the next is due. */
static double begin_arrivals(double now) {
  static double next;
  if (next == 0) next = starts;
  for (; next <= now && next < stops; next += -log(1 - drand48()) / options.rate * 1e3) add_sample(&line, next);
  for (int at = 0; at < options.connections && line_head < line.count; at++)
    if (!connections[at].is_busy) begin(&connections[at], line.values[line_head++]);
  return next < stops ? next : stops;
}

/** Begins the streams whose turn has come, spread over the time before the measurement. Returns when the next begins. */
static double begin_streams(double now) {
  static int begun;
  double step = options.warm_up * 1e3 / options.connections;
  for (; begun < options.connections && starts + begun * step <= now; begun++) begin(&connections[begun], now);
  return begun < options.connections ? starts + begun * step : stops;
}

static void run(void) {
  double ends = stops + options.drain * 1e3;
  if (options.mode == CLOSED || options.mode == BURST)
    for (int at = 0; at < options.connections; at++) begin(&connections[at], starts);
  for (;;) {
    double now = now_ms(), next = now < stops ? stops : ends;
    if (options.mode == OPEN) next = fmin(next, begin_arrivals(now));
    if (options.mode == STREAMS) next = fmin(next, begin_streams(now));
    bool is_over = now >= stops || options.mode == BURST;
    if (now >= ends || (is_over && line_head == line.count && !count_connections(true))) return;
    wait_for_events((next > now ? next : ends) - now);
  }
}

static Buffer read_file(const char *name) {
  Buffer buffer = {0};
  FILE *file = fopen(name, "rb");
  if (!file) {
    perror(name);
    exit(1);
  }
  for (size_t got = 1; got; buffer.length += got) {
    reserve(&buffer, 1 << 16);
    got = fread(buffer.bytes + buffer.length, 1, 1 << 16, file);
  }
  fclose(file);
  return buffer;
}

static void add_request(const char *path, const Buffer *body, const char *key) {
  requests = realloc(requests, ++request_count * sizeof *requests);
  Buffer request = {0};
  char line_of[512];
  snprintf(line_of, sizeof line_of, "POST %s HTTP/1.1\r\nhost: 127.0.0.1:%d\r\n", path, ntohs(address.sin_port));
  append_text(&request, line_of);
  append_text(&request, "content-type: application/json\r\naccept: */*\r\nuser-agent: load\r\n");
  append_text(&request, options.headers);
  snprintf(line_of, sizeof line_of, "authorization: Bearer %s\r\n", key);
  if (*key) append_text(&request, line_of);
  snprintf(line_of, sizeof line_of, "content-length: %zu\r\n\r\n", body->length);
  append_text(&request, line_of);
  append(&request, body->bytes, body->length);
  requests[request_count - 1] = request;
}

static void make_requests(void) {
  int port = 80;
  char path[256] = "/";
  sscanf(options.url, "http://127.0.0.1:%d%255s", &port, path);
  address = (struct sockaddr_in){
      .sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  Buffer body = read_file(options.body_file);
  if (!options.keys_file) return add_request(path, &body, "");
  Buffer keys = read_file(options.keys_file);
  append(&keys, "", 1);
  for (char *key = strtok(keys.bytes, "\n"); key; key = strtok(NULL, "\n")) add_request(path, &body, key);
}

/** What was not answered counts as if it had been at the end, or a server that stalls would look quick. */
static long count_unfinished(void) {
  double now = now_ms();
  long unfinished = line.count - line_head;
  for (; line_head < line.count; line_head++)
    if (line.values[line_head] >= counts_from) add_sample(&latencies, now - line.values[line_head]);
  for (int at = 0; at < options.connections; at++) {
    if (!connections[at].is_busy) continue;
    unfinished++;
    if (connections[at].is_counted) add_sample(&latencies, now - connections[at].due);
  }
  return unfinished;
}

static void print_text(const char *text) {
  for (; *text; text++)
    if (*text == '"' || *text == '\\') printf("\\%c", *text);
    else putchar(*text < ' ' ? ' ' : *text);
}

static void report(void) {
  long unfinished = count_unfinished();
  double seconds = options.mode == BURST ? (last_answer - starts) / 1e3 : options.seconds;
  printf("{\"mode\":\"%s\",\"seconds\":%.3f,\"perSecond\":%.1f,\"sent\":%ld,\"ok\":%ld,\"refused\":%ld,\"failed\":%ld,"
         "\"unfinished\":%ld,\"processorSeconds\":%.3f",
         options.mode_name, seconds, counts.in_time / seconds, counts.sent, counts.ok, counts.refused, counts.failed,
         unfinished, processor_seconds());
  print_quantiles("p", &latencies);
  if (options.mode == STREAMS) {
    printf(",\"whole\":%ld,\"broken\":%ld,\"eventsPerSecond\":%.0f", counts.whole, counts.sent - unfinished - counts.whole,
           counts.events / seconds);
    print_quantiles("first", &first_events);
    print_quantiles("late", &lateness);
  }
  printf(",\"statuses\":{");
  for (int status = 0, printed = 0; status < 600; status++)
    if (statuses[status]) printf("%s\"%d\":%ld", printed++ ? "," : "", status, statuses[status]);
  printf("},\"firstRefusal\":\"");
  print_text(first_refusal);
  printf("\"}\n");
}

int main(int count, char **arguments) {
  read_options(count, arguments);
  prepare_process();
  make_requests();
  epoll = epoll_create1(0);
  connections = calloc(options.connections, sizeof *connections);
  connect_all();
  starts = now_ms();
  counts_from = starts + (options.mode == BURST ? 0 : options.warm_up * 1e3);
  stops = counts_from + options.seconds * 1e3;
  run();
  report();
}
