import { expect, test } from '@playwright/test'
import { z } from 'zod'
import { BalanceReply } from '../../lib/billing/schema'
import { parseUsd } from '../../lib/platform/money'
import { RecentReply } from '../../lib/usage/schema'
import { openPortico } from '../open-portico'

/**
 * A thousand mixed calls, a tenth of them hung up on, the server killed in the middle: afterwards the balance is the
 * demo credit less the cost of every recorded request, to the nano-dollar, nothing is held, and every answer that a client
 * got to its end is recorded at the cost that it told.
 */
const CALLS = 1000
const AT_ONCE = 24
const DEMO_CREDIT = 25n * 10n ** 9n

const WholeAnswer = z.object({ usage: z.object({ cost: z.number() }) })

type Portico = Awaited<ReturnType<typeof openPortico>>

function promptOf(i: number): string {
  const kinds = ['[[status:500]]', '[[cut:4]] tell me', '[[empty]]']
  return kinds[(i % 10) - 7] ?? `[[tokens:${20 + (i % 60)}]] [[chunk-delay:2ms]] hello number ${i}`
}

/** By request: what its answer said it cost; undefined where it was a stream that had come to its end. */
type Told = Map<string, number | undefined>

async function call(portico: Portico, i: number, told: Told): Promise<void> {
  const hangUp = new AbortController()
  const stream = i % 2 === 0
  const body = {
    model: i % 3 ? 'sandbox/chat' : 'sandbox/chat-pro',
    stream,
    messages: [{ role: 'user', content: promptOf(i) }],
  }
  const response = await portico.post('/v1/chat/completions', body, { signal: hangUp.signal })
  if (i % 10 !== 4) {
    const text = await response.text()
    const id = response.headers.get('x-request-id') ?? ''
    if (response.ok && !stream) told.set(id, WholeAnswer.parse(JSON.parse(text)).usage.cost)
    if (text.endsWith('data: [DONE]\n\n')) told.set(id, undefined)
    return
  }
  const reader = response.body?.getReader()
  for (let chunks = 0; chunks < 4; chunks++) await reader?.read()
  hangUp.abort()
}

async function costs(portico: Portico): Promise<Map<string, bigint>> {
  const byRequest = new Map<string, bigint>()
  let cursor = ''
  do {
    const response = await portico.get(`/api-account/user/usage/recent?limit=100&cursor=${cursor}`)
    const page = RecentReply.parse(await response.json())
    for (const { id, cost } of page.items) byRequest.set(id, parseUsd(cost) ?? 0n)
    cursor = page.next_cursor
  } while (cursor !== '')
  return byRequest
}

test('money adds up over hang-ups, failures and a kill -9', async () => {
  test.setTimeout(240_000)
  const portico = await openPortico('money', { RATE_LIMIT_CHAT: '1000000', LOG_LEVEL: 'silent' })
  try {
    let next = 0
    const told: Told = new Map()
    let restart: Promise<void> | undefined
    const worker = async () => {
      while (next < CALLS) {
        const i = next++
        if (i === CALLS / 2) {
          restart = portico.killAndRestart()
          await restart
        }
        // Calls that were under way, or came while nobody listened, fail: that is the point.
        await call(portico, i, told).catch(() => undefined)
        if (restart) await restart
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, worker))

    const balance = async () =>
      BalanceReply.parse(await (await portico.get('/api-account/user/balance')).json())
    await expect.poll(async () => (await balance()).held, { timeout: 60_000 }).toBe('0.000000')
    const recorded = await costs(portico)
    expect(recorded.size).toBeGreaterThan(CALLS * 0.9)
    const nanos = [...recorded.values()].reduce((sum, cost) => sum + cost, 0n)
    expect(parseUsd((await balance()).balance)).toBe(DEMO_CREDIT - nanos)
    expect(told.size).toBeGreaterThan(CALLS * 0.5)
    for (const [id, cost] of told) {
      expect(recorded.has(id), id).toBe(true)
      if (cost !== undefined) expect(Number(recorded.get(id)), id).toBe(Math.round(cost * 1e9))
    }
  } finally {
    await portico.close()
  }
})
