import { z } from 'zod'
import {
  AppError,
  type ErrorCode,
  errorEnvelope,
  errorTable,
  isFinal,
  wireCodeOf,
} from '@/lib/platform/errors'
import { type Route, refusalsOf, successesOf } from './contract'

const descriptions: Readonly<Record<number, string>> = {
  201: 'Made',
  202: 'Accepted',
  206: 'The part that was asked for',
  302: 'Go there',
  303: 'Go there',
  304: 'What the client has is still good',
  307: 'A person who opens this address in a browser is sent to the page',
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
    mediaType === 'application/json' && reply
      ? { schema: jsonSchemaOf(reply, 'output') }
      : described(mediaType),
  ])
  return { content: Object.fromEntries(entries) }
}

/** OpenAPI 3.1 cannot describe the events of a stream; a file's bytes have no schema at all. */
function described(mediaType: string) {
  return mediaType.startsWith('text/') ? { schema: { type: 'string' } } : {}
}

function headersOf({ access, declaration }: Route, status: number): HeaderName[] {
  const { requestIdHeader, idempotent, isPolled, alsoReplies = [], file, sharedForSeconds } = declaration
  const { answersFromTask, mayDropParameters } = declaration
  const isKept = file !== undefined || sharedForSeconds !== undefined
  return [
    'x-request-id',
    ...(requestIdHeader === 'request-id' ? (['request-id'] as const) : []),
    ...(access === 'public' ? [] : rateLimitHeaders),
    ...(idempotent ? (['idempotent-replayed'] as const) : []),
    ...(answersFromTask ? (['x-portico-task'] as const) : []),
    ...(mayDropParameters ? (['x-portico-dropped-parameters'] as const) : []),
    ...(isPolled ? (['retry-after', 'cache-control'] as const) : []),
    ...([302, 303, 307].includes(status) ? (['location'] as const) : []),
    ...(isKept && status !== 307 ? (['etag', 'cache-control'] as const) : []),
    ...(alsoReplies.includes('text/csv') ? (['content-disposition'] as const) : []),
    ...(file ? (['accept-ranges'] as const) : []),
    ...(file && status !== 304 ? (['content-disposition', 'content-length'] as const) : []),
    ...(status === 206 ? (['content-range'] as const) : []),
  ]
}

const REQUEST_ID = 'req_01kb0m3x5h8q2v7r4n6t9w1y3z'
/** Without a known caller. */
const asked = { id: REQUEST_ID, query: new URLSearchParams(), headers: {} }
/** Statuses that may say when to try again. */
const retried: ReadonlySet<number> = new Set([402, 409, 429, 503, 504])

/** The errors of all operations. Those that many share are written once, among the components. */
export class RefusalResponses {
  readonly components: Record<string, object> = {}

