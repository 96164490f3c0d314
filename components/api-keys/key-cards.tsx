import { RelativeTime } from '@/components/data/relative-time'
import type { ApiKeyRecord } from '@/lib/api-keys/schema'
import { formatNumber } from '@/lib/client/format/number'
import { KeyAccess } from './key-access'
import { KeyActions, type KeyTask } from './key-actions'
import { KeyName } from './key-name'
import { KeySpend } from './key-spend'
import { KeyStateLabel } from './key-state-label'

type KeyCardsProps = { keys: readonly ApiKeyRecord[]; onTask: (task: KeyTask) => void }

/** The table of keys for narrow screens. */
export function KeyCards({ keys, onTask }: KeyCardsProps) {
  return (
    <ul aria-label="API keys" className="divide-y divide-line">
      {keys.map((key) => (
        <li key={key.id} className="flex flex-col gap-3 p-4">
          <div className="flex items-start justify-between gap-2">
            <KeyName apiKey={key} onEdit={() => onTask({ kind: 'edit', keyId: key.id })} />
            <div className="-mt-1 -mr-2">
              <KeyActions apiKey={key} onTask={onTask} />
            </div>
          </div>
          <dl className="grid grid-cols-2 gap-x-4 gap-y-3 [&_dt]:mb-0.5 [&_dt]:text-xs [&_dt]:text-faint">
            <div>
              <dt>Status</dt>
              <dd>
                <KeyStateLabel apiKey={key} />
              </dd>
            </div>
            <div>
              <dt>Spent</dt>
              <dd>
                <KeySpend apiKey={key} />
              </dd>
            </div>
            <div className="min-w-0">
              <dt>Access</dt>
              <dd>
                <KeyAccess apiKey={key} />
              </dd>
            </div>
            <div>
              <dt>Last used</dt>
              <dd className="text-sm">
                {key.last_used_at ? <RelativeTime at={key.last_used_at} /> : 'Never'}
                <span className="figures block text-xs text-faint">
                  {key.rate_limit_rpm === null
                    ? 'Default rate limit'
                    : `Limit ${formatNumber(key.rate_limit_rpm)} / min`}
                </span>
              </dd>
            </div>
          </dl>
        </li>
      ))}
    </ul>
  )
}
