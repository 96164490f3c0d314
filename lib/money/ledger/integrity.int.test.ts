import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { instanceId } from '@/lib/platform/instance'
import { formatUsd } from '@/lib/platform/money'
import { heardOf } from '@/lib/platform/testing/other-processes'
import { releaseOrphanedHolds } from './integrity'
import { insertHolds } from './internal/holds-repository'
import { hold, settle } from './ledger'
import { balanceOf, customerWith, endOf, holdItem } from './testing/ledger-customer'

describe('holds of a dead process', () => {
  it('are released, unbilled', async () => {
    const customerId = await customerWith(1000n)
    const orphan = holdItem(customerId, 700n)
    await insertHolds([orphan], `inst_${randomUUID()}`)
    await releaseOrphanedHolds()
    expect(await balanceOf(customerId)).toMatchObject({ balance: formatUsd(1000n), held: formatUsd(0n) })
    expect(await settle(endOf(orphan, '0'), null)).toMatchObject({ outcome: 'gone', charged: 0n })
  })

  it('of a process that was only cut off and settles later are charged once, as far as the balance covers it', async () => {
    const customerId = await customerWith(1000n)
    const [one, other] = [holdItem(customerId, 700n), holdItem(customerId, 200n)]
    await insertHolds([one, other], `inst_${randomUUID()}`)
    await releaseOrphanedHolds()
    const late = (id: string, cost: string) =>
      settle({ id, cost, customer_id: customerId, api_key_id: null }, null)
    expect(await late(one.id, '600')).toMatchObject({ outcome: 'settled', charged: 600n })
    expect(await late(one.id, '600')).toMatchObject({ outcome: 'gone', charged: 0n })
    expect(await late(other.id, '500')).toMatchObject({ outcome: 'settled', charged: 400n })
    expect(await balanceOf(customerId)).toMatchObject({ balance: formatUsd(0n), held: formatUsd(0n) })
  })

  it('that settles after all counts in the period of its key', async () => {
    const customerId = await customerWith(1000n)
    const key = `key_${randomUUID()}`
    const daily = {
      api_key_id: key,
      limit: '500',
      period: '2026-01-01T00:00:00Z',
      until: '2026-01-02T00:00:00Z',
    }
    const lost = holdItem(customerId, 400n, daily)
    await insertHolds([lost], `inst_${randomUUID()}`)
    await releaseOrphanedHolds()
    await settle({ id: lost.id, cost: '400', customer_id: customerId, api_key_id: key }, null)
    const next = holdItem(customerId, 200n, daily)
    expect(await hold(next)).toMatchObject({ outcome: 'key_limit', available: 100n })
  })

  const MINUTE = 60
  it.each([
    ['a living process', { secondsAgo: 0 }, { secondsAgo: 0, steadyFor: MINUTE }, true],
    ['a process long silent', { secondsAgo: 25 }, { secondsAgo: 0, steadyFor: MINUTE }, false],
    ['one that was away with all others', { secondsAgo: 25 }, { secondsAgo: 0, steadyFor: 5 }, true],
    ['one that is away with all others', { secondsAgo: 25 }, { secondsAgo: 24, steadyFor: MINUTE }, true],
  ])('of %s are released only where its silence tells something', async (_name, theirs, ours, stay) => {
    const customerId = await customerWith(1000n)
    const owner = `inst_${randomUUID()}`
    await heardOf(owner, theirs)
    await heardOf(instanceId(), ours)
    await insertHolds([holdItem(customerId, 700n)], owner)
    await releaseOrphanedHolds()
    expect(await balanceOf(customerId)).toMatchObject({ held: formatUsd(stay ? 700n : 0n) })
  })

  it('keeps holds that this process serves, however long the database has not heard of it', async () => {
    const customerId = await customerWith(1000n)
    const item = holdItem(customerId, 700n)
    await hold(item)
    await heardOf(instanceId(), { secondsAgo: 3600 })
    await releaseOrphanedHolds()
    expect(await balanceOf(customerId)).toMatchObject({ held: formatUsd(700n) })
    await settle(endOf(item, '0'), null)
  })
})
