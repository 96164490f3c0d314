// The soak's upstreams: three providers on one port, distinguished by path. They fail as planned and count what they served; bills must
// agree with it.
import { createServer } from 'node:http'
import { sendToParent } from './harness.mjs'
import { ARGUMENTS, drawOf, faultOf, isMiscount, requestOf, usageOf, WORDS } from './soak-plan.mjs'

const share = Number(process.env.SOAK_FAULTS)
/** The longest time before an answer begins. */
const delayMs = Number(process.env.SOAK_DELAY_MS ?? 0)
/** One entry per call: [request number, provider, outcome]. */
const calls = []
const HEAD = { id: 'up-1', object: 'chat.completion.chunk', created: 1_760_000_000, model: 'up' }

const server = createServer((req, res) => {
  const chunks = []
  req.on('data', (chunk) => chunks.push(chunk))
  req.on('end', () => {
    if (req.url === '/calls') return res.end(JSON.stringify(calls))
    if (req.url === '/poison.svg') return res.writeHead(200, { 'content-type': 'image/svg+xml' }).end(POISON)
    // Portico probes its providers now and then.
    if (req.method !== 'POST') return res.writeHead(404).end()
    const [, provider] = req.url.split('/')
    const body = JSON.parse(Buffer.concat(chunks).toString())
    if (provider === 'dripping') return failures.drip(res, { isStream: body.stream })
    if (delayMs === 0) answer(res, provider, body)
    else setTimeout(answer, drawOf(`delay ${body.seed}`) * delayMs, res, provider, body)
  })
})

const POISON =
  '<svg xmlns="http://www.w3.org/2000/svg" width="4000" height="4000"><filter id="f"><feTurbulence baseFrequency="0.9" numOctaves="99"/><feMorphology radius="999"/></filter><rect width="4000" height="4000" filter="url(#f)"/></svg>'

function answer(res, provider, { seed: n }) {
  const request = requestOf(n)
  const fault = faultOf(n, provider, share)
  const call = [n, provider, fault]
  calls.push(call)
  const fail = failures[fault]
  if (fail) return fail(res, request)
  const usage = fault === 'fine' ? usageOf(n, provider) : miscounts[fault]
  if (request.kind === 'abort') return startAndWait(res, call)
  call[2] = isMiscount(fault) ? 'miscounted' : 'served'
  if (request.isStream) sendStream(res, request, usage)
  else sendJson(res, 200, completion(request, usage))
}

const miscounts = {
  'usage missing': undefined,
  'usage negative': { prompt_tokens: -7, completion_tokens: 3 },
  'usage huge': { prompt_tokens: 12, completion_tokens: 9e15 },
  'usage text': { prompt_tokens: 'many', completion_tokens: '3' },
}

const failures = {
  500: (res) => sendJson(res, 500, { error: { message: 'boom' } }),
  503: (res) => sendJson(res, 503, { error: { message: 'overloaded' } }),
  429: (res) => sendJson(res, 429, { error: { message: 'slow down' } }),
  401: (res) => sendJson(res, 401, { error: { message: 'whose key is this?' } }),
  wait: (res) => sendJson(res, 429, { error: { message: 'slow down' } }, { 'retry-after': '1' }),
  html: (res) => res.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>'),
  nonsense: (res, { isStream }) => {
    if (isStream) res.writeHead(200, { 'content-type': 'text/event-stream' }).end('data: {"choices":[{\n\n')
    else res.writeHead(200, { 'content-type': 'application/json' }).end('{"choices":[')
  },
  reset: (res) => res.socket?.resetAndDestroy(),
  'hang-up': (res) => res.socket?.end(),
  stall: () => undefined,
  cut: (res) => begin(res, () => res.socket?.destroy()),
  closed: (res) => begin(res, () => res.end()),
  'in-band': (res) => begin(res, () => res.end('data: {"error":{"message":"engine died","code":500}}\n\n')),
  malformed: (res) => begin(res, () => res.end('data: {"choices":[{"delta":\n\n')),
}

function sendJson(res, status, body, headers = {}) {
  res.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

function completion({ hasTools }, usage) {
  const content = hasTools ? null : WORDS.join('')
  const message = { role: 'assistant', content, ...(hasTools ? { tool_calls: [toolCall(ARGUMENTS)] } : {}) }
  const choices = [{ index: 0, message, finish_reason: hasTools ? 'tool_calls' : 'stop' }]
  return { ...HEAD, object: 'chat.completion', choices, usage }
}

function toolCall(text) {
  return { index: 0, id: 'call_1', type: 'function', function: { name: 'look_up', arguments: text } }
}

function event(delta, finish_reason = null) {
  return `data: ${JSON.stringify({ ...HEAD, choices: [{ index: 0, delta, finish_reason }] })}\n\n`
}

/** Sends the first text, then calls `next`. */
function begin(res, next) {
  res.writeHead(200, { 'content-type': 'text/event-stream' })
  const words = WORDS.slice(0, 3).map((content) => event({ content }))
  res.write(event({ role: 'assistant', content: '' }) + words.join(''), next)
}

/** A stream that does not end before its client disconnects. */
function startAndWait(res, call) {
  call[2] = 'begun'
  begin(res)
  res.once('close', () => {
    call[2] = 'abandoned'
  })
}

function sendStream(res, { hasTools }, usage) {
  res.writeHead(200, { 'content-type': 'text/event-stream' })
  res.write(event({ role: 'assistant', content: hasTools ? null : '' }))
  if (hasTools) {
    res.write(event({ tool_calls: [toolCall('')] }))
    for (const text of [ARGUMENTS.slice(0, 9), ARGUMENTS.slice(9)])
      res.write(event({ tool_calls: [{ index: 0, function: { arguments: text } }] }))
  } else for (const content of WORDS) res.write(event({ content }))
  const last = usage === undefined ? '' : `data: ${JSON.stringify({ ...HEAD, choices: [], usage })}\n\n`
  res.end(`${event({}, hasTools ? 'tool_calls' : 'stop')}${last}data: [DONE]\n\n`)
}

server.on('clientError', (_, socket) => socket.destroy())
server.keepAliveTimeout = 600_000
server.listen(0, '127.0.0.1', () => sendToParent({ port: server.address().port }))
