// Constant load: chats of all kinds, streams longer than a node's shutdown, polled images and videos, key lookups, and a page with its
// files.
import { setTimeout as pause } from 'node:timers/promises'
import { postJson } from '../bench/harness.mjs'
import { startMixedLoad } from '../bench/soak-client.mjs'

const CHATS_AT_ONCE = 8
const LONG_STREAMS_AT_ONCE = 4
const LONG_WORDS = '[[tokens:150]] [[chunk-delay:100ms]]'
const EVERY_MS = { film: 15_000, task: 500, key: 250, page: 1000 }

const isOver = ({ status }) => ['completed', 'failed', 'cancelled', 'expired'].includes(status)

/**
 * `hasFiles`: pages are fetched with their files. `report()` returns what arrived since its last call; `streams` are the long streams
 * that ended, with their cost.
 */
export function startLoad(front, { hasFiles }) {
  const mixed = startMixedLoad(front, { atOnce: CHATS_AT_ONCE, filmEveryMs: EVERY_MS.film })
  const streams = []
  const counts = new Map()
  const failures = []
  let stopping = false
  let chatsReported = 0
  let refusalsReported = 0

  async function repeat(kind, everyMs, work) {
    while (!stopping) {
      try {
        await work()
        counts.set(kind, (counts.get(kind) ?? 0) + 1)
      } catch (error) {
        failures.push(`${kind}: ${error.cause?.message ?? error.message}`)
      }
      await pause(everyMs)
    }
  }

  const get = async (path, headers = front.headers) => good(await fetch(front.origin + path, { headers }))
  const over = new Set()
  async function askAfterTasks() {
    for (const { id, path } of mixed.tasks.filter((task) => !over.has(task.id)))
      if (isOver(await (await get(`${path}/${id}`)).json())) over.add(id)
  }
  const lanes = [
    ...Array.from({ length: LONG_STREAMS_AT_ONCE }, () =>
      repeat('long streams', 0, async () => streams.push(await streamLong(front))),
    ),
    repeat('task reads', EVERY_MS.task, askAfterTasks),
    repeat('keys', EVERY_MS.key, async () => (await get('/api-account/user/balance')).json()),
    repeat(hasFiles ? 'pages with their files' : 'pages', EVERY_MS.page, async () => {
      const page = await (await get('/sign-in', {})).text()
      if (!hasFiles) return
      const files = new Set(page.match(/\/_next\/static\/[^"\\?]+\.(js|css)/g))
      await Promise.all([...files].map(async (file) => (await get(file, {})).bytes()))
    }),
  ]

  function report() {
    const chats = mixed.seen.slice(chatsReported)
    const broken = chats.filter(({ outcome }) => outcome !== 'served' && outcome !== 'aborted')
    failures.push(...broken.map(({ n, outcome, status, code }) => `chat ${n}: ${outcome} ${status} ${code}`))
    failures.push(...mixed.refused.slice(refusalsReported))
    chatsReported += chats.length
    refusalsReported = mixed.refused.length
    const ok = [['chats', chats.length - broken.length], ...counts].map(([kind, count]) => `${count} ${kind}`)
    for (const kind of counts.keys()) counts.set(kind, 0)
    return { ok: ok.join(', '), failures: failures.splice(0) }
  }

  return {
    report,
    async stop() {
      stopping = true
      const all = await mixed.stop()
      await Promise.all(lanes)
      return { ...all, streams }
    },
  }
}

async function good(answer) {
  if (answer.ok) return answer
  throw new Error(`${answer.status} ${new URL(answer.url).pathname} ${(await answer.text()).slice(0, 200)}`)
}

async function streamLong(portico) {
  const body = {
    model: 'sandbox/chat',
    stream: true,
    stream_options: { include_usage: true },
    messages: [{ role: 'user', content: LONG_WORDS }],
  }
  const answer = await good(await postJson(portico, '/v1/chat/completions', body))
  const text = await answer.text()
  if (!text.endsWith('data: [DONE]\n\n')) throw new Error(`cut: …${text.slice(-200)}`)
  const [, cost] = /"cost":([0-9.e-]+)/.exec(text) ?? []
  return { id: answer.headers.get('x-request-id'), cost }
}
