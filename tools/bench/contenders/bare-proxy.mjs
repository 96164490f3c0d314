// `bare-proxy.mjs ORIGIN`: the upper bound on Node. node:http in front, undici behind, bytes passed on in both directions with
// back-pressure, and nothing else.
import { createServer } from 'node:http'
import { Pool } from 'undici'
import { sendToParent } from '../harness.mjs'

const upstream = new Pool(process.argv[2], { connections: 4096, pipelining: 1, allowH2: false })
const headers = { 'content-type': 'application/json' }

const server = createServer((req, res) => {
  const chunks = []
  req.on('data', (chunk) => chunks.push(chunk))
  req.on('end', () => {
    const body = Buffer.concat(chunks)
    upstream.dispatch({ path: req.url, method: 'POST', headers, body }, passOn(res))
  })
})

function passOn(res) {
  let controller
  res.on('close', () => !res.writableFinished && controller?.abort(new Error('client gone')))
  return {
    onRequestStart(started) {
      controller = started
    },
    onResponseStart(_, status, got) {
      res.writeHead(status, { 'content-type': got['content-type'] })
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

// Connections are kept, because opening them is not part of the measurement.
server.keepAliveTimeout = 600_000
server.listen(0, '127.0.0.1', () => sendToParent({ port: server.address().port }))
