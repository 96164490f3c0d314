import { z } from 'zod'
import { totalNanosOf } from '@/lib/money/prices/price'
import { readSecret } from '@/lib/platform/env'
import type { AdapterTarget, ListedModel } from '@/lib/upstream/contract/adapter'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { isRefusalOfKey } from '@/lib/upstream/provider-secrets'
import { askModel, modelListFor, providerProbeFor } from '@/lib/upstream/registry'
import { buildSnapshot, type CatalogModel, type CatalogRoute, type CatalogSnapshot } from './catalog-snapshot'
import { mergeSeed, seedRows } from './internal/plan-seed'
import { readBuiltinSeed, readConfiguredProviders } from './internal/seed-files'
import type { ProviderTestReply } from './schema'

/** The result of listing a provider's models and of one cheap call. */
type UpstreamCheck = {
  providerId: string
  /** The number of catalog models that it serves. */
  offered: number
  /** Those that the provider does not list; null where it has no list. */
  missing: string[] | null
  /** A call to its cheapest chat model; null where it serves none, since other calls cost too much for a check. */
  call: { modelId: string; latencyMs: number; costNanos: bigint | null } | null
  /** Why the check failed, without hosts and keys; null on success. */
  problem: string | null
}

const LIST_TIMEOUT_MILLIS = 15_000
const CALL_TIMEOUT_MILLIS = 60_000
/** Enough for one word, also from models that reason first. */
const MAX_TOKENS = 64

const Usage = z.object({
  usage: z.object({ prompt_tokens: z.int().min(0), completion_tokens: z.int().min(0) }),
})

/** Checks every configured provider except the sandbox concurrently. Costs one short answer each. */
export function checkUpstreams(snapshot: CatalogSnapshot): Promise<UpstreamCheck[]> {
  const routes = [...snapshot.models.values()].flatMap((model) =>
    model.routes.map((route) => ({ model, route })),
  )
  const ids = [...new Set(routes.map(({ route }) => route.providerId))].filter((id) => id !== 'sandbox')
  return Promise.all(
    ids.sort().map((id) =>
      checkOne(
        id,
        routes.filter(({ route }) => route.providerId === id),
      ),
    ),
  )
}

type Offer = { model: CatalogModel; route: CatalogRoute }

async function checkOne(providerId: string, offers: readonly Offer[]): Promise<UpstreamCheck> {
  const check: UpstreamCheck = {
    providerId,
    offered: offers.length,
    missing: null,
    call: null,
    problem: null,
  }
  try {
    check.missing = await missingOf(offers)
    check.call = await callCheapest(offers, check.missing ?? [])
  } catch (error) {
    check.problem = problemOf(error)
  }
  return check
}

async function missingOf(offers: readonly Offer[]): Promise<string[] | null> {
  const target = offers[0]?.route.target
  const listed = (target && (await listOf(target))) ?? null
  if (listed === null) return null
  const known = new Set(listed.map(({ id }) => id))
  return offers.filter(({ route }) => !known.has(route.upstreamId)).map(({ model }) => model.id)
}

async function callCheapest(
  offers: readonly Offer[],
  missing: readonly string[],
): Promise<UpstreamCheck['call']> {
  const [cheapest] = offers
    .filter(({ model }) => model.modality === 'chat' && !missing.includes(model.id))
    .sort((a, b) => Number(costOfToken(a.route) - costOfToken(b.route)))
  if (cheapest === undefined) return null
  const { model, route } = cheapest
  const startedAt = performance.now()
  const call = {
    request: {
      model: route.upstreamId,
      messages: [{ role: 'user', content: 'Answer with the word ok.' }],
      [limitOf(route)]: MAX_TOKENS,
    },
    signal: AbortSignal.timeout(CALL_TIMEOUT_MILLIS),
  }
  const answer = await askModel('chat', route, (chat) => chat.complete(call))
  return {
    modelId: model.id,
    latencyMs: Math.round(performance.now() - startedAt),
    costNanos: costOf(route, answer),
  }
}

function costOfToken({ price }: CatalogRoute): bigint {
  return price.prompt + price.completion + price.request
}

/** The parameter that limits the output: OpenAI's reasoning models reject `max_tokens`. */
function limitOf({ supportedParameters: names }: CatalogRoute): string {
  const isRenamed = names.includes('max_completion_tokens') && !names.includes('max_tokens')
  return isRenamed ? 'max_completion_tokens' : 'max_tokens'
}

