// Reads one HTTP/1.1 response as its bytes arrive.
#ifndef BENCH_RESPONSE_H
#define BENCH_RESPONSE_H
#include "shared.h"
#include <stdbool.h>

enum { MOST_HEAD = 8192 };

typedef struct {
  enum { HEAD, BODY, CHUNK_SIZE, CHUNK, CHUNK_END, AFTER_LAST_CHUNK } state;
  char head[MOST_HEAD];
  size_t head_length;
  int status;
  bool closes; // the connection must not be used again
  long left;   // of the body or of the chunk; negative: the body ends with the connection
} Response;

typedef void BodyReader(void *reader, const char *bytes, size_t length);

static inline void start_response(Response *response) {
  response->state = HEAD;
  response->head_length = 0;
  response->status = 0;
}

/** Reads the head once it is complete. Returns how many of the bytes belong to it. */
static inline size_t read_head(Response *response, const char *bytes, size_t length) {
  size_t before = response->head_length, room = MOST_HEAD - 1 - before;
  size_t taken = length < room ? length : room;
  memcpy(response->head + before, bytes, taken);
  response->head_length += taken;
  response->head[response->head_length] = 0;
  char *end = strstr(response->head, "\r\n\r\n");
  if (!end) return length;
  end[2] = 0;
  const char *body_length = find_header(response->head, "content-length:");
  const char *connection = find_header(response->head, "connection:");
  bool is_chunked = find_header(response->head, "transfer-encoding:");
  response->status = atoi(response->head + strlen("HTTP/1.1 "));
  response->closes = connection && !strncasecmp(connection, "close", 5);
  response->left = is_chunked ? 0 : body_length ? atol(body_length) : -1;
  response->state = is_chunked ? CHUNK_SIZE : BODY;
  return end + 4 - response->head - before;
}

/** Adds a character of a chunk's size; its line may have an extension, which is skipped. */
static inline void read_chunk_size(Response *response, char character) {
  char *digit = strchr("0123456789abcdef", character | 32);
  if (character == '\n') response->state = response->left ? CHUNK : AFTER_LAST_CHUNK;
  else if (digit && character) response->left = response->left * 16 + strtol((char[]){*digit, 0}, NULL, 16);
}

/** Returns whether the response is complete. `read` gets the bytes of its body. */
static inline bool take_response(Response *response, const char *bytes, size_t length, BodyReader *read, void *reader) {
  size_t at = response->state == HEAD ? read_head(response, bytes, length) : 0;
  if (response->state == BODY && response->left == 0) return true;
  while (at < length) {
    size_t piece = length - at;
    if (response->left >= 0 && piece > (size_t)response->left) piece = response->left;
    switch (response->state) {
    case HEAD:
      return false;
    case BODY:
    case CHUNK:
      read(reader, bytes + at, piece);
      at += piece;
      if (response->left < 0) break;
      response->left -= piece;
      if (response->left > 0) break;
      if (response->state == BODY) return true;
      response->state = CHUNK_END;
      break;
    case CHUNK_SIZE:
      read_chunk_size(response, bytes[at++]);
      break;
    case CHUNK_END:
      if (bytes[at++] == '\n') response->state = CHUNK_SIZE;
      break;
    case AFTER_LAST_CHUNK:
      if (bytes[at++] == '\n') return true;
      break;
    }
  }
  return false;
}

/** Whether a response is complete because the server closed the connection. */
static inline bool ends_when_closed(const Response *response) {
  return response->state == BODY && response->left < 0;
}
#endif
