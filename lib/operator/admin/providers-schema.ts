import { z } from 'zod'
import { ProviderHeaderMap, ProviderKeyText, StoredKey } from '@/lib/catalog/credentials/schema'
import { OwnProviderFields, ProviderKind, ProviderStatus } from '@/lib/catalog/models/schema'
import { leftOpen, Printable } from '@/lib/platform/fields'

const variable = z.object({ variable: z.string(), is_set: z.boolean() })

export const OperatorProvider = z.object({
  id: z.string(),
  name: z.string(),
  adapter: z.string(),
  /** The API type; null where custom providers cannot have it. */
  kind: ProviderKind.nullable(),
  /** The built-in files, PROVIDERS_FILE, a local server, or the console. */
  source: z.enum(['builtin', 'file', 'found', 'operator']),
  enabled: z.boolean(),
  /** Has a key, or needs none. */
  is_configured: z.boolean(),
  status: ProviderStatus,
  /** The environment variable of its key; `keys` take precedence. Null where it has none. */
  key: variable.nullable(),
  /** Keys stored in the console; requests rotate through them. */
  keys: z.array(StoredKey),
  /** Names of the additional headers; values are never returned. */
  headers: z.array(z.string()),
  base_url: z.string().nullable(),
  /** The environment variable that overrides the base URL. */
  address: variable.nullable(),
  model_count: z.int(),
  /** When it was removed, or no file named it any more. */
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
  /** Replaces all headers; absent to keep them. */
  headers: leftOpen(ProviderHeaderMap),
})
export type ChangeProviderRequest = z.infer<typeof ChangeProviderRequest>

export const SetKeyRequest = z.strictObject({ key: ProviderKeyText })
export type SetKeyRequest = z.infer<typeof SetKeyRequest>

export const KeyParams = z.object({ id: Printable, key: Printable })

export const RemovedProvider = z.object({ id: z.string(), removed: z.literal(true) })

/** `key_id`: the key to test with; null for the one in use. */
export const ProviderTestRequest = z.strictObject({ key_id: Printable.nullable() })