function costOf({ price }: CatalogRoute, answer: Buffer): bigint | null {
  const parsed = Usage.safeParse(JSON.parse(answer.toString()))
  if (!parsed.success) return null
  const { prompt_tokens: promptTokens, completion_tokens: completionTokens } = parsed.data.usage
  return totalNanosOf(price, { promptTokens, completionTokens, requests: 1 })
}

/** Tests a provider with a free call: its list of models, or its probe. An undefined `key` is the one in use. */
export async function testProvider(
  target: AdapterTarget,
  key: string | undefined,
): Promise<ProviderTestReply> {
  const signal = AbortSignal.timeout(LIST_TIMEOUT_MILLIS)
  const startedAt = performance.now()
  const end = (outcome: Partial<ProviderTestReply>): ProviderTestReply => {
    const latency_ms = Math.round(performance.now() - startedAt)
    return {
      result: 'ok',
      is_key_refused: false,
      model_count: null,
      status: null,
      problem: null,
      latency_ms,
      ...outcome,
    }
  }
  try {
    const list = target.adapter === 'ark' ? null : modelListFor(target, key)
    const listed = (await list?.(signal)) ?? null
    if (listed !== null) return end({ model_count: listed.length })
    const probe = list === null ? providerProbeFor(target, key) : null
    if (list === null && probe === null) return end({ result: 'untestable' })
    await probe?.(signal)
    return end({})
  } catch (error) {
    const isUpstreamError = error instanceof UpstreamError
    const is_key_refused = isUpstreamError && isRefusalOfKey(error)
    const status = isUpstreamError ? (error.status ?? null) : null
    if (isUpstreamError && error.fault === 'unsupported') return end({ result: 'untestable', status })
    return end({ result: 'failed', is_key_refused, status, problem: problemOf(error) })
  }
}

/** A provider's list of models, null where it has none; `problem` where it could not be fetched. */
export async function listUpstreamModels(
  target: AdapterTarget,
): Promise<{ models: ListedModel[] | null; problem: string | null }> {
  try {
    return { models: target.adapter === 'ark' ? null : await listOf(target), problem: null }
  } catch (error) {
    return { models: null, problem: problemOf(error) }
  }
}

/** Null where the provider has no free list of models. */
export async function listOf(
  target: AdapterTarget,
  timeoutMillis = LIST_TIMEOUT_MILLIS,
): Promise<ListedModel[] | null> {
  try {
    return (await modelListFor(target)?.(AbortSignal.timeout(timeoutMillis))) ?? null
  } catch (error) {
    if (error instanceof UpstreamError && error.fault === 'unsupported') return null
    throw error
  }
}

const faults: Record<UpstreamError['fault'], string> = {
  rejected: 'request rejected',
  rate_limited: 'rate limited',
  failed: 'request failed',
  unreachable: 'provider unreachable',
  timeout: 'request timed out',
  unsupported: 'not supported',
}

/** What went wrong with a call, without hosts and keys. */
export function problemOf(error: unknown): string {
  if (error instanceof DOMException && error.name === 'TimeoutError') return faults.timeout
  if (!(error instanceof UpstreamError)) return 'invalid response'
  const status = error.status === undefined ? '' : ` (${error.status})`
  const said = error.hasPublicMessage ? `: ${error.message}` : ''
  return `${failureIn(error) ?? faults[error.fault]}${status}${said}`
}

/** Typical results of a wrong key or base URL: a refusal, another page, or a redirect. */
function failureIn(error: UpstreamError): string | undefined {
  const { fault, status = 500 } = error
  if (isRefusalOfKey(error)) return 'key rejected'
  if (fault !== 'failed' || status >= 400) return undefined
  return status < 300 ? 'invalid response' : 'redirected to another URL'
}

/**
 * The catalog of the built-in files, PROVIDERS_FILE and the environment's keys, without a database: without operators'
 * changes and models of local servers.
 */
export function snapshotOfFiles(providersFile: string | undefined): CatalogSnapshot {
  const { entries, where } = readConfiguredProviders(providersFile)
  const { providers, models, routes } = seedRows(mergeSeed(readBuiltinSeed(), entries, where))
  return buildSnapshot(
    {
      providers: providers.map((row) => ({ ...row, enabled: true })),
      models: models.map(({ released, ...row }) => ({ ...row, createdAt: new Date(released ?? 0) })),
      routes: routes.map(({ pricing, ...row }) => ({
        ...row,
        id: `${row.providerId} ${row.modelId}`,
        price: { id: 'file', version: 1, pricing },
      })),
    },
    readSecret,
  )
}
