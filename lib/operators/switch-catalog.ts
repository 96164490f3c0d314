import { setEnabled } from '@/lib/catalog/set-enabled'
import type { Caller } from '@/lib/platform/caller'
import { audited } from './audited'
import { applyCatalogEverywhere } from './internal/apply-everywhere'

/** Switches a provider, a model or a route on or off; in force when this resolves. Throws `not_found`. */
export async function switchCatalog(
  operator: Caller,
  type: 'provider' | 'model' | 'route',
  id: string,
  enabled: boolean,
): Promise<{ id: string; enabled: boolean }> {
  const action = `${type}.${enabled ? 'enable' : 'disable'}` as const
  await audited(operator, { action, subject: { type, id } }, (transaction) =>
    setEnabled(type, id, enabled, transaction),
  )
  await applyCatalogEverywhere()
  return { id, enabled }
}