  /** By status; every code has an example response. */
  of(route: Route, method: string): Record<string, object> {
    const byStatus = Map.groupBy(inOrder(refusalsOf(route, method)), (code) => told(route, code).status)
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
  const { requestIdHeader } = route.declaration
  const examples = codes.map((code) => [code, { value: told(route, code).body }])
  const headers: HeaderName[] = [
    'x-request-id',
    ...(requestIdHeader === 'request-id' ? (['request-id'] as const) : []),
    ...(status === 401 ? (['www-authenticate'] as const) : []),
    ...(status === 401 || route.access === 'public' ? [] : rateLimitHeaders), // they are per key
    ...(retried.has(status) ? (['retry-after'] as const) : []),
    ...(status === 416 ? (['content-range'] as const) : []),
    ...(codes.some(isFinal) ? (['x-should-retry'] as const) : []),
  ]
  return {
    description: codes.map((code) => `\`${wireCodeOf(code)}\`: ${errorTable[code].message}`).join('\n\n'),
    headers: headerRefs(headers),
    content: {
      'application/json': { schema: schemaOfErrors(route), examples: Object.fromEntries(examples) },
    },
  }
}

/** Ours, the protocol's, or either where it depends on the client. */
function schemaOfErrors({ declaration: { refusal, refusalReply } }: Route): object {
  const ours = { $ref: '#/components/schemas/Error' }
  if (refusalReply === undefined) return ours
  const theirs = jsonSchemaOf(refusalReply, 'output')
  return refusal?.(new AppError('internal_error'), asked) ? theirs : { anyOf: [ours, theirs] }
}

/** The response to a request refused with a code, in the envelope of the route's protocol. */
function told({ declaration }: Route, code: ErrorCode): { status: number; body: object } {
  const error = new AppError(code)
  const own = declaration.refusal?.(error, asked)
  return own ?? { status: error.status, body: errorEnvelope(error, REQUEST_ID) }
}

/** In the order of the table, so that the same codes make the same response. */
function inOrder(codes: ReadonlySet<ErrorCode>): ErrorCode[] {
  const table = Object.keys(errorTable)
  return [...codes].sort((one, other) => table.indexOf(one) - table.indexOf(other))
}

const text = (description: string) => ({ description, schema: { type: 'string' } })
const whole = (description: string) => ({ description, schema: { type: 'integer', minimum: 0 } })

/** Response headers. */
export const headerComponents = {
  'x-request-id': { ...text('Names this request, for questions about it.'), required: true },
  'request-id': {
    ...text('The same as `x-request-id`, where clients of this format look for it.'),
    required: true,
  },
  'x-ratelimit-limit-requests': whole('Requests a minute.'),
  'x-ratelimit-remaining-requests': whole('How many are left now.'),
  'x-ratelimit-reset-requests': {
    ...text('Until the limit is whole again, such as `12s`.'),
    schema: { type: 'string', pattern: '^\\d+s$' },
  },
  'retry-after': whole('Seconds after which it is worth asking again.'),
  'www-authenticate': text('`Bearer`'),
  'idempotent-replayed': {
    ...text('The answer is that of an earlier request with this Idempotency-Key.'),
    schema: { type: 'string', const: 'true' },
  },
  'x-portico-task': text('The task that was made, by which it can be read.'),
  'x-portico-dropped-parameters': text(
    'Parameters that the upstream does not know, without which it was asked.',
  ),
  'x-should-retry': {
    ...text('Sent again, the request would make another one; the SDKs of OpenAI and Anthropic heed it.'),
    schema: { type: 'string', const: 'false' },
  },
  etag: text('Send it as `If-None-Match` to learn whether the answer is still good.'),
  'cache-control': text('For how long the answer may be kept, and by whom.'),
  'accept-ranges': text('`bytes`'),
  'content-length': whole('Bytes.'),
  'content-range': text('Which bytes these are, of how many.'),
  'content-disposition': text('Under what name a browser saves it.'),
  location: text('Where to go.'),
}

type HeaderName = keyof typeof headerComponents

const rateLimitHeaders = [
  'x-ratelimit-limit-requests',
  'x-ratelimit-remaining-requests',
  'x-ratelimit-reset-requests',
] as const satisfies readonly HeaderName[]

function headerRefs(names: readonly HeaderName[]) {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

const string = { type: 'string' }

/** The envelope of `errorReply`. An upstream's own codes pass through, so `code` is not a closed list. */
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
        param: { type: ['string', 'null'], description: 'The field at fault, as the caller wrote it.' },
        code: string,
        request_id: string,
        metadata: { type: 'object', description: 'What a machine may want to know besides.' },
      },
    },
  },
}

/**
 * A zod schema as JSON Schema 2020-12, OpenAPI 3.1's own dialect. A request may hold no unnamed fields (where its schema
 * is strict); responses may get further fields in later versions, so clients must not rely on there being none.
 */
export function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output') {
  const { $schema: _, ...described } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
    override: ({ jsonSchema }) => {
      if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
    },
  })
  return described
}
