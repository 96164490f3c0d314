// Preloaded into the server by the benches of tasks (`--import`): how long each request is in it, from when its head has
// been read to when the last byte of its answer has been handed to the socket. One number a line, milliseconds.
import { subscribe } from 'node:diagnostics_channel'
import { appendFileSync } from 'node:fs'

const file = process.env.BENCH_SERVER_TIMES
const WRITE_MILLIS = 100

const startedAt = new WeakMap()
let lines = ''

function write() {
  appendFileSync(file, lines)
  lines = ''
}

subscribe('http.server.request.start', ({ request }) => startedAt.set(request, performance.now()))
subscribe('http.server.response.finish', ({ request }) => {
  if (lines === '') setTimeout(write, WRITE_MILLIS).unref()
  lines += `${performance.now() - startedAt.get(request)}\n`
})
