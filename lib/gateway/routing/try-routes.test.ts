import { beforeEach, describe, expect, it } from 'vitest'
import { AppError } from '@/lib/platform/errors'
import { describeFailure } from '@/lib/platform/task-failures'
import { UpstreamError, type UpstreamFault } from '@/lib/upstream/contract/upstream-error'
import { findRouteHealth, recordRouteFault, recordRouteLimit } from './route-health'
import type { ResolvedRoute } from './schema'
import { forgetHealth, sampleCatalog } from './testing'
import { tryRoutes } from './try-routes'
import { failureOf } from './upstream-fault'

beforeEach(forgetHealth)

const big = sampleCatalog.models.get('big')?.routes ?? []
const small = sampleCatalog.models.get('small')?.routes ?? []
const open = new AbortController().signal

type Outcome = UpstreamFault | UpstreamError | 'fine'

/** Tries the routes, each of which behaves as given; `called` are the ones that were tried. */
async function run(routes: readonly ResolvedRoute[], outcomes: Record<string, Outcome>) {
  const called: string[] = []
  const tried = await tryRoutes(routes, open, async (route) => {
    called.push(route.routeId)
    const outcome = outcomes[route.routeId] ?? 'fine'
    if (outcome === 'fine') return 'answer'
    throw typeof outcome === 'string' ? new UpstreamError(outcome) : outcome
  })
  return { tried, called }
}

describe('which routes are tried', () => {
  it('is the first one if it answers, and no attempts are listed', async () => {
    const { tried, called } = await run(big, {})
    expect(called).toEqual(['big@east'])
    expect(tried).toMatchObject({ ok: true, result: 'answer', attempts: [] })
  })

  it.each(['failed', 'unreachable', 'timeout', 'rate_limited', 'unsupported'] as const)(
    'is the next after %s, and every try is told',
    async (fault) => {
      const { tried, called } = await run(big, { 'big@east': fault })
      expect(called).toEqual(['big@east', 'big@west'])
      expect(tried.attempts).toMatchObject([
        { provider: 'east', model: 'big', route: 'big@east', code: expect.any(String), status: null },
        { provider: 'west', model: 'big', route: 'big@west', code: null, status: 200 },
      ])
    },
  )

  it('is another model after a refusal, not another route of the one that refused', async () => {
    const refusal = new UpstreamError('rejected', { status: 400 })
    const { called } = await run([...big, ...small], { 'big@east': refusal })
    expect(called).toEqual(['big@east', 'small@north'])
    expect((await run(big, { 'big@east': refusal })).tried).toMatchObject({ ok: false, error: refusal })
  })

  it('is another route after a 404: that one does not have the model', async () => {
    const { called } = await run(big, { 'big@east': new UpstreamError('rejected', { status: 404 }) })
    expect(called).toEqual(['big@east', 'big@west'])
  })

  it('is none after a fault that may have left work at the upstream', async () => {
    const call = () => Promise.reject(new UpstreamError('timeout'))
    const tried = await tryRoutes(big, open, call, { isSafeToGoOn: () => false })
    expect(tried).toMatchObject({ ok: false, attempts: [{ provider: 'east' }] })
  })

  it('is none after an internal error, or after the client left', async () => {
    const broken = new Error('a bug')
    const tried = await tryRoutes(big, open, () => Promise.reject(broken))
    expect(tried).toMatchObject({ ok: false, error: broken, attempts: [{ code: 'internal_error' }] })
    const gone = AbortSignal.abort()
    const aborted = await tryRoutes(big, gone, () => Promise.reject(new UpstreamError('failed')))
    expect(aborted).toMatchObject({ ok: false, attempts: [{ provider: 'east' }] })
    expect(findRouteHealth('big@east')?.breaker.faultsInARow ?? 0).toBe(0)
  })
})

