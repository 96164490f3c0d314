// Faults that come as requests: many large bodies at once, and many that never end (sent by this file as a program of
// its own); texts that are dear to count; an image that would keep its renderer busy for minutes; an upstream that keeps its
// connection open with blanks. The gateway has to stay small and answer others all the while. Each returns what it saw and what it
// found wrong.
import { request } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { postJson, residentMegabytes, sendToParent, startOwn } from './harness.mjs'

const BODY_BYTES = 32 * 1024 * 1024
const MOST_MEGABYTES = 1024
const MOST_HEALTH_MS = 50
const LOOK_EVERY_MS = 25
const PIECE = Buffer.alloc(64 * 1024, 'word ')
const BEGIN = '{"model":"soak/alone","messages":[{"role":"user","content":"'
const END = '"}]}'

export const floodWithoutMoney = async (stage) =>
  attack(stage, { count: 110, key: await keyWithoutMoney(stage), allowed: [402] })

export const flood = (stage) => attack(stage, { count: 110, key: keyOf(stage), allowed: [400, 429, 503] })

export const dribble = (stage) =>
  attack(stage, { count: 40, key: keyOf(stage), stopsAfter: 0.9, allowed: [408, 429, 503] })

const keyOf = ({ headers }) => headers.authorization.replace('Bearer ', '')

/** A key that may spend nothing stands for an account that has nothing. */
async function keyWithoutMoney(stage) {
  const answer = await postJson(stage, '/api-account/user/api-keys', {
    name: 'Without money',
    limit_usd: '0',
  })
  return (await answer.json()).key
}

async function attack({ origin, pid }, { allowed, ...plan }) {
  const quiet = await watch({ origin, pid }, pause(2000))
  const sender = startOwn('fault-requests.mjs', {
    env: { SOAK_BODIES: JSON.stringify({ ...plan, port: new URL(origin).port }) },
  })
  const seen = await watch({ origin, pid }, sender)
  const { statuses, seconds } = (await sender).message
  const faults = []
  const others = Object.keys(statuses).filter((status) => !allowed.includes(Number(status)))
  if (others.length > 0) faults.push(`answers ${others.join()}, expected ${allowed.join()}`)
  if (seen.megabytes > MOST_MEGABYTES) faults.push(`${seen.megabytes} MB resident`)
  if (seen.health[99] > Math.max(MOST_HEALTH_MS, 2 * quiet.health[99]))
    faults.push(`/api/health took ${seen.health[99]} ms`)
  const answers = Object.entries(statuses).map(([status, count]) => `${status} × ${count}`)
  return {
    word: `${answers.join(', ')} in ${seconds} s; ${quiet.megabytes} → ${seen.megabytes} MB; health p50 ${seen.health[50]}, p99 ${seen.health[99]} ms`,
    faults,
  }
}

/** The most memory and the slowest answers of `/api/health` while something is under way. */
export async function watch({ origin, pid }, work) {
  let isOver = false
  const over = () => {
    isOver = true
  }
  work.then(over, over)
  let megabytes = 0
  const times = []
  while (!isOver) {
    times.push(await healthMs(origin))
    megabytes = Math.max(megabytes, residentMegabytes(pid))
    await pause(LOOK_EVERY_MS)
  }
  times.sort((one, other) => one - other)
  const at = (share) => Number(times[Math.min(times.length - 1, Math.floor(times.length * share))].toFixed(1))
  return { megabytes: Math.round(megabytes), health: { 50: at(0.5), 99: at(0.99), 100: at(1) } }
}

function healthMs(origin) {
  const begun = performance.now()
  return new Promise((resolve, reject) => {
    request(`${origin}/api/health`, (answer) => {
      answer.resume()
      answer.once('end', () => resolve(performance.now() - begun))
    })
      .once('error', reject)
      .end()
  })
}

