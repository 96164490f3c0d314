import type { Caller } from '@/lib/platform/caller'
import { AppError } from '@/lib/platform/errors'
import { CONSOLE, type UsageQuery } from '../schema'
import { findFilters } from './rollup-repository'
import type { UsageFilters } from './usage-sums-sql'

/** Throws a 400 for a model that never was, and for a key that never was the caller's. */
export async function resolveFilters(
  caller: Caller,
  { model, api_key_id }: Pick<UsageQuery, 'model' | 'api_key_id'>,
): Promise<UsageFilters> {
  const key = api_key_id === CONSOLE ? undefined : api_key_id
  if (model !== undefined || key !== undefined) {
    const found = await findFilters(caller.customerId, model ?? null, key ?? null)
    if (model !== undefined && !found.model) throw unknown('model', 'there is no such model')
    if (key !== undefined && !found.apiKey) throw unknown('api_key_id', 'there is no such API key')
  }
  return { modelId: model, apiKeyId: api_key_id === CONSOLE ? '' : key }
}

function unknown(param: string, why: string): AppError {
  return new AppError('invalid_parameter', { param, message: `${param}: ${why}.` })
}
