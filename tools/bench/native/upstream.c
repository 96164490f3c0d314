// The upstream of `npm run bench`: an OpenAI-compatible server that costs next to nothing. One thread, epoll, fixed answers.
//   upstream PORT
// The end of the model's name says how it answers: "mock" at once, "mock-after-MS" after that time, "mock-NxMS" with a stream of N
// events, event k at k × MS after the request. GET /stats returns what it counted.
#include "shared.h"
#include "timers.h"
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>

#include <stdbool.h>
#include <sys/epoll.h>
#include <sys/socket.h>

enum { MOST_SOCKETS = 65536, MOST_EVENTS = 512, READ_BYTES = 1 << 16 };

typedef struct {
  Buffer in, out;
  size_t head_length, request_length; // 0: not yet known
  size_t chunks_end;                  // of a chunked request, how far its chunks have been read; 0: not chunked
  bool is_open, is_busy, is_stream;
  int events, sent;
  double gap_ms, started;
  unsigned turn;
} Connection;

// By socket: one that is closed is reused by the kernel's next connection.
static Connection connections[MOST_SOCKETS];
static struct {
  long answered, streamed, cut;
} counts;
static int epoll;

static const char STREAM_HEAD[] = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream; charset=utf-8\r\n"
                                  "cache-control: no-cache\r\nx-request-id: req_4f2d1a9c8b7e6f5d\r\n"
                                  "transfer-encoding: chunked\r\n\r\n";
static const char ANSWER[] =
    "{\"id\":\"chatcmpl-BxT3kQ9mZr7vW2nL5pYc8dHs\",\"object\":\"chat.completion\",\"created\":1760000000,"
    "\"model\":\"mock\",\"choices\":[{\"index\":0,\"message\":{\"role\":\"assistant\",\"content\":\"The capital of "
    "France is Paris. It has been the seat of government for most of the time since the tenth century, and it is by "
    "far the largest city of the country.\",\"refusal\":null,\"annotations\":[]},\"logprobs\":null,"
    "\"finish_reason\":\"stop\"}],\"usage\":{\"prompt_tokens\":214,\"completion_tokens\":37,\"total_tokens\":251,"
    "\"prompt_tokens_details\":{\"cached_tokens\":0,\"audio_tokens\":0},\"completion_tokens_details\":"
    "{\"reasoning_tokens\":0,\"audio_tokens\":0}},\"service_tier\":\"default\","
    "\"system_fingerprint\":\"fp_560af6e559\"}";
static const char MODELS[] = "{\"object\":\"list\",\"data\":[{\"id\":\"mock\",\"object\":\"model\","
                             "\"created\":1760000000,\"owned_by\":\"mock\"}]}";

static void watch(int fd, int operation, bool is_writing) {
  struct epoll_event event = {EPOLLIN | (is_writing ? EPOLLOUT : 0), {.fd = fd}};
  epoll_ctl(epoll, operation, fd, &event);
}

static void hang_up(int fd) {
  Connection *connection = &connections[fd];
  if (connection->is_stream && connection->is_busy) counts.cut++;
  close(fd);
  connection->is_open = connection->is_busy = false;
  connection->turn++;
}

static void flush_out(int fd) {
  Connection *connection = &connections[fd];
  size_t sent = 0;
  while (sent < connection->out.length) {
    ssize_t wrote = send(fd, connection->out.bytes + sent, connection->out.length - sent, MSG_NOSIGNAL);
    if (wrote < 0 && errno != EAGAIN) return hang_up(fd);
    if (wrote < 0) {
      watch(fd, EPOLL_CTL_MOD, true);
      break;
    }
    sent += wrote;
  }
  drop(&connection->out, sent);
}

static void read_request(int fd);

/** The answer is in the buffer: the connection is ready for the next request, which may be here already. */
static void finish(int fd) {
  Connection *connection = &connections[fd];
  connection->is_busy = false;
  connection->turn++;
  drop(&connection->in, connection->request_length);
  connection->request_length = connection->chunks_end = 0;
  flush_out(fd);
  if (connection->is_open) read_request(fd);
}

