import type { ApiKeyRecord } from '@/lib/api-keys/schema'

type KeyNameProps = { apiKey: ApiKeyRecord; onEdit: () => void }

/** The name, which opens the key's settings, and as much of the secret as may be shown. */
export function KeyName({ apiKey, onEdit }: KeyNameProps) {
  return (
    <div className="min-w-0">
      <button
        type="button"
        onClick={onEdit}
        title={apiKey.name}
        dir="auto"
        className="press-line block max-w-full truncate rounded-xs text-left font-medium decoration-line-strong underline-offset-3 hover:underline"
      >
        {apiKey.name}
      </button>
      <p className="truncate font-mono text-xs text-faint">
        {apiKey.key_prefix}…{apiKey.last4}
      </p>
    </div>
  )
}
