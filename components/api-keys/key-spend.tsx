import { Meter } from '@/components/data/meter'
import { RelativeTime } from '@/components/data/relative-time'
import type { ApiKeyRecord } from '@/lib/api-keys/schema'
import { formatMoney, moneyShare, toNanos } from '@/lib/client/format/money'
import { formatDateTime } from '@/lib/client/format/time'

const periods = { daily: 'a day', weekly: 'a week', monthly: 'a month' }

/** What a key has spent, against its limit when it has one. */
export function KeySpend({ apiKey }: { apiKey: ApiKeyRecord }) {
  const { limit_usd: limit, limit_remaining_usd: remaining, usage_usd: total } = apiKey
  const { limit_reset: reset, limit_resets_at: resetsAt } = apiKey
  if (limit === null || remaining === null) {
    return (
      <div className="figures text-sm">
        {formatMoney(total, { max: 4 })}
        <span className="block text-xs text-faint">No limit</span>
      </div>
    )
  }
  const share = 1 - moneyShare(remaining, limit)
  return (
    <div
      className="figures flex w-full max-w-40 min-w-28 flex-col gap-1.5"
      title={`${formatMoney(total, { max: 4 })} in all${resetsAt ? `; begins anew on ${formatDateTime(resetsAt)}` : ''}`}
    >
      <div className="text-sm">
        {formatMoney(spent(limit, remaining), { max: 4 })}
        <span className="text-xs text-faint">
          {' '}
          of {formatMoney(limit, { min: 0, max: 4 })}
          {reset && ` ${periods[reset]}`}
        </span>
      </div>
      <Meter share={share} />
      {share >= 1 && resetsAt && (
        <div className="text-xs text-faint">
          Anew <RelativeTime at={resetsAt} />
        </div>
      )}
    </div>
  )
}

/** Limit less remaining, as a decimal string. */
function spent(limit: string, remaining: string): string {
  const nanos = (toNanos(limit) ?? 0n) - (toNanos(remaining) ?? 0n)
  const digits = (nanos < 0n ? 0n : nanos).toString().padStart(10, '0')
  return `${digits.slice(0, -9)}.${digits.slice(-9)}`
}