static void answer_json(int fd, const char *json) {
  char head[256];
  snprintf(head, sizeof head,
           "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: %zu\r\n"
           "x-request-id: req_4f2d1a9c8b7e6f5d\r\nopenai-processing-ms: 12\r\n"
           "x-ratelimit-remaining-requests: 9999\r\n\r\n",
           strlen(json));
  append_text(&connections[fd].out, head);
  append_text(&connections[fd].out, json);
  finish(fd);
}

static void append_event(Buffer *out, const char *rest) {
  char event[640], size[16];
  int length = snprintf(event, sizeof event,
                        "data: {\"id\":\"chatcmpl-BxT3kQ9mZr7\",\"object\":\"chat.completion.chunk\","
                        "\"created\":1760000000,\"model\":\"mock\",%s}\n\n",
                        rest);
  snprintf(size, sizeof size, "%x\r\n", length);
  append_text(out, size);
  append(out, event, length);
  append_text(out, "\r\n");
}

static void send_event(int fd) {
  static const char *WORDS[] = {" alpha", " beta", " gamma", " delta", " epsilon", " zeta", " eta", " theta"};
  Connection *connection = &connections[fd];
  char rest[256];
  if (connection->sent < connection->events) {
    snprintf(rest, sizeof rest,
             "\"choices\":[{\"index\":0,\"delta\":{%s\"content\":\"%s%d\"},\"logprobs\":null,\"finish_reason\":null}]",
             connection->sent ? "" : "\"role\":\"assistant\",", WORDS[connection->sent % 8], connection->sent);
    append_event(&connection->out, rest);
    connection->sent++;
    // From the start, not from the last event: a late one must not delay those behind it.
    add_timer((Timer){connection->started + connection->sent * connection->gap_ms, fd, connection->turn});
    return flush_out(fd);
  }
  append_event(&connection->out,
               "\"choices\":[{\"index\":0,\"delta\":{},\"logprobs\":null,\"finish_reason\":\"stop\"}]");
  snprintf(rest, sizeof rest,
           "\"choices\":[],\"usage\":{\"prompt_tokens\":214,\"completion_tokens\":%d,\"total_tokens\":%d}",
           connection->events, connection->events + 214);
  append_event(&connection->out, rest);
  append_text(&connection->out, "e\r\ndata: [DONE]\n\n\r\n0\r\n\r\n");
  counts.streamed++;
  finish(fd);
}

/** Finds text near either end of a body: nobody puts `model` into the middle of a long prompt, and reading all of it would cost. */
static const char *find_near_ends(const char *body, size_t length, const char *text) {
  size_t near = length > 6000 ? 3000 : length;
  const char *found = memmem(body, near, text, strlen(text));
  return found ? found : memmem(body + length - near, near, text, strlen(text));
}

static void answer_chat(int fd, const char *body, size_t length) {
  Connection *connection = &connections[fd];
  const char *stream = find_near_ends(body, length, "\"stream\"");
  if (stream) stream += strlen("\"stream\"") + strspn(stream + strlen("\"stream\""), ": ");
  const char *model = find_near_ends(body, length, "mock-");
  double after_ms = 0;
  connection->is_busy = true;
  connection->is_stream = stream && *stream == 't';
  connection->started = now_ms();
  connection->sent = 0;
  connection->events = 20;
  connection->gap_ms = 0;
  if (model && sscanf(model, "mock-after-%lf", &after_ms) != 1)
    sscanf(model, "mock-%dx%lf", &connection->events, &connection->gap_ms);
  if (connection->is_stream) {
    append_text(&connection->out, STREAM_HEAD);
    return send_event(fd);
  }
  counts.answered++;
  if (after_ms == 0) return answer_json(fd, ANSWER);
  add_timer((Timer){connection->started + after_ms, fd, connection->turn});
}

static void answer_stats(int fd) {
  char stats[256];
  snprintf(stats, sizeof stats, "{\"answered\":%ld,\"streamed\":%ld,\"cut\":%ld,\"processorSeconds\":%.6f}", counts.answered,
           counts.streamed, counts.cut, processor_seconds());
  answer_json(fd, stats);
}

