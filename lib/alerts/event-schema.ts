import { z } from 'zod'
import { KeyLimitData, LowBalanceData } from './schema'

const timestamp = z.iso.datetime()

/** What is posted to a customer's alert URL. */
export const BalanceLowEvent = z.object({ type: z.literal('balance.low'), timestamp, data: LowBalanceData })
export const KeyLimitEvent = z.object({
  type: z.literal('api_key.limit_reached'),
  timestamp,
  data: KeyLimitData,
})
