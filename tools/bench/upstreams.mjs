// Upstreams for benchmarks, each in its own process: `upstreams.mjs image | video`. They answer instantly, so that only the way to
// them is measured.
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import sharp from 'sharp'
import { sendToParent } from './harness.mjs'

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

const server = await { image, video }[process.argv[2]]()
// Connections are kept, because opening them is not part of the measurement.
server.keepAliveTimeout = 600_000
server.listen(0, '127.0.0.1', () => sendToParent({ port: server.address().port }))
