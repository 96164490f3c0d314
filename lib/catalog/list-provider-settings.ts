import { readSecret } from '@/lib/platform/env'
import { listProviderRows } from './internal/operations/repository'

/** A provider as its operator sees it: which variables it reads, never what is in them. */
export type ProviderSettings = {
  id: string
  name: string
  adapter: string
  /** builtin | file | operator */
  source: string
  enabled: boolean
  /** Since when no file names it any more. */
  withdrawnAt: Date | null
  /** Null: it needs no key. */
  key: { variable: string; isSet: boolean } | null
  baseUrl: string | null
  /** The variable that moves it elsewhere, and whether it does. */
  address: { variable: string; isSet: boolean } | null
  modelIds: string[]
}

/** Every provider that there ever was. */
export async function listProviderSettings(): Promise<ProviderSettings[]> {
  return (await listProviderRows()).map(({ apiKeyEnv, baseUrlEnv, routes, ...row }) => ({
    ...row,
    key: apiKeyEnv === null ? null : stateOf(apiKeyEnv),
    address: baseUrlEnv === null ? null : stateOf(baseUrlEnv),
    modelIds: routes.map(({ modelId }) => modelId),
  }))
}

function stateOf(variable: string): { variable: string; isSet: boolean } {
  return { variable, isSet: readSecret(variable) !== undefined }
}
