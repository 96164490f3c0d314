import { createHash, createHmac } from 'node:crypto'

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

/** Volcengine's Signature V4: the headers that a call of the control plane carries. */
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
