// The soak's clients: one that sends request `n` and reports what it saw, many at once beside tasks, and readers of the gateway's books.
import { setTimeout as pause } from 'node:timers/promises'
import { Pool } from 'undici'
import { postJson } from './harness.mjs'
import { requestOf } from './soak-plan.mjs'

const CONNECTIONS = 256
const REPLY_WITHIN_MS = 60_000

/** Sends request number `n` and returns what its client saw: `{n, id, outcome, status, code, cost, model}`. */
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

/** Reads until the expected text arrived, then disconnects. */
async function readAndHangUp(body, hangUp) {
  let text = ''
  try {
    for await (const chunk of body) {
      text += chunk
      if (text.includes('" is"')) hangUp.abort()
    }
  } catch (error) {
    if (!hangUp.signal.aborted) throw error
    return { outcome: 'aborted' }
  }
  return { outcome: 'failed', code: 'no words came' }
}

/** Settings under which no limit is reached. */
export const unlimited = Object.fromEntries(
  ['CHAT', 'ACCOUNT', 'IMAGE_CREATE', 'VIDEO_CREATE', 'TASK_READ'].map((name) => [
    `RATE_LIMIT_${name}`,
    '1000000000',
  ]),
)

/** Without a listener there is no answer to wait for. */
const REST_MS = 50
const PICTURE_EVERY_MS = 1000

const PICTURE = { model: 'sandbox/image-1', prompt: 'A kite', size: '64x64', quality: 'low' }
const FILM = {
  model: 'sandbox/video-fast',
  prompt: 'A paper boat',
  duration: 1,
  resolution: '480p',
  ratio: '1:1',
}

/**
 * Chats in every form, `atOnce` at a time, a video every `filmEveryMs` and an image per second, whatever Portico answers. Fills `seen`
 * (what chat clients saw), `tasks` (accepted) and `refused`; `stop()` resolves with all of them.
 */
export function startMixedLoad(portico, { atOnce, filmEveryMs }) {
  const send = makeSender(portico)
  const seen = []
  const tasks = []
  const refused = []
  let next = 0
  let stopping = false

  async function chat() {
    while (!stopping) {
      const n = next++
      const one = await send(n).catch((error) => ({ n, outcome: outcomeOf(error) }))
      seen.push(one)
      if (one.outcome !== 'served') await pause(REST_MS)
    }
  }

  async function create(path, body, everyMs) {
    while (!stopping) {
      const created = await post(portico, path, body).catch((error) => ({ error }))
      if (created.id) tasks.push({ id: created.id, path: path.replace('/async', '') })
      else refused.push(`${path}: ${created.error}`)
      await pause(everyMs)
    }
  }

  const work = [
    ...Array.from({ length: atOnce }, chat),
    create('/v1/images/generations/async', PICTURE, PICTURE_EVERY_MS),
    create('/v1/videos/generations', FILM, filmEveryMs),
  ]
  return {
    seen,
    tasks,
    refused,
    async stop() {
      stopping = true
      await Promise.all(work)
      return { seen, tasks, refused }
    },
  }
}

/** Without a listener no call was made. */
const outcomeOf = (error) => (error.code === 'ECONNREFUSED' ? 'not connected' : 'cut off')

async function post(portico, path, body) {
  const answer = await postJson(portico, path, body, { signal: AbortSignal.timeout(30_000) })
  return answer.ok ? answer.json() : { error: `${answer.status} ${await answer.text()}` }
}

/** The state of each task once all have ended or the time is over. */
export async function whenEnded({ origin, headers }, tasks, withinMs) {
  const end = Date.now() + withinMs
  const ended = new Map()
  while (ended.size < tasks.length && Date.now() < end) {
    for (const { id, path } of tasks) {
      if (ended.has(id)) continue
      const answer = await fetch(`${origin}${path}/${id}`, { headers })
      const task = answer.ok ? await answer.json() : {}
      if (['completed', 'failed', 'cancelled', 'expired'].includes(task.status)) ended.set(id, task)
    }
    await pause(500)
  }
  return ended
}

const PAGE = 100
const SETTLED_WITHIN_MS = 60_000

async function read({ origin, headers }, path) {
  const answer = await fetch(`${origin}/api-account/user/${path}`, { headers })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return answer.json()
}

/** The balance once nothing is reserved. */
export async function readSettledBalance(portico) {
  const end = Date.now() + SETTLED_WITHIN_MS
  for (;;) {
    const balance = await read(portico, 'balance')
    if (Number(balance.held) === 0 || Date.now() > end) return balance
    await pause(200)
  }
}

/** All usage rows by ID. */
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
