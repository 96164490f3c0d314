import type { Redis } from 'ioredis'
import { env } from './env'
import { logger } from './logger'

/** Redis is tried again this long after it did not answer. */
const AWAY_MILLIS = 1000

const shared: { client: Promise<Redis> | undefined; awayUntil: number } = {
  client: undefined,
  awayUntil: 0,
}

/**
 * Counts for all nodes in Redis, if `REDIS_URL` is set; else, and while Redis does not answer, `here`, in this process alone.
 * `here` gets the time by a monotonic clock.
 */
export function acrossNodes<Result>(
  there: (redis: Redis) => Promise<Result>,
  here: (nowMillis: number) => Result,
): Result | Promise<Result> {
  const url = env().REDIS_URL
  const now = performance.now()
  if (url === undefined || now < shared.awayUntil) return here(now)
  return inRedis(url, there, here, now)
}

async function inRedis<Result>(
  url: string,
  there: (redis: Redis) => Promise<Result>,
  here: (nowMillis: number) => Result,
  now: number,
): Promise<Result> {
  const wasAway = shared.awayUntil > 0
  if (wasAway) shared.awayUntil = now + AWAY_MILLIS // only this call tries Redis again
  try {
    shared.client ??= connect(url)
    const result = await inTime(there(await shared.client))
    if (wasAway) logger.warn('Redis answers again: limits apply across all nodes')
    if (wasAway) shared.awayUntil = 0
    return result
  } catch (error) {
    if (shared.awayUntil === 0)
      logger.warn({ err: String(error) }, 'Redis did not answer: limits apply per process')
    shared.awayUntil = now + AWAY_MILLIS
    return here(now)
  }
}

const TICK_MILLIS = 50
const MOST_TICKS = 6

/**
 * Rejects if the answer takes too long. Only turns of the event loop count: a busy process reads answers late, and would
 * otherwise take a Redis that has answered for one that is away.
 */
function inTime<Result>(answer: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    let ticks = 0
    const timer = setInterval(() => {
      ticks += 1
      if (ticks >= MOST_TICKS) reject(new Error('it took too long'))
    }, TICK_MILLIS)
    answer.then(resolve, reject).finally(() => clearInterval(timer))
  })
}

export async function closeRedis(): Promise<void> {
  await (await shared.client)?.quit().catch(() => undefined)
}

async function connect(url: string): Promise<Redis> {
  const { Redis } = await import('ioredis')
  const client = new Redis(url, {
    lazyConnect: true,
    connectTimeout: 1000,
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
  })
  client.on('error', (error) => logger.debug({ err: error.message }, 'Redis is not reachable'))
  await client.connect().catch(() => undefined) // it keeps retrying
  return client
}

/** Throws if Redis does not answer. */
export async function checkRedis(): Promise<void> {
  const { Redis } = await import('ioredis')
  const client = new Redis(env().REDIS_URL ?? '', { lazyConnect: true, retryStrategy: () => null })
  client.on('error', () => undefined) // also thrown by the calls below
  try {
    await client.connect()
    await client.ping()
  } finally {
    client.disconnect()
  }
}
