// The upstream that every contender stands before: it answers at once, so that what is measured is the way to it.
// POST …/chat/completions. A whole answer, or a stream whose first event comes at once and the next ones at the pace
// that the model's name gives ("every-10ms"); `max_tokens` is the number of events.
import { createServer } from 'node:http'
import { tellParent } from './tell-parent.mjs'

const ANSWER = Buffer.from(
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

function answer(res, body) {
  if (body.includes('"stream":true')) {
    const everyMs = Number(/"every-(\d+)ms"/.exec(body)?.[1] ?? 10)
    const events = Number(/"max_tokens":(\d+)/.exec(body)?.[1] ?? 100)
    return stream(res, everyMs, events)
  }
  res.writeHead(200, { 'content-type': 'application/json', 'content-length': ANSWER.length })
  res.end(ANSWER)
}

const server = createServer((req, res) => {
  const pieces = []
  req.on('data', (piece) => pieces.push(piece))
  req.on('end', () => answer(res, Buffer.concat(pieces).toString()))
})
// Connections are kept: opening them is no part of the measurement.
server.keepAliveTimeout = 600_000
server.listen(0, '127.0.0.1', () => tellParent({ port: server.address().port }))
