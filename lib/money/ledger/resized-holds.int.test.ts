import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { formatUsd } from '@/lib/platform/money'
import { hold, resizeHold, settle } from './ledger'
import { readKeySpend } from './quota'
import { balanceOf, checkLedger, customerWith, endOf, holdItem } from './testing/ledger-customer'

describe('a hold that is resized', () => {
  it('grows as far as the balance allows, releases the rest, and is charged like any other', async () => {
    const customerId = await customerWith(1000n)
    const [one, other] = [holdItem(customerId, 100n), holdItem(customerId, 600n)]
    await Promise.all([hold(one), hold(other)])
    expect(await resizeHold(one, 250n, null)).toBe(250n)
    expect(await resizeHold(one, 900n, null)).toBe(400n)
    expect(await resizeHold(other, 50n, null)).toBe(50n)
    expect(await balanceOf(customerId)).toMatchObject({ held: formatUsd(450n), available: formatUsd(550n) })
    expect(await settle(endOf(one, '400'), null)).toMatchObject({ charged: 400n })
    expect(await resizeHold(one, 500n, null)).toBeNull()
    expect(await checkLedger()).toBe(0)
  })

  it('of a key grows no further than its limit, also where many do at once', async () => {
    const customerId = await customerWith(100_000n)
    const key = `key_${randomUUID()}`
    const items = Array.from({ length: 20 }, () =>
      holdItem(customerId, 10n, { api_key_id: key, limit: '1000', period: null }),
    )
    await Promise.all(items.map(hold))
    const held = await Promise.all(items.map((item) => resizeHold(item, 300n, 1000n)))
    expect(held.reduce<bigint>((sum, one) => sum + (one ?? 0n), 0n)).toBe(1000n)
    await Promise.all(items.map((one, index) => settle(endOf(one, `${held[index]}`), null)))
    expect((await readKeySpend([key])).get(key)).toMatchObject({ totalNanos: 1000n, heldNanos: 0n })
  })

  it('of a period that is over does not grow', async () => {
    const key = `key_${randomUUID()}`
    const customerId = await customerWith(10_000n)
    const daily = (n: number) =>
      holdItem(customerId, 100n, { api_key_id: key, limit: '500', period: `2026-01-0${n}T00:00:00Z` })
    const [late, next] = [daily(5), daily(6)]
    await hold(late)
    await hold(next)
    expect(await resizeHold(late, 200n, 500n)).toBe(100n)
    expect(await resizeHold(next, 1000n, 500n)).toBe(400n)
  })
})