/** Returns the length of a request whose chunks are all here, or 0. The body is looked at with its chunk sizes in it. */
static size_t length_by_chunks(Connection *connection) {
  for (;;) {
    const char *size = connection->in.bytes + connection->chunks_end;
    const char *line = memmem(size, connection->in.length - connection->chunks_end, "\r\n", 2);
    if (!line) return 0;
    size_t chunk = strtoul(size, NULL, 16), end = line + 2 - connection->in.bytes + chunk + 2;
    if (end > connection->in.length) return 0;
    connection->chunks_end = end;
    if (chunk == 0) return end;
  }
}

static void read_head(int fd) {
  Connection *connection = &connections[fd];
  char *end = memmem(connection->in.bytes, connection->in.length, "\r\n\r\n", 4);
  if (!end) return;
  end[2] = 0; // between the last header's line and the empty one
  connection->head_length = end + 4 - connection->in.bytes;
  const char *length = find_header(connection->in.bytes, "content-length:");
  if (find_header(connection->in.bytes, "transfer-encoding:")) connection->chunks_end = connection->head_length;
  else connection->request_length = connection->head_length + (length ? strtoul(length, NULL, 10) : 0);
  if (!find_header(connection->in.bytes, "expect:")) return;
  append_text(&connection->out, "HTTP/1.1 100 Continue\r\n\r\n");
  flush_out(fd);
}

static void read_request(int fd) {
  Connection *connection = &connections[fd];
  if (connection->is_busy || !connection->in.length) return;
  if (!connection->request_length && !connection->chunks_end) read_head(fd);
  if (connection->chunks_end && !connection->request_length) connection->request_length = length_by_chunks(connection);
  if (!connection->is_open || !connection->request_length || connection->in.length < connection->request_length) return;
  if (!strncmp(connection->in.bytes, "GET /stats", 10)) return answer_stats(fd);
  if (!strncmp(connection->in.bytes, "GET", 3)) return answer_json(fd, MODELS);
  answer_chat(fd, connection->in.bytes + connection->head_length, connection->request_length - connection->head_length);
}

static void receive(int fd) {
  Connection *connection = &connections[fd];
  for (;;) {
    reserve(&connection->in, READ_BYTES);
    ssize_t got = recv(fd, connection->in.bytes + connection->in.length, READ_BYTES, 0);
    if (got == 0 || (got < 0 && errno != EAGAIN)) return hang_up(fd);
    if (got > 0) connection->in.length += got;
    if (got < READ_BYTES) return read_request(fd);
  }
}

static void accept_all(int listener) {
  int fd;
  while ((fd = accept4(listener, NULL, NULL, SOCK_NONBLOCK)) >= 0) {
    Connection *connection = &connections[fd];
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &(int){1}, sizeof(int));
    connection->in.length = connection->out.length = connection->request_length = connection->chunks_end = 0;
    connection->is_open = true;
    watch(fd, EPOLL_CTL_ADD, false);
  }
}

static void run_timers(void) {
  double now = now_ms();
  while (timer_count && timers[0].due <= now) {
    Timer timer = take_timer();
    if (connections[timer.fd].turn != timer.turn) continue;
    if (connections[timer.fd].is_stream) send_event(timer.fd);
    else answer_json(timer.fd, ANSWER);
  }
}

static int listen_at(int port) {
  struct sockaddr_in address = {
      .sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  int listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
  setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &(int){1}, sizeof(int));
  if (bind(listener, (struct sockaddr *)&address, sizeof address) || listen(listener, 4096)) {
    perror("upstream");
    exit(1);
  }
  return listener;
}

int main(int count, char **arguments) {
  if (count != 2) return 2;
  prepare_process();
  int listener = listen_at(atoi(arguments[1]));
  epoll = epoll_create1(0);
  watch(listener, EPOLL_CTL_ADD, false);
  for (;;) {
    struct epoll_event events[MOST_EVENTS];
    struct timespec wait = timespec_of(timer_count ? timers[0].due - now_ms() : 60e3);
    int ready = epoll_pwait2(epoll, events, MOST_EVENTS, &wait, NULL);
    for (int at = 0; at < ready; at++) {
      int fd = events[at].data.fd;
      if (fd == listener) {
        accept_all(listener);
        continue;
      }
      if (events[at].events & EPOLLOUT) {
        watch(fd, EPOLL_CTL_MOD, false);
        flush_out(fd);
      }
      if (connections[fd].is_open && events[at].events & ~EPOLLOUT) receive(fd);
    }
    run_timers();
  }
}
