import { createHash, createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'

type Stored = { bytes: Buffer; contentType: string; etag: string }
type Parts = { key: string; contentType: string; parts: Map<number, Buffer>; initiated: Date }
const UPLOADS_ON_A_PAGE = 2
const cors = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'PUT, GET, HEAD',
  'access-control-allow-headers': 'content-type, content-md5',
}
type Answer = { status: number; headers?: Record<string, string>; body?: string | Buffer }

/**
 * A small S3 in this process, for tests: one bucket by path, in memory. It believes nothing that is not signed: every
 * request must carry a good Signature V4, every Content-MD5 must be that of the bytes. Pages of any origin may send to it.
 */
export class S3Server {
  readonly credentials: Credentials = { accessKeyId: 'test-key', secretAccessKey: randomUUID() }
  readonly bucket = 'a-bucket'
  readonly objects = new Map<string, Stored>()
  readonly unfinished = new Map<string, Parts>()
  /** `PUT /a-bucket/key`, as they came. */
  readonly requests: string[] = []
  /** While set, every request is answered so. */
  failure: number | undefined
  /** The number of requests answered with 503 before all goes well. */
  stumbles = 0
  private readonly server = createServer((request, response) => void this.serve(request, response))

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve))
    const address = this.server.address()
    return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  }

  stop(): void {
    this.server.closeAllConnections()
    this.server.close()
  }

  private async serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const request: WireRequest = {
      method: incoming.method ?? '',
      target: incoming.url ?? '',
      headers: Object.fromEntries(
        Object.entries(incoming.headers).map(([name, value]) => [name, value?.toString()]),
      ),
      body: await buffer(incoming),
    }
    if (request.method === 'OPTIONS') {
      response.writeHead(204, cors).end()
      return
    }
    this.requests.push(`${request.method} ${request.target}`)
    const { status, headers, body } = this.answer(request)
    response.writeHead(status, {
      ...cors,
      'content-length': String(Buffer.byteLength(body ?? '')),
      ...headers,
    })
    response.end(request.method === 'HEAD' ? undefined : body)
  }

  private answer(request: WireRequest): Answer {
    if (this.failure !== undefined) return refuse(this.failure, 'ServiceUnavailable')
    if (this.stumbles > 0) {
      this.stumbles -= 1
      return refuse(503, 'SlowDown')
    }
    if (hasSdkChecksum(request)) return refuse(501, 'NotImplemented')
    const fault = verifySigV4(request, this.credentials)
    if (fault !== null) return refuse(403, fault)
    const md5 = request.headers['content-md5']
    if (md5 !== undefined && md5 !== createHash('md5').update(request.body).digest('base64'))
      return refuse(400, 'BadDigest')
    const [path = '', rawQuery = ''] = request.target.split('?')
    const [, bucket = '', ...rest] = path.split('/').map(decodeURIComponent)
    if (bucket !== this.bucket) return refuse(404, 'NoSuchBucket')
    const query = new URLSearchParams(rawQuery)
    const key = rest.join('/')
    if (key === '')
      return query.has('uploads') ? this.listUnfinished(query.get('upload-id-marker')) : { status: 200 }
    const id = query.get('uploadId')
    if (query.has('uploads') || id !== null) return this.answerParts(request, key, query, id ?? '')
    return this.answerObject(request, key)
  }

  private answerObject(request: WireRequest, key: string): Answer {
    if (request.method === 'PUT')
      return this.store(key, request.body, request.headers['content-type'] ?? 'binary/octet-stream')
    if (request.method === 'DELETE') {
      this.objects.delete(key)
      return { status: 204 }
    }
    const found = this.objects.get(key)
    if (found === undefined) return refuse(404, 'NoSuchKey')
    const headers = { 'content-type': found.contentType, etag: found.etag }
    const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '')
    if (!range) {
      const length = String(found.bytes.length)
      return { status: 200, headers: { ...headers, 'content-length': length }, body: found.bytes }
    }
    const [start, end] = [Number(range[1]), Number(range[2])]
    if (start >= found.bytes.length) return refuse(416, 'InvalidRange')
    const part = found.bytes.subarray(start, end + 1)
    const contentRange = `bytes ${start}-${start + part.length - 1}/${found.bytes.length}`
    return { status: 206, headers: { ...headers, 'content-range': contentRange }, body: part }
  }

  private answerParts(request: WireRequest, key: string, query: URLSearchParams, id: string): Answer {
    if (query.has('uploads')) {
      const made = randomUUID()
      const contentType = request.headers['content-type'] ?? ''
      this.unfinished.set(made, { key, contentType, parts: new Map(), initiated: new Date() })
      return xml(
        `<InitiateMultipartUploadResult><UploadId>${made}</UploadId></InitiateMultipartUploadResult>`,
      )
    }
    const upload = this.unfinished.get(id)
    if (upload === undefined || upload.key !== key) return refuse(404, 'NoSuchUpload')
    if (request.method === 'PUT') {
      upload.parts.set(Number(query.get('partNumber')), request.body)
      return { status: 200, headers: { etag: etagOf(request.body) } }
    }
    this.unfinished.delete(id)
    if (request.method === 'DELETE') return { status: 204 }
    const parts = [...upload.parts].sort(([a], [b]) => a - b).map(([, bytes]) => bytes)
    if (parts.slice(0, -1).some(({ length }) => length < 5 * 1024 * 1024))
      return refuse(400, 'EntityTooSmall')
    this.store(key, Buffer.concat(parts), upload.contentType)
    return xml(`<CompleteMultipartUploadResult><Key>${key}</Key></CompleteMultipartUploadResult>`)
  }

  /** In the order of their ids, which stand for their keys as well. */
  private listUnfinished(after: string | null): Answer {
    const left = [...this.unfinished]
      .filter(([id]) => id > (after ?? ''))
      .sort(([a], [b]) => (a < b ? -1 : 1))
    const page = left.slice(0, UPLOADS_ON_A_PAGE)
    const uploads = page.map(
      ([id, { key, initiated }]) =>
        `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${initiated.toISOString()}</Initiated></Upload>`,
    )
    const [lastId, last] = page.at(-1) ?? []
    const more =
      left.length > page.length
        ? `<IsTruncated>true</IsTruncated><NextKeyMarker>${last?.key}</NextKeyMarker><NextUploadIdMarker>${lastId}</NextUploadIdMarker>`
        : '<IsTruncated>false</IsTruncated>'
    return xml(`<ListMultipartUploadsResult>${more}${uploads.join('')}</ListMultipartUploadsResult>`)
  }

  private store(key: string, bytes: Buffer, contentType: string): Answer {
    const etag = etagOf(bytes)
    this.objects.set(key, { bytes, contentType, etag })
    return { status: 200, headers: { etag } }
  }
}

