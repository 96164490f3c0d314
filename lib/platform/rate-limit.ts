import type { Redis } from 'ioredis'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { networkOf } from './client-address'
import { env } from './env'
import { AppError } from './errors'
import { logger } from './logger'

/**
 * Requests per minute by the generic cell rate algorithm: a bucket of `perMinute` requests that refills evenly. Only the
 * time at which it will be full again is kept. In this process, or in Redis where `REDIS_URL` is set, then for all nodes.
 */
export type LimitState = {
  allowed: boolean
  limit: number
  remaining: number
  /** Until the whole limit is there again. */
  resetSeconds: number
  /** Until one request is allowed; 0 when this one was. */
  retryAfterSeconds: number
}

const MAX_BUCKETS = 100_000

const buckets = new LRUCache<string, number>({ max: MAX_BUCKETS })

export function takeFromBucket(bucket: string, perMinute: number, nowMillis: number): LimitState {
  const next = decide(buckets.get(bucket) ?? 0, perMinute, nowMillis)
  if (next.state.allowed) buckets.set(bucket, next.fullAt)
  return next.state
}

/** What `takeFromBucket` would return, without using a token. */
function lookIntoBucket(bucket: string, perMinute: number, nowMillis: number): LimitState {
  return decide(buckets.get(bucket) ?? 0, perMinute, nowMillis).state
}

/** As `takeFromBucket`, over all nodes when Redis is configured; while Redis is away this process counts alone. */
export function takeToken(bucket: string, perMinute: number): Promise<LimitState> {
  return count(bucket, perMinute, takeFromBucket)
}

/** Whether a token is available now, and if not, when. */
function lookForToken(bucket: string, perMinute: number): Promise<LimitState> {
  return count(bucket, perMinute, lookIntoBucket)
}

async function count(bucket: string, perMinute: number, here: typeof takeFromBucket): Promise<LimitState> {
  const url = env().REDIS_URL
  const now = performance.now() // by a monotonic clock
  if (url === undefined || now < shared.awayUntil) return here(bucket, perMinute, now)
  const wasAway = shared.awayUntil > 0
  if (wasAway) shared.awayUntil = now + AWAY_MILLIS // this call finds out, others need not wait
  try {
    const state = await countShared(url, bucket, perMinute, here === takeFromBucket)
    if (wasAway) logger.warn('Redis answers again: limits count over all nodes')
    if (wasAway) shared.awayUntil = 0
    return state
  } catch (error) {
    if (shared.awayUntil === 0)
      logger.warn({ err: String(error) }, 'Redis did not answer: this process counts its own requests')
    shared.awayUntil = now + AWAY_MILLIS
    return here(bucket, perMinute, now)
  }
}

export async function closeRateLimit(): Promise<void> {
  await (await shared.client)?.quit().catch(() => undefined)
}

function decide(fullAt: number, perMinute: number, now: number): { state: LimitState; fullAt: number } {
  const cost = 60_000 / perMinute
  const nextFullAt = Math.max(fullAt, now) + cost
  const allowed = nextFullAt - now <= 60_000 + 1e-6
  const effective = allowed ? nextFullAt : fullAt
  return {
    fullAt: nextFullAt,
    state: {
      allowed,
      limit: perMinute,
      remaining: Math.max(0, Math.floor((60_000 - (effective - now) + 1e-6) / cost)),
      resetSeconds: Math.max(0, Math.ceil((effective - now) / 1000)),
      retryAfterSeconds: allowed ? 0 : Math.max(1, Math.ceil((nextFullAt - now - 60_000) / 1000)),
    },
  }
}

/**
 * The same decision, made inside Redis so that it is one step for all nodes, by the clock of Redis; were that set back,
 * no bucket is further from full than it can be. Returns the bucket's `fullAt` before it, and the time.
 */
const takeScript = `
local time = redis.call('TIME')
local now, cost = time[1] * 1000 + time[2] / 1000, tonumber(ARGV[1])
local full = math.min(tonumber(redis.call('GET', KEYS[1]) or '0'), now + 60000)
local nextFull = math.max(full, now) + cost
if ARGV[2] == '1' and nextFull - now <= 60000.000001 then redis.call('SET', KEYS[1], string.format('%.3f', nextFull), 'PX', 60000) end
return {string.format('%.3f', full), string.format('%.3f', now)}`

const Taken = z.tuple([z.coerce.number(), z.coerce.number()])

async function countShared(
  url: string,
  bucket: string,
  perMinute: number,
  isTaken: boolean,
): Promise<LimitState> {
  const redis = await sharedRedis(url)
  const key = `portico:limit:${bucket}`
  const told = await redis.eval(takeScript, 1, key, 60_000 / perMinute, isTaken ? '1' : '0')
  const [before, now] = Taken.parse(told)
  return decide(before, perMinute, now).state
}

/** Redis that did not answer is tried again after this long. */
const AWAY_MILLIS = 1000

const shared: { client: Promise<Redis> | undefined; awayUntil: number } = {
  client: undefined,
  awayUntil: 0,
}

function sharedRedis(url: string): Promise<Redis> {
  shared.client ??= connect(url)
  return shared.client
}

async function connect(url: string): Promise<Redis> {
  const { Redis } = await import('ioredis')
  const client = new Redis(url, {
    lazyConnect: true,
    connectTimeout: 1000,
    maxRetriesPerRequest: 1,
    commandTimeout: 250,
    enableOfflineQueue: false,
  })
  client.on('error', (error) => logger.debug({ err: error.message }, 'Redis is not reachable'))
  await client.connect().catch(() => undefined) // it keeps retrying
  return client
}

/** Throws where Redis does not answer. */
export async function checkRedis(): Promise<void> {
  const { Redis } = await import('ioredis')
  const client = new Redis(env().REDIS_URL ?? '', { lazyConnect: true, retryStrategy: () => null })
  client.on('error', () => undefined) // it is thrown as well
  try {
    await client.connect()
    await client.ping()
  } finally {
    client.disconnect()
  }
}

/**
 * Guessing: wrong keys, passwords and sign-in links are counted by their client address (of IPv6: its /64), and past
 * RATE_LIMIT_AUTH_FAILURE a minute nothing that it sends is looked up any more.
 */
const bucketOf = (address: string) => `auth_failure:ip:${networkOf(address)}`

/** Throws `rate_limit_exceeded` while this address has failed too often. */
export async function refuseAfterAuthFailures(address: string): Promise<void> {
  refuse(await lookForToken(bucketOf(address), env().RATE_LIMIT_AUTH_FAILURE))
}

/** Counts a failure. Throws `rate_limit_exceeded` when it is one too many, in place of any other error. */
export async function countAuthFailure(address: string): Promise<void> {
  refuse(await takeToken(bucketOf(address), env().RATE_LIMIT_AUTH_FAILURE))
}

function refuse({ allowed, limit, retryAfterSeconds }: LimitState): void {
  if (allowed) return
  throw new AppError('rate_limit_exceeded', {
    message: `More than ${limit} failed authentications a minute from this address; try again in ${retryAfterSeconds} s.`,
    retryAfterSeconds,
    metadata: { limit_source: 'gateway' },
  })
}
