import { describe, expect, it } from 'vitest'
import { releaseOrphanedHolds } from '@/lib/billing/recovery'
import { checkLedger } from '@/lib/billing/testing/ledger-customer'
import { prisma } from '@/lib/platform/db'
import { keepTaskMeter, openTaskMeter, releaseTaskMeter, settleTaskMeter } from './task-meter'
import { customerWith, disowned, keep, keptMeter, money, nanos, reading, row } from './testing/task-meters'

describe("a crash in the life of a task's meter", () => {
  it('between open and keep gives the money back', async () => {
    const caller = await customerWith('5')
    const meter = await disowned(await openTaskMeter(caller, nanos('1')))
    await releaseOrphanedHolds()
    expect(await money(caller)).toEqual({ balance: '5.000000', held: '0.000000' })
    await expect(keep(meter)).rejects.toMatchObject({ code: 'service_unavailable' })
  })

  it('after keep leaves the hold to the task', async () => {
    const caller = await customerWith('5')
    const meter = await disowned(await keptMeter(caller))
    await releaseOrphanedHolds()
    expect(await money(caller)).toMatchObject({ held: '1.000000' })
    await settleTaskMeter(meter, reading(meter))
    expect(await money(caller)).toEqual({ balance: '4.920000', held: '0.000000' })
  })

  it('inside the transaction that makes the task leaves the hold to the sweep', async () => {
    const caller = await customerWith('5')
    const meter = await openTaskMeter(caller, nanos('1'))
    const broken = prisma.$transaction(async (transaction) => {
      await keepTaskMeter(meter, row, transaction)
      throw new Error('the row could not be written')
    })
    await expect(broken).rejects.toThrow('could not be written')
    await disowned(meter)
    await releaseOrphanedHolds()
    expect(await money(caller)).toEqual({ balance: '5.000000', held: '0.000000' })
  })

  it('is no reason to take a hold that is just being kept', async () => {
    const caller = await customerWith('5')
    const meter = await disowned(await openTaskMeter(caller, nanos('1')))
    await prisma.$transaction(async (transaction) => {
      await keepTaskMeter(meter, row, transaction)
      await releaseOrphanedHolds()
    })
    expect(await money(caller)).toMatchObject({ held: '1.000000' })
    await releaseTaskMeter(meter)
    expect(await checkLedger()).toBe(0)
  })
})
