import { z } from 'zod'
import { deletedReply, leftOpen, sentBack } from '@/lib/platform/fields'
import { type KeyFormName, KeyObject, keyFormNames } from '@/lib/upstream/contract/provider-key'

/**
 * Keys and headers that an operator stores for a provider. Requests rotate through the keys. Both are sealed, and only a
 * key's last four characters are returned.
 */

/** A key is sent in a header. */
export const ProviderKeyText = z
  .string()
  .trim()
  .min(8, 'must have at least 8 characters')
  .max(4096, 'must have at most 4096 characters')
  .regex(/^[\x21-\x7e]*$/, 'must be visible ASCII characters without spaces')

/** A key, or the fields of one that has several; which they are depends on the provider. */
export const ProviderKeyInput = z.union(
  [ProviderKeyText, z.record(z.string().max(64), z.string().max(16_384).optional())],
  {
    error: 'must be a text, or an object with the fields of a key',
  },
)
export type ProviderKeyInput = z.infer<typeof ProviderKeyInput>

/** The name of a key's fields (`keyForms`); null for keys of one text. */
export const KeyFormChoice = z.enum(keyFormNames).nullable()

/** What the key form of a provider sends, by the fields that it has. */
export function keyInputOf(form: KeyFormName | null): z.ZodType<ProviderKeyInput, ProviderKeyInput> {
  return form === null ? ProviderKeyText : KeyObject[form]
}

export { emptyKey, fieldsOfForm, type KeyFormName } from '@/lib/upstream/contract/provider-key'

/** A customer's own key for its own requests. */
export const OwnKeyRecord = z.object({
  id: z.string(),
  object: z.literal('provider_key'),
  provider: z.object({ id: z.string(), name: z.string() }),
  last_four: z.string(),
  /** Whether other routes may serve a request that fails with this key, at the full price. */
  allow_fallback: z.boolean(),
  created_at: z.string(),
  /** When the provider rejected it; null while it is accepted. */
  refused_at: z.string().nullable(),
  /** False where it can no longer be decrypted and must be replaced. */
  is_readable: z.boolean(),
})
export type OwnKeyRecord = z.infer<typeof OwnKeyRecord>

export const OwnKeyList = z.object({
  object: z.literal('list'),
  data: z.array(OwnKeyRecord),
  /** Providers that accept a customer's key, by name. */
  providers: z.array(z.object({ id: z.string(), name: z.string(), key_form: KeyFormChoice })),
  /** The fee on requests with an own key, as a fraction of their price, such as `"0.05"`. */
  fee_rate: z.string(),
})
export type OwnKeyList = z.infer<typeof OwnKeyList>

export const AddOwnKeyRequest = z.strictObject({
  /** The provider's id. */
  provider: z.string().min(1).max(100),
  key: ProviderKeyInput,
  allow_fallback: leftOpen(z.boolean(), false).transform((may) => may ?? false),
})
export type AddOwnKeyRequest = z.infer<typeof AddOwnKeyRequest>

export const ChangeOwnKeyRequest = sentBack(z.strictObject({ allow_fallback: z.boolean() }), OwnKeyRecord)

/** Any text: a malformed id is not found. */
export const OwnKeyParams = z.object({ id: z.string() })

export const RemovedOwnKey = deletedReply('provider_key')

/** Headers of the HTTP connection cannot be set. */
const CONNECTION_HEADERS =
  /^(?:host|connection|content-length|transfer-encoding|te|upgrade|expect|trailer|keep-alive|proxy-.*)$/i
const MAX_HEADERS = 20

export const ProviderHeaderMap = z
  .record(
    z
      .string()
      .regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/, 'must be a header name')
      .refine((name) => !CONNECTION_HEADERS.test(name), 'must not be a header of the connection itself'),
    z
      .string()
      .trim()
      .min(1, 'must not be empty')
      .max(4096, 'must have at most 4096 characters')
      .regex(/^[\x20-\x7e]*$/, 'must be visible ASCII characters'),
  )
  .refine((headers) => Object.keys(headers).length <= MAX_HEADERS, `must have at most ${MAX_HEADERS} headers`)
export type ProviderHeaderMap = z.infer<typeof ProviderHeaderMap>

export const StoredKey = z.object({
  id: z.string(),
  last_four: z.string(),
  created_at: z.string(),
  /** When the provider rejected it; null while it is accepted. */
  refused_at: z.string().nullable(),
  /** False where it was sealed with an encryption key that is no longer configured. */
  is_readable: z.boolean(),
})
export type StoredKey = z.infer<typeof StoredKey>
