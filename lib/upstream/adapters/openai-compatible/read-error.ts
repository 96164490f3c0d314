import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'
import { isRecord, parseJson } from '@/lib/platform/json'
import { UpstreamError, type UpstreamFault } from '@/lib/upstream/contract/upstream-error'
import type { AnswerHead, Endpoint } from './exchange'

/** More than this of an error's body is not read. */
export const MAX_ERROR_BYTES = 64 * 1024

/** The message for an answer that is not the requested one: an error status, or an error or nonsense under status 200. */
export function readError(head: AnswerHead, body: Buffer | string, endpoint: Endpoint): UpstreamError {
  const envelope = parseErrorEnvelope(body)
  const status = head.status === 200 ? envelope?.status : head.status
  const code = envelope === null ? undefined : classifyRefusal(envelope)
  const fault = faultOf(status, envelope, code)
  return new UpstreamError(fault, {
    status: head.status,
    ...(fault === 'rate_limited' && { retryAfterSeconds: retryAfterSeconds(head.headers, Date.now()) }),
    ...(fault === 'rejected' && {
      code,
      param: paramOf(envelope),
      message: publicMessage(envelope?.message, endpoint),
    }),
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
  // A policy is a refusal of the request whatever 4xx it wears; other 401, 402 and 403 concern our own credentials.
  if (code !== undefined && (status === undefined || status < 500)) return 'rejected'
  if (status === undefined) return faultOfWords(envelope)
  return 'failed'
}

/** An error under status 200 that names no status: its type is all there is to go by. */
function faultOfWords(envelope: ErrorEnvelope | null): UpstreamFault {
  const words = `${envelope?.type ?? ''} ${envelope?.code ?? ''}`
  if (/rate_?limit/i.test(words)) return 'rate_limited'
  return /invalid_request/i.test(words) ? 'rejected' : 'failed'
}

function paramOf(envelope: ErrorEnvelope | null): string | null {
  const param = envelope?.param
  return param !== undefined && /^[\w.[\]-]{1,100}$/.test(param) ? param : null
}

/** What an upstream's error body says, whichever of the usual shapes it has. */
type ErrorEnvelope = {
  message: string | undefined
  code: string | undefined
  type: string | undefined
  param: string | undefined
  /** An HTTP status written in the body, as some upstreams do when they have already answered 200. */
  status: number | undefined
}

type Fields = Readonly<Record<string, unknown>>

/**
 * `{error:{message,code,param,type}}` and `{error:"text"}` (OpenAI and its kin), `[{error:{…}}]` (Google),
 * `{message,code}` and `{detail:"text"|[{loc,msg}]}` (FastAPI). Null when the body is no JSON or says nothing of an error.
 */
export function parseErrorEnvelope(body: Buffer | string): ErrorEnvelope | null {
  const parsed = parseJson(body.toString())
  const outer = Array.isArray(parsed) ? parsed[0] : parsed
  if (!isRecord(outer)) return null
  if (isRecord(outer.error)) return fromFields(outer.error)
  if (typeof outer.error === 'string') return fromFields({ ...outer, message: outer.message ?? outer.error })
  if (outer.detail !== undefined) return fromDetail(outer.detail)
  return typeof outer.message === 'string' ? fromFields(outer) : null
}

function fromFields(fields: Fields): ErrorEnvelope {
  // Azure names the real reason one level down.
  const inner = isRecord(fields.innererror) ? textOf(fields.innererror.code) : undefined
  return {
    message: textOf(fields.message) ?? textOf(fields.detail),
    code: inner ?? textOf(fields.code),
    type: textOf(fields.type) ?? (typeof fields.status === 'string' ? fields.status : undefined),
    param: textOf(fields.param),
    status: [fields.code, fields.status].map(Number).find((code) => code >= 400 && code < 600),
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

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

const TOO_LONG_CODE = /^(?:context_length_exceeded|context_window_exceeded|input_too_long|prompt_too_long)$/i
const TOO_LONG_TEXT =
  /maximum context length|input token count[^.]{0,40}exceeds|context[ _](?:length|window)[^.]{0,40}exceed|exceed[^.]{0,60}context (?:length|window|size)|prompt is too long|input (?:is )?too long/i
const POLICY_CODE =
  /content_?filter|content_?policy|moderation|responsible_?ai|data_?inspection_?failed|sensitive_?content|safety_violation/i

/** Our own code for the refusals that callers treat apart, where the upstream's answer says as much. */
function classifyRefusal({ code = '', type = '', message = '' }: ErrorEnvelope): string | undefined {
  if (POLICY_CODE.test(code) || POLICY_CODE.test(type)) return 'content_policy_violation'
  if (TOO_LONG_CODE.test(code) || TOO_LONG_CODE.test(type)) return 'context_length_exceeded'
  return TOO_LONG_TEXT.test(message.slice(0, 2000)) ? 'context_length_exceeded' : undefined
}

const LONGEST = 1000
/** Nothing after this is looked at: the patterns below run on text that a stranger wrote. */
const LONGEST_READ = 4000

const MARKUP = /<!doctype|<html|<head|<body/i
const STACK = /Traceback \(most recent call last\)|\n\s{1,20}at\s|\n\s{0,20}File "/
const URLS = /\b[a-z][a-z0-9+.-]{1,15}:\/\/[^\s"'<>)\]}]+/gi
const ADDRESSES = /\b(?:\d{1,3}\.){3}\d{1,3}(?::\d{1,5})?\b/g
const CREDENTIALS = /\bBearer\s+[^\s"']+|\b(?:sk|pk|rk|gsk|xai|key|org|proj|AIza)[-_][\w*.-]{6,}/gi

/** The upstream's sentence as the caller may read it: without markup, stacks, hosts and anything that looks like a credential. */
export function publicMessage(
  message: string | undefined,
  upstream: { hostname: string; secrets: string[] },
): string | undefined {
  if (message === undefined || MARKUP.test(message)) return undefined
  let text = beforeStack(message.slice(0, LONGEST_READ))
  for (const secret of upstream.secrets) text = text.replaceAll(secret, '[redacted]')
  text = text
    .replace(URLS, '[link]')
    .replace(CREDENTIALS, '[redacted]')
    .replace(ADDRESSES, '[address]')
    .replace(hostPattern(upstream.hostname), '[upstream]')
    .replace(/\s+/g, ' ')
    .trim()
  if (text === '') return undefined
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text
}

function beforeStack(text: string): string {
  const at = text.search(STACK)
  return at === -1 ? text : text.slice(0, at)
}

/** The host itself and its neighbours under the same domain, with port and path. */
function hostPattern(hostname: string): RegExp {
  const plain = hostname.replace(/^\[|\]$/g, '')
  const domain = isIP(plain) ? plain : plain.split('.').slice(-2).join('.')
  const escaped = domain.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(
    `(?<![\\w-])(?:[\\w-]{1,63}\\.){0,8}${escaped}(?![\\w-])(?::\\d{1,5})?(?:/[^\\s"'<>)]*)?`,
    'gi',
  )
}

const LONGEST_SECONDS = 86_400

/** How long a 429 asks to wait, in whole seconds: `retry-after-ms`, or `retry-after` as seconds or as a date. */
export function retryAfterSeconds(headers: IncomingHttpHeaders, nowMs: number): number | undefined {
  const exactMs = positive(headers['retry-after-ms'])
  if (exactMs !== undefined) return bounded(exactMs / 1000)
  const header = headers['retry-after']
  if (header === undefined) return undefined
  const seconds = positive(header)
  if (seconds !== undefined) return bounded(seconds)
  const atMs = Date.parse(header)
  return Number.isNaN(atMs) ? undefined : bounded((atMs - nowMs) / 1000)
}

function positive(text: string | string[] | undefined): number | undefined {
  return typeof text === 'string' && /^\s*\d+(?:\.\d+)?\s*$/.test(text) ? Number(text) : undefined
}

function bounded(seconds: number): number {
  return Math.min(LONGEST_SECONDS, Math.max(0, Math.ceil(seconds)))
}
