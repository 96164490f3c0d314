import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Sink } from '@/lib/platform/stream'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { EarlyHead, lateBody } from './stream-call'
import type { StreamRelay } from './stream-relay'

describe('an early head', () => {
  const watch = () => {
    vi.useFakeTimers()
    const early = new EarlyHead()
    const isDue = vi.fn()
    void early.due.then(isDue)
    const isDueAfter = async (millis: number) => {
      await vi.advanceTimersByTimeAsync(millis)
      return isDue.mock.calls.length > 0
    }
    return { early, isDueAfter }
  }
  afterEach(() => vi.useRealTimers())

  it('is due a quarter of a second after the only upstream has accepted', async () => {
    const { early, isDueAfter } = watch()
    early.begin(() => true)
    expect(await isDueAfter(1000)).toBe(false)
    early.accept()
    expect(await isDueAfter(249)).toBe(false)
    expect(await isDueAfter(1)).toBe(true)
  })

  it('is due after five seconds, whatever the upstream does', async () => {
    const { early, isDueAfter } = watch()
    early.begin(() => true)
    expect(await isDueAfter(4999)).toBe(false)
    expect(await isDueAfter(1)).toBe(true)
  })

  it('waits while another route can be tried, and is due at once when none is left', async () => {
    const { early, isDueAfter } = watch()
    early.begin(() => false)
    early.accept()
    expect(await isDueAfter(60_000)).toBe(false)
    early.begin(() => true)
    expect(await isDueAfter(0)).toBe(true)
  })

  it('is not due once the answer has begun', async () => {
    const { early, isDueAfter } = watch()
    early.begin(() => true)
    early.accept()
    early.stop()
    expect(await isDueAfter(60_000)).toBe(false)
  })
})

describe('the body after an early head', () => {
  it('is comments until the answer fails, and then the error', async () => {
    vi.useFakeTimers()
    const opening = Promise.withResolvers<StreamRelay>()
    const written: string[] = []
    const write = (bytes: Buffer | string) => written.push(String(bytes)) > 0
    const sink = { write, onDrain: () => undefined, end: vi.fn(), destroy: vi.fn() } satisfies Sink
    lateBody(opening.promise, 'req_1').start(sink)
    vi.advanceTimersByTime(31_000)
    expect(written).toEqual(Array.from({ length: 3 }, () => ': keep-alive\n\n'))
    opening.reject(new UpstreamError('rate_limited'))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(JSON.parse(written[3]?.slice('data: '.length) ?? '')).toEqual({
      error: {
        message: expect.any(String),
        type: 'rate_limit_error',
        param: null,
        code: 'rate_limit_exceeded',
        request_id: 'req_1',
        metadata: { limit_source: 'upstream' },
      },
    })
    expect(written).toHaveLength(4)
    vi.useRealTimers()
  })
})
