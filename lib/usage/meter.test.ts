import { expect, it } from 'vitest'
import type { Caller, CallerKey } from '@/lib/platform/caller'
import { toHoldItem } from './meter'
import { limitedKey } from './testing/requests'

const at = new Date('2026-11-22T14:00:00Z')
const open = limitedKey(null)

function periodOf(limits: Partial<CallerKey>) {
  const caller: Caller = {
    customerId: 'cus_1',
    userId: null,
    isOperator: false,
    apiKey: { ...open, ...limits },
  }
  const { limit, period, until } = toHoldItem(caller, 'req_1', 5n, at)
  return [limit, period, until]
}

it('says in which period it counts, and until when that lasts', () => {
  const limited = (limitReset: CallerKey['limitReset']) => periodOf({ limitNanos: 7n, limitReset })
  expect(limited('daily')).toEqual(['7', '2026-11-22T00:00:00.000Z', '2026-11-23T00:00:00.000Z'])
  expect(limited('weekly')).toEqual(['7', '2026-11-16T00:00:00.000Z', '2026-11-23T00:00:00.000Z'])
  expect(limited('monthly')).toEqual(['7', '2026-11-01T00:00:00.000Z', '2026-12-01T00:00:00.000Z'])
  expect(limited(null)).toEqual(['7', null, null])
  expect(periodOf({ limitReset: 'daily' })).toEqual([null, null, null])
})
