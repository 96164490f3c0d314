import { z } from 'zod'
import { leftOpen, sentBack } from '@/lib/platform/fields'

/**
 * What an operator sets for a provider: keys, which take turns, and headers. Both are sealed, and only a key's last
 * four characters are ever shown again.
 */

/** It goes into a header. */
export const ProviderKeyText = z
  .string()
  .trim()
  .min(8, 'must have at least 8 characters')
  .max(4096, 'must have at most 4096 characters')
  .regex(/^[\x21-\x7e]*$/, 'must be visible ASCII characters without spaces')

/** A customer's own key for its own requests. */
export const OwnKeyRecord = z.object({
  id: z.string(),
  object: z.literal('provider_key'),
  provider: z.object({ id: z.string(), name: z.string() }),
  last_four: z.string(),
  /** Where the provider does not serve a request with it, ours may, at the full price. */
  allow_fallback: z.boolean(),
  created_at: z.string(),
  /** Since when the provider does not accept it. */
  refused_at: z.string().nullable(),
  /** False: it cannot be opened any more, and has to be replaced. */
  is_readable: z.boolean(),
})
export type OwnKeyRecord = z.infer<typeof OwnKeyRecord>

export const OwnKeyList = z.object({
  object: z.literal('list'),
  data: z.array(OwnKeyRecord),
  /** Those that accept a customer's key here, by name. */
  providers: z.array(z.object({ id: z.string(), name: z.string() })),
  /** What a request with a key of one's own costs of what it would have cost, such as `"0.05"`. */
  fee_rate: z.string(),
})
export type OwnKeyList = z.infer<typeof OwnKeyList>

export const AddOwnKeyRequest = z.strictObject({
  /** Its id. */
  provider: z.string().min(1).max(100),
  key: ProviderKeyText,
  allow_fallback: leftOpen(z.boolean(), false).transform((may) => may ?? false),
})
export type AddOwnKeyRequest = z.infer<typeof AddOwnKeyRequest>

export const ChangeOwnKeyRequest = sentBack(z.strictObject({ allow_fallback: z.boolean() }), OwnKeyRecord)

/** Any text: what cannot be a key is not found. */
export const OwnKeyParams = z.object({ id: z.string() })

export const RemovedOwnKey = z.object({
  id: z.string(),
  object: z.literal('provider_key'),
  deleted: z.literal(true),
})

/** Those that an exchange needs for itself cannot be set. */
const OURS =
  /^(?:host|connection|content-length|transfer-encoding|te|upgrade|expect|trailer|keep-alive|proxy-.*)$/i
const MOST_HEADERS = 20

export const ProviderHeaderMap = z
  .record(
    z
      .string()
      .regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/, 'must be the name of a header')
      .refine((name) => !OURS.test(name), 'must not be a header of the connection itself'),
    z
      .string()
      .trim()
      .min(1, 'must not be empty')
      .max(4096, 'must have at most 4096 characters')
      .regex(/^[\x20-\x7e]*$/, 'must be visible ASCII characters'),
  )
  .refine(
    (headers) => Object.keys(headers).length <= MOST_HEADERS,
    `must have at most ${MOST_HEADERS} headers`,
  )
export type ProviderHeaderMap = z.infer<typeof ProviderHeaderMap>

export const StoredKey = z.object({
  id: z.string(),
  last_four: z.string(),
  created_at: z.string(),
  /** Since when the provider does not accept it. */
  refused_at: z.string().nullable(),
  /** False: it was sealed by an encryption key that is not set here any more. */
  is_readable: z.boolean(),
})
export type StoredKey = z.infer<typeof StoredKey>
