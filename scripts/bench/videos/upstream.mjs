// A video upstream that speaks as Ark does. Its tasks run until its parent says `open`; from then on they have succeeded,
// until it says `shut`.
// It counts how often it is asked, and answers `count` with that.
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { tellParent } from '../tell-parent.mjs'

const VIDEO = randomBytes(1024 * 1024)

let isOpen = false
let made = 0
let polls = 0
process.on('message', (word) => {
  if (word === 'open' || word === 'shut') isOpen = word === 'open'
  else process.send?.({ polls })
})

function answer(res, body) {
  res.writeHead(200, { 'content-type': 'application/json' })
  res.end(JSON.stringify(body))
}

function statusOf(id, port) {
  polls += 1
  if (!isOpen) return { id, status: 'running' }
  return {
    id,
    status: 'succeeded',
    content: { video_url: `http://127.0.0.1:${port}/video.mp4` },
    usage: { completion_tokens: 48_600, total_tokens: 48_600 },
    seed: 1,
    resolution: '480p',
    ratio: '16:9',
    duration: 5,
    framespersecond: 24,
  }
}

const server = createServer((req, res) => {
  req.resume()
  req.on('end', () => {
    if (req.url === '/video.mp4') {
      res.writeHead(200, { 'content-type': 'video/mp4', 'content-length': VIDEO.length })
      return res.end(VIDEO)
    }
    if (req.method === 'POST') return answer(res, { id: `cgt-bench-${made++}` })
    return answer(res, statusOf(req.url.split('/').at(-1), server.address().port))
  })
})
server.keepAliveTimeout = 600_000
server.listen(0, '127.0.0.1', () => tellParent({ port: server.address().port }))
