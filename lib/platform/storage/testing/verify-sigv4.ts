import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** A request as it came over the wire, its body read. */
export type WireRequest = {
  method: string
  /** Path and query, as written in the request line. */
  target: string
  headers: Readonly<Record<string, string | undefined>>
  body: Buffer
}

export type Credentials = { accessKeyId: string; secretAccessKey: string }

const SKEW_MILLIS = 15 * 60 * 1000
const UNSIGNED = 'UNSIGNED-PAYLOAD'

/**
 * AWS Signature V4 for S3, from its description and without the SDK: in the Authorization header or in the query. The
 * error code that S3 answers, or null when the signature is good.
 */
export function verifySigV4(request: WireRequest, credentials: Credentials): string | null {
  const [path = '', rawQuery = ''] = request.target.split('?')
  const query = new URLSearchParams(rawQuery)
  const isLink = query.has('X-Amz-Signature')
  const claim = isLink ? claimOfLink(query) : claimOfHeader(request.headers)
  if (claim === null) return 'AccessDenied'
  if (claim.scope[0] !== credentials.accessKeyId) return 'InvalidAccessKeyId'
  if (!claim.signedHeaders.includes('host')) return 'AccessDenied'
  const begin = timeOf(claim.date)
  if (isLink && (Date.now() < begin - SKEW_MILLIS || Date.now() > begin + claim.expiresSeconds * 1000))
    return 'AccessDenied'
  if (!isLink && Math.abs(Date.now() - begin) > SKEW_MILLIS) return 'RequestTimeTooSkewed'
  const payload = isLink ? UNSIGNED : request.headers['x-amz-content-sha256']
  if (payload === undefined) return 'MissingSecurityHeader'
  const canonical = [
    request.method,
    path,
    canonicalQuery(query),
    ...claim.signedHeaders.map(
      (name) => `${name}:${(request.headers[name] ?? '').trim().replace(/ +/g, ' ')}`,
    ),
    '',
    claim.signedHeaders.join(';'),
    payload,
  ].join('\n')
  const scope = claim.scope.slice(1).join('/')
  const toSign = ['AWS4-HMAC-SHA256', claim.date, scope, sha256(canonical)].join('\n')
  const expected = hmac(signingKey(credentials, claim.scope), toSign).toString('hex')
  if (!isSame(expected, claim.signature)) return 'SignatureDoesNotMatch'
  return payload === UNSIGNED || payload === sha256(request.body) ? null : 'XAmzContentSHA256Mismatch'
}

type Claim = {
  /** Access key, day, region, service, `aws4_request`. */
  scope: string[]
  signedHeaders: string[]
  signature: string
  date: string
  expiresSeconds: number
}

function claimOfLink(query: URLSearchParams): Claim {
  return {
    scope: (query.get('X-Amz-Credential') ?? '').split('/'),
    signedHeaders: (query.get('X-Amz-SignedHeaders') ?? '').split(';'),
    signature: query.get('X-Amz-Signature') ?? '',
    date: query.get('X-Amz-Date') ?? '',
    expiresSeconds: Number(query.get('X-Amz-Expires')),
  }
}

function claimOfHeader(headers: WireRequest['headers']): Claim | null {
  const found = /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=(\w+)$/.exec(
    headers.authorization ?? '',
  )
  if (!found) return null
  const [, scope = '', names = '', signature = ''] = found
  return {
    scope: scope.split('/'),
    signedHeaders: names.split(';'),
    signature,
    date: headers['x-amz-date'] ?? '',
    expiresSeconds: 0,
  }
}

function canonicalQuery(query: URLSearchParams): string {
  return [...query]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&')
}

function signingKey(
  { secretAccessKey }: Credentials,
  [, day = '', region = '', service = '']: string[],
): Buffer {
  return [day, region, service, 'aws4_request'].reduce<Buffer>(
    (key, part) => hmac(key, part),
    Buffer.from(`AWS4${secretAccessKey}`),
  )
}

/** `20261121T120000Z`. */
function timeOf(date: string): number {
  return Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

function sha256(data: string | Buffer): string {
  return createHash('sha256').update(data).digest('hex')
}

function hmac(key: Buffer, data: string): Buffer {
  return createHmac('sha256', key).update(data).digest()
}

function isSame(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
}
