// Preloaded into the server by the task benchmarks (`--import`): time of each request in the server, from when its head was read to when
// the last byte of its answer was handed to the socket. One number per line, in milliseconds.
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
