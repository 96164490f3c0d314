import type { ServerResponse } from 'node:http'
import { counter, gauge, histogram } from '@/lib/platform/metrics'
import { beginSpan, endSpan, type Scope } from '@/lib/platform/tracing'
import type { Exchange, Reply } from './exchange'

type Found = { route: string; methods: object }

let open = 0
gauge('http_requests_open', 'Requests of the API whose answer has not ended.', [], () => [{ value: open }])
const answered = counter('http_requests_total', 'Answers of the API, by route, status and error code.', [
  'route',
  'method',
  'status',
  'code',
])
const answerSeconds = histogram(
  'http_answer_seconds',
  'From a request to its answer; of a stream, to its beginning.',
  ['route'],
)

/** Counts a request until its response has ended. */
export function noteOpen(response: ServerResponse): void {
  open += 1
  response.on('close', () => {
    open -= 1
  })
}

/** Counts a response. Methods that no route has share one label. */
export function noteAnswer(
  match: Found | 'unknown',
  method: string,
  reply: Reply,
  startedAt: number,
  scope?: Scope,
): void {
  const refusal = reply.code && { 'error.type': reply.code }
  scope?.span.setAttributes({ 'http.response.status_code': reply.status, ...refusal })
  const isKnown = match !== 'unknown'
  const labels = {
    route: isKnown ? match.route : 'unknown',
    method: isKnown && method in match.methods ? method : 'other',
    status: String(reply.status),
    code: reply.code ?? '',
  }
  answered.inc(labels)
  answerSeconds.observe({ route: labels.route }, (performance.now() - startedAt) / 1000)
}

/** From the request's arrival until its response has ended. The path itself is not recorded: it may be a secret. */
export function beginTrace(
  { route }: Found,
  method: string,
  { id, headers }: Pick<Exchange, 'id' | 'headers'>,
  response: ServerResponse,
): Scope | undefined {
  const scope = beginSpan(`${method} ${route}`, {
    kind: 'SERVER',
    continues: headers.traceparent,
    attributes: { 'http.request.method': method, 'http.route': route, 'portico.request_id': id },
  })
  if (scope) response.on('close', () => endSpan(scope))
  return scope
}
