// What is asked of each contender, and how. `load` are the parameters of native/load.c.
import { EVENTS } from './models.mjs'

const WARM_UP_SECONDS = 0.7
/** More arrivals than a contender can carry measure nothing but a growing line: a rate is offered to who carried a little more. */
const HEADROOM = 1.05
const LOW_RATE = 200

const closed = (connections, seconds, body = 'short') => ({
  id: `${body === 'long' ? 'long' : 'closed'}-${connections}`,
  body,
  load: ['closed', '-c', connections, '-t', seconds, '-w', WARM_UP_SECONDS],
})

const open = (rate, seconds) => ({
  id: `open-${rate}`,
  body: 'short',
  rate,
  load: ['open', '-r', rate, '-c', 512, '-t', seconds, '-w', WARM_UP_SECONDS, '-x', 3],
})

function streams(count, gapMs, seconds, rampSeconds) {
  const spread = ['-c', count, '-t', seconds, '-w', rampSeconds, '-x', 15]
  return {
    id: `streams-${count}`,
    body: `stream-${gapMs}ms`,
    isStream: true,
    load: ['streams', ...spread, '-e', EVENTS, '-g', gapMs],
  }
}

export const scenariosOf = (seconds) => [
  ...[1, 16, 64, 256].map((connections) => closed(connections, seconds)),
  closed(16, seconds, 'long'),
  ...[50, LOW_RATE, 1000, 3000].map((rate) => open(rate, seconds + 0.5)),
  streams(50, 20, 3, 1),
  streams(400, 20, 3, 1.5),
  // Not in the first round: half a minute each.
  { ...streams(2000, 100, 5, 4), isLong: true },
]

/** Those that compare two versions: short, because many pairs say more than a few long ones. */
export const guardScenariosOf = (seconds) => [
  closed(16, seconds),
  closed(64, seconds),
  closed(16, seconds, 'long'),
  streams(50, 20, seconds, 0.5),
  streams(400, 20, seconds, 1),
]

export const warmUpOf = (seconds) => [
  closed(16, seconds),
  closed(16, seconds / 4, 'long'),
  streams(400, 20, seconds / 3, 0.5),
  closed(64, seconds),
]

/** `slowest`: what the slowest contender carries; with one that cannot carry the low rate, all are compared at a lower one. */
export function isOffered({ rate }, carries, slowest) {
  if (rate === undefined) return true
  if (rate < LOW_RATE && slowest >= LOW_RATE * HEADROOM) return false
  return carries >= rate * HEADROOM
}
