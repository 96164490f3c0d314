import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { Caller, CallLimits } from './caller'
import { AppError } from './errors'
import { logger } from './logger'
import { acrossNodes, type SharedRedis } from './shared-redis'

/**
 * Tokens per minute, and requests at once. A call takes the most tokens that it can use before it begins, and gives back what it
 * did not use when it ends. All its limits are checked and taken in one step: in this process, or by one script in Redis.
 *
 * Tokens are counted over a sliding minute, by the second in which their call began, so that what comes back is exact. (The
 * bucket that counts requests refills all the time: it could have refilled already what comes back.) A killed process leaves
 * tokens that expire with the minute, and places that expire because it no longer renews them.
 */
export type CallLimit = {
  /** What is counted together. Braces around the customer keep its counts together in a Redis cluster. */
  bucket: string
  scope: 'key' | 'project' | 'customer' | 'model' | 'end_user'
  /** Null: no limit. */
  tokens: number | null
  concurrency: number | null
}

/** Undefined where `limits` limits nothing. */
export function limitOf(
  { customerId }: Caller,
  scope: CallLimit['scope'],
  id = '',
  limits: CallLimits | undefined,
): CallLimit | undefined {
  if (limits === undefined || (limits.tokens === null && limits.concurrency === null)) return undefined
  return { ...limits, scope, bucket: `{${customerId}}:${scope}:${id}` }
}

/** The limits on requests at once of a caller's key, its project and the account; undefined: there are none. */
export function placesOf(caller: Caller): readonly CallLimit[] | undefined {
  const { apiKey, project, limits: customers } = caller
  if (!(apiKey?.limits || project?.limits || customers)) return undefined
  const onPlaces = (limits: CallLimits | undefined) => limits && { ...limits, tokens: null }
  const all = [
    limitOf(caller, 'key', apiKey?.id, onPlaces(apiKey?.limits)),
    limitOf(caller, 'project', project?.id, onPlaces(project?.limits)),
    limitOf(caller, 'customer', '', onPlaces(customers)),
  ].filter((limit) => limit !== undefined)
  return all.length === 0 ? undefined : all
}

/** The token limit with the least left. */
export type TokenState = { limit: number; remaining: number; resetSeconds: number }

/** Ends a call: frees its places and gives back the tokens that it did not use. Further calls do nothing. */
export type EndCall = (usedTokens: number) => void

type Demand = { limits: readonly CallLimit[]; id: string; tokens: number }

/** What is counted under a limit: tokens by the second in which their calls began, and calls in progress. */
type Count = { seconds: (readonly [second: number, tokens: number])[]; running: number }

/** `counts` are from before the step; `second` is its time. */
type Step = { isTaken: boolean; second: number; counts: readonly Count[]; end: EndCall }

/** A whole minute and the second in which it began. */
const KEPT_SECONDS = 61

/**
 * Begins a call, or throws `rate_limit_exceeded`, and `request_exceeds_limit` for a call that no limit of tokens will ever allow.
 * `show` gets the state of its tokens in both cases.
 */
export async function beginCall(demand: Demand, show?: (state: TokenState) => void): Promise<EndCall> {
  refuseTooLarge(demand)
  return decide(
    demand,
    await acrossNodes(
      (redis) => takeInRedis(redis, demand),
      (now) => takeHere(demand, now),
    ),
    show,
  )
}

function decide(demand: Demand, step: Step, show?: (state: TokenState) => void): EndCall {
  const state = show && tightestOf(demand, step)
  if (state) show?.(state)
  if (!step.isTaken) throw refusal(demand, step)
  let isOver = false
  return (usedTokens) => {
    if (!isOver) step.end(usedTokens)
    isOver = true
  }
}

const sumOf = ({ seconds }: Count) => seconds.reduce((sum, [, tokens]) => sum + tokens, 0)
const fits = ({ tokens, concurrency }: CallLimit, count: Count, wanted: number): boolean =>
  (tokens === null || sumOf(count) + wanted <= tokens) &&
  (concurrency === null || count.running < concurrency)

function tightestOf({ limits, tokens }: Demand, { isTaken, counts, second }: Step): TokenState | undefined {
  let tightest: TokenState | undefined
  for (const [index, { tokens: limit }] of limits.entries()) {
    const count = counts[index]
    if (limit === null || count === undefined) continue
    const remaining = Math.max(0, limit - sumOf(count) - (isTaken ? tokens : 0))
    if (tightest && tightest.remaining <= remaining) continue
    const newest = isTaken ? second : Math.max(...count.seconds.map(([at]) => at))
    tightest = { limit, remaining, resetSeconds: Math.max(0, newest + KEPT_SECONDS - second) }
  }
  return tightest
}

/** A call in progress ends at an unknown time. */
const CONCURRENCY_RETRY_SECONDS = 1

const ownerOf = {
  key: 'this API key',
  project: 'this API key’s project',
  customer: 'this account',
  model: 'this account for this model',
  end_user: 'this end user',
} as const

