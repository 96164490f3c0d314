import { z } from 'zod'
import { PriceGroup } from '@/lib/money/price-groups/schema'
import { Printable } from '@/lib/platform/fields'
import { Reason } from './customers-schema'

/** Price groups as operators see and change them. */

export const PriceGroupParams = z.object({ id: Printable.max(100) })

export const PriceGroupList = z.object({ object: z.literal('list'), data: z.array(PriceGroup) })
export type PriceGroupList = z.infer<typeof PriceGroupList>

export const PriceGroupRemoved = z.object({ id: z.string(), removed: z.literal(true) })

export const SetPriceGroupRequest = z.strictObject({
  /** Null: none, the catalog's prices. */
  price_group_id: Printable.max(100).nullable(),
  reason: Reason,
})
export type SetPriceGroupRequest = z.infer<typeof SetPriceGroupRequest>

export const SetPriceGroupReply = z.object({
  id: z.string(),
  price_group: z.object({ id: z.string(), name: z.string() }).nullable(),
})
export type SetPriceGroupReply = z.infer<typeof SetPriceGroupReply>
