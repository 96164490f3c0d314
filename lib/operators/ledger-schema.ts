import { z } from 'zod'

/** A check of the ledger: everything is added up anew and compared with what is kept beside it. */

const usd = z.string().regex(/^-?\d+\.\d{6,9}$/)

export const LedgerProblem = z.object({
  kind: z.enum(['balance_differs', 'held_differs', 'sum_not_zero', 'hold_without_owner']),
  /** Whom or what it is about: a customer or a hold; null: all together. */
  subject: z.string().nullable(),
  detail: z.string(),
})
export type LedgerProblem = z.infer<typeof LedgerProblem>

export const LedgerFindings = z.object({
  entries: z.int(),
  customers: z.int(),
  open_holds: z.int(),
  /** What all customers have by the entries, and what the system's accounts gave and took: together nothing. */
  customers_sum: usd,
  system_sum: usd,
  /** At most a few hundred; the first are enough to look for the reason. */
  problems: z.array(LedgerProblem),
})
export type LedgerFindings = z.infer<typeof LedgerFindings>

export const LedgerCheck = z.object({
  id: z.string(),
  cause: z.enum(['schedule', 'operator']),
  /** `interrupted`: its process died. One that an operator asked for is then made by another. */
  status: z.enum(['running', 'passed', 'failed', 'interrupted']),
  started_at: z.string(),
  finished_at: z.string().nullable(),
  findings: LedgerFindings.nullable(),
})
export type LedgerCheck = z.infer<typeof LedgerCheck>

export const LedgerChecks = z.object({ object: z.literal('list'), data: z.array(LedgerCheck) })
export type LedgerChecks = z.infer<typeof LedgerChecks>
