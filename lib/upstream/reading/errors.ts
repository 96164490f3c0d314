import { isRecord, parseJson } from '@/lib/platform/json'
import { UpstreamError, type UpstreamFault } from '../contract/upstream-error'
import { type Fields, textOf } from './members'

/** An upstream's error, whichever of the usual shapes it has. */
export type ErrorEnvelope = {
  message: string | undefined
  code: string | undefined
  type: string | undefined
  param: string | undefined
  /** The HTTP status in the body, which some upstreams write after they have answered 200. */
  status: number | undefined
}

/**
 * `{error:{message,code,param,type}}` and `{error:"text"}` (OpenAI and its kin), `[{error:{…}}]` (Google),
 * `{message,code}`, `{detail:"text"|[{loc,msg}]}` (FastAPI), `{errors:[{message,code}]}` (Cloudflare), `{error_code,error_msg}`
 * (Baidu), `{base_resp:{status_code,status_msg}}` (MiniMax). Null if the body is not JSON or reports no error.
 */
export function parseErrorEnvelope(body: Buffer | string): ErrorEnvelope | null {
  return readEnvelope(parseJson(body.toString().replace(/^\uFEFF/, '')))
}

/** `parseErrorEnvelope` for a value. A value that also has an answer is an error only by its `error` member. */
export function readEnvelope(value: unknown): ErrorEnvelope | null {
  const outer = Array.isArray(value) ? value[0] : value
  if (!isRecord(outer)) return null
  if (isRecord(outer.error) && saysMore(outer.error)) return fromFields(nested(outer.error))
  if (typeof outer.error === 'string' && outer.error !== '') return fromText(outer.error, outer)
  if (outer.error === true) return fromFields(outer)
  if (isFailedBase(outer.base_resp)) return fromFields(outer.base_resp)
  if ((Array.isArray(outer.choices) && outer.choices.length > 0) || saysSuccess(outer)) return null
  if (Array.isArray(outer.errors) && outer.errors.length > 0) return fromFirst(outer.errors[0])
  // Mistral's `detail` is inside `message`.
  const { detail } = isRecord(outer.message) ? outer.message : outer
  if (detail !== undefined) return fromDetail(detail)
  const says = [outer.message, outer.error_msg, outer.errorMessage, outer.msg, outer.errmsg]
  return says.some((text) => typeof text === 'string' && text !== '') ? fromFields(outer) : null
}

/** Some upstreams send the members of an error with every answer, empty or 0. */
function saysMore(error: Fields): boolean {
  return Object.values(error).some((value) => Boolean(value)) && !saysSuccess(error)
}

function saysSuccess({ code, message, msg }: Fields): boolean {
  const said = [code, message, msg].find((value) => value != null && value !== '')
  return said === 0 || said === 200 || /^(?:0|200|ok|success)$/i.test(String(said))
}

/** Gateways wrap an upstream's error, as an object or as JSON. */
function nested(fields: Fields): Fields {
  const inner = typeof fields.message === 'string' ? parseJson(fields.message.slice(0, 4000)) : undefined
  for (const one of [fields.error, isRecord(inner) ? (inner.error ?? inner) : undefined])
    if (isRecord(one)) return { ...fields, ...one }
  return fields
}

