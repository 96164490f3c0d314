import { AppError, type ErrorCode, errorTable, wireCodeOf } from '@/lib/platform/errors'
import { errorEnvelope } from '../error-response'
import { refusalsOf } from '../refusals-of'
import type { Route } from '../route'
import { type HeaderName, rateLimitHeaders } from './header-components'
import { headerRefs } from './header-refs'
import { jsonSchemaOf } from './json-schema-of'

const REQUEST_ID = 'req_01kb0m3x5h8q2v7r4n6t9w1y3z'
/** Statuses that may say when to try again. */
const retried: ReadonlySet<number> = new Set([402, 409, 429, 503, 504])

/** The errors of all operations. Those that many share are written once, among the components. */
export class RefusalResponses {
  readonly components: Record<string, object> = {}

  /** By status; every code has an example of what is answered. */
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
  const { refusalReply, requestIdHeader } = route.declaration
  const schema = refusalReply ? jsonSchemaOf(refusalReply, 'output') : { $ref: '#/components/schemas/Error' }
  const examples = codes.map((code) => [code, { value: told(route, code).body }])
  const headers: HeaderName[] = [
    'x-request-id',
    ...(requestIdHeader === 'request-id' ? (['request-id'] as const) : []),
    ...(status === 401 ? (['www-authenticate'] as const) : []),
    ...(status === 401 || route.access === 'public' ? [] : rateLimitHeaders), // they tell of a key
    ...(retried.has(status) ? (['retry-after'] as const) : []),
    ...(status === 416 ? (['content-range'] as const) : []),
  ]
  return {
    description: codes.map((code) => `\`${wireCodeOf(code)}\`: ${errorTable[code].message}`).join('\n\n'),
    headers: headerRefs(headers),
    content: { 'application/json': { schema, examples: Object.fromEntries(examples) } },
  }
}

/** What a request that is refused with a code is answered, in the words of the route's protocol. */
function told({ declaration }: Route, code: ErrorCode): { status: number; body: object } {
  const error = new AppError(code)
  const own = declaration.refusal?.(error, { id: REQUEST_ID, query: new URLSearchParams() })
  return own ?? { status: error.status, body: errorEnvelope(error, REQUEST_ID) }
}

/** As in the table, so that the same codes make the same response. */
function inOrder(codes: ReadonlySet<ErrorCode>): ErrorCode[] {
  const table = Object.keys(errorTable)
  return [...codes].sort((one, other) => table.indexOf(one) - table.indexOf(other))
}
