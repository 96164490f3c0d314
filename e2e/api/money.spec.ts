import { expect, test } from '@playwright/test'
import { BalanceReply } from '../../lib/billing/schema'
import { parseUsd } from '../../lib/platform/money'
import { RecentReply } from '../../lib/usage/schema'
import { openPortico } from '../open-portico'

/**
 * A thousand mixed calls, a tenth of them hung up on, the server killed in the middle: afterwards the balance is the
 * demo credit less the cost of every recorded request, to the nano-dollar, and nothing is held.
 */
const CALLS = 1000
const AT_ONCE = 24
const DEMO_CREDIT = 25n * 10n ** 9n

type Portico = Awaited<ReturnType<typeof openPortico>>

function promptOf(i: number): string {
  const kinds = ['[[status:500]]', '[[cut:4]] tell me', '[[empty]]']
  return kinds[(i % 10) - 7] ?? `[[tokens:${20 + (i % 60)}]] [[chunk-delay:2ms]] hello number ${i}`
}

async function call(portico: Portico, i: number): Promise<void> {
  const hangUp = new AbortController()
  const stream = i % 2 === 0
  const body = {
    model: i % 3 ? 'sandbox/chat' : 'sandbox/chat-pro',
    stream,
    messages: [{ role: 'user', content: promptOf(i) }],
  }
  const response = await portico.post('/v1/chat/completions', body, { signal: hangUp.signal })
  if (i % 10 !== 4) return void (await response.text())
  const reader = response.body?.getReader()
  for (let chunks = 0; chunks < 4; chunks++) await reader?.read()
  hangUp.abort()
}

async function costOfAll(portico: Portico): Promise<{ rows: number; nanos: bigint }> {
  let [cursor, rows, nanos] = ['', 0, 0n]
  do {
    const response = await portico.get(`/api-account/user/usage/recent?limit=100&cursor=${cursor}`)
    const page = RecentReply.parse(await response.json())
    for (const item of page.items) nanos += parseUsd(item.cost) ?? 0n
    rows += page.items.length
    cursor = page.next_cursor
  } while (cursor !== '')
  return { rows, nanos }
}

test('money adds up over hang-ups, failures and a kill -9', async () => {
  test.setTimeout(240_000)
  const portico = await openPortico('money', { RATE_LIMIT_CHAT: '1000000', LOG_LEVEL: 'silent' })
  try {
    let next = 0
    let restart: Promise<void> | undefined
    const worker = async () => {
      while (next < CALLS) {
        const i = next++
        if (i === CALLS / 2) {
          restart = portico.killAndRestart()
          await restart
        }
        // Calls that were under way, or came while nobody listened, fail: that is the point.
        await call(portico, i).catch(() => undefined)
        if (restart) await restart
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, worker))

    const balance = async () =>
      BalanceReply.parse(await (await portico.get('/api-account/user/balance')).json())
    await expect.poll(async () => (await balance()).held, { timeout: 60_000 }).toBe('0.000000')
    const { rows, nanos } = await costOfAll(portico)
    expect(rows).toBeGreaterThan(CALLS * 0.9)
    expect(parseUsd((await balance()).balance)).toBe(DEMO_CREDIT - nanos)
  } finally {
    await portico.close()
  }
})
