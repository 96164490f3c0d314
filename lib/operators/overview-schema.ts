import { z } from 'zod'

/** How the installation does, and what of it needs somebody. */

export const Attention = z.object({
  /** What it is about, and so which page helps. */
  kind: z.enum(['process', 'storage', 'provider', 'queue', 'ledger', 'customer', 'catalog']),
  severity: z.enum(['danger', 'warning', 'info']),
  title: z.string(),
  detail: z.string(),
  /** A customer's or provider's id, where it is about one. */
  subject: z.string().nullable(),
})
export type Attention = z.infer<typeof Attention>

export const OverviewReply = z.object({
  as_of: z.string(),
  /** The most urgent first. */
  attention: z.array(Attention),
  processes: z.array(
    z.object({ id: z.string(), role: z.string(), started_at: z.string(), heartbeat_at: z.string() }),
  ),
  storage: z.enum(['operational', 'down']),
  providers: z.object({
    total: z.int(),
    /** Switched on and with their key. */
    in_service: z.int(),
    not_configured: z.int(),
    disabled: z.int(),
    troubled: z.int(),
  }),
  models: z.object({ total: z.int(), callable: z.int() }),
  customers: z.object({ total: z.int(), suspended: z.int() }),
  queue: z.object({
    waiting: z.int(),
    active: z.int(),
    failed: z.int(),
    waiting_since: z.string().nullable(),
  }),
  ledger: z
    .object({
      status: z.enum(['running', 'passed', 'failed']),
      started_at: z.string(),
      problem_count: z.int(),
    })
    .nullable(),
})
export type OverviewReply = z.infer<typeof OverviewReply>
