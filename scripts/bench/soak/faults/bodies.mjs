// Faults of request bodies: many large ones at once, and many that never come to an end. The gateway has to stay small and
// answer others meanwhile. Each answers what it saw and what it found wrong; a program of its own sends.
import { request } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { startOwn } from '../../children.mjs'
import { residentMegabytes } from '../../resident-megabytes.mjs'
import { tellParent } from '../../tell-parent.mjs'

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
async function keyWithoutMoney({ origin, headers }) {
  const answer = await fetch(`${origin}/api-account/user/api-keys`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Without money', limit_usd: '0' }),
  })
  return (await answer.json()).key
}

async function attack({ origin, pid }, { allowed, ...plan }) {
  const quiet = await watch({ origin, pid }, pause(2000))
  const sender = startOwn('soak/faults/bodies.mjs', {
    SOAK_BODIES: JSON.stringify({ ...plan, port: new URL(origin).port }),
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
  const pieces = Math.floor(wanted * stopsAfter)
  const length = BEGIN.length + wanted * PIECE.length + END.length
  return new Promise((resolve) => {
    const socket = connect(Number(port), '127.0.0.1')
    socket.write(
      `POST /v1/chat/completions HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${length}\r\nConnection: close\r\n\r\n${BEGIN}`,
    )
    let sent = 0
    const more = () => {
      while (sent < pieces) {
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

if (process.env.SOAK_BODIES) {
  const { count, ...plan } = JSON.parse(process.env.SOAK_BODIES)
  const begun = performance.now()
  const seen = await Promise.all(Array.from({ length: count }, () => send(plan)))
  const statuses = Object.fromEntries(
    [...Map.groupBy(seen, (one) => one)].map(([key, all]) => [key, all.length]),
  )
  tellParent({ statuses, seconds: Number(((performance.now() - begun) / 1000).toFixed(1)) })
}
