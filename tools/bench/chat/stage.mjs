// The stage on which contenders are compared: the upstream, the load generator, and each contender in a group of its own.
import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openGroup } from '../groups.mjs'
import { buildNative, generateLoad, startUpstream } from '../native.mjs'
import { EVENTS } from './models.mjs'
import { writeBodies } from './requests.mjs'

/** Settlements are written after the answer: their processor time belongs to the request. */
const SETTLE_MS = 400
const MEMORY_EVERY_MS = 2000

export async function openStage({ folder, say, onEnd }) {
  const programs = await buildNative()
  const upstream = await startUpstream(programs, folder)
  return { folder, say, onEnd, programs, upstream }
}

/**
 * Starts a contender and asks it once in each manner: an error that is answered fast must not win. Its `start` returns `origin` and
 * `headers`, `modelPrefix` where its models are named otherwise, and, if it knows money, `readBilled()` (`{ requests }` or `{ usd }` of
 * all its time), `makeTinyKey()` (headers with a key that may spend $0.10) and `readTinySpend()` (USD).
 */
export async function begin(stage, contender, more = {}) {
  const folder = join(stage.folder, contender.id)
  mkdirSync(folder)
  chmodSync(folder, 0o711) // its PostgreSQL may run as another user
  const group = openGroup(contender.id)
  try {
    const startedAt = performance.now()
    const running = await contender.start({ ...stage, folder, group, ...more })
    const startMs = performance.now() - startedAt
    const one = {
      ...contender,
      ...running,
      group,
      startMs,
      url: `${running.origin}/v1/chat/completions`,
      bodyFile: writeBodies(join(folder, 'bodies'), running.modelPrefix ?? ''),
    }
    await check(stage, one)
    return one
  } catch (error) {
    group.kill()
    throw error
  } finally {
    stage.onEnd(() => group.kill()) // after its database was stopped
  }
}

async function check(stage, one) {
  const whole = await load(stage, one, { body: 'short', load: ['burst'] })
  const stream = ['streams', '-t', 0.1, '-w', 0, '-e', EVENTS]
  const streamed = await load(stage, one, { body: 'stream-20ms', load: stream })
  if (whole.ok !== 1) throw new Error(`it answers ${whole.firstRefusal}`)
  if (streamed.whole !== 1) throw new Error(`its stream is not whole: ${JSON.stringify(streamed)}`)
}

/** Runs the load generator against a contender. */
export const load = ({ programs }, one, { body, load: parameters }, headers = one.headers) =>
  generateLoad(programs, parameters, { url: one.url, headers, bodyFile: one.bodyFile(body) })

/** Runs a scenario. Adds processor time, in µs for each request or event, and the peak of memory. */
export async function measure(stage, one, scenario) {
  const { group } = one
  let megabytes = group.megabytes()
  const look = () => {
    const now = group.megabytes()
    if (now.own > megabytes.own) megabytes = now
  }
  const watch = setInterval(look, MEMORY_EVERY_MS)
  const before = group.processorMs()
  const seed = Math.floor(Math.random() * 1e6)
  const sample = await load(stage, one, { ...scenario, load: [...scenario.load, '-s', seed] })
  clearInterval(watch)
  look()
  await pause(SETTLE_MS)
  const count = sample.sent * (scenario.isStream ? EVENTS : 1)
  const microsEach = ((group.processorMs() - before) * 1000) / count
  return { contender: one.id, scenario: scenario.id, ...sample, count, microsEach, megabytes }
}

/** Waits until what is left of a run that was too much has been worked off, so that it does not disturb the next one. */
export async function calm({ group }) {
  for (let tries = 0; tries < 60; tries += 1) {
    const before = group.processorMs()
    await pause(300)
    if (group.processorMs() - before < 60) return
  }
}
