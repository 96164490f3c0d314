import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'
import { cutText } from '@/lib/platform/escape'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { classifyError, type ErrorEnvelope, parseErrorEnvelope } from '@/lib/upstream/reading/errors'
import type { AnswerHead, Endpoint } from './transport'

/** Only this much of an error's body is read. */
export const MAX_ERROR_BYTES = 64 * 1024

/** The error for an answer that is not the requested one: an error status, or an error or invalid answer under status 200. */
export function readError(head: AnswerHead, body: Buffer | string, endpoint: Endpoint): UpstreamError {
  const envelope = parseErrorEnvelope(body)
  const { fault, code } = classifyError(envelope, head.status === 200 ? envelope?.status : head.status)
  return new UpstreamError(fault, {
    status: head.status,
    ...(fault === 'rate_limited' && {
      retryAfterSeconds: retryAfterSeconds(head.headers, Date.now(), body.toString()),
    }),
    ...(fault === 'rejected' && {
      code,
      param: paramOf(envelope),
      message: publicMessage(envelope?.message, endpoint),
    }),
  })
}

function paramOf(envelope: ErrorEnvelope | null): string | null {
  const param = envelope?.param
  return param !== undefined && /^[\w.[\]-]{1,100}$/.test(param) ? param : null
}

const LONGEST = 1000
/** Only this much is read, because the patterns below run on untrusted text. */
const LONGEST_READ = 4000

const MARKUP = /<!doctype|<html|<head|<body/i
const STACK = /Traceback \(most recent call last\)|\n\s{1,20}at\s|\n\s{0,20}File "/
const URLS = /\b[a-z][a-z0-9+.-]{1,15}:\/\/[^\s"'<>)\]}]+/gi
const ADDRESSES = /\b(?:\d{1,3}\.){3}\d{1,3}(?::\d{1,5})?\b/g
const CREDENTIALS = /\bBearer\s+[^\s"']+|\b(?:sk|pk|rk|gsk|xai|key|org|proj|AIza)[-_][\w*.-]{6,}/gi

/** The upstream's message for the caller: without markup, stacks, hosts and anything that looks like a credential. */
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
  return text.length > LONGEST ? `${cutText(text, LONGEST - 1)}…` : text
}

function beforeStack(text: string): string {
  const at = text.search(STACK)
  return at === -1 ? text : text.slice(0, at)
}

/** The host and all others under the same domain, with port and path. */
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

/**
 * The wait of a 429 in whole seconds: `retry-after-ms`, `retry-after` as a duration or a date, or what the body says: Google's
 * RetryInfo, a member `retry_after`, or the words of OpenAI and Azure.
 */
export function retryAfterSeconds(
  headers: IncomingHttpHeaders,
  nowMs: number,
  body = '',
): number | undefined {
  const exactMs = positive(headers['retry-after-ms'])
  if (exactMs !== undefined) return bounded(exactMs / 1000)
  const { 'retry-after': header = '' } = headers
  const inHeader = ONLY_WAIT.exec(header)?.[1]
  if (inHeader !== undefined) return bounded(secondsIn(inHeader))
  const atMs = Date.parse(header)
  if (!Number.isNaN(atMs)) return bounded((atMs - nowMs) / 1000)
  const inBody = WAIT.exec(body.slice(0, LONGEST_READ))?.[1]
  return inBody === undefined ? undefined : bounded(secondsIn(inBody))
}

/** `1m2.5s`, `26 seconds`, `7` */
const DURATION = String.raw`((?:\d+(?:\.\d+)?\s?(?:ms|milliseconds?|h|hours?|m|min|minutes?|s|sec|seconds?)(?![a-z])\s?)+|\d+(?:\.\d+)?(?!\s?[a-z\d.]))`
const ONLY_WAIT = new RegExp(`^\\s*${DURATION}\\s*$`, 'i')
const WAIT = new RegExp(
  `(?:"retry_?(?:after|delay)(?:_seconds)?"\\s*:\\s*"?|(?:try again|retry) (?:in|after) )${DURATION}`,
  'i',
)
const SECONDS = [
  [/^m(?:illi)?s/i, 0.001],
  [/^h/i, 3600],
  [/^m/i, 60],
] as const

function secondsIn(duration: string): number {
  return [...duration.matchAll(/([\d.]+)\s?([a-z]*)/gi)].reduce(
    (sum, [, count, unit = '']) =>
      sum + Number(count) * (SECONDS.find(([name]) => name.test(unit))?.[1] ?? 1),
    0,
  )
}

function positive(text: string | string[] | undefined): number | undefined {
  return typeof text === 'string' && /^\s*\d+(?:\.\d+)?\s*$/.test(text) ? Number(text) : undefined
}

function bounded(seconds: number): number {
  return Math.min(LONGEST_SECONDS, Math.max(0, Math.ceil(seconds)))
}
