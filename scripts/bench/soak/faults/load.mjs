// The load of a run with faults: chats in every form before an upstream that takes its time, so that some are always under
// way, and tasks of both kinds. It goes on until it is told to stop, whatever Portico answers meanwhile.
import { setTimeout as pause } from 'node:timers/promises'
import { makeSender } from '../send.mjs'

const AT_ONCE = 24
/** Where nobody listens, there is no answer to wait for. */
const REST_MS = 50
const PICTURE_EVERY_MS = 1000
const FILM_EVERY_MS = 6000

const PICTURE = { model: 'sandbox/image-1', prompt: 'A kite', size: '64x64', quality: 'low' }
const FILM = {
  model: 'sandbox/video-fast',
  prompt: 'A paper boat',
  duration: 1,
  resolution: '480p',
  ratio: '1:1',
}

/** Begins at once; `stop()` resolves with what the clients saw, and the tasks that they were promised. */
export function startLoad(portico) {
  const send = makeSender(portico)
  const seen = []
  const tasks = []
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
      const created = await post(portico, path, body).catch(() => undefined)
      if (created?.id) tasks.push({ id: created.id, path: path.replace('/async', '') })
      await pause(everyMs)
    }
  }

  const work = [
    ...Array.from({ length: AT_ONCE }, chat),
    create('/v1/images/generations/async', PICTURE, PICTURE_EVERY_MS),
    create('/v1/videos/generations', FILM, FILM_EVERY_MS),
  ]
  return {
    async stop() {
      stopping = true
      await Promise.all(work)
      return { seen, tasks }
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
  return answer.ok ? answer.json() : undefined
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
