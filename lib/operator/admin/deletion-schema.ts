/**
 * A user can delete their account. Sessions and keys end with the request and the email can be used again; a job then
 * erases the customer's data. Accounting records stay: ledger, usage, orders and their documents.
 */
import { z } from 'zod'
import { Email, GivenPassword } from '@/lib/account/identity/schema'
import { leftOpen } from '@/lib/platform/fields'

export const DeleteAccountRequest = z.strictObject({
  /** Required for a user with a password. */
  current_password: leftOpen(GivenPassword).optional(),
  /** Required for a user without a password: their own email, typed again. */
  email: leftOpen(Email).optional(),
})
export type DeleteAccountRequest = z.infer<typeof DeleteAccountRequest>

export const DeletedAccount = z.object({
  /** The customer id. */
  id: z.string(),
  object: z.literal('account'),
  deleted: z.literal(true),
})
export type DeletedAccount = z.infer<typeof DeletedAccount>
