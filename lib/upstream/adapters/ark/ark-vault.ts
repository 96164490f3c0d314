import { createHash, createHmac } from 'node:crypto'
import { request } from 'undici'
import { z } from 'zod'
import { clock } from '@/lib/platform/clock'
import { cutText } from '@/lib/platform/escape'
import { parseJson } from '@/lib/platform/json'
import type { PortraitVault } from '@/lib/upstream/contract/portrait-vault'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { gather } from '../openai-compatible/answers'
import { poolOf } from '../openai-compatible/transport'

const Anything = z.looseObject({})
const NAME_LENGTH = 64

/** Portraits in Ark's library, so that Seedance accepts their faces; liveness checks are real. */
export function createArkVault(settings: VaultSettings): PortraitVault {
  const call = <Answer>(action: string, input: object, reply: z.ZodType<Answer>, signal: AbortSignal) =>
    callVault(settings, { action, input, reply, signal })
  return {
    async createGroup({ name, description }, signal) {
      const input = { Name: cutText(name, NAME_LENGTH), Description: description, GroupType: 'AIGC' }
      const { Id } = await call('CreateAssetGroup', input, CreatedInVault, signal)
      return { id: Id }
    },

    async deleteGroup(id, signal) {
      await unlessGone(call('DeleteAssetGroup', { Id: id }, Anything, signal))
    },

    async createAsset({ groupId, name, assetType, url }, signal) {
      const input = { GroupId: groupId, URL: url, AssetType: assetType, ...(name && { Name: name }) }
      const { Id } = await call('CreateAsset', input, CreatedInVault, signal)
      return { id: Id }
    },

    async readAsset(id, signal) {
      const { Status, Error: fault } = await call('GetAsset', { Id: id }, VaultAssetReply, signal)
      if (Status === 'Active') return { state: 'active' }
      if (Status === 'Processing') return { state: 'processing' }
      return {
        state: 'failed',
        code: mediaCodeOf(fault?.Code ?? ''),
        message: 'The vault refused the media.',
      }
    },

    async deleteAsset(id, signal) {
      await unlessGone(call('DeleteAsset', { Id: id }, Anything, signal))
    },

    async openValidation(returnUrl, signal) {
      const input = { CallbackURL: returnUrl }
      const answer = await call('CreateVisualValidateSession', input, OpenedValidation, signal)
      return { token: answer.BytedToken, link: answer.H5Link }
    },

    /** Ark answers unfinished and unknown tokens alike. */
    async readValidation(token, signal) {
      const answer = call('GetVisualValidateResult', { BytedToken: token }, PassedValidation, signal)
      const passed = await unlessGone(answer)
      return passed === null ? null : { groupId: passed.GroupId }
    },
  }
}

async function unlessGone<Result>(answer: Promise<Result>): Promise<Result | null> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof UpstreamError && error.status === 404) return null
    throw error
  }
}

/** The control plane of Volcengine Ark or BytePlus ModelArk, which stores portraits. */
type VaultSettings = {
  /** `https://ark.cn-beijing.volcengineapi.com` */
  baseUrl: string
  accessKey: string
  secretKey: string
  timeoutMs?: number
}

/** `ark.ap-southeast-1.byteplusapi.com` is in ap-southeast-1; hosts without a region are in cn-beijing. */
function regionOf(host: string): string {
  return /(?:^|\.)((?:cn|ap|eu|us)-[a-z]+(?:-\d+)?)\./.exec(host)?.[1] ?? 'cn-beijing'
}

const VERSION = '2024-01-01'
const TIMEOUT_MS = 30_000
const MAX_ANSWER_BYTES = 1024 * 1024

type VaultCall<Schema> = { action: string; input: object; reply: Schema; signal: AbortSignal }

/** Calls an action of the vault and returns its result. Rejects with UpstreamError, or the signal's reason. */
async function callVault<Schema extends z.ZodType>(
  settings: VaultSettings,
  { action, input, reply, signal }: VaultCall<Schema>,
): Promise<z.output<Schema>> {
  const deadline = AbortSignal.timeout(settings.timeoutMs ?? TIMEOUT_MS)
  try {
    const { status, text } = await send(settings, action, input, AbortSignal.any([signal, deadline]))
    const answer = VaultReply.safeParse(parseJson(text))
    if (!answer.success) throw new UpstreamError(status === 429 ? 'rate_limited' : 'failed', { status })
    const error = answer.data.ResponseMetadata?.Error
    if (error) throw refusalOf(error, status)
    const result = reply.safeParse(answer.data.Result ?? answer.data)
    if (status >= 400 || !result.success) throw new UpstreamError('failed', { status })
    return result.data
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof UpstreamError) throw error
    throw new UpstreamError(deadline.aborted ? 'timeout' : 'unreachable', { cause: error })
  }
}

