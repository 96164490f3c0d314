import { Pool } from 'undici'
import { requestOf } from './plan.mjs'

const CONNECTIONS = 256
/** Tries of a connection that broke before the answer began: a server may close an idle one just then. */
const REPLY_WITHIN_MS = 60_000

/** Sends request number `n` and tells what its client saw: `{n, id, outcome, status, code, cost, model}`. */
export function makeSender({ origin, headers }) {
  const pool = new Pool(origin, {
    connections: CONNECTIONS,
    headersTimeout: REPLY_WITHIN_MS,
    bodyTimeout: REPLY_WITHIN_MS,
  })
  return async (n) => {
    const request = requestOf(n)
    const hangUp = new AbortController()
    const {
      statusCode,
      headers: given,
      body,
    } = await pool.request({
      method: 'POST',
      path: '/v1/chat/completions',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(request.body),
      signal: hangUp.signal,
    })
    const seen = { n, id: given['x-request-id'], status: statusCode }
    if (statusCode !== 200) return { ...seen, outcome: 'failed', code: (await body.json()).error?.code }
    if (request.kind === 'abort') return { ...seen, ...(await readAndHangUp(body, hangUp)) }
    return { ...seen, ...(request.isStream ? readStream(await body.text()) : readWhole(await body.json())) }
  }
}

function readWhole({ model, usage, choices }) {
  const isFull = choices[0].message.content !== null || choices[0].message.tool_calls.length === 1
  return { outcome: isFull ? 'served' : 'empty', model, cost: usage.cost }
}

function readStream(text) {
  const events = text
    .split('\n\n')
    .filter((one) => one.startsWith('data: '))
    .map((one) => one.slice(6))
  if (events.at(-1) !== '[DONE]') {
    const { error } = JSON.parse(events.at(-1))
    return { outcome: 'failed', code: error.code }
  }
  const last = JSON.parse(events.at(-2))
  return { outcome: 'served', model: last.model, cost: last.usage?.cost }
}

/** Reads until the words that were sent are there, then hangs up. */
async function readAndHangUp(body, hangUp) {
  let text = ''
  try {
    for await (const piece of body) {
      text += piece
      if (text.includes('" is"')) hangUp.abort()
    }
  } catch (error) {
    if (!hangUp.signal.aborted) throw error
    return { outcome: 'aborted' }
  }
  return { outcome: 'failed', code: 'no words came' }
}
