import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { beginCall, type CallLimit } from './call-limits'
import { AppError } from './errors'

const START = 1_000_000_000
const limit = (
  tokens: number | null,
  concurrency: number | null = null,
  scope: CallLimit['scope'] = 'key',
) => ({
  bucket: `{cus}:${scope}:${randomUUID()}`,
  scope,
  tokens,
  concurrency,
})

/** Begins a call at a second; returns its end, or the error. */
async function begin(limits: CallLimit[], tokens: number, second = 0) {
  vi.spyOn(performance, 'now').mockReturnValue(START + second * 1000)
  try {
    return await beginCall({ limits, id: randomUUID(), tokens })
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}

async function begun(...call: Parameters<typeof begin>) {
  const result = await begin(...call)
  if (result instanceof AppError) throw result
  return result
}

describe('tokens per minute', () => {
  it('are taken before the call; what it did not use comes back at its end, once', async () => {
    const limits = [limit(1000)]
    const end = await begun(limits, 900)
    expect(await begin(limits, 200)).toMatchObject({
      code: 'rate_limit_exceeded',
      retryAfterSeconds: 61,
      metadata: { limit_source: 'gateway', limit: 'tokens', scope: 'key' },
      message:
        'Limit of 1000 tokens per minute of this API key exceeded: 900 are used or reserved, and this request may use 200. Try again in 61 s.',
    })
    end(100)
    end(0)
    await begun(limits, 900)
    expect(await begin(limits, 1)).toBeInstanceOf(AppError)
  })

  it('come back by themselves when the minute is over, and then never again', async () => {
    const limits = [limit(1000)]
    const end = await begun(limits, 600, 0)
    await begun(limits, 400, 30)
    expect(await begin(limits, 500, 40)).toMatchObject({ retryAfterSeconds: 21 })
    expect(await begin(limits, 700, 40)).toMatchObject({ retryAfterSeconds: 51 })
    await begun(limits, 600, 61)
    end(0)
    expect(await begin(limits, 1, 62)).toMatchObject({ code: 'rate_limit_exceeded', retryAfterSeconds: 29 })
  })

  it('that an upstream counted beyond those taken count too', async () => {
    const limits = [limit(1000)]
    ;(await begun(limits, 100))(1500)
    expect(await begin(limits, 1)).toBeInstanceOf(AppError)
  })

  it('refuse a call that needs more than a minute has with an error that SDKs do not retry', async () => {
    expect(await begin([limit(1000), limit(500, null, 'model')], 600)).toMatchObject({
      code: 'request_exceeds_limit',
      wireCode: 'rate_limit_exceeded',
      status: 429,
      retryAfterSeconds: undefined,
      metadata: { limit: 'tokens', scope: 'model' },
    })
  })
})

describe('requests at once', () => {
  it('are refused above the limit until one ends', async () => {
    const limits = [limit(null, 2, 'customer')]
    const [end] = [await begun(limits, 10), await begun(limits, 10)]
    expect(await begin(limits, 0)).toMatchObject({
      code: 'rate_limit_exceeded',
      retryAfterSeconds: 1,
      metadata: { limit: 'concurrency', scope: 'customer' },
    })
    end?.(0)
    end?.(0)
    await begun(limits, 0)
    expect(await begin(limits, 0)).toBeInstanceOf(AppError)
  })
})

it('a call that one limit refuses takes nothing of the others', async () => {
  const [key, customer] = [limit(1000, 1), limit(1000, null, 'customer')]
  const end = await begun([key, customer], 100)
  for (let tries = 0; tries < 20; tries++) expect(await begin([customer, key], 100)).toBeInstanceOf(AppError)
  end(0)
  await begun([key, customer], 1000)
})

type Act = { gap: number; tokens: number; used: number; ends: number }
const acts = fc.array(
  fc.record({
    gap: fc.integer({ min: 0, max: 20 }),
    tokens: fc.integer({ min: 0, max: 60 }),
    used: fc.integer({ min: 0, max: 60 }),
    /** Which of the calls in progress ends first; beyond them: none. */
    ends: fc.integer({ min: 0, max: 8 }),
  }),
  { minLength: 1, maxLength: 80 },
)

it('no minute has more tokens than the limit, and no moment more calls, however calls begin and end', async () => {
  await fc.assert(
    fc.asyncProperty(
      acts,
      fc.integer({ min: 1, max: 100 }),
      fc.integer({ min: 1, max: 5 }),
      async (all: Act[], most, calls) => {
        const limits = [limit(most, calls)]
        const past: { second: number; counted: number }[] = []
        const running: { end: (used: number) => void; call: { counted: number } }[] = []
        let second = 0
        for (const { gap, tokens, used, ends } of all) {
          second += gap
          const [one] = running.splice(ends, 1)
          if (one) {
            one.call.counted = Math.min(used, one.call.counted)
            one.end(one.call.counted)
          }
          const end = await begin(limits, tokens, second)
          const recent = past
            .filter((call) => second - call.second <= 60)
            .reduce((sum, { counted }) => sum + counted, 0)
          const isAllowed = recent + tokens <= most && running.length < calls
          expect(end instanceof AppError).toBe(!isAllowed)
          if (end instanceof AppError) continue
          const call = { second, counted: tokens }
          past.push(call)
          running.push({ end, call })
        }
        for (const { end } of running) end(0)
      },
    ),
  )
})
