import { z } from 'zod'
import {
  AppError,
  type ErrorCode,
  errorEnvelope,
  errorTable,
  isFinal,
  wireCodeOf,
} from '@/lib/platform/errors'
import { isRecord } from '@/lib/platform/json'
import { type Route, refusalsOf, successesOf } from './contract'

const descriptions: Readonly<Record<number, string>> = {
  201: 'Created',
  202: 'Accepted',
  206: 'The requested range',
  302: 'Redirect',
  303: 'Redirect',
  304: 'The client’s copy is current',
  307: 'Redirect to a page, for a person who opens this URL in a browser',
}

/** Every response below 400, with its media types and headers. */
export function describeSuccesses(route: Route) {
  return Object.fromEntries(
    [...successesOf(route)].map(([status, mediaTypes]) => [
      status,
      {
        description: descriptions[status] ?? 'Success',
        headers: headerRefs(headersOf(route, status)),
        ...contentOf(route, mediaTypes),
      },
    ]),
  )
}

function contentOf({ declaration: { reply } }: Route, mediaTypes: readonly string[]) {
  if (mediaTypes.length === 0) return {}
  const entries = mediaTypes.map((mediaType) => [
    mediaType,
    mediaType.endsWith('json') && reply ? { schema: jsonSchemaOf(reply, 'output') } : schemaOf(mediaType),
  ])
  return { content: Object.fromEntries(entries) }
}

/** OpenAPI 3.1 cannot describe the events of a stream; files have no schema. */
function schemaOf(mediaType: string) {
  return mediaType.startsWith('text/') ? { schema: { type: 'string' } } : {}
}

function headersOf({ access, declaration }: Route, status: number): HeaderName[] {
  const { requestIdHeader, idempotent, isPolled, alsoReplies = [], file, sharedForSeconds } = declaration
  const { answersFromTask, mayDropParameters } = declaration
  const isCached = file !== undefined || sharedForSeconds !== undefined
  return [
    'x-request-id',
    ...(requestIdHeader === 'request-id' ? (['request-id'] as const) : []),
    ...(access === 'public' ? [] : rateLimitHeaders),
    ...(declaration.limit === 'chat' ? tokenLimitHeaders : []),
    ...(idempotent ? (['idempotent-replayed'] as const) : []),
    ...(answersFromTask ? (['x-portico-task'] as const) : []),
    ...(mayDropParameters ? (['x-portico-dropped-parameters'] as const) : []),
    ...(isPolled ? (['retry-after', 'cache-control'] as const) : []),
    ...([302, 303, 307].includes(status) ? (['location'] as const) : []),
    ...(isCached && status !== 307 ? (['etag', 'cache-control'] as const) : []),
    ...(alsoReplies.includes('text/csv') ? (['content-disposition'] as const) : []),
    ...(file ? (['accept-ranges'] as const) : []),
    ...(file && status !== 304 ? (['content-disposition', 'content-length'] as const) : []),
    ...(status === 206 ? (['content-range'] as const) : []),
  ]
}

const REQUEST_ID = 'req_01kb0m3x5h8q2v7r4n6t9w1y3z'
/** The request of the examples. */
const exampleRequest = { id: REQUEST_ID, query: new URLSearchParams(), headers: {} }
/** Statuses that may have `Retry-After`. */
const retried: ReadonlySet<number> = new Set([402, 409, 429, 503, 504])

/** The errors of all operations. Responses that many operations share are components. */
export class RefusalResponses {
  readonly components: Record<string, object> = {}

  /** By status; every code has an example response. */
  of(route: Route, method: string): Record<string, object> {
    const byStatus = Map.groupBy(inOrder(refusalsOf(route, method)), (code) => exampleOf(route, code).status)
    const statuses = [...byStatus].filter(([status]) => status >= 400)
    return Object.fromEntries(
      statuses.map(([status, codes]) => [status, this.responseOf(route, status, codes)]),
    )
  }

  private responseOf(route: Route, status: number, codes: readonly ErrorCode[]): object {
    if (route.declaration.refusal) return describeCodes(route, status, codes)
    const name = [status, ...codes, ...(route.access === 'public' ? ['public'] : [])].join('.')
    this.components[name] ??= describeCodes(route, status, codes)
    return { $ref: `#/components/responses/${name}` }
  }
}

function describeCodes(route: Route, status: number, codes: readonly ErrorCode[]) {
  const { requestIdHeader, mediaType = 'application/json' } = route.declaration
  const examples = codes.map((code) => [code, { value: exampleOf(route, code).body }])
  const headers: HeaderName[] = [
    'x-request-id',
    ...(requestIdHeader === 'request-id' ? (['request-id'] as const) : []),
    ...(status === 401 ? (['www-authenticate'] as const) : []),
    ...(status === 401 || route.access === 'public' ? [] : rateLimitHeaders), // limits are per key
    ...(retried.has(status) ? (['retry-after'] as const) : []),
    ...(status === 416 ? (['content-range'] as const) : []),
    ...(codes.some(isFinal) ? (['x-should-retry'] as const) : []),
  ]
  return {
    description: codes.map((code) => `\`${wireCodeOf(code)}\`: ${errorTable[code].message}`).join('\n\n'),
    headers: headerRefs(headers),
    content: {
      [mediaType]: { schema: schemaOfErrors(route), examples: Object.fromEntries(examples) },
    },
  }
}