/** Names the limit that has to be waited for the longest. */
function refusal({ limits, tokens }: Demand, { counts, second }: Step): AppError {
  let [seconds, message, metadata] = [0, '', {}]
  for (const [index, limit] of limits.entries()) {
    const count = counts[index]
    if (count === undefined || fits(limit, count, tokens)) continue
    const isTokens = limit.tokens !== null && sumOf(count) + tokens > limit.tokens
    const wait = isTokens ? waitFor(count, (limit.tokens ?? 0) - tokens, second) : CONCURRENCY_RETRY_SECONDS
    if (wait <= seconds) continue
    seconds = wait
    metadata = { limit_source: 'gateway', limit: isTokens ? 'tokens' : 'concurrency', scope: limit.scope }
    message = isTokens
      ? `Limit of ${limit.tokens} tokens per minute of ${ownerOf[limit.scope]} exceeded: ${sumOf(count)} are used or reserved, and this request may use ${tokens}. Try again in ${wait} s.`
      : `Limit of ${limit.concurrency} requests at once of ${ownerOf[limit.scope]} exceeded. Try again when one of them has ended.`
  }
  return new AppError('rate_limit_exceeded', { message, metadata, retryAfterSeconds: seconds })
}

/** Seconds until at most `room` tokens are left of those that are counted now. */
function waitFor(count: Count, room: number, now: number): number {
  let left = sumOf(count)
  for (const [second, tokens] of count.seconds.toSorted(([one], [other]) => one - other)) {
    left -= tokens
    if (left <= room) return second + KEPT_SECONDS - now
  }
  return KEPT_SECONDS
}

function refuseTooLarge({ limits, tokens }: Demand): void {
  const limit = limits.find((one) => one.tokens !== null && tokens > one.tokens)
  if (limit === undefined) return
  throw new AppError('request_exceeds_limit', {
    message: `This request may use ${tokens} tokens, prompt and answer together; the limit of ${ownerOf[limit.scope]} is ${limit.tokens} per minute. Shorten it or set a lower max_tokens.`,
    metadata: { limit_source: 'gateway', limit: 'tokens', scope: limit.scope },
  })
}

const MAX_BUCKETS = 100_000

const tokensHere = new LRUCache<string, Map<number, number>>({ max: MAX_BUCKETS })
const runningHere = new Map<string, number>()

function takeHere({ limits, tokens }: Demand, nowMillis: number): Step {
  const second = Math.floor(nowMillis / 1000)
  const counts = limits.map(({ bucket }): Count => {
    const all = tokensHere.get(bucket)
    for (const at of all?.keys() ?? []) if (at <= second - KEPT_SECONDS) all?.delete(at)
    return { seconds: [...(all ?? [])], running: runningHere.get(bucket) ?? 0 }
  })
  const isTaken = limits.every((limit, index) =>
    fits(limit, counts[index] ?? { seconds: [], running: 0 }, tokens),
  )
  if (isTaken) for (const limit of limits) add(limit, second, tokens, 1)
  const end = (used: number) => {
    for (const limit of limits) add(limit, second, used - tokens, -1)
  }
  return { isTaken, second, counts, end }
}

function add(
  { bucket, tokens: limit, concurrency }: CallLimit,
  second: number,
  tokens: number,
  calls: 1 | -1,
): void {
  if (concurrency !== null) {
    const running = (runningHere.get(bucket) ?? 0) + calls
    if (running > 0) runningHere.set(bucket, running)
    else runningHere.delete(bucket)
  }
  if (limit === null) return
  const all = tokensHere.get(bucket) ?? new Map<number, number>()
  // What has expired does not come back.
  if (calls < 0 && !all.has(second)) return
  all.set(second, (all.get(second) ?? 0) + tokens)
  tokensHere.set(bucket, all)
}

const LEASE_MILLIS = 30_000
const RENEWAL_MILLIS = 10_000

/**
 * KEYS: each limit's tokens (a hash by second) and places (a sorted set of calls by the end of their lease). ARGV: the call, its
 * tokens, the lease, the kept seconds, and each limit's tokens and concurrency, -1 for none. By the clock of Redis.
 */
const takeScript = `
local time = redis.call('TIME')
local second, now = tonumber(time[1]), time[1] * 1000 + math.floor(time[2] / 1000)
local call, tokens, lease, kept = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local isTaken, counts = 1, {}
for i = 1, #KEYS, 2 do
  local limit, most, sum = tonumber(ARGV[i + 4]), tonumber(ARGV[i + 5]), 0
  local all = limit < 0 and {} or redis.call('HGETALL', KEYS[i])
  local seconds = {}
  for j = 1, #all, 2 do
    if tonumber(all[j]) <= second - kept then redis.call('HDEL', KEYS[i], all[j])
    else
      sum = sum + tonumber(all[j + 1])
      seconds[#seconds + 1] = { tonumber(all[j]), tonumber(all[j + 1]) }
    end
  end
  local running = 0
  if most >= 0 then
    redis.call('ZREMRANGEBYSCORE', KEYS[i + 1], '-inf', now)
    running = redis.call('ZCARD', KEYS[i + 1])
  end
  if (limit >= 0 and sum + tokens > limit) or (most >= 0 and running >= most) then isTaken = 0 end
  counts[#counts + 1] = { seconds, running }
end
if isTaken == 1 then
  for i = 1, #KEYS, 2 do
    if tonumber(ARGV[i + 4]) >= 0 then
      redis.call('HINCRBY', KEYS[i], second, tokens)
      redis.call('EXPIRE', KEYS[i], kept)
    end
    if tonumber(ARGV[i + 5]) >= 0 then
      redis.call('ZADD', KEYS[i + 1], now + lease, call)
      redis.call('PEXPIRE', KEYS[i + 1], lease)
    end
  end
end
return { isTaken, second, counts }`

