import type { hold } from '@/lib/money/ledger/ledger'
import { spenderOf } from '@/lib/money/ledger/quota'
import { AppError } from '@/lib/platform/errors'
import { formatUsd, formatUsdForPeople } from '@/lib/platform/money'

type HoldItem = Parameters<typeof hold>[0]

const HELD_MONEY_RETRY_SECONDS = 5

type Refused = Pick<Awaited<ReturnType<typeof hold>>, 'available' | 'held'> & {
  outcome: Exclude<Awaited<ReturnType<typeof hold>>['outcome'], 'held'>
}

/** 402: which limit refused the hold, what to do, and when to retry. */
export function holdRefusal(required: bigint, refused: Refused, item: HoldItem): AppError {
  const { held } = refused
  const available = refused.available > 0n ? refused.available : 0n
  const sums = `it may cost up to ${formatUsdForPeople(required)}, and ${formatUsdForPeople(available)} is available`
  const { code, message, metadata } = limitOf(refused, item, sums)
  return new AppError(code, {
    message,
    metadata: { ...metadata, required: formatUsd(required), available: formatUsd(available) },
    retryAfterSeconds:
      held > 0n && refused.available + held >= required ? HELD_MONEY_RETRY_SECONDS : undefined,
  })
}

function limitOf({ outcome }: Refused, { until, budgets = [] }: HoldItem, sums: string) {
  if (outcome === 'balance')
    return {
      code: 'insufficient_quota' as const,
      message: `The balance does not cover this request: ${sums}. Add credit in the console under Billing, or make the request smaller.`,
      metadata: { limit_source: 'balance' },
    }
  if (outcome === 'key_limit')
    return {
      code: 'key_limit_exceeded' as const,
      message: `The spending limit of this API key does not cover this request: ${sums}${untilReset(until)}. Raise it in the console under API keys, or make the request smaller.`,
      metadata: { limit_source: 'key_limit', resets_at: until ?? null },
    }
  const budget = budgets.find(({ id }) => outcome === `budget:${id}`)
  const spender = spenderOf(budget?.id)
  if (spender)
    return {
      code: 'spend_limit_exceeded' as const,
      message: `${spender.name} does not cover this request: ${sums}${untilReset(budget?.until)}. ${spender.advice}`,
      metadata: { limit_source: spender.source, resets_at: budget?.until ?? null },
    }
  return {
    code: 'budget_exceeded' as const,
    message: `The budget of this request's end user or tag does not cover it: ${sums}${untilReset(budget?.until)}. Raise it in the console under Usage, or make the request smaller.`,
    metadata: {
      limit_source: 'budget',
      budget_id: budget?.budget_id ?? null,
      ...(budget?.value != null && { value: budget.value }),
      resets_at: budget?.until ?? null,
    },
  }
}

function untilReset(until: string | null | undefined): string {
  return until == null ? '' : ` until it resets at ${until}`
}

/** 503: the database did not answer the hold. */
export function holdUnknown(cause: unknown): AppError {
  return new AppError('service_unavailable', { cause, retryAfterSeconds: 1 })
}
