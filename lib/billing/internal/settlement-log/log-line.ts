import { z } from 'zod'
import type { Settlement } from '../holds/repository'

/** One settlement in the log. The journal's row is only as known as the journal makes it. */
export const LogLine = z.object({
  journal: z.string(),
  item: z.object({
    id: z.string(),
    cost: z.string().regex(/^\d+$/),
    customer_id: z.string(),
    api_key_id: z.string().nullable().default(null),
    hold_id: z.string().optional(),
  }),
  row: z.record(z.string(), z.unknown()),
})
export type LogLine = z.infer<typeof LogLine>

export function toLogLine(journal: string, settlement: Settlement): string {
  const { id, cost, customer_id, api_key_id, hold_id, own, shared } = settlement
  const itemText = JSON.stringify({ id, cost, customer_id, api_key_id, hold_id })
  const ownText = JSON.stringify(own)
  const row = shared === '{}' ? ownText : `${ownText.slice(0, -1)},${shared.slice(1)}`
  return `{"journal":"${journal}","item":${itemText},"row":${row}}`
}