/**
 * KEYS: tokens, and then places. ARGV: the call, the second in which it began, the tokens to add (mostly negative), and how many
 * keys are of tokens. What has expired does not come back.
 */
const endScript = `
for i = 1, #KEYS do
  if i > tonumber(ARGV[4]) then redis.call('ZREM', KEYS[i], ARGV[1])
  elseif redis.call('HEXISTS', KEYS[i], ARGV[2]) == 1 then redis.call('HINCRBY', KEYS[i], ARGV[2], ARGV[3]) end
end`

/** KEYS: places. ARGV: the lease, and the call of each. */
const renewScript = `
local time = redis.call('TIME')
local ends = time[1] * 1000 + math.floor(time[2] / 1000) + tonumber(ARGV[1])
for i = 1, #KEYS do
  redis.call('ZADD', KEYS[i], ends, ARGV[i + 1])
  redis.call('PEXPIRE', KEYS[i], ARGV[1])
end`

const Taken = z.tuple([
  z.number(),
  z.number(),
  z.array(z.tuple([z.array(z.tuple([z.number(), z.number()])), z.number()])),
])

const tokensKey = ({ bucket }: CallLimit) => `portico:tokens:${bucket}`
const placesKey = ({ bucket }: CallLimit) => `portico:calls:${bucket}`

async function takeInRedis(redis: SharedRedis, { limits, id, tokens }: Demand): Promise<Step> {
  const keys = limits.flatMap((limit) => [tokensKey(limit), placesKey(limit)])
  const bounds = limits.flatMap((limit) => [limit.tokens ?? -1, limit.concurrency ?? -1])
  const [isTaken, second, counts] = Taken.parse(
    await redis.eval(takeScript, keys.length, ...keys, id, tokens, LEASE_MILLIS, KEPT_SECONDS, ...bounds),
  )
  const sums = limits.filter((limit) => limit.tokens !== null).map(tokensKey)
  const places = limits.filter(({ concurrency }) => concurrency !== null).map(placesKey)
  const call = { id, places }
  if (isTaken === 1 && places.length > 0) keepRenewing(redis, call)
  const end = (used: number) => {
    renewed.delete(call)
    redis
      .eval(
        endScript,
        sums.length + places.length,
        ...sums,
        ...places,
        id,
        second,
        used - tokens,
        sums.length,
      )
      .catch((error: unknown) => logger.debug({ err: String(error) }, 'a call expires in Redis by itself'))
  }
  return {
    isTaken: isTaken === 1,
    second,
    counts: counts.map(([seconds, running]) => ({ seconds, running })),
    end,
  }
}

/** A call of this process, and its places in Redis, which would expire. */
type Renewed = { id: string; places: readonly string[] }
const renewed = new Set<Renewed>()
let renewing: NodeJS.Timeout | undefined

function keepRenewing(redis: SharedRedis, call: Renewed): void {
  renewed.add(call)
  renewing ??= setInterval(() => void renew(redis), RENEWAL_MILLIS).unref()
}

const RENEWED_AT_ONCE = 500

async function renew(redis: SharedRedis): Promise<void> {
  if (renewed.size === 0) {
    clearInterval(renewing)
    renewing = undefined
  }
  const all = [...renewed].flatMap((call) => call.places.map((key) => ({ call, key })))
  const byCustomer = Object.groupBy(all, ({ key }) => customerOf(key))
  await Promise.all(Object.values(byCustomer).map((places) => renewPlaces(redis, places ?? [])))
}

/** A script has the keys of one customer: a cluster keeps them on one server. */
async function renewPlaces(
  redis: SharedRedis,
  all: readonly { call: Renewed; key: string }[],
): Promise<void> {
  for (let at = 0; at < all.length; at += RENEWED_AT_ONCE) {
    // A call that ended during the part before must not come back.
    const part = all.slice(at, at + RENEWED_AT_ONCE).filter(({ call }) => renewed.has(call))
    const [keys, ids] = [part.map(({ key }) => key), part.map(({ call }) => call.id)]
    await redis.eval(renewScript, keys.length, ...keys, LEASE_MILLIS, ...ids).catch(() => undefined)
  }
}

const customerOf = (key: string) => key.slice(key.indexOf('{'), key.indexOf('}'))
