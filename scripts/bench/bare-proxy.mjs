// The limit on Node: a proxy that does nothing but pass bytes on, in both directions, with back-pressure.
import { createServer } from 'node:http'
import { Pool } from 'undici'
import { tellParent } from './tell-parent.mjs'

const upstream = new Pool(process.env.UPSTREAM_ORIGIN, { connections: 4096, pipelining: 1, allowH2: false })

function handlerFor(res) {
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

const server = createServer((req, res) => {
  const pieces = []
  req.on('data', (piece) => pieces.push(piece))
  req.on('end', () => {
    const headers = { 'content-type': 'application/json' }
    const body = Buffer.concat(pieces)
    upstream.dispatch({ path: req.url, method: 'POST', headers, body }, handlerFor(res))
  })
})
server.keepAliveTimeout = 600_000
server.listen(0, '127.0.0.1', () => tellParent({ port: server.address().port }))
