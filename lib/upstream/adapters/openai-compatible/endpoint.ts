import { Pool } from 'undici'
import { remember } from '@/lib/platform/remember'
import type { WebSearchField } from '@/lib/upstream/contract/adapter'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'

/** One upstream that speaks OpenAI's API. */
export type OpenAiCompatibleSettings = {
  /** With its whole prefix (`https://api.openai.com/v1`, `https://open.bigmodel.cn/api/paas/v4`); only `/chat/completions` and the like are added. */
  baseUrl: string
  /** Sent as a bearer token; null for upstreams that ask for none. */
  apiKey: string | null
  /** Sent besides, and in place of ours where the names meet (`api-key`, `OpenAI-Organization`, …). */
  headers?: Readonly<Record<string, string>>
  /** How this upstream is asked to search the web; absent: it cannot. */
  webSearch?: WebSearchField | undefined
  /** From the call to the first byte of a stream, waiting for a connection included. */
  firstByteTimeoutMs?: number
  /** From the call to the head of a whole answer. */
  answerTimeoutMs?: number
  /** The longest silence inside an answer's body. */
  idleTimeoutMs?: number
  /** The largest whole answer that is accepted. */
  maxAnswerBytes?: number
}

/** The settings in the form that a request needs, worked out once. */
export type Endpoint = {
  origin: string
  hostname: string
  /** What must never be read back to a caller, whatever an upstream quotes. */
  secrets: string[]
  /** `/chat/completions` under the whole prefix. */
  path(suffix: string): string
  /** The flat list that undici writes without further work. `null`: the body brings its own type (a form). */
  headers(contentType: string | null, accept: string): string[]
  firstByteTimeoutMs: number
  answerTimeoutMs: number
  idleTimeoutMs: number
  maxAnswerBytes: number
}

export function resolveEndpoint(settings: OpenAiCompatibleSettings): Endpoint {
  const url = new URL(settings.baseUrl)
  const prefix = url.pathname.replace(/\/+$/, '')
  const apiKey = settings.apiKey?.trim() || null
  return {
    origin: url.origin,
    hostname: url.hostname,
    secrets: [apiKey ?? '', ...Object.values(settings.headers ?? {})].filter((text) => text.length >= 8),
    path: (suffix) => `${prefix}${suffix}${url.search}`,
    headers: (contentType, accept) => headerList(apiKey, contentType, accept, settings.headers),
    firstByteTimeoutMs: settings.firstByteTimeoutMs ?? 120_000,
    answerTimeoutMs: settings.answerTimeoutMs ?? 600_000,
    idleTimeoutMs: settings.idleTimeoutMs ?? 300_000,
    maxAnswerBytes: settings.maxAnswerBytes ?? 64 * 1024 * 1024,
  }
}

function headerList(
  apiKey: string | null,
  contentType: string | null,
  accept: string,
  extra: Readonly<Record<string, string>> = {},
): string[] {
  const headers = new Map([
    ['accept', accept],
    // Bytes go through untouched and are scanned for usage on the way, so they must not be compressed.
    ['accept-encoding', 'identity'],
    ['user-agent', 'portico'],
  ])
  if (contentType !== null) headers.set('content-type', contentType)
  if (apiKey !== null) headers.set('authorization', `Bearer ${apiKey}`)
  for (const [name, value] of Object.entries(extra)) headers.set(name.toLowerCase(), value)
  return [...headers].flat()
}

const CONNECTIONS_PER_ORIGIN = 4096
const CONNECT_TIMEOUT_MS = 10_000

const pools = remember('openai-compatible.pools', () => new Map<string, Pool>())

/** The connections to one origin, shared by every provider and model behind it. */
export function poolOf(origin: string): Pool {
  const known = pools.get(origin)
  if (known !== undefined) return known
  const pool = new Pool(origin, {
    connections: CONNECTIONS_PER_ORIGIN,
    pipelining: 1,
    connectTimeout: CONNECT_TIMEOUT_MS,
    // One call a connection: a stalled or aborted stream must not hold up the others that share an HTTP/2 session.
    allowH2: false,
  })
  pools.set(origin, pool)
  return pool
}

/** All of a body, as long as it is no larger than anybody should take. */
export async function gather(
  body: AsyncIterable<Uint8Array>,
  mostBytes: number,
  status: number,
): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let sizeBytes = 0
  for await (const chunk of body) {
    sizeBytes += chunk.byteLength
    if (sizeBytes > mostBytes) throw new UpstreamError('failed', { status })
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
