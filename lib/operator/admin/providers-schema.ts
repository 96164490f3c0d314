import { z } from 'zod'
import { ProviderHeaderMap, ProviderKeyText, StoredKey } from '@/lib/catalog/credentials/schema'
import { OwnProviderFields, ProviderKind, ProviderStatus } from '@/lib/catalog/models/schema'
import { leftOpen, Printable } from '@/lib/platform/fields'

/** Providers as their operator sees, connects and makes them. No secret ever comes out. */

const variable = z.object({ variable: z.string(), is_set: z.boolean() })

export const OperatorProvider = z.object({
  id: z.string(),
  name: z.string(),
  adapter: z.string(),
  /** Whose API it speaks; null: none that an own provider could. */
  kind: ProviderKind.nullable(),
  /** Where it is written down: the built-in files, PROVIDERS_FILE, found at a local server, or by hand. */
  source: z.enum(['builtin', 'file', 'found', 'operator']),
  enabled: z.boolean(),
  /** It has a key, or needs none. */
  is_configured: z.boolean(),
  status: ProviderStatus,
  /** The variable that its key is read from, and whether it is there; `keys` go before it. Null: it reads none. */
  key: variable.nullable(),
  /** Those that were set here, which take turns. */
  keys: z.array(StoredKey),
  /** The names of those that are sent besides. */
  headers: z.array(z.string()),
  base_url: z.string().nullable(),
  /** The variable that moves it elsewhere. */
  address: variable.nullable(),
  model_count: z.int(),
  /** Since when no file names it any more, or it was removed. */
  withdrawn_at: z.string().nullable(),
})
export type OperatorProvider = z.infer<typeof OperatorProvider>

export const OperatorProviderList = z.object({ object: z.literal('list'), data: z.array(OperatorProvider) })
export type OperatorProviderList = z.infer<typeof OperatorProviderList>

export const AddProviderRequest = z.strictObject({
  ...OwnProviderFields,
  key: leftOpen(ProviderKeyText),
  headers: leftOpen(ProviderHeaderMap),
})
export type AddProviderRequest = z.infer<typeof AddProviderRequest>

export const ChangeProviderRequest = z.strictObject({
  ...OwnProviderFields,
  /** Replaces all existing ones; left out, they stay. */
  headers: leftOpen(ProviderHeaderMap),
})
export type ChangeProviderRequest = z.infer<typeof ChangeProviderRequest>

export const SetKeyRequest = z.strictObject({ key: ProviderKeyText })
export type SetKeyRequest = z.infer<typeof SetKeyRequest>

export const KeyParams = z.object({ id: Printable, key: Printable })

export const RemovedProvider = z.object({ id: z.string(), removed: z.literal(true) })

/** `key_id`: tested with that one; null: with the one in use. */
export const ProviderTestRequest = z.strictObject({ key_id: Printable.nullable() })
