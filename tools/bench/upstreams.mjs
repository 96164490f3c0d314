// Upstreams for benchmarks, each in its own process: `upstreams.mjs chat | bare ORIGIN | image | video`. They answer instantly, so that
// only the way to them is measured.
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import sharp from 'sharp'
import { Pool } from 'undici'
import { sendToParent } from './harness.mjs'

const COMPLETION = Buffer.from(
  JSON.stringify({
    id: 'chatcmpl-B9MBs8CjcvOU2jLn4n570S5qMJKcT',
    object: 'chat.completion',
    created: 1_760_000_000,
    model: 'every-10ms',
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content:
            'The capital of France is Paris. It lies on the Seine, has about two million inhabitants inside the city limits, and has been the seat of government, with interruptions, since the tenth century.',
          refusal: null,
          annotations: [],
        },
        logprobs: null,
        finish_reason: 'stop',
      },
    ],
    usage: {
      prompt_tokens: 61,
      completion_tokens: 42,
      total_tokens: 103,
      prompt_tokens_details: { cached_tokens: 0, audio_tokens: 0 },
      completion_tokens_details: { reasoning_tokens: 0, audio_tokens: 0 },
    },
    service_tier: 'default',
    system_fingerprint: 'fp_fc9f1d7035',
  }),
)

const USAGE = { prompt_tokens: 61, completion_tokens: 42, total_tokens: 103 }
const FIRST = event([{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null }])
const NEXT = event([{ index: 0, delta: { content: ' word' }, finish_reason: null }])
const LAST = [
  event([{ index: 0, delta: {}, finish_reason: 'stop' }]),
  event([], USAGE),
  'data: [DONE]\n\n',
].join('')

function event(choices, usage = null) {
  const chunk = {
    id: 'chatcmpl-B9MBs8',
    object: 'chat.completion.chunk',
    created: 1_760_000_000,
    model: 'every-10ms',
  }
  return `data: ${JSON.stringify({ ...chunk, choices, usage })}\n\n`
}

function stream(res, everyMs, events) {
  res.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
  res.write(FIRST)
  let left = events - 2
  const timer = setInterval(() => {
    left -= 1
    if (left >= 0) return res.write(NEXT)
    clearInterval(timer)
    res.end(LAST)
  }, everyMs)
  res.once('close', () => clearInterval(timer))
}

function complete(res, body) {
  if (body.includes('"stream":true')) {
    const everyMs = Number(/"every-(\d+)ms"/.exec(body)?.[1] ?? 10)
    const events = Number(/"max_tokens":(\d+)/.exec(body)?.[1] ?? 100)
    return stream(res, everyMs, events)
  }
  sendJson(res, COMPLETION)
}

/**
 * POST …/chat/completions: a whole answer, or a stream whose first event is sent immediately and the others at the pace in the model's
 * name ("every-10ms"). `max_tokens` is the number of events.
 */
const chat = () => withBody((_, res, body) => complete(res, body.toString()))

/** The upper bound on Node: a proxy that only forwards bytes in both directions, with back-pressure. */
function bare(origin) {
  const upstream = new Pool(origin, { connections: 4096, pipelining: 1, allowH2: false })
  const headers = { 'content-type': 'application/json' }
  return withBody((req, res, body) =>
    upstream.dispatch({ path: req.url, method: 'POST', headers, body }, passOn(res)),
  )
}

function passOn(res) {
  let controller
  res.on('close', () => !res.writableFinished && controller?.abort(new Error('client gone')))
  return {
    onRequestStart(started) {
      controller = started
    },
    onResponseStart(_, status, headers) {
      res.writeHead(status, { 'content-type': headers['content-type'] })
    },
    onResponseData(_, bytes) {
      if (res.write(bytes)) return
      controller.pause()
      res.once('drain', () => controller.resume())
    },
    onResponseEnd() {
      res.end()
    },
    onResponseError() {
      res.destroy()
    },
  }
}

/** The same image for every request once the parent says `open`. Before that requests wait, so that tasks pile up. */
async function image() {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 }
  const drawn = await sharp({ create: { width: 256, height: 256, channels: 3, background: 'black', noise } })
    .png()
    .toBuffer()
  const answer = Buffer.from(
    JSON.stringify({
      created: 1_760_000_000,
      data: [{ b64_json: drawn.toString('base64') }],
      size: '256x256',
      quality: 'low',
      usage: {
        input_tokens: 12,
        output_tokens: 272,
        total_tokens: 284,
        input_tokens_details: { text_tokens: 12, image_tokens: 0 },
      },
    }),
  )
  let isOpen = false
  const waiting = []
  process.on('message', (word) => {
    isOpen = word === 'open'
    for (const res of waiting.splice(0)) sendJson(res, answer)
  })
  return withBody((_, res) => (isOpen ? sendJson(res, answer) : waiting.push(res)))
}

/**
 * Speaks Ark's API. Tasks run until the parent says `open`, and have succeeded from then until it says `shut`. It counts requests and
 * answers `count` with the number.
 */
function video() {
  const film = randomBytes(1024 * 1024)
  let isOpen = false
  let made = 0
  let polls = 0
  process.on('message', (word) => {
    if (word === 'open' || word === 'shut') isOpen = word === 'open'
    else process.send?.({ polls })
  })
  return withBody((req, res) => {
    if (req.url === '/video.mp4') {
      res.writeHead(200, { 'content-type': 'video/mp4', 'content-length': film.length })
      return res.end(film)
    }
    if (req.method === 'POST') return sendJson(res, JSON.stringify({ id: `cgt-bench-${made++}` }))
    polls += 1
    const id = req.url.split('/').at(-1)
    const task = isOpen ? finishedVideo(id, req.socket.localPort) : { id, status: 'running' }
    return sendJson(res, JSON.stringify(task))
  })
}

const finishedVideo = (id, port) => ({
  id,
  status: 'succeeded',
  content: { video_url: `http://127.0.0.1:${port}/video.mp4` },
  usage: { completion_tokens: 48_600, total_tokens: 48_600 },
  seed: 1,
  resolution: '480p',
  ratio: '16:9',
  duration: 5,
  framespersecond: 24,
})

function withBody(answer) {
  return createServer((req, res) => {
    const chunks = []
    req.on('data', (chunk) => chunks.push(chunk))
    req.on('end', () => answer(req, res, Buffer.concat(chunks)))
  })
}

function sendJson(res, body) {
  res.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
  res.end(body)
}

const [kind, ...parameters] = process.argv.slice(2)
const server = await { chat, bare, image, video }[kind](...parameters)
// Connections are kept, because opening them is not part of the measurement.
server.keepAliveTimeout = 600_000
server.listen(0, '127.0.0.1', () => sendToParent({ port: server.address().port }))