/** What AWS's library adds where it is let; many other stores do not know it. */
function hasSdkChecksum({ headers, target }: WireRequest): boolean {
  const names = [...Object.keys(headers), ...new URLSearchParams(target.split('?')[1] ?? '').keys()]
  return names.some((name) => /^x-amz-(checksum|sdk-checksum|trailer)/i.test(name))
}

function etagOf(bytes: Buffer): string {
  return `"${createHash('md5').update(bytes).digest('hex')}"`
}

function refuse(status: number, code: string): Answer {
  return { ...xml(`<Error><Code>${code}</Code><Message>${code}</Message></Error>`), status }
}

function xml(body: string): Answer {
  return { status: 200, headers: { 'content-type': 'application/xml' }, body: `<?xml version="1.0"?>${body}` }
}

/** A request as it came over the wire, its body read. */
type WireRequest = {
  method: string
  /** Path and query, as written in the request line. */
  target: string
  headers: Readonly<Record<string, string | undefined>>
  body: Buffer
}

type Credentials = { accessKeyId: string; secretAccessKey: string }

const SKEW_MILLIS = 15 * 60 * 1000
const UNSIGNED = 'UNSIGNED-PAYLOAD'

/**
 * AWS Signature V4 for S3, from its description and without the SDK: in the Authorization header or in the query. The
 * error code that S3 answers, or null when the signature is good.
 */
function verifySigV4(request: WireRequest, credentials: Credentials): string | null {
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
