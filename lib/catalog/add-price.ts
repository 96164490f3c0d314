import { clock } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/transaction'
import { missingRates } from './internal/missing-rates'
import { insertPrice, lockRoute } from './internal/operations/repository'
import { Modality, Pricing } from './schema'

export type PriceChange = {
  routeId: string
  pricing: Pricing
  /** From when it holds; null: from now on. */
  validFrom: Date | null
}

type Version = { version: number; pricing: Pricing; valid_from: string }

/**
 * A new version of a route's price. No version is ever edited, so no bill ever changes; from then on the catalog's files
 * no longer set this route's price. Nodes use it within half a minute of the moment from which it holds. Throws
 * `not_found`, and `invalid_parameter` for a moment that is past or a price without what such a model is billed by.
 */
export async function addPrice(
  { routeId, pricing, validFrom }: PriceChange,
  transaction: Transaction,
): Promise<{ modelId: string; providerId: string; before: Version | null; after: Version }> {
  const route = await lockRoute(routeId, transaction)
  if (route === null) throw new AppError('not_found')
  refuseGaps(route.model, pricing)
  const now = clock.now()
  if (validFrom !== null && validFrom < now)
    throw new AppError('invalid_parameter', {
      param: 'valid_from',
      message: 'valid_from must not be in the past.',
    })
  const [latest] = route.prices
  const made = await insertPrice(
    {
      routeId,
      version: (latest?.version ?? 0) + 1,
      pricing: withoutGaps(pricing),
      validFrom: validFrom ?? now,
    },
    transaction,
  )
  const { modelId, providerId } = route
  return { modelId, providerId, before: latest ? versionOf(latest) : null, after: versionOf(made) }
}

function refuseGaps(model: { modality: string; capabilities: unknown }, pricing: Pricing): void {
  const modality = Modality.parse(model.modality)
  const [missing] = missingRates({ modality, capabilities: model.capabilities }, pricing)
  if (missing === undefined) return
  const param = ['pricing', ...missing].join('.')
  throw new AppError('missing_parameter', {
    param,
    message: `${param} is required where the modality is ${modality}.`,
  })
}

function versionOf(row: { version: number; pricing: unknown; validFrom: Date }): Version {
  return {
    version: row.version,
    pricing: Pricing.parse(row.pricing),
    valid_from: row.validFrom.toISOString(),
  }
}

function withoutGaps({ image, video_second, service_tier, ...rates }: Pricing) {
  return {
    ...present(rates),
    ...(image && { image: { ...image } }),
    ...(video_second && { video_second: present(video_second) }),
    ...(service_tier && {
      service_tier: Object.fromEntries(
        Object.entries(service_tier).map(([name, tier]) => [name, present(tier)]),
      ),
    }),
  }
}

function present(rates: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(rates).flatMap(([name, rate]) => (rate === undefined ? [] : [[name, rate]])),
  )
}
