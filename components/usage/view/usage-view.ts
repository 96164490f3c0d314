import { z } from 'zod'
import { UsageModality, UsageQuery, UsageStatus } from '@/lib/usage/schema'

const optional = <Schema extends z.ZodType>(schema: Schema) => schema.nullable().catch(null)

/**
 * What the usage page shows. All of it stands in the address, so that a view can be kept, sent and gone back to.
 * Whatever an address has that means nothing counts as not said.
 */
export const UsageView = z.object({
  range: z.enum(['today', '7d', '30d', '90d', 'month', 'custom']).catch('30d'),
  /** The two days of a custom range. */
  from: optional(z.iso.date()),
  to: optional(z.iso.date()),
  /** Null: the browser's own. */
  zone: optional(UsageQuery.shape.timezone),
  metric: z.enum(['cost', 'requests', 'tokens']).catch('cost'),
  group: z.enum(['none', 'model', 'key']).catch('model'),
  model: optional(z.string().min(1)),
  key: optional(z.string().min(1)),
  status: optional(UsageStatus),
  modality: optional(UsageModality),
  /** The request whose details are open. */
  request: optional(z.string().min(1)),
})
export type UsageView = z.infer<typeof UsageView>
export type UsageMetric = UsageView['metric']
export type UsageGroup = UsageView['group']
