import { createHash } from 'node:crypto'
import { clock } from '@/lib/platform/clock'
import { describeIssues } from '@/lib/platform/config-file'
import { ConfigurationError, type Env, env } from '@/lib/platform/env'
import { logger } from '@/lib/platform/logger'
import type { AdapterTarget, ListedModel } from '@/lib/upstream/contract/adapter'
import { listOf } from './check-upstreams'
import {
  canonicalJson,
  type ExistingCatalog,
  type MergedProvider,
  planSeed,
  type SeedScope,
  seedRows,
} from './internal/plan-seed'
import { SeedModel } from './internal/seed-schema'
import { findSeedHash, readExistingCatalog, withSeedLock, writeSeed } from './repository'
import { Pricing } from './schema'

const TIMEOUT_MILLIS = 3000

const found: SeedScope = {
  changes: ({ source, withdrawnAt }) => source === 'found' || (source !== 'operator' && withdrawnAt !== null),
  withdraws: ({ source }) => source === 'found',
}

/** `provider` is null where the server did not respond; it then keeps its models. */
type Found = { server: LocalServer; provider: MergedProvider | null }

/**
 * Lists the models of local servers (OLLAMA_HOST, OPENAI_COMPATIBLE_BASE_URLS) and offers them at LOCAL_MODEL_PRICING;
 * without that price nothing is offered. Models that a server no longer has are withdrawn, and so are those of servers
 * that the settings no longer name. A server that does not respond is skipped.
 */
export async function findLocalModels(settings: LocalSettings = env()): Promise<void> {
  const pricing = localPricing(settings.LOCAL_MODEL_PRICING)
  const servers = pricing === undefined ? [] : localServers(settings)
  if (servers.length === 0 && (await findSeedHash('found')) === undefined) return
  const results = await Promise.all(servers.map((server) => listServer(server, pricing ?? {})))
  const providers = results.flatMap(({ provider }) => provider ?? [])
  const inputs = { providers, servers: servers.map(({ id }) => id) }
  const hash = createHash('sha256').update(canonicalJson(inputs)).digest('hex')
  if ((await findSeedHash('found')) === hash) return
  await withSeedLock(async (transaction) => {
    const existing = await readExistingCatalog(transaction)
    const free = providers.filter(({ id }) => isFree(id, existing))
    const silent = results.filter(({ provider }) => provider === null).map(({ server }) => server.id)
    const plan = planSeed(seedRows(free), withoutProviders(existing, silent), found)
    await writeSeed(transaction, plan, { id: 'found', hash }, clock.now())
    logger.info({ providers: free.map(({ id, models }) => `${id}: ${models.length}`) }, 'local models')
  })
}

type LocalSettings = Pick<
  ReturnType<typeof env>,
  'OLLAMA_HOST' | 'OPENAI_COMPATIBLE_BASE_URLS' | 'LOCAL_MODEL_PRICING'
>

async function listServer(server: LocalServer, pricing: Pricing): Promise<Found> {
  try {
    const models = (await listOf(targetOf(server), TIMEOUT_MILLIS)) ?? []
    return { server, provider: foundProvider(server, models, pricing) }
  } catch (error) {
    logger.debug({ server: server.id, err: String(error) }, 'a local server did not respond')
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

/** A configured provider with the same id takes precedence. */
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

/** Where servers of models listen unless told otherwise, by their documentation. */
const usualServers = [
  { name: 'Ollama', port: 11_434 },
  { name: 'vLLM', port: 8000 },
  { name: 'LM Studio', port: 1234 },
  { name: 'llama.cpp', port: 8080 },
]

/** Looks for servers of models on this machine: those that list their models without a key. */
export async function lookForServers(servers: readonly { name: string; port: number }[] = usualServers) {
  const found = servers.map(async ({ name, port }) => {
    const base_url = `http://127.0.0.1:${port}/v1`
    const target = targetOf({ id: `port ${port}`, name, baseUrl: base_url })
    const models = await listOf(target, TIMEOUT_MILLIS).catch(() => null)
    return models === null ? [] : [{ name, base_url, model_count: models.length }]
  })
  return (await Promise.all(found)).flat()
}

const MAX_MODELS = 500
/** Lists have no modality; embedding and reranking models are recognized by name. */
const RERANK = /rerank/i
const EMBEDDING = /embed|bge-|e5-|gte-|minilm/i

export function textModality(id: string): 'rerank' | 'embedding' | 'chat' {
  return RERANK.test(id) ? 'rerank' : EMBEDDING.test(id) ? 'embedding' : 'chat'
}

/** A local server as a provider of the catalog. Models whose name cannot be an id are left out. */
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
      .slice(0, MAX_MODELS)
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
 * LOCAL_MODEL_PRICING: the price per token of all local models, `{"prompt":"0","completion":"0"}` for free ones. Undefined
 * where it is not set; nothing is offered then.
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

/** A server of the operator that is listed for models. */
type LocalServer = {
  /** The provider's id. */
  id: string
  name: string
  /** Including the path prefix. */
  baseUrl: string
}

const OLLAMA_PORT = '11434'

/** The servers in OLLAMA_HOST and OPENAI_COMPATIBLE_BASE_URLS. */
export function localServers(
  settings: Pick<Env, 'OLLAMA_HOST' | 'OPENAI_COMPATIBLE_BASE_URLS'>,
): LocalServer[] {
  const { OLLAMA_HOST: ollama, OPENAI_COMPATIBLE_BASE_URLS: others = '' } = settings
  const named = others.split(',').flatMap((entry) => serverOf(entry.trim()) ?? [])
  return [...(ollama === undefined ? [] : [ollamaServer(ollama)]), ...named]
}

/** Ollama itself listens on this variable, so it may be `0.0.0.0` and lack scheme and port. */
function ollamaServer(host: string): LocalServer {
  const hasScheme = /^https?:\/\//i.test(host)
  const url = new URL(hasScheme ? host : `http://${host}`)
  if (url.hostname === '0.0.0.0') url.hostname = '127.0.0.1'
  if (!hasScheme && url.port === '') url.port = OLLAMA_PORT
  return { id: 'ollama', name: 'Ollama', baseUrl: `${url.origin}/v1` }
}

/** `name=http://host:port/v1`, or only the URL, whose host is then the name. */
function serverOf(entry: string): LocalServer | undefined {
  if (entry === '') return undefined
  const [, name, address = ''] = /^(?:([a-z0-9][a-z0-9_-]*)\s*=\s*)?(.*)$/.exec(entry) ?? []
  const { host } = new URL(address)
  const id = name ?? `local-${host.toLowerCase().replace(/[^a-z0-9_-]+/g, '-')}`
  return { id, name: name ?? host, baseUrl: address.replace(/\/+$/, '') }
}