function fromText(text: string, outer: Fields): ErrorEnvelope | null {
  const inner = /^\s*[{[]/.test(text) ? readEnvelope(parseJson(text.slice(0, 64_000))) : null
  return inner ?? fromFields({ ...outer, message: outer.message ?? text })
}

function isFailedBase(value: unknown): value is Fields {
  return isRecord(value) && value.status_code != null && Number(value.status_code) !== 0
}

function fromFirst(value: unknown): ErrorEnvelope | null {
  return isRecord(value) ? fromFields(value) : fromDetail(value)
}

const MESSAGE_NAMES = 'message detail error_msg errorMessage status_msg msg errmsg'.split(' ')
const STATUS_NAMES = ['code', 'status', 'status_code', 'statusCode', 'http_status', 'error_code'] as const

/** MiniMax's codes, by the HTTP status that they mean. */
const MINIMAX: Readonly<Record<string, number>> = {
  ...{ 1001: 408, 1002: 429, 1004: 401, 1008: 402, 1026: 400, 1027: 400, 1039: 429, 2013: 400, 2049: 401 },
}

function fromFields(fields: Fields): ErrorEnvelope {
  // Azure's actual reason is one level down.
  const inner = isRecord(fields.innererror) ? textOf(fields.innererror.code) : undefined
  const { status_code: own } = fields
  return {
    message: MESSAGE_NAMES.map((name) => textOf(fields[name])).find((text) => text !== undefined),
    code: inner ?? textOf(fields.code),
    type: textOf(fields.type) ?? (typeof fields.status === 'string' ? fields.status : undefined),
    param: textOf(fields.param),
    status:
      STATUS_NAMES.map((name) => Number(fields[name] ?? Number.NaN)).find(
        (code) => code >= 400 && code < 600,
      ) ?? ('status_msg' in fields ? MINIMAX[String(own)] : undefined),
  }
}

function fromDetail(detail: unknown): ErrorEnvelope | null {
  if (isRecord(detail)) return fromFields(detail)
  const first: unknown = Array.isArray(detail) ? detail[0] : { msg: detail }
  if (!isRecord(first) || typeof first.msg !== 'string') return null
  const place = Array.isArray(first.loc) ? first.loc.filter((step) => step !== 'body').join('.') : ''
  const message = place === '' ? first.msg : `${place}: ${first.msg}`
  return { message, code: undefined, type: textOf(first.type), param: place || undefined, status: undefined }
}

/** Classifies an error by its HTTP status, or the one in its body, and by its texts. */
export function classifyError(
  envelope: ErrorEnvelope | null,
  status: number | undefined,
): { fault: UpstreamFault; code: string | undefined } {
  const code = envelope === null ? undefined : refusalCode(envelope)
  return { fault: faultOf(status, envelope, code), code }
}

/** An error inside an answer with status 200. Its message is dropped, because it may contain hosts and keys. */
export function inBandError(envelope: ErrorEnvelope): UpstreamError {
  const { fault, code } = classifyError(envelope, envelope.status)
  const { status } = envelope
  return new UpstreamError(fault, {
    ...(status !== undefined && { status }),
    ...(fault === 'rejected' && { code }),
  })
}

function faultOf(
  status: number | undefined,
  envelope: ErrorEnvelope | null,
  code: string | undefined,
): UpstreamFault {
  if (status === 429) return 'rate_limited'
  if (status === 408) return 'timeout'
  if (status === 400 || status === 404 || status === 413 || status === 415 || status === 422)
    return 'rejected'
  // A policy violation is a refusal of the request with any 4xx; other 401, 402 and 403 are about our credentials.
  if (code !== undefined && (status === undefined || status < 500)) return 'rejected'
  if (status === undefined) return faultOfWords(envelope)
  return 'failed'
}

/** For an error under status 200 without a status in its body: classified by its type. */
function faultOfWords(envelope: ErrorEnvelope | null): UpstreamFault {
  const words = `${envelope?.type ?? ''} ${envelope?.code ?? ''}`
  if (/rate_?limit|too_?many_?requests|throttl|resource_?exhausted/i.test(words)) return 'rate_limited'
  if (/time_?out|deadline_?exceeded/i.test(words)) return 'timeout'
  return /invalid_?(?:request|argument|param)|bad_?request/i.test(words) ? 'rejected' : 'failed'
}

const TOO_LONG_CODE = /^(?:context_length_exceeded|context_window_exceeded|input_too_long|prompt_too_long)$/i
/** Vendors and servers of models each have their own words; agents shorten a conversation by the code. */
const TOO_LONG_TEXT = new RegExp(
  [
    'maximum (?:context|prompt|model) length',
    'token count[^.]{0,40}exceeds',
    'context[ _](?:length|window)[^.]{0,40}exceed',
    'exceed[^.]{0,60}(?:context (?:length|window|size|limit)|model token limit)',
    '(?:greater|longer) than the (?:model.s )?context length',
    'prompt (?:is )?too long|prompt exceeds max|input (?:is )?too long',
    'range of input length|too many tokens:',
    'tokens \\+ .max_new_tokens. must be',
  ].join('|'),
  'i',
)
const POLICY_CODE =
  /content_?filter|content_?policy|moderation|responsible_?ai|data_?inspection_?failed|sensitive_?content|safety_violation/i

/** xAI (with 403), DeepSeek, MiniMax, Azure, Zhipu and OpenAI. An account's suspension must not match. */
const POLICY_TEXT =
  /(?:prompt|content|request)[^.]{0,60}violat\w{1,4} (?:our )?usage (?:guideline|polic)|content exists risk|new_sensitive|content management policy|unsafe or sensitive content|不安全或敏感内容|rejected[^.]{0,40}safety system/i

/** Our code for refusals that callers handle differently, if the upstream's error is one of them. */
function refusalCode({ code = '', type = '', message = '' }: ErrorEnvelope): string | undefined {
  const words = message.slice(0, 2000)
  if (POLICY_CODE.test(code) || POLICY_CODE.test(type)) return 'content_policy_violation'
  if (TOO_LONG_CODE.test(code) || TOO_LONG_CODE.test(type)) return 'context_length_exceeded'
  if (POLICY_TEXT.test(words)) return 'content_policy_violation'
  return TOO_LONG_TEXT.test(words) ? 'context_length_exceeded' : undefined
}
