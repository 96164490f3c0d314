import { createHash } from 'node:crypto'
import { clock } from '@/lib/platform/clock'
import { describeIssues } from '@/lib/platform/config-file'
import { ConfigurationError, type Env, env } from '@/lib/platform/env'
import { logger } from '@/lib/platform/logger'
import type { AdapterTarget, ListedModel } from '@/lib/upstream/contract/adapter'
import { listOf } from './check-upstreams'
import { canonicalJson, type ExistingCatalog, planSeed, type SeedScope } from './internal/plan-seed'
import { type MergedProvider, seedRows } from './internal/seed-rows'
import { SeedModel } from './internal/seed-schema'
import { findSeedHash, readExistingCatalog, withSeedLock, writeSeed } from './repository'
import { Pricing } from './schema'

const PATIENCE_MILLIS = 3000

const found: SeedScope = {
  changes: ({ source, withdrawnAt }) => source === 'found' || (source !== 'operator' && withdrawnAt !== null),
  withdraws: ({ source }) => source === 'found',
}

/** A server that did not answer keeps the models that it had. */
type Asked = { server: LocalServer; provider: MergedProvider | null }

/**
 * Asks the local servers (OLLAMA_HOST, OPENAI_COMPATIBLE_BASE_URLS) for their models and offers them at
 * LOCAL_MODEL_PRICING; without that price nothing is offered. What a server no longer has is withdrawn, and so is
 * everything of a server that the settings no longer name. A server that does not answer is no failure.
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
    const models = (await listOf(targetOf(server), PATIENCE_MILLIS)) ?? []
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
    storedSecrets: null,
    webSearch: null,
    imageEdits: 'multipart',
    imageVariations: 'edits',
    sdk: null,
    timeouts: { firstByteMs: undefined, answerMs: undefined, idleMs: undefined },
  }
}

/** A configured provider of the same name wins. */
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

const MOST_MODELS = 500
/** Lists do not say what a model is for; embedding and reranking models are named so. */
const RERANK = /rerank/i
const EMBEDDING = /embed|bge-|e5-|gte-|minilm/i

export function textModality(id: string): 'rerank' | 'embedding' | 'chat' {
  return RERANK.test(id) ? 'rerank' : EMBEDDING.test(id) ? 'embedding' : 'chat'
}

/** A local server and its models, as a provider of the catalog. What cannot be a model's id is left out. */
function foundProvider(
  server: LocalServer,
  listed: readonly ListedModel[],
  pricing: Pricing,
): MergedProvider {
  return {
    id: server.id,
    name: server.name,
    adapter: 'openai-compatible',
    base_url: server.baseUrl,
    origin: 'found',
    models: listed
      .slice(0, MOST_MODELS)
      .flatMap((model) => modelOf(server, model, pricing) ?? [])
      .map((model) => ({ ...model, origin: 'found' as const })),
  }
}

function modelOf(
  { id: providerId }: LocalServer,
  { id, contextLength }: ListedModel,
  pricing: Pricing,
): SeedModel | undefined {
  const modality = textModality(id)
  return SeedModel.safeParse({
    id: `${providerId}/${id}`,
    name: id,
    modality,
    upstream_id: id,
    ...(contextLength !== null && { context_length: contextLength }),
    pricing: modality === 'chat' ? pricing : { prompt: pricing.prompt },
  }).data
}

/**
 * LOCAL_MODEL_PRICING: what a token of every model found at a local server costs. Undefined: not set, and then nothing
 * is offered; free models need `{"prompt":"0","completion":"0"}`.
 */
export function localPricing(text: string | undefined): Pricing | undefined {
  if (text === undefined) return undefined
  const value = parsePricing(text)
  const parsed = Pricing.required({ prompt: true, completion: true }).safeParse(value)
  if (parsed.success) return parsed.data
  throw new ConfigurationError(`LOCAL_MODEL_PRICING: ${describeIssues(parsed.error.issues, value)}.`)
}

function parsePricing(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new ConfigurationError('LOCAL_MODEL_PRICING must be JSON, such as {"prompt":"0","completion":"0"}.')
  }
}

/** A server of the operator's own that is asked for its models. */
type LocalServer = {
  /** Of the provider that it becomes. */
  id: string
  name: string
  /** With its whole prefix. */
  baseUrl: string
}

const OLLAMA_PORT = '11434'

/** What OLLAMA_HOST and OPENAI_COMPATIBLE_BASE_URLS name. */
export function localServers(
  settings: Pick<Env, 'OLLAMA_HOST' | 'OPENAI_COMPATIBLE_BASE_URLS'>,
): LocalServer[] {
  const { OLLAMA_HOST: ollama, OPENAI_COMPATIBLE_BASE_URLS: others = '' } = settings
  const named = others.split(',').flatMap((entry) => serverOf(entry.trim()) ?? [])
  return [...(ollama === undefined ? [] : [ollamaServer(ollama)]), ...named]
}

/** Ollama reads the same variable for where to listen, so it may be `0.0.0.0`, or have neither scheme nor port. */
function ollamaServer(host: string): LocalServer {
  const hasScheme = /^https?:\/\//i.test(host)
  const url = new URL(hasScheme ? host : `http://${host}`)
  if (url.hostname === '0.0.0.0') url.hostname = '127.0.0.1'
  if (!hasScheme && url.port === '') url.port = OLLAMA_PORT
  return { id: 'ollama', name: 'Ollama', baseUrl: `${url.origin}/v1` }
}

/** `name=http://host:port/v1`, or the address alone: then the host is the name. */
function serverOf(entry: string): LocalServer | undefined {
  if (entry === '') return undefined
  const [, name, address = ''] = /^(?:([a-z0-9][a-z0-9_-]*)\s*=\s*)?(.*)$/.exec(entry) ?? []
  const { host } = new URL(address)
  const id = name ?? `local-${host.toLowerCase().replace(/[^a-z0-9_-]+/g, '-')}`
  return { id, name: name ?? host, baseUrl: address.replace(/\/+$/, '') }
}
