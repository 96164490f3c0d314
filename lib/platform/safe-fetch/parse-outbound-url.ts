import { isPublicAddress } from './is-public-address'
import type { AllowList } from './parse-allow-list'
import { refuse } from './refuse'
import { toLiteralAddress } from './to-literal-address'

const MAX_URL_LENGTH = 2048

/** What can be told from the URL alone. Throws an OutboundError `refused` that says what it must be. */
export function parseOutboundUrl(text: string, allowed: AllowList): URL {
  if (text.length > MAX_URL_LENGTH) throw refuse(`must have at most ${MAX_URL_LENGTH} characters`)
  if (/[\p{Cc}\s]/u.test(text)) throw refuse('must not contain spaces or control characters')
  // Read as a URL it would be another character; as it is, the database stores it nowhere.
  if (!text.isWellFormed()) throw refuse('must be well-formed Unicode')
  const url = URL.parse(text)
  if (url === null || url.hostname === '') throw refuse('must be an absolute https URL')
  if (url.username !== '' || url.password !== '') throw refuse('must not contain a user name or password')
  const isAllowed = allowed.has(url)
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isAllowed)) throw refuse('must be https')
  if (!isAllowed && namesThisNetwork(url.hostname)) throw refuse('must resolve to public addresses only')
  return url
}

function namesThisNetwork(hostname: string): boolean {
  const address = toLiteralAddress(hostname)
  if (address !== undefined) return !isPublicAddress(address)
  return /(^|\.)localhost\.*$/.test(hostname)
}
