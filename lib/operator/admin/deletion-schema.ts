/**
 * A person may end its account for good. Its sessions and keys end with the request, and its email is free again; a job
 * then erases what the customer made and set up. Accounting records stay: the ledger, the usage behind it, the orders
 * and their documents.
 */
import { z } from 'zod'
import { Email, GivenPassword } from '@/lib/account/identity/schema'
import { leftOpen } from '@/lib/platform/fields'

export const DeleteAccountRequest = z.strictObject({
  /** For a person that has one. */
  current_password: leftOpen(GivenPassword).optional(),
  /** For a person that signs in elsewhere: its own email, typed again. */
  email: leftOpen(Email).optional(),
})
export type DeleteAccountRequest = z.infer<typeof DeleteAccountRequest>

export const DeletedAccount = z.object({
  /** The customer's. */
  id: z.string(),
  object: z.literal('account'),
  deleted: z.literal(true),
})
export type DeletedAccount = z.infer<typeof DeletedAccount>
