import type { ApiKeyRecord, KeyScope } from '@/lib/api-keys/schema'

const words: Record<KeyScope, string> = {
  inference: 'Inference',
  'account:read': 'account read',
  'account:write': 'account write',
}
const SCOPES = Object.keys(words).length

/** What a key may do, in a line for its scopes and one for its models. */
export function KeyAccess({ apiKey }: { apiKey: ApiKeyRecord }) {
  const scopes = apiKey.scopes.map((scope) => words[scope]).join(', ')
  const models = apiKey.allowed_models
  return (
    <div className="min-w-0">
      <p className="truncate text-sm first-letter:uppercase" title={scopes}>
        {apiKey.scopes.length === SCOPES ? 'Full access' : scopes}
      </p>
      <p className="truncate text-xs text-faint" title={models?.join('\n')}>
        {models === null ? 'All models' : models.length === 1 ? models[0] : `${models.length} models`}
      </p>
    </div>
  )
}
