import type { IncomingHttpHeaders } from 'node:http'
import { request } from 'undici'
import { z } from 'zod'
import type { ProviderProbe } from '@/lib/upstream/contract/adapter'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import type { VideoMediaAccess } from '@/lib/upstream/contract/video-model'
import { gather } from '../openai-compatible/answers'
import { publicMessage, retryAfterSeconds } from '../openai-compatible/read-error'
import { poolOf } from '../openai-compatible/transport'

/** Volcengine Ark or BytePlus ModelArk, which have the same API. */
type ArkAccess = {
  /** With its prefix: `https://ark.cn-beijing.volces.com/api/v3`. */
  baseUrl: string
  apiKey: string | null
  /** Additional headers, which replace ours of the same name. */
  headers?: Readonly<Record<string, string>>
  /** From the call to the last byte of an answer. */
  timeoutMs?: number
}

export type ArkSettings = ArkAccess & { media: VideoMediaAccess }

type Question = { method: 'GET' | 'POST' | 'DELETE'; path: string; body?: string; signal: AbortSignal }

const TIMEOUT_MS = 60_000
const MAX_ANSWER_BYTES = 1024 * 1024

/** Calls Ark's task API and returns the JSON of a success. Rejects with UpstreamError, or the signal's reason. */
export async function askArk(settings: ArkAccess, question: Question): Promise<unknown> {
  const deadline = AbortSignal.timeout(settings.timeoutMs ?? TIMEOUT_MS)
  const signal = AbortSignal.any([question.signal, deadline])
  try {
    const { status, headers, text } = await send(settings, question, signal)
    if (status >= 200 && status < 300) return parseJson(text, status)
    throw readRefusal({ status, headers, text }, settings)
  } catch (error) {
    question.signal.throwIfAborted()
    if (deadline.aborted) throw new UpstreamError('timeout', { cause: error })
    throw error instanceof UpstreamError ? error : explain(error)
  }
}

async function send(
  { baseUrl, apiKey, headers: extra }: ArkAccess,
  { method, path, body }: Question,
  signal: AbortSignal,
) {
  const url = new URL(`${baseUrl.replace(/\/+$/, '')}/contents/generations/tasks${path}`)
  const answer = await request(url, {
    method,
    dispatcher: poolOf(url.origin),
    headers: {
      accept: 'application/json',
      'user-agent': 'portico',
      ...(apiKey !== null && { authorization: `Bearer ${apiKey.trim()}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...extra,
    },
    body: body ?? null,
    signal,
  })
  const { statusCode: status, headers } = answer
  return { status, headers, text: (await gather(answer.body, MAX_ANSWER_BYTES, status)).toString() }
}

/** Deletions have an empty answer. */
function parseJson(text: string, status: number): unknown {
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new UpstreamError('failed', { status, cause })
  }
}

const unreachable: readonly unknown[] = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]

function explain(error: unknown): UpstreamError {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return new UpstreamError(unreachable.includes(code) ? 'unreachable' : 'failed', { cause: error })
}

type Answer = { status: number; headers: IncomingHttpHeaders; text: string }

const Refusal = z.object({
  error: z.object({
    code: z.string().catch(''),
    message: z.string().catch(''),
    param: z.string().nullish().catch(null),
  }),
})

/** The UpstreamError for Ark's refusal of a call. */
function readRefusal({ status, headers, text }: Answer, settings: ArkAccess): UpstreamError {
  const { code, message, param } = parseRefusal(text)
  const failure = code === '' ? failureOfStatus(status) : classifyFailure(code, message)
  if (failure === 'rate_limited' || status === 429)
    return new UpstreamError('rate_limited', {
      status,
      retryAfterSeconds: retryAfterSeconds(headers, Date.now(), text),
    })
  if (failure === 'ours' || failure === 'theirs' || status >= 500)
    return new UpstreamError('failed', { status })
  return new UpstreamError('rejected', {
    status,
    code: failure,
    param: paramOf(code, param ?? ''),
    message: sayableMessage(message, settings),
  })
}

/** Ark's message without request ids, hosts and credentials. */
export function sayableMessage(
  message: string,
  { baseUrl, apiKey, headers = {} }: ArkAccess,
): string | undefined {
  const plain = message.replace(/\s*\(?\brequest id:?\s*[\w-]+\)?/gi, '')
  const secrets = [apiKey?.trim() ?? '', ...Object.values(headers)].filter((text) => text.length >= 8)
  return publicMessage(plain, { hostname: new URL(baseUrl).hostname, secrets })
}

function parseRefusal(text: string): z.infer<typeof Refusal>['error'] {
  try {
    return Refusal.parse(JSON.parse(text)).error
  } catch {
    return { code: '', message: '', param: null }
  }
}

function failureOfStatus(status: number): ArkFailure {
  if (status === 429) return 'rate_limited'
  return status === 400 || status === 404 || status === 413 || status === 422 ? 'invalid_input' : 'theirs'
}

/** Ark names the field in the code (`InvalidParameter.duration`) or beside it. */
function paramOf(code: string, param: string): string | null {
  const named = /^(?:Missing|Invalid)Parameter\.([\w.[\]-]{1,100})$/.exec(code)?.[1] ?? param
  return /^[a-z][\w.[\]-]{0,99}$/.test(named) ? named : null
}

/** What an Ark error code maps to: our code, or who is at fault if not the caller. */
type ArkFailure =
  | 'content_policy_violation'
  | 'input_download_failed'
  | 'invalid_input'
  | 'rate_limited'
  | 'ours'
  | 'theirs'

const DOWNLOAD = /download|fetch|cannot be accessed|not accessible|unreachable|timed? ?out while/i
const LINK_PARAM = /url|image|video|audio|content/i

const rules: readonly (readonly [RegExp, ArkFailure])[] = [
  [/SensitiveContentDetected|RiskDetection/, 'content_policy_violation'],
  [
    /^(RateLimitExceeded|QuotaExceeded|ServerOverloaded|RequestBurstTooFast|SetLimitExceeded|InflightBatchsizeExceeded)/,
    'rate_limited',
  ],
  [/RateLimitExceeded/, 'rate_limited'],
  // Our key, our account or our endpoint, which the caller cannot fix.
  [
    /^(AuthenticationError|InvalidAccountStatus|AccountOverdueError|AccessDenied|OperationDenied|InvalidEndpoint|ModelNotOpen|InvalidApiKey)/,
    'ours',
  ],
  [/^(Internal|ServiceUnavailable|Upstream)/, 'theirs'],
  [
    /^(MissingParameter|InvalidParameter|InvalidImageURL|InvalidVideoURL|InvalidAudioURL|NotFound)/,
    'invalid_input',
  ],
]

export function classifyFailure(code: string, message: string): ArkFailure {
  const found = rules.find(([pattern]) => pattern.test(code))?.[1] ?? 'theirs'
  const isLink = found === 'invalid_input' && LINK_PARAM.test(`${code} ${message}`) && DOWNLOAD.test(message)
  return isLink ? 'input_download_failed' : found
}

const ONE_TASK = '?page_num=1&page_size=1'

/** Lists at most one task. */
export function createArkProbe(access: ArkAccess): ProviderProbe {
  return async (signal) => {
    await askArk(access, { method: 'GET', path: ONE_TASK, signal }).catch((error: unknown) => {
      if (!(error instanceof UpstreamError) || !isAnswer(error)) throw error
    })
  }
}

function isAnswer({ fault }: UpstreamError): boolean {
  return fault === 'rejected' || fault === 'rate_limited'
}