describe('health', () => {
  it('tries a route that failed recently after the others', async () => {
    for (let i = 0; i < 3; i++) recordRouteFault('big@east')
    expect((await run(big, {})).called).toEqual(['big@west'])
    const { called } = await run(big, { 'big@west': 'failed', 'big@north': 'failed' })
    expect(called).toEqual(['big@west', 'big@north', 'big@east'])
  })

  it('calls no upstream before its retry time', async () => {
    recordRouteLimit('big@east', 30)
    const { called } = await run(big, { 'big@west': 'failed', 'big@north': 'failed' })
    expect(called).toEqual(['big@west', 'big@north'])
  })

  it('calls no upstream while all are resting, and returns the first retry time', async () => {
    for (const [routeId, seconds] of [
      ['big@east', 30],
      ['big@west', 9],
      ['big@north', 20],
    ] as const)
      recordRouteLimit(routeId, seconds)
    const { tried, called } = await run(big, {})
    expect(called).toEqual([])
    expect(tried).toMatchObject({
      ok: false,
      error: { fault: 'rate_limited', retryAfterSeconds: 9 },
      attempts: [],
    })
  })

  it('returns the shortest wait when the last route is rate limited too', async () => {
    const wait = (seconds: number) =>
      new UpstreamError('rate_limited', { status: 429, retryAfterSeconds: seconds })
    const { tried } = await run(big, { 'big@east': wait(5), 'big@west': wait(60), 'big@north': wait(40) })
    expect(tried).toMatchObject({ ok: false, error: { fault: 'rate_limited', retryAfterSeconds: 5 } })
    expect(tried.attempts).toHaveLength(3)
  })

  it('reports a failure rather than another route’s missing feature', async () => {
    const { tried } = await run(big, {
      'big@east': 'failed',
      'big@west': 'unsupported',
      'big@north': 'unsupported',
    })
    expect(tried).toMatchObject({ ok: false, error: { fault: 'failed' } })
  })

  it('ignores failures that prompts ask the sandbox for', async () => {
    const sandbox = big.map((route) => ({
      ...route,
      target: { ...route.target, adapter: 'sandbox' as const },
    }))
    for (let i = 0; i < 5; i++) await run(sandbox, { 'big@east': 'failed' })
    expect((await run(sandbox, {})).called).toEqual(['big@east'])
  })
})

it('throws model_not_found without routes', async () => {
  await expect(tryRoutes([], open, () => Promise.resolve(1))).rejects.toThrow(AppError)
})

describe('the error of a task whose upstream failed', () => {
  it('is final for a refusal, and not for a temporary fault', () => {
    const finals = (
      ['rejected', 'unsupported', 'rate_limited', 'failed', 'unreachable', 'timeout'] as const
    ).map((fault) => [
      fault,
      failureOf(new UpstreamError(fault)).code,
      failureOf(new UpstreamError(fault)).isFinal,
    ])
    expect(finals).toEqual([
      ['rejected', 'invalid_input', true],
      ['unsupported', 'invalid_input', true],
      ['rate_limited', 'upstream_rate_limited', false],
      ['failed', 'upstream_error', false],
      ['unreachable', 'upstream_error', false],
      ['timeout', 'upstream_timeout', false],
    ])
  })

  it('has the code that the upstream names, is final, and has its message if it is public', () => {
    const named = new UpstreamError('failed', { code: 'content_policy_violation', param: 'prompt' })
    expect(failureOf(named)).toEqual({
      code: 'content_policy_violation',
      message: describeFailure('content_policy_violation').message,
      param: 'prompt',
      isFinal: true,
    })
    const told = new UpstreamError('rejected', { message: 'No kites.' })
    expect(failureOf(told)).toMatchObject({ code: 'invalid_input', message: 'No kites.' })
  })

  it('is final if the balance is not sufficient', () => {
    expect(describeFailure('insufficient_quota')).toMatchObject({
      type: 'insufficient_quota',
      retryable: false,
    })
  })

  it('is final for an unknown code', () => {
    expect(describeFailure('kite_shortage')).toMatchObject({ type: 'upstream_error', retryable: false })
  })
})
