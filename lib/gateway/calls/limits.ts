import type { CatalogModel } from '@/lib/catalog/models/catalog-snapshot'
import { type CallLimit, limitOf, type TokenState } from '@/lib/platform/call-limits'
import type { Caller, CallLimits } from '@/lib/platform/caller'
import { env } from '@/lib/platform/env'

/** The limits of a call, and the most tokens that it can use. */
export type LimitedCall = { limits: readonly CallLimit[]; tokens: number }

/**
 * The limits of a call of a model: on tokens, and on requests at once of the model and the end user. (Those of the key, its project
 * and the account are taken with the request.) A model's limit is for each customer. Undefined: there are none.
 */
export function limitsOf(
  caller: Caller,
  model: Pick<CatalogModel, 'id' | 'limits'>,
): readonly CallLimit[] | undefined {
  const { apiKey, project, limits: customers, isBatch, marks } = caller
  const endUser = marks?.endUser
  const endUsers = endUser === undefined ? undefined : endUserLimits()
  // Those of batches take their time.
  if (isBatch || !(apiKey?.limits || project?.limits || customers || model.limits || endUsers))
    return undefined
  const onTokens = (limits: CallLimits | undefined) => limits && { ...limits, concurrency: null }
  const all = [
    limitOf(caller, 'key', apiKey?.id, onTokens(apiKey?.limits)),
    limitOf(caller, 'project', project?.id, onTokens(project?.limits)),
    limitOf(caller, 'customer', '', onTokens(customers)),
    limitOf(caller, 'model', model.id, model.limits),
    limitOf(caller, 'end_user', endUser, endUsers),
  ].filter((limit) => limit !== undefined)
  return all.length === 0 ? undefined : all
}

function endUserLimits(): CallLimits | undefined {
  const { RATE_LIMIT_END_USER_TPM: tokens, RATE_LIMIT_END_USER_CONCURRENCY: concurrency } = env()
  return tokens + concurrency === 0 ? undefined : { tokens: tokens || null, concurrency: concurrency || null }
}

/** Writes the state of a call's tokens into its response headers. */
export function showTokens(headers: Record<string, string>, { limit, remaining, resetSeconds }: TokenState) {
  headers['x-ratelimit-limit-tokens'] = String(limit)
  headers['x-ratelimit-remaining-tokens'] = String(remaining)
  headers['x-ratelimit-reset-tokens'] = `${resetSeconds}s`
}
