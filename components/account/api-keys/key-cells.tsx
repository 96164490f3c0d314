'use client'

import { Meter } from '@/components/charts/share-bar'
import { RelativeTime, useNow } from '@/components/data/relative-time'
import { useMay } from '@/components/layout/permissions'
import { StatusDot } from '@/components/ui/badge'
import { cn } from '@/components/ui/cn'
import type { ApiKeyRecord, KeyScope } from '@/lib/account/api-keys/schema'
import { formatMoney, moneyShare, subtractMoney } from '@/lib/client/format/money'
import { formatCompact, formatNumber } from '@/lib/client/format/number'
import { formatDateTime } from '@/lib/client/format/time'
import { describeKeyState } from './select-keys'

type KeyNameProps = { apiKey: ApiKeyRecord; onEdit: () => void }

/** The name, which opens the key's settings, and the visible part of the secret. */
export function KeyName({ apiKey, onEdit }: KeyNameProps) {
  const mayEdit = useMay()('keys.own')
  return (
    <div className="min-w-0">
      <button
        type="button"
        disabled={!mayEdit}
        onClick={onEdit}
        title={apiKey.name}
        dir="auto"
        className="press-line block max-w-full truncate rounded-xs text-left font-medium decoration-border-strong underline-offset-3 enabled:hover:underline"
      >
        {apiKey.name}
      </button>
      <p className="truncate font-mono text-xs text-faint-foreground">
        {apiKey.key_prefix}…{apiKey.last4}
      </p>
      {apiKey.contents_until && (
        <p className="text-xs text-warning-text">
          Keeping contents, ends <RelativeTime at={apiKey.contents_until} />
        </p>
      )}
    </div>
  )
}

const scopeNames: Record<KeyScope, string> = {
  inference: 'Inference',
  'account:read': 'account read',
  'account:write': 'account write',
  operator: 'operator',
}
/** What keys of customers can have. */
const FULL = 'Inference, account read, account write'

/** What a key may do, in a line for its scopes, one for its models, and one for its networks. */
export function KeyAccess({ apiKey }: { apiKey: ApiKeyRecord }) {
  const scopes: readonly string[] = apiKey.scopes
  const names = Object.entries(scopeNames).flatMap(([scope, name]) => (scopes.includes(scope) ? [name] : []))
  const text = names.join(', ')
  const models = apiKey.allowed_models
  return (
    <div className="min-w-0">
      <p className="truncate text-sm first-letter:uppercase" title={text}>
        {text.replace(FULL, 'Full access')}
      </p>
      <p className="truncate text-xs text-faint-foreground" title={models?.join('\n')}>
        {models === null ? 'All models' : models.length === 1 ? models[0] : `${models.length} models`}
      </p>
      {apiKey.networks && (
        <p className="truncate text-xs text-faint-foreground" title={apiKey.networks.join('\n')}>
          {apiKey.networks.length === 1 ? apiKey.networks[0] : `${apiKey.networks.length} networks`}
        </p>
      )}
    </div>
  )
}

type Rates = Pick<ApiKeyRecord, 'rate_limit_rpm' | 'rate_limit_tpm' | 'max_concurrency'>

/** Limits of requests and tokens per minute, and of requests at once. */
export function KeyRates({ apiKey, none = 'Default' }: { apiKey: Rates; none?: string }) {
  const { rate_limit_rpm: requests, rate_limit_tpm: tokens, max_concurrency: concurrency } = apiKey
  const others = [
    tokens !== null && `${formatCompact(tokens)} tokens / min`,
    concurrency !== null && `${formatNumber(concurrency)} at once`,
  ].filter((text) => text !== false)
  return (
    <>
      {requests === null ? (
        <span className="text-faint-foreground">{none}</span>
      ) : (
        <>
          {formatNumber(requests)}
          <span className="text-xs text-faint-foreground"> / min</span>
        </>
      )}
      {others.map((text) => (
        <span key={text} className="block text-xs text-faint-foreground">
          {text}
        </span>
      ))}
    </>
  )
}

const periods = { daily: 'a day', weekly: 'a week', monthly: 'a month' }

/** What a key has spent, against its limit when it has one. */
export function KeySpend({ apiKey }: { apiKey: ApiKeyRecord }) {
  return <Spend record={apiKey} total={apiKey.usage_usd} />
}

type SpendProps = {
  record: Pick<ApiKeyRecord, 'limit_usd' | 'limit_remaining_usd' | 'limit_reset' | 'limit_resets_at'>
  total: string
}

/** What was spent, against a limit if there is one. */
export function Spend({ record, total }: SpendProps) {
  const { limit_usd: limit, limit_remaining_usd: remaining } = record
  const { limit_reset: reset, limit_resets_at: resetsAt } = record
  if (limit === null || remaining === null) {
    return (
      <div className="figures text-sm">
        {formatMoney(total, 'sum')}
        <span className="block text-xs text-faint-foreground">No limit</span>
      </div>
    )
  }
  const share = 1 - moneyShare(remaining, limit)
  return (
    <div
      className="figures flex w-full max-w-40 min-w-28 flex-col gap-1.5"
      title={`${formatMoney(total, 'sum')} total spent${resetsAt ? `; resets on ${formatDateTime(resetsAt)}` : ''}`}
    >
      <div className="text-sm">
        {formatMoney(subtractMoney(limit, remaining), 'sum')}
        <span className="text-xs text-faint-foreground">
          {' '}
          of {formatMoney(limit, 'sum')}
          {reset && ` ${periods[reset]}`}
        </span>
      </div>
      <Meter share={share} />
      {share >= 1 && resetsAt && (
        <div className="text-xs text-faint-foreground">
          Resets <RelativeTime at={resetsAt} />
        </div>
      )}
    </div>
  )
}

export function KeyStateLabel({ apiKey }: { apiKey: ApiKeyRecord }) {
  const now = useNow()
  const state = describeKeyState(apiKey, now)
  const over = state.label === 'Expired'
  return (
    <div>
      <StatusDot tone={state.tone}>{state.label}</StatusDot>
      {apiKey.expires_at && (
        <span
          className={cn(
            'block text-xs',
            expiresSoon(apiKey, now) ? 'text-warning-text' : 'text-faint-foreground',
          )}
        >
          {!over && 'Expires '}
          <RelativeTime at={apiKey.expires_at} />
        </span>
      )}
      {apiKey.previous_secret_expires_at && Date.parse(apiKey.previous_secret_expires_at) > now && (
        <span
          className="block text-xs text-warning-text"
          title={formatDateTime(apiKey.previous_secret_expires_at)}
        >
          Old secret expires <RelativeTime at={apiKey.previous_secret_expires_at} />
        </span>
      )}
    </div>
  )
}

const WEEK_MILLIS = 7 * 86_400_000

function expiresSoon(key: ApiKeyRecord, now: number): boolean {
  if (!key.expires_at) return false
  const left = Date.parse(key.expires_at) - now
  return left > 0 && left < WEEK_MILLIS
}
