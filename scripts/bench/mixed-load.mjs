// Chats in every form before an upstream that takes its time, so that some are always under way, and tasks of both kinds, whatever
// Portico answers meanwhile.
import { setTimeout as pause } from 'node:timers/promises'
import { makeSender } from './soak-client.mjs'

/** Settings: nothing of it meets a limit. */
export const unlimited = Object.fromEntries(
  ['CHAT', 'ACCOUNT', 'IMAGE_CREATE', 'VIDEO_CREATE', 'TASK_READ'].map((name) => [
    `RATE_LIMIT_${name}`,
    '1000000000',
  ]),
)

/** Where nobody listens, there is no answer to wait for. */
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
 * `atOnce` chats at a time, and a film every `filmEveryMs`. `seen` grows by what their clients saw, `tasks` by those that were promised, `refused` by those that
 * were not; `stop()` resolves with all of it.
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

/** Where nobody listened, nothing was asked. */
const outcomeOf = (error) => (error.code === 'ECONNREFUSED' ? 'not connected' : 'cut off')

async function post({ origin, headers }, path, body) {
  const answer = await fetch(origin + path, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(30_000),
  })
  return answer.ok ? answer.json() : { error: `${answer.status} ${await answer.text()}` }
}

/** How each task stands once all have ended, or the time is over. */
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
