import { Pool } from 'undici'
import { requestOf } from './soak-plan.mjs'

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

const PAGE = 100
const SETTLED_WITHIN_MS = 60_000

async function read({ origin, headers }, path) {
  const answer = await fetch(`${origin}/api-account/user/${path}`, { headers })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return answer.json()
}

/** The balance once nothing is held any more. */
export async function readSettledBalance(portico) {
  const end = Date.now() + SETTLED_WITHIN_MS
  for (;;) {
    const balance = await read(portico, 'balance')
    if (Number(balance.held) === 0 || Date.now() > end) return balance
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

/** Every usage row that there is, by its id. */
export async function readRows(portico) {
  const rows = new Map()
  let cursor = ''
  do {
    const page = await read(portico, `usage/recent?limit=${PAGE}&cursor=${encodeURIComponent(cursor)}`)
    for (const row of page.items) rows.set(row.id, row)
    cursor = page.next_cursor
  } while (cursor !== '')
  return rows
}

export function readUsage(portico) {
  return read(portico, 'usage')
}
