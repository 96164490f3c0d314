import { z } from 'zod'
import { env } from '@/lib/platform/env'
import { AppError } from '@/lib/platform/errors'

/** ClickHouse's HTTP interface, at USAGE_EXPORT_CLICKHOUSE. */

/** Values for `{name:Type}` in a query; a list is an `Array(String)`. */
export type Params = Record<string, string | number | readonly string[]>

type Query = {
  query: string
  params?: Params
  settings?: Record<string, string>
  /** What is inserted. */
  rows?: string
  millis: number
}

/** Sends a query and returns the answer. Throws where ClickHouse is away, refuses it or takes too long. */
export async function sendQuery({ query, params = {}, settings = {}, rows, millis }: Query): Promise<string> {
  const address = env().USAGE_EXPORT_CLICKHOUSE
  if (address === undefined) throw new Error('USAGE_EXPORT_CLICKHOUSE is not set')
  const { origin, pathname, searchParams, username, password } = new URL(address)
  const parameters = new URLSearchParams([
    ...searchParams,
    ...Object.entries(settings),
    ...Object.entries(params).map(([name, value]) => [`param_${name}`, textOf(value)]),
    ...(rows === undefined ? [] : [['query', query]]),
  ])
  const response = await fetch(`${origin}${pathname}?${parameters}`, {
    method: 'POST',
    headers: {
      'x-clickhouse-user': decodeURIComponent(username) || 'default',
      'x-clickhouse-key': decodeURIComponent(password),
    },
    body: rows ?? query,
    signal: AbortSignal.timeout(millis),
  })
  const answer = await response.text()
  if (response.ok) return answer
  throw new Error(`ClickHouse answered ${response.status}: ${answer.slice(0, 300)}`)
}

/** As ClickHouse parses parameters: escaped as in its format TabSeparated, texts in a list also quoted. */
function textOf(value: Params[string]): string {
  const escaped = (text: string) =>
    text.replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n').replaceAll('\r', '\\r')
  if (typeof value === 'object') return `[${value.map((one) => `'${escaped(one).replaceAll("'", "\\'")}'`)}]`
  return escaped(String(value))
}

const READ_SECONDS = 10

/**
 * The rows that a SELECT finds, at most `limit`. ClickHouse answers when it has all of them, so an error is never half an answer.
 * Throws `service_unavailable` where they cannot be read.
 */
export async function readRows<Row>(
  shape: z.ZodType<Row>,
  select: string,
  params: Params,
  limit: number,
  seconds = READ_SECONDS,
): Promise<Row[]> {
  const Answer = z
    .object({ data: z.array(shape).max(limit), rows: z.number() })
    .refine(({ data, rows }) => data.length === rows)
  try {
    const answer = await sendQuery({
      query: `${select} LIMIT {limit:UInt64} FORMAT JSON`,
      params: { ...params, limit },
      settings: {
        max_execution_time: String(seconds),
        wait_end_of_query: '1',
        output_format_json_quote_64bit_integers: '0',
      },
      millis: seconds * 1000,
    })
    return Answer.parse(JSON.parse(answer)).data
  } catch (error) {
    throw new AppError('service_unavailable', {
      message: 'Older requests cannot be read right now; newer ones can. Try again shortly.',
      retryAfterSeconds: 5,
      cause: error,
    })
  }
}