/** Our envelope, the protocol's, or either if it depends on the client. */
function schemaOfErrors({ declaration: { refusal, refusalReply } }: Route): object {
  const ours = { $ref: '#/components/schemas/Error' }
  if (refusalReply === undefined) return ours
  const theirs = jsonSchemaOf(refusalReply, 'output')
  return refusal?.(new AppError('internal_error'), exampleRequest) ? theirs : { anyOf: [ours, theirs] }
}

/** The response with an error code, in the envelope of the route's protocol. */
function exampleOf({ declaration }: Route, code: ErrorCode): { status: number; body: object } {
  const error = new AppError(code)
  const response = declaration.refusal?.(error, exampleRequest)
  return response ?? { status: error.status, body: errorEnvelope(error, REQUEST_ID) }
}

/** In the order of `errorTable`, so that the same codes are the same component. */
function inOrder(codes: ReadonlySet<ErrorCode>): ErrorCode[] {
  const table = Object.keys(errorTable)
  return [...codes].sort((one, other) => table.indexOf(one) - table.indexOf(other))
}

const text = (description: string) => ({ description, schema: { type: 'string' } })
const whole = (description: string) => ({ description, schema: { type: 'integer', minimum: 0 } })

/** Response headers. */
export const headerComponents = {
  'x-request-id': { ...text('The ID of this request, for support.'), required: true },
  'request-id': {
    ...text('The same as `x-request-id`, for clients of this format.'),
    required: true,
  },
  'x-ratelimit-limit-requests': whole('Requests per minute.'),
  'x-ratelimit-remaining-requests': whole('Requests left.'),
  'x-ratelimit-reset-requests': {
    ...text('The time until the limit is fully restored, such as `12s`.'),
    schema: { type: 'string', pattern: '^\\d+s$' },
  },
  'x-ratelimit-limit-tokens': whole('Tokens per minute, if they are limited.'),
  'x-ratelimit-remaining-tokens': whole('Tokens left.'),
  'x-ratelimit-reset-tokens': text('The time until all tokens are restored, such as `12s`.'),
  'retry-after': whole('Seconds to wait before the next attempt.'),
  'www-authenticate': text('`Bearer`'),
  'idempotent-replayed': {
    ...text('This is the response to an earlier request with the same Idempotency-Key.'),
    schema: { type: 'string', const: 'true' },
  },
  'x-portico-task': text('The ID of the task that the request created.'),
  'x-portico-dropped-parameters': text(
    'Parameters that were not sent because the upstream does not support them.',
  ),
  'x-should-retry': {
    ...text('A retry would create another task. The SDKs of OpenAI and Anthropic read this header.'),
    schema: { type: 'string', const: 'false' },
  },
  etag: text('Send it as `If-None-Match` to get a 304 while the response is current.'),
  'cache-control': text('How long the response may be cached, and by whom.'),
  'accept-ranges': text('`bytes`'),
  'content-length': whole('Bytes.'),
  'content-range': text('The range that is sent, and the size of the file.'),
  'content-disposition': text('The name under which a browser saves the file.'),
  location: text('The URL of the redirect.'),
}

type HeaderName = keyof typeof headerComponents

const rateLimitHeaders = [
  'x-ratelimit-limit-requests',
  'x-ratelimit-remaining-requests',
  'x-ratelimit-reset-requests',
] as const satisfies readonly HeaderName[]

const tokenLimitHeaders = [
  'x-ratelimit-limit-tokens',
  'x-ratelimit-remaining-tokens',
  'x-ratelimit-reset-tokens',
] as const satisfies readonly HeaderName[]

function headerRefs(names: readonly HeaderName[]) {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

const string = { type: 'string' }

/** The envelope of `errorReply`. Codes of upstreams pass through, so `code` has no enum. */
export const errorSchema = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['message', 'type', 'param', 'code', 'request_id'],
      properties: {
        message: string,
        type: {
          enum: [
            'invalid_request_error',
            'authentication_error',
            'insufficient_quota',
            'permission_error',
            'rate_limit_error',
            'api_error',
            'upstream_error',
            'service_unavailable',
            'upstream_timeout',
          ],
          type: 'string',
        },
        param: { type: ['string', 'null'], description: 'The invalid field, as the caller wrote it.' },
        code: string,
        request_id: string,
        metadata: { type: 'object', description: 'Machine-readable details.' },
      },
    },
  },
}

/**
 * A zod schema as JSON Schema 2020-12, the dialect of OpenAPI 3.1. Strict requests allow no further fields; responses do,
 * because later versions may add some.
 */
export function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output') {
  const {
    $schema: _,
    $defs,
    ...described
  } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
    override: ({ jsonSchema }) => {
      if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
    },
  })
  if ($defs === undefined) return described
  // Only `z.json()` refers to itself: any value.
  const withoutRefs = (_name: string, part: unknown) => (isRecord(part) && '$ref' in part ? {} : part)
  return z.record(z.string(), z.unknown()).parse(JSON.parse(JSON.stringify(described, withoutRefs)))
}
