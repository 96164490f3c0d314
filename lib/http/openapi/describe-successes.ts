import type { Route } from '../route'
import { successesOf } from '../successes-of'
import { type HeaderName, rateLimitHeaders } from './header-components'
import { headerRefs } from './header-refs'
import { jsonSchemaOf } from './json-schema-of'

const descriptions: Readonly<Record<number, string>> = {
  201: 'Made',
  202: 'Accepted',
  206: 'The part that was asked for',
  303: 'Go there',
  304: 'What the client has is still good',
  307: 'A person who opens this address in a browser is sent to the page',
}

/** Every answer below 400, with its media types and headers. */
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

/** OpenAPI 3.1 has no words for the events of a stream; a file's bytes have no schema at all. */
function described(mediaType: string) {
  return mediaType.startsWith('text/') ? { schema: { type: 'string' } } : {}
}

function headersOf({ access, declaration }: Route, status: number): HeaderName[] {
  const { requestIdHeader, idempotent, isPolled, alsoReplies = [], file, sharedForSeconds } = declaration
  const isKept = file !== undefined || sharedForSeconds !== undefined
  return [
    'x-request-id',
    ...(requestIdHeader === 'request-id' ? (['request-id'] as const) : []),
    ...(access === 'public' ? [] : rateLimitHeaders),
    ...(idempotent ? (['idempotent-replayed'] as const) : []),
    ...(isPolled ? (['retry-after', 'cache-control'] as const) : []),
    ...(status === 303 || status === 307 ? (['location'] as const) : []),
    ...(isKept && status !== 307 ? (['etag', 'cache-control'] as const) : []),
    ...(alsoReplies.includes('text/csv') ? (['content-disposition'] as const) : []),
    ...(file ? (['accept-ranges'] as const) : []),
    ...(file && status !== 304 ? (['content-disposition', 'content-length'] as const) : []),
    ...(status === 206 ? (['content-range'] as const) : []),
  ]
}
