import { createHash } from 'node:crypto'
import { clock } from '@/lib/platform/clock'
import { env } from '@/lib/platform/env'
import { logger } from '@/lib/platform/logger'
import type { AdapterTarget } from '@/lib/upstream/contract/adapter'
import { modelListFor } from '@/lib/upstream/registry'
import { canonicalJson } from './internal/canonical-json'
import { foundProvider } from './internal/found-provider'
import { localPricing } from './internal/local-pricing'
import { type LocalServer, localServers } from './internal/local-servers'
import type { MergedProvider } from './internal/merge-seed'
import { type ExistingCatalog, planSeed, type SeedScope } from './internal/plan-seed'
import { seedRows } from './internal/seed-rows'
import { findSeedHash, readExistingCatalog, withSeedLock, writeSeed } from './repository'
import type { Pricing } from './schema'

const PATIENCE_MILLIS = 3000

const found: SeedScope = {
  changes: ({ source, withdrawnAt }) => source === 'found' || (source !== 'operator' && withdrawnAt !== null),
  withdraws: ({ source }) => source === 'found',
}

/** A server that did not answer keeps the models that it had. */
type Asked = { server: LocalServer; provider: MergedProvider | null }

/**
 * Asks the local servers (OLLAMA_HOST, OPENAI_COMPATIBLE_BASE_URLS) for their models and offers them at
 * LOCAL_MODEL_PRICING; without that price nothing is offered. What a server has no more is withdrawn, and so is
 * everything of a server that the settings no longer name. Never fails for a server that is away.
 */
export async function findLocalModels(settings: LocalSettings = env()): Promise<void> {
  const pricing = localPricing(settings.LOCAL_MODEL_PRICING)
  const servers = pricing === undefined ? [] : localServers(settings)
  if (servers.length === 0 && (await findSeedHash('found')) === undefined) return
  const asked = await Promise.all(servers.map((server) => ask(server, pricing ?? {})))
  const providers = asked.flatMap(({ provider }) => provider ?? [])
  const inputs = { providers, servers: servers.map(({ id }) => id) }
  const hash = createHash('sha256').update(canonicalJson(inputs)).digest('hex')
  if ((await findSeedHash('found')) === hash) return
  await withSeedLock(async (transaction) => {
    const existing = await readExistingCatalog(transaction)
    const free = providers.filter(({ id }) => isFree(id, existing))
    const silent = asked.filter(({ provider }) => provider === null).map(({ server }) => server.id)
    const plan = planSeed(seedRows(free), withoutProviders(existing, silent), found)
    await writeSeed(transaction, plan, { id: 'found', hash }, clock.now())
    logger.info({ providers: free.map(({ id, models }) => `${id}: ${models.length}`) }, 'local models')
  })
}

type LocalSettings = Pick<
  ReturnType<typeof env>,
  'OLLAMA_HOST' | 'OPENAI_COMPATIBLE_BASE_URLS' | 'LOCAL_MODEL_PRICING'
>

async function ask(server: LocalServer, pricing: Pricing): Promise<Asked> {
  try {
    const list = modelListFor(targetOf(server))
    const models = (await list?.(AbortSignal.timeout(PATIENCE_MILLIS))) ?? []
    return { server, provider: foundProvider(server, models, pricing) }
  } catch (error) {
    logger.debug({ server: server.id, err: String(error) }, 'a local server did not answer')
    return { server, provider: null }
  }
}

function targetOf({ id, baseUrl }: LocalServer): AdapterTarget {
  return {
    providerId: id,
    adapter: 'openai-compatible',
    baseUrl,
    apiKeyEnv: null,
    webSearch: null,
    imageEdits: 'multipart',
    imageVariations: 'edits',
    sdk: null,
    timeouts: { firstByteMs: undefined, answerMs: undefined, idleMs: undefined },
  }
}

/** A provider of that name that is written down somewhere wins. */
function isFree(id: string, existing: ExistingCatalog): boolean {
  return existing.providers.every(
    (row) => row.id !== id || row.source === 'found' || row.withdrawnAt !== null,
  )
}

function withoutProviders(existing: ExistingCatalog, ids: readonly string[]): ExistingCatalog {
  const models = new Set(
    existing.routes.filter(({ providerId }) => ids.includes(providerId)).map(({ modelId }) => modelId),
  )
  return {
    providers: existing.providers.filter(({ id }) => !ids.includes(id)),
    models: existing.models.filter(({ id }) => !models.has(id)),
    routes: existing.routes.filter(({ providerId }) => !ids.includes(providerId)),
  }
}
