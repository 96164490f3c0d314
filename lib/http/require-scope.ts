import type { Caller } from '@/lib/platform/caller'
import { AppError } from '@/lib/platform/errors'

export function requireScope(caller: Caller, scope: 'inference' | 'account:read' | 'account:write'): void {
  if (caller.apiKey === null || caller.apiKey.scopes.includes(scope)) return
  throw new AppError('insufficient_scope', {
    message: `This API key lacks the scope "${scope}".`,
    metadata: { required_scope: scope },
  })
}
