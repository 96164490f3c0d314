import { loadSettings, setupNow, updatedAtOf } from '@/lib/operator/settings/keep-settings'
import { type ChangeSetupRequest, type Setup, SetupStep } from '@/lib/operator/settings/schema'
import { saveSetup } from '@/lib/operator/settings/settings'
import type { Caller } from '@/lib/platform/caller'
import { env } from '@/lib/platform/env'
import { inTransaction } from '@/lib/platform/transaction'
import { listOperatorModels } from './catalog'
import type { OperatorModelItem, OperatorProvider } from './catalog-schema'
import { listOperatorProviders } from './providers'

type Catalog = { providers: readonly OperatorProvider[]; models: readonly OperatorModelItem[] }

/** How far a new installation is. A step is done if that shows, or an operator says so. */
export function presentSetup({ providers, models }: Catalog): Setup {
  const { done, is_dismissed } = setupNow()
  const shows: Record<SetupStep, boolean> = {
    provider: providers.some(
      ({ adapter, enabled, is_configured, withdrawn_at }) =>
        adapter !== 'sandbox' && enabled && is_configured && withdrawn_at === null,
    ),
    models: models.some((model) =>
      model.providers.some(({ id, is_callable }) => is_callable && id !== 'sandbox'),
    ),
    prices: false,
    sign_up: updatedAtOf('SIGN_UP') !== undefined || updatedAtOf('TRIAL_CREDIT_USD') !== undefined,
    payment: env().STRIPE_SECRET_KEY !== undefined,
  }
  const steps = SetupStep.options.map((id) => ({ id, is_done: shows[id] || done.includes(id) }))
  return { steps, is_dismissed }
}

export async function changeSetup({ userId }: Caller, change: ChangeSetupRequest): Promise<Setup> {
  await inTransaction((transaction) => saveSetup(change, userId, transaction))
  await loadSettings()
  const [providers, models] = await Promise.all([listOperatorProviders(), listOperatorModels()])
  return presentSetup({ providers: providers.data, models: models.data })
}
