/**
 * A person may end its account for good. Its sessions and keys end with the request, and its email is free again; a job
 * then erases what the customer made and set up. Accounting records stay: the ledger, the usage behind it, the orders
 * and their documents.
 */
import { z } from 'zod'
import { characters } from '@/lib/platform/fields'

export const DeleteAccountRequest = z.strictObject({
  /** For a person that has one. */
  current_password: z
    .string()
    .check(characters({ most: 200 }))
    .optional(),
  /** For a person that signs in elsewhere: its own email, typed again. */
  email: z.string().max(254, 'must have at most 254 characters').optional(),
})
export type DeleteAccountRequest = z.infer<typeof DeleteAccountRequest>

export const DeletedAccount = z.object({
  /** The customer's. */
  id: z.string(),
  object: z.literal('account'),
  deleted: z.literal(true),
})
export type DeletedAccount = z.infer<typeof DeletedAccount>
