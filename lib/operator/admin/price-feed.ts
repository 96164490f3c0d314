import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { type Condition, recordConditions } from '@/lib/account/alerts/conditions'
import { type FeedNews, takeFeed } from '@/lib/catalog/models/price-feed'
import { amountOf } from '@/lib/catalog/models/price-list'
import { findProvider } from '@/lib/catalog/models/read-snapshot'
import { paths } from '@/lib/client/paths'
import { ConfigurationError, env } from '@/lib/platform/env'
import { logger } from '@/lib/platform/logger'
import { isNodeError, OutboundError } from '@/lib/platform/safe-fetch/outbound-url'
import { fetchWhereMoved } from '@/lib/platform/safe-fetch/safe-fetch'
import { named } from './conditions'

const MOST_BYTES = 32 * 1024 * 1024
const TIMEOUT_MILLIS = 60_000

/** Reads CATALOG_FEED, where it is set, and alerts operators of what differs, or that it cannot be read. May run twice. */
export async function readPriceFeed(source: string | undefined = env().CATALOG_FEED): Promise<void> {
  if (source === undefined) return
  try {
    const news = await takeFeed(parse(await read(source)))
    await recordConditions([...belowCost(news), ...added(news)])
  } catch (error) {
    if (!(error instanceof OutboundError || error instanceof ConfigurationError)) throw error
    logger.warn({ err: error.message }, 'the price list of CATALOG_FEED cannot be read')
    await recordConditions([unreadable(error.message)])
  }
}

async function read(source: string): Promise<Buffer> {
  if (/^https?:/i.test(source)) {
    const answer = await fetchWhereMoved(source, { timeoutMillis: TIMEOUT_MILLIS, maxBytes: MOST_BYTES })
    if (answer.status === 200) return answer.bytes()
    answer.discard()
    throw new OutboundError('absent', `The response has status ${answer.status}.`)
  }
  try {
    const { size } = await stat(source)
    if (size > MOST_BYTES) throw new ConfigurationError(`The file is larger than ${MOST_BYTES} bytes.`)
    return await readFile(source)
  } catch (error) {
    if (isNodeError(error)) throw new ConfigurationError(`The file cannot be read: ${error.code}.`)
    throw error
  }
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    throw new ConfigurationError('It is not JSON.')
  }
}

const openModels = { label: 'Open models', path: paths.adminModels }

/** Another alert where another model or rate is concerned. */
function belowCost({ belowCost: found }: FeedNews): Condition[] {
  return [...found].map(([providerId, models]) => {
    const examples = models.flatMap(({ modelId, shortfalls: [first] }) =>
      first
        ? [
            `${modelId} (${first.rate} ${amountOf(first.rate, first.price)}, cost ${amountOf(first.rate, first.cost)})`,
          ]
        : [],
    )
    const digest = createHash('sha256').update(JSON.stringify(models)).digest('hex').slice(0, 12)
    return {
      event: 'price.below_cost',
      subject: `${providerId} ${digest}`,
      severity: 'warning',
      title: `Sold below cost at ${nameOf(providerId)}`,
      detail: `By the price list, the provider charges more than your price for ${named(examples)}. Compare the provider’s prices, then set yours or run npm run catalog:update.`,
      action: openModels,
    }
  })
}

function added({ added: found }: FeedNews): Condition[] {
  return [...found].map(([subject, models]) => ({
    event: 'catalog.new_models',
    subject,
    severity: 'info',
    title: `New models at ${nameOf(models[0]?.providerId ?? '')}`,
    detail: `The price list has ${named(models.map(({ upstreamId }) => upstreamId))}, which your catalog lacks. Add what you want to offer.`,
    action: { label: 'Discover models', path: paths.adminDiscover(models[0]?.providerId) },
  }))
}

function unreadable(problem: string): Condition {
  return {
    event: 'price.list_unreadable',
    subject: 'CATALOG_FEED',
    severity: 'warning',
    title: 'The price list cannot be read',
    detail: `${problem} Check CATALOG_FEED. Prices are not compared until it can be read.`,
    action: openModels,
  }
}

function nameOf(providerId: string): string {
  return findProvider(providerId)?.name ?? providerId
}
