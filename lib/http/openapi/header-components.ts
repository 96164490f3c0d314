const text = (description: string) => ({ description, schema: { type: 'string' } })
const whole = (description: string) => ({ description, schema: { type: 'integer', minimum: 0 } })

/** What answers say in their headers. */
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
  etag: text('Send it as `If-None-Match` to learn whether the answer is still good.'),
  'cache-control': text('For how long the answer may be kept, and by whom.'),
  'accept-ranges': text('`bytes`'),
  'content-length': whole('Bytes.'),
  'content-range': text('Which bytes these are, of how many.'),
  'content-disposition': text('Under what name a browser saves it.'),
  location: text('Where to go.'),
}

export type HeaderName = keyof typeof headerComponents

export const rateLimitHeaders = [
  'x-ratelimit-limit-requests',
  'x-ratelimit-remaining-requests',
  'x-ratelimit-reset-requests',
] as const satisfies readonly HeaderName[]
