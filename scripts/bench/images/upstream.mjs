// An image upstream that answers at once with the same picture, from when its parent says `open` on; before that it lets
// every request wait, so that tasks pile up.
import { createServer } from 'node:http'
import sharp from 'sharp'
import { tellParent } from '../tell-parent.mjs'

const noise = { type: 'gaussian', mean: 128, sigma: 40 }
const picture = await sharp({ create: { width: 256, height: 256, channels: 3, background: 'black', noise } })
  .png()
  .toBuffer()
const ANSWER = Buffer.from(
  JSON.stringify({
    created: 1_760_000_000,
    data: [{ b64_json: picture.toString('base64') }],
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
  for (const res of waiting.splice(0)) answer(res)
})

function answer(res) {
  res.writeHead(200, { 'content-type': 'application/json', 'content-length': ANSWER.length })
  res.end(ANSWER)
}

const server = createServer((req, res) => {
  req.resume()
  req.on('end', () => (isOpen ? answer(res) : waiting.push(res)))
})
server.keepAliveTimeout = 600_000
server.listen(0, '127.0.0.1', () => tellParent({ port: server.address().port, pictureBytes: picture.length }))
