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
  const { row, ...item } = settlement
  return `{"journal":"${journal}","item":${JSON.stringify(item)},"row":${row}}`
}