/** One request by hand, at most this part of its body. Resolves with the status of its answer. */
function send({ port, key, stopsAfter = 1 }) {
  const wanted = Math.floor((BODY_BYTES - BEGIN.length - END.length) / PIECE.length)
  const chunks = Math.floor(wanted * stopsAfter)
  const length = BEGIN.length + wanted * PIECE.length + END.length
  return new Promise((resolve) => {
    const socket = connect(Number(port), '127.0.0.1')
    socket.write(
      `POST /v1/chat/completions HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${length}\r\nConnection: close\r\n\r\n${BEGIN}`,
    )
    let sent = 0
    const more = () => {
      while (sent < chunks) {
        sent += 1
        if (!socket.write(PIECE)) return
      }
      if (sent === wanted) socket.write(END)
    }
    socket.on('drain', more)
    let answer = ''
    socket.on('data', (bytes) => {
      answer += bytes.toString('latin1', 0, 64)
    })
    socket.once('error', () => undefined)
    socket.once('close', () => resolve(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 'none'))
    more()
  })
}

const BLANKS = ' '.repeat(7_900_000)
const POISON_WITHIN_MS = 20_000

/** Eight megabytes of blanks, to be counted for nothing and for money. */
export async function floodCounting(stage) {
  const message = { role: 'user', content: BLANKS }
  const asked = ['/v1/messages/count_tokens', '/v1/chat/completions', '/v1/messages'].flatMap((path) =>
    Array.from({ length: 4 }, () =>
      postJson(stage, path, { model: 'soak/alone', max_tokens: 64, messages: [message] }),
    ),
  )
  const answers = Promise.all(asked)
  const { health } = await watch(stage, answers)
  const statuses = (await answers).map(({ status }) => status)
  const others = statuses.filter((status) => ![200, 400, 429, 503].includes(status))
  return {
    word: `health p50 ${health[50]} ms, longest ${health[100]} ms`,
    faults: others.length > 0 ? [`answers ${others.join()}`] : [],
  }
}

/** A film from an SVG that takes minutes to draw. */
export async function sendPoison(stage) {
  const frame = { type: 'image_url', image_url: { url: `${stage.upstream}/poison.svg` }, role: 'first_frame' }
  const body = {
    model: 'sandbox/video-fast',
    prompt: 'A kite',
    duration: 1,
    resolution: '480p',
    content: [frame],
  }
  const answer = await postJson(stage, '/v1/videos/generations', body)
  if (answer.status === 400) return { word: 'refused at once', faults: [] }
  const { id } = await answer.json()
  const since = performance.now()
  while (performance.now() - since < POISON_WITHIN_MS) {
    const task = await (
      await fetch(`${stage.origin}/v1/videos/generations/${id}`, { headers: stage.headers })
    ).json()
    if (task.status === 'failed')
      return { word: `failed after ${((performance.now() - since) / 1000).toFixed(1)} s`, faults: [] }
    await pause(200)
  }
  return { word: 'not over', faults: [`the poisoned film is not over after ${POISON_WITHIN_MS / 1000} s`] }
}

/** Requests to an upstream that sends only blanks and comments, forever. */
export async function askDripping(stage) {
  const asked = [false, true].map((stream) =>
    postJson(stage, '/v1/chat/completions', {
      model: 'soak/dripping',
      stream,
      messages: [{ role: 'user', content: 'Hello' }],
    }),
  )
  const statuses = (await Promise.all(asked)).map(({ status }) => status)
  return {
    word: `answered ${statuses.join()}`,
    faults: statuses.every((status) => status === 504) ? [] : [`answers ${statuses.join()}, expected 504`],
  }
}

if (process.env.SOAK_BODIES) {
  const { count, ...plan } = JSON.parse(process.env.SOAK_BODIES)
  const begun = performance.now()
  const seen = await Promise.all(Array.from({ length: count }, () => send(plan)))
  const statuses = Object.fromEntries(
    [...Map.groupBy(seen, (one) => one)].map(([key, all]) => [key, all.length]),
  )
  sendToParent({ statuses, seconds: Number(((performance.now() - begun) / 1000).toFixed(1)) })
}
