import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { pool } from '@/lib/platform/db'
import { formatUsd } from '@/lib/platform/money'
import { insertHolds } from './internal/holds/repository'
import { settle } from './ledger'
import { releaseOrphanedHolds } from './release-orphaned-holds'
import { balanceOf, customerWith, holdItem } from './testing/ledger-customer'

describe('holds of a dead process', () => {
  it('are released, unbilled', async () => {
    const customerId = await customerWith(1000n)
    const orphan = holdItem(customerId, 700n)
    await insertHolds([orphan], `inst_${randomUUID()}`)
    await releaseOrphanedHolds()
    expect(await balanceOf(customerId)).toMatchObject({ balance: formatUsd(1000n), held: formatUsd(0n) })
    expect(await settle({ id: orphan.id, cost: '0' }, null)).toMatchObject({ outcome: 'gone', charged: 0n })
  })

  it('that was only cut off, and settles after all, charge what was delivered once, as far as money reaches', async () => {
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

  it('leaves those of a living process alone', async () => {
    const customerId = await customerWith(1000n)
    const living = `inst_${randomUUID()}`
    await pool.query(`INSERT INTO instances (id, role) VALUES ($1, 'web')`, [living])
    await insertHolds([holdItem(customerId, 700n)], living)
    await releaseOrphanedHolds()
    expect(await balanceOf(customerId)).toMatchObject({ held: formatUsd(700n) })
  })
})
