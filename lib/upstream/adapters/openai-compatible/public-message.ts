import { isIP } from 'node:net'

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