async function send(settings: VaultSettings, action: string, input: object, signal: AbortSignal) {
  const { origin, host } = new URL(settings.baseUrl)
  const body = JSON.stringify(input)
  const query = { Action: action, Version: VERSION }
  const answer = await request(`${origin}/?${new URLSearchParams(query)}`, {
    method: 'POST',
    dispatcher: poolOf(origin),
    headers: signRequest({
      ...settings,
      method: 'POST',
      host,
      query,
      body,
      region: regionOf(host),
      now: clock.now(),
    }),
    body,
    signal,
  })
  const { statusCode: status } = answer
  return { status, text: (await gather(answer.body, MAX_ANSWER_BYTES, status)).toString() }
}

/** The envelope of answers, which some actions leave out. */
const VaultReply = z.looseObject({
  ResponseMetadata: z
    .looseObject({ Error: z.looseObject({ Code: z.string(), Message: z.string().catch('') }).optional() })
    .optional(),
  Result: z.looseObject({}).optional(),
})

const CreatedInVault = z.object({ Id: z.string().min(1) })
const VaultAssetReply = z.object({
  Status: z.enum(['Processing', 'Active', 'Failed']),
  Error: z.object({ Code: z.string().catch(''), Message: z.string().catch('') }).nullish(),
})
const OpenedValidation = z.object({ BytedToken: z.string().min(1), H5Link: z.url() })
const PassedValidation = z.object({ GroupId: z.string().min(1) })

/** Codes of failures that the media caused. */
const MEDIA_CODES =
  /^(DownloadFailed|TypeMismatch|Format\w+|Duration\w+|Width\w+|Height\w+|AspectRatio\w+|FileSize\w+|PixelCount\w+|Fps\w+|AudioTrack\w+|ContentRestricted|Input\w+SensitiveContentDetected|FaceMismatch|TranscodingFailed)$/

/**
 * The UpstreamError for the vault's error. Other codes and messages are not passed on, because they may contain a token
 * (`NotFound.<token>`) or our account.
 */
function refusalOf({ Code }: { Code: string }, status: number): UpstreamError {
  if (status === 429 || /RateLimit|Throttl|FlowLimit/i.test(Code))
    return new UpstreamError('rate_limited', { status })
  if (/^NotFound/.test(Code)) return new UpstreamError('rejected', { status: 404 })
  const media = MEDIA_CODES.exec(Code)?.[1]
  if (media !== undefined) return new UpstreamError('rejected', { status, code: media })
  if (/^(Missing|Invalid)Parameter/.test(Code)) return new UpstreamError('rejected', { status: 400 })
  return new UpstreamError('failed', { status })
}

/** The code of a failed asset, if it is about the media. */
function mediaCodeOf(code: string): string {
  return MEDIA_CODES.exec(code)?.[1] ?? 'ContentRestricted'
}

type ToSign = {
  method: 'POST'
  host: string
  query: Readonly<Record<string, string>>
  body: string
  region: string
  accessKey: string
  secretKey: string
  now: Date
}

const SERVICE = 'ark'
const CONTENT_TYPE = 'application/json'
const SIGNED_HEADERS = 'content-type;host;x-content-sha256;x-date'

/** The headers of a call of the control plane, with Volcengine's Signature V4. */
export function signRequest(call: ToSign): Record<string, string> {
  const date = `${call.now.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`
  const bodyHash = sha256(call.body)
  const canonical = [
    call.method,
    '/',
    canonicalQuery(call.query),
    `content-type:${CONTENT_TYPE}`,
    `host:${call.host}`,
    `x-content-sha256:${bodyHash}`,
    `x-date:${date}`,
    '',
    SIGNED_HEADERS,
    bodyHash,
  ].join('\n')
  const scope = `${date.slice(0, 8)}/${call.region}/${SERVICE}/request`
  const key = [date.slice(0, 8), call.region, SERVICE, 'request'].reduce<string | Buffer>(
    (secret, part) => createHmac('sha256', secret).update(part).digest(),
    call.secretKey,
  )
  const signature = createHmac('sha256', key)
    .update(['HMAC-SHA256', date, scope, sha256(canonical)].join('\n'))
    .digest('hex')
  return {
    'content-type': CONTENT_TYPE,
    host: call.host,
    'x-content-sha256': bodyHash,
    'x-date': date,
    authorization: `HMAC-SHA256 Credential=${call.accessKey}/${scope}, SignedHeaders=${SIGNED_HEADERS}, Signature=${signature}`,
  }
}

function canonicalQuery(query: Readonly<Record<string, string>>): string {
  return Object.entries(query)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .join('&')
}

/** RFC 3986: everything but `-_.~` and letters and digits. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
